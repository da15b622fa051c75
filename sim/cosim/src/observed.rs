// SPDX-License-Identifier: Apache-2.0
//! What was seen of the hardware, on its way to the comparison.

use crate::entry::Shape;
use tracewright_messages::Ingress;

/// Cycles that travel together.
pub(crate) const BATCH: usize = 8192;

/// One clock cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cycle {
    /// Bits of [`flag`].
    pub flags: u16,
    /// Room in the queue, in entries.
    pub room: u8,
    /// Entries that entered it.
    pub entries: u8,
    /// Bytes that went to the sink.
    pub bytes: u8,
    /// The timestamp; 0 where there is none.
    pub now: u64,
    /// The time that the port showed, whether the build has it or not.
    pub outside: u64,
}

/// Bits of [`Cycle::flags`].
pub(crate) mod flag {
    /// The port took blocks or triggers.
    pub const PORT: u16 = 1 << 0;
    /// The port showed `halted`.
    pub const HALTED: u16 = 1 << 1;
    /// teActive.
    pub const ACTIVE: u16 = 1 << 2;
    /// teEnable.
    pub const ENABLE: u16 = 1 << 3;
    /// teInstTracing.
    pub const TRACING: u16 = 1 << 4;
    /// The port showed `hart_reset`.
    pub const RESET: u16 = 1 << 5;
    /// The port showed `low_power`.
    pub const LOW_POWER: u16 = 1 << 6;
    /// `stall` was high.
    pub const STALL: u16 = 1 << 7;
    /// The SRAM sink added an idle byte to its last word.
    pub const FILL: u16 = 1 << 8;
    /// The driver wrote a register.
    pub const WRITE: u16 = 1 << 9;
}

impl Cycle {
    pub fn has(self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

/// Consecutive cycles, and what happened in those that say so.
#[derive(Debug)]
pub(crate) struct Batch {
    pub cycles: Vec<Cycle>,
    /// One for each [`flag::PORT`].
    pub ports: Vec<Ingress>,
    /// As many as the cycles' [`Cycle::entries`] together.
    pub entries: Vec<Shape>,
    /// As many as the cycles' [`Cycle::bytes`] together.
    pub bytes: Vec<u8>,
}

impl Batch {
    pub fn new() -> Batch {
        Batch {
            cycles: Vec::with_capacity(BATCH),
            ports: Vec::with_capacity(BATCH),
            entries: Vec::new(),
            bytes: Vec::new(),
        }
    }
}

/// What the driver read when all was over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Readout {
    /// teControl.
    pub control: u32,
    /// Of the SRAM sink.
    pub memory: Option<Memory>,
}

/// Trace memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Memory {
    /// teRamWP.
    pub pointer: u32,
    /// The words with trace, oldest first.
    pub words: Vec<u32>,
}

/// What goes from the bench to the comparison.
#[derive(Debug)]
pub(crate) enum Item {
    Cycles(Batch),
    End(Readout),
}
