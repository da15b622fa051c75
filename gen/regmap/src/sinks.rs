// SPDX-License-Identifier: Apache-2.0
//! What of the sinks decides on the registers of a build.

use crate::{TE_SINK_ATB, TE_SINK_FUNNEL, TE_SINK_PIB, TE_SINK_SBA, TE_SINK_SRAM, TE_SINK_STREAM};

/// Where trace can go: at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SinkFeatures {
    /// Bytes of the on-chip SRAM, a power of two; 0 for none.
    pub sram_bytes: u32,
    /// Bytes of a word of the SRAM: 4, 8 or 16.
    pub sram_word_bytes: u32,
    /// A stream of bytes out of the trace hardware.
    pub stream: bool,
    /// The Advanced Trace Bus.
    pub atb: bool,
    /// The pin interface block.
    pub pib: Option<PibFeature>,
    /// Address bits of the system bus that trace is written to, 3 to 64; 0 for none.
    pub sba_bits: u32,
    /// Bytes of a word that is written to the system bus: 4, 8 or 16.
    pub sba_word_bytes: u32,
    /// A funnel.
    pub funnel: bool,
}

/// The pin interface block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PibFeature {
    /// Modes that pibMode accepts: bit n is mode n. Mode 0, off, is among them.
    pub modes: u32,
    /// Whether pibRefCenter can be set.
    pub ref_center: bool,
    /// Whether there is a calibration pattern.
    pub calibrate: bool,
    /// Width of pibDivider in bits, 0 to 16.
    pub divider_bits: u32,
}

impl SinkFeatures {
    /// No sink: to begin with.
    pub const NONE: SinkFeatures = SinkFeatures {
        sram_bytes: 0,
        sram_word_bytes: 4,
        stream: false,
        atb: false,
        pib: None,
        sba_bits: 0,
        sba_word_bytes: 4,
        funnel: false,
    };

    /// The on-chip SRAM alone.
    pub const fn sram(bytes: u32) -> SinkFeatures {
        SinkFeatures { sram_bytes: bytes, ..SinkFeatures::NONE }
    }

    /// The stream port alone.
    pub const fn stream() -> SinkFeatures {
        SinkFeatures { stream: true, ..SinkFeatures::NONE }
    }

    /// The values of teSink: bit n is value n.
    pub(crate) const fn codes(&self) -> u32 {
        ((self.sram_bytes > 0) as u32) << TE_SINK_SRAM
            | (self.atb as u32) << TE_SINK_ATB
            | (self.pib.is_some() as u32) << TE_SINK_PIB
            | ((self.sba_bits > 0) as u32) << TE_SINK_SBA
            | (self.funnel as u32) << TE_SINK_FUNNEL
            | (self.stream as u32) << TE_SINK_STREAM
    }

    /// The address bits 31-2 of words of so many bytes in the SRAM.
    pub(crate) const fn sram_bits(&self, word_bytes: u32) -> u32 {
        match self.sram_bytes {
            0 => 0,
            bytes => ((bytes - 1) & !(word_bytes - 1)) >> 2,
        }
    }

    /// The address bits 31-2 of words of so many bytes in system memory.
    pub(crate) const fn sba_bits(&self, word_bytes: u32) -> u32 {
        let bytes = match self.sba_bits {
            0 => 0,
            bits if bits < 32 => (1 << bits) - 1,
            _ => u32::MAX,
        };
        (bytes & !(word_bytes - 1)) >> 2
    }

    /// The address bits 31-2 of words of the memories: those of the SRAM, and of the system bus.
    pub(crate) const fn address_bits(&self) -> u32 {
        self.sram_bits(self.sram_word_bytes) | self.sba_bits(self.sba_word_bytes)
    }

    /// The bits of teRamLimit that are always 1 where the SRAM is the only memory: those within a word of it.
    pub(crate) const fn ones_of_limit(&self) -> u32 {
        match self.sram_bytes {
            0 => 0,
            _ => (self.sram_word_bytes - 1) >> 2,
        }
    }

    /// The address bits above 31 of the system bus.
    pub(crate) const fn high_address_bits(&self) -> u32 {
        match self.sba_bits {
            64 => u32::MAX,
            bits if bits > 32 => (1 << (bits - 32)) - 1,
            _ => 0,
        }
    }
}
