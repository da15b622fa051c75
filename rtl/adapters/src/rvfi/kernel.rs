// SPDX-License-Identifier: Apache-2.0
//! The adapter, a cycle at a time.

use super::Rvfi;
use crate::codes::*;
use rust_hdl_core::prelude::*;
use tracewright_prim::dff_setup;

impl<const XLEN: usize, const N: usize, const INSN: usize, const MODE: usize, const PC: usize> Logic
    for Rvfi<XLEN, N, INSN, MODE, PC>
{
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, trapped, stopped, shown_halted, lost);

        // What comes.
        self.comes_before[0].next = false;
        self.trapped_before[0].next = self.trapped.q.val();
        self.stopped_before[0].next = self.stopped.q.val();
        for i in 0..self._channels {
            self.decode[i].insn.next = self.rvfi_insn.val().get_bits::<32>(i * 32);
            self.decode[i].trap.next = self.rvfi_trap.val().get_bit(i);
            for _k in 0..self._rv32 {
                self.decode[i].pc_rdata.next = self.rvfi_pc_rdata.val().get_bits::<XLEN>(i * 32);
                self.decode[i].pc_wdata.next = self.rvfi_pc_wdata.val().get_bits::<XLEN>(i * 32);
            }
            for _k in 0..self._rv64 {
                self.decode[i].pc_rdata.next = self.rvfi_pc_rdata.val().get_bits::<XLEN>(i * 64);
                self.decode[i].pc_wdata.next = self.rvfi_pc_wdata.val().get_bits::<XLEN>(i * 64);
            }
            self.comes[i].next = self.rvfi_valid.val().get_bit(i) & !self.debug_mode.val().get_bit(i);
            self.comes_before[i + 1].next = self.comes_before[i].val() | self.comes[i].val();
            self.trapped_before[i + 1].next = self.trapped_before[i].val();
            if self.comes[i].val() {
                self.trapped_before[i + 1].next = self.rvfi_trap.val().get_bit(i);
            }
            self.stopped_before[i + 1].next = self.stopped_before[i].val();
            if self.rvfi_valid.val().get_bit(i) {
                self.stopped_before[i + 1].next = self.debug_mode.val().get_bit(i) | self.rvfi_halt.val().get_bit(i);
            }
            self.interrupt[i].next =
                self.comes[i].val() & self.rvfi_intr.val().get_bit(i) & !self.trapped_before[i].val();
        }

        // Where an interrupt comes, if it does: at what would have run next.
        for i in 0..self._next {
            self.next_before[0].next = self.next_pc[i].q.val();
        }
        for i in 0..self._interrupts {
            self.next_before[i + 1].next = self.next_before[i].val();
            if self.rvfi_valid.val().get_bit(i) {
                self.next_before[i + 1].next = self.decode[i].pc_wdata.val();
            }
        }
        for i in 0..self._next_mode {
            self.next_mode_before[0].next = self.next_mode[i].q.val();
        }
        for i in 0..self._interrupt_modes {
            self.next_mode_before[i + 1].next = self.next_mode_before[i].val();
            if self.rvfi_valid.val().get_bit(i) {
                self.next_mode_before[i + 1].next = self.rvfi_mode.val().get_bits::<2>(i * 2);
                if self.decode[i].returns[0].val() | self.debug_mode.val().get_bit(i) {
                    self.next_mode_before[i + 1].next = self.return_mode[0].val().get_bits::<2>(i * 2);
                }
            }
        }

        // What of the group that is held is shown: all up to what must be in a cycle of its own.
        self.open[0].next = true;
        self.shows_before[0].next = false;
        self.held_before[0].next = false;
        self.remains_before[0].next = false;
        for i in 0..self._channels {
            self.same_mode[i].next = true;
            self.shows_interrupt[i].next = self.open[i].val() & self.held[i].q.val() & self.interrupted[i].q.val();
        }
        for i in 0..self._mode_channels {
            self.mode_before[0].next = self.shown_mode[0].q.val();
            self.same_mode[i].next =
                !self.shows_before[i].val() | (self.held_mode[i].q.val() == self.mode_before[i].val());
            self.mode_before[i + 1].next = self.mode_before[i].val();
            if self.shows[i].val() {
                self.mode_before[i + 1].next = self.held_mode[i].q.val();
            }
            for _k in 0..self._next_mode {
                if self.shows_before[i].val() & (self.held_from_mode[i].q.val() != self.mode_before[i].val()) {
                    self.shows_interrupt[i].next = false;
                }
                if self.shows_interrupt[i].val() {
                    self.mode_before[i + 1].next = self.held_from_mode[i].q.val();
                }
            }
        }
        for i in 0..self._channels {
            self.shows[i].next =
                self.open[i].val() & self.held[i].q.val() & !self.interrupted[i].q.val() & self.same_mode[i].val();
            self.shows_before[i + 1].next = self.shows_before[i].val() | self.shows[i].val();
            self.held_before[i + 1].next = self.held_before[i].val() | self.held[i].q.val();
            self.remains_before[i + 1].next =
                self.remains_before[i].val() | (self.held[i].q.val() & !self.shows[i].val());
            self.open[i + 1].next = self.open[i].val();
            if self.held[i].q.val()
                & (!self.shows[i].val() | (self.held_itype[i].q.val() == ITYPE_EXCEPTION.to_bits::<4>()))
            {
                self.open[i + 1].next = false;
            }
        }
        self.idle.next = !self.held_before[self._channels].val();
        self.remains.next = self.remains_before[self._channels].val();

        // Blocks.
        self.blocks_before[0].next = false;
        for i in 0..self._channels {
            self.early[i].next = self.idle.val() & self.interrupt[i].val() & !self.comes_before[i].val();
            self.blocks_before[i + 1].next =
                self.blocks_before[i].val() | self.shows[i].val() | self.shows_interrupt[i].val() | self.early[i].val();
            self.shown_itype[i].clock.next = self.clock.val();
            self.shown_itype[i].rst_n.next = self.rst_n.val();
            self.shown_itype[i].d.next = ITYPE_NONE.to_bits::<4>();
            self.shown_retired[i].clock.next = self.clock.val();
            self.shown_retired[i].rst_n.next = self.rst_n.val();
            self.shown_retired[i].d.next = bits::<2>(0);
            self.shown_full_size[i].clock.next = self.clock.val();
            self.shown_full_size[i].rst_n.next = self.rst_n.val();
            self.shown_full_size[i].d.next = self.held_full_size[i].q.val();
            self.shown_pc[i].clock.next = self.clock.val();
            self.shown_pc[i].rst_n.next = self.rst_n.val();
            self.shown_pc[i].d.next = self.held_pc[i].q.val();
            if self.shows[i].val() {
                self.shown_itype[i].d.next = self.held_itype[i].q.val();
                if self.held_retired[i].q.val() {
                    self.shown_retired[i].d.next = bits::<2>(1);
                    for _k in 0..self._block {
                        if self.held_full_size[i].q.val() {
                            self.shown_retired[i].d.next = bits::<2>(2);
                        }
                    }
                }
            }
            if self.shows_interrupt[i].val() | self.early[i].val() {
                self.shown_itype[i].d.next = ITYPE_INTERRUPT.to_bits::<4>();
            }
            for _k in 0..self._next {
                if self.shows_interrupt[i].val() {
                    self.shown_pc[i].d.next = self.held_from[i].q.val();
                } else if self.early[i].val() {
                    self.shown_pc[i].d.next = self.next_before[i].val();
                }
            }
            self.itype[i].next = self.shown_itype[i].q.val();
            self.iaddr[i].next = self.shown_pc[i].q.val();
            self.iretire[i].next = self.shown_retired[i].q.val().get_bits::<6>(0);
            self.ilastsize[i].next = self.shown_full_size[i].q.val();
        }
        self.shown_halted.d.next = self.stopped.q.val() & !self.blocks_before[self._channels].val();
        self.halted.next = self.shown_halted.q.val();

        // The next group is held when nothing of this one remains.
        if self.remains.val() {
            self.lost.d.next = self.lost.q.val() | self.rvfi_valid.val().any();
        } else {
            self.trapped.d.next = self.trapped_before[self._channels].val();
            self.stopped.d.next = self.stopped_before[self._channels].val();
        }
        self.overflow.next = self.lost.q.val();
        for i in 0..self._next {
            self.next_pc[i].clock.next = self.clock.val();
            self.next_pc[i].rst_n.next = self.rst_n.val();
            self.next_pc[i].d.next = self.next_pc[i].q.val();
            if !self.remains.val() {
                self.next_pc[i].d.next = self.next_before[self._channels].val();
            }
        }
        for i in 0..self._next_mode {
            self.next_mode[i].clock.next = self.clock.val();
            self.next_mode[i].rst_n.next = self.rst_n.val();
            self.next_mode[i].d.next = self.next_mode[i].q.val();
            if !self.remains.val() {
                self.next_mode[i].d.next = self.next_mode_before[self._channels].val();
            }
        }
        for i in 0..self._interrupts {
            self.held_from[i].clock.next = self.clock.val();
            self.held_from[i].rst_n.next = self.rst_n.val();
            self.held_from[i].d.next = self.held_from[i].q.val();
            if !self.remains.val() {
                self.held_from[i].d.next = self.next_before[i].val();
            }
        }
        for i in 0..self._interrupt_modes {
            self.held_from_mode[i].clock.next = self.clock.val();
            self.held_from_mode[i].rst_n.next = self.rst_n.val();
            self.held_from_mode[i].d.next = self.held_from_mode[i].q.val();
            if !self.remains.val() {
                self.held_from_mode[i].d.next = self.next_mode_before[i].val();
            }
        }
        for i in 0..self._channels {
            self.held[i].clock.next = self.clock.val();
            self.held[i].rst_n.next = self.rst_n.val();
            self.held[i].d.next = self.held[i].q.val() & !self.shows[i].val();
            self.interrupted[i].clock.next = self.clock.val();
            self.interrupted[i].rst_n.next = self.rst_n.val();
            self.interrupted[i].d.next = self.interrupted[i].q.val() & !self.shows_interrupt[i].val();
            self.held_itype[i].clock.next = self.clock.val();
            self.held_itype[i].rst_n.next = self.rst_n.val();
            self.held_itype[i].d.next = self.held_itype[i].q.val();
            self.held_retired[i].clock.next = self.clock.val();
            self.held_retired[i].rst_n.next = self.rst_n.val();
            self.held_retired[i].d.next = self.held_retired[i].q.val();
            self.held_full_size[i].clock.next = self.clock.val();
            self.held_full_size[i].rst_n.next = self.rst_n.val();
            self.held_full_size[i].d.next = self.held_full_size[i].q.val();
            self.held_pc[i].clock.next = self.clock.val();
            self.held_pc[i].rst_n.next = self.rst_n.val();
            self.held_pc[i].d.next = self.held_pc[i].q.val();
            if !self.remains.val() {
                self.held[i].d.next = self.comes[i].val();
                self.interrupted[i].d.next = self.interrupt[i].val() & !self.early[i].val();
                self.held_itype[i].d.next = self.decode[i].itype.val();
                self.held_retired[i].d.next = self.decode[i].retired.val();
                self.held_full_size[i].d.next = self.decode[i].full_size.val();
                for _k in 0..self._rv32 {
                    self.held_pc[i].d.next = self.rvfi_pc_rdata.val().get_bits::<XLEN>(i * 32);
                }
                for _k in 0..self._rv64 {
                    self.held_pc[i].d.next = self.rvfi_pc_rdata.val().get_bits::<XLEN>(i * 64);
                }
            }
        }
        for i in 0..self._mode_channels {
            self.held_mode[i].clock.next = self.clock.val();
            self.held_mode[i].rst_n.next = self.rst_n.val();
            self.held_mode[i].d.next = self.held_mode[i].q.val();
            if !self.remains.val() {
                self.held_mode[i].d.next = self.rvfi_mode.val().get_bits::<2>(i * 2);
            }
        }
        for i in 0..self._privilege {
            self.shown_mode[i].clock.next = self.clock.val();
            self.shown_mode[i].rst_n.next = self.rst_n.val();
            self.shown_mode[i].d.next = self.mode_before[self._channels].val();
            self.privilege[i].next = self.shown_mode[i].q.val().get_bits::<3>(0);
        }
        for i in 0..self._interrupt_modes {
            if self.early[i].val() {
                self.shown_mode[0].d.next = self.next_mode_before[i].val();
            }
        }
    }
}
