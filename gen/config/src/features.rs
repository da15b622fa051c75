// SPDX-License-Identifier: Apache-2.0
//! What of a build decides on its registers.

use crate::{Build, ImplicitReturn, Modes, SinkKind, TimestampSource};
use tracewright_regmap::{Features, ModeFeature, ReturnFeature, SinkFeature, TimestampFeature};

impl Build {
    /// What decides which registers and values exist.
    pub fn features(&self) -> Features {
        let encoder = &self.encoder;
        let sink = match self.sink.kind {
            SinkKind::Sram => SinkFeature::Sram(self.sink.sram_bytes),
            SinkKind::Stream => SinkFeature::Stream,
        };
        let modes = match encoder.modes {
            Modes::Htm => ModeFeature::Htm,
            Modes::Btm => ModeFeature::Btm,
            Modes::Both => ModeFeature::Both,
        };
        let implicit_return = match encoder.implicit_return {
            ImplicitReturn::None => ReturnFeature::None,
            ImplicitReturn::Count => ReturnFeature::Count,
            ImplicitReturn::Partial => ReturnFeature::Partial,
            ImplicitReturn::Full => ReturnFeature::Full,
        };
        let timestamp = match self.timestamp.source {
            TimestampSource::None => TimestampFeature::None,
            TimestampSource::Core => TimestampFeature::Internal(self.timestamp.width),
            TimestampSource::External => TimestampFeature::External(self.timestamp.width),
        };
        Features {
            stall: encoder.stall,
            sink,
            modes,
            context: encoder.context,
            triggers: self.ingress.triggers,
            external_triggers: encoder.external_triggers,
            src_bits: encoder.src_bits,
            src_id: encoder.src_id,
            implicit_return,
            sequential_jump: encoder.sequential_jump,
            repeats: encoder.repeated_history || encoder.repeat_branch,
            all_jumps: encoder.all_jumps,
            extended_address: encoder.extended_address,
            timestamp,
        }
    }
}
