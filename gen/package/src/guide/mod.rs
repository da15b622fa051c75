// SPDX-License-Identifier: Apache-2.0
//! The guide for who builds the design in, made from the build's facts.

mod bus;
mod clocks;
mod ingress;
mod ports;
mod rvfi;
mod sinks;
mod start;
mod tools;
mod unit;

use crate::Package;
use std::fmt::Write;

/// The text of `INTEGRATION.md`.
pub(crate) fn text(package: &Package) -> Result<String, String> {
    if !package.build.encoder.built {
        return Ok(unit::text(package));
    }
    let sections = [
        head(package),
        clocks::text(package),
        ingress::text(package),
        rvfi::text(package),
        bus::text(package),
        sinks::text(package),
        ports::others(package),
        clocks::constraints(package),
        start::text(package)?,
        tools::text(package),
        ports::template(package),
    ];
    Ok(sections.concat())
}

fn head(package: &Package) -> String {
    let Package { banner, top, build, components, .. } = package;
    let mut text = format!("# Building in {top}\n{banner}\n\n");
    let harts = build.system.harts;
    let kinds: Vec<String> = build.sinks().iter().map(|kind| sinks::name(kind).to_string()).collect();
    match harts {
        1 => writeln!(text, "`{top}` traces one RV{} hart to {}.", build.xlen, list(&kinds)).ok(),
        _ => writeln!(text, "`{top}` traces {harts} RV{} harts through funnels to {}.", build.xlen, list(&kinds)).ok(),
    };
    text += "It has no parameters: what it is was decided when it was generated; `configuration.toml` says it, \
        `description.json` in detail.\n\n";
    text += "| files | what |\n|---|---|\n";
    text += "| `rtl/*.v`, `rtl/tracewright.f` | the hardware, Verilog-2005, and the list of its files, relative to \
        the list |\n";
    writeln!(text, "| `constraints/{top}.sdc`, `.xdc`, `.lpf`, `.pcf` | clocks, crossings, trace pins |").ok();
    text += "| `tracewright.core`, `Bender.yml` | for FuseSoC and Bender |\n";
    if !package.bench.is_empty() {
        text += "| `bench/` | a self-checking test bench, Verilog-2005; also an example of all that is said here |\n";
    }
    text +=
        "| `registers/` | the registers as SystemRDL, IP-XACT, CMSIS-SVD, C header, Rust module, JSON, Markdown |\n";
    text +=
        "| `software/tw_trace.{c,h}`, `.vh`, `.py` | the first trace as C functions, Verilog tasks, coroutines for \
        cocotb |\n";
    if components.len() > 1 {
        text += "\n| address | component |\n|---|---|\n";
        components.iter().for_each(|(base, name)| {
            writeln!(text, "| 0x{base:05X} | {name} |").ok();
        });
    }
    text
}

/// `a`, `a and b`, `a, b and c`.
fn list(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [before @ .., last] => format!("{} and {last}", before.join(", ")),
    }
}
