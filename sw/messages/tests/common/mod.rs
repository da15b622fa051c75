// SPDX-License-Identifier: Apache-2.0
//! Messages to bytes, for tests.

use tracewright_messages::{mseo, Field, Size, Tcode, MDO_BITS};

/// A message in the making: six bits a byte, and where each byte ends a field.
pub struct Writer {
    bytes: Vec<u8>,
    /// Bits of the last byte that are taken.
    used: u32,
}

impl Writer {
    /// Starts with a TCODE.
    pub fn new(tcode: u8) -> Writer {
        Writer { bytes: vec![tcode << 2], used: MDO_BITS }
    }

    /// Appends the low `bits` bits of `value`.
    pub fn fixed(&mut self, value: u64, bits: u8) {
        for bit in 0..bits {
            if self.used == MDO_BITS {
                self.bytes.push(0);
                self.used = 0;
            }
            *self.bytes.last_mut().unwrap() |= ((value >> bit & 1) as u8) << (2 + self.used);
            self.used += 1;
        }
    }

    /// Appends a field as its size demands.
    pub fn field(&mut self, field: Field, value: u64) {
        match field.size() {
            Size::Fixed(bits) => self.fixed(value, bits),
            Size::Var => {
                self.fixed(value, (64 - value.leading_zeros()).max(1) as u8);
                self.used = MDO_BITS;
                *self.bytes.last_mut().unwrap() |= mseo::END_OF_FIELD;
            }
        }
    }

    /// Ends the message.
    pub fn end(mut self) -> Vec<u8> {
        *self.bytes.last_mut().unwrap() |= mseo::END_OF_MESSAGE;
        self.bytes
    }
}

/// A message without SRC, of the values of its first fields in the order of N-Trace Table 8.
pub fn encode(tcode: Tcode, values: &[u64]) -> Vec<u8> {
    let mut writer = Writer::new(tcode as u8);
    tcode.fields().iter().zip(values).for_each(|(&field, &value)| writer.field(field, value));
    writer.end()
}
