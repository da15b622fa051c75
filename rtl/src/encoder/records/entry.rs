// SPDX-License-Identifier: Apache-2.0
//! What blocks send, and what is known of it before they do.

use crate::prim::*;

/// What changes in privilege and context with a cycle, and what Ownership messages of it say.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Changes {
    /// Privilege or context differs from that seen last, while teContext is set.
    #[built(context)]
    pub any: Bit,
    /// scontext changes.
    #[built(scontext)]
    pub scontext: Bit,
    /// hcontext changes.
    #[built(hcontext)]
    pub hcontext: Bit,
    /// The context changes precisely at the block (ctype 2 or 3), while teContext is set.
    #[built(contexts)]
    pub precise: Bit,
    /// ctype is 3: if the context changes, it does as an asynchronous discontinuity.
    #[built(contexts)]
    pub asynchronous: Bit,
    /// V and PRV to report.
    #[built(context)]
    pub privilege: Bits<3>,
    /// The context to report.
    #[built(contexts)]
    pub context: Bits<64>,
}

/// The period of synchronisation at the start of a cycle.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Periodic {
    /// The period of synchronisation is over.
    pub due: Bit,
    /// The period of synchronisation counts messages.
    pub by_messages: Bit,
    /// The period of synchronisation counts half-words.
    pub by_half_words: Bit,
}

/// What the period of synchronisation counts of a block.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Counted {
    /// The block's main message synchronises.
    pub synchronises: Bit,
    /// What the period counts of the block if its main message synchronises.
    pub after_sync: Bits<8>,
    /// The period counts the block if its main message does not synchronise.
    pub counts: Bit,
    /// What the period counts of the block if its main message does not synchronise.
    pub amount: Bits<8>,
    /// One more is counted: a message of what repeats went before the main one.
    #[built(repeat)]
    pub more: Bit,
}

/// An entry: a main message in a common form (its kind, up to six bits of fixed-length fields, and one slot for each
/// of count, address and history), with what has been repeated before it and Ownership after it.
///
/// A slot that the kind does not use holds no particular value.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Entry<const ADDR: usize> {
    /// Which main message the entry has, in which form.
    pub kind: Bits<4>,
    /// The fixed-length fields of the main message: SYNC, RCODE, ETYPE or EVCODE in bits 3-0, B-TYPE in bits 1-0 or
    /// above SYNC, CDF above EVCODE.
    pub fixed: Bits<6>,
    /// The count of the main message.
    pub count: Bits<22>,
    /// The address of the main message.
    pub addr: Bits<ADDR>,
    /// The history of the main message.
    pub hist: Bits<32>,
    /// HIST is this many of the newest branches in `hist`, until the entry leaves the queue (`tw_queue`).
    #[built(makes_hist)]
    pub held: Bits<5>,
    /// Something repeats.
    #[built(repeat)]
    pub repeats: Bit,
    /// How often it repeats.
    #[built(repeat)]
    pub repeat_count: Bits<18>,
    /// The history that repeats (if once: a full HIST), with bit 31 set until it leaves the queue; 0: RepeatBranch.
    #[built(history)]
    pub repeat_hist: Bits<32>,
    /// The history that repeats is this many branches of `repeat_hist`, until the entry leaves the queue.
    #[built(history)]
    pub repeat_held: Bits<5>,
    /// Branches of `repeat_hist` that are newer than the history that repeats, until the entry leaves the queue.
    #[built(history)]
    pub left_out: Bits<5>,
    /// Ownership messages that follow: FORMAT 00, 10, 11, lowest bit first.
    #[built(context)]
    pub own: Bits<3>,
    /// V and PRV of Ownership.
    #[built(context)]
    pub privilege: Bits<3>,
    /// hcontext above scontext, of Ownership.
    #[built(contexts)]
    pub context: Bits<64>,
    /// The time of the entry.
    #[built(time)]
    pub time: Bits<64>,
}

/// A message: TCODE, then *first* (SRC, fixed-length fields and the first variable-length one as one number, sent in
/// the bytes that its value needs or it has at least), then address (or HREPEAT), HIST and TSTAMP, each if there.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct MessageFields<const ADDR: usize, const FIRST: usize> {
    /// TCODE of the message.
    pub tcode: Bits<6>,
    /// What the message begins with after TCODE, up to its first variable-length field.
    pub first: Bits<FIRST>,
    /// Bit i: byte i + 1 of `first` is sent whatever its value; byte 0 always is.
    pub least: Bits<3>,
    /// There is `addr`.
    pub has_addr: Bit,
    /// Second variable-length field of the message, which is its address where it has one.
    pub addr: Bits<ADDR>,
    /// The address is extended.
    #[built(extend)]
    pub extends: Bit,
    /// The message has HIST.
    pub has_hist: Bit,
    /// HIST of the message.
    pub hist: Bits<32>,
    /// The message has TSTAMP.
    #[built(time)]
    pub has_stamp: Bit,
    /// TSTAMP of the message.
    #[built(time)]
    pub stamp: Bits<64>,
}
