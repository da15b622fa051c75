// SPDX-License-Identifier: Apache-2.0
//! The software of a package gives up where hardware does not follow, after as many reads as it says: hardware that
//! always reads 0.

use crate::folder::{generated, said};
use std::path::Path;
use std::process::Command;

/// In C.
const C: &str = r#"
#include <stdio.h>
#include "tw_trace.h"
static unsigned reads;
static uint32_t bus_read(void *context, uint32_t address) {
  (void)context;
  (void)address;
  reads++;
  return 0;
}
static void bus_write(void *context, uint32_t address, uint32_t value) {
  (void)context;
  (void)address;
  (void)value;
}
int main(void) {
  struct tw_bus bus = {bus_read, bus_write, NULL};
  int status = tw_start(&bus);
  printf("%d %u\n", status, reads);
  return 0;
}
"#;

/// In Verilog.
const VERILOG: &str = "
module waiting;
  integer reads = 0;

  task tw_write(input [31:0] address, input [31:0] value);
    begin end
  endtask

  task tw_read(input [31:0] address, output [31:0] value);
    begin
      reads = reads + 1;
      value = 32'h0;
    end
  endtask

  task tw_take(input [7:0] data);
    begin end
  endtask

`include \"tw_trace.vh\"

  initial begin
    tw_start;
    $display(\"%0d %0d\", tw_failed, reads);
  end
endmodule
";

/// In Python.
const PYTHON: &str = "
import asyncio
import tw_trace

class Bus:
    reads = 0

    async def read(self, address):
        self.reads += 1
        return 0

    async def write(self, address, value):
        pass

bus = Bus()
try:
    asyncio.run(tw_trace.start(bus))
except TimeoutError as error:
    print(error, bus.reads)
";

/// How often the first register is read that a package's start waits for.
fn reads(package: &Path) -> u32 {
    let text = std::fs::read_to_string(package.join("software/tw_trace.py")).unwrap();
    let line = text.lines().find_map(|line| line.strip_prefix("READS = ")).unwrap();
    line.parse().unwrap()
}

#[test]
fn software_gives_up_where_hardware_does_not_follow() {
    let folder = generated("mcu", &[]);
    let package = folder.path();
    let most = reads(package);
    let in_package = |program: &str| {
        let mut command = Command::new(program);
        command.current_dir(package);
        command
    };

    std::fs::write(package.join("waiting.c"), C).unwrap();
    let arguments = ["-std=c99", "-O2", "-Isoftware", "waiting.c", "software/tw_trace.c", "-o", "waiting"];
    assert_eq!(said(in_package("gcc").args(arguments)), "");
    assert_eq!(said(&mut Command::new(package.join("waiting"))), format!("-1 {most}\n"));

    std::fs::write(package.join("waiting.v"), VERILOG).unwrap();
    assert_eq!(said(in_package("iverilog").args(["-g2005", "-Isoftware", "-o", "waiting.vvp", "waiting.v"])), "");
    assert_eq!(said(in_package("vvp").args(["-n", "waiting.vvp"])), format!("1 {most}\n"));

    let told = said(in_package("python3").env("PYTHONPATH", "software").args(["-B", "-c", PYTHON]));
    let expected = format!("register 0x00000 does not become 0x00000009 in the bits 0x00000009 {most}\n");
    assert_eq!(told, expected);
}
