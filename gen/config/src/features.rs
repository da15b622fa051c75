// SPDX-License-Identifier: Apache-2.0
//! What of a build decides on its registers.

use crate::{Build, ImplicitReturn, Modes, PibMode, Sink, SinkKind, TimestampSource};
use tracewright_regmap::{Defaults, Features, ModeFeature, PibFeature, ReturnFeature, SinkFeatures, TimestampFeature};

impl Build {
    /// What decides which registers and values exist.
    pub fn features(&self) -> Features {
        let encoder = &self.encoder;
        let sinks = self.sink.features();
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
            TimestampSource::Slave => TimestampFeature::Slave(self.timestamp.width),
        };
        Features {
            stall: encoder.stall,
            sinks,
            modes,
            context: encoder.context,
            triggers: self.ingress.triggers,
            external_triggers: encoder.external_triggers,
            trigger_outputs: encoder.trigger_outputs,
            src_bits: encoder.src_bits,
            implicit_return,
            sequential_jump: encoder.sequential_jump,
            repeats: encoder.repeated_history || encoder.repeat_branch,
            all_jumps: encoder.all_jumps,
            extended_address: encoder.extended_address,
            timestamp,
            records: self.encoder.built && self.has_records(),
            inputs: 0,
            tandem_classes: 0,
            defaults: Defaults {
                mode: self.defaults.te_inst_mode.code(),
                context: self.defaults.te_context,
                stall: self.defaults.te_inst_stall_en,
                stop_on_wrap: self.defaults.te_stop_on_wrap,
                inhibit_src: self.defaults.te_inhibit_src,
                sync_mode: self.defaults.te_sync_mode.code(),
                sync_max: self.defaults.te_sync_max,
                src_id: encoder.src_id,
                pib_divider: self.defaults.pib_divider,
            },
        }
    }
}

impl Sink {
    /// What decides which registers of sinks exist.
    pub fn features(&self) -> SinkFeatures {
        let pib = PibFeature {
            modes: self.pib_modes.iter().fold(1, |modes, mode| modes | 1 << mode.code()),
            ref_center: self.pib_ref_center && self.pib_modes.iter().any(PibMode::is_parallel),
            calibrate: self.pib_calibrate,
            divider_bits: self.pib_divider_bits,
        };
        SinkFeatures {
            sram_bytes: if self.has(SinkKind::Sram) { self.sram_bytes } else { 0 },
            sram_word_bytes: self.sram_width / 8,
            stream: self.has(SinkKind::Stream),
            atb: self.has(SinkKind::Atb),
            pib: self.has(SinkKind::Pib).then_some(pib),
            sba_bits: if self.has(SinkKind::Sba) { self.sba_address } else { 0 },
            sba_word_bytes: self.sba_width / 8,
            funnel: self.has(SinkKind::Funnel),
        }
    }
}
