// SPDX-License-Identifier: Apache-2.0
//! One block of the trace ingress port.

use crate::codes::*;
use crate::encoder::built::{many, Built};
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, IngressForm, TrapBtype};

/// Registers one block of the port and classifies it (E-Trace 2.0 ch. 4, N-Trace Table 3).
///
/// Nothing downstream knows whether `itype` had 3 or 4 bits, or what `iretire` counted. `ADDR` is `XLEN - 1`: bit 0 of
/// an address is always 0.
#[derive(Module)]
pub struct Lane<const XLEN: usize, const ADDR: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// What the port shows is no block, or is not taken in this cycle.
    pub ignore: Signal<In, Bit>,
    /// How the block ends.
    pub itype: Signal<In, Bits<4>>,
    /// Address of the block's first instruction.
    pub iaddr: Signal<In, Bits<XLEN>>,
    /// What retired in the block.
    pub iretire: Signal<In, Bits<6>>,
    /// The last instruction is 2^ilastsize half-words.
    pub ilastsize: Signal<In, Bit>,
    /// The jump that ends the block is sequentially inferable.
    pub sijump: Vec<Signal<In, Bit>>,
    /// A watchpoint of this block asks for a synchronising message.
    pub trigger_notify: Vec<Signal<In, Bit>>,
    /// teInstEnAllJumps.
    pub all_jumps: Vec<Signal<In, Bit>>,
    /// teInstEnSequentialJump.
    pub sequential_jump: Vec<Signal<In, Bit>>,
    /// There is a block.
    pub block_valid: Signal<Out, Bit>,
    /// The block's address is defined.
    pub block_has_addr: Signal<Out, Bit>,
    /// The block ends in a branch.
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
    /// That jump need not be reported if its message has an instruction before it.
    pub block_inferable: Vec<Signal<Out, Bit>>,
    /// The block ends in a trap or a trap return.
    pub block_trap: Vec<Signal<Out, Bit>>,
    /// The block ends in a call, or a co-routine swap.
    pub block_call: Vec<Signal<Out, Bit>>,
    /// The block ends in a return, or a co-routine swap.
    pub block_return: Vec<Signal<Out, Bit>>,
    /// The block makes a synchronising message due.
    pub block_notify: Vec<Signal<Out, Bit>>,
    valid: Reg<Bit>,
    has_addr: Vec<Reg<Bit>>,
    branch: Reg<Bit>,
    taken: Reg<Bit>,
    jump: Reg<Bit>,
    btype: Reg<Bits<2>>,
    half_words: Reg<Bits<6>>,
    addr: Reg<Bits<ADDR>>,
    inferable: Vec<Reg<Bit>>,
    trap: Vec<Reg<Bit>>,
    call: Vec<Reg<Bit>>,
    returns: Vec<Reg<Bit>>,
    notify: Vec<Reg<Bit>>,
    retired: Signal<Local, Bit>,
    jumps: Signal<Local, Bit>,
    uninferable: Signal<Local, Bit>,
    sequential: Signal<Local, Bit>,
    not_alone: Signal<Local, Bit>,
    unused_iaddr_0: Signal<Local, Bit>,
    unused_ilastsize: Signal<Local, Bit>,
    exception_btype: Constant<Bits<2>>,
    interrupt_btype: Constant<Bits<2>>,
    _undefined: usize,
    _single: usize,
    _block: usize,
    _all_jumps: usize,
    _sequential: usize,
    _context: usize,
    _stack: usize,
    _notify: usize,
}

