// SPDX-License-Identifier: Apache-2.0
//! What Yosys is told.

use crate::synthesis::{wrapper, Design, Options, Target};

/// The hierarchy as it is written, with its memories.
pub const SOURCE: &str = "source.json";

/// The design without hierarchy, mapped but for its logic: cells and nets still have the names that they were given.
pub const NAMED: &str = "named.json";

/// The design without hierarchy, mapped.
pub const WHOLE: &str = "whole.json";

/// The same with the registers around it.
pub const PLACED: &str = "placed.json";

/// Every module for itself, mapped.
pub const MODULES: &str = "modules.json";

/// Writes a netlist, without what the library says about its cells, which is not a netlist, and leaves the design as it
/// was.
fn write(file: &str) -> String {
    format!("design -push-copy; blackbox =A:whitebox; write_json {file}; design -pop; ")
}

fn read(design: &Design) -> String {
    design.files.iter().map(|(name, _)| format!("read_verilog {name}; ")).collect()
}

/// Reads the hierarchy and its memories; nothing may be a latch, a loop or driven twice.
pub fn source(design: &Design) -> String {
    let (files, top) = (read(design), &design.top);
    format!(
        "{files}hierarchy -check -top {top}; proc; check -assert; select -assert-none t:$dlatch t:$adlatch; memory_collect; \
         write_json {SOURCE}"
    )
}

/// The whole design without hierarchy, and the registers around what is mapped already.
pub fn whole(design: &Design, options: &Options) -> String {
    let target = options.target;
    let mut script = format!("{}{}", read(design), map(&design.top, options, true, &write(NAMED)));
    script += &write(WHOLE);
    if target.placement().is_some() {
        let (file, name) = (wrapper::FILE, wrapper::NAME);
        script += &format!(
            "hierarchy -check; blackbox =A:whitebox; read_verilog {file}; hierarchy -check -top {name}; flatten; opt_clean; \
             write_json {PLACED}"
        );
    }
    script
}

/// Every module for itself.
pub fn modules(design: &Design, options: &Options) -> String {
    format!("{}{}{}", read(design), map(&design.top, options, false, ""), write(MODULES))
}

/// Maps the design to the cells of the target; `before_logic` is done before names get lost.
fn map(top: &str, options: &Options, flat: bool, before_logic: &str) -> String {
    let (pass, if_flat, if_not) = match options.target {
        Target::Ecp5 => ("synth_ecp5", "", " -noflatten"),
        Target::Ice40 | Target::Ice40Hx8k => ("synth_ice40", "", " -noflatten"),
        Target::Xilinx7 => ("synth_xilinx -family xc7 -noiopad -noclkbuf", " -flatten", ""),
        Target::Asic => return gates(top, flat, before_logic),
    };
    let pass = format!("{pass}{} -top {top}", if flat { if_flat } else { if_not });
    let delay = options.delay_ps.map(|delay| format!("scratchpad -set abc9.D {delay}; ")).unwrap_or_default();
    let forms = if options.thorough { "scratchpad -copy abc9.script.flow3 abc9.script; " } else { "" };
    format!("{pass} -run begin:map_luts; {before_logic}{delay}{forms}{pass} -run map_luts:check; ")
}

/// Maps the design to gates and to flip-flops without enables; memories stay what they are, constant tables do not.
fn gates(top: &str, flat: bool, before_logic: &str) -> String {
    let flatten = if flat { " -flatten" } else { "" };
    format!(
        "synth -top {top}{flatten} -run begin:fine; opt -fast -full; memory_map -rom-only; opt -undriven -fine; techmap; \
         opt -fast; dfflegalize -cell $_DFF_P_ x -cell $_DFF_PN0_ x -cell $_DFF_PN1_ x; opt_expr; opt_clean; {before_logic}\
         abc -g AND,NAND,OR,NOR,XOR,XNOR,MUX,AOI3,OAI3,AOI4,OAI4; opt_clean; "
    )
}
