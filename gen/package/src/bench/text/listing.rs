// SPDX-License-Identifier: Apache-2.0
//! Accesses to registers as calls of tasks.

use crate::bench::listing::{Doing, Section, Step};
use crate::programming::BLOCK;
use crate::registers::screaming_case;
use std::fmt::Write;
use tracewright_config::{Build, Component};

/// The constants with the offsets of registers, for what `sections` use, and for others.
pub(super) fn offsets<'a>(
    build: &Build,
    sections: impl Iterator<Item = &'a Section>,
    others: &[(&'a str, u32)],
) -> String {
    let steps = sections.flat_map(|section| &section.steps).map(|step| (step.register, step.offset));
    let mut all: Vec<(&str, u32)> = steps.chain(others.iter().copied()).collect();
    all.sort_by_key(|(name, offset)| (*offset, *name));
    all.dedup();
    let bits = address_bits(build);
    let widest = all.iter().map(|(name, _)| screaming_case(name).len()).max().unwrap_or(0);
    all.into_iter().fold(String::new(), |mut text, (name, offset)| {
        let _ =
            writeln!(text, "  localparam [{}:0] {:<widest$} = {bits}'h{offset:03X};", bits - 1, screaming_case(name));
        text
    })
}

/// Bits of an address on the control bus.
pub(super) fn address_bits(build: &Build) -> u32 {
    12 + build.component_bits()
}

/// The calls.
pub(super) fn calls(build: &Build, sections: &[Section]) -> String {
    let components = build.components();
    let mut text = String::new();
    for section in sections {
        let bits = address_bits(build);
        let base = section.first * BLOCK;
        match (components.len(), section.count) {
            (1, _) => section.steps.iter().for_each(|step| text.push_str(&call("      ", "", step))),
            (_, 1) => {
                let name = match components[section.first as usize] {
                    Component::Encoder(hart) | Component::Tandem(hart) => format!("the encoder of hart {hart}"),
                    Component::Funnel(funnel) => format!("funnel {funnel}"),
                };
                let _ = writeln!(text, "      base = {bits}'h{base:X};  // {name}");
                section.steps.iter().for_each(|step| text.push_str(&call("      ", "base + ", step)));
            }
            (_, count) => {
                let last = base + (count - 1) * BLOCK;
                let _ = writeln!(
                    text,
                    "      // the encoders of harts {} to {}\n      \
                     for (base = {bits}'h{base:X}; base <= {bits}'h{last:X}; base = base + {bits}'h{BLOCK:X}) begin",
                    section.first,
                    section.first + count - 1
                );
                section.steps.iter().for_each(|step| text.push_str(&call("        ", "base + ", step)));
                text.push_str("      end\n");
            }
        }
    }
    text
}

fn call(indent: &str, base: &str, step: &Step) -> String {
    let Step { doing, mask, value, text, .. } = step;
    let register = format!("{base}{}", screaming_case(step.register));
    match doing {
        Doing::Write => {
            format!("{indent}bus.write_register({register}, 32'h{value:08X});  // {text}\n")
        }
        Doing::Wait => format!("{indent}bus.wait_for({register}, 32'h{mask:08X}, 32'h{value:08X});  // {text}\n"),
        Doing::Check => format!("{indent}bus.check_register({register}, 32'h{mask:08X}, 32'h{value:08X});\n"),
    }
}
