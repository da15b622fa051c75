// SPDX-License-Identifier: Apache-2.0
//! What firmware reads from the device tree: which events there are, what selects them, and which counters count them.
//!
//! Cells have 32 bits, of wider values the upper ones first. The node has no address: its name is `pmu`.

use crate::registers::output::Origin;
use std::fmt::{self, Write};
use tracewright_config::Build;
use tracewright_regmap::csr::pmu::PmuFeatures;

/// Counters that count one event alone: mcycle and minstret, by `event_idx`.
const FIXED: [(u32, u32); 2] = [(1, 1 << 0), (2, 1 << 2)];

/// The node of a build's counters.
pub(super) fn render(build: &Build, features: &PmuFeatures, origin: &Origin) -> String {
    let mut text = String::new();
    write(&mut text, build, features, origin).expect("a string takes any text");
    text
}

fn write(text: &mut String, build: &Build, features: &PmuFeatures, origin: &Origin) -> fmt::Result {
    let programmable = features.counter_mask() & !0b111;
    let counters =
        |event: u32| FIXED.iter().fold(programmable, |mask, (of, bit)| if *of == event { mask | bit } else { mask });
    let events = build.pmu_sbi_events();
    let rows = |row: &dyn Fn(u32, u32) -> String| -> Vec<String> {
        events.iter().map(|&(event, selector)| row(event, selector)).collect()
    };
    writeln!(text, "/* {} */", origin.banner)?;
    writeln!(
        text,
        "/* To be included in the root of a device tree: what firmware serves the SBI PMU extension from. */"
    )?;
    writeln!(text, "/ {{\n\tpmu {{\n\t\tcompatible = \"riscv,pmu\";")?;
    if programmable != 0 {
        let selected = rows(&|event, selector| format!("<0x{event:x} 0x0 0x{selector:x}>"));
        property(text, "riscv,event-to-mhpmevent", "event, upper and lower bits of mhpmevent", &selected)?;
    }
    let counted = rows(&|event, _| format!("<0x{event:x} 0x{event:x} 0x{:x}>", counters(event)));
    property(text, "riscv,event-to-mhpmcounters", "first event, last event, counters", &counted)?;
    if programmable != 0 {
        let compared = !((1 << features.selector_bits) - 1u32);
        let raw = [format!("<0x0 0x0 0xffffffff 0x{compared:x} 0x{programmable:x}>")];
        let meaning = "value, mask, counters: all events by SELECTOR";
        property(text, "riscv,raw-event-to-mhpmcounters", meaning, &raw)?;
    }
    writeln!(text, "\t}};\n}};")
}

fn property(text: &mut String, name: &str, meaning: &str, rows: &[String]) -> fmt::Result {
    writeln!(text, "\t\t/* {meaning} */")?;
    writeln!(text, "\t\t{name} = {};", rows.join(",\n\t\t\t"))
}
