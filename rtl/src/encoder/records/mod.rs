// SPDX-License-Identifier: Apache-2.0
//! What travels together: a block, a cycle, an entry, a message, the state of a trace.

mod entry;
mod message;
mod port;
mod state;

pub use entry::{Changes, Counted, Entry, Periodic};
pub use message::MessageFields;
pub use port::{Beginning, Block, Cycle, Foreseen, Owner, Rest, Switches, Watchpoints};
pub use state::{Due, LastBranch, Passed, Pending, Repetition, State};
