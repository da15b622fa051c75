// SPDX-License-Identifier: Apache-2.0
//! `docs/registers.md`: the registers of all builds, with what each depends on.

use crate::registers::map::origin;
use std::fmt::Write;
use tracewright_regmap::{
    Feature, Field, Hardware, Register, Rule, System, FUNNEL_REGISTERS, REGISTERS, TANDEM_REGISTERS,
};

const INTRODUCTION: &str = "\
# Registers

The registers of the trace hardware, in a block of 4 KiB on the control bus. They are 32 bits wide. Offsets and bits that
are not listed read 0 and ignore writes. An illegal value written to a WARL field leaves it as it was.
[control.md](control.md) says what happens when. `tracewright registers` writes the registers of a configuration in
this form, and as SystemRDL, IP-XACT, CMSIS-SVD, a C header, a Rust module and JSON; `tracewright generate` writes all of them.

This page is made from the description in `gen/regmap` by `make docs`.
";

const FUNNEL: &str = "
# Registers of the trace funnel

A block of its own. Those of the sinks (teRam*, teSbaStatus, atbControl, pibControl) are the encoder's, with tfActive in place of teActive.
";

/// What the registers of tandem-verification trace come from.
const TANDEM_PAGE: &str = "docs/tandem.md";

const TANDEM: &str = "
# Registers of the encoder of tandem-verification trace

A block of its own. Those of the sinks are the N-Trace encoder's, with tvActive in place of teActive.
";

/// The page.
pub fn reference() -> String {
    let mut text = INTRODUCTION.to_string();
    REGISTERS.iter().for_each(|register| section(&mut text, register));
    text.push_str(FUNNEL);
    let own = FUNNEL_REGISTERS.iter().filter(|register| register.spec == "11");
    own.for_each(|register| section(&mut text, register));
    text.push_str(TANDEM);
    let own = TANDEM_REGISTERS.iter().filter(|register| register.spec == TANDEM_PAGE);
    own.for_each(|register| section(&mut text, register));
    text
}

fn section(text: &mut String, register: &Register) {
    let Register { name, offset, doc, spec, .. } = register;
    let _ = write!(text, "\n## 0x{offset:03X} {name}\n\n{doc}");
    match spec.strip_prefix("docs/") {
        None => drop(write!(text, " Trace Control 0.9.4 ch. {spec}.")),
        Some(page) => drop(write!(text, " [{page}]({page}) says more.")),
    }
    if let Some(feature) = register.needs {
        let _ = write!(text, " Only with {}.", needed(feature));
    }
    text.push_str("\n\n| bits | field | access | reset | legal values | meaning |\n|---|---|---|---|---|---|\n");
    for field in register.fields {
        let bits = match field.width {
            1 => field.lsb.to_string(),
            width => format!("{}-{}", field.lsb + width - 1, field.lsb),
        };
        let (name, access, reset, legal) = (field.name, field.access.name(), reset(field), rule(field));
        let _ = writeln!(text, "| {bits} | {name} | {access} | {reset} | {legal} | {} |", meaning(field));
    }
}

fn meaning(field: &Field) -> String {
    let mut text = field.doc.to_string();
    for value in field.values {
        let _ = write!(text, " {}: {}", value.value, value.doc);
    }
    match field.hardware {
        Hardware::Sets => text.push_str(" The hardware sets it."),
        Hardware::Clears => text.push_str(" The hardware clears it."),
        Hardware::SetsAndClears => text.push_str(" The hardware sets and clears it."),
        Hardware::Keeps => text.push_str(" The hardware changes it."),
        Hardware::Nothing | Hardware::Drives | Hardware::Follows | Hardware::Mirrors(..) => {}
    }
    if let Some(other) = field.cleared_by {
        let _ = write!(text, " Writing 1 to {other} where it is 0 clears it.");
    }
    if let Some(spec) = field.spec {
        let _ = write!(text, " ({})", origin(spec));
    }
    text
}

fn reset(field: &Field) -> String {
    match (field.system, field.rule) {
        (Some(system), _) => chosen_by(system).into(),
        (None, rule) if is_fixed(rule) => "as legal".into(),
        (None, _) => field.reset.to_string(),
    }
}

/// Whether a rule leaves one value in every build.
fn is_fixed(rule: Rule) -> bool {
    matches!(rule, Rule::Fixed(_) | Rule::Has(_) | Rule::SrcBits | Rule::TimestampType | Rule::TimestampWidth)
}

