// SPDX-License-Identifier: Apache-2.0
//! A register of the hart: XLEN bits.

use sbi_spec::binary::SbiRegister;

/// A register of the hart: XLEN bits. `u32` is RV32, `u64` RV64, `usize` the machine that the firmware is compiled for.
pub trait Register: SbiRegister + Default {
    /// XLEN.
    const BITS: u32;

    /// The lowest XLEN bits of `value`.
    fn low(value: u64) -> Self;

    /// Zero-extended.
    fn wide(self) -> u64;
}

macro_rules! register {
    ($($type:ty),*) => {$(
        impl Register for $type {
            const BITS: u32 = <$type>::BITS;

            fn low(value: u64) -> Self {
                value as $type
            }

            fn wide(self) -> u64 {
                self as u64
            }
        }
    )*};
}

register!(u32, u64, usize);
