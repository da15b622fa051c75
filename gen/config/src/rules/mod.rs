// SPDX-License-Identifier: Apache-2.0
//! Values that are allowed each by itself and contradict each other.

mod units;

use crate::{
    parts, Adapter, Config, Each, ImplicitReturn, Mode, Packer, RunPibMode, RunSink, SbaBus, SinkKind, TimestampSource,
};

/// A contradiction between two keys. It is none where one of them is about a part that the build lacks.
pub(crate) struct Contradiction {
    pub keys: [&'static str; 2],
    pub met: fn(&Config) -> bool,
    pub problem: &'static str,
    pub remedy: &'static str,
}

/// All of them.
pub(crate) fn contradictions() -> impl Iterator<Item = &'static Contradiction> {
    CONTRADICTIONS.iter().chain(units::CONTRADICTIONS)
}

/// Those of the N-Trace encoder, its sinks, its bus and its time.
const CONTRADICTIONS: &[Contradiction] = &[
    Contradiction {
        keys: ["run.stall", "build.encoder.stall"],
        met: |c| c.run.stall && !c.build.encoder.stall,
        problem: "run.stall is true, but build.encoder.stall is false: the hardware cannot stall the hart",
        remedy: "set run.stall to false, or build.encoder.stall to true",
    },
    Contradiction {
        keys: ["run.stop_on_wrap", "build.sink.kind"],
        met: |c| c.run.stop_on_wrap && !c.run.sink_of(&c.build).has_buffer(),
        problem: "run.stop_on_wrap is true, but the sink that is used never wraps: it is no memory",
        remedy: "set run.stop_on_wrap to false, or have \"sram\" or \"sba\" in build.sink.kind, and in run.sink",
    },
    Contradiction {
        keys: ["run.sink", "build.sink.kind"],
        met: |c| matches!(c.run.sink, RunSink::Kind(kind) if !c.build.sink.has(kind)),
        problem: "run.sink is a sink that build.sink.kind does not have",
        remedy: "set run.sink to \"default\", or add it to build.sink.kind",
    },
    Contradiction {
        keys: ["run.pib_mode", "build.sink.pib_modes"],
        met: |c| matches!(c.run.pib_mode, RunPibMode::Mode(mode) if !c.build.sink.pib_modes.has(mode)),
        problem: "run.pib_mode is a mode that build.sink.pib_modes does not have",
        remedy: "set run.pib_mode to \"default\", or add it to build.sink.pib_modes",
    },
    Contradiction {
        keys: ["run.pib_divider", "build.sink.pib_divider_bits"],
        met: |c| c.run.pib_divider >> c.build.sink.pib_divider_bits != 0,
        problem: "run.pib_divider needs more bits than build.sink.pib_divider_bits",
        remedy: "set run.pib_divider to less than 2^pib_divider_bits, or build.sink.pib_divider_bits to its width",
    },
    Contradiction {
        keys: ["build.defaults.pib_divider", "build.sink.pib_divider_bits"],
        met: |c| c.build.defaults.pib_divider >> c.build.sink.pib_divider_bits != 0,
        problem: "build.defaults.pib_divider needs more bits than build.sink.pib_divider_bits",
        remedy: "set build.defaults.pib_divider to less than 2^pib_divider_bits, or build.sink.pib_divider_bits to its width",
    },
    Contradiction {
        keys: ["run.sba_base", "build.sink.sba_width"],
        met: |c| {
            let bytes = u64::from(c.build.sink.sba_width / 8);
            c.run.sba_base % bytes != 0 || c.run.sba_bytes % bytes != 0
        },
        problem: "run.sba_base or run.sba_bytes is no multiple of a word of build.sink.sba_width",
        remedy: "align both to the width of the bus",
    },
    Contradiction {
        keys: ["run.sba_base", "build.sink.sba_address"],
        met: |c| {
            let last = c.run.sba_base.checked_add(c.run.sba_bytes - 1);
            !last.is_some_and(|last| {
                last >> 32 == c.run.sba_base >> 32
                    && (c.build.sink.sba_address == 64 || last >> c.build.sink.sba_address == 0)
            })
        },
        problem: "the buffer of run.sba_base and run.sba_bytes crosses a multiple of 4 GiB, or does not fit in build.sink.sba_address",
        remedy: "choose a smaller buffer, or another place for it",
    },
    Contradiction {
        keys: ["build.sink.sba_width", "build.sink.sba_bus"],
        met: |c| c.build.sink.sba_width > 64 && c.build.sink.sba_bus != SbaBus::Axi4,
        problem: "build.sink.sba_width is 128, which build.sink.sba_bus does not have",
        remedy: "set build.sink.sba_width to 32 or 64, or build.sink.sba_bus to \"axi4\"",
    },
    Contradiction {
        keys: ["build.system.harts", "build.encoder.src_bits"],
        met: |c| (c.build.encoder.src_id + c.build.system.harts - 1) >> c.build.encoder.src_bits != 0,
        problem: "build.encoder.src_bits is too narrow to tell build.system.harts apart, counted from build.encoder.src_id",
        remedy: "set build.encoder.src_bits so that src_id + harts - 1 is less than 2^src_bits",
    },
    Contradiction {
        keys: ["build.system.harts", "build.encoder.packer"],
        met: |c| c.build.system.harts > 1 && c.build.encoder.packer == Packer::Message,
        problem: "build.encoder.packer is \"message\", which no funnel takes, but build.system.harts is more than 1",
        remedy: "set build.encoder.packer to \"1\", \"4\" or \"8\", or build.system.harts to 1",
    },
    Contradiction {
        keys: ["run.mode", "build.encoder.modes"],
        met: |c| c.run.mode == Mode::Btm && !c.build.encoder.modes.btm(),
        problem: "run.mode is \"btm\", but build.encoder.modes is \"htm\"",
        remedy: "set run.mode to \"htm\", or build.encoder.modes to \"both\" or \"btm\"",
    },
    Contradiction {
        keys: ["run.external_triggers", "build.encoder.external_triggers"],
        met: |c| asks_for_more(&c.run.external_triggers, c.build.encoder.external_triggers),
        problem: "run.external_triggers asks for an action of an input that build.encoder.external_triggers does not count",
        remedy: "set run.external_triggers to \"none\", or build.encoder.external_triggers to the number of inputs",
    },
    Contradiction {
        keys: ["run.trigger_outputs", "build.encoder.trigger_outputs"],
        met: |c| asks_for_more(&c.run.trigger_outputs, c.build.encoder.trigger_outputs),
        problem: "run.trigger_outputs asks for an event of an output that build.encoder.trigger_outputs does not count",
        remedy: "set run.trigger_outputs to \"none\", or build.encoder.trigger_outputs to the number of outputs",
    },
    Contradiction {
        keys: ["build.timestamp.own_clock", "build.timestamp.source"],
        met: |c| c.build.timestamp.own_clock && c.build.timestamp.source == TimestampSource::None,
        problem: "build.timestamp.own_clock is true, but build.timestamp.source is \"none\": there is no time",
        remedy: "set build.timestamp.own_clock to false, or build.timestamp.source to where timestamps come from",
    },
    Contradiction {
        keys: ["build.timestamp.broadcast", "build.timestamp.source"],
        met: |c| c.build.timestamp.broadcast && c.build.timestamp.source == TimestampSource::None,
        problem: "build.timestamp.broadcast is true, but build.timestamp.source is \"none\": there is no time",
        remedy: "set build.timestamp.broadcast to false, or build.timestamp.source to where timestamps come from",
    },
    Contradiction {
        keys: ["build.encoder.scontext_width", "build.encoder.context"],
        met: |c| c.build.encoder.scontext_width > 0 && !c.build.encoder.context,
        problem: "build.encoder.scontext_width is not 0, but build.encoder.context is false: there are no Ownership messages",
        remedy: "set build.encoder.scontext_width to 0, or build.encoder.context to true",
    },
    Contradiction {
        keys: ["build.encoder.hcontext_width", "build.encoder.context"],
        met: |c| c.build.encoder.hcontext_width > 0 && !c.build.encoder.context,
        problem: "build.encoder.hcontext_width is not 0, but build.encoder.context is false: there are no Ownership messages",
        remedy: "set build.encoder.hcontext_width to 0, or build.encoder.context to true",
    },
    Contradiction {
        keys: ["build.encoder.src_id", "build.encoder.src_bits"],
        met: |c| c.build.encoder.src_id >> c.build.encoder.src_bits != 0,
        problem: "build.encoder.src_id needs more bits than build.encoder.src_bits",
        remedy: "set build.encoder.src_id to less than 2^src_bits, or build.encoder.src_bits to its width",
    },
    Contradiction {
        keys: ["build.encoder.implicit_return", "build.ingress.itype_width"],
        met: |c| c.build.encoder.implicit_return != ImplicitReturn::None && c.build.ingress.itype_width < 4,
        problem: "build.encoder.implicit_return is not \"none\", but build.ingress.itype_width is 3: no code tells calls and returns",
        remedy: "set build.encoder.implicit_return to \"none\", or build.ingress.itype_width to 4",
    },
    Contradiction {
        keys: ["build.encoder.all_jumps", "build.ingress.itype_width"],
        met: |c| c.build.encoder.all_jumps && c.build.ingress.itype_width < 4,
        problem: "build.encoder.all_jumps is true, but build.ingress.itype_width is 3: no code tells direct jumps",
        remedy: "set build.encoder.all_jumps to false, or build.ingress.itype_width to 4",
    },
    Contradiction {
        keys: ["build.encoder.sequential_jump", "build.ingress.adapter"],
        met: |c| c.build.encoder.sequential_jump && c.build.ingress.adapter == Adapter::Rvfi,
        problem: "build.encoder.sequential_jump is true, but build.ingress.adapter is \"rvfi\", which does not drive `sijump`",
        remedy: "set build.encoder.sequential_jump to false, or build.ingress.adapter to \"none\"",
    },
    Contradiction {
        keys: ["build.encoder.return_address_bits", "build.xlen"],
        met: |c| c.build.encoder.return_address_bits >= c.build.xlen,
        problem: "build.encoder.return_address_bits is more than an address of build.xlen bits has",
        remedy: "set build.encoder.return_address_bits to less than build.xlen",
    },
    Contradiction {
        keys: ["build.encoder.repeated_history", "build.encoder.modes"],
        met: |c| c.build.encoder.repeated_history && !c.build.encoder.modes.htm(),
        problem: "build.encoder.repeated_history is true, but build.encoder.modes is \"btm\": there is no history",
        remedy: "set build.encoder.repeated_history to false, or build.encoder.modes to \"both\" or \"htm\"",
    },
    Contradiction {
        keys: ["build.encoder.repeat_branch", "build.encoder.modes"],
        met: |c| c.build.encoder.repeat_branch && !c.build.encoder.modes.btm(),
        problem: "build.encoder.repeat_branch is true, but build.encoder.modes is \"htm\": there are no branch messages",
        remedy: "set build.encoder.repeat_branch to false, or build.encoder.modes to \"both\" or \"btm\"",
    },
    Contradiction {
        keys: ["build.encoder.packer", "build.sink.kind"],
        met: |c| c.build.encoder.packer == Packer::Message && !c.build.sink.kind.is_only(SinkKind::Stream),
        problem: "build.encoder.packer is \"message\", which only the stream takes",
        remedy: "set build.encoder.packer to \"1\", \"4\" or \"8\", or build.sink.kind to \"stream\"",
    },
    Contradiction {
        keys: ["build.encoder.packer", "build.sink.sram_width"],
        met: |c| is_wider(c.build.encoder.packer, c.build.sink.sram_width),
        problem: "build.encoder.packer is wider than build.sink.sram_width",
        remedy: "set build.encoder.packer to \"1\" or \"4\", or build.sink.sram_width to 64 or 128",
    },
    Contradiction {
        keys: ["build.encoder.packer", "build.sink.sba_width"],
        met: |c| is_wider(c.build.encoder.packer, c.build.sink.sba_width),
        problem: "build.encoder.packer is wider than build.sink.sba_width",
        remedy: "set build.encoder.packer to \"1\" or \"4\", or build.sink.sba_width to 64 or 128",
    },
    Contradiction {
        keys: ["build.encoder.packer", "build.sink.atb_width"],
        met: |c| is_wider(c.build.encoder.packer, c.build.sink.atb_width),
        problem: "build.encoder.packer is wider than build.sink.atb_width",
        remedy: "set build.encoder.packer to \"1\", or build.sink.atb_width to at least its width",
    },
];

