// SPDX-License-Identifier: Apache-2.0
//! What a step computes.

use super::Step;
use rust_hdl_core::prelude::*;

impl<const ADDR: usize> Logic for Step<ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        // Whether the block is traced, and how.
        self.start.next = self.live.val()
            & self.block_valid.val()
            & !self.running.val()
            & (!self.restart.val() | self.block_has_addr.val());
        self.traced.next = self.live.val() & self.block_valid.val() & self.running.val();
        self.followed.next = self.start.val() | self.traced.val();
        self.branch.next = self.block_branch.val();
        for i in 0..self._both {
            if self.btm_mode[i].val() {
                self.branch.next = false;
            }
        }

        // What is due.
        self.icnt_is_full.next = (self.icnt.val() & self.icnt_top.val()).any();
        self.due.periodic.next = self.periodic.val() & !self.synced.val();
        self.due.start.next = self.start.val();
        self.due.target_sync.next = self.target_sync.val();
        for i in 0..self._icnt_sync {
            self.icnt_syncs[i].next = self.icnt_is_full.val();
            for j in 0..self._plain {
                if self.hist[j].val() == bits::<32>(1) {
                    self.icnt_syncs[i].next = false;
                }
            }
            for j in 0..self._history {
                if !self.held[j].val().get_bit(0) {
                    self.icnt_syncs[i].next = false;
                }
            }
            for j in 0..self._both {
                if self.btm_mode[j].val() {
                    self.icnt_syncs[i].next = false;
                }
            }
            self.due.icnt[i].next = self.icnt_syncs[i].val();
        }
        for i in 0..self._reset {
            self.due.reset[i].next = self.due_reset[i].val();
            self.next_due_reset[i].next = self.due.next_reset[i].val();
        }
        for i in 0..self._triggers {
            self.due.event[i].next = self.due_event[i].val();
            self.due.notify[i].next = self.followed.val() & self.block_notify[i].val();
            self.next_due_event[i].next = self.due.next_event[i].val();
        }
        for i in 0..self._external {
            self.due.external[i].next = self.due_external[i].val();
            self.next_due_external[i].next = self.due.next_external[i].val();
        }

        // What the block does: the first of these that applies.
        self.wants_target.next = self.block_has_addr.val() & (self.pending.val() | self.due.any.val());
        for i in 0..self._context {
            self.changes_here.next = self.changes[i].val() & self.block_has_addr.val() & !self.seen[i].val();
            self.next_seen[i].next = self.seen[i].val() | (self.followed.val() & self.block_has_addr.val());
        }
        for i in 0..self._contexts {
            self.precise_here.next = self.precise[i].val() & self.block_has_addr.val() & !self.seen[i].val();
            if self.precise_here.val() {
                self.wants_target.next = true;
            }
            self.shape.discontinuity[i].next = self.precise_here.val() & self.asynchronous[i].val();
        }
        for i in 0..self._returns {
            self.implied.next = self.predicted[i].val() & !self.due.any.val();
            for j in 0..self._stack {
                if (self.block_addr.val() & self.return_mask.val()) != self.prediction[j].val() {
                    self.implied.next = false;
                }
            }
            for _j in 0..self._contexts {
                if self.precise_here.val() {
                    self.implied.next = false;
                }
            }
            if self.implied.val() {
                self.wants_target.next = false;
            }
        }
        self.wants_hist.next = false;
        for i in 0..self._plain {
            self.wants_hist.next = self.branch.val() & (self.hist[i].val() & self.hist_top.val()).any();
        }
        self.wants_icnt.next = self.icnt_is_full.val();
        for i in 0..self._icnt_sync {
            if self.icnt_syncs[i].val() {
                self.wants_icnt.next = false;
            }
        }
        self.target.next = self.traced.val() & self.wants_target.val();
        self.target_sync.next = self.target.val() & self.due.any.val();
        self.hist_full.next = self.traced.val() & !self.wants_target.val() & self.wants_hist.val();
        self.icnt_full.next =
            self.traced.val() & !self.wants_target.val() & !self.wants_hist.val() & self.wants_icnt.val();
        self.main.next = self.start.val()
            | (self.traced.val() & (self.wants_target.val() | self.wants_hist.val() | self.wants_icnt.val()));
        for i in 0..self._btm {
            self.before_interrupt.next =
                self.traced.val() & !self.block_has_addr.val() & self.pending.val() & self.direct[i].val();
            if self.before_interrupt.val() {
                self.icnt_full.next = false;
                self.main.next = true;
            }
            self.shape.before_interrupt[i].next = self.before_interrupt.val();
            self.shape.direct[i].next = self.direct[i].val();
        }
        self.synchronises.next = self.start.val() | self.target_sync.val();

        // What repeats.
        for i in 0..self._history {
            self.history[i].enable.next = self.repeat_enable[i].val();
            self.history[i].take.next = self.target.val() | self.close[i].val();
            self.history[i].drop.next = self.start.val();
            self.history[i].branch.next = self.followed.val() & self.branch.val();
            self.history[i].taken.next = self.block_taken.val();
            self.repeat_count.next = self.history[i].repeat_count.val();
            self.flushes.next = self.history[i].sends.val();
            if self.flushes.val() & !self.target.val() {
                self.icnt_full.next = false;
                self.main.next = false;
            }
            self.entry_repeat_hist[i].next = self.history[i].repeat_hist.val();
        }
        for i in 0..self._repeat_branch {
            self.again[i].enable.next = self.repeat_enable[i].val();
            self.again[i].candidate.next = self.target.val() & !self.due.any.val();
            for j in 0..self._both {
                self.again[i].enable.next = self.repeat_enable[i].val() & self.btm_mode[j].val();
            }
            for j in 0..self._context {
                if self.formats[j].own.val().any() {
                    self.again[i].candidate.next = false;
                }
            }
            self.again[i].sends.next = self.complete.val();
            self.again[i].direct.next = self.shape.is_direct[i].val();
            self.again[i].icnt.next = self.icnt.val();
            self.again[i].btype.next = self.btype.val();
            self.again[i].addr.next = self.block_addr.val();
            self.again[i].reference_addr.next = self.reference_addr.val();
            self.repeat_count.next = self.again[i].repeat_count.val();
            if self.again[i].counted.val() {
                self.main.next = false;
            }
        }
        for i in 0..self._repeat_both {
            if !self.btm_mode[i].val() {
                self.repeat_count.next = self.history[i].repeat_count.val();
            }
        }
        for i in 0..self._history_both {
            if self.btm_mode[i].val() {
                self.entry_repeat_hist[i].next = bits::<32>(0);
            }
        }
        for i in 0..self._repeat {
            self.entry_repeat_count[i].next = self.repeat_count.val();
        }

        // The entry, and whether the queue takes it.
        self.complete.next = self.main.val();
        for i in 0..self._history {
            if self.flushes.val() & self.history[i].branch.val() {
                self.complete.next = true;
            }
        }
        for i in 0..self._repeat_branch {
            if self.again[i].full.val() {
                self.complete.next = true;
            }
        }
        for i in 0..self._context {
            self.formats[i].enable.next = self.context_enable[i].val();
            self.formats[i].synchronises.next = self.synchronises.val();
            self.formats[i].after_trap.next = self.target.val() & self.trap[i].val();
            self.formats[i].changes.next = self.followed.val() & self.changes_here.val();
            self.entry_own[i].next = self.formats[i].own.val();
            if self.formats[i].own.val().any() {
                self.complete.next = true;
            }
        }
        for i in 0..self._scontext {
            self.formats[0].scontext_changes[i].next = self.scontext_changes[i].val();
        }
        for i in 0..self._hcontext {
            self.formats[0].hcontext_changes[i].next = self.hcontext_changes[i].val();
        }
        self.sent.next = self.complete.val() & self.room.val().any();
        self.entry_valid.next = self.sent.val();
        self.next_live.next = self.live.val() & (!self.complete.val() | self.room.val().any());
        self.next_room.next = self.room.val();
        if self.sent.val() {
            self.next_room.next = self.room.val() - bits::<4>(1);
        }

        self.sync_code.next = self.start_code.val();
        if self.traced.val() {
            self.sync_code.next = self.due.code.val();
        }
        self.shape.main.next = self.main.val();
        self.shape.target.next = self.target.val();
        self.shape.target_sync.next = self.target_sync.val();
        self.shape.hist_full.next = self.hist_full.val();
        self.shape.icnt_full.next = self.icnt_full.val();
        self.shape.sync_code.next = self.sync_code.val();
        self.shape.pending.next = self.pending.val();
        self.shape.btype.next = self.btype.val();
        self.shape.icnt.next = self.icnt.val();
        self.shape.addr.next = self.block_addr.val();
        self.shape.reference_addr.next = self.reference_addr.val();
        for i in 0..self._both {
            self.shape.btm[i].next = self.btm_mode[i].val();
        }
        for i in 0..self._history {
            self.shape.hist[i].next = self.history[i].hist.val();
        }
        for i in 0..self._plain {
            self.shape.hist[i].next = self.hist[i].val();
        }
        for i in 0..self._reset {
            self.shape.exits_reset[i].next = self.due_reset[i].val();
        }
        for i in 0..self._time {
            self.shape.now[i].next = self.now[i].val();
            self.shape.time[i].next = self.time[i].val();
            self.entry_time[i].next = self.shape.entry_time[i].val();
        }
        self.entry_kind.next = self.shape.kind.val();
        self.entry_fixed.next = self.shape.fixed.val();
        self.entry_count.next = self.shape.count.val();
        self.entry_addr.next = self.shape.address.val();
        self.entry_hist.next = self.shape.history.val();

        // What the period counts. An entry that is lost counts too: the trace that starts after it starts the period.
        self.messages.next = bits::<3>(1);
        for _i in 0..self._repeat {
            self.messages.next = bit_cast::<3, 1>(self.main.val().into());
        }
        for i in 0..self._context {
            self.own.next = self.formats[i].own.val();
            self.messages.next = bit_cast::<3, 1>(self.main.val().into())
                + bit_cast::<3, 1>(self.own.val().get_bit(0).into())
                + bit_cast::<3, 1>(self.own.val().get_bit(1).into())
                + bit_cast::<3, 1>(self.own.val().get_bit(2).into());
        }
        self.all_messages.next = self.messages.val();
        for _i in 0..self._repeat {
            if self.repeat_count.val().any() {
                self.all_messages.next = self.messages.val() + bits::<3>(1);
            }
        }
        self.at_sync.next = bits::<8>(0);
        self.countable.next = bit_cast::<8, 3>(self.all_messages.val());
        self.adds.next = self.by_messages.val() & self.complete.val();
        if self.by_half_words.val() {
            self.at_sync.next = bit_cast::<8, 6>(self.block_half_words.val());
            self.countable.next = bit_cast::<8, 6>(self.block_half_words.val());
            self.adds.next = self.followed.val();
        }
        self.amount_at_sync.next = self.at_sync.val();
        self.amount.next = self.countable.val();
        self.counts.next = self.adds.val();
        self.next_gained.next = self.gained.val();
        if self.synchronises.val() {
            self.next_gained.next = self.at_sync.val();
        } else if self.adds.val() {
            self.next_gained.next = self.gained.val() + self.countable.val();
        }
        self.sends_sync.next = self.synchronises.val();
        self.next_synced.next = self.synced.val() | self.synchronises.val();

        // What the block leaves behind.
        self.restarts_icnt.next = self.start.val() | self.target.val() | self.icnt_full.val();
        for _i in 0..self._btm {
            if self.before_interrupt.val() {
                self.restarts_icnt.next = true;
            }
        }
        self.next_running.next = self.running.val() | self.start.val();
        self.next_icnt.next = self.icnt.val();
        if self.restarts_icnt.val() {
            self.next_icnt.next = bit_cast::<22, 6>(self.block_half_words.val());
        } else if self.followed.val() {
            self.next_icnt.next =
                (self.icnt.val() + bit_cast::<22, 6>(self.block_half_words.val())) & self.icnt_mask.val();
        }
        for i in 0..self._plain {
            self.hist_base.next = self.hist[i].val();
            if self.start.val() | self.target.val() | self.hist_full.val() {
                self.hist_base.next = bits::<32>(1);
            }
            self.next_hist[i].next = self.hist_base.val();
            if self.followed.val() & self.branch.val() {
                self.next_hist[i].next = ((self.hist_base.val() << bits::<32>(1))
                    | bit_cast::<32, 1>(self.block_taken.val().into()))
                    & self.hist_mask.val();
            }
        }
        self.next_reference_addr.next = self.reference_addr.val();
        if self.start.val() | self.target.val() {
            self.next_reference_addr.next = self.block_addr.val();
        }
        for i in 0..self._btm {
            if self.traced.val() & self.shape.is_direct[i].val() {
                self.next_reference_addr.next = self.reference_addr.val();
            }
        }

        self.jump.next = self.block_jump.val();
        for i in 0..self._sequential {
            if self.block_inferable[i].val() & !self.restarts_icnt.val() & self.icnt.val().any() {
                self.jump.next = false;
            }
        }
        // What was pending when trace stopped or was lost is forgotten where it starts again: nothing looks at it before.
        self.settles.next = self.block_has_addr.val() | !self.running.val();
        self.next_pending.next = self.pending.val();
        self.next_btype.next = self.btype.val();
        if self.followed.val() {
            if self.jump.val() {
                self.next_pending.next = true;
                self.next_btype.next = self.block_btype.val();
            } else if self.settles.val() {
                self.next_pending.next = false;
                self.next_btype.next = bits::<2>(0);
            }
        }
        for i in 0..self._btm {
            self.branch_pends.next = self.block_branch.val() & self.block_taken.val();
            for j in 0..self._both {
                if !self.btm_mode[j].val() {
                    self.branch_pends.next = false;
                }
            }
            if self.followed.val() & self.branch_pends.val() {
                self.next_pending.next = true;
            }
            self.next_direct[i].next = self.direct[i].val();
            if self.followed.val() & (self.branch_pends.val() | self.jump.val() | self.settles.val()) {
                self.next_direct[i].next = self.branch_pends.val();
            }
        }
        for i in 0..self._context {
            self.next_trap[i].next = self.trap[i].val();
            if self.followed.val() & (self.jump.val() | self.settles.val()) {
                self.next_trap[i].next = self.block_trap[i].val();
            }
        }
        for i in 0..self._returns {
            self.moves_stack.next = self.followed.val() & self.block_has_addr.val();
            self.stack[i].clear.next = self.synchronises.val();
            self.stack[i].call.next = self.moves_stack.val() & self.block_call[i].val();
            self.stack[i].returns.next = self.moves_stack.val() & self.block_return[i].val();
            self.stack[i].count.next = self.calls[i].val();
            self.next_calls[i].next = self.stack[i].next_count.val();
            self.next_predicted[i].next = self.predicted[i].val();
            if self.followed.val() & (self.jump.val() | self.settles.val()) {
                self.next_predicted[i].next =
                    self.jump.val() & self.block_return[i].val() & self.stack[i].has_entry.val();
                for j in 0..self._told {
                    if !self.newest[j].all.val() {
                        self.next_predicted[i].next = false;
                    }
                }
            }
        }
        for i in 0..self._told {
            self.newest[i].state.next = self.told[i].val();
            self.newest[i].message.next = self.main.val() & !self.hist_full.val() & !self.icnt_full.val();
            self.newest[i].call.next = self.moves_stack.val() & self.block_call[i].val();
            self.next_told[i].next = self.newest[i].next_state.val();
        }
        for i in 0..self._told_plain {
            self.newest[i].branch[0].next = self.followed.val() & self.branch.val();
            self.newest[i].ends_hist[0].next = self.hist_full.val();
        }
        for i in 0..self._told_history {
            self.newest[i].branch[0].next = self.history[i].branch.val();
            self.newest[i].ends_hist[0].next = self.history[i].ends_hist.val();
            self.newest[i].ends_repetition[0].next = self.history[i].ends_repetition.val();
            self.newest[i].repeats[0].next = self.history[i].repeats.val();
        }
        for i in 0..self._stack {
            self.stack[0].behind[i].next = self.block_addr.val() + bit_cast::<ADDR, 6>(self.block_half_words.val());
            self.stack[0].at[i].next = self.list_at[i].val();
            self.next_list_at[i].next = self.stack[0].next_at[i].val();
            self.stack[0].written[i].next = self.list_written[i].val();
            self.next_list_written[i].next = self.stack[0].next_written[i].val();
            self.next_prediction[i].next = self.prediction[i].val();
            if self.moves_stack.val() {
                self.next_prediction[i].next = self.stack[0].popped[i].val();
            }
        }
        for i in 0..self._places {
            self.stack[0].list[i].next = self.list[i].val();
            self.next_list[i].next = self.stack[0].next_list[i].val();
        }
        for i in 0..self._repeat_branch {
            self.again[i].last.next = self.last[i].val();
            self.next_last[i].next = self.again[i].next_last.val();
            self.again[i].last_direct.next = self.last_direct[i].val();
            self.next_last_direct[i].next = self.again[i].next_last_direct.val();
            self.again[i].last_icnt.next = self.last_icnt[i].val();
            self.next_last_icnt[i].next = self.again[i].next_last_icnt.val();
            self.again[i].last_btype.next = self.last_btype[i].val();
            self.next_last_btype[i].next = self.again[i].next_last_btype.val();
            self.again[i].last_addr.next = self.last_addr[i].val();
            self.next_last_addr[i].next = self.again[i].next_last_addr.val();
            self.again[i].count.next = self.last_count[i].val();
            self.next_last_count[i].next = self.again[i].next_count.val();
        }
        for i in 0..self._history {
            self.history[i].branches.next = self.branches[i].val();
            self.next_branches[i].next = self.history[i].next_branches.val();
            self.history[i].held.next = self.held[i].val();
            self.next_held[i].next = self.history[i].next_held.val();
            self.history[i].broken.next = self.broken[i].val();
            self.next_broken[i].next = self.history[i].next_broken.val();
            self.history[i].age.next = self.age[i].val();
            self.next_age[i].next = self.history[i].next_age.val();
            self.history[i].locked.next = self.locked[i].val();
            self.next_locked[i].next = self.history[i].next_locked.val();
            self.history[i].whole.next = self.whole[i].val();
            self.next_whole[i].next = self.history[i].next_whole.val();
            self.history[i].period.next = self.period[i].val();
            self.next_period[i].next = self.history[i].next_period.val();
            self.history[i].split.next = self.split[i].val();
            self.next_split[i].next = self.history[i].next_split.val();
            self.history[i].pattern.next = self.pattern[i].val();
            self.next_pattern[i].next = self.history[i].next_pattern.val();
            self.history[i].times.next = self.times[i].val();
            self.next_times[i].next = self.history[i].next_times.val();
        }
        for i in 0..self._splits {
            self.history[0].unfit[i].next = self.unfit[i].val();
            self.next_unfit[i].next = self.history[0].next_unfit[i].val();
        }
        for i in 0..self._time {
            self.next_time[i].next = self.time[i].val();
            if self.followed.val() & (self.jump.val() | self.block_has_addr.val()) {
                self.next_time[i].next = self.now[i].val();
            }
        }
    }
}
