// SPDX-License-Identifier: Apache-2.0
//! What the guide says to write and to wait for, done as it stands on the hardware of the package: for each sink that a
//! build has, trace starts, stops, and is where the guide says.

use crate::folder::generated;
use crate::traced::{built, exact, Place};
use tracewright_config::{Config, SinkKind};
use tracewright_cosim::{BusError, Hardware};
use tracewright_driver::Mmio;
use tracewright_regmap::{Register, FUNNEL_REGISTERS, REGISTERS, TE_RAM_DATA, TE_RAM_RP, TE_RAM_WP};

/// Bytes of a component's registers.
const BLOCK: u32 = 0x1000;
/// How often a register is read until its fields are so.
const READS: u32 = 20_000;
/// teWrap of teRamWP.
const WRAP: u32 = 1;

/// Builds that have each sink alone and beside others, and each bus.
const BUILDS: [(&str, &[&str]); 7] = [
    ("micro", &[]),
    ("mcu", &["sink.kind=sram,sba,pib,atb,stream", "sram_bytes=8192"]),
    ("mcu", &["sink.kind=pib", "build.bus.kind=axi4-lite", "run.pib_divider=1", "build.reset=sync"]),
    ("mcu", &["sink.kind=sba", "sba_bus=wishbone", "build.bus.kind=wishbone", "build.bus.own_clock=true"]),
    ("rv64", &["sink.kind=atb", "build.bus.kind=tilelink-ul", "build.power.delay=100"]),
    ("soc", &[]),
    ("mcu", &["system.harts=2", "src_bits=1", "sink.kind=sram,stream", "sram_bytes=16384", "build.bus.lock=true"]),
];

/// A line of the guide.
#[derive(Clone, Copy, Debug)]
enum Line {
    Write { address: u32, value: u32 },
    Until { address: u32, mask: u32, value: u32 },
}

/// What the guide says of a sink.
struct Part {
    kind: SinkKind,
    start: Vec<Line>,
    stop: Vec<Line>,
    /// Where the trace then is.
    place: String,
}

/// What the guide calls a sink.
fn kind_of(name: &str) -> SinkKind {
    match name {
        "on-chip SRAM" => SinkKind::Sram,
        "system memory" => SinkKind::Sba,
        "pins" => SinkKind::Pib,
        "the ATB" => SinkKind::Atb,
        "a stream of bytes" => SinkKind::Stream,
        other => panic!("the guide has a sink `{other}`"),
    }
}

fn register(harts: u32, address: u32, name: &str) -> &'static Register {
    let list = if address / BLOCK < harts { REGISTERS } else { FUNNEL_REGISTERS };
    let found = list.iter().find(|register| register.offset as u32 == address % BLOCK);
    found.filter(|register| register.name == name).unwrap_or_else(|| panic!("{name} is not at {address:#x}"))
}

fn number(text: &str) -> u32 {
    let parsed = match text.strip_prefix("0x") {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => text.parse(),
    };
    parsed.unwrap_or_else(|_| panic!("{text} is no number"))
}

/// Such fields as `teActive=1, teSink=8 (FUNNEL)`: which bits they are, and their values.
fn fields(register: &Register, text: &str) -> (u32, u32) {
    let of = |field: &str| {
        let (name, value) = field.split_once('=').unwrap_or_else(|| panic!("{field} has no value"));
        let field = register.fields.iter().find(|field| field.name == name);
        let field = field.unwrap_or_else(|| panic!("{} has no {name}", register.name));
        (field.mask(), number(value.split(' ').next().unwrap()) << field.lsb)
    };
    let parts = text.split(", ").filter(|field| !field.is_empty()).map(of);
    parts.fold((0, 0), |(mask, value), (more, other)| (mask | more, value | other))
}

