// SPDX-License-Identifier: Apache-2.0
//! One block of the trace ingress port. `cause` and `tval` are not at the port: no message tells them.

use crate::codes::*;
use crate::encoder::has::has;
use crate::encoder::records::Block;
use crate::prim::*;
use tracewright_config::TrapBtype;

/// Registers one block of the port and classifies it (E-Trace ch. 4, N-Trace Tables 3 and 4). `jump`: its target,
/// the address of the next block, is to be sent (`tw_step`). `branch` goes to HIST; in BTM, if `taken`, it has a
/// message. `call` pushes, `returns` pops (`tw_step`); a swap does both. `ADDR` is `XLEN - 1`: bit 0 is always 0.
#[synchronous(build: Build)]
pub struct Lane<const XLEN: usize, const ADDR: usize> {
    /// What the port shows is not taken as a block in this cycle.
    pub ignore: Signal<In, Bit>,
    /// How the block ends: a code `ITYPE_`. Of a port with 3 bits, bit 3 is 0 here.
    pub itype: Signal<In, Bits<4>>,
    /// Address of the block's first instruction; with nothing retired, of the one that faulted (exceptions only).
    pub iaddr: Signal<In, Bits<XLEN>>,
    /// Half-words that retired in the block; in the single form, whether an instruction retired.
    pub iretire: Signal<In, Bits<6>>,
    /// The last instruction is 2^ilastsize half-words.
    pub ilastsize: Signal<In, Bit>,
    /// The hart says that lui, c.lui or auipc right before the jump that ends the block gives its target.
    #[built(has(build).sequential)]
    pub sijump: Optional<Signal<In, Bit>>,
    /// A watchpoint of this block asks for a synchronising message.
    #[built(has(build).triggers)]
    pub trigger_notify: Optional<Signal<In, Bit>>,
    /// teInstEnAllJumps: a direct jump (itype 7, 9, 11, 15) is a branch that is taken, as if itype were 5.
    #[built(has(build).all_jumps)]
    pub all_jumps: Optional<Signal<In, Bit>>,
    /// teInstEnSequentialJump: jumps that are sequentially inferable are not reported.
    #[built(has(build).sequential)]
    pub sequential_jump: Optional<Signal<In, Bit>>,
    /// The block.
    pub block: Signal<Out, Block<ADDR>>,
    shown: Reg<Block<ADDR>>,
    /// The block ends in a jump, trap or trap return whose target can't be inferred from the program.
    jumps: Signal<Local, Bit>,
    /// The block ends in an uninferable jump, not in a trap or trap return: it may be sequentially inferable.
    uninferable: Signal<Local, Bit>,
    /// The instruction before the block's last one (N-Trace 9.1: lui, c.lui or auipc) is in the block, too.
    not_alone: Signal<Local, Bit>,
    /// B-TYPE of an exception: 2, or 1 if exceptions and interrupts are not told apart.
    #[value(match build.encoder.trap_btype {
        TrapBtype::Distinct => BTYPE_EXCEPTION.to_bits(),
        TrapBtype::Single => BTYPE_TRAP.to_bits(),
    })]
    exception_btype: Constant<Bits<2>>,
    /// B-TYPE of an interrupt: 3, or 1 if exceptions and interrupts are not told apart.
    #[value(match build.encoder.trap_btype {
        TrapBtype::Distinct => BTYPE_INTERRUPT.to_bits(),
        TrapBtype::Single => BTYPE_TRAP.to_bits(),
    })]
    interrupt_btype: Constant<Bits<2>>,
    /// `iretire` says whether one instruction retired, not how many half-words did.
    #[new(build.ingress.form == IngressForm::Single)]
    _single: bool,
}

