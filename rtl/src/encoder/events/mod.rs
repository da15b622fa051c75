// SPDX-License-Identifier: Apache-2.0
//! What happens: from blocks to whole messages (docs/encoder.md).

use crate::codes::*;
use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, IcntFull};
use tracewright_regmap::{TE_SYNC_MODE_CYCLES, TE_SYNC_MODE_HALF_WORDS, TE_SYNC_MODE_MESSAGES};

/// Decides what is traced and completes at most one message a cycle.
///
/// `message_*` is the message's common shape: its kind, up to six bits of fixed-length fields, and one slot for each of
/// count (I-CNT or ECODE), address and history. A slot that the kind does not use holds no particular value.
#[derive(Module)]
pub struct Events<const ADDR: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// There is a block.
    pub block_valid: Signal<In, Bit>,
    /// The block's address is defined.
    pub block_has_addr: Signal<In, Bit>,
    /// The block ends in a conditional branch.
    pub block_branch: Signal<In, Bit>,
    /// That branch was taken.
    pub block_taken: Signal<In, Bit>,
    /// The block ends in a jump or trap whose target must be reported.
    pub block_jump: Signal<In, Bit>,
    /// B-TYPE of that jump or trap.
    pub block_btype: Signal<In, Bits<2>>,
    /// Half-words that retired.
    pub block_half_words: Signal<In, Bits<6>>,
    /// Address of the first instruction, without bit 0.
    pub block_addr: Signal<In, Bits<ADDR>>,
    /// The hart is halted.
    pub block_halted: Signal<In, Bit>,
    /// teActive.
    pub active: Signal<In, Bit>,
    /// teEnable.
    pub enable: Signal<In, Bit>,
    /// teInstTracing.
    pub tracing: Signal<In, Bit>,
    /// teSyncMode.
    pub sync_mode: Signal<In, Bits<2>>,
    /// teSyncMax.
    pub sync_max: Signal<In, Bits<4>>,
    /// Messages that the queue has room for; 3 stands for more as well.
    pub room: Signal<In, Bits<2>>,
    /// A message enters the queue.
    pub message_valid: Signal<Out, Bit>,
    /// Which message, in which form.
    pub message_kind: Signal<Out, Bits<3>>,
    /// Its fixed-length fields.
    pub message_fixed: Signal<Out, Bits<6>>,
    /// Its count.
    pub message_count: Signal<Out, Bits<22>>,
    /// Its address.
    pub message_addr: Signal<Out, Bits<ADDR>>,
    /// Its history.
    pub message_hist: Signal<Out, Bits<32>>,
    /// Error enters the queue.
    pub error_sent: Signal<Out, Bit>,
    /// Trace is still to come: tracing is on or was in the cycle before, or an Error is owed.
    pub owing: Signal<Out, Bit>,
    icnt: Reg<Bits<22>>,
    hist: Reg<Bits<32>>,
    reference: Reg<Bits<ADDR>>,
    pending: Reg<Bit>,
    pending_btype: Reg<Bits<2>>,
    synced: Reg<Bit>,
    was_on: Reg<Bit>,
    was_enabled: Reg<Bit>,
    was_halted: Reg<Bit>,
    seen_halted: Reg<Bit>,
    lost: Reg<Bit>,
    restart: Reg<Bit>,
    period_left: Reg<Bits<21>>,
    selected: Signal<Local, Bit>,
    on: Signal<Local, Bit>,
    normal: Signal<Local, Bit>,
    stop: Signal<Local, Bit>,
    start: Signal<Local, Bit>,
    traced: Signal<Local, Bit>,
    wants_target: Signal<Local, Bit>,
    wants_hist: Signal<Local, Bit>,
    wants_icnt: Signal<Local, Bit>,
    target: Signal<Local, Bit>,
    target_sync: Signal<Local, Bit>,
    hist_full: Signal<Local, Bit>,
    icnt_full: Signal<Local, Bit>,
    error: Signal<Local, Bit>,
    complete: Signal<Local, Bit>,
    lose: Signal<Local, Bit>,
    synchronises: Signal<Local, Bit>,
    icnt_sum: Signal<Local, Bits<22>>,
    icnt_is_full: Signal<Local, Bit>,
    due_periodic: Signal<Local, Bit>,
    due_icnt: Signal<Local, Bit>,
    hist_base: Signal<Local, Bits<32>>,
    no_hist: Signal<Local, Bit>,
    sync_code: Signal<Local, Bits<4>>,
    amount: Signal<Local, Bits<6>>,
    amount_at_sync: Signal<Local, Bits<6>>,
    counts: Signal<Local, Bit>,
    hist_top: Constant<Bits<32>>,
    hist_mask: Constant<Bits<32>>,
    icnt_top: Constant<Bits<22>>,
    icnt_mask: Constant<Bits<22>>,
    _icnt_resource: usize,
    _icnt_sync: usize,
}

