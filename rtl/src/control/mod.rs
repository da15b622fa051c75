// SPDX-License-Identifier: Apache-2.0
//! The control side: bus front ends and the register file (Trace Control ch. 3 to 5).

mod apb;
mod registers;

pub use apb::Apb;
pub use registers::Registers;

use tracewright_config::{Build, SinkKind};
use tracewright_regmap::{Features, SinkFeature};

/// What of `build` decides on its registers.
pub fn features(build: &Build) -> Features {
    Features {
        stall: build.encoder.stall,
        sink: match build.sink.kind {
            SinkKind::Sram => SinkFeature::Sram(build.sink.sram_bytes),
            SinkKind::Stream => SinkFeature::Stream,
        },
    }
}