impl<const XLEN: usize, const ADDR: usize> Logic for Lane<XLEN, ADDR> {
    #[kernel]
    fn update(&mut self) {
        let itype = self.itype.val();
        let retired = self.iretire.val().any();
        self.block.next = self.shown.q.val();
        // With nothing retired a trap is a block, too. Then only an exception has an address; where interrupts always
        // have one (build.ingress.interrupt_address), every block has.
        self.shown.d.next.valid = !self.ignore.val() & (retired | itype.any());
        self.shown.d.next.has_addr = retired | (itype == ITYPE_EXCEPTION.to_bits::<4>());
        self.shown.d.next.addr = self.iaddr.val().get_bits::<ADDR>(1);
        // I-CNT adds what retired (N-Trace 8.4; `tw_events`): a jump, too; what traps only if it retires, as ecall.
        self.shown.d.next.half_words = self.iretire.val();
        if self._single & self.ilastsize.val() {
            self.shown.d.next.half_words = self.iretire.val() << bits::<6>(1);
        }
        self.shown.d.next.branch = false;
        self.shown.d.next.taken = false;
        self.shown.d.next.btype = bits::<2>(0);
        self.jumps.next = false;
        self.uninferable.next = false;
        match itype.index() {
            ITYPE_EXCEPTION => {
                self.jumps.next = true;
                self.shown.d.next.btype = self.exception_btype.val();
            }
            ITYPE_INTERRUPT => {
                self.jumps.next = true;
                self.shown.d.next.btype = self.interrupt_btype.val();
            }
            ITYPE_TRAP_RETURN => self.jumps.next = true,
            ITYPE_BRANCH_NOT_TAKEN => self.shown.d.next.branch = true,
            ITYPE_BRANCH_TAKEN => {
                self.shown.d.next.branch = true;
                self.shown.d.next.taken = true;
            }
            ITYPE_UNINFERABLE_JUMP
            | ITYPE_UNINFERABLE_CALL
            | ITYPE_UNINFERABLE_TAIL_CALL
            | ITYPE_CO_ROUTINE_SWAP
            | ITYPE_RETURN
            | ITYPE_OTHER_UNINFERABLE_JUMP => {
                self.jumps.next = true;
                self.uninferable.next = true;
            }
            _ => {} // Linear or inferable: I-CNT alone counts it. Custom (N-Trace 10.1): the hart shows 0, or a jump.
        }
        if self.all_jumps.val()
            & ((itype == ITYPE_INFERABLE_JUMP.to_bits::<4>())
                | (itype == ITYPE_INFERABLE_CALL.to_bits::<4>())
                | (itype == ITYPE_INFERABLE_TAIL_CALL.to_bits::<4>())
                | (itype == ITYPE_OTHER_INFERABLE_JUMP.to_bits::<4>()))
        {
            self.shown.d.next.branch = true;
            self.shown.d.next.taken = true;
        }
        // Sequentially inferable (N-Trace 9.1) if the instruction before is in the same message: a decoder needs both.
        // If it is in this block, no jump is shown. Else `jump` and `inferable` are: `tw_step` looks further back.
        let inferable = self.sequential_jump.val() & self.sijump.val() & self.uninferable.val();
        // A block has more than its last instruction where `iretire` is above 2^ilastsize: 4 or more, or 3, or 2 with a
        // last instruction of one half-word. In the single form the last instruction is the only one.
        self.not_alone.next = if self._single {
            false
        } else {
            self.iretire.val().get_bits::<4>(2).any()
                | (self.iretire.val().get_bit(1) & (self.iretire.val().get_bit(0) | !self.ilastsize.val()))
        };
        self.shown.d.next.jump = self.jumps.val() & !(inferable & self.not_alone.val());
        self.shown.d.next.inferable = inferable;
        self.shown.d.next.trap = (itype == ITYPE_EXCEPTION.to_bits::<4>())
            | (itype == ITYPE_INTERRUPT.to_bits::<4>())
            | (itype == ITYPE_TRAP_RETURN.to_bits::<4>());
        let is_swap = itype == ITYPE_CO_ROUTINE_SWAP.to_bits::<4>();
        let is_call = (itype == ITYPE_UNINFERABLE_CALL.to_bits::<4>()) | (itype == ITYPE_INFERABLE_CALL.to_bits::<4>());
        // With nothing retired there is no return address: nothing is pushed or popped.
        self.shown.d.next.call = retired & (is_call | is_swap);
        self.shown.d.next.returns = retired & ((itype == ITYPE_RETURN.to_bits::<4>()) | is_swap);
        self.shown.d.next.notify = self.trigger_notify.val();
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
        (lane.block.val().branch, lane.block.val().taken, lane.block.val().jump, lane.block.val().btype.to_u64())
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
            let on = lane(&build, itype, 1, |lane| lane.all_jumps.next = true);
            assert_eq!(class(on), (true, true, false, 0), "itype {itype}");
            assert_eq!(class(lane(&build, itype, 1, |_| ())), (false, false, false, 0), "itype {itype}");
        }
        let indirect = lane(&build, 13, 1, |lane| lane.all_jumps.next = true);
        assert_eq!(class(indirect), (false, false, true, 0));
    }

    #[test]
    fn ntrace_9_1_with_the_instruction_before_it_in_its_block_a_jump_is_none() {
        let mut build = Build::default();
        build.encoder.sequential_jump = true;
        let shown = |itype, retired, last_size: bool| {
            let lane = lane(&build, itype, retired, |lane| {
                lane.sequential_jump.next = true;
                lane.sijump.next = true;
                lane.ilastsize.next = last_size;
            });
            (lane.block.val().jump, lane.block.val().inferable)
        };
        assert_eq!(shown(14, 1, false), (true, true));
        assert_eq!(shown(14, 2, false), (false, true));
        assert_eq!(shown(14, 2, true), (true, true));
        assert_eq!(shown(14, 3, true), (false, true));
        assert_eq!(shown(14, 4, true), (false, true));
        assert_eq!(shown(3, 4, true), (true, false), "a trap return is never inferable");
    }

    #[test]
    fn ntrace_9_2_calls_and_returns() {
        let mut build = Build::default();
        build.encoder.implicit_return = ImplicitReturn::Count;
        for itype in 0..16 {
            let lane = lane(&build, itype, 1, |_| ());
            assert_eq!(lane.block.val().call, [8, 9, 12].contains(&itype), "itype {itype}");
            assert_eq!(lane.block.val().returns, [12, 13].contains(&itype), "itype {itype}");
        }
    }

    #[test]
    fn single_form_counts_half_words_by_the_last_size() {
        let ingress = Port { form: IngressForm::Single, itype_width: 3, ..Port::default() };
        let build = Build { ingress, ..Build::default() };
        for (retired, last_size, half_words) in [(0, false, 0), (0, true, 0), (1, false, 1), (1, true, 2)] {
            let lane = lane(&build, 2, retired, |lane| lane.ilastsize.next = last_size);
            assert_eq!(lane.block.val().half_words, bits(half_words));
            assert!(lane.block.val().valid);
        }
    }

    #[test]
    fn a_block_has_an_address_when_something_retired_or_faulted() {
        for (itype, retired, has_addr) in [(2, 0, false), (1, 0, true), (0, 3, true), (2, 1, true)] {
            let lane = lane(&Build::default(), itype, retired, |_| ());
            assert_eq!(lane.block.val().has_addr, has_addr, "itype {itype}, iretire {retired}");
            assert_eq!(lane.block.val().addr, bits(0x4000_0003));
        }
    }

    #[test]
    fn nothing_at_the_port_is_no_block_nor_is_what_is_ignored() {
        let build = Build::default();
        assert!(!lane(&build, 0, 0, |_| ()).block.val().valid);
        assert!(!lane(&build, 0, 2, |lane| lane.ignore.next = true).block.val().valid);
        assert!(lane(&build, 0, 2, |_| ()).block.val().valid);
    }

    #[test]
    fn one_btype_for_both_kinds_of_trap() {
        let mut build = Build::default();
        build.encoder.trap_btype = TrapBtype::Single;
        for itype in [1, 2] {
            assert_eq!(lane(&build, itype, 0, |_| ()).block.val().btype, bits(1));
        }
    }
}
