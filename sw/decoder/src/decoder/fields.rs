// SPDX-License-Identifier: Apache-2.0
//! Fields of messages as what they stand for (N-Trace ch. 8).

use super::Decoder;
use crate::walk::{Fault, COUNT_LIMIT};
use crate::ErrorKind;
use tracewright_messages::reader::RawMessage;
use tracewright_messages::Field;

impl Decoder<'_> {
    /// An address field as an address, or the difference of two.
    pub(super) fn address(&self, message: &RawMessage, field: Field) -> Result<u64, Fault> {
        let value = message.get(field).unwrap_or(0);
        let address = self.extend(value, message.address_bits()) << 1;
        // What does not fit into an address is seen in the field as it came.
        if value >> (self.xlen.bits() - 1) == 0 {
            Ok(address)
        } else {
            Err(self.fault(ErrorKind::Value { field, value }))
        }
    }

    /// The upper bits that were left out of an address field: copies of the last one of the `bits` that were sent
    /// (N-Trace 8.2).
    fn extend(&self, value: u64, bits: u32) -> u64 {
        let width = self.xlen.bits() - 1;
        let extended = self.settings.extended_address && bits < width && value >> (bits - 1) & 1 != 0;
        if extended {
            value | ((1 << width) - 1) & !((1 << bits) - 1)
        } else {
            value
        }
    }

    pub(super) fn icnt(&self, message: &RawMessage) -> Result<u32, Fault> {
        self.count(Field::ICnt, message.get(Field::ICnt).unwrap_or(0))
    }

    /// A count of half-words.
    pub(super) fn count(&self, field: Field, value: u64) -> Result<u32, Fault> {
        match u32::try_from(value) {
            Ok(icnt) if i64::from(icnt) < COUNT_LIMIT => Ok(icnt),
            _ => Err(self.fault(ErrorKind::Value { field, value })),
        }
    }

    /// HIST, 1 if the message has none.
    pub(super) fn hist(&self, message: &RawMessage) -> Result<u64, Fault> {
        match message.get(Field::Hist) {
            Some(0) => Err(self.fault(ErrorKind::Value { field: Field::Hist, value: 0 })),
            hist => Ok(hist.unwrap_or(1)),
        }
    }
}
