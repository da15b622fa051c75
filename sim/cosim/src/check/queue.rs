// SPDX-License-Identifier: Apache-2.0
//! The queue's bookkeeping: which entries it holds, and what follows for its room and for `stall`.

use crate::mismatch::Difference;
use crate::observed::{flag, Cycle};
use std::collections::VecDeque;
use tracewright_config::Build;
use tracewright_model::{Outcome, ENOUGH_ROWS};

/// Entries that have left the queue's memory and of which the sink does not have the last byte, at most. One waits in
/// the register behind the memory, one in front of the packer; of one a piece waits in the packer while another is cut;
/// one is in each of the two places of the register slice; and what does not fill a word of 8 bytes waits: parts of
/// four messages.
const ON_THE_WAY: usize = 10;

/// What the queue holds, by the entries that entered and left.
///
/// When an entry leaves is the hardware's matter. But the queue holds nothing that has reached the sink, and all but a
/// few of the entries that have not: so its room is bounded by the model's messages and the sink's bytes alone.
pub(super) struct Queue {
    depth: u32,
    /// Of each row in the queue that has not left: its entries.
    rows: VecDeque<usize>,
    /// Of each entry of which the sink does not have the last byte: the messages that have entered the queue up to its
    /// end.
    ends: VecDeque<u64>,
    /// Messages that have entered the queue.
    entered: u64,
}

impl Queue {
    pub fn new(build: &Build) -> Queue {
        Queue { depth: build.encoder.queue_depth, rows: VecDeque::new(), ends: VecDeque::new(), entered: 0 }
    }

    /// Rows that there is room for before this cycle's.
    pub fn room(&self) -> u32 {
        self.depth - self.rows.len() as u32
    }

    /// Whether the hart must be stalled in this cycle, if it may be, where so many blocks wait for their turn.
    pub fn stalls(&self, waiting: u32) -> bool {
        self.room() < ENOUGH_ROWS + waiting
    }

    /// Compares the room that the hardware sees, and `stall`; `may_stall` says whether teActive and teInstStallEn are
    /// set, `waiting` how many rows may come of what waits for its turn.
    pub fn compare(&self, cycle: &Cycle, may_stall: bool, waiting: u32) -> Result<(), Difference> {
        let stall = may_stall && self.stalls(waiting);
        let numbers = [
            ("the queue's room", self.room().min(ENOUGH_ROWS).into(), cycle.room.into()),
            ("stall", stall.into(), cycle.has(flag::STALL).into()),
        ];
        match numbers.into_iter().find(|(_, expected, found)| expected != found) {
            Some((name, expected, found)) => Err(Difference::Signal { name, expected, found }),
            None => Ok(()),
        }
    }

    /// Goes on by a cycle, in which `outcome` entered; `arrived` messages have reached the sink until now, whole.
    pub fn follow(&mut self, cycle: &Cycle, outcome: &Outcome, arrived: u64) -> Result<(), Difference> {
        let leaves = cycle.has(flag::LEAVES);
        if !leaves && outcome.sent.is_empty() && self.ends.front().is_none_or(|end| *end > arrived) {
            // What holds goes on to hold.
            return Ok(());
        }
        if leaves && self.rows.pop_front().is_none() {
            return Err(Difference::Signal { name: "a row that leaves the empty queue", expected: 0, found: 1 });
        }
        if !outcome.sent.is_empty() {
            self.rows.push_back(outcome.sent.len());
        }
        for entry in &outcome.sent {
            self.entered += entry.messages.len() as u64;
            self.ends.push_back(self.entered);
        }
        while self.ends.front().is_some_and(|end| *end <= arrived) {
            self.ends.pop_front();
        }
        let on_the_way = self.ends.len();
        // All but the last entry of the oldest row may have left.
        let most = self.rows.iter().sum::<usize>();
        let least = most - self.rows.front().map_or(0, |entries| entries - 1);
        let bound = if least > on_the_way {
            ("entries in the queue, at most,", on_the_way, least)
        } else if most + ON_THE_WAY < on_the_way {
            ("entries in the queue, at least,", on_the_way - ON_THE_WAY, most)
        } else {
            return Ok(());
        };
        let (name, expected, held) = bound;
        Err(Difference::Signal { name, expected: expected as u64, found: held as u64 })
    }

    /// teActive is 0: everything is forgotten; `arrived` messages have reached the sink.
    pub fn forget(&mut self, arrived: u64) {
        self.rows.clear();
        self.ends.clear();
        self.entered = arrived;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracewright_messages::Tcode;
    use tracewright_model::{Entry, Message};

    /// An entry of two messages.
    fn entry() -> Outcome {
        let message = Message::new(Tcode::Ownership, |_| 0);
        Outcome { sent: vec![Entry { messages: vec![message; 2], time: 0 }], ..Outcome::default() }
    }

    fn name(difference: Result<(), Difference>) -> &'static str {
        match difference {
            Err(Difference::Signal { name, .. }) => name,
            _ => "none",
        }
    }

    #[test]
    fn an_entry_that_has_arrived_has_left_the_queue() {
        let mut queue = Queue::new(&Build::default());
        let (none, cycle) = (Outcome::default(), Cycle::default());
        assert_eq!(name(queue.follow(&cycle, &entry(), 0)), "none");
        assert_eq!(name(queue.follow(&cycle, &none, 1)), "none");
        assert_eq!(name(queue.follow(&cycle, &none, 2)), "entries in the queue, at most,");
    }

    #[test]
    fn few_entries_are_behind_the_queue() {
        let mut queue = Queue::new(&Build::default());
        let leaves = Cycle { flags: flag::LEAVES, ..Cycle::default() };
        assert_eq!(name(queue.follow(&Cycle::default(), &entry(), 0)), "none");
        for _ in 1..ON_THE_WAY {
            assert_eq!(name(queue.follow(&leaves, &entry(), 0)), "none");
        }
        assert_eq!(name(queue.follow(&leaves, &entry(), 0)), "none");
        assert_eq!(name(queue.follow(&leaves, &entry(), 0)), "entries in the queue, at least,");
    }

    #[test]
    fn what_is_forgotten_is_not_waited_for() {
        let mut queue = Queue::new(&Build::default());
        assert_eq!(name(queue.follow(&Cycle::default(), &entry(), 0)), "none");
        queue.forget(0);
        assert_eq!((queue.room(), name(queue.follow(&Cycle::default(), &entry(), 1))), (16, "none"));
        assert_eq!(name(queue.follow(&Cycle::default(), &Outcome::default(), 2)), "entries in the queue, at most,");
    }
}
