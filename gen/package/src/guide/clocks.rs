// SPDX-License-Identifier: Apache-2.0
//! Clocks, resets, crossings and what to constrain.

use super::ports::is_clock_or_reset;
use crate::constraints::{Kind, Source};
use crate::Package;
use std::fmt::Write;
use tracewright_config::Reset;

pub(crate) fn text(package: &Package) -> String {
    let mut text = String::from("\n## Clocks and resets\n| port | meaning |\n|---|---|\n");
    for port in package.ports.iter().filter(|port| is_clock_or_reset(port)) {
        writeln!(text, "| `{}` | {} |", port.name, port.doc).ok();
    }
    text += match package.build.reset {
        Reset::Async => {
            "\nResets are asynchronous: low resets at once. Each must rise in step with its clock (a \
            reset synchroniser outside), so that all registers leave it in the same cycle.\n"
        }
        Reset::Sync => {
            "\nResets are synchronous: low in a rising edge of the clock resets. Each is low for a cycle \
            at least, after power-up, and meets the timing of its clock.\n"
        }
    };
    text += "Memories have no reset, and need none. Nothing has an initial value: reset before use.\n";
    if package.constraints.clocks.len() > 1 {
        text += "The clocks may have any frequencies and phases to each other. A reset of one side alone is allowed \
            if it lasts eight cycles of the other side's clock or more; the trace under way is lost.\n";
    }
    let build = package.build;
    text += match (build.encoder.built, build.has_csr_port()) {
        (true, false) => {
            "There is no clock gate inside. `clk` may stop while the encoder is not active (teActive reads 0) and the \
            control bus is quiet.\n"
        }
        (true, true) => {
            "There is no clock gate inside. `clk` runs whenever the hart does, whether it is traced or not: what is at \
            its CSR port needs it.\n"
        }
        (false, _) => "There is no clock gate inside. `clk` runs whenever the hart does.\n",
    };
    text
}

/// What crosses, and what to do about it.
pub(crate) fn constraints(package: &Package) -> String {
    let Package { constraints, top, .. } = package;
    let mut text = String::from("\n## Timing constraints\n");
    writeln!(
        text,
        "Set the periods at the top of `constraints/{top}.sdc` (Quartus, OpenSTA, Design Compiler), \
        `.xdc` (Vivado), `.lpf` (nextpnr-ecp5, Diamond)"
    )
    .ok();
    text += "or `.pcf` (nextpnr-ice40). Where it is not the top, each file says in its first lines what to take out.\n";
    let (mut bits, mut counts, mut words, mut inputs) = (0, 0, 0, 0);
    for crossing in &constraints.crossings {
        match (&crossing.source, crossing.kind) {
            (Source::Port(_), _) => inputs += 1,
            (_, Kind::Bit) => bits += 1,
            (_, Kind::Gray) => counts += 1,
            (_, Kind::Word) => words += 1,
        }
    }
    if constraints.crossings.is_empty() {
        text += "There is one clock: nothing crosses.\n";
    } else {
        writeln!(
            text,
            "What crosses between clocks is in them, each by name: {bits} bits through synchronisers, {counts} bits \
                of Gray counts, {words} words that stand still while they are read, {inputs} inputs that change at \
                any time."
        )
        .ok();
        text += "Keep the hierarchy and the names of `tw_synchronizer*` (no flattening before constraints are read), \
            and do not retime across it.\n";
    }
    text
}
