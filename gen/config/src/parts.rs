// SPDX-License-Identifier: Apache-2.0
//! What a build can lack, and the keys that say something of it alone.

use crate::{
    Build, BusKind, Config, CtrVersion, ImplicitReturn, IngressForm, Key, Modes, PibMode, SinkKind, TimestampSource,
    Values, KEYS,
};
use toml::Value;

/// A part of the hardware that a build has or lacks.
///
/// Where it is lacking, a key of `build` that is about it has no effect, whatever its value, and no rule looks at that.
/// A key of `run` is refused if it asks for something: at any value but its default and `false`.
pub(crate) struct Part {
    /// What a build is that lacks it, to follow "but".
    pub lacking: &'static str,
    /// What gives a build the part.
    pub remedy: &'static str,
    /// The key that decides on it.
    pub decided_by: &'static str,
    /// Whether a build has it.
    pub is_built: fn(&Build) -> bool,
    /// The keys that are about it alone; `*` is for every key of a table but the one that decides.
    pub keys: &'static [&'static str],
}

/// Every part that keys are about. A key of several needs all of them.
pub(crate) const PARTS: &[Part] = &[
    Part {
        lacking: "build.encoder.built is false: there is no encoder",
        remedy: "set build.encoder.built to true",
        decided_by: "build.encoder.built",
        is_built: |b| b.encoder.built,
        keys: &[
            "build.encoder.*",
            "build.timestamp.*",
            "build.power.*",
            "build.defaults.te_inst_mode",
            "build.defaults.te_context",
            "build.defaults.te_inst_stall_en",
            "build.defaults.te_inhibit_src",
            "build.defaults.te_sync_mode",
            "build.defaults.te_sync_max",
        ],
    },
    Part {
        lacking: "build.encoder.built and build.tandem.registers are false: there are no registers and no sinks",
        remedy: "set one of them to true, the latter with build.tandem.built",
        decided_by: "build.tandem.registers",
        is_built: Build::has_sinks,
        keys: &["build.sink.*", "build.bus.*", "build.defaults.te_stop_on_wrap", "build.defaults.pib_divider"],
    },
    Part {
        lacking: "build.tandem.built is false: there is no tandem-verification trace",
        remedy: "set build.tandem.built to true",
        decided_by: "build.tandem.built",
        is_built: |b| b.tandem.built,
        keys: &["build.tandem.*"],
    },
    Part {
        lacking: "build.system.harts is 1: there is no funnel",
        remedy: "set build.system.harts to more than 1",
        decided_by: "build.system.harts",
        is_built: |b| b.system.harts > 1,
        keys: &["build.system.funnel_inputs", "build.tandem.hart_id"],
    },
    Part {
        lacking: "build.ingress.form is \"single\": a block is no more than an instruction",
        remedy: "set build.ingress.form to \"block\"",
        decided_by: "build.ingress.form",
        is_built: |b| b.ingress.form == IngressForm::Block,
        keys: &["build.ingress.iretire_width"],
    },
    Part {
        lacking: "build.ingress.triggers is false: the debug module has no triggers",
        remedy: "set build.ingress.triggers to true",
        decided_by: "build.ingress.triggers",
        is_built: |b| b.ingress.triggers,
        keys: &["run.triggers"],
    },
    Part {
        lacking: "build.encoder.stall is false: the hardware cannot stall the hart",
        remedy: "set build.encoder.stall to true",
        decided_by: "build.encoder.stall",
        is_built: |b| b.encoder.stall,
        keys: &["build.defaults.te_inst_stall_en"],
    },
    Part {
        lacking: "build.encoder.modes is not \"both\": there is one mode",
        remedy: "set build.encoder.modes to \"both\"",
        decided_by: "build.encoder.modes",
        is_built: |b| b.encoder.modes == Modes::Both,
        keys: &["build.defaults.te_inst_mode"],
    },
    Part {
        lacking: "build.encoder.context is false: there are no Ownership messages",
        remedy: "set build.encoder.context to true",
        decided_by: "build.encoder.context",
        is_built: |b| b.encoder.context,
        keys: &["build.defaults.te_context", "run.context"],
    },
    Part {
        lacking: "build.ctr.version is \"none\": there are no Control Transfer Records",
        remedy: "set build.ctr.version to the version",
        decided_by: "build.ctr.version",
        is_built: |b| b.ctr.version != CtrVersion::None,
        keys: &["build.ctr.*"],
    },
    Part {
        lacking: "build.ctr.cycles is false: there are no cycle counts",
        remedy: "set build.ctr.cycles to true",
        decided_by: "build.ctr.cycles",
        is_built: |b| b.ctr.version != CtrVersion::None && b.ctr.cycles,
        keys: &["build.ctr.exponent_bits"],
    },
    Part {
        lacking: "build.pmu.built is false: there are no performance counters",
        remedy: "set build.pmu.built to true",
        decided_by: "build.pmu.built",
        is_built: |b| b.pmu.built,
        keys: &["build.pmu.*"],
    },
    Part {
        lacking: "build.encoder.src_bits is 0: there is no SRC to leave out",
        remedy: "set build.encoder.src_bits to the width of SRC",
        decided_by: "build.encoder.src_bits",
        is_built: |b| b.encoder.src_bits > 0,
        keys: &["build.defaults.te_inhibit_src", "run.inhibit_src"],
    },
    Part {
        lacking: "build.encoder.implicit_return is \"none\"",
        remedy: "set build.encoder.implicit_return to how returns are predicted",
        decided_by: "build.encoder.implicit_return",
        is_built: |b| b.encoder.implicit_return != ImplicitReturn::None,
        keys: &["build.encoder.return_calls", "build.encoder.return_stack_depth", "run.implicit_return"],
    },
    Part {
        lacking: "build.encoder.implicit_return is not \"partial\"",
        remedy: "set build.encoder.implicit_return to \"partial\"",
        decided_by: "build.encoder.implicit_return",
        is_built: |b| b.encoder.implicit_return == ImplicitReturn::Partial,
        keys: &["build.encoder.return_address_bits"],
    },
    Part {
        lacking: "build.encoder.sequential_jump is false",
        remedy: "set build.encoder.sequential_jump to true",
        decided_by: "build.encoder.sequential_jump",
        is_built: |b| b.encoder.sequential_jump,
        keys: &["run.sequential_jump"],
    },
    Part {
        lacking: "build.encoder.all_jumps is false",
        remedy: "set build.encoder.all_jumps to true",
        decided_by: "build.encoder.all_jumps",
        is_built: |b| b.encoder.all_jumps,
        keys: &["run.all_jumps"],
    },
    Part {
        lacking: "build.encoder.repeated_history and build.encoder.repeat_branch are false",
        remedy: "set one of them to true",
        decided_by: "build.encoder.repeated_history",
        is_built: |b| b.encoder.repeated_history || b.encoder.repeat_branch,
        keys: &["run.repeated_history"],
    },
    Part {
        lacking: "build.encoder.extended_address is false",
        remedy: "set build.encoder.extended_address to true",
        decided_by: "build.encoder.extended_address",
        is_built: |b| b.encoder.extended_address,
        keys: &["run.extended_address"],
    },
    Part {
        lacking: "build.timestamp.source is \"none\": there is no time",
        remedy: "set build.timestamp.source to where timestamps come from",
        decided_by: "build.timestamp.source",
        is_built: |b| b.timestamp.source != TimestampSource::None,
        keys: &["build.timestamp.width", "run.timestamp"],
    },
    Part {
        lacking: "build.timestamp.source is not \"core\": there is no counter",
        remedy: "set build.timestamp.source to \"core\"",
        decided_by: "build.timestamp.source",
        is_built: |b| b.timestamp.source == TimestampSource::Core,
        keys: &["run.timestamp_prescale", "run.timestamp_debug"],
    },
    Part {
        lacking: "build.sink.kind has no \"sram\"",
        remedy: "add \"sram\" to build.sink.kind",
        decided_by: "build.sink.kind",
        is_built: |b| b.sink.has(SinkKind::Sram),
        keys: &["build.sink.sram_bytes", "build.sink.sram_width", "build.sink.sram_macro", "build.bus.lock_scrub"],
    },
    Part {
        lacking: "build.sink.kind has no \"sba\"",
        remedy: "add \"sba\" to build.sink.kind",
        decided_by: "build.sink.kind",
        is_built: |b| b.sink.has(SinkKind::Sba),
        keys: &[
            "build.sink.sba_bus",
            "build.sink.sba_width",
            "build.sink.sba_address",
            "build.sink.sba_burst",
            "run.sba_base",
            "run.sba_bytes",
        ],
    },
    Part {
        lacking: "build.sink.kind has neither \"sram\" nor \"sba\": nothing wraps",
        remedy: "add \"sram\" or \"sba\" to build.sink.kind",
        decided_by: "build.sink.kind",
        is_built: |b| b.sink.kind.iter().any(SinkKind::has_buffer),
        keys: &["build.defaults.te_stop_on_wrap"],
    },
    Part {
        lacking: "build.sink.kind has no \"pib\"",
        remedy: "add \"pib\" to build.sink.kind",
        decided_by: "build.sink.kind",
        is_built: |b| b.sink.has(SinkKind::Pib),
        keys: &[
            "build.sink.pib_modes",
            "build.sink.pib_divider_bits",
            "build.sink.pib_ref_center",
            "build.sink.pib_calibrate",
            "build.sink.pib_buffer",
            "build.defaults.pib_divider",
            "run.pib_mode",
            "run.pib_divider",
            "run.pib_ref_center",
        ],
    },
    Part {
        lacking: "build.sink.pib_modes has no parallel mode: there is no tref",
        remedy: "add a parallel mode to build.sink.pib_modes",
        decided_by: "build.sink.pib_modes",
        is_built: |b| b.sink.pib_modes.iter().any(PibMode::is_parallel),
        keys: &["build.sink.pib_ref_center", "run.pib_ref_center"],
    },
    Part {
        lacking: "build.sink.pib_ref_center is false",
        remedy: "set build.sink.pib_ref_center to true",
        decided_by: "build.sink.pib_ref_center",
        is_built: |b| b.sink.pib_ref_center,
        keys: &["run.pib_ref_center"],
    },
    Part {
        lacking: "build.sink.kind has no \"atb\"",
        remedy: "add \"atb\" to build.sink.kind",
        decided_by: "build.sink.kind",
        is_built: |b| b.sink.has(SinkKind::Atb),
        keys: &["build.sink.atb_width", "run.atb_id"],
    },
    Part {
        lacking: "build.bus.lock is false: the registers are never locked",
        remedy: "set build.bus.lock to true",
        decided_by: "build.bus.lock",
        is_built: |b| b.bus.lock,
        keys: &["build.bus.lock_scrub"],
    },
    Part {
        lacking: "build.bus.kind is not \"tilelink-ul\"",
        remedy: "set build.bus.kind to \"tilelink-ul\"",
        decided_by: "build.bus.kind",
        is_built: |b| b.bus.kind == BusKind::TileLinkUl,
        keys: &["build.bus.source_bits"],
    },
];

