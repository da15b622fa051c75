// SPDX-License-Identifier: Apache-2.0
//! Builds, and what discovery must find of them.

use proptest::prelude::*;
use tracewright_driver::{
    Buffer, Capabilities, PibSettings, PibUnit, Settings, SinkSettings, Sinks, Source, TimestampUnit, Values,
};
use tracewright_regmap::{Defaults, Features, ModeFeature, PibFeature, ReturnFeature, SinkFeatures, TimestampFeature};

/// Size of the SRAM of [`PLAIN`] in bytes.
pub const BYTES: u32 = 256;

/// An encoder without options.
pub const PLAIN: Features = Features::minimal(SinkFeatures::sram(BYTES));

/// An encoder with every option.
pub const FULL: Features = Features {
    stall: true,
    sinks: SinkFeatures {
        sram_bytes: BYTES,
        sram_word_bytes: 4,
        stream: true,
        atb: true,
        pib: Some(PibFeature { modes: 0x0F31, ref_center: true, calibrate: true, divider_bits: 12 }),
        sba_bits: 40,
        sba_word_bytes: 4,
        funnel: true,
    },
    modes: ModeFeature::Both,
    context: true,
    triggers: true,
    external_triggers: 3,
    trigger_outputs: 2,
    src_bits: 10,
    implicit_return: ReturnFeature::Partial,
    sequential_jump: true,
    repeats: true,
    all_jumps: true,
    extended_address: true,
    timestamp: TimestampFeature::Internal(40),
    records: false,
    inputs: 0,
    tandem_classes: 0,
    defaults: Defaults { src_id: 0x2A5, pib_divider: 0x123, sync_mode: 2, sync_max: 9, ..Defaults::ZERO },
};

/// What discovery must find of a build, put together from its features alone.
pub fn capabilities(features: &Features) -> Capabilities {
    let values = |list: &[u32]| list.iter().copied().collect::<Values>();
    let below = |limit: u32| (0..limit).collect::<Values>();
    let any_sink_in_memory = features.sinks.sram_bytes > 0 || features.sinks.sba_bits > 0;
    let (inputs, outputs) = (features.external_triggers as usize, features.trigger_outputs as usize);
    let returns = match features.implicit_return {
        ReturnFeature::None => 0,
        ReturnFeature::Count => 1,
        ReturnFeature::Partial => 2,
        ReturnFeature::Full => 3,
    };
    let source_mask = (1 << features.src_bits) - 1;
    Capabilities {
        protocol: Some(1),
        sinks: sinks(&features.sinks, features.defaults.pib_divider),
        modes: match features.modes {
            ModeFeature::Htm => values(&[6]),
            ModeFeature::Btm => values(&[3]),
            ModeFeature::Both => values(&[3, 6]),
        },
        sync_modes: below(4),
        sync_max: below(16),
        formats: values(&[1]),
        stall: features.stall,
        stop_on_wrap: any_sink_in_memory,
        context: features.context,
        triggers: features.triggers,
        inputs: std::array::from_fn(|input| if input < inputs { values(&[0, 2, 3, 4]) } else { values(&[0]) }),
        outputs: std::array::from_fn(|output| if output < outputs { 0b11 } else { 0 }),
        source: Source { bits: features.src_bits, id: features.defaults.src_id & source_mask, writable: source_mask },
        implicit_return: values(&[0, returns]),
        call_stack: returns != 0,
        sequential_jump: features.sequential_jump,
        repeated_history: features.repeats,
        all_jumps: features.all_jumps,
        extended_address: features.extended_address,
        timestamp: timestamp(features.timestamp),
        data: false,
        defaults: settings(features),
    }
}

fn timestamp(unit: TimestampFeature) -> Option<TimestampUnit> {
    let (kind, width) = match unit {
        TimestampFeature::None => return None,
        TimestampFeature::External(width) => (1, width),
        TimestampFeature::Internal(width) => (2, width),
        TimestampFeature::Slave(width) => (4, width),
    };
    let counts = kind == 2;
    Some(TimestampUnit {
        kinds: [kind].into_iter().collect(),
        width,
        count: counts,
        debug: counts,
        prescale: if counts { (0..4).collect() } else { [0].into_iter().collect() },
        messages: true,
    })
}

/// The sinks of a build.
pub fn sinks(features: &SinkFeatures, divider: u32) -> Sinks {
    let parallel = 0b1_1111 << 8;
    Sinks {
        sram: (features.sram_bytes > 0).then(|| features.sram_bytes.into()),
        memory: (features.sba_bits > 0).then_some(features.sba_bits),
        atb: features.atb,
        pib: features.pib.map(|pib| {
            let max_divider = (1 << pib.divider_bits) - 1;
            PibUnit {
                modes: Values(pib.modes),
                ref_center: pib.ref_center && pib.modes & parallel != 0,
                calibrate: pib.calibrate,
                max_divider,
                divider: divider & max_divider,
            }
        }),
        funnel: features.funnel,
        stream: features.stream,
    }
}

