// SPDX-License-Identifier: Apache-2.0
//! The tables against Trace Control 0.9.4 and against themselves.

mod builds;
mod consistency;
mod csrs;
mod pmu;
mod tables;

use crate::*;

const SRAM: Features = Features { stall: true, ..Features::minimal(SinkFeatures::sram(1024)) };
const STREAM: Features = Features::minimal(SinkFeatures::stream());

/// Everything that 0.9.4 knows, and the largest of it.
const FULL: Features = Features {
    stall: true,
    sinks: SinkFeatures {
        sram_bytes: 1024,
        sram_word_bytes: 4,
        stream: true,
        atb: true,
        pib: Some(PibFeature { modes: 0x1F31, ref_center: true, calibrate: true, divider_bits: 16 }),
        sba_bits: 64,
        sba_word_bytes: 4,
        funnel: true,
    },
    modes: ModeFeature::Both,
    context: true,
    triggers: true,
    external_triggers: 8,
    trigger_outputs: 8,
    src_bits: 10,
    implicit_return: ReturnFeature::Partial,
    sequential_jump: true,
    repeats: true,
    all_jumps: true,
    extended_address: true,
    timestamp: TimestampFeature::Internal(40),
    records: true,
    inputs: 16,
    tandem_classes: 0,
    defaults: Defaults { src_id: 0x2A5, ..Defaults::ZERO },
};

fn find(list: &'static [Register], name: &str) -> &'static Register {
    list.iter().find(|r| r.name == name).unwrap()
}

fn register(name: &str) -> &'static Register {
    find(REGISTERS, name)
}

fn field(register_name: &str, name: &str) -> &'static Field {
    register(register_name).field(name).unwrap()
}
