// SPDX-License-Identifier: Apache-2.0
//! Widths of a hart (Trace Protocol ch. 3).

/// What encoder and decoder must agree on (Trace Protocol ch. 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Widths {
    /// Bits of an integer register: 32 or 64.
    pub xlen: u8,
    /// Bits of a floating-point register: 32, 64, or 0 where there are none.
    pub flen: u8,
    /// Bits of an address: 32, 34 or 64.
    pub mlen: u8,
}

impl Widths {
    /// RV32, with addresses of 34 bits where it has Sv32.
    pub const fn rv32(flen: u8, sv32: bool) -> Widths {
        Widths { xlen: 32, flen, mlen: if sv32 { 34 } else { 32 } }
    }

    /// RV64.
    pub const fn rv64(flen: u8) -> Widths {
        Widths { xlen: 64, flen, mlen: 64 }
    }

    /// Whether the specification has them: MLEN is 32 or 34 with XLEN 32, and 64 with XLEN 64.
    pub const fn are_valid(&self) -> bool {
        matches!((self.xlen, self.mlen), (32, 32 | 34) | (64, 64)) && matches!(self.flen, 0 | 32 | 64)
    }

    /// Bytes of an address: MLEN, rounded up.
    pub const fn address_bytes(&self) -> usize {
        (self.mlen as usize).div_ceil(8)
    }
}
