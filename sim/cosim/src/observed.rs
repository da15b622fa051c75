// SPDX-License-Identifier: Apache-2.0
//! What was seen of the hardware, on its way to the comparison.

use crate::entry::QueueEntry;
use crate::pool::{Lent, Reused};
use crate::source::TakenSteps;
use tracewright_model::control::SinkInputs;

/// Cycles that travel together: so many that handing them over takes little of the time.
pub(crate) const BATCH: usize = 4096;

/// One clock cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cycle {
    /// Bits of [`flag`].
    pub flags: u16,
    /// Room in the queue, in entries, as far as the hardware counts it.
    pub room: u8,
    /// Entries that entered it.
    pub entries: u8,
    /// Bytes that went to the sink.
    pub bytes: u8,
    /// Bytes that went to an SRAM among other sinks, idle bytes included.
    pub stored: u8,
    /// Cycles of the time's own clock since the cycle before.
    pub time_cycles: u8,
    /// Levels of the external trigger inputs, input 0 in bit 0.
    pub triggers: u8,
    /// Levels of the external trigger outputs, output 0 in bit 0.
    pub trigger_outputs: u8,
    /// The timestamp; 0 where there is none.
    pub now: u64,
    /// The time that the port showed, whether the build has it or not.
    pub outside: u64,
}

/// A cycle of the time's own clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TimeCycle {
    /// The time that the port showed, whether the build has it or not.
    pub outside: u64,
    /// The port `time_broadcast`; 0 where there is none.
    pub broadcast: u64,
}

/// A cycle with an access inside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Inside {
    /// It is asked for.
    pub request: bool,
    /// Write, else read.
    pub write: bool,
    /// Offset in bytes.
    pub offset: u32,
    /// What is written.
    pub data: u32,
    /// Bytes that are written.
    pub strobe: u8,
    /// The registers are written in this cycle.
    pub acts: bool,
    /// The registers are read in this cycle, where something is told of it.
    pub answers: Option<bool>,
    /// It ends with this cycle.
    pub done: bool,
    /// What was read.
    pub read: u32,
    /// Where it is shown to Control Transfer Records: whether they end it with this cycle.
    pub records: Option<bool>,
    /// What the records of the hart that is addressed show as read.
    pub of_records: u32,
}

/// Bits of [`Cycle::flags`].
pub(crate) mod flag {
    /// The port took a step.
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
    /// There is an access inside.
    pub const ACCESS: u16 = 1 << 9;
    /// The port showed `debug_locked`.
    pub const LOCKED: u16 = 1 << 10;
    /// `clock_request` was high.
    pub const CLOCK_REQUEST: u16 = 1 << 11;
    /// The encoder and the sink held nothing.
    pub const EMPTY: u16 = 1 << 12;
    /// A sink asked for a synchronising message.
    pub const SYNC_REQUEST: u16 = 1 << 13;
    /// An entry left the queue.
    pub const LEAVES: u16 = 1 << 14;
    /// Trace was shown to the sink, and not taken.
    pub const WAITS: u16 = 1 << 15;
}

/// Bits of what the hardware shows of a hart at once, above those of [`flag`], which it shows where they are.
pub(crate) mod shown {
    /// The first of those that are all high when nothing is held: [`super::flag::EMPTY`].
    pub const EMPTY: u32 = 16;
    /// The first of those of which one is high when an entry enters the queue, or trace is shown to the sink.
    pub const MOVES: u32 = 32;
}

impl Cycle {
    pub fn has(self, flag: u16) -> bool {
        self.flags & flag != 0
    }
}

/// Consecutive cycles, and what happened in those that say so.
#[derive(Debug, Default)]
pub(crate) struct Batch {
    pub cycles: Vec<Cycle>,
    /// As many steps as cycles with [`flag::PORT`].
    pub taken: Vec<TakenSteps>,
    /// As many as the cycles' [`Cycle::entries`] together.
    pub entries: Vec<QueueEntry>,
    /// As many as the cycles' [`Cycle::bytes`] together.
    pub bytes: Vec<u8>,
    /// As many as the cycles' [`Cycle::stored`] together.
    pub stored: Vec<u8>,
    /// What registers show of sinks other than the SRAM, in each cycle, if there are any.
    pub sinks: Vec<SinkInputs>,
    /// One for each [`flag::ACCESS`].
    pub accesses: Vec<Inside>,
    /// As many as the cycles' [`Cycle::time_cycles`] together.
    pub time_cycles: Vec<TimeCycle>,
    /// The port `time_broadcast`, in each cycle, if it belongs to the encoder's clock.
    pub broadcasts: Vec<u64>,
}

impl Reused for Batch {
    fn clear(&mut self) {
        let Batch { cycles, taken, entries, bytes, stored, sinks, accesses, time_cycles, broadcasts } = self;
        cycles.clear();
        taken.clear();
        entries.clear();
        bytes.clear();
        stored.clear();
        sinks.clear();
        accesses.clear();
        time_cycles.clear();
        broadcasts.clear();
    }
}

/// What the driver read when all was over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Readout {
    /// Of the SRAM sink.
    pub memory: Option<Memory>,
    /// teRamWP of the system memory sink.
    pub pointer: Option<u32>,
}

/// Trace memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Memory {
    /// The words with trace, oldest first.
    pub words: Vec<u32>,
    /// The buffer has wrapped.
    pub wrapped: bool,
}

/// What goes from the bench to the comparison.
#[derive(Debug)]
pub(crate) enum Item {
    Cycles(Lent<Batch>),
    End(Readout),
}