/// What chooses a value after reset.
fn chosen_by(system: System) -> &'static str {
    match system {
        System::Mode => "`build.defaults.te_inst_mode`",
        System::Context => "`build.defaults.te_context`",
        System::Stall => "`build.defaults.te_inst_stall_en`",
        System::StopOnWrap => "`build.defaults.te_stop_on_wrap`",
        System::InhibitSrc => "`build.defaults.te_inhibit_src`",
        System::SyncMode => "`build.defaults.te_sync_mode`",
        System::SyncMax => "`build.defaults.te_sync_max`",
        System::Sink => "the lowest",
        System::SrcId => "`build.encoder.src_id`",
        System::PibDivider => "`build.defaults.pib_divider`",
        System::RamLimit => "the last 32 bits of the SRAM, else 0",
    }
}

fn rule(field: &Field) -> String {
    match field.rule {
        Rule::Any => "any".into(),
        Rule::Fixed(value) => value.to_string(),
        Rule::AnyIf(feature) => format!("any with {}, else 0", needed(feature)),
        Rule::Has(feature) => format!("1 with {}, else 0", needed(feature)),
        Rule::Address => "any word of the memory".into(),
        Rule::SramAddress => "any 32 bits of the SRAM".into(),
        Rule::AddressHigh => "address bits above 31 of the system bus".into(),
        Rule::Base => "any 32 bits of system memory; 0 with the SRAM alone".into(),
        Rule::Limit => "any 32 bits of system memory; with the SRAM alone the last ones of a word".into(),
        Rule::Mode => "those of `build.encoder.modes`".into(),
        Rule::Sink => "the sinks that there are".into(),
        Rule::ImplicitReturnMode => "0, and that of `build.encoder.implicit_return`".into(),
        Rule::SrcId => "less than 2^`build.encoder.src_bits`".into(),
        Rule::SrcBits => format!("`build.encoder.src_bits`, at most {}", field.max().min(12)),
        Rule::TriggerAction(input) => format!("0, 2, 3, 4 with `build.encoder.external_triggers` over {input}, else 0"),
        Rule::TriggerEvent(output) => format!("0-3 with `build.encoder.trigger_outputs` over {output}, else 0"),
        Rule::TimestampType => "that of `build.timestamp.source`".into(),
        Rule::TimestampWidth => "`build.timestamp.width`".into(),
        Rule::PibMode => "the modes that there are".into(),
        Rule::PibDivider => "those that fit into the divider".into(),
        Rule::AtbId => "1 to 0x6F".into(),
        Rule::FunnelInputs => "a bit for each input".into(),
        Rule::TandemClasses => "a bit for each class that is built".into(),
    }
}

/// What gives a build the feature.
fn needed(feature: Feature) -> &'static str {
    match feature {
        Feature::Stall => "`build.encoder.stall`",
        Feature::Sram => "the SRAM",
        Feature::Sba => "the system memory sink",
        Feature::WideSba => "a system bus of more than 32 address bits",
        Feature::Ram => "a sink in memory",
        Feature::Atb => "the ATB sink",
        Feature::Pib => "the pin interface block",
        Feature::PibCalibrate => "a calibration pattern",
        Feature::PibRefCenter => "a tref that can be moved",
        Feature::Funnel => "a funnel after the component",
        Feature::Stream => "the stream",
        Feature::Context => "`build.encoder.context`",
        Feature::Triggers => "`build.ingress.triggers`",
        Feature::ExternalTriggers => "`build.encoder.external_triggers`",
        Feature::TriggerOutputs => "`build.encoder.trigger_outputs`",
        Feature::Src => "`build.encoder.src_bits`",
        Feature::ImplicitReturn => "`build.encoder.implicit_return`",
        Feature::SequentialJump => "`build.encoder.sequential_jump`",
        Feature::Repeats => "`build.encoder.repeated_history` or `build.encoder.repeat_branch`",
        Feature::AllJumps => "`build.encoder.all_jumps`",
        Feature::ExtendedAddress => "`build.encoder.extended_address`",
        Feature::InstFeatures => "an option that has a field here",
        Feature::Timestamp => "timestamps",
        Feature::InternalTimestamp => "timestamps of `core`",
        Feature::WideTimestamp => "timestamps of more than 32 bits",
        Feature::Records => "Control Transfer Records",
    }
}
