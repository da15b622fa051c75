// SPDX-License-Identifier: Apache-2.0
//! Which sinks are behind a component, as the counts that kernels loop over.

use tracewright_config::{Sink, SinkKind};

/// Which sinks there are: 0 or 1 each.
#[derive(Clone, Copy, Debug)]
pub struct Behind {
    /// A choice between several.
    pub router: usize,
    /// A circular buffer of either kind.
    pub ram: usize,
    /// The on-chip SRAM.
    pub sram: usize,
    /// System memory.
    pub sba: usize,
    /// System memory with addresses of more than 32 bits.
    pub wide_sba: usize,
    /// Pins.
    pub pib: usize,
    /// The Advanced Trace Bus.
    pub atb: usize,
    /// A stream port.
    pub stream: usize,
}

impl Behind {
    /// Those of `sink`.
    pub fn of(sink: &Sink) -> Behind {
        let has = |kind| usize::from(sink.has(kind));
        let (sram, sba) = (has(SinkKind::Sram), has(SinkKind::Sba));
        Behind {
            router: usize::from(sink.kind.count() > 1),
            ram: sram | sba,
            sram,
            sba,
            wide_sba: usize::from(sba == 1 && sink.sba_address > 32),
            pib: has(SinkKind::Pib),
            atb: has(SinkKind::Atb),
            stream: has(SinkKind::Stream),
        }
    }
}
