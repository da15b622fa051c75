// SPDX-License-Identifier: Apache-2.0
//! What trace is verified against: the tandem verifier interface (Trace Protocol 3.4, Appendix A).

use crate::{Register, Size};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// An element of the architectural state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum State {
    /// Address of the next instruction.
    Pc,
    /// Privilege mode.
    Privilege,
    /// The timer.
    Mtime,
    /// A register.
    Register(Register),
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            State::Pc => f.write_str("pc"),
            State::Privilege => f.write_str("privilege mode"),
            State::Mtime => f.write_str("mtime"),
            State::Register(register) => write!(f, "{register}"),
        }
    }
}

/// An access to memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// Where.
    pub address: u64,
    /// What was written, if something was.
    pub store: Option<(Size, u64)>,
}

/// What executing an instruction did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effects {
    /// Every element of state that has another value now, whatever the reason, and that value.
    pub changed: Vec<(State, u64)>,
    /// The instruction and its length in bytes. None of an interrupt and of a fetch that failed.
    pub instruction: Option<(u32, u8)>,
    /// Its access to memory, if it has had one.
    pub access: Option<Access>,
    /// The reference does not tell which instruction it was.
    pub hides_instruction: bool,
    /// The reference does not tell whether it has accessed memory.
    pub hides_access: bool,
}

impl Effects {
    /// Makes it that of nothing.
    pub fn clear(&mut self) {
        let mut changed = core::mem::take(&mut self.changed);
        changed.clear();
        *self = Effects { changed, ..Effects::default() };
    }
}

/// The reference can't execute: its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stuck(pub String);

/// A hart that trace is verified against.
pub trait Reference {
    /// Reads an element of state (Trace Protocol 3.4, item 1). None, if the reference does not have it, or does not
    /// know its value.
    fn read(&mut self, state: State) -> Option<u64>;

    /// Writes an element of state (Trace Protocol 3.4, item 2). A counter or timer that is written has this value for
    /// the next instruction.
    fn write(&mut self, state: State, value: u64);

    /// Reads memory (Trace Protocol 3.4, item 1). Returns whether there is memory.
    fn read_memory(&mut self, address: u64, bytes: &mut [u8]) -> bool;

    /// Writes memory (Trace Protocol 3.4, item 2). Returns whether there is memory.
    fn write_memory(&mut self, address: u64, bytes: &[u8]) -> bool;

    /// Attempts to execute one instruction (Trace Protocol 3.4, item 3). What it does goes into `effects`, which is
    /// empty.
    ///
    /// When an interrupt comes is not deterministic: `interrupt` is the code of one that comes now. The reference takes
    /// it, if its state allows that, and no other.
    ///
    /// # Errors
    /// It can't go on.
    fn execute(&mut self, interrupt: Option<u64>, effects: &mut Effects) -> Result<(), Stuck>;

    /// Resets the hart (Trace Protocol 3.4, item 4).
    fn reset(&mut self);

    /// Every element of state that it has.
    fn states(&self) -> Vec<State>;

    /// The bits of `state` that are not deterministic: what they are depends on what is around the hart.
    fn non_deterministic(&self, state: State) -> u64;
}
