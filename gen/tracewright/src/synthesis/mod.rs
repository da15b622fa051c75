// SPDX-License-Identifier: Apache-2.0
//! Size and speed of Verilog on a device family. Results are kept by the hash of everything that went into them.

mod comparison;
mod ecp5;
mod result;
mod tools;
mod wrapper;

use crate::failure::Failure;
use crate::files;
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

pub use comparison::Comparison;
pub use result::{Area, Module, Synthesis};
pub use tools::{Tool, NEXTPNR_ECP5, YOSYS};

/// Verilog to synthesise.
#[derive(Clone, Debug)]
pub struct Design {
    /// Name of the top module.
    pub top: String,
    /// Name and text of every file.
    pub files: Vec<(String, String)>,
    /// Ports of the top module other than its clock `clk` and reset `rst_n`.
    pub ports: Vec<Port>,
}

/// A port of the top module.
#[derive(Clone, Debug)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Whether it is an input.
    pub input: bool,
    /// Its width in bits.
    pub width: usize,
    /// Whether it is a clock or a reset, which no register may be in front of.
    pub direct: bool,
}

/// A device family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Lattice ECP5, through Yosys and nextpnr-ecp5.
    Ecp5,
}

impl Target {
    /// The family of this name.
    pub fn named(name: &str) -> Result<Target, Failure> {
        match name {
            "ecp5" => Ok(Target::Ecp5),
            _ => Err(Failure::usage(format!("unknown target `{name}`; there is ecp5"))),
        }
    }
}

/// Synthesises, places and routes `design` in a folder of its own below `build`, or reads what an earlier run found.
pub fn run(design: &Design, target: Target, seeds: u32, build: &Path) -> Result<Synthesis, Failure> {
    let Target::Ecp5 = target;
    let yosys = Tool::find(&YOSYS)?;
    let nextpnr = Tool::find(&NEXTPNR_ECP5)?;
    let folder = build.join("synth").join(key(design, seeds, &[&yosys, &nextpnr]));
    let kept = folder.join("result.json");
    if let Some(result) = std::fs::read(&kept).ok().and_then(|text| serde_json::from_slice(&text).ok()) {
        return Ok(result);
    }
    let mut sources: Vec<(PathBuf, Vec<u8>)> =
        design.files.iter().map(|(name, text)| (name.into(), text.clone().into_bytes())).collect();
    sources.push((wrapper::FILE.into(), wrapper::text(design).into_bytes()));
    files::write_all(&folder, &sources, &[])?;
    let result = ecp5::run(design, seeds, &folder, &yosys, &nextpnr)?;
    files::write(&kept, &serde_json::to_vec_pretty(&result).expect("results are plain data"))?;
    Ok(result)
}

/// Names everything that a result depends on.
fn key(design: &Design, seeds: u32, tools: &[&Tool]) -> String {
    let mut digest = Sha256::new();
    let mut part = |text: &str| {
        digest.update((text.len() as u64).to_le_bytes());
        digest.update(text);
    };
    part(&design.top);
    for (name, text) in &design.files {
        part(name);
        part(text);
    }
    part(&wrapper::text(design));
    part(&ecp5::settings(design, seeds));
    tools.iter().for_each(|tool| part(&tool.version));
    digest.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNTER: &str =
        "module counter (input wire clk, input wire rst_n, input wire [7:0] step, output reg [7:0] count);
  always @(posedge clk or negedge rst_n) if (!rst_n) count <= 8'h00; else count <= count + step;
endmodule
";

    #[test]
    fn a_counter_is_sized_and_timed_without_the_registers_at_its_ports() {
        let port = |name: &str, input| Port { name: name.into(), input, width: 8, direct: false };
        let design = Design {
            top: "counter".into(),
            files: vec![("counter.v".into(), COUNTER.into())],
            ports: vec![port("step", true), port("count", false)],
        };
        let build = tempfile::tempdir().unwrap();
        let result = run(&design, Target::Ecp5, 1, build.path()).unwrap();
        assert_eq!((result.area.ff, result.area.carry, result.area.ebr), (8, 4, 0));
        assert!(result.fmax_mhz > 50.0, "{}", result.fmax_mhz);
        assert_eq!(result.modules[0].name, "counter");
        let again = std::time::Instant::now();
        assert_eq!(run(&design, Target::Ecp5, 1, build.path()).unwrap(), result);
        assert!(again.elapsed().as_secs() < 10, "the result was kept");
    }
}
