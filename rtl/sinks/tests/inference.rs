// SPDX-License-Identifier: Apache-2.0
//! Yosys puts the sink's memory into block RAM of every family, and the sink around it is small.

use rust_hdl_core::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use tracewright_config::Build;
use tracewright_regmap::ALL_CONSTANTS;
use tracewright_sinks::SramSink;
use tracewright_verilog::{emit, Options};

/// Sizes in bytes, and widths in bits.
const SIZES: [u32; 4] = [1 << 10, 1 << 12, 1 << 16, 1 << 20];
const WIDTHS: [u32; 3] = [32, 64, 128];
/// LUT4 of a sink of 4 KiB on ECP5, at most.
const LUT4: u64 = 150;
/// What the logic around a sink of 4 KiB has to reach, in picoseconds: 140 MHz. Without a target Yosys makes the sink
/// alone as fast as it gets, at any size.
const TARGET: u32 = 7000;

/// A device family.
struct Family {
    /// Maps memories, and nothing after.
    script: &'static str,
    /// Its block RAMs, and the 32-bit words of each.
    blocks: &'static [(&'static str, u32)],
    /// 32-bit words of what is side by side for 32 bits.
    least: u32,
}

const FAMILIES: [(&str, Family); 3] = [
    ("ecp5", Family { script: "synth_ecp5 -run begin:map_gates", blocks: &[("DP16KD", 512)], least: 512 }),
    ("ice40", Family { script: "synth_ice40 -run begin:map_gates", blocks: &[("SB_RAM40_4K", 128)], least: 256 }),
    (
        "xilinx",
        Family { script: "synth_xilinx -run begin:fine", blocks: &[("RAMB18E1", 512), ("RAMB36E1", 1024)], least: 512 },
    ),
];

/// One run of Yosys, in a folder of its own.
struct Run {
    folder: tempfile::TempDir,
    script: String,
}

impl Run {
    fn new() -> Run {
        Run { folder: tempfile::tempdir().unwrap(), script: String::new() }
    }

    /// Reads the sink of `bytes` in words of `width`; its modules begin with `name`.
    fn read<const IN: usize>(&mut self, name: &str, bytes: u32, width: u32) {
        let mut build = Build::default();
        build.sink.sram_bytes = bytes;
        build.sink.sram_width = width;
        let mut sink = SramSink::<IN>::new(&build);
        sink.connect_all();
        let prefix = format!("{name}_");
        let options = Options { prefix: &prefix, constants: ALL_CONSTANTS, ..Options::default() };
        let output = emit(&sink, name, &options).unwrap();
        let text: String = output.files.iter().map(|file| file.source().1).collect();
        std::fs::write(self.folder.path().join(format!("{name}.v")), text).unwrap();
        write!(self.script, "read_verilog {name}.v; ").unwrap();
    }

    /// Synthesises what was read, and counts the cells of each module.
    fn cells(&mut self, script: &str) -> serde_json::Value {
        write!(self.script, "{script}; tee -q -o cells.json stat -json -width").unwrap();
        let mut command = Command::new(yosys());
        let output = command.args(["-q", "-p", &self.script]).current_dir(self.folder.path()).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = std::fs::read(self.folder.path().join("cells.json")).unwrap();
        serde_json::from_slice(&text).unwrap()
    }
}

/// The user's Yosys, or the project's.
fn yosys() -> PathBuf {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../.tools/bin/yosys");
    std::env::var_os("TRACEWRIGHT_YOSYS").map_or(project, PathBuf::from)
}

/// Cells of a module by type.
fn cells<'a>(found: &'a serde_json::Value, module: &str) -> impl Iterator<Item = (&'a str, u64)> {
    // Yosys puts the parameters of a module ahead of its name.
    let modules = found["modules"].as_object().into_iter().flatten();
    let is_it = |name: &String| name.rsplit('\\').next() == Some(module);
    let cells = modules.filter(|(name, _)| is_it(name)).find_map(|(_, of)| of["num_cells_by_type"].as_object());
    cells.unwrap_or_else(|| panic!("{module} in {found}")).iter().map(|(kind, n)| (kind.as_str(), n.as_u64().unwrap()))
}

#[test]
fn memory_is_block_ram_on_every_family() {
    for (family, Family { script, blocks, least }) in FAMILIES {
        let mut run = Run::new();
        let mut instances = String::new();
        for (bytes, width) in SIZES.into_iter().flat_map(|bytes| WIDTHS.map(|width| (bytes, width))) {
            let name = format!("s{bytes}_{width}");
            run.read::<8>(&name, bytes, width);
            writeln!(instances, "{name} u_{name} ();").unwrap();
        }
        std::fs::write(run.folder.path().join("all.v"), format!("module all;\n{instances}endmodule\n")).unwrap();
        write!(run.script, "read_verilog all.v; ").unwrap();
        let found = run.cells(&format!("{script} -top all{}", if family == "xilinx" { "" } else { " -noflatten" }));
        for (bytes, width) in SIZES.into_iter().flat_map(|bytes| WIDTHS.map(|width| (bytes, width))) {
            // A lane of 32 bits.
            let (mut held, mut flip_flops) = (0, 0);
            for (kind, count) in cells(&found, &format!("s{bytes}_{width}_ram")) {
                let block = blocks.iter().find(|(block, _)| *block == kind);
                assert!(block.is_some() || !kind.contains("RAM") && !kind.contains("DPR"), "{family}: {kind}");
                held += block.map_or(0, |(_, words)| u64::from(*words) * count);
                if let Some((_, bits)) = kind.rsplit_once('_').filter(|(kind, _)| kind.contains("dff")) {
                    flip_flops += count * bits.parse::<u64>().unwrap();
                }
            }
            let words = u64::from((bytes / (width / 8)).max(least));
            assert_eq!(held, words, "{family}: words of block RAM in a lane of {bytes} bytes, {width} bits");
            assert!(flip_flops <= 8, "{family}: {flip_flops} flip-flops beyond which block is read");
        }
    }
}

/// Logic and block RAMs of a sink of 4 KiB.
fn area<const IN: usize>(width: u32) -> (u64, u64) {
    let mut run = Run::new();
    write!(run.script, "scratchpad -set abc9.D {TARGET}; ").unwrap();
    run.read::<IN>("sink", 4096, width);
    let found = run.cells("synth_ecp5 -top sink");
    let count = |wanted| cells(&found, "sink").filter(|(kind, _)| *kind == wanted).map(|(_, n)| n).sum();
    let (lut4, blocks) = (count("LUT4"), count("DP16KD"));
    println!("units of {IN}, words of {width}: {lut4} LUT4, {} flip-flops, {blocks} block RAMs", count("TRELLIS_FF"));
    (lut4, blocks)
}

#[test]
fn a_sink_of_4_kib_is_two_block_rams_and_little_logic() {
    for (lut4, blocks) in [area::<8>(32), area::<32>(32)] {
        assert!(lut4 <= LUT4, "{lut4} LUT4");
        assert_eq!(blocks, 2);
    }
}
