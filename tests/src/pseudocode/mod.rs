// SPDX-License-Identifier: Apache-2.0
//! The encoder of N-Trace 10.2, statement by statement: how many bytes a plain encoder needs for a program.
//!
//! It sends history messages (HTM) without any option. Where the pseudo-code contradicts the text, the text is
//! followed: a taken branch appends 1 (N-Trace 8.3), and the first message has SYNC 5 (N-Trace 8.5). It knows no traps:
//! they count as indirect jumps of the instruction before them, so that a jump to an instruction that traps takes one
//! message, where an encoder that reports traps needs two. As in the specification, it never says where tracing ends.

mod retired;
mod writer;

pub use retired::{retired, Retired};

use tracewright_messages::{btype, rcode, sync, Tcode};
use writer::Writer;

/// I-CNT above this is sent in a ResourceFull (`enco_opt_limICNT`).
const I_CNT_LIMIT: u32 = 0x10000;

/// HIST with this bit set is sent in a ResourceFull (`enco_opt_limHIST`).
const HIST_LIMIT: u32 = 0x4000_0000;

/// HIST without branches: the stop bit alone.
const HIST_EMPTY: u32 = 1;

/// The state of the pseudo-code's `NTraceEncoderHandleRetired`; each [`encode`](Encoder::encode) is a call of it.
#[derive(Clone, Debug)]
pub struct Encoder {
    writer: Writer,
    next: Option<Next>,
    i_cnt: u32,
    hist: u32,
    address: u64,
}

/// The message that the next retired instruction sends.
#[derive(Clone, Copy, Debug)]
enum Next {
    ProgTraceSync,
    IndirectBranchHist,
}

impl Default for Encoder {
    /// The state after `NTraceEncoderInit`.
    fn default() -> Encoder {
        Encoder { writer: Writer::default(), next: Some(Next::ProgTraceSync), i_cnt: 0, hist: HIST_EMPTY, address: 0 }
    }
}

impl Encoder {
    /// Takes the next retired instruction.
    pub fn encode(&mut self, retired: &Retired) {
        if let Some(next) = self.next.take() {
            self.send(next, retired.address);
            self.address = retired.address;
            self.i_cnt = 0;
            self.hist = HIST_EMPTY;
        }

        let previous_i_cnt = self.i_cnt;
        self.i_cnt += u32::from(retired.half_words);
        if let Some(taken) = retired.branch {
            self.hist = self.hist << 1 | u32::from(taken);
        }
        if retired.indirect {
            self.next = Some(Next::IndirectBranchHist);
        }

        if self.i_cnt > I_CNT_LIMIT {
            self.send_full(rcode::I_CNT, previous_i_cnt);
            self.i_cnt = u32::from(retired.half_words);
        }
        if self.hist & HIST_LIMIT != 0 {
            self.send_full(rcode::HIST, self.hist >> 1);
            self.hist = HIST_EMPTY << 1 | self.hist & 1;
        }
    }

    /// The trace so far. What is not yet in a message is missing.
    pub fn bytes(&self) -> &[u8] {
        self.writer.bytes()
    }

    fn send(&mut self, next: Next, address: u64) {
        let writer = &mut self.writer;
        match next {
            Next::ProgTraceSync => {
                writer.start(Tcode::ProgTraceSync);
                writer.fixed(4, sync::TRACE_ENABLE);
                writer.variable(u64::from(self.i_cnt));
                writer.variable(address >> 1);
            }
            Next::IndirectBranchHist => {
                writer.start(Tcode::IndirectBranchHist);
                writer.fixed(2, btype::INDIRECT);
                writer.variable(u64::from(self.i_cnt));
                writer.variable((self.address ^ address) >> 1);
                writer.variable(u64::from(self.hist));
            }
        }
        writer.end();
    }

    fn send_full(&mut self, resource: u8, value: u32) {
        self.writer.start(Tcode::ResourceFull);
        self.writer.fixed(4, resource);
        self.writer.variable(u64::from(value));
        self.writer.end();
    }
}

/// The trace of `instructions`.
pub fn encode(instructions: impl IntoIterator<Item = Retired>) -> Vec<u8> {
    let mut encoder = Encoder::default();
    for retired in instructions {
        encoder.encode(&retired);
    }
    encoder.writer.into_bytes()
}

#[cfg(test)]
mod tests;
