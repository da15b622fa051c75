// SPDX-License-Identifier: Apache-2.0
//! What a message is made of.

use crate::prim::*;

/// A message: TCODE, then *first* (SRC, fixed-length fields and the first variable-length one as one number, sent in
/// the bytes that its value needs and those of `least`), then address (or HREPEAT), HIST and TSTAMP, each if there.
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
