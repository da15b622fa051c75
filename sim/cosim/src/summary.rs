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
    /// What the sink has of the trace, oldest first. Of an SRAM alone as the driver read it, idle bytes at the end
    /// included; of several sinks, of pins, buses and memories what arrived downstream of the one that is used, without
    /// idle bytes; empty for a stream alone.
    pub memory: Vec<u8>,
    /// Whether trace memory had wrapped, so that `memory` is only the last part of the trace.
    pub wrapped: bool,
    /// teRamWP as it was at the end, with teWrap: of the system memory sink.
    pub pointer: Option<u32>,
    /// The driver has read the SRAM.
    pub(crate) is_read: bool,
    /// Of a system: each hart's part.
    pub harts: Vec<Summary>,
    /// Time the run took.
    pub elapsed: Duration,
}

impl Summary {
    /// That of a system, from those of its harts.
    pub(crate) fn of(mut harts: Vec<Summary>) -> Summary {
        if harts.len() == 1 {
            return harts.remove(0);
        }
        let sum = |count: fn(&Summary) -> u64| harts.iter().map(count).sum();
        let mut counted = Summary::default();
        harts.iter().for_each(|hart| counted.add_messages(&hart.messages));
        Summary {
            cycles: harts.first().map_or(0, |hart| hart.cycles),
            blocks: sum(|hart| hart.blocks),
            stall_cycles: sum(|hart| hart.stall_cycles),
            trace_bytes: sum(|hart| hart.trace_bytes),
            messages: counted.messages,
            lost_messages: sum(|hart| hart.lost_messages),
            memory: harts
                .iter_mut()
                .map(|hart| std::mem::take(&mut hart.memory))
                .find(|m| !m.is_empty())
                .unwrap_or_default(),
            wrapped: harts.iter().any(|hart| hart.wrapped),
            pointer: None,
            is_read: harts.iter().any(|hart| hart.is_read),
            elapsed: Duration::ZERO,
            harts,
        }
    }

    /// Adds what another run was. What its sink has is not kept.
    pub fn add(&mut self, other: &Summary) {
        self.cycles += other.cycles;
        self.blocks += other.blocks;
        self.stall_cycles += other.stall_cycles;
        self.trace_bytes += other.trace_bytes;
        self.lost_messages += other.lost_messages;
        self.elapsed += other.elapsed;
        self.add_messages(&other.messages);
        self.harts.resize(self.harts.len().max(other.harts.len()), Summary::default());
        self.harts.iter_mut().zip(&other.harts).for_each(|(hart, other)| hart.add(other));
    }

    fn add_messages(&mut self, more: &[(Tcode, u64)]) {
        for (tcode, count) in more {
            match self.messages.iter_mut().find(|(other, _)| other == tcode) {
                Some((_, sum)) => *sum += count,
                None => self.messages.push((*tcode, *count)),
            }
        }
        self.messages.sort_by_key(|(tcode, _)| Tcode::ALL.iter().position(|other| other == tcode));
    }

    /// Simulated clock cycles in a second of the run.
    pub fn cycles_per_second(&self) -> f64 {
        self.cycles as f64 / self.elapsed.as_secs_f64().max(1e-9)
    }
}
