// SPDX-License-Identifier: Apache-2.0
//! What travels together: a block, a cycle, a decision, an entry, a message, the state of a trace.

mod decision;
mod entry;
mod port;
mod state;

pub use decision::{Decision, Kept, LastBranch, Repeats, Turn};
pub use entry::{Changes, Counted, Entry, MessageFields, Periodic};
pub use port::{Beginning, Beside, Block, Cycle, Foreseen, Owner, Pause, Switches, Watchpoints};
pub use state::{Due, Passed, Pending, Repetition, State, Told};
