// SPDX-License-Identifier: Apache-2.0
//! A short name for what exists in hardware.

use crate::{parts, Build, Config, Run, Values, KEYS};
use sha2::{Digest, Sha256};

impl Build {
    /// Eight hexadecimal digits that name the hardware: equal for equal hardware, whatever file it came from.
    ///
    /// Only what differs from the defaults and has an effect counts: a new key does not rename the builds that lack it.
    pub fn hash(&self) -> String {
        let values = Values::of(&Config { build: self.clone(), run: Run::default() });
        let mut digest = Sha256::new();
        for key in KEYS.iter().filter(|key| key.path.starts_with("build.")) {
            let value = values.of_key(key);
            if value != Values::defaults().of_key(key) && parts::lacking(self, key.path).is_none() {
                digest.update(format!("{} = {value}\n", key.path));
            }
        }
        digest.finalize()[..4].iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ImplicitReturn, IngressForm, SinkKind, TimestampSource};

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
        let same: [(Build, Change); 7] = [
            (with(|b| b.ingress.form = IngressForm::Single), |b| b.ingress.iretire_width = 2),
            (Build::default(), |b| b.encoder.return_stack_depth = 3),
            (Build::default(), |b| b.encoder.return_calls = crate::ReturnCalls::Any),
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
