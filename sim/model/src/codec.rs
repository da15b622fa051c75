// SPDX-License-Identifier: Apache-2.0
//! A message as bytes of trace (N-Trace ch. 3): MDO in bits 7 to 2, MSEO in bits 1 and 0. Sinks add idle bytes (0xFF).

use crate::Message;
use std::ops::Deref;
use tracewright_config::{Build, Run};
use tracewright_messages::{max, mseo, Field, Size, MDO_BITS};

/// Bits of TCODE.
const TCODE_BITS: u32 = 6;

/// The longest message in bytes (N-Trace ch. 3, "Max message size"). The queue holds four rows of messages at least.
pub const MAX_BYTES: usize = 38;

/// What ends a message that can't be sent to its end: a byte of its own, MDO 0 and MSEO 11 (docs/sinks.md, "A source
/// that becomes inactive").
pub const CUT: u8 = 0b11;

/// The bytes of one message.
#[derive(Clone, Copy, Debug)]
pub struct Bytes {
    bytes: [u8; MAX_BYTES],
    len: usize,
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// What the bytes of every message depend on besides its fields: teInhibitSrc, teSrcID and teInstExtendAddrMSB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Framing {
    /// SRC, if messages have it (teInhibitSrc is 0, the build has bits of SRC): its value and its width, up to 12 bits.
    pub src: Option<(u16, u32)>,
    /// Width of the hart's addresses in bits, 32 or 64, if teInstExtendAddrMSB is set (N-Trace 8.2, `extended_length`).
    pub extend: Option<u32>,
}

impl Framing {
    /// That of `build`, programmed as `run` says, with teSrcID as it is after reset.
    pub fn new(build: &Build, run: &Run) -> Self {
        let run = run.on(build);
        let bits = build.encoder.src_bits.min(max::SRC);
        let id = build.encoder.src_id & ((1 << bits) - 1);
        Framing {
            src: (bits > 0 && !run.inhibit_src).then_some((id as u16, bits)),
            extend: run.extended_address.then_some(build.xlen),
        }
    }
}

/// The bytes of `message`: TCODE, SRC if `framing` has it, the message's own fields, and last TSTAMP if there is one.
///
/// Fields follow one another (N-Trace 3.2) from the least significant bit up (N-Trace 3.3); a variable-length field has
/// as many bits as its value, at least one, and is filled with zeros to the end of its last byte. So the fixed-length
/// fields share a byte with the start of the first variable-length field, and every later field starts a byte. Every
/// message of N-Trace Table 8 ends in a variable-length field. TCODE fills the first byte, so MSEO of that is 00.
///
/// # Panics
/// If fields wider than those of N-Trace Table 10 make the message longer than [`MAX_BYTES`].
pub fn encode(message: &Message, framing: &Framing) -> Bytes {
    let mut out = Bytes { bytes: [0; MAX_BYTES], len: 0 };
    let (src, src_bits) = framing.src.unwrap_or_default();
    let mut bits = u128::from(message.tcode() as u8) | u128::from(src) << TCODE_BITS;
    let mut count = TCODE_BITS + src_bits;
    for (field, value) in message.fields() {
        bits |= u128::from(value) << count;
        match field.size() {
            Size::Fixed(width) => count += u32::from(width),
            Size::Var => {
                count += match (field, framing.extend) {
                    (Field::FAddr | Field::UAddr, Some(xlen)) => extended_length(value, xlen),
                    _ => (u64::BITS - value.leading_zeros()).max(1),
                };
                out.push_field(bits & ((1 << count) - 1), count);
                (bits, count) = (0, 0);
            }
        }
    }
    out.end_message();
    out
}

/// How many bits of an address (bit 0 left out) are sent (N-Trace 8.2, N-Trace 8.2.1): the fewest whole bytes of which
/// the last one's top bit equals all bits above it; all `xlen - 1` if none are (zeros fill the last byte).
fn extended_length(value: u64, xlen: u32) -> u32 {
    let width = xlen - 1;
    let ends = |&length: &u32| {
        let rest = value >> (length - 1);
        rest == 0 || rest == (1 << (width - length + 1)) - 1
    };
    (MDO_BITS..width).step_by(MDO_BITS as usize).find(ends).unwrap_or(width)
}

impl Bytes {
    /// Appends the `count` low bits of `bits` in whole bytes (N-Trace 3.1), MSEO 00; in the last, a field's end, 01.
    fn push_field(&mut self, bits: u128, count: u32) {
        let len = count.div_ceil(MDO_BITS);
        for index in 0..len {
            let mdo = (bits >> (index * MDO_BITS)) as u8 & ((1 << MDO_BITS) - 1);
            let mseo = if index + 1 == len { mseo::END_OF_FIELD } else { mseo::NORMAL };
            self.bytes[self.len] = mdo << 2 | mseo;
            self.len += 1;
        }
    }

    /// Turns the end of the last field into the end of the message: MSEO 01 becomes 11.
    fn end_message(&mut self) {
        self.bytes[self.len - 1] |= mseo::END_OF_MESSAGE;
    }
}
