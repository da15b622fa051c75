// SPDX-License-Identifier: Apache-2.0
//! `docs/pmu_registers.md`: the CSRs and the events, with what each depends on.

use super::{legal, name};
use std::fmt::Write;
use tracewright_regmap::csr::pmu::{PmuCsr, PmuFeature, PmuFeatures, PmuState, PMU_EVENTS};

const INTRODUCTION: &str = "\
# CSRs of performance counters

What [pmu.md](pmu.md) speaks of, as numbers and bits. Positions are those of XLEN 64. With XLEN 32 a CSR shows bits
31-0, one whose name ends in h bits 63-32. Bits that are not listed read 0 and ignore writes. Every field is WARL: it
reads 0 in a build without it, and everything that is about a counter that is not built reads 0 and ignores writes.
Everything is 0 after reset. Bit 1 of mcountinhibit and of the enables is not here: the time is the hart's.

*From* is the least privileged mode that reaches a CSR; pmu.md says what others get. Shadows are reached from modes
below M as the enables say.

This page is made from the description in `gen/regmap/src/csr/pmu` by `make docs`.

## Numbers

| number | CSR | what | only with | from |
|---|---|---|---|---|
";

/// The page.
pub fn pmu_reference() -> String {
    let mut text = INTRODUCTION.to_string();
    // XLEN 32 alone has the upper halves.
    let features = PmuFeatures::full(32);
    features.csrs().for_each(|csr| row(&mut text, csr));
    let mut shown: Vec<PmuState> = Vec::new();
    for csr in features.csrs().filter(|csr| !csr.high) {
        if shown.contains(&csr.state) {
            continue;
        }
        shown.push(csr.state);
        let (heading, spec) = (heading(csr), csr.spec);
        let _ = writeln!(text, "\n### {heading}\n\n{spec}.\n\n| bits | field | only with | there are | meaning |");
        let _ = writeln!(text, "|---|---|---|---|---|");
        for field in csr.fields {
            let bits = match field.width {
                1 => field.lsb.to_string(),
                width => format!("{}-{}", field.lsb + width - 1, field.lsb),
            };
            let (name, doc, needs, legal) = (field.name, field.doc, needed(field.needs, csr.state), legal(field));
            let _ = writeln!(text, "| {bits} | {name} | {needs} | {legal} | {doc} |");
        }
    }
    text.push_str("\n## Events\n\nWhat SELECTOR can select; 0 selects nothing.\n\n");
    text.push_str("| SELECTOR | event | what is counted | `itype` | SBI |\n|---|---|---|---|---|\n");
    for event in PMU_EVENTS {
        let itypes = event.itypes.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let sbi = event.sbi.map_or("raw".into(), |code| format!("0x{code:05x}"));
        let _ = writeln!(text, "| {} | {} | {} | {itypes} | {sbi} |", event.selector, event.name, event.doc);
    }
    text.push_str("| 16 + n | event n of the bus | what `build.pmu.bus` says |  | its code |\n");
    text
}

/// The names of the CSRs that show a state.
fn heading(of: &PmuCsr) -> String {
    let features = PmuFeatures::full(64);
    let names = features.csrs().filter(|csr| csr.state == of.state).map(|csr| name(csr, csr.first.into()));
    names.collect::<Vec<_>>().join(", ").replace("3", "3 to 31")
}

fn row(text: &mut String, csr: &PmuCsr) {
    let needs = needed(csr.needs, csr.state);
    let only = match (csr.high, needs) {
        (true, "") => "XLEN 32".into(),
        (true, needs) => format!("{needs}, XLEN 32"),
        (false, needs) => needs.to_string(),
    };
    let from = ["as enabled", "S", "HS", "M"][usize::from(csr.level())];
    let (first, last) = (csr.number, csr.number + u16::from(csr.count) - 1);
    let h = if csr.high { "h" } else { "" };
    let (numbers, names) = match csr.count {
        1 => (format!("0x{first:03X}"), name(csr, csr.first.into())),
        _ => (format!("0x{first:03X}-0x{last:03X}"), format!("{0}3{h} to {0}31{h}", csr.name)),
    };
    let _ = writeln!(text, "| {numbers} | {names} | {} | {only} | {from} |", csr.doc);
}

/// What a build must have, as the keys of `build.pmu` say it.
fn needed(feature: PmuFeature, state: PmuState) -> &'static str {
    let is_fixed = state == PmuState::Filter;
    match feature {
        PmuFeature::Always => "",
        PmuFeature::User => "U-mode",
        PmuFeature::Supervisor => "S-mode",
        PmuFeature::Hypervisor => "the H extension",
        PmuFeature::Overflow => "`sscofpmf`",
        PmuFeature::SupervisorOverflow => "`sscofpmf`, S-mode",
        PmuFeature::FixedFilter => "`smcntrpmf`",
        PmuFeature::Filter if is_fixed => "",
        PmuFeature::UserFilter if is_fixed => "U-mode",
        PmuFeature::SupervisorFilter if is_fixed => "S-mode",
        PmuFeature::HypervisorFilter if is_fixed => "the H extension",
        PmuFeature::Filter => "`sscofpmf`",
        PmuFeature::UserFilter => "`sscofpmf`, U-mode",
        PmuFeature::SupervisorFilter => "`sscofpmf`, S-mode",
        PmuFeature::HypervisorFilter => "`sscofpmf`, the H extension",
    }
}