impl<const ADDR: usize> Events<ADDR> {
    /// The events stage of `build`.
    pub fn new(build: &Build) -> Self {
        let encoder = &build.encoder;
        let mask = |width: u32| (1_u64 << width) - 1;
        Events {
            clock: Default::default(),
            rst_n: Default::default(),
            block_valid: Default::default(),
            block_has_addr: Default::default(),
            block_branch: Default::default(),
            block_taken: Default::default(),
            block_jump: Default::default(),
            block_btype: Default::default(),
            block_half_words: Default::default(),
            block_addr: Default::default(),
            block_halted: Default::default(),
            active: Default::default(),
            enable: Default::default(),
            tracing: Default::default(),
            sync_mode: Default::default(),
            sync_max: Default::default(),
            room: Default::default(),
            message_valid: Default::default(),
            message_kind: Default::default(),
            message_fixed: Default::default(),
            message_count: Default::default(),
            message_addr: Default::default(),
            message_hist: Default::default(),
            error_sent: Default::default(),
            owing: Default::default(),
            icnt: Reg::new(build.reset),
            hist: Reg::with(build.reset, bits(1)),
            reference: Reg::new(build.reset),
            pending: Reg::new(build.reset),
            pending_btype: Reg::new(build.reset),
            synced: Reg::new(build.reset),
            was_on: Reg::new(build.reset),
            was_enabled: Reg::new(build.reset),
            was_halted: Reg::new(build.reset),
            seen_halted: Reg::new(build.reset),
            lost: Reg::new(build.reset),
            restart: Reg::new(build.reset),
            period_left: Reg::new(build.reset),
            selected: Default::default(),
            on: Default::default(),
            normal: Default::default(),
            stop: Default::default(),
            start: Default::default(),
            traced: Default::default(),
            wants_target: Default::default(),
            wants_hist: Default::default(),
            wants_icnt: Default::default(),
            target: Default::default(),
            target_sync: Default::default(),
            hist_full: Default::default(),
            icnt_full: Default::default(),
            error: Default::default(),
            complete: Default::default(),
            lose: Default::default(),
            synchronises: Default::default(),
            icnt_sum: Default::default(),
            icnt_is_full: Default::default(),
            due_periodic: Default::default(),
            due_icnt: Default::default(),
            hist_base: Default::default(),
            no_hist: Default::default(),
            sync_code: Default::default(),
            amount: Default::default(),
            amount_at_sync: Default::default(),
            counts: Default::default(),
            hist_top: Constant::new((1_u64 << (encoder.hist_width - 1)).to_bits()),
            hist_mask: Constant::new(mask(encoder.hist_width).to_bits()),
            icnt_top: Constant::new((1_u64 << (encoder.icnt_width - 1)).to_bits()),
            icnt_mask: Constant::new(mask(encoder.icnt_width).to_bits()),
            _icnt_resource: usize::from(encoder.icnt_full == IcntFull::Resource),
            _icnt_sync: usize::from(encoder.icnt_full == IcntFull::Sync),
        }
    }
}

