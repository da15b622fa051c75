// SPDX-License-Identifier: Apache-2.0
//! Where trace goes: the sinks as types.

use crate::{Build, Choice, Set};
use serde::{Deserialize, Serialize};

/// Where trace goes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sink {
    /// Kinds of the sinks.
    pub kind: Set<SinkKind>,
    /// Size of the SRAM in bytes.
    pub sram_bytes: u32,
    /// Width of a word of the SRAM in bits.
    pub sram_width: u32,
    /// Whether the SRAM is outside, at a port.
    pub sram_macro: bool,
    /// The bus to system memory.
    pub sba_bus: SbaBus,
    /// Width of its data in bits.
    pub sba_width: u32,
    /// Width of its addresses in bits.
    pub sba_address: u32,
    /// Words of the longest burst.
    pub sba_burst: u32,
    /// Modes of the pins.
    pub pib_modes: Set<PibMode>,
    /// Width of pibDivider in bits.
    pub pib_divider_bits: u32,
    /// Whether pibRefCenter exists.
    pub pib_ref_center: bool,
    /// Whether pibCalibrate exists.
    pub pib_calibrate: bool,
    /// Bytes that the pin interface block holds.
    pub pib_buffer: u32,
    /// Width of the ATB in bits.
    pub atb_width: u32,
    /// For a hart of a system: the sinks downstream of the funnels. See [`Build::hart`].
    #[serde(skip)]
    pub behind_funnels: Set<SinkKind>,
}

/// Kind of a sink.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SinkKind {
    /// On-chip SRAM, read through teRamData (teSink 4).
    Sram,
    /// System memory, written by a bus master (teSink 7).
    Sba,
    /// Pins (teSink 6).
    Pib,
    /// The Advanced Trace Bus (teSink 5).
    Atb,
    /// A ready/valid port of bytes, for a sink of the user's own (teSink 12, vendor-specific).
    Stream,
    /// A funnel (teSink 8). Not for configurations to choose: the encoders of a system have it.
    Funnel,
}

/// The bus to system memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SbaBus {
    /// AMBA AXI4: bursts.
    #[serde(rename = "axi4")]
    Axi4,
    /// TileLink Uncached Lightweight: a word at a time.
    #[serde(rename = "tilelink-ul")]
    TileLinkUl,
    /// Wishbone B4, classic cycles: a word at a time.
    Wishbone,
}

/// A mode of the pins (Trace Control 12.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PibMode {
    /// SWT Manchester (pibMode 4).
    #[serde(rename = "manchester")]
    Manchester,
    /// SWT UART (5).
    #[serde(rename = "uart")]
    Uart,
    /// tref and 1 tdata (8).
    #[serde(rename = "parallel-1")]
    Parallel1,
    /// tref and 2 tdata (9).
    #[serde(rename = "parallel-2")]
    Parallel2,
    /// tref and 4 tdata (10).
    #[serde(rename = "parallel-4")]
    Parallel4,
    /// tref and 8 tdata (11).
    #[serde(rename = "parallel-8")]
    Parallel8,
    /// tref and 16 tdata (12).
    #[serde(rename = "parallel-16")]
    Parallel16,
}

impl Default for Sink {
    fn default() -> Self {
        Sink {
            kind: SinkKind::Sram.into(),
            sram_bytes: 4096,
            sram_width: 32,
            sram_macro: false,
            sba_bus: SbaBus::Axi4,
            sba_width: 32,
            sba_address: 32,
            sba_burst: 16,
            pib_modes: PibMode::ALL.iter().copied().collect(),
            pib_divider_bits: 8,
            pib_ref_center: true,
            pib_calibrate: true,
            pib_buffer: 64,
            atb_width: 32,
            behind_funnels: Set::default(),
        }
    }
}

impl Choice for SinkKind {
    const ALL: &'static [SinkKind] =
        &[SinkKind::Sram, SinkKind::Sba, SinkKind::Pib, SinkKind::Atb, SinkKind::Stream, SinkKind::Funnel];
}

impl SinkKind {
    /// The value of the teSink field (Trace Control ch. 5).
    pub const fn code(self) -> u32 {
        match self {
            SinkKind::Sram => 4,
            SinkKind::Atb => 5,
            SinkKind::Pib => 6,
            SinkKind::Sba => 7,
            SinkKind::Funnel => 8,
            SinkKind::Stream => 12,
        }
    }
}

impl Choice for PibMode {
    const ALL: &'static [PibMode] = &[
        PibMode::Manchester,
        PibMode::Uart,
        PibMode::Parallel1,
        PibMode::Parallel2,
        PibMode::Parallel4,
        PibMode::Parallel8,
        PibMode::Parallel16,
    ];
}

impl PibMode {
    /// The value of the pibMode field.
    pub const fn code(self) -> u32 {
        match self {
            PibMode::Manchester => 4,
            PibMode::Uart => 5,
            PibMode::Parallel1 => 8,
            PibMode::Parallel2 => 9,
            PibMode::Parallel4 => 10,
            PibMode::Parallel8 => 11,
            PibMode::Parallel16 => 12,
        }
    }

    /// tdata pins that it needs.
    pub const fn pins(self) -> u32 {
        match self {
            PibMode::Manchester | PibMode::Uart | PibMode::Parallel1 => 1,
            PibMode::Parallel2 => 2,
            PibMode::Parallel4 => 4,
            PibMode::Parallel8 => 8,
            PibMode::Parallel16 => 16,
        }
    }

    /// Whether it has a reference clock.
    pub const fn is_parallel(self) -> bool {
        self.code() >= 8
    }
}

impl Build {
    /// Words of the SRAM that a lock clears, one a cycle; 0 where none does.
    pub fn scrubbed_words(&self) -> u32 {
        match self.bus.lock && self.bus.lock_scrub && self.sink.has(SinkKind::Sram) {
            true => u8::BITS * self.sink.sram_bytes / self.sink.sram_width,
            false => 0,
        }
    }
}

impl Sink {
    /// Whether there is a sink of this kind.
    pub fn has(&self, kind: SinkKind) -> bool {
        self.kind.has(kind)
    }

    /// Whether a sink can ask for synchronising messages: the ATB.
    pub fn requests_sync(&self) -> bool {
        self.has(SinkKind::Atb) || self.behind_funnels.has(SinkKind::Atb)
    }

    /// Whether something keeps what it was sent when the source becomes inactive: all but the memories, which are reset
    /// with it.
    pub fn outlives_source(&self) -> bool {
        self.kind.iter().any(|kind| !matches!(kind, SinkKind::Sram | SinkKind::Sba))
    }

    /// tdata pins of the pin interface block.
    pub fn pib_pins(&self) -> u32 {
        self.pib_modes.iter().map(PibMode::pins).max().unwrap_or(1)
    }
}
