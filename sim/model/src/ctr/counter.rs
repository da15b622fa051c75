// SPDX-License-Identifier: Apache-2.0
//! Cycles since the record before: Control Transfer Records 5.3.

/// Bits of the mantissa, CCM.
const MANTISSA_BITS: u32 = 12;

/// The counter of cycles.
#[derive(Clone, Debug)]
pub(super) struct Counter {
    cycles: u64,
    /// The largest count that CC can say, at which it stays.
    limit: u64,
    /// CCV of the next record.
    is_valid: bool,
}

impl Counter {
    pub fn new(exponent_bits: u32) -> Self {
        let limit = match (1 << exponent_bits) - 1 {
            0 => (1 << MANTISSA_BITS) - 1,
            exponent => ((2 << MANTISSA_BITS) - 1) << (exponent - 1),
        };
        Counter { cycles: 0, limit, is_valid: false }
    }

    /// A qualified cycle: in an enabled mode, with FROZEN 0. In a cycle come its blocks' `take` or `forget` first,
    /// then this one, then the `forget` of a write. So the cycle of a record counts for the next record.
    pub fn count(&mut self) {
        self.cycles = (self.cycles + 1).min(self.limit);
    }

    /// A write to a control, SCTRCLR, or with RASEMU a pop: the next record has no valid count.
    pub fn forget(&mut self) {
        (self.cycles, self.is_valid) = (0, false);
    }

    /// CCV and CC of a record that is made now; the count starts again.
    pub fn take(&mut self) -> (bool, u64) {
        let taken = (self.is_valid, self.encoded());
        (self.cycles, self.is_valid) = (0, true);
        taken
    }

    /// CC: the cycles if the mantissa holds them, else the 13 bits from the highest 1 down, shifted right by the
    /// exponent less 1, without that 1. So with CCE 0 it is CCM cycles, else (2^12 + CCM) << (CCE - 1).
    fn encoded(&self) -> u64 {
        let bits = u64::BITS - self.cycles.leading_zeros();
        match bits.saturating_sub(MANTISSA_BITS) {
            0 => self.cycles,
            exponent => u64::from(exponent) << MANTISSA_BITS | self.cycles >> (exponent - 1) & 0xFFF,
        }
    }
}
