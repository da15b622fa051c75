// SPDX-License-Identifier: Apache-2.0
//! What of the PIB a build has.

use tracewright_config::{Build, PibMode};

/// What of the PIB a build has, as counts that kernels loop over.
pub(super) struct Kind {
    /// Entries of two bytes: there is the mode of 16 pins.
    pub pairs: usize,
    /// There is tref.
    pub tref: usize,
    /// The bits of the settings that there are.
    pub settings: u64,
}

impl Kind {
    pub(super) fn of(build: &Build) -> Kind {
        let sink = &build.sink;
        let mode = |(at, &mode): (usize, &PibMode)| u64::from(sink.pib_modes.has(mode)) << at;
        let order = [
            PibMode::Manchester,
            PibMode::Uart,
            PibMode::Parallel1,
            PibMode::Parallel2,
            PibMode::Parallel4,
            PibMode::Parallel8,
            PibMode::Parallel16,
        ];
        let modes: u64 = order.iter().enumerate().map(mode).sum();
        let tref = sink.pib_modes.iter().any(|mode| mode.is_parallel());
        let divider = (1u64 << sink.pib_divider_bits) - 1;
        Kind {
            pairs: sink.pib_modes.has(PibMode::Parallel16).into(),
            tref: tref.into(),
            settings: modes
                | u64::from(sink.pib_ref_center && tref) << 7
                | u64::from(sink.pib_calibrate) << 8
                | 1 << 9
                | divider << 10,
        }
    }
}
