// SPDX-License-Identifier: Apache-2.0
//! One clock cycle of the encoder: what it sees and what comes of it.

use crate::Message;
use tracewright_messages::Block;

/// Room in the queue, in whole messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Room {
    /// The queue is full: a message completed now is lost.
    None,
    /// One message fits.
    One,
    /// Two messages fit or more: the Error message waits for this.
    #[default]
    TwoOrMore,
}

/// What the encoder sees in one clock cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Cycle {
    /// The block that is processed; one that is not [valid](Block::is_valid) stands for none.
    pub block: Block,
    /// The hart is in debug mode, as the port said together with `block`.
    pub halted: bool,
    /// teActive.
    pub active: bool,
    /// teEnable.
    pub enable: bool,
    /// teInstTracing.
    pub tracing: bool,
    /// Room in the queue before this cycle's message.
    pub room: Room,
}

impl Cycle {
    /// Whether tracing is on: every register bit is set and the hart is not halted.
    pub const fn is_on(&self) -> bool {
        self.active && self.enable && self.tracing && !self.halted
    }
}

/// What one clock cycle brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// No message was completed.
    Nothing,
    /// This message entered the queue.
    Sent(Message),
    /// This message was completed and found no room.
    Lost(Message),
}

impl Outcome {
    /// The message that entered the queue, if one did.
    pub const fn sent(self) -> Option<Message> {
        match self {
            Outcome::Sent(message) => Some(message),
            Outcome::Nothing | Outcome::Lost(_) => None,
        }
    }
}
