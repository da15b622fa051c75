// SPDX-License-Identifier: Apache-2.0
//! What a run without a difference was.

use std::time::Duration;
use tracewright_messages::Tcode;

/// What a run without a difference was.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Clock cycles, those of bus traffic before and after the blocks included.
    pub cycles: u64,
    /// Blocks that the port took.
    pub blocks: u64,
    /// Cycles in which the hart was stalled.
    pub stall_cycles: u64,
    /// Bytes that reached the sink, idle bytes not included.
    pub trace_bytes: u64,
    /// Messages that entered the queue: how many of each that occurred, in the order of N-Trace Table 8.
    pub messages: Vec<(Tcode, u64)>,
    /// Messages that found no room in the queue.
    pub lost_messages: u64,
    /// Bytes of trace memory as the driver read them, oldest first, idle bytes at the end included; empty without an SRAM.
    pub memory: Vec<u8>,
    /// Whether trace memory had wrapped, so that `memory` is only the last part of the trace.
    pub wrapped: bool,
    /// Time the run took.
    pub elapsed: Duration,
}

impl Summary {
    /// Simulated clock cycles in a second of the run.
    pub fn cycles_per_second(&self) -> f64 {
        self.cycles as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
