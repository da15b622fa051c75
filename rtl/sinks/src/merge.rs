// SPDX-License-Identifier: Apache-2.0
//! What a write to some bytes of a register makes of it.

use rust_hdl_core::prelude::*;
use tracewright_prim::Module;

/// The bytes that are written, the others as they were.
#[derive(Module, Default)]
pub struct Merge {
    /// The register as it is.
    pub old: Signal<In, Bits<32>>,
    /// The value written.
    pub wdata: Signal<In, Bits<32>>,
    /// The bytes of it that are written.
    pub strobe: Signal<In, Bits<4>>,
    /// What becomes of the register.
    pub merged: Signal<Out, Bits<32>>,
    byte_0: Signal<Local, Bits<32>>,
    byte_1: Signal<Local, Bits<32>>,
    byte_2: Signal<Local, Bits<32>>,
    byte_3: Signal<Local, Bits<32>>,
}

impl Logic for Merge {
    #[hdl_gen]
    fn update(&mut self) {
        self.byte_0.next = self.old.val() & bits::<32>(0xFF);
        if self.strobe.val().get_bit(0) {
            self.byte_0.next = self.wdata.val() & bits::<32>(0xFF);
        }
        self.byte_1.next = self.old.val() & bits::<32>(0xFF00);
        if self.strobe.val().get_bit(1) {
            self.byte_1.next = self.wdata.val() & bits::<32>(0xFF00);
        }
        self.byte_2.next = self.old.val() & bits::<32>(0xFF_0000);
        if self.strobe.val().get_bit(2) {
            self.byte_2.next = self.wdata.val() & bits::<32>(0xFF_0000);
        }
        self.byte_3.next = self.old.val() & bits::<32>(0xFF00_0000_u64);
        if self.strobe.val().get_bit(3) {
            self.byte_3.next = self.wdata.val() & bits::<32>(0xFF00_0000_u64);
        }
        self.merged.next = self.byte_0.val() | self.byte_1.val() | self.byte_2.val() | self.byte_3.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracewright_prim::bench::settle;

    #[test]
    fn the_other_bytes_stay_as_they_were() {
        let merged = |strobe: u64| {
            let mut merge = Merge::default();
            merge.connect_all();
            merge.old.next = bits(0xAABB_CCDD_u64);
            merge.wdata.next = bits(0x1122_3344);
            merge.strobe.next = strobe.to_bits();
            settle(&mut merge);
            merge.merged.val().to_u64()
        };
        assert_eq!((merged(0b0101), merged(0b1010), merged(0)), (0xAA22_CC44, 0x11BB_33DD, 0xAABB_CCDD));
    }
}
