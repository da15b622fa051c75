// SPDX-License-Identifier: Apache-2.0
//! A short name for what exists in hardware.

use crate::{Build, Config, Ingress, IngressForm, Run, Sink, SinkKind, KEYS};
use sha2::{Digest, Sha256};

impl Build {
    /// Eight hexadecimal digits that name the hardware: equal for equal hardware, whatever file it came from.
    pub fn hash(&self) -> String {
        let config = Config { build: self.significant(), run: Run::default() };
        let mut digest = Sha256::new();
        for key in KEYS.iter().filter(|key| key.path.starts_with("build.")) {
            digest.update(format!("{} = {}\n", key.path, key.value(&config)));
        }
        digest.finalize()[..4].iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// The build with what has no effect in it at its default.
    fn significant(&self) -> Build {
        let mut build = self.clone();
        if build.ingress.form == IngressForm::Single {
            build.ingress.iretire_width = Ingress::default().iretire_width;
        }
        if build.sink.kind == SinkKind::Stream {
            build.sink.sram_bytes = Sink::default().sram_bytes;
        }
        build
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_build_changes_it() {
        let base = Build::default();
        let changed = |change: fn(&mut Build)| {
            let mut build = base.clone();
            change(&mut build);
            build.hash()
        };
        let hashes = [
            base.hash(),
            changed(|b| b.xlen = 64),
            changed(|b| b.encoder.hist_width = 16),
            changed(|b| b.encoder.stall = false),
            changed(|b| b.sink.sram_bytes = 1024),
            changed(|b| b.ingress.form = IngressForm::Single),
        ];
        for (i, hash) in hashes.iter().enumerate() {
            assert_eq!(hash.len(), 8);
            assert!(!hashes[..i].contains(hash), "{i}");
        }
    }

    #[test]
    fn what_has_no_effect_does_not_change_it() {
        let mut one = Build::default();
        one.ingress.form = IngressForm::Single;
        let mut other = one.clone();
        other.ingress.iretire_width = 2;
        assert_eq!(one.hash(), other.hash());
    }

    #[test]
    fn it_stays_the_same_between_versions() {
        assert_eq!(Build::default().hash(), "39eb6226");
    }
}
