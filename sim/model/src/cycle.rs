// SPDX-License-Identifier: Apache-2.0
//! One clock cycle of the encoder: what it sees and what comes of it.

use crate::Message;
use tracewright_messages::{Ingress, Tcode};

/// What the encoder sees in one clock cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// What has its turn: the port of the cycle before, or of an earlier one where the encoder looks ahead, with no
    /// block and no trigger where it was stalled.
    pub ingress: Ingress,
    /// Rows that the waiting cycles can still complete, this one included (0 where the encoder does not look ahead).
    pub waiting: u32,
    /// teActive.
    pub active: bool,
    /// teEnable.
    pub enable: bool,
    /// teInstTracing.
    pub tracing: bool,
    /// Rows that the queue has room for before this cycle.
    pub room: u32,
    /// The timestamp.
    pub time: u64,
    /// A sink asks for a synchronising message (SYNCREQ of the ATB).
    pub sync_request: bool,
}

impl Default for Cycle {
    /// Nothing at the port, every bit clear, room without end.
    fn default() -> Self {
        let ingress = Ingress::default();
        Cycle {
            ingress,
            waiting: 0,
            active: false,
            enable: false,
            tracing: false,
            room: u32::MAX,
            time: 0,
            sync_request: false,
        }
    }
}

/// Messages that enter the queue together, or are lost together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// What repeats, the main message, Ownership: in this order, at least one and at most four. Messages have their
    /// TSTAMP if they entered the queue.
    pub messages: Vec<Message>,
    /// When what the messages report happened, in all bits of the timestamp.
    pub time: u64,
}

impl Entry {
    /// Whether one of the messages synchronises.
    pub fn is_sync(&self) -> bool {
        self.messages.iter().any(Message::is_sync)
    }

    /// Whether there is an Ownership message.
    pub(crate) fn has_ownership(&self) -> bool {
        self.messages.iter().any(|message| message.tcode() == Tcode::Ownership)
    }

    /// Whether there is a message that is not Ownership.
    pub(crate) fn has_program_trace(&self) -> bool {
        self.messages.iter().any(|message| message.tcode() != Tcode::Ownership)
    }
}

/// What one clock cycle brought.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Outcome {
    /// What entered the queue, oldest first: an entry for a block at most.
    pub sent: Vec<Entry>,
    /// The row that was completed and found no room.
    pub lost: Vec<Entry>,
    /// What triggers make of teInstTracing in the next cycle.
    pub tracing: Option<bool>,
}

impl Outcome {
    /// The messages that entered the queue, in order.
    pub fn messages(&self) -> impl Iterator<Item = &Message> {
        self.sent.iter().flat_map(|entry| &entry.messages)
    }
}
