// SPDX-License-Identifier: Apache-2.0
//! A message as bytes of trace (N-Trace ch. 3).

use crate::Message;
use std::ops::Deref;
use tracewright_messages::{mseo, Size, MDO_BITS};

/// Bits of TCODE.
const TCODE_BITS: u32 = 6;

/// The longest message in bytes (N-Trace ch. 3, "Max message size").
pub const MAX_BYTES: usize = 38;

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

/// The bytes of `message`, without SRC and TSTAMP.
///
/// Fields follow one another from the least significant bit up; a variable-length field has as many bits as its value,
/// at least one, and is filled with zeros to the end of its last byte. So the fixed-length fields share a byte with the
/// start of the first variable-length field, and every later field starts a byte. Every message of Table 8 ends in a
/// variable-length field.
pub fn encode(message: &Message) -> Bytes {
    let mut out = Bytes { bytes: [0; MAX_BYTES], len: 0 };
    let mut bits = u128::from(message.tcode() as u8);
    let mut count = TCODE_BITS;
    for (field, value) in message.fields() {
        bits |= u128::from(value) << count;
        match field.size() {
            Size::Fixed(width) => count += u32::from(width),
            Size::Var => {
                count += (u64::BITS - value.leading_zeros()).max(1);
                out.push_field(bits, count);
                (bits, count) = (0, 0);
            }
        }
    }
    out.end_message();
    out
}

impl Bytes {
    /// Appends the `count` low bits of `bits`, in whole bytes that end a field.
    fn push_field(&mut self, bits: u128, count: u32) {
        let len = count.div_ceil(MDO_BITS);
        for index in 0..len {
            let mdo = (bits >> (index * MDO_BITS)) as u8 & ((1 << MDO_BITS) - 1);
            let mseo = if index + 1 == len { mseo::END_OF_FIELD } else { mseo::NORMAL };
            self.bytes[self.len] = mdo << 2 | mseo;
            self.len += 1;
        }
    }

    /// Turns the end of the last field into the end of the message.
    fn end_message(&mut self) {
        self.bytes[self.len - 1] |= mseo::END_OF_MESSAGE;
    }
}
