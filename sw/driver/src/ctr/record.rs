// SPDX-License-Identifier: Apache-2.0
//! What an entry says.

use crate::ctr::registers::{CC, CCV, MISP};
use core::fmt;

/// The registers of an entry, as they read (Control Transfer Records 3.1 to 3.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// ctrsource.
    pub source: u64,
    /// ctrtarget.
    pub target: u64,
    /// ctrdata.
    pub data: u64,
}

/// What an entry says of a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// Where it came from; 0 if that may not be known.
    pub source: u64,
    /// Where it went to; 0 if that may not be known.
    pub target: u64,
    /// It was mispredicted, as far as the hardware tells.
    pub mispredicted: bool,
    /// What it was; nothing where the hardware does not tell.
    pub transfer: Option<Transfer>,
    /// Cycles since the record before, where they are known.
    pub cycles: Option<u32>,
}

impl Entry {
    /// The record, if the entry has one.
    pub const fn record(&self) -> Option<Record> {
        if self.source & 1 == 0 {
            return None;
        }
        Some(Record {
            source: self.source & !1,
            target: self.target & !1,
            mispredicted: self.target >> MISP & 1 != 0,
            transfer: Transfer::of_code((self.data & 0xF) as u8),
            cycles: if self.data >> CCV & 1 != 0 { Some(cycles((self.data >> CC & 0xFFFF) as u32)) } else { None },
        })
    }
}

/// The cycles that CC says (Control Transfer Records 5.3). From CCE 2 on the bits that are not kept are 0, so it is
/// rather less than it was.
const fn cycles(cc: u32) -> u32 {
    let (exponent, mantissa) = (cc >> 12, cc & 0xFFF);
    match exponent {
        0 => mantissa,
        _ => (0x1000 + mantissa) << (exponent - 1),
    }
}

/// What a transfer was: TYPE (3.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Transfer {
    /// An exception.
    Exception = 1,
    /// An interrupt.
    Interrupt = 2,
    /// A trap return.
    TrapReturn = 3,
    /// A branch that was not taken.
    NotTakenBranch = 4,
    /// A branch that was taken.
    TakenBranch = 5,
    /// An indirect call.
    IndirectCall = 8,
    /// A direct call.
    DirectCall = 9,
    /// An indirect jump without linkage.
    IndirectJump = 10,
    /// A direct jump without linkage.
    DirectJump = 11,
    /// A co-routine swap.
    CoRoutineSwap = 12,
    /// A return.
    Return = 13,
    /// Another indirect jump, with linkage.
    OtherIndirectJump = 14,
    /// Another direct jump, with linkage.
    OtherDirectJump = 15,
}

impl Transfer {
    /// All of them, by their codes.
    pub const ALL: [Transfer; 13] = [
        Transfer::Exception,
        Transfer::Interrupt,
        Transfer::TrapReturn,
        Transfer::NotTakenBranch,
        Transfer::TakenBranch,
        Transfer::IndirectCall,
        Transfer::DirectCall,
        Transfer::IndirectJump,
        Transfer::DirectJump,
        Transfer::CoRoutineSwap,
        Transfer::Return,
        Transfer::OtherIndirectJump,
        Transfer::OtherDirectJump,
    ];

    /// That of a code; 0, 6 and 7 are reserved.
    pub const fn of_code(code: u8) -> Option<Transfer> {
        let mut n = 0;
        while n < Transfer::ALL.len() {
            if Transfer::ALL[n] as u8 == code {
                return Some(Transfer::ALL[n]);
            }
            n += 1;
        }
        None
    }

    /// Its name in the specification, in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Transfer::Exception => "exception",
            Transfer::Interrupt => "interrupt",
            Transfer::TrapReturn => "trap return",
            Transfer::NotTakenBranch => "not-taken branch",
            Transfer::TakenBranch => "taken branch",
            Transfer::IndirectCall => "indirect call",
            Transfer::DirectCall => "direct call",
            Transfer::IndirectJump => "indirect jump",
            Transfer::DirectJump => "direct jump",
            Transfer::CoRoutineSwap => "co-routine swap",
            Transfer::Return => "return",
            Transfer::OtherIndirectJump => "other indirect jump",
            Transfer::OtherDirectJump => "other direct jump",
        }
    }

    /// Whether it is a call, direct or not.
    pub const fn is_call(self) -> bool {
        matches!(self, Transfer::IndirectCall | Transfer::DirectCall)
    }
}

impl fmt::Display for Transfer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
