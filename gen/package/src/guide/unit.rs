// SPDX-License-Identifier: Apache-2.0
//! The guide of a block that stands alone beside a core: Control Transfer Records, counters, tandem-verification trace.

use super::{bus, clocks, ports, sinks, tools};
use crate::Package;
use tracewright_config::{Adapter, Build};

/// What the descriptions of ports begin with, in the order of the guide.
const GROUPS: [&str; 6] = ["Ingress:", "Transfers:", "Event bus:", "Counters:", "CSR port:", "Debug port:"];

/// The text of `INTEGRATION.md`.
pub(crate) fn text(package: &Package) -> String {
    let has_bus = package.build.has_sinks();
    let sections = [
        head(package),
        clocks::text(package),
        if has_bus { bus::text(package) + &sinks::text(package) } else { String::new() },
        GROUPS.iter().map(|group| section(package, group)).collect(),
        ports::others(package),
        hook_up(package.build),
        clocks::constraints(package),
        tools::text(package),
        ports::template(package),
    ];
    sections.concat()
}

fn head(package: &Package) -> String {
    let Package { banner, top, build, .. } = package;
    let registers = match build.tandem.built && !build.tandem.registers {
        true => "",
        false => "| `registers/` | what software sees, for C, Rust and other tools |\n",
    };
    let bench = match package.bench.is_empty() {
        true => "",
        false => "| `bench/` | a self-checking test bench: a hart beside the block, cycle by cycle |\n",
    };
    let what = match (build.tandem.built, build.pmu.built) {
        (true, _) => "writes tandem-verification trace of",
        (_, true) => "has the performance counters of",
        (..) => "has the Control Transfer Records of",
    };
    let (harts, noun) = match build.system.harts {
        1 => ("one".into(), "hart"),
        harts => (harts.to_string(), "harts"),
    };
    format!(
        "# Building in {top}\n{banner}\n\n`{top}` {what} {harts} RV{} {noun}. It has no parameters: what it is was decided when \
        it was generated; `configuration.toml` says it, `description.json` in detail.\n\n\
        | files | what |\n|---|---|\n\
        | `rtl/*.v`, `rtl/tracewright.f` | the hardware, Verilog-2005, and the list of its files, relative to the list |\n\
        | `constraints/{top}.sdc`, `.xdc`, `.lpf`, `.pcf` | clocks and ports |\n\
        {registers}\
        {bench}\
        | `tracewright.core`, `Bender.yml` | for FuseSoC and Bender |\n",
        build.xlen
    )
}

/// The ports of a group; nothing if there are none.
fn section(package: &Package, group: &str) -> String {
    match ports::table(package, group) {
        table if table.is_empty() => table,
        table => format!("\n## {}\n{table}", group.trim_end_matches(':')),
    }
}

/// How a core drives the block.
fn hook_up(build: &Build) -> String {
    let steps = match (build.tandem.built, build.pmu.built) {
        (true, _) => tandem(build),
        (_, true) => counters(build),
        (..) => records(build),
    };
    let numbered: String = steps.iter().zip(1..).map(|(step, number)| format!("{number}. {step}\n")).collect();
    format!("\n## Hook-up\n{numbered}")
}

/// What is said of each block that has a CSR port, which answers so many cycles later.
fn csr_port(later: &str) -> String {
    format!(
        "Show each CSR instruction at the CSR port for one cycle, when all older ones have been shown at the ingress port \
        in an earlier cycle. {later} cycles later `csr_done` is high: with `csr_ours` take the value or the exception, \
        else the CSR is none of the block's. The next access comes after that."
    )
}

fn tandem(build: &Build) -> Vec<String> {
    let switched = match build.tandem.registers {
        true => "Write 1 to tvActive, then to tvEnable, before the hart leaves reset; write 0 to tvEnable when it has ended.",
        false => "Raise `enable` before the hart leaves reset, and lower it when it has ended.",
    };
    let [shows, waits] = match build.ingress.adapter {
        Adapter::None => [
            "Show what retires in the cycle in which it retires, the oldest instruction first. Begin with a retirement of \
            kind 1 after reset, and one of kind 2 with pc and privilege mode before the first instruction.",
            "Show it unchanged while `stall` is 1: nothing may be lost, so the hart waits.",
        ],
        Adapter::Rvfi => [
            "Connect a core's RVFI to `rtl/tw_tandem_rvfi.v`, one for each hart, and its `retired_` outputs and `stall` to \
            the ports of these names. `beside_` inputs are for what RVFI does not show, each with its `valid`. What \
            the core can't give does not belong to `build.tandem.classes`: with `valid` tied to 0 it says that nothing \
            changes, and verification fails.",
            "The core shows the same again in the next cycle while `hold` of `tw_tandem_rvfi` is 1: nothing may be lost.",
        ],
    };
    let mut steps = vec![shows.into(), waits.into(), format!("{switched} What was taken is then sent to its end.")];
    if build.system.harts > 1 {
        let (first, last) = (build.tandem.hart_id, build.tandem.hart_id + build.system.harts - 1);
        steps.push(format!(
            "Each hart has a port and an encoder, and a funnel merges them: enable it before them. Their trace says whose \
            it is by mhartid, {first} to {last}."
        ));
    }
    steps
}

fn counters(build: &Build) -> Vec<String> {
    let mut steps = vec![
        "Connect the ingress port, and the events of your own, if there are any.".into(),
        csr_port("Two") + " There is no access in the first 32 cycles after reset.",
    ];
    if build.pmu.sscofpmf {
        steps.push("`lcofi_request` is a pulse: it sets LCOFIP, bit 13 of mip.".into());
    }
    steps
}

fn records(build: &Build) -> Vec<String> {
    let enables = if build.ctr.state_enable { ", mstateen0, hstateen0" } else { "" };
    vec![
        "Connect the ingress port. What ends a block is TYPE of its record, so itype is that of E-Trace. The newest valid \
        block of a cycle changes the mode and the pc: `next_iaddr` and `next_privilege` say to what."
            .into(),
        csr_port("Four"),
        format!(
            "A CSR that the core has, too (the selects and windows of indirect access{enables}): write both, read the OR \
            of both."
        ),
        "The debug port reaches the records while the hart runs. Without a debugger, tie `debug_request` to 0 and \
        `debug_locked` to 1."
            .into(),
    ]
}
