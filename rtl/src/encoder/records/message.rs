// SPDX-License-Identifier: Apache-2.0
//! What a message is made of.

use crate::prim::*;

/// The fields of a message: TCODE, then *first* (SRC, the fixed-length fields and the first variable-length field as
/// one number, sent in as many bytes as its value needs, but at least `least` + 1), then address (or HREPEAT), HIST and
/// TSTAMP, each if it is there.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct MessageFields<const ADDR: usize, const FIRST: usize> {
    /// TCODE.
    pub tcode: Bits<6>,
    /// SRC, fixed-length fields and the first variable-length field.
    pub first: Bits<FIRST>,
    /// Bytes of first beyond one that are sent whatever its value.
    pub least: Bits<2>,
    /// There is an address, or HREPEAT.
    pub has_addr: Bit,
    /// The address, or HREPEAT.
    pub addr: Bits<ADDR>,
    /// The address is extended.
    #[built(extend)]
    pub extends: Bit,
    /// There is HIST.
    pub has_hist: Bit,
    /// HIST.
    pub hist: Bits<32>,
    /// There is TSTAMP.
    #[built(time)]
    pub has_stamp: Bit,
    /// TSTAMP.
    #[built(time)]
    pub stamp: Bits<64>,
}
