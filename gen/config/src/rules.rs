// SPDX-License-Identifier: Apache-2.0
//! Values that are allowed each by itself and contradict each other.

use crate::{Config, Each, ImplicitReturn, Mode, Packer, SinkKind, TimestampSource};

/// A contradiction between two keys.
pub(crate) struct Contradiction {
    pub keys: [&'static str; 2],
    pub met: fn(&Config) -> bool,
    pub problem: &'static str,
    pub remedy: &'static str,
}

pub(crate) const CONTRADICTIONS: &[Contradiction] = &[
    Contradiction {
        keys: ["run.stall", "build.encoder.stall"],
        met: |c| c.run.stall && !c.build.encoder.stall,
        problem: "run.stall is true, but build.encoder.stall is false: the hardware cannot stall the hart",
        remedy: "set run.stall to false, or build.encoder.stall to true",
    },
    Contradiction {
        keys: ["run.stop_on_wrap", "build.sink.kind"],
        met: |c| c.run.stop_on_wrap && c.build.sink.kind == SinkKind::Stream,
        problem: "run.stop_on_wrap is true, but build.sink.kind is \"stream\": a stream never wraps",
        remedy: "set run.stop_on_wrap to false, or build.sink.kind to \"sram\"",
    },
    Contradiction {
        keys: ["run.mode", "build.encoder.modes"],
        met: |c| c.run.mode == Mode::Btm && !c.build.encoder.modes.btm(),
        problem: "run.mode is \"btm\", but build.encoder.modes is \"htm\"",
        remedy: "set run.mode to \"htm\", or build.encoder.modes to \"both\" or \"btm\"",
    },
    Contradiction {
        keys: ["run.inhibit_src", "build.encoder.src_bits"],
        met: |c| c.run.inhibit_src && c.build.encoder.src_bits == 0,
        problem: "run.inhibit_src is true, but build.encoder.src_bits is 0: there is no SRC to leave out",
        remedy: "set run.inhibit_src to false, or build.encoder.src_bits to the width of SRC",
    },
    Contradiction {
        keys: ["run.all_jumps", "build.encoder.all_jumps"],
        met: |c| c.run.all_jumps && !c.build.encoder.all_jumps,
        problem: "run.all_jumps is true, but build.encoder.all_jumps is false",
        remedy: "set run.all_jumps to false, or build.encoder.all_jumps to true",
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
        met: |c| matches!(c.build.encoder.packer, Packer::Double | Packer::Message) && c.build.sink.kind == SinkKind::Sram,
        problem: "build.encoder.packer is wider than a word of the SRAM",
        remedy: "set build.encoder.packer to \"1\" or \"4\", or build.sink.kind to \"stream\"",
    },
    Contradiction {
        keys: ["build.encoder.queue_depth", "build.ingress.blocks"],
        met: |c| c.build.encoder.queue_depth < 2 * c.build.ingress.blocks + 2,
        problem: "build.encoder.queue_depth is less than what build.ingress.blocks can complete before the hart stalls",
        remedy: "set build.encoder.queue_depth to 8 or more for 2 blocks, to 16 or more for 4",
    },
];

/// Whether a list asks for something of a number that does not exist. A word for all is for all that exist, if any does.
fn asks_for_more<T: Copy + Default + PartialEq>(asked: &Each<T>, exist: u32) -> bool {
    let is_for_all = asked.0.iter().all(|choice| *choice == asked.0[0]);
    asked.first(exist) != *asked && (exist == 0 || !is_for_all)
}

#[cfg(test)]
mod tests {
    use crate::{Ingress, IngressForm, Key, Kind};

    /// The encoder needs no check of its own against a wrapping I-CNT: between two messages at most two blocks are added
    /// to one whose overflow marker is not set yet.
    #[test]
    fn the_narrowest_icnt_holds_the_largest_blocks() {
        let Kind::Range(narrowest, _) = Key::find("icnt_width").unwrap().kind else { panic!() };
        let Kind::Range(_, widest) = Key::find("iretire_width").unwrap().kind else { panic!() };
        let ingress = Ingress { form: IngressForm::Block, iretire_width: widest as u32, ..Ingress::default() };
        assert!(1 << (narrowest - 2) > 2 * ingress.max_half_words());
    }
}
