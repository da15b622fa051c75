// SPDX-License-Identifier: Apache-2.0
//! The pseudo-code's EmitFix, EmitVar and EmitEnd (N-Trace ch. 3).

use tracewright_messages::{mseo, Tcode, MDO_BITS};

/// Bits of TCODE.
const TCODE_BITS: u32 = 6;

/// Bytes of trace.
#[derive(Clone, Debug, Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
    /// Bits that are not in a byte yet, the oldest in bit 0.
    bits: u128,
    count: u32,
}

impl Writer {
    /// Starts a message.
    pub(super) fn start(&mut self, tcode: Tcode) {
        self.fixed(TCODE_BITS, tcode as u8);
    }

    /// A field of `width` bits.
    pub(super) fn fixed(&mut self, width: u32, value: u8) {
        self.bits |= u128::from(value) << self.count;
        self.count += width;
    }

    /// A field as long as its value needs, at least one bit, filled with zeros to the end of its last byte.
    pub(super) fn variable(&mut self, value: u64) {
        self.bits |= u128::from(value) << self.count;
        self.count += (u64::BITS - value.leading_zeros()).max(1);
        while self.count > 0 {
            let mseo = if self.count > MDO_BITS { mseo::NORMAL } else { mseo::END_OF_FIELD };
            self.bytes.push((self.bits as u8) << (u8::BITS - MDO_BITS) | mseo);
            self.bits >>= MDO_BITS;
            self.count = self.count.saturating_sub(MDO_BITS);
        }
    }

    /// Ends the message, after a variable-length field.
    pub(super) fn end(&mut self) {
        if let Some(last) = self.bytes.last_mut() {
            *last |= mseo::END_OF_MESSAGE;
        }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