impl<const XLEN: usize, const ADDR: usize> Lane<XLEN, ADDR> {
    /// A block of the port of `build`.
    pub fn new(build: &Build) -> Self {
        let (exception, interrupt) = match build.encoder.trap_btype {
            TrapBtype::Distinct => (BTYPE_EXCEPTION, BTYPE_INTERRUPT),
            TrapBtype::Single => (BTYPE_TRAP, BTYPE_TRAP),
        };
        let Built { all_jumps, sequential, context, returns, triggers, .. } = Built::of(build);
        // An interrupt by itself has an address or not.
        let undefined = usize::from(!build.ingress.interrupt_address);
        let registers = |count: usize| (0..count).map(|_| Reg::new(build.reset)).collect();
        Lane {
            clock: Default::default(),
            rst_n: Default::default(),
            ignore: Default::default(),
            itype: Default::default(),
            iaddr: Default::default(),
            iretire: Default::default(),
            ilastsize: Default::default(),
            sijump: many(sequential),
            trigger_notify: many(triggers),
            all_jumps: many(all_jumps),
            sequential_jump: many(sequential),
            block_valid: Default::default(),
            block_has_addr: Default::default(),
            block_branch: Default::default(),
            block_taken: Default::default(),
            block_jump: Default::default(),
            block_btype: Default::default(),
            block_half_words: Default::default(),
            block_addr: Default::default(),
            block_inferable: many(sequential),
            block_trap: many(context),
            block_call: many(returns),
            block_return: many(returns),
            block_notify: many(triggers),
            valid: Reg::new(build.reset),
            has_addr: registers(undefined),
            branch: Reg::new(build.reset),
            taken: Reg::new(build.reset),
            jump: Reg::new(build.reset),
            btype: Reg::new(build.reset),
            half_words: Reg::new(build.reset),
            addr: Reg::new(build.reset),
            inferable: registers(sequential),
            trap: registers(context),
            call: registers(returns),
            returns: registers(returns),
            notify: registers(triggers),
            retired: Default::default(),
            jumps: Default::default(),
            uninferable: Default::default(),
            sequential: Default::default(),
            not_alone: Default::default(),
            unused_iaddr_0: Default::default(),
            unused_ilastsize: Default::default(),
            exception_btype: Constant::new(exception.to_bits()),
            interrupt_btype: Constant::new(interrupt.to_bits()),
            _undefined: undefined,
            _single: usize::from(build.ingress.form == IngressForm::Single),
            _block: usize::from(build.ingress.form == IngressForm::Block),
            _all_jumps: all_jumps,
            _sequential: sequential,
            _context: context,
            _stack: returns,
            _notify: triggers,
        }
    }
}

