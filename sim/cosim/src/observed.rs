// SPDX-License-Identifier: Apache-2.0
//! What was seen of the hardware, on its way to the comparison.

use tracewright_messages::{Block, Field, Tcode};
use tracewright_model::{Message, Room};
use tracewright_rtl::codes::*;

/// Cycles that travel together.
pub(crate) const BATCH: usize = 8192;

/// One clock cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cycle {
    /// Bits of [`flag`].
    pub flags: u16,
    /// The queue's room as the hardware codes it.
    pub room: u8,
    /// The byte that went to the sink, if [`flag::BYTE`] is set.
    pub byte: u8,
}

/// Bits of [`Cycle::flags`].
pub(crate) mod flag {
    /// The port took a block.
    pub const BLOCK: u16 = 1 << 0;
    /// The port showed `halted`.
    pub const HALTED: u16 = 1 << 1;
    /// teActive.
    pub const ACTIVE: u16 = 1 << 2;
    /// teEnable.
    pub const ENABLE: u16 = 1 << 3;
    /// teInstTracing.
    pub const TRACING: u16 = 1 << 4;
    /// A message entered the queue.
    pub const MESSAGE: u16 = 1 << 5;
    /// A byte went to the sink.
    pub const BYTE: u16 = 1 << 6;
    /// `stall` was high.
    pub const STALL: u16 = 1 << 7;
    /// The SRAM sink added an idle byte to its last word.
    pub const FILL: u16 = 1 << 8;
}

impl Cycle {
    pub fn has(self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    pub fn room(self) -> Room {
        match self.room {
            0 => Room::None,
            1 => Room::One,
            _ => Room::TwoOrMore,
        }
    }
}

/// A message in the queue's common shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    pub kind: u8,
    pub fixed: u8,
    pub count: u32,
    pub addr: u64,
    pub hist: u32,
}

impl Shape {
    /// The message it stands for.
    pub fn message(&self) -> Message {
        let tcode = match usize::from(self.kind) {
            KIND_PROG_TRACE_SYNC => Tcode::ProgTraceSync,
            KIND_INDIRECT_BRANCH => Tcode::IndirectBranch,
            KIND_INDIRECT_BRANCH_HIST => Tcode::IndirectBranchHist,
            KIND_INDIRECT_BRANCH_HIST_SYNC => Tcode::IndirectBranchHistSync,
            KIND_FULL_I_CNT | KIND_FULL_HIST => Tcode::ResourceFull,
            KIND_PROG_TRACE_CORRELATION => Tcode::ProgTraceCorrelation,
            _ => Tcode::Error,
        };
        Message::new(tcode, |field| match field {
            Field::BType if tcode != Tcode::IndirectBranchHistSync => self.fixed.into(),
            Field::BType | Field::Cdf => u64::from(self.fixed >> 4),
            Field::Sync | Field::EType | Field::RCode | Field::EvCode => self.fixed.into(),
            Field::RData if usize::from(self.kind) == KIND_FULL_HIST => self.hist.into(),
            Field::Hist => self.hist.into(),
            Field::FAddr | Field::UAddr => self.addr,
            _ => self.count.into(),
        })
    }
}

/// Consecutive cycles, and what happened in those whose flags say so.
#[derive(Debug)]
pub(crate) struct Batch {
    pub cycles: Vec<Cycle>,
    /// One for each [`flag::BLOCK`].
    pub blocks: Vec<Block>,
    /// One for each [`flag::MESSAGE`].
    pub messages: Vec<Shape>,
}

impl Batch {
    pub fn new() -> Batch {
        Batch { cycles: Vec::with_capacity(BATCH), blocks: Vec::with_capacity(BATCH), messages: Vec::new() }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: usize, fixed: u8) -> String {
        Shape { kind: kind as u8, fixed, count: 7, addr: 0x40, hist: 5 }.message().to_string()
    }

    #[test]
    fn table_8_gives_each_slot_its_field() {
        assert_eq!(text(KIND_PROG_TRACE_SYNC, 5), "ProgTraceSync SYNC=5 I-CNT=7 F-ADDR=0x40");
        assert_eq!(text(KIND_INDIRECT_BRANCH, 2), "IndirectBranch B-TYPE=2 I-CNT=7 U-ADDR=0x40");
        assert_eq!(text(KIND_INDIRECT_BRANCH_HIST, 3), "IndirectBranchHist B-TYPE=3 I-CNT=7 U-ADDR=0x40 HIST=0x5");
        assert_eq!(
            text(KIND_INDIRECT_BRANCH_HIST_SYNC, 2 << 4 | 4),
            "IndirectBranchHistSync SYNC=4 B-TYPE=2 I-CNT=7 F-ADDR=0x40 HIST=0x5"
        );
        assert_eq!(text(KIND_FULL_I_CNT, 0), "ResourceFull RCODE=0 RDATA=7");
        assert_eq!(text(KIND_FULL_HIST, 1), "ResourceFull RCODE=1 RDATA=0x5");
        assert_eq!(
            text(KIND_PROG_TRACE_CORRELATION, 1 << 4 | 4),
            "ProgTraceCorrelation EVCODE=4 CDF=1 I-CNT=7 HIST=0x5"
        );
        assert_eq!(text(KIND_ERROR, 0), "Error ETYPE=0 ECODE=7");
    }
}
