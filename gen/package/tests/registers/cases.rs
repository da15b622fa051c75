// SPDX-License-Identifier: Apache-2.0
//! Builds that the forms are tried with.

use tracewright_config::{Loader, PRESETS};
use tracewright_package::registers::{Component, Map, Origin};
use tracewright_regmap::{
    Access, Defaults, Feature, Features, Field, Hardware, ModeFeature, PibFeature, Register, ReturnFeature, Rule,
    SinkFeatures, TimestampFeature, Unit, Value, FUNNEL_REGISTERS, REGISTERS,
};

/// A build and what its registers are made from.
pub struct Case {
    /// Fit for the name of a folder.
    pub name: &'static str,
    /// The component.
    pub component: Component,
    /// Its description.
    pub list: Vec<Register>,
    /// What the build has.
    pub features: Features,
}

/// Everything that can be described, and the largest of it.
pub const EVERYTHING: Features = Features {
    stall: true,
    sinks: SinkFeatures {
        sram_bytes: 65536,
        sram_word_bytes: 8,
        stream: true,
        atb: true,
        pib: Some(PibFeature { modes: 0x1F31, ref_center: true, calibrate: true, divider_bits: 12 }),
        sba_bits: 40,
        sba_word_bytes: 8,
        funnel: true,
    },
    modes: ModeFeature::Both,
    context: true,
    triggers: true,
    external_triggers: 8,
    trigger_outputs: 5,
    src_bits: 10,
    implicit_return: ReturnFeature::Full,
    sequential_jump: true,
    repeats: true,
    all_jumps: true,
    extended_address: true,
    timestamp: TimestampFeature::Internal(40),
    records: true,
    inputs: 7,
    tandem_classes: 0,
    defaults: Defaults { src_id: 0x2A5, sync_mode: 2, sync_max: 9, ..Defaults::ZERO },
};

const NONE: Field = Field {
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
    doc: "",
    spec: None,
    values: &[],
};

/// A register with fields of every access, next to what the tables have of it.
const MADE_UP: Register = Register {
    name: "madeUpControl",
    offset: 0x480,
    doc: "Made up, with text that \"quotes\", and a C comment's */ in it.",
    spec: "3",
    unit: Unit::Encoder,
    needs: Some(Feature::Sram),
    fields: &[
        Field {
            name: "madeUpCount",
            width: 5,
            access: Access::ClearOnRead,
            hardware: Hardware::Sets,
            doc: "A < B & C | D.",
            ..NONE
        },
        Field { name: "madeUpStart", lsb: 6, access: Access::WriteOne, doc: "Starts.", ..NONE },
        Field {
            name: "madeUpMode",
            lsb: 8,
            width: 2,
            reset: 2,
            doc: "A mode.",
            spec: Some("1.0, madeUp"),
            values: &[Value { name: "SLOW", value: 1, doc: "slow." }, Value { name: "FAST", value: 2, doc: "fast." }],
            ..NONE
        },
        Field {
            name: "madeUpBusy",
            lsb: 31,
            access: Access::ReadOnly,
            hardware: Hardware::Drives,
            reset: 1,
            doc: "Busy.",
            cleared_by: Some("madeUpStart"),
            ..NONE
        },
    ],
};

impl Case {
    /// The map of the build.
    pub fn map(&self) -> Map {
        Map::new(self.component, &self.list, &self.features)
    }

    fn new(name: &'static str, component: Component, list: &[Register], features: Features) -> Case {
        Case { name, component, list: list.to_vec(), features }
    }
}

/// Every preset, a build with everything and one with next to nothing, the funnel, and a list with a register more.
pub fn cases() -> Vec<Case> {
    let encoder = |name, features| Case::new(name, Component::ENCODER, REGISTERS, features);
    let mut cases: Vec<Case> = PRESETS
        .iter()
        .map(|preset| encoder(preset.name, Loader::preset(*preset).finish().unwrap().build.features()))
        .collect();
    let external = Features { timestamp: TimestampFeature::External(64), ..Features::minimal(SinkFeatures::stream()) };
    cases.push(encoder("everything", EVERYTHING));
    cases.push(encoder("external", external));
    cases.push(Case::new("funnel", Component::FUNNEL, FUNNEL_REGISTERS, EVERYTHING));
    let longer = [REGISTERS, &[MADE_UP]].concat();
    cases.push(Case::new("made-up", Component::ENCODER, &longer, Features::minimal(SinkFeatures::sram(1024))));
    cases
}

/// Where the texts of the tests come from.
pub fn origin() -> Origin {
    Origin {
        banner: "Made by a test from configuration 01234567. Do not edit.".into(),
        version: "1.2.3".into(),
        configuration: "01234567".into(),
    }
}
