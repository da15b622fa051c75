// SPDX-License-Identifier: Apache-2.0
//! What of a build decides on its registers.

use crate::{Build, SinkKind};
use tracewright_regmap::{Features, SinkFeature};

impl Build {
    /// What decides which registers and values exist.
    pub fn features(&self) -> Features {
        let sink = match self.sink.kind {
            SinkKind::Sram => SinkFeature::Sram(self.sink.sram_bytes),
            SinkKind::Stream => SinkFeature::Stream,
        };
        Features { stall: self.encoder.stall, sink }
    }
}
