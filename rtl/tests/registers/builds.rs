// SPDX-License-Identifier: Apache-2.0
//! Builds that together have every field in every form, and a list with what no register of the specification has.

use tracewright_regmap::*;

/// A list of registers in a build.
pub struct Case {
    pub name: &'static str,
    pub list: &'static [Register],
    pub features: Features,
}

/// The cases.
pub fn cases() -> Vec<Case> {
    let pib = PibFeature { modes: 0b1_1111_0011_0001, ref_center: true, calibrate: true, divider_bits: 13 };
    let none = Features::minimal(SinkFeatures::stream());
    let sram = Features::minimal(SinkFeatures::sram(4096));
    let some = Features {
        modes: ModeFeature::Btm,
        implicit_return: ReturnFeature::Full,
        repeats: true,
        external_triggers: 8,
        trigger_outputs: 8,
        timestamp: TimestampFeature::External(20),
        ..sram
    };
    let every = Features {
        stall: true,
        sinks: SinkFeatures {
            sram_bytes: 256,
            sram_word_bytes: 8,
            stream: true,
            atb: true,
            pib: Some(pib),
            sba_bits: 44,
            sba_word_bytes: 16,
            funnel: true,
        },
        modes: ModeFeature::Both,
        context: true,
        triggers: true,
        external_triggers: 3,
        trigger_outputs: 5,
        src_bits: 10,
        implicit_return: ReturnFeature::Partial,
        sequential_jump: true,
        repeats: true,
        all_jumps: true,
        extended_address: true,
        timestamp: TimestampFeature::Internal(64),
        records: true,
        inputs: 5,
        tandem_classes: 0,
        defaults: Defaults {
            mode: TE_INST_MODE_BTM as u32,
            context: true,
            stall: true,
            stop_on_wrap: true,
            inhibit_src: true,
            sync_mode: 2,
            sync_max: 9,
            src_id: 0x2A5,
            pib_divider: 0x123,
        },
    };
    let pins = Features {
        sinks: SinkFeatures { pib: Some(PibFeature { modes: 0b1_0001, ..pib }), sba_bits: 64, ..SinkFeatures::NONE },
        implicit_return: ReturnFeature::Count,
        src_bits: 3,
        timestamp: TimestampFeature::Slave(40),
        ..every
    };
    let small = Features { sinks: SinkFeatures { sba_bits: 20, ..SinkFeatures::NONE }, ..none };
    let wide = SinkFeatures { sram_word_bytes: 16, ..SinkFeatures::sram(1024) };
    let wide = Features { sinks: SinkFeatures { atb: true, ..wide }, inputs: 16, ..none };
    vec![
        Case { name: "none", list: REGISTERS, features: none },
        Case { name: "sram", list: REGISTERS, features: sram },
        Case { name: "some", list: REGISTERS, features: some },
        Case { name: "every", list: REGISTERS, features: every },
        Case { name: "pins", list: REGISTERS, features: pins },
        Case { name: "small", list: REGISTERS, features: small },
        Case { name: "funnel", list: FUNNEL_REGISTERS, features: every },
        Case { name: "wide", list: REGISTERS, features: wide },
        Case { name: "funnel_wide", list: FUNNEL_REGISTERS, features: wide },
        Case { name: "funnel_none", list: FUNNEL_REGISTERS, features: none },
        Case { name: "made_up", list: MADE_UP, features: every },
    ]
}

/// A field of the least kind.
const PLAIN: Field = Field {
    name: "",
    lsb: 0,
    width: 1,
    access: Access::ReadWrite,
    rule: Rule::Any,
    hardware: Hardware::Nothing,
    cleared_by: None,
    only_with: None,
    reset: 0,
    system: None,
    doc: "A field.",
    spec: None,
    values: &[],
};

/// A register that the specification has not got.
pub const EXTRA: Register = Register {
    name: "madeUp",
    offset: 0x0F8,
    doc: "A register that nobody has",
    spec: "5",
    unit: Unit::Encoder,
    needs: None,
    fields: &[
        Field { name: "madeUpLow", lsb: 3, width: 9, reset: 0x155, ..PLAIN },
        Field { name: "madeUpMode", lsb: 14, width: 4, access: Access::Warl, rule: Rule::Sink, reset: 5, ..PLAIN },
        Field { name: "madeUpHigh", lsb: 22, width: 10, ..PLAIN },
    ],
};

/// The registers of an encoder, without some, and with some that are made up: what a description can say, together.
pub const MADE_UP: &[Register] = &[
    REGISTERS[0],
    EXTRA,
    Register {
        name: "oddAccess",
        offset: 0x0FC,
        fields: &[
            Field { name: "once", access: Access::ClearOnRead, reset: 1, ..PLAIN },
            Field {
                name: "teInstStallOrOverflow",
                lsb: 1,
                access: Access::ClearOnRead,
                hardware: Hardware::Sets,
                ..PLAIN
            },
            Field { name: "teInstTracing", lsb: 2, access: Access::ReadWrite, hardware: Hardware::Sets, ..PLAIN },
            Field {
                name: "tfEnable",
                lsb: 6,
                width: 4,
                hardware: Hardware::Clears,
                cleared_by: Some("chosen"),
                reset: 5,
                ..PLAIN
            },
            Field { name: "strike", lsb: 10, width: 2, access: Access::WriteOne, ..PLAIN },
            Field { name: "chosen", lsb: 13, width: 5, access: Access::Warl, rule: Rule::Sink, ..PLAIN },
            Field { name: "bound", lsb: 21, width: 6, only_with: Some(("chosen", 1 << 5 | 1 << 8)), ..PLAIN },
            Field {
                name: "shown",
                lsb: 28,
                width: 3,
                access: Access::ReadOnly,
                hardware: Hardware::Mirrors("madeUp", "madeUpHigh"),
                ..PLAIN
            },
        ],
        ..EXTRA
    },
];
