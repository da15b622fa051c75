// SPDX-License-Identifier: Apache-2.0
//! One block of the ingress port.

use super::description::is_single;
use super::records::Block;
use crate::codes::*;
use tracewright_prim::*;

/// Registers a block of the port, with the place of the source of its transfer. `ADDR` is `XLEN - 1`.
#[synchronous(build: Build)]
pub struct Lane<const XLEN: usize, const ADDR: usize> {
    /// How the block ends.
    pub itype: Signal<In, Bits<4>>,
    /// Address of the block's first instruction.
    pub iaddr: Signal<In, Bits<XLEN>>,
    /// What retired in the block: half-words, or in single form 1 for its instruction.
    pub iretire: Signal<In, Bits<6>>,
    /// The last instruction of the block is 2^ilastsize half-words.
    pub ilastsize: Signal<In, Bit>,
    /// The transfer that ends the block was mispredicted, as the hart shows it.
    #[built(build.ctr.misp)]
    pub mispredict: Optional<Signal<In, Bit>>,
    /// An exception that ends the block is a breakpoint.
    #[built(build.ctr.freeze)]
    pub breakpoint: Optional<Signal<In, Bit>>,
    /// An interrupt that ends the block is that of a local counter overflow.
    #[built(build.ctr.freeze)]
    pub lcofi: Optional<Signal<In, Bit>>,
    /// The block, a cycle later.
    pub block: Signal<Out, Block<ADDR>>,
    kept: Reg<Block<ADDR>>,
    #[new(is_single(build))]
    _single: bool,
}

impl<const XLEN: usize, const ADDR: usize> Logic for Lane<XLEN, ADDR> {
    #[kernel]
    fn update(&mut self) {
        let itype = self.itype.val();
        let retired = self.iretire.val().any();
        let half_words: Bits<6> =
            if self._single & self.ilastsize.val() { self.iretire.val() << bits::<6>(1) } else { self.iretire.val() };
        self.kept.d.next.valid = retired | itype.any();
        self.kept.d.next.itype = itype;
        // itypes 6 and 7 are of harts that do not tell calls apart, and are no transfers: CTR has no TYPE for them.
        self.kept.d.next.transfers = itype.any()
            & (itype != ITYPE_UNINFERABLE_JUMP.to_bits::<4>())
            & (itype != ITYPE_INFERABLE_JUMP.to_bits::<4>());
        self.kept.d.next.breakpoint = self.breakpoint.val() & (itype == ITYPE_EXCEPTION.to_bits::<4>());
        self.kept.d.next.overflow = self.lcofi.val() & (itype == ITYPE_INTERRUPT.to_bits::<4>());
        self.kept.d.next.address = self.iaddr.val().get_bits::<ADDR>(1);
        // The source of an interrupt is the end of its block; of any other transfer, the start of its last instruction.
        let mut back: Bits<6> = bits::<6>(0);
        if itype != ITYPE_INTERRUPT.to_bits::<4>() {
            back = if self.ilastsize.val() { bits::<6>(0x3E) } else { bits::<6>(0x3F) };
        }
        self.kept.d.next.offset = bits::<6>(0);
        if retired {
            self.kept.d.next.offset = half_words + back;
        }
        self.kept.d.next.mispredict = self.mispredict.val()
            & (itype != ITYPE_EXCEPTION.to_bits::<4>())
            & (itype != ITYPE_INTERRUPT.to_bits::<4>());
        self.block.next = self.kept.q.val();
    }
}