impl Part {
    /// Whether this key is about it alone.
    fn has(&self, key: &str) -> bool {
        let is_of = |table: &str| key.starts_with(table) && key != self.decided_by;
        self.keys.iter().any(|listed| listed.strip_suffix('*').map_or(*listed == key, is_of))
    }
}

/// The first part that `build` lacks and this key is about.
pub(crate) fn lacking(build: &Build, key: &str) -> Option<&'static Part> {
    PARTS.iter().find(|part| part.has(key) && !(part.is_built)(build))
}

/// The keys of `run` that ask for what the build lacks, each with the part and the value.
pub(crate) fn asked_in_vain(config: &Config) -> impl Iterator<Item = (&'static Key, &'static Part, Value)> + '_ {
    let values = Values::of(config);
    let of_run = KEYS.iter().filter(|key| key.path.starts_with("run."));
    of_run.filter_map(move |key| {
        let part = lacking(&config.build, key.path)?;
        let value = values.of_key(key);
        let asks = value != Values::defaults().of_key(key) && *value != Value::Boolean(false);
        asks.then(|| (key, part, value.clone()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_a_part_exists_and_does_not_decide_on_it() {
        for part in PARTS {
            assert!(!part.has(part.decided_by), "{}", part.lacking);
            for path in part.keys.iter().chain([&part.decided_by]) {
                let is_it = |key: &Key| path.strip_suffix('*').map_or(key.path == *path, |of| key.path.starts_with(of));
                assert!(KEYS.iter().any(is_it), "{path}");
            }
            assert!(part.lacking.contains(part.decided_by), "{}", part.lacking);
        }
    }

    /// Keys of `run` that exist in every build, and those that a rule compares with the build.
    const CHECKED_OTHERWISE: [&str; 8] = [
        "run.sink",
        "run.mode",
        "run.stall",
        "run.sync_mode",
        "run.sync_max",
        "run.stop_on_wrap",
        "run.external_triggers",
        "run.trigger_outputs",
    ];

    #[test]
    fn every_key_of_a_run_is_of_a_part_or_checked_otherwise() {
        for key in KEYS.iter().filter(|key| key.path.starts_with("run.")) {
            let is_of_a_part = PARTS.iter().any(|part| part.has(key.path));
            assert!(is_of_a_part != CHECKED_OTHERWISE.contains(&key.path), "{}", key.path);
        }
    }
}