/// The sink after reset: the first one that there is.
pub fn default_sink(sinks: &SinkFeatures, divider: u32) -> SinkSettings {
    let whole = Buffer { first: 0, last: u64::from(sinks.sram_bytes.saturating_sub(4)) };
    let first = Buffer { first: 0, last: 0 };
    match (sinks.sram_bytes, sinks.sba_bits, sinks.pib) {
        (1.., _, _) => SinkSettings::Sram(whole),
        _ if sinks.atb => SinkSettings::Atb { id: 0 },
        (_, _, Some(pib)) => {
            let divider = Some(divider & ((1 << pib.divider_bits) - 1));
            SinkSettings::Pib(PibSettings { mode: 0, ref_center: false, divider })
        }
        (_, 1.., _) => SinkSettings::Memory(first),
        _ if sinks.funnel => SinkSettings::Funnel,
        _ => SinkSettings::Stream,
    }
}

/// The settings after reset.
fn settings(features: &Features) -> Settings {
    let defaults = &features.defaults;
    let has_memory = features.sinks.sram_bytes > 0 || features.sinks.sba_bits > 0;
    let mode = match features.modes {
        ModeFeature::Htm => 6,
        ModeFeature::Btm => 3,
        ModeFeature::Both if defaults.mode == 6 => 6,
        ModeFeature::Both => 3,
    };
    Settings {
        sink: Some(default_sink(&features.sinks, defaults.pib_divider)),
        mode: Some(mode),
        stall: defaults.stall && features.stall,
        sync_mode: defaults.sync_mode,
        sync_max: defaults.sync_max,
        stop_on_wrap: defaults.stop_on_wrap && has_memory,
        context: defaults.context && features.context,
        inhibit_src: defaults.inhibit_src && features.src_bits > 0,
        src_id: Some(defaults.src_id & ((1 << features.src_bits) - 1)),
        ..Settings::default()
    }
}

/// Any build.
pub fn any_build() -> impl Strategy<Value = Features> {
    let modes = prop_oneof![Just(ModeFeature::Htm), Just(ModeFeature::Btm), Just(ModeFeature::Both)];
    let returns = prop_oneof![
        Just(ReturnFeature::None),
        Just(ReturnFeature::Count),
        Just(ReturnFeature::Partial),
        Just(ReturnFeature::Full)
    ];
    let timestamp = (0..4, 1..=64u32).prop_map(|(kind, width)| match kind {
        0 => TimestampFeature::None,
        1 => TimestampFeature::Internal(width),
        2 => TimestampFeature::External(width),
        _ => TimestampFeature::Slave(width),
    });
    let flags = any::<[bool; 7]>();
    let counts = (0..=8u32, 0..=8u32, 0..=12u32);
    (any_sinks(), modes, returns, timestamp, flags, counts, any_defaults()).prop_map(
        |(sinks, modes, implicit_return, timestamp, flags, counts, defaults)| {
            let [stall, context, triggers, sequential_jump, repeats, all_jumps, extended_address] = flags;
            let (external_triggers, trigger_outputs, src_bits) = counts;
            Features {
                stall,
                sinks,
                modes,
                context,
                triggers,
                external_triggers,
                trigger_outputs,
                src_bits,
                implicit_return,
                sequential_jump,
                repeats,
                all_jumps,
                extended_address,
                timestamp,
                records: false,
                inputs: 0,
                tandem_classes: 0,
                defaults,
            }
        },
    )
}

/// Any sinks, at least one.
pub fn any_sinks() -> impl Strategy<Value = SinkFeatures> {
    let sram = prop_oneof![Just(0), (8..=20u32).prop_map(|bits| 1 << bits)];
    let sba = prop_oneof![Just(0), 5..=64u32];
    let word_bytes = || prop_oneof![Just(4), Just(8), Just(16u32)];
    let pib = (0..0x2000u32, any::<bool>(), any::<bool>(), 0..=16u32).prop_map(
        |(modes, ref_center, calibrate, divider_bits)| PibFeature {
            modes: modes & 0x1F30 | 1,
            ref_center,
            calibrate,
            divider_bits,
        },
    );
    let sinks = (sram, sba, proptest::option::of(pib), any::<[bool; 3]>(), word_bytes(), word_bytes());
    let features = sinks.prop_map(|(sram_bytes, sba_bits, pib, [stream, atb, funnel], sram, sba)| SinkFeatures {
        sram_word_bytes: sram,
        sba_word_bytes: sba,
        sram_bytes,
        stream,
        atb,
        pib,
        sba_bits,
        funnel,
    });
    let has_any = |sinks: &SinkFeatures| {
        sinks.sram_bytes > 0 || sinks.sba_bits > 0 || sinks.pib.is_some() || sinks.stream || sinks.atb || sinks.funnel
    };
    features.prop_filter("no sink", has_any)
}

fn any_defaults() -> impl Strategy<Value = Defaults> {
    let mode = prop_oneof![Just(3), Just(6)];
    (mode, any::<[bool; 4]>(), 0..4u32, 0..16u32, 0..0x1000u32, 0..0x1_0000u32).prop_map(
        |(mode, [context, stall, stop_on_wrap, inhibit_src], sync_mode, sync_max, src_id, pib_divider)| Defaults {
            mode,
            context,
            stall,
            stop_on_wrap,
            inhibit_src,
            sync_mode,
            sync_max,
            src_id,
            pib_divider,
        },
    )
}