/// A line of a sequence. What the words of a write say is what its number says.
fn line(harts: u32, text: &str) -> Line {
    let (what, text) = text.split_once(' ').unwrap();
    let (address, text) = text.split_once(' ').unwrap();
    let text = if harts > 1 { text.split_once(' ').unwrap().1 } else { text };
    let (name, text) = text.trim_start().split_once(' ').unwrap();
    let (address, text) = (number(address), text.trim_start());
    let register = register(harts, address, name);
    match what {
        "until" => {
            let (mask, value) = fields(register, text);
            Line::Until { address, mask, value }
        }
        "write" => {
            let (value, words) = text.split_once(' ').unwrap_or((text, ""));
            // What is read back goes with a write, and is ignored.
            let writable = register.fields.iter().filter(|field| field.access.is_writable());
            let written = number(value) & writable.fold(0, |mask, field| mask | field.mask());
            assert_eq!(fields(register, words.trim_start()).1, written, "{name}: {text}");
            Line::Write { address, value: number(value) }
        }
        _ => panic!("{what} is no access"),
    }
}

/// The sequences of a guide, those of the sink that is used first.
fn parts(guide: &str, config: &Config) -> Vec<Part> {
    let harts = config.build.system.harts;
    let text = guide.split("\n## The first trace\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let parts = text.split("\nStart:\n```\n").collect::<Vec<_>>();
    let of = |pair: &[&str]| {
        let heading = pair[0].lines().rev().find_map(|line| line.strip_prefix("### To "));
        let kind = heading.map_or_else(|| config.run.sink_of(&config.build), kind_of);
        let [start, heading, stop, rest] = pair[1].splitn(4, "```\n").collect::<Vec<_>>()[..] else {
            panic!("{kind:?}: how it starts and how it stops")
        };
        assert!(heading.starts_with("Stop "), "{kind:?}: {heading}");
        let [start, stop] = [start, stop].map(|text| text.lines().map(|text| line(harts, text)).collect());
        Part { kind, start, stop, place: rest.split("\n###").next().unwrap().trim().into() }
    };
    parts.windows(2).map(of).collect()
}

/// Does what the lines say. Nothing but what they wait for is waited for.
fn execute(hardware: &mut Hardware, lines: &[Line]) -> Result<(), BusError> {
    for line in lines {
        match *line {
            Line::Write { address, value } => hardware.write(address, value)?,
            Line::Until { address, mask, value } => {
                let mut read = 0;
                let holds = (0..READS).any(|_| {
                    hardware.read(address).is_ok_and(|found| {
                        read = found;
                        read & mask == value
                    })
                });
                assert!(holds, "{line:x?} reads {read:#x}");
            }
        }
    }
    Ok(())
}

/// Reads the SRAM as the guide says: teWrap is 0, from the first address to teRamWP.
fn read_out(hardware: &mut Hardware, block: u32) -> Result<Vec<u8>, BusError> {
    let end = hardware.read(block + TE_RAM_WP as u32)?;
    assert_eq!(end & WRAP, 0, "the trace is no larger than the SRAM");
    hardware.write(block + TE_RAM_RP as u32, 0)?;
    let words: Result<Vec<u32>, BusError> = (0..end / 4).map(|_| hardware.read(block + TE_RAM_DATA as u32)).collect();
    Ok(words?.into_iter().flat_map(u32::to_le_bytes).collect())
}

/// Traces to a sink as the guide says, and decodes what is where it says.
fn traces(design: &tracewright_cosim::Design, config: &Config, part: &Part) {
    assert!(!part.place.is_empty(), "{:?}", part.kind);
    let block = config.build.sink_component() * BLOCK;
    exact(design, config, part.kind, |hardware| {
        execute(hardware, &part.start)?;
        while hardware.run(100)? {}
        execute(hardware, &part.stop)?;
        Ok(match part.kind {
            SinkKind::Sram => Place::Read(read_out(hardware, block)?),
            SinkKind::Sba => Place::Memory { pointer: hardware.read(block + TE_RAM_WP as u32)? },
            _ => Place::Left,
        })
    });
}

#[test]
fn each_sink_traces_as_the_guide_says() {
    for (preset, changes) in BUILDS {
        let package = generated(preset, changes);
        let read = |file: &str| std::fs::read_to_string(package.path().join(file)).unwrap();
        let (design, config) = built(package.path());
        let parts = parts(&read("INTEGRATION.md"), &config);
        let kinds: Vec<SinkKind> = parts.iter().map(|part| part.kind).collect();
        assert!(kinds.len() as u32 == config.build.sinks().count() && kinds[0] == config.run.sink_of(&config.build));
        parts.iter().for_each(|part| traces(&design, &config, part));
    }
}
