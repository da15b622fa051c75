// SPDX-License-Identifier: Apache-2.0
//! Builds for which the registers are walked.

use tracewright_regmap::*;

/// What an encoder must have, with an SRAM.
pub const SRAM: Features = Features { stall: true, ..Features::minimal(SinkFeatures::sram(1024)) };

/// What an encoder must have, with a stream.
pub const STREAM: Features = Features::minimal(SinkFeatures::stream());

/// Every option.
pub const FULL: Features = Features {
    stall: true,
    sinks: SinkFeatures {
        sram_bytes: 1024,
        sram_word_bytes: 4,
        stream: true,
        atb: true,
        pib: Some(PibFeature { modes: 0b1_1111_0011_0001, ref_center: true, calibrate: true, divider_bits: 13 }),
        sba_bits: 40,
        sba_word_bytes: 4,
        funnel: true,
    },
    modes: ModeFeature::Both,
    context: true,
    triggers: true,
    external_triggers: 8,
    trigger_outputs: 8,
    src_bits: 12,
    implicit_return: ReturnFeature::Partial,
    sequential_jump: true,
    repeats: true,
    all_jumps: true,
    extended_address: true,
    timestamp: TimestampFeature::Internal(40),
    records: true,
    inputs: 4,
    tandem_classes: 0,
    defaults: Defaults {
        mode: 3,
        context: true,
        stall: true,
        stop_on_wrap: true,
        inhibit_src: true,
        sync_mode: 2,
        sync_max: 9,
        src_id: 0x2A5,
        pib_divider: 77,
    },
};

/// Some options, with a pin interface block alone.
pub const PIB: Features = Features {
    sinks: SinkFeatures {
        pib: Some(PibFeature { modes: 0b0000_0010_0001, ref_center: false, calibrate: false, divider_bits: 0 }),
        ..SinkFeatures::NONE
    },
    external_triggers: 3,
    trigger_outputs: 1,
    src_bits: 4,
    implicit_return: ReturnFeature::Full,
    timestamp: TimestampFeature::Slave(20),
    defaults: Defaults { src_id: 9, ..Defaults::ZERO },
    ..SRAM
};

/// All of them.
pub const ALL: [Features; 4] = [SRAM, STREAM, FULL, PIB];
