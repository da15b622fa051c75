// SPDX-License-Identifier: Apache-2.0
//! The ingress register: every variant of the trace ingress port becomes one common form.

use crate::codes::*;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, IngressForm, TrapBtype};

/// Registers the trace ingress port and classifies its block (E-Trace 2.0 ch. 4, N-Trace Table 3).
///
/// Nothing downstream knows whether `itype` had 3 or 4 bits, or what `iretire` counted. `ADDR` is `XLEN - 1`: bit 0 of
/// an address is always 0.
#[derive(Module)]
pub struct Ingress<const XLEN: usize, const ADDR: usize, const ITYPE: usize, const IRETIRE: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The block at the port is not taken in this cycle.
    pub stall: Signal<In, Bit>,
    /// How the block ends.
    pub itype: Signal<In, Bits<ITYPE>>,
    /// Address of the block's first instruction.
    pub iaddr: Signal<In, Bits<XLEN>>,
    /// What retired in the block.
    pub iretire: Signal<In, Bits<IRETIRE>>,
    /// The last instruction is 2^ilastsize half-words.
    pub ilastsize: Signal<In, Bit>,
    /// The hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// There is a block.
    pub block_valid: Signal<Out, Bit>,
    /// The block's address is defined.
    pub block_has_addr: Signal<Out, Bit>,
    /// The block ends in a conditional branch.
    pub block_branch: Signal<Out, Bit>,
    /// That branch was taken.
    pub block_taken: Signal<Out, Bit>,
    /// The block ends in a jump or trap whose target must be reported.
    pub block_jump: Signal<Out, Bit>,
    /// B-TYPE of that jump or trap.
    pub block_btype: Signal<Out, Bits<2>>,
    /// Half-words that retired.
    pub block_half_words: Signal<Out, Bits<6>>,
    /// Address of the first instruction, without bit 0.
    pub block_addr: Signal<Out, Bits<ADDR>>,
    /// The hart is halted.
    pub block_halted: Signal<Out, Bit>,
    valid: Reg<Bit>,
    has_addr: Reg<Bit>,
    branch: Reg<Bit>,
    taken: Reg<Bit>,
    jump: Reg<Bit>,
    btype: Reg<Bits<2>>,
    half_words: Reg<Bits<6>>,
    addr: Reg<Bits<ADDR>>,
    hart_halted: Reg<Bit>,
    code: Signal<Local, Bits<4>>,
    retired: Signal<Local, Bit>,
    unused_iaddr_0: Signal<Local, Bit>,
    unused_ilastsize: Signal<Local, Bit>,
    exception_btype: Constant<Bits<2>>,
    interrupt_btype: Constant<Bits<2>>,
    _single: usize,
}

impl<const XLEN: usize, const ADDR: usize, const ITYPE: usize, const IRETIRE: usize>
    Ingress<XLEN, ADDR, ITYPE, IRETIRE>
{
    /// The ingress register of `build`.
    pub fn new(build: &Build) -> Self {
        let (exception, interrupt) = match build.encoder.trap_btype {
            TrapBtype::Distinct => (BTYPE_EXCEPTION, BTYPE_INTERRUPT),
            TrapBtype::Single => (BTYPE_TRAP, BTYPE_TRAP),
        };
        Ingress {
            clock: Default::default(),
            rst_n: Default::default(),
            stall: Default::default(),
            itype: Default::default(),
            iaddr: Default::default(),
            iretire: Default::default(),
            ilastsize: Default::default(),
            halted: Default::default(),
            block_valid: Default::default(),
            block_has_addr: Default::default(),
            block_branch: Default::default(),
            block_taken: Default::default(),
            block_jump: Default::default(),
            block_btype: Default::default(),
            block_half_words: Default::default(),
            block_addr: Default::default(),
            block_halted: Default::default(),
            valid: Reg::new(build.reset),
            has_addr: Reg::new(build.reset),
            branch: Reg::new(build.reset),
            taken: Reg::new(build.reset),
            jump: Reg::new(build.reset),
            btype: Reg::new(build.reset),
            half_words: Reg::new(build.reset),
            addr: Reg::new(build.reset),
            hart_halted: Reg::new(build.reset),
            code: Default::default(),
            retired: Default::default(),
            unused_iaddr_0: Default::default(),
            unused_ilastsize: Default::default(),
            exception_btype: Constant::new(exception.to_bits()),
            interrupt_btype: Constant::new(interrupt.to_bits()),
            _single: usize::from(build.ingress.form == IngressForm::Single),
        }
    }
}