impl<const ADDR: usize> Logic for Events<ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(
            self,
            clock,
            icnt,
            hist,
            reference,
            pending,
            pending_btype,
            synced,
            was_on,
            was_enabled,
            was_halted,
            seen_halted,
            lost,
            restart,
            period_left
        );

        // When tracing is on.
        self.selected.next = self.active.val() & self.enable.val() & self.tracing.val();
        self.on.next = self.selected.val() & !self.block_halted.val();
        self.normal.next = !self.lost.q.val() & !self.restart.q.val();
        self.stop.next = self.normal.val()
            & self.active.val()
            & ((self.was_on.q.val() & !self.on.val())
                | (!self.tracing.val()
                    & self.enable.val()
                    & (!self.was_enabled.q.val() | (self.block_halted.val() & !self.was_halted.q.val()))));

        // What is owed.
        self.icnt_is_full.next = (self.icnt.q.val() & self.icnt_top.val()).any();
        self.due_periodic.next = self.period_left.q.val().get_bit(20);
        self.due_icnt.next = false;
        for _i in 0..self._icnt_sync {
            self.due_icnt.next = self.icnt_is_full.val();
        }

        // What a traced block does: the first of these that applies.
        self.start.next = self.on.val()
            & self.block_valid.val()
            & ((self.normal.val() & !self.synced.q.val()) | (self.restart.q.val() & self.block_has_addr.val()));
        self.traced.next = self.on.val() & self.block_valid.val() & self.synced.q.val();
        self.wants_target.next =
            self.block_has_addr.val() & (self.pending.q.val() | self.due_periodic.val() | self.due_icnt.val());
        self.wants_hist.next = self.block_branch.val() & (self.hist.q.val() & self.hist_top.val()).any();
        self.wants_icnt.next = false;
        for _i in 0..self._icnt_resource {
            self.wants_icnt.next = self.icnt_is_full.val();
        }
        self.target.next = self.traced.val() & self.wants_target.val();
        self.target_sync.next = self.target.val() & (self.due_periodic.val() | self.due_icnt.val());
        self.hist_full.next = self.traced.val() & !self.wants_target.val() & self.wants_hist.val();
        self.icnt_full.next =
            self.traced.val() & !self.wants_target.val() & !self.wants_hist.val() & self.wants_icnt.val();

        // I-CNT with this block, and HIST before it.
        self.icnt_sum.next = self.icnt.q.val() + bit_cast::<22, 6>(self.block_half_words.val());
        if self.start.val() | self.target.val() | self.icnt_full.val() {
            self.icnt_sum.next = bit_cast::<22, 6>(self.block_half_words.val());
        }
        self.hist_base.next = self.hist.q.val();
        if self.start.val() | self.target.val() | self.hist_full.val() {
            self.hist_base.next = bits::<32>(1);
        }

        // The message, and whether the queue takes it.
        self.error.next = self.lost.q.val() & self.room.val().get_bit(1);
        self.complete.next = self.stop.val()
            | self.start.val()
            | (self.traced.val() & (self.wants_target.val() | self.wants_hist.val() | self.wants_icnt.val()))
            | self.error.val();
        self.message_valid.next = self.complete.val() & self.room.val().any();
        self.lose.next = self.complete.val() & !self.room.val().any();
        self.synchronises.next = self.start.val() | self.target_sync.val();
        self.error_sent.next = self.error.val();
        self.owing.next = self.lost.q.val() | self.was_on.q.val();

        self.sync_code.next = SYNC_TRACE_ENABLE.to_bits::<4>();
        if self.target.val() {
            if self.due_periodic.val() {
                self.sync_code.next = SYNC_PERIODIC.to_bits::<4>();
            } else {
                self.sync_code.next = SYNC_SEQUENTIAL_INSTRUCTION_COUNTER.to_bits::<4>();
            }
        } else if self.restart.q.val() {
            self.sync_code.next = SYNC_RESTART_FROM_OVERRUN.to_bits::<4>();
        } else if self.seen_halted.q.val() {
            self.sync_code.next = SYNC_EXIT_FROM_DEBUG.to_bits::<4>();
        }

        self.no_hist.next = self.hist.q.val() == bits::<32>(1);
        self.message_kind.next = KIND_PROG_TRACE_SYNC.to_bits::<3>();
        self.message_fixed.next = bit_cast::<6, 4>(self.sync_code.val());
        self.message_count.next = self.icnt.q.val();
        self.message_hist.next = self.hist.q.val();
        self.message_addr.next = self.block_addr.val();
        if self.error.val() {
            self.message_kind.next = KIND_ERROR.to_bits::<3>();
            self.message_fixed.next = bits::<6>(0);
            self.message_count.next = ECODE_PROGRAM_TRACE_LOST.to_bits::<22>();
        } else if self.stop.val() {
            self.message_kind.next = KIND_PROG_TRACE_CORRELATION.to_bits::<3>();
            // CDF is 1: HIST follows I-CNT.
            self.message_fixed.next = bits::<6>(16) | EVCODE_DISABLED.to_bits::<6>();
            if self.block_halted.val() & self.was_enabled.q.val() {
                self.message_fixed.next = bits::<6>(16) | EVCODE_DEBUG.to_bits::<6>();
            }
        } else if self.target_sync.val() {
            self.message_kind.next = KIND_INDIRECT_BRANCH_HIST_SYNC.to_bits::<3>();
            self.message_fixed.next =
                bit_cast::<6, 4>(self.sync_code.val()) | (bit_cast::<6, 2>(self.pending_btype.q.val()) << bits::<6>(4));
        } else if self.target.val() {
            self.message_kind.next = KIND_INDIRECT_BRANCH_HIST.to_bits::<3>();
            if self.no_hist.val() {
                self.message_kind.next = KIND_INDIRECT_BRANCH.to_bits::<3>();
            }
            self.message_fixed.next = bit_cast::<6, 2>(self.pending_btype.q.val());
            self.message_addr.next = self.block_addr.val() ^ self.reference.q.val();
        } else if self.hist_full.val() {
            self.message_kind.next = KIND_FULL_HIST.to_bits::<3>();
            self.message_fixed.next = RCODE_HIST.to_bits::<6>();
        } else if self.icnt_full.val() {
            self.message_kind.next = KIND_FULL_I_CNT.to_bits::<3>();
            self.message_fixed.next = RCODE_I_CNT.to_bits::<6>();
        }

        // Periodic synchronisation: what is left of the period, below zero when it is over. What to subtract is known before
        // it is known whether to.
        self.amount.next = bits::<6>(1);
        self.amount_at_sync.next = bits::<6>(0);
        self.counts.next = false;
        match self.sync_mode.val().index() {
            TE_SYNC_MODE_MESSAGES => {
                self.counts.next = self.message_valid.val();
            }
            TE_SYNC_MODE_CYCLES => {
                self.counts.next = self.on.val();
            }
            TE_SYNC_MODE_HALF_WORDS => {
                self.amount.next = self.block_half_words.val();
                self.amount_at_sync.next = self.block_half_words.val();
                self.counts.next = self.traced.val();
            }
            _ => {}
        }
        if self.synchronises.val() {
            self.period_left.d.next = ((bits::<21>(16) << bit_cast::<21, 4>(self.sync_max.val())) - bits::<21>(1))
                - bit_cast::<21, 6>(self.amount_at_sync.val());
        } else if self.counts.val() & !self.due_periodic.val() {
            self.period_left.d.next = self.period_left.q.val() - bit_cast::<21, 6>(self.amount.val());
        }

        // What the block leaves behind.
        if self.traced.val() | self.start.val() {
            self.icnt.d.next = self.icnt_sum.val() & self.icnt_mask.val();
            self.hist.d.next = self.hist_base.val();
            if self.block_branch.val() {
                self.hist.d.next = ((self.hist_base.val() << bits::<32>(1))
                    | bit_cast::<32, 1>(self.block_taken.val().into()))
                    & self.hist_mask.val();
            }
            if self.start.val() | self.target.val() {
                self.reference.d.next = self.block_addr.val();
                self.pending.d.next = false;
                self.pending_btype.d.next = bits::<2>(0);
            }
            if self.block_jump.val() {
                self.pending.d.next = true;
                self.pending_btype.d.next = self.block_btype.val();
            }
        }
        if self.start.val() {
            self.synced.d.next = true;
            self.restart.d.next = false;
        }
        if self.error.val() {
            self.lost.d.next = false;
            self.restart.d.next = true;
        }
        if self.lose.val() | self.stop.val() {
            self.icnt.d.next = bits::<22>(0);
            self.hist.d.next = bits::<32>(1);
            self.pending.d.next = false;
            self.pending_btype.d.next = bits::<2>(0);
            self.synced.d.next = false;
        }
        if self.lose.val() {
            self.lost.d.next = true;
            self.restart.d.next = false;
        }

        self.was_on.d.next = self.on.val();
        self.was_enabled.d.next = self.active.val() & self.enable.val();
        self.was_halted.d.next = self.block_halted.val();
        if !self.selected.val() {
            self.seen_halted.d.next = false;
        } else if self.block_halted.val() {
            self.seen_halted.d.next = true;
        }

        if !self.active.val() {
            self.icnt.d.next = bits::<22>(0);
            self.hist.d.next = bits::<32>(1);
            self.reference.d.next = bits::<ADDR>(0);
            self.pending.d.next = false;
            self.pending_btype.d.next = bits::<2>(0);
            self.synced.d.next = false;
            self.lost.d.next = false;
            self.restart.d.next = false;
            self.period_left.d.next = bits::<21>(0);
        }
    }
}

#[cfg(test)]
mod tests;
