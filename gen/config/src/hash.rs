// SPDX-License-Identifier: Apache-2.0
//! A short name for what exists in hardware.

use crate::{
    Build, Bus, BusKind, Config, Defaults, Encoder, ImplicitReturn, Ingress, IngressForm, Run, Sink, SinkKind, System,
    Timestamp, TimestampSource, KEYS,
};
use sha2::{Digest, Sha256};

impl Build {
    /// Eight hexadecimal digits that name the hardware: equal for equal hardware, whatever file it came from.
    ///
    /// Only what differs from the defaults counts, so that a new key does not rename the builds that have not got it.
    pub fn hash(&self) -> String {
        let config = Config { build: self.significant(), run: Run::default() };
        let defaults = Config::default();
        let mut digest = Sha256::new();
        for key in KEYS.iter().filter(|key| key.path.starts_with("build.")) {
            let value = key.value(&config);
            if value != key.value(&defaults) {
                digest.update(format!("{} = {value}\n", key.path));
            }
        }
        digest.finalize()[..4].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The build with what has no effect in it at its default.
    fn significant(&self) -> Build {
        let mut build = self.clone();
        if build.ingress.form == IngressForm::Single {
            build.ingress.iretire_width = Ingress::default().iretire_width;
        }
        let Encoder { return_stack_depth, return_address_bits, .. } = Encoder::default();
        if build.encoder.implicit_return == ImplicitReturn::None {
            build.encoder.return_stack_depth = return_stack_depth;
        }
        if build.encoder.implicit_return != ImplicitReturn::Partial {
            build.encoder.return_address_bits = return_address_bits;
        }
        if build.timestamp.source == TimestampSource::None {
            build.timestamp.width = Timestamp::default().width;
        }
        if build.bus.kind != BusKind::TileLinkUl {
            build.bus.source_bits = Bus::default().source_bits;
        }
        if !build.bus.lock || !build.sink.has(SinkKind::Sram) {
            build.bus.lock_scrub = Bus::default().lock_scrub;
        }
        if build.system.harts == 1 {
            build.system.funnel_inputs = System::default().funnel_inputs;
        }
        build.sink = build.sink.significant();
        if !build.sink.has(SinkKind::Pib) {
            build.defaults.pib_divider = Defaults::default().pib_divider;
        }
        build
    }
}

impl Sink {
    /// The sinks with what is not built at its default.
    fn significant(&self) -> Sink {
        let (mut sink, defaults) = (self.clone(), Sink::default());
        if !sink.has(SinkKind::Sram) {
            (sink.sram_bytes, sink.sram_width) = (defaults.sram_bytes, defaults.sram_width);
            sink.sram_macro = defaults.sram_macro;
        }
        if !sink.has(SinkKind::Sba) {
            (sink.sba_bus, sink.sba_width) = (defaults.sba_bus, defaults.sba_width);
            (sink.sba_address, sink.sba_burst) = (defaults.sba_address, defaults.sba_burst);
        }
        if !sink.has(SinkKind::Pib) {
            (sink.pib_modes, sink.pib_divider_bits) = (defaults.pib_modes, defaults.pib_divider_bits);
            (sink.pib_ref_center, sink.pib_calibrate) = (defaults.pib_ref_center, defaults.pib_calibrate);
            sink.pib_buffer = defaults.pib_buffer;
        }
        if !sink.has(SinkKind::Atb) {
            sink.atb_width = defaults.atb_width;
        }
        sink
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Change = fn(&mut Build);

    fn with(change: impl FnOnce(&mut Build)) -> Build {
        let mut build = Build::default();
        change(&mut build);
        build
    }

    #[test]
    fn what_differs_in_the_hardware_differs_in_it() {
        let hashes = [
            Build::default(),
            with(|b| b.xlen = 64),
            with(|b| b.encoder.hist_width = 16),
            with(|b| b.encoder.stall = false),
            with(|b| b.encoder.implicit_return = ImplicitReturn::Full),
            with(|b| b.timestamp.source = TimestampSource::Core),
            with(|b| b.sink.sram_bytes = 1024),
            with(|b| b.ingress.form = IngressForm::Single),
            with(|b| b.system.harts = 2),
            with(|b| b.sink.kind = SinkKind::Pib.into()),
            with(|b| {
                b.sink.kind = SinkKind::Pib.into();
                b.sink.pib_buffer = 128;
            }),
        ]
        .map(|build| build.hash());
        for (i, hash) in hashes.iter().enumerate() {
            assert_eq!(hash.len(), 8);
            assert!(!hashes[..i].contains(hash), "{i}");
        }
    }

    #[test]
    fn what_has_no_effect_does_not_change_it() {
        let same: [(Build, Change); 6] = [
            (with(|b| b.ingress.form = IngressForm::Single), |b| b.ingress.iretire_width = 2),
            (Build::default(), |b| b.encoder.return_stack_depth = 3),
            (with(|b| b.encoder.implicit_return = ImplicitReturn::Full), |b| b.encoder.return_address_bits = 5),
            (Build::default(), |b| b.timestamp.width = 64),
            (Build::default(), |b| b.system.funnel_inputs = 4),
            (Build::default(), |b| b.sink.atb_width = 64),
        ];
        for (build, change) in same {
            let mut other = build.clone();
            change(&mut other);
            assert_ne!(other, build);
            assert_eq!(other.hash(), build.hash());
        }
    }

    #[test]
    fn it_stays_the_same_between_versions() {
        assert_eq!(with(|b| b.xlen = 64).hash(), "12cb3518");
    }
}
