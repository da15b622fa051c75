// SPDX-License-Identifier: Apache-2.0
//! How the package is taken by tools.

use crate::fusesoc::name;
use crate::Package;
use std::fmt::Write;

pub(crate) fn text(package: &Package) -> String {
    let Package { top, bench, bench_top, .. } = package;
    let mut text = String::from("\n## Tools\nIn the folder of this file:\n```\n");
    writeln!(text, "verilator --lint-only -Wall --top-module {top} -F rtl/tracewright.f").ok();
    if !bench.is_empty() {
        writeln!(
            text,
            "iverilog -g2005 -Wall -s {bench_top} -o {bench_top}.vvp bench/*.v rtl/*.v && vvp -n {bench_top}.vvp"
        )
        .ok();
        writeln!(
            text,
            "verilator --binary -CFLAGS -std=c++20 -Wall --top-module {bench_top} bench/*.v -F rtl/tracewright.f && obj_dir/V{bench_top}"
        )
        .ok();
    }
    writeln!(text, "yosys -p 'read_verilog rtl/*.v; synth_ecp5 -top {top} -json {top}.json'").ok();
    writeln!(
        text,
        "nextpnr-ecp5 --85k --package CABGA756 --out-of-context --json {top}.json --lpf constraints/{top}.lpf \
        --lpf-allow-unconstrained --timing-allow-fail"
    )
    .ok();
    let core = name(package);
    writeln!(text, "fusesoc --cores-root . run --target lint {core}").ok();
    if !bench.is_empty() {
        writeln!(text, "fusesoc --cores-root . run --target sim {core}              # Icarus").ok();
        writeln!(text, "fusesoc --cores-root . run --target sim_verilator {core}").ok();
    }
    writeln!(text, "fusesoc --cores-root . run --target synth {core}            # needs a Yosys with Tcl").ok();
    text += "```\n";
    if !bench.is_empty() {
        text += "The bench says PASS or FAIL, and ends by itself.\n";
    }
    text += "`--out-of-context` is for a look at its speed as a block, whose ports are no pins; nextpnr says that they have \
        none. Without `--timing-allow-fail` it fails where a clock does not reach the frequency of the constraints. On a board, the top that instantiates this has the pins.\n";
    text
}
