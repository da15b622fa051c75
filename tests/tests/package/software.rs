// SPDX-License-Identifier: Apache-2.0
//! The C functions of a package start a trace, stop it and read it, on the hardware.

use crate::folder::{generated, said};
use crate::traced::{built, exact, wraps, Place};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use tracewright_config::{Config, Run, SinkKind};
use tracewright_cosim::{Error, Hardware};
use tracewright_driver::Mmio;

/// Builds with each kind of place where trace ends.
const BUILDS: [(&str, &[&str]); 5] = [
    ("mcu", &[]),
    ("mcu", &["sink.kind=sram,pib", "run.sink=pib", "run.pib_divider=1"]),
    ("mcu", &["sink.kind=sba", "run.sba_base=0x90000000", "build.bus.kind=axi4-lite"]),
    ("rv64", &["sink.kind=sram,atb", "run.sink=atb"]),
    ("soc", &["system.harts=2"]),
];

/// A program whose bus are lines of text: it asks to read and to write, and to let harts run.
const MAIN: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include "tw_trace.h"
static uint32_t bus_read(void *context, uint32_t address) {
  unsigned value;
  (void)context;
  printf("read %x\n", (unsigned)address);
  fflush(stdout);
  if (scanf("%x", &value) != 1) exit(2);
  return value;
}
static void bus_write(void *context, uint32_t address, uint32_t value) {
  (void)context;
  printf("write %x %x\n", (unsigned)address, (unsigned)value);
}
int main(void) {
  struct tw_bus bus = {bus_read, bus_write, NULL};
  if (tw_start(&bus)) return 1;
  printf("run\n");
  if (tw_stop(&bus)) return 1;
  READ
  return 0;
}
"#;

const READ_SRAM: &str = r#"
  static uint8_t trace[1 << 20];
  size_t count = tw_read_trace(&bus, trace, sizeof trace);
  for (size_t n = 0; n < count; n++) printf("byte %x\n", (unsigned)trace[n]);
"#;

const READ_MEMORY: &str = r#"
  struct tw_piece pieces[2];
  tw_read_trace(&bus, pieces);
  for (int n = 0; n < 2; n++) printf("piece %x %x\n", (unsigned)pieces[n].address, (unsigned)pieces[n].bytes);
"#;

/// Compiles the C of a package, without a warning, and runs it.
fn program(package: &Path, kind: SinkKind) -> Child {
    let read = match kind {
        SinkKind::Sram => READ_SRAM,
        SinkKind::Sba => READ_MEMORY,
        _ => "",
    };
    std::fs::write(package.join("main.c"), MAIN.replace("READ\n", &format!("{read}\n"))).unwrap();
    let mut compile = Command::new("gcc");
    compile.current_dir(package).args(["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-Isoftware"]);
    assert_eq!(said(compile.args(["main.c", "software/tw_trace.c", "-o", "trace"])), "");
    Command::new(package.join("trace")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

/// Does what the program asks for.
fn serve(config: &Config, hardware: &mut Hardware, mut child: Child) -> Result<Place, Error> {
    let mut answers = child.stdin.take().unwrap();
    let mut place = Place::Left;
    let mut pieces = Vec::new();
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        let line = line.unwrap();
        let mut words = line.split(' ');
        let what = words.next().unwrap();
        let numbers: Vec<u32> = words.map(|word| u32::from_str_radix(word, 16).unwrap()).collect();
        match (what, &numbers[..]) {
            ("read", &[address]) => writeln!(answers, "{:x}", hardware.read(address)?).unwrap(),
            ("write", &[address, value]) => hardware.write(address, value)?,
            ("run", []) => while hardware.run(100)? {},
            ("byte", &[byte]) => match &mut place {
                Place::Read(bytes) => bytes.push(byte as u8),
                _ => place = Place::Read(vec![byte as u8]),
            },
            ("piece", &[address, bytes]) => pieces.push((address, bytes)),
            other => panic!("{other:?}"),
        }
    }
    assert!(child.wait().unwrap().success());
    if let &[older, newer] = &pieces[..] {
        place = Place::Memory { pointer: pointer(config, older, newer) };
    }
    Ok(place)
}

/// What teRamWP reads where these pieces of the buffer have the trace, address and bytes of each.
fn pointer(config: &Config, older: (u32, u32), newer: (u32, u32)) -> u32 {
    let Run { sba_base, sba_bytes, .. } = config.run;
    let (base, end) = (sba_base as u32, (sba_base + sba_bytes) as u32);
    assert_eq!((newer.0, newer.0 + newer.1), (base, older.0), "{older:x?}, {newer:x?}");
    assert!(older.1 == 0 || older.0 + older.1 == end, "{older:x?}, {newer:x?}");
    older.0 | u32::from(older.1 > 0)
}

#[test]
fn c_traces_exactly() {
    for (preset, changes) in BUILDS {
        let package = generated(preset, changes);
        let (design, config) = built(package.path());
        let kind = config.run.sink_of(&config.build);
        let child = program(package.path(), kind);
        exact(&design, &config, kind, |hardware| serve(&config, hardware, child));
    }
}

/// Builds whose buffer wraps, and its bytes.
const WRAPPING: [(usize, &[&str]); 4] = [
    (256, &["sink.sram_bytes=256"]),
    (192, &["sink.kind=sba", "run.sba_base=0x90000000", "run.sba_bytes=192"]),
    (320, &["sink.kind=sba", "run.sba_base=0x90000000", "run.sba_bytes=320", "sink.sba_bus=tilelink-ul"]),
    (256, &["sink.kind=sba", "run.sba_base=0x90000000", "run.sba_bytes=256", "sink.sba_bus=wishbone"]),
];

#[test]
fn c_reads_a_buffer_that_has_wrapped() {
    for (bytes, changes) in WRAPPING {
        let mut all = vec!["build.encoder.modes=both", "run.mode=btm"];
        all.extend(changes);
        let package = generated("mcu", &all);
        let (design, config) = built(package.path());
        let child = program(package.path(), config.run.sink_of(&config.build));
        wraps(&design, &config, bytes, |hardware| serve(&config, hardware, child));
    }
}
