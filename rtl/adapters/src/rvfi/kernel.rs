// SPDX-License-Identifier: Apache-2.0
//! The adapter, a cycle at a time.

use super::Rvfi;
use crate::codes::*;
use tracewright_prim::*;

#[kernel]
impl<const XLEN: usize, const N: usize, const INSN: usize, const MODE: usize, const PC: usize>
    Rvfi<XLEN, N, INSN, MODE, PC>
{
    fn update(&mut self) {
        self.shows();
        self.takes();
        self.shown_halted.d.next = self.stopped.q.val() & !self.blocks.val();
        connect!(self: halted = shown_halted.q, overflow = lost.q);
        if self.remains.val() {
            self.lost.d.next = self.lost.q.val() | self.rvfi_valid.val().any();
        }
        self.privilege.next = self.shown_mode.q.val().get_bits::<3>(0);
        for i in 0..N {
            self.itype[i].next = self.shown_itype[i].q.val();
            self.iaddr[i].next = self.shown_pc[i].q.val();
            self.iretire[i].next = self.shown_retired[i].q.val().get_bits::<6>(0);
            self.ilastsize[i].next = self.shown_full_size[i].q.val();
        }
    }

    /// What of the group that is held is shown: all up to what must be in a cycle of its own.
    fn shows(&mut self) {
        let mut open: Bit = true;
        let mut shows_before: Bit = false;
        let mut held_before: Bit = false;
        let mut remains: Bit = false;
        let mut mode: Bits<2> = self.shown_mode.q.val();
        for i in 0..N {
            let held = self.held[i].q.val();
            let interrupted = self.interrupted[i].q.val();
            let has_other_mode = shows_before & (self.held_mode[i].q.val() != mode);
            let shows = open & held & !interrupted & !has_other_mode;
            let comes_from_other_mode: Bit =
                if self._next_mode { shows_before & (self.held_from_mode[i].q.val() != mode) } else { false };
            let shows_interrupt = open & held & interrupted & !comes_from_other_mode;
            self.held[i].d.next = held & !shows;
            self.interrupted[i].d.next = interrupted & !shows_interrupt;
            self.shown_itype[i].d.next = ITYPE_NONE.to_bits::<4>();
            self.shown_retired[i].d.next = bits::<2>(0);
            self.shown_full_size[i].d.next = self.held_full_size[i].q.val();
            self.shown_pc[i].d.next = self.held_pc[i].q.val();
            if shows {
                mode = self.held_mode[i].q.val();
                self.shown_itype[i].d.next = self.held_itype[i].q.val();
                if self.held_retired[i].q.val() {
                    let two: Bit = if self._single { false } else { self.held_full_size[i].q.val() };
                    self.shown_retired[i].d.next = if two { bits::<2>(2) } else { bits::<2>(1) };
                }
            }
            if shows_interrupt {
                self.shown_itype[i].d.next = ITYPE_INTERRUPT.to_bits::<4>();
                if self._next {
                    self.shown_pc[i].d.next = self.held_from[i].q.val();
                }
                if self._next_mode {
                    mode = self.held_from_mode[i].q.val();
                }
            }
            self.shows_block[i].next = shows | shows_interrupt;
            shows_before |= shows;
            held_before |= held;
            remains |= held & !shows;
            if held & (!shows | (self.held_itype[i].q.val() == ITYPE_EXCEPTION.to_bits::<4>())) {
                open = false;
            }
        }
        self.shown_mode.d.next = mode;
        self.idle.next = !held_before;
        self.remains.next = remains;
    }

    /// Takes the next group, and holds it, when nothing of the held one remains. An interrupt has the address of what
    /// would have run next (`next`), if built; before the first instruction it is shown at once if nothing is held.
    fn takes(&mut self) {
        let mut comes_before: Bit = false;
        let mut blocks: Bit = false;
        let mut trapped: Bit = self.trapped.q.val();
        let mut stopped: Bit = self.stopped.q.val();
        let mut next: Bits<XLEN> = self.next_pc.q.val();
        let mut mode: Bits<2> = self.next_mode.q.val();
        for i in 0..N {
            let valid = self.rvfi_valid.val().get_bit(i);
            let debug = self.debug_mode.val().get_bit(i);
            let comes = valid & !debug;
            let interrupt = comes & self.rvfi_intr.val().get_bit(i) & !trapped;
            let early = self.idle.val() & interrupt & !comes_before;
            self.decode[i].insn.next = self.rvfi_insn.val().get_bits::<32>(i * 32);
            self.decode[i].trap.next = self.rvfi_trap.val().get_bit(i);
            self.decode[i].pc_rdata.next = self.rvfi_pc_rdata.val().get_bits::<XLEN>(i * XLEN);
            self.decode[i].pc_wdata.next = self.rvfi_pc_wdata.val().get_bits::<XLEN>(i * XLEN);
            if early {
                self.shown_itype[i].d.next = ITYPE_INTERRUPT.to_bits::<4>();
                if self._next {
                    self.shown_pc[i].d.next = next;
                }
                if self._next_mode {
                    self.shown_mode.d.next = mode;
                }
            }
            if !self.remains.val() {
                self.held[i].d.next = comes;
                self.interrupted[i].d.next = interrupt & !early;
                connect!(decode[i]: itype = held_itype[i].d, retired = held_retired[i].d,
                    full_size = held_full_size[i].d);
                self.held_pc[i].d.next = self.rvfi_pc_rdata.val().get_bits::<XLEN>(i * XLEN);
                self.held_mode[i].d.next = self.rvfi_mode.val().get_bits::<2>(i * 2);
                self.held_from[i].d.next = next;
                self.held_from_mode[i].d.next = mode;
            }
            comes_before |= comes;
            blocks |= self.shows_block[i].val() | early;
            if comes {
                trapped = self.rvfi_trap.val().get_bit(i);
            }
            if valid {
                stopped = debug | self.rvfi_halt.val().get_bit(i);
                next = self.decode[i].pc_wdata.val();
                let leaves = self.decode[i].returns.val() | debug;
                let goes_on_in = self.rvfi_mode.val().get_bits::<2>(i * 2);
                mode = if leaves { self.return_mode.val().get_bits::<2>(i * 2) } else { goes_on_in };
            }
        }
        self.blocks.next = blocks;
        if !self.remains.val() {
            self.trapped.d.next = trapped;
            self.stopped.d.next = stopped;
            self.next_pc.d.next = next;
            self.next_mode.d.next = mode;
        }
    }
}