impl<const XLEN: usize, const ADDR: usize, const ITYPE: usize, const IRETIRE: usize> Logic
    for Ingress<XLEN, ADDR, ITYPE, IRETIRE>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, has_addr, branch, taken, jump, btype, half_words, addr, hart_halted);

        self.code.next = bit_cast::<4, ITYPE>(self.itype.val());
        self.retired.next = self.iretire.val().any();
        self.unused_iaddr_0.next = self.iaddr.val().get_bit(0);
        self.unused_ilastsize.next = self.ilastsize.val();

        self.valid.d.next = !self.stall.val() & (self.retired.val() | self.code.val().any());
        self.has_addr.d.next = self.retired.val() | (self.code.val() == ITYPE_EXCEPTION.to_bits::<4>());
        self.addr.d.next = self.iaddr.val().get_bits::<ADDR>(1);
        self.half_words.d.next = bit_cast::<6, IRETIRE>(self.iretire.val());
        for _i in 0..self._single {
            if self.ilastsize.val() {
                self.half_words.d.next = bit_cast::<6, IRETIRE>(self.iretire.val()) << bits::<6>(1);
            }
        }
        self.hart_halted.d.next = self.halted.val();

        self.branch.d.next = false;
        self.taken.d.next = false;
        self.jump.d.next = false;
        self.btype.d.next = bits::<2>(0);
        match self.code.val().index() {
            ITYPE_EXCEPTION => {
                self.jump.d.next = true;
                self.btype.d.next = self.exception_btype.val();
            }
            ITYPE_INTERRUPT => {
                self.jump.d.next = true;
                self.btype.d.next = self.interrupt_btype.val();
            }
            ITYPE_BRANCH_NOT_TAKEN => {
                self.branch.d.next = true;
            }
            ITYPE_BRANCH_TAKEN => {
                self.branch.d.next = true;
                self.taken.d.next = true;
            }
            ITYPE_TRAP_RETURN => {
                self.jump.d.next = true;
            }
            ITYPE_UNINFERABLE_JUMP => {
                self.jump.d.next = true;
            }
            ITYPE_UNINFERABLE_CALL => {
                self.jump.d.next = true;
            }
            ITYPE_UNINFERABLE_TAIL_CALL => {
                self.jump.d.next = true;
            }
            ITYPE_CO_ROUTINE_SWAP => {
                self.jump.d.next = true;
            }
            ITYPE_RETURN => {
                self.jump.d.next = true;
            }
            ITYPE_OTHER_UNINFERABLE_JUMP => {
                self.jump.d.next = true;
            }
            _ => {}
        }

        self.block_valid.next = self.valid.q.val();
        self.block_has_addr.next = self.has_addr.q.val();
        self.block_branch.next = self.branch.q.val();
        self.block_taken.next = self.taken.q.val();
        self.block_jump.next = self.jump.q.val();
        self.block_btype.next = self.btype.q.val();
        self.block_half_words.next = self.half_words.q.val();
        self.block_addr.next = self.addr.q.val();
        self.block_halted.next = self.hart_halted.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{settle, Clocked};
    use tracewright_config::Ingress as Port;

    /// What a 4-bit port's code becomes: branch, taken, jump, B-TYPE.
    fn class(itype: u64) -> (bool, bool, bool, u64) {
        let mut ingress = Ingress::<32, 31, 4, 4>::new(&Build::default()).reset();
        ingress.itype.next = itype.to_bits();
        ingress.iretire.next = bits(1);
        settle(&mut ingress);
        ingress.tick();
        (
            ingress.block_branch.val(),
            ingress.block_taken.val(),
            ingress.block_jump.val(),
            ingress.block_btype.val().to_u64(),
        )
    }

    #[test]
    fn tables_3_and_4_classify_every_itype() {
        for itype in [0, 7, 9, 11, 15] {
            assert_eq!(class(itype), (false, false, false, 0), "itype {itype}");
        }
        for itype in [3, 6, 8, 10, 12, 13, 14] {
            assert_eq!(class(itype), (false, false, true, 0), "itype {itype}");
        }
        assert_eq!(class(1), (false, false, true, 2));
        assert_eq!(class(2), (false, false, true, 3));
        assert_eq!(class(4), (true, false, false, 0));
        assert_eq!(class(5), (true, true, false, 0));
    }

    #[test]
    fn single_form_counts_half_words_by_the_last_size() {
        let ingress = Port { form: IngressForm::Single, itype_width: 3, iretire_width: 4 };
        let build = Build { ingress, ..Build::default() };
        for (retired, last_size, half_words) in [(0, false, 0), (0, true, 0), (1, false, 1), (1, true, 2)] {
            let mut ingress = Ingress::<32, 31, 3, 1>::new(&build).reset();
            ingress.itype.next = bits(2);
            ingress.iretire.next = bits(retired);
            ingress.ilastsize.next = last_size;
            settle(&mut ingress);
            ingress.tick();
            assert_eq!(ingress.block_half_words.val(), bits(half_words));
            assert!(ingress.block_valid.val());
        }
    }

    #[test]
    fn a_block_has_an_address_when_something_retired_or_faulted() {
        for (itype, retired, has_addr) in [(2, 0, false), (1, 0, true), (0, 3, true), (2, 1, true)] {
            let mut ingress = Ingress::<32, 31, 4, 4>::new(&Build::default()).reset();
            ingress.itype.next = bits(itype);
            ingress.iretire.next = bits(retired);
            ingress.iaddr.next = bits(0x8000_0006_u64);
            settle(&mut ingress);
            ingress.tick();
            assert_eq!(ingress.block_has_addr.val(), has_addr, "itype {itype}, iretire {retired}");
            assert_eq!(ingress.block_addr.val(), bits(0x4000_0003));
        }
    }

    #[test]
    fn nothing_at_the_port_or_a_stall_is_no_block() {
        let mut ingress = Ingress::<32, 31, 4, 4>::new(&Build::default()).reset();
        ingress.iaddr.next = bits(0x1000);
        settle(&mut ingress);
        ingress.tick();
        assert!(!ingress.block_valid.val());
        ingress.iretire.next = bits(2);
        ingress.stall.next = true;
        settle(&mut ingress);
        ingress.tick();
        assert!(!ingress.block_valid.val());
        ingress.stall.next = false;
        settle(&mut ingress);
        ingress.tick();
        assert!(ingress.block_valid.val());
    }

    #[test]
    fn one_btype_for_both_kinds_of_trap() {
        let mut build = Build::default();
        build.encoder.trap_btype = TrapBtype::Single;
        for itype in [1, 2] {
            let mut ingress = Ingress::<32, 31, 4, 4>::new(&build).reset();
            ingress.itype.next = bits(itype);
            settle(&mut ingress);
            ingress.tick();
            assert_eq!(ingress.block_btype.val(), bits(1));
        }
    }
}