impl<const XLEN: usize, const ADDR: usize> Logic for Lane<XLEN, ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, branch, taken, jump, btype, half_words, addr);

        self.retired.next = self.iretire.val().any();
        self.unused_iaddr_0.next = self.iaddr.val().get_bit(0);
        self.unused_ilastsize.next = self.ilastsize.val();

        self.valid.d.next = !self.ignore.val() & (self.retired.val() | self.itype.val().any());
        self.block_has_addr.next = true;
        for i in 0..self._undefined {
            self.has_addr[i].clock.next = self.clock.val();
            self.has_addr[i].rst_n.next = self.rst_n.val();
            self.has_addr[i].d.next = self.retired.val() | (self.itype.val() == ITYPE_EXCEPTION.to_bits::<4>());
            self.block_has_addr.next = self.has_addr[i].q.val();
        }
        self.addr.d.next = self.iaddr.val().get_bits::<ADDR>(1);
        self.half_words.d.next = self.iretire.val();
        for _i in 0..self._single {
            if self.ilastsize.val() {
                self.half_words.d.next = self.iretire.val() << bits::<6>(1);
            }
        }

        self.branch.d.next = false;
        self.taken.d.next = false;
        self.jumps.next = false;
        self.btype.d.next = bits::<2>(0);
        self.uninferable.next = false;
        match self.itype.val().index() {
            ITYPE_EXCEPTION => {
                self.jumps.next = true;
                self.btype.d.next = self.exception_btype.val();
            }
            ITYPE_INTERRUPT => {
                self.jumps.next = true;
                self.btype.d.next = self.interrupt_btype.val();
            }
            ITYPE_TRAP_RETURN => {
                self.jumps.next = true;
            }
            ITYPE_BRANCH_NOT_TAKEN => {
                self.branch.d.next = true;
            }
            ITYPE_BRANCH_TAKEN => {
                self.branch.d.next = true;
                self.taken.d.next = true;
            }
            ITYPE_UNINFERABLE_JUMP => {
                self.jumps.next = true;
                self.uninferable.next = true;
            }
            ITYPE_UNINFERABLE_CALL => {
                self.jumps.next = true;
                self.uninferable.next = true;
            }
            ITYPE_UNINFERABLE_TAIL_CALL => {
                self.jumps.next = true;
                self.uninferable.next = true;
            }
            ITYPE_CO_ROUTINE_SWAP => {
                self.jumps.next = true;
                self.uninferable.next = true;
            }
            ITYPE_RETURN => {
                self.jumps.next = true;
                self.uninferable.next = true;
            }
            ITYPE_OTHER_UNINFERABLE_JUMP => {
                self.jumps.next = true;
                self.uninferable.next = true;
            }
            _ => {}
        }

        // A direct jump is reported as a branch that is taken.
        for i in 0..self._all_jumps {
            if self.all_jumps[i].val()
                & ((self.itype.val() == ITYPE_INFERABLE_JUMP.to_bits::<4>())
                    | (self.itype.val() == ITYPE_INFERABLE_CALL.to_bits::<4>())
                    | (self.itype.val() == ITYPE_INFERABLE_TAIL_CALL.to_bits::<4>())
                    | (self.itype.val() == ITYPE_OTHER_INFERABLE_JUMP.to_bits::<4>()))
            {
                self.branch.d.next = true;
                self.taken.d.next = true;
            }
        }

        self.jump.d.next = self.jumps.val();
        // The instruction before an inferable jump is in the same block, or perhaps in the same message.
        for i in 0..self._sequential {
            self.sequential.next = self.sequential_jump[i].val() & self.sijump[i].val() & self.uninferable.val();
            self.not_alone.next = false;
            for _j in 0..self._block {
                self.not_alone.next = self.iretire.val().get_bits::<4>(2).any()
                    | (self.iretire.val().get_bit(1) & (self.iretire.val().get_bit(0) | !self.ilastsize.val()));
            }
            if self.sequential.val() & self.not_alone.val() {
                self.jump.d.next = false;
            }
            self.inferable[i].clock.next = self.clock.val();
            self.inferable[i].rst_n.next = self.rst_n.val();
            self.inferable[i].d.next = self.sequential.val();
            self.block_inferable[i].next = self.inferable[i].q.val();
        }
        for i in 0..self._context {
            self.trap[i].clock.next = self.clock.val();
            self.trap[i].rst_n.next = self.rst_n.val();
            self.trap[i].d.next = (self.itype.val() == ITYPE_EXCEPTION.to_bits::<4>())
                | (self.itype.val() == ITYPE_INTERRUPT.to_bits::<4>())
                | (self.itype.val() == ITYPE_TRAP_RETURN.to_bits::<4>());
            self.block_trap[i].next = self.trap[i].q.val();
        }
        for i in 0..self._stack {
            self.call[i].clock.next = self.clock.val();
            self.call[i].rst_n.next = self.rst_n.val();
            self.call[i].d.next = self.retired.val()
                & ((self.itype.val() == ITYPE_UNINFERABLE_CALL.to_bits::<4>())
                    | (self.itype.val() == ITYPE_INFERABLE_CALL.to_bits::<4>())
                    | (self.itype.val() == ITYPE_CO_ROUTINE_SWAP.to_bits::<4>()));
            self.block_call[i].next = self.call[i].q.val();
            self.returns[i].clock.next = self.clock.val();
            self.returns[i].rst_n.next = self.rst_n.val();
            self.returns[i].d.next = self.retired.val()
                & ((self.itype.val() == ITYPE_RETURN.to_bits::<4>())
                    | (self.itype.val() == ITYPE_CO_ROUTINE_SWAP.to_bits::<4>()));
            self.block_return[i].next = self.returns[i].q.val();
        }
        for i in 0..self._notify {
            self.notify[i].clock.next = self.clock.val();
            self.notify[i].rst_n.next = self.rst_n.val();
            self.notify[i].d.next = self.trigger_notify[i].val();
            self.block_notify[i].next = self.notify[i].q.val();
        }

        self.block_valid.next = self.valid.q.val();
        self.block_branch.next = self.branch.q.val();
        self.block_taken.next = self.taken.q.val();
        self.block_jump.next = self.jump.q.val();
        self.block_btype.next = self.btype.q.val();
        self.block_half_words.next = self.half_words.q.val();
        self.block_addr.next = self.addr.q.val();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{settle, Clocked};
    use tracewright_config::{ImplicitReturn, Ingress as Port};

    /// A block as the lane shows it, after one of this type with this much retired at 0x8000_0006.
    fn lane(build: &Build, itype: u64, retired: u64, change: impl FnOnce(&mut Lane<32, 31>)) -> Lane<32, 31> {
        let mut lane = Lane::<32, 31>::new(build).reset();
        lane.itype.next = itype.to_bits();
        lane.iretire.next = retired.to_bits();
        lane.iaddr.next = bits(0x8000_0006_u64);
        change(&mut lane);
        settle(&mut lane);
        lane.tick();
        lane
    }

    /// Branch, taken, jump, B-TYPE.
    fn class(lane: Lane<32, 31>) -> (bool, bool, bool, u64) {
        (lane.block_branch.val(), lane.block_taken.val(), lane.block_jump.val(), lane.block_btype.val().to_u64())
    }

    #[test]
    fn tables_3_and_4_classify_every_itype() {
        let class = |itype| class(lane(&Build::default(), itype, 1, |_| ()));
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
    fn all_jumps_makes_direct_jumps_taken_branches() {
        let mut build = Build::default();
        build.encoder.all_jumps = true;
        for itype in [7, 9, 11, 15] {
            let on = lane(&build, itype, 1, |lane| lane.all_jumps[0].next = true);
            assert_eq!(class(on), (true, true, false, 0), "itype {itype}");
            assert_eq!(class(lane(&build, itype, 1, |_| ())), (false, false, false, 0), "itype {itype}");
        }
        let indirect = lane(&build, 13, 1, |lane| lane.all_jumps[0].next = true);
        assert_eq!(class(indirect), (false, false, true, 0));
    }

    #[test]
    fn an_inferable_jump_with_its_block_before_it_is_none() {
        let mut build = Build::default();
        build.encoder.sequential_jump = true;
        let shown = |itype, retired, last_size: bool| {
            let lane = lane(&build, itype, retired, |lane| {
                lane.sequential_jump[0].next = true;
                lane.sijump[0].next = true;
                lane.ilastsize.next = last_size;
            });
            (lane.block_jump.val(), lane.block_inferable[0].val())
        };
        assert_eq!(shown(14, 1, false), (true, true));
        assert_eq!(shown(14, 2, false), (false, true));
        assert_eq!(shown(14, 2, true), (true, true));
        assert_eq!(shown(14, 3, true), (false, true));
        assert_eq!(shown(14, 4, true), (false, true));
        assert_eq!(shown(3, 4, true), (true, false), "a trap return is never inferable");
    }

    #[test]
    fn section_9_2_calls_and_returns() {
        let mut build = Build::default();
        build.encoder.implicit_return = ImplicitReturn::Count;
        for itype in 0..16 {
            let lane = lane(&build, itype, 1, |_| ());
            assert_eq!(lane.block_call[0].val(), [8, 9, 12].contains(&itype), "itype {itype}");
            assert_eq!(lane.block_return[0].val(), [12, 13].contains(&itype), "itype {itype}");
        }
    }

    #[test]
    fn single_form_counts_half_words_by_the_last_size() {
        let ingress = Port { form: IngressForm::Single, itype_width: 3, ..Port::default() };
        let build = Build { ingress, ..Build::default() };
        for (retired, last_size, half_words) in [(0, false, 0), (0, true, 0), (1, false, 1), (1, true, 2)] {
            let lane = lane(&build, 2, retired, |lane| lane.ilastsize.next = last_size);
            assert_eq!(lane.block_half_words.val(), bits(half_words));
            assert!(lane.block_valid.val());
        }
    }

    #[test]
    fn a_block_has_an_address_when_something_retired_or_faulted() {
        for (itype, retired, has_addr) in [(2, 0, false), (1, 0, true), (0, 3, true), (2, 1, true)] {
            let lane = lane(&Build::default(), itype, retired, |_| ());
            assert_eq!(lane.block_has_addr.val(), has_addr, "itype {itype}, iretire {retired}");
            assert_eq!(lane.block_addr.val(), bits(0x4000_0003));
        }
    }

    #[test]
    fn nothing_at_the_port_is_no_block_nor_is_what_is_ignored() {
        let build = Build::default();
        assert!(!lane(&build, 0, 0, |_| ()).block_valid.val());
        assert!(!lane(&build, 0, 2, |lane| lane.ignore.next = true).block_valid.val());
        assert!(lane(&build, 0, 2, |_| ()).block_valid.val());
    }

    #[test]
    fn one_btype_for_both_kinds_of_trap() {
        let mut build = Build::default();
        build.encoder.trap_btype = TrapBtype::Single;
        for itype in [1, 2] {
            assert_eq!(lane(&build, itype, 0, |_| ()).block_btype.val(), bits(1));
        }
    }
}
