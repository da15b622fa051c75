// SPDX-License-Identifier: Apache-2.0
//! Values that are allowed each by itself and contradict each other.

use crate::{Config, SinkKind};

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
];

#[cfg(test)]
mod tests {
    use crate::{Ingress, IngressForm, Key, Kind};

    /// The encoder needs no check of its own against a wrapping I-CNT: between two messages at most two blocks are added
    /// to one whose overflow marker is not set yet.
    #[test]
    fn the_narrowest_icnt_holds_the_largest_blocks() {
        let Kind::Range(narrowest, _) = Key::find("icnt_width").unwrap().kind else { panic!() };
        let Kind::Range(_, widest) = Key::find("iretire_width").unwrap().kind else { panic!() };
        let ingress = Ingress { form: IngressForm::Block, itype_width: 4, iretire_width: widest as u32 };
        assert!(1 << (narrowest - 2) > 2 * ingress.max_half_words());
    }
}