impl Contradiction {
    /// Whether `config` has it.
    pub fn is_in(&self, config: &Config) -> bool {
        self.keys.iter().all(|key| parts::lacking(&config.build, key).is_none()) && (self.met)(config)
    }
}

/// Whether what leaves the packer is wider than a word of this width.
fn is_wider(packer: Packer, width: u32) -> bool {
    packer.bytes().is_some_and(|bytes| 8 * bytes > width)
}

/// Whether a list asks for something of a number that does not exist. A word for all is for all that exist, if any
/// does.
fn asks_for_more<T: Copy + Default + PartialEq>(asked: &Each<T>, exist: u32) -> bool {
    let is_for_all = asked.0.iter().all(|choice| *choice == asked.0[0]);
    asked.first(exist) != *asked && (exist == 0 || !is_for_all)
}

#[cfg(test)]
mod tests {
    use crate::{Ingress, IngressForm, Key, Kind};

    /// The encoder needs no check of its own against a wrapping I-CNT: between two messages at most two blocks are
    /// added to one whose overflow marker is not set yet.
    #[test]
    fn the_narrowest_icnt_holds_the_largest_blocks() {
        let Kind::Range(narrowest, _) = Key::find("icnt_width").unwrap().kind else { panic!() };
        let Kind::Range(_, widest) = Key::find("iretire_width").unwrap().kind else { panic!() };
        let ingress = Ingress { form: IngressForm::Block, iretire_width: widest as u32, ..Ingress::default() };
        assert!(1 << (narrowest - 2) > 2 * ingress.max_half_words());
    }
}
