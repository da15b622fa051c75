// SPDX-License-Identifier: Apache-2.0
//! What travels together: a block, a cycle, an entry, the state of a trace.

mod entry;
mod port;
mod state;

pub use entry::{Changes, Counted, Entry, Periodic};
pub use port::{Block, Cycle, Owner, Rest, Switches, Watchpoints};
pub use state::{Due, LastBranch, Passed, Pending, Repetition, State};
