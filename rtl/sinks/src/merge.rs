// SPDX-License-Identifier: Apache-2.0
//! What a write to some bytes of a register makes of it.

use tracewright_prim::*;

/// The bytes that are written, the others as they were.
#[derive(Module, Default)]
pub struct Merge {
    /// The register as it is.
    pub old: Signal<In, Bits<32>>,
    /// The value written.
    pub wdata: Signal<In, Bits<32>>,
    /// The bytes of the value that are written.
    pub strobe: Signal<In, Bits<4>>,
    /// What becomes of the register.
    pub merged: Signal<Out, Bits<32>>,
}

impl Logic for Merge {
    #[kernel]
    fn update(&mut self) {
        let mut merged: Bits<32> = 0.into();
        for i in 0..4 {
            let old = self.old.val().get_bits::<8>(i * 8);
            let lane = if self.strobe.val().get_bit(i) { self.wdata.val().get_bits::<8>(i * 8) } else { old };
            merged = merged | (lane.get_bits::<32>(0) << (i * 8).to_bits::<5>());
        }
        self.merged.next = merged;
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
