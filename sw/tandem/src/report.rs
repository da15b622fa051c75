// SPDX-License-Identifier: Apache-2.0
//! What the verifier reports.

use crate::State;
use alloc::vec::Vec;
use core::fmt;

/// What differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// The instruction itself.
    Instruction,
    /// An element of state.
    State(State),
    /// Physical address of the access.
    PhysicalAddress,
    /// Effective address of the access.
    EffectiveAddress,
    /// What is stored.
    StoreData,
    /// How many bytes are stored.
    StoreBytes,
}

/// A difference between the reference and the trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// What differs.
    pub what: What,
    /// What the reference has, if it has something.
    pub expected: Option<u64>,
    /// What the trace has, if it has something.
    pub got: Option<u64>,
}

/// An instruction that was executed, or an interrupt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    /// How many came before it.
    pub number: u64,
    /// Its group, as bytes from the beginning of the trace.
    pub offset: u64,
    /// Its address, as trace has it.
    pub pc: u64,
    /// The instruction and its length in bytes; none of an interrupt.
    pub instruction: Option<(u32, u64)>,
}

/// An instruction after which the two are not the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The instruction.
    pub at: Executed,
    /// What differs.
    pub differences: Vec<Difference>,
    /// Why the reference could not execute, if it could not.
    pub stuck: Option<alloc::string::String>,
    /// Trace was lost before, and the state since then is not known to be the hart's.
    pub after_loss: bool,
    /// The instructions before, the oldest first.
    pub last: Vec<Executed>,
}

impl fmt::Display for What {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            What::Instruction => f.write_str("instruction"),
            What::State(state) => write!(f, "{state}"),
            What::PhysicalAddress => f.write_str("physical address"),
            What::EffectiveAddress => f.write_str("effective address"),
            What::StoreData => f.write_str("store data"),
            What::StoreBytes => f.write_str("store bytes"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = |f: &mut fmt::Formatter<'_>, value: Option<u64>| match value {
            Some(value) => write!(f, "{value:#x}"),
            None => f.write_str("none"),
        };
        write!(f, "{}: expected ", self.what)?;
        value(f, self.expected)?;
        f.write_str(", got ")?;
        value(f, self.got)
    }
}

impl fmt::Display for Executed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "instruction {} at byte {}: {:#010x}", self.number, self.offset, self.pc)?;
        match self.instruction {
            Some((bits, 2)) => write!(f, " ({bits:04x})"),
            Some((bits, _)) => write!(f, " ({bits:08x})"),
            None => f.write_str(" (no instruction)"),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}{}", self.at, if self.after_loss { ", after trace was lost" } else { "" })?;
        self.differences.iter().try_for_each(|difference| writeln!(f, "  {difference}"))?;
        if let Some(reason) = &self.stuck {
            writeln!(f, "  the reference does not execute: {reason}")?;
        }
        f.write_str("  before it:")?;
        self.last.iter().try_for_each(|executed| write!(f, "\n    {executed}"))
    }
}
