// SPDX-License-Identifier: Apache-2.0
//! What the events stage computes.

use super::Events;
use crate::codes::*;
use crate::prim::{clock, dff_setup};
use rust_hdl_core::prelude::*;

impl<const ADDR: usize> Logic for Events<ADDR> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, gate, period);
        dff_setup!(self, clock, running, icnt, reference_addr, pending, btype, lost, restart);
        for i in 0..self._plain {
            self.hist[i].clock.next = self.clock.val();
            self.hist[i].rst_n.next = self.rst_n.val();
            self.hist[i].d.next = self.hist[i].q.val();
        }
        for i in 0..self._btm {
            self.direct[i].clock.next = self.clock.val();
            self.direct[i].rst_n.next = self.rst_n.val();
            self.direct[i].d.next = self.direct[i].q.val();
        }
        for i in 0..self._context {
            self.trap[i].clock.next = self.clock.val();
            self.trap[i].rst_n.next = self.rst_n.val();
            self.trap[i].d.next = self.trap[i].q.val();
            self.lost_program[i].clock.next = self.clock.val();
            self.lost_program[i].rst_n.next = self.rst_n.val();
            self.lost_program[i].d.next = self.lost_program[i].q.val();
            self.lost_ownership[i].clock.next = self.clock.val();
            self.lost_ownership[i].rst_n.next = self.rst_n.val();
            self.lost_ownership[i].d.next = self.lost_ownership[i].q.val();
        }
        for i in 0..self._time {
            self.time[i].clock.next = self.clock.val();
            self.time[i].rst_n.next = self.rst_n.val();
            self.time[i].d.next = self.time[i].q.val();
        }
        for i in 0..self._reset {
            self.due_reset[i].clock.next = self.clock.val();
            self.due_reset[i].rst_n.next = self.rst_n.val();
            self.due_reset[i].d.next = self.due_reset[i].q.val();
        }
        for i in 0..self._triggers {
            self.due_event[i].clock.next = self.clock.val();
            self.due_event[i].rst_n.next = self.rst_n.val();
            self.due_event[i].d.next = self.due_event[i].q.val();
        }
        for i in 0..self._any_external {
            self.due_external[i].clock.next = self.clock.val();
            self.due_external[i].rst_n.next = self.rst_n.val();
            self.due_external[i].d.next = self.due_external[i].q.val();
        }
        for i in 0..self._returns {
            self.predicted[i].clock.next = self.clock.val();
            self.predicted[i].rst_n.next = self.rst_n.val();
            self.predicted[i].d.next = self.predicted[i].q.val();
        }
        for i in 0..self._told {
            self.told[i].clock.next = self.clock.val();
            self.told[i].rst_n.next = self.rst_n.val();
            self.told[i].d.next = self.told[i].q.val();
        }
        for i in 0..self._stack {
            self.prediction[i].clock.next = self.clock.val();
            self.prediction[i].rst_n.next = self.rst_n.val();
            self.prediction[i].d.next = self.prediction[i].q.val();
        }
        for i in 0..self._repeat_branch {
            self.last_message[i].clock.next = self.clock.val();
            self.last_message[i].rst_n.next = self.rst_n.val();
            self.last_message[i].d.next = self.last_message[i].q.val();
            self.last_direct[i].clock.next = self.clock.val();
            self.last_direct[i].rst_n.next = self.rst_n.val();
            self.last_direct[i].d.next = self.last_direct[i].q.val();
            self.last_icnt[i].clock.next = self.clock.val();
            self.last_icnt[i].rst_n.next = self.rst_n.val();
            self.last_icnt[i].d.next = self.last_icnt[i].q.val();
            self.last_btype[i].clock.next = self.clock.val();
            self.last_btype[i].rst_n.next = self.rst_n.val();
            self.last_btype[i].d.next = self.last_btype[i].q.val();
            self.last_addr[i].clock.next = self.clock.val();
            self.last_addr[i].rst_n.next = self.rst_n.val();
            self.last_addr[i].d.next = self.last_addr[i].q.val();
            self.last_count[i].clock.next = self.clock.val();
            self.last_count[i].rst_n.next = self.rst_n.val();
            self.last_count[i].d.next = self.last_count[i].q.val();
        }
        for i in 0..self._history {
            self.branches[i].clock.next = self.clock.val();
            self.branches[i].rst_n.next = self.rst_n.val();
            self.branches[i].d.next = self.branches[i].q.val();
            self.held[i].clock.next = self.clock.val();
            self.held[i].rst_n.next = self.rst_n.val();
            self.held[i].d.next = self.held[i].q.val();
            self.broken[i].clock.next = self.clock.val();
            self.broken[i].rst_n.next = self.rst_n.val();
            self.broken[i].d.next = self.broken[i].q.val();
            self.age[i].clock.next = self.clock.val();
            self.age[i].rst_n.next = self.rst_n.val();
            self.age[i].d.next = self.age[i].q.val();
            self.locked[i].clock.next = self.clock.val();
            self.locked[i].rst_n.next = self.rst_n.val();
            self.locked[i].d.next = self.locked[i].q.val();
            self.whole[i].clock.next = self.clock.val();
            self.whole[i].rst_n.next = self.rst_n.val();
            self.whole[i].d.next = self.whole[i].q.val();
            self.period_less_1[i].clock.next = self.clock.val();
            self.period_less_1[i].rst_n.next = self.rst_n.val();
            self.period_less_1[i].d.next = self.period_less_1[i].q.val();
            self.split[i].clock.next = self.clock.val();
            self.split[i].rst_n.next = self.rst_n.val();
            self.split[i].d.next = self.split[i].q.val();
            self.pattern[i].clock.next = self.clock.val();
            self.pattern[i].rst_n.next = self.rst_n.val();
            self.pattern[i].d.next = self.pattern[i].q.val();
            self.times[i].clock.next = self.clock.val();
            self.times[i].rst_n.next = self.rst_n.val();
            self.times[i].d.next = self.times[i].q.val();
        }
        for i in 0..self._splits {
            self.unfit[i].clock.next = self.clock.val();
            self.unfit[i].rst_n.next = self.rst_n.val();
            self.unfit[i].d.next = self.unfit[i].q.val();
        }

        // What belongs to the cycle.
        self.gate.active.next = self.active.val();
        self.gate.enable.next = self.enable.val();
        self.gate.tracing.next = self.tracing.val();
        self.gate.halted.next = self.cycle_halted.val();
        for i in 0..self._reset {
            self.gate.hart_reset[i].next = self.cycle_reset[i].val();
        }
        for i in 0..self._low_power {
            self.gate.low_power[i].next = self.cycle_low_power[i].val();
        }
        for i in 0..self._any_trigger {
            self.triggers[i].enable.next = self.active.val() & self.enable.val();
            self.gate.tracing.next = self.tracing.val() | self.triggers[i].start.val();
            self.tracing_set[i].next = self.triggers[i].start.val();
            self.tracing_clear[i].next = self.triggers[i].stop.val();
        }
        for i in 0..self._triggers {
            self.triggers[0].trigger_on[i].next = self.cycle_trigger_on[i].val();
            self.triggers[0].trigger_off[i].next = self.cycle_trigger_off[i].val();
            self.triggers[0].trigger_enable[i].next = self.trigger_enable[i].val();
        }
        for i in 0..self._external {
            self.triggers[0].external_trigger[i].next = self.cycle_external_trigger[i].val();
            self.triggers[0].external_action[i].next = self.external_action[i].val();
        }
        self.normal.next = !self.lost.q.val() & !self.restart.q.val();
        self.stop.next = self.normal.val() & self.gate.stop.val();
        // What was pending before the trace started is none of it.
        for i in 0..self._btm {
            self.stops_behind_branch[i].next =
                self.stop.val() & self.running.q.val() & self.pending.q.val() & self.direct[i].q.val();
        }
        self.error.next = self.lost.q.val() & self.may_restart.val();
        for i in 0..self._context {
            self.ownership[i].clock.next = self.clock.val();
            self.ownership[i].rst_n.next = self.rst_n.val();
            self.ownership[i].clear.next = !self.active.val();
            self.ownership[i].enable.next = self.context_enable[i].val();
            self.ownership[i].privilege.next = self.cycle_privilege[i].val();
        }
        for i in 0..self._contexts {
            self.ownership[0].context[i].next = self.cycle_context[i].val();
            self.ownership[0].ctype[i].next = self.cycle_ctype[i].val();
        }

        // The blocks, each with what the one before it leaves.
        for b in 0..self._blocks {
            self.step[b].block_valid.next = self.block_valid[b].val();
            self.step[b].block_has_addr.next = self.block_has_addr[b].val();
            self.step[b].block_branch.next = self.block_branch[b].val();
            self.step[b].block_taken.next = self.block_taken[b].val();
            self.step[b].block_jump.next = self.block_jump[b].val();
            self.step[b].block_btype.next = self.block_btype[b].val();
            self.step[b].block_half_words.next = self.block_half_words[b].val();
            self.step[b].block_addr.next = self.block_addr[b].val();
            self.step[b].start_code.next = self.gate.start_code.val();
            if self.restart.q.val() {
                self.step[b].start_code.next = SYNC_RESTART_FROM_OVERRUN.to_bits::<4>();
            }
            self.step[b].restart.next = self.restart.q.val();
            self.step[b].periodic.next = self.period.due.val();
            self.step[b].by_messages.next = self.period.by_messages.val();
            self.step[b].by_half_words.next = self.period.by_half_words.val();
            for i in 0..self._sequential {
                self.step[b].block_inferable[i].next = self.block_inferable[b].val();
            }
            for i in 0..self._triggers {
                self.step[b].block_notify[i].next = self.block_notify[b].val();
            }
            for i in 0..self._both {
                self.step[b].btm_mode[i].next = self.btm[i].val();
            }
            for i in 0..self._context {
                self.step[b].block_trap[i].next = self.block_trap[b].val();
                self.step[b].context_enable[i].next = self.context_enable[i].val();
                self.step[b].changes[i].next = self.ownership[i].changes.val();
            }
            for i in 0..self._scontext {
                self.step[b].scontext_changes[i].next = self.ownership[0].scontext_changes[i].val();
            }
            for i in 0..self._hcontext {
                self.step[b].hcontext_changes[i].next = self.ownership[0].hcontext_changes[i].val();
            }
            for i in 0..self._contexts {
                self.step[b].precise[i].next = self.ownership[0].precise[i].val();
                self.step[b].asynchronous[i].next = self.ownership[0].asynchronous[i].val();
            }
            for i in 0..self._returns {
                self.step[b].block_call[i].next = self.block_call[b].val() & self.implicit_return[i].val();
                self.step[b].block_return[i].next = self.block_return[b].val();
            }
            for i in 0..self._repeat {
                self.step[b].repeat_enable[i].next = self.repeated_history[i].val();
            }
            for i in 0..self._history {
                self.step[b].close[i].next = false;
            }
            for i in 0..self._time {
                self.step[b].now[i].next = self.now[i].val();
            }
        }
        self.step[0].live.next = self.gate.on.val() & !self.lost.q.val();
        self.step[0].room.next = self.room.val();
        self.step[0].running.next = self.running.q.val();
        self.step[0].icnt.next = self.icnt.q.val();
        self.step[0].reference_addr.next = self.reference_addr.q.val();
        self.step[0].pending.next = self.pending.q.val();
        self.step[0].btype.next = self.btype.q.val();
        self.step[0].synced.next = false;
        self.step[0].gained.next = bits::<8>(0);
        for i in 0..self._plain {
            self.step[0].hist[i].next = self.hist[i].q.val();
        }
        for i in 0..self._btm {
            self.step[0].direct[i].next = self.direct[i].q.val();
        }
        for i in 0..self._context {
            self.step[0].trap[i].next = self.trap[i].q.val();
            self.step[0].seen[i].next = false;
        }
        for i in 0..self._time {
            self.step[0].time[i].next = self.time[i].q.val();
        }
        for i in 0..self._reset {
            self.step[0].due_reset[i].next = self.due_reset[i].q.val();
        }
        for i in 0..self._triggers {
            self.step[0].due_event[i].next = self.due_event[i].q.val();
        }
        for i in 0..self._any_external {
            self.step[0].due_external[i].next = self.due_external[i].q.val();
        }
        for i in 0..self._returns {
            self.step[0].predicted[i].next = self.predicted[i].q.val();
            self.step[0].calls[i].next = self.stack[i].count.val();
        }
        for i in 0..self._told {
            self.step[0].told[i].next = self.told[i].q.val();
        }
        for i in 0..self._stack {
            self.step[0].prediction[i].next = self.prediction[i].q.val();
            self.step[0].list_at[i].next = self.stack[0].at[i].val();
            self.step[0].list_written[i].next = bits::<8>(0);
        }
        for i in 0..self._places {
            self.step[0].list[i].next = self.stack[0].list[i].val();
        }
        for i in 0..self._repeat_branch {
            self.step[0].last[i].next = self.last_message[i].q.val();
            self.step[0].last_direct[i].next = self.last_direct[i].q.val();
            self.step[0].last_icnt[i].next = self.last_icnt[i].q.val();
            self.step[0].last_btype[i].next = self.last_btype[i].q.val();
            self.step[0].last_addr[i].next = self.last_addr[i].q.val();
            self.step[0].last_count[i].next = self.last_count[i].q.val();
        }
        for i in 0..self._history {
            self.step[0].branches[i].next = self.branches[i].q.val();
            self.step[0].held[i].next = self.held[i].q.val();
            self.step[0].broken[i].next = self.broken[i].q.val();
            self.step[0].age[i].next = self.age[i].q.val();
            self.step[0].locked[i].next = self.locked[i].q.val();
            self.step[0].whole[i].next = self.whole[i].q.val();
            self.step[0].period[i].next = self.period_less_1[i].q.val();
            self.step[0].split[i].next = self.split[i].q.val();
            self.step[0].pattern[i].next = self.pattern[i].q.val();
            self.step[0].times[i].next = self.times[i].q.val();
        }
        for i in 0..self._splits {
            self.step[0].unfit[i].next = self.unfit[i].q.val();
        }
        for b in 1..self._blocks {
            self.step[b].live.next = self.step[b - 1].next_live.val();
            self.step[b].room.next = self.step[b - 1].next_room.val();
            self.step[b].running.next = self.step[b - 1].next_running.val();
            self.step[b].icnt.next = self.step[b - 1].next_icnt.val();
            self.step[b].reference_addr.next = self.step[b - 1].next_reference_addr.val();
            self.step[b].pending.next = self.step[b - 1].next_pending.val();
            self.step[b].btype.next = self.step[b - 1].next_btype.val();
            self.step[b].synced.next = self.step[b - 1].next_synced.val();
            self.step[b].gained.next = self.step[b - 1].next_gained.val();
            for i in 0..self._plain {
                self.step[b].hist[i].next = self.step[b - 1].next_hist[i].val();
            }
            for i in 0..self._btm {
                self.step[b].direct[i].next = self.step[b - 1].next_direct[i].val();
            }
            for i in 0..self._context {
                self.step[b].trap[i].next = self.step[b - 1].next_trap[i].val();
                self.step[b].seen[i].next = self.step[b - 1].next_seen[i].val();
            }
            for i in 0..self._time {
                self.step[b].time[i].next = self.step[b - 1].next_time[i].val();
            }
            for i in 0..self._reset {
                self.step[b].due_reset[i].next = self.step[b - 1].next_due_reset[i].val();
            }
            for i in 0..self._triggers {
                self.step[b].due_event[i].next = self.step[b - 1].next_due_event[i].val();
            }
            for i in 0..self._any_external {
                self.step[b].due_external[i].next = self.step[b - 1].next_due_external[i].val();
            }
            for i in 0..self._returns {
                self.step[b].predicted[i].next = self.step[b - 1].next_predicted[i].val();
                self.step[b].calls[i].next = self.step[b - 1].next_calls[i].val();
            }
            for i in 0..self._told {
                self.step[b].told[i].next = self.step[b - 1].next_told[i].val();
            }
            for i in 0..self._stack {
                self.step[b].prediction[i].next = self.step[b - 1].next_prediction[i].val();
                self.step[b].list_at[i].next = self.step[b - 1].next_list_at[i].val();
                self.step[b].list_written[i].next = self.step[b - 1].next_list_written[i].val();
            }
            for i in 0..self._places {
                self.step[b].list[i].next = self.step[b - 1].next_list[i].val();
            }
            for i in 0..self._repeat_branch {
                self.step[b].last[i].next = self.step[b - 1].next_last[i].val();
                self.step[b].last_direct[i].next = self.step[b - 1].next_last_direct[i].val();
                self.step[b].last_icnt[i].next = self.step[b - 1].next_last_icnt[i].val();
                self.step[b].last_btype[i].next = self.step[b - 1].next_last_btype[i].val();
                self.step[b].last_addr[i].next = self.step[b - 1].next_last_addr[i].val();
                self.step[b].last_count[i].next = self.step[b - 1].next_last_count[i].val();
            }
            for i in 0..self._history {
                self.step[b].branches[i].next = self.step[b - 1].next_branches[i].val();
                self.step[b].held[i].next = self.step[b - 1].next_held[i].val();
                self.step[b].broken[i].next = self.step[b - 1].next_broken[i].val();
                self.step[b].age[i].next = self.step[b - 1].next_age[i].val();
                self.step[b].locked[i].next = self.step[b - 1].next_locked[i].val();
                self.step[b].whole[i].next = self.step[b - 1].next_whole[i].val();
                self.step[b].period[i].next = self.step[b - 1].next_period[i].val();
                self.step[b].split[i].next = self.step[b - 1].next_split[i].val();
                self.step[b].pattern[i].next = self.step[b - 1].next_pattern[i].val();
                self.step[b].times[i].next = self.step[b - 1].next_times[i].val();
            }
            for i in 0..self._splits {
                self.step[b].unfit[i].next = self.step[b - 1].next_unfit[i].val();
            }
        }

        for i in 0..self._history {
            self.step[0].close[i].next = self.stop.val();
        }

        // The entries. A correlation or an Error is alone in its cycle.
        for b in 0..self._blocks {
            self.entry_valid[b].next = self.step[b].entry_valid.val();
            self.entry_kind[b].next = self.step[b].entry_kind.val();
            self.entry_fixed[b].next = self.step[b].entry_fixed.val();
            self.entry_count[b].next = self.step[b].entry_count.val();
            self.entry_addr[b].next = self.step[b].entry_addr.val();
            self.entry_hist[b].next = self.step[b].entry_hist.val();
            for i in 0..self._context {
                self.entry_own[b].next = self.step[b].entry_own[i].val();
                self.entry_own_privilege[b].next = self.cycle_privilege[i].val();
            }
            for i in 0..self._contexts {
                self.entry_own_context[b].next = self.ownership[0].current[i].val();
            }
            for i in 0..self._repeat {
                self.entry_repeat_count[b].next = self.step[b].entry_repeat_count[i].val();
            }
            for i in 0..self._history {
                self.entry_repeat_hist[b].next = self.step[b].entry_repeat_hist[i].val();
            }
            for i in 0..self._time {
                self.entry_time[b].next = self.step[b].entry_time[i].val();
            }
        }
        if self.error.val() {
            self.entry_valid[0].next = true;
            self.entry_kind[0].next = KIND_ERROR.to_bits::<4>();
            self.entry_fixed[0].next = bits::<6>(0);
            self.entry_count[0].next = ECODE_PROGRAM_TRACE_LOST.to_bits::<22>();
            for i in 0..self._context {
                if !self.lost_program[i].q.val() {
                    self.entry_count[0].next = ECODE_OWNERSHIP_LOST.to_bits::<22>();
                } else if self.lost_ownership[i].q.val() {
                    self.entry_count[0].next =
                        ECODE_PROGRAM_TRACE_LOST.to_bits::<22>() | ECODE_OWNERSHIP_LOST.to_bits::<22>();
                }
            }
            for i in 0..self._time {
                self.entry_time[i].next = self.time[i].q.val();
            }
        } else if self.stop.val() {
            // One with nothing to report takes no room from blocks.
            self.entry_valid[0].next = self.room.val() == self.enough.val();
            if self.running.q.val() {
                self.entry_valid[0].next = self.room.val().any();
            }
            self.entry_kind[0].next = KIND_PROG_TRACE_CORRELATION.to_bits::<4>();
            self.entry_fixed[0].next = self.correlation.val() | bit_cast::<6, 4>(self.gate.evcode.val());
            for i in 0..self._both {
                if self.btm[i].val() {
                    self.entry_fixed[0].next = bit_cast::<6, 4>(self.gate.evcode.val());
                }
            }
            for i in 0..self._btm {
                if self.stops_behind_branch[i].val() {
                    self.entry_kind[0].next = KIND_DIRECT_BRANCH_AND_STOP.to_bits::<4>();
                }
            }
        }
        self.error_sent.next = self.error.val();
        self.owing.next = self.lost.q.val() | self.gate.was_on.val();

        // Periodic synchronisation.
        self.period.clear.next = !self.active.val();
        self.period.sync_mode.next = self.sync_mode.val();
        self.period.sync_max.next = self.sync_max.val();
        for i in 0..self._requests {
            self.period.request[i].next = self.sync_request[i].val();
        }
        self.period.on.next = self.gate.on.val();
        for b in self._last..self._blocks {
            self.period.synced.next = self.step[b].synced.val();
            self.period.gained.next = self.step[b].gained.val();
            self.period.synchronises.next = self.step[b].sends_sync.val();
            self.period.amount_at_sync.next = self.step[b].amount_at_sync.val();
            self.period.counts.next = self.step[b].counts.val();
            self.period.amount.next = self.step[b].amount.val();
            // A correlation with nothing to report is not missed.
            self.lose.next = (self.gate.on.val() & !self.lost.q.val() & !self.step[b].next_live.val())
                | (self.stop.val() & self.running.q.val() & !self.room.val().any());
            self.runs.next = self.step[b].next_running.val() & !self.lose.val() & !self.stop.val();
        }
        self.closing.next = bits::<8>(1);
        for i in 0..self._btm {
            if self.stops_behind_branch[i].val() {
                self.closing.next = bits::<8>(2);
            }
        }
        if self.period.by_messages.val() & (self.error.val() | self.stop.val()) {
            self.period.counts.next = true;
            self.period.amount.next = self.closing.val();
            for i in 0..self._repeat {
                if self.step[0].entry_repeat_count[i].val().any() {
                    self.period.amount.next = self.closing.val() + bits::<8>(1);
                }
            }
        }

        // What the cycle leaves behind.
        self.running.d.next = self.runs.val();
        for b in self._last..self._blocks {
            self.icnt.d.next = self.step[b].next_icnt.val();
            self.reference_addr.d.next = self.step[b].next_reference_addr.val();
            self.pending.d.next = self.step[b].next_pending.val();
            self.btype.d.next = self.step[b].next_btype.val();
            for i in 0..self._plain {
                self.hist[i].d.next = self.step[b].next_hist[i].val();
            }
            for i in 0..self._btm {
                self.direct[i].d.next = self.step[b].next_direct[i].val();
            }
            for i in 0..self._context {
                self.trap[i].d.next = self.step[b].next_trap[i].val();
                self.ownership[i].seen.next = self.step[b].next_seen[i].val();
            }
            for i in 0..self._time {
                self.time[i].d.next = self.step[b].next_time[i].val();
            }
            for i in 0..self._reset {
                self.due_reset[i].d.next = self.step[b].next_due_reset[i].val();
            }
            for i in 0..self._triggers {
                self.due_event[i].d.next = self.step[b].next_due_event[i].val();
            }
            for i in 0..self._any_external {
                self.due_external[i].d.next = self.step[b].next_due_external[i].val();
            }
            for i in 0..self._returns {
                self.predicted[i].d.next = self.step[b].next_predicted[i].val();
                self.stack[i].next_count.next = self.step[b].next_calls[i].val();
            }
            for i in 0..self._told {
                self.told[i].d.next = self.step[b].next_told[i].val();
            }
            for i in 0..self._stack {
                self.prediction[i].d.next = self.step[b].next_prediction[i].val();
                self.stack[0].next_at[i].next = self.step[b].next_list_at[i].val();
                self.stack[0].written[i].next = self.step[b].next_list_written[i].val();
            }
            for i in 0..self._places {
                self.stack[0].next_list[i].next = self.step[b].next_list[i].val();
            }
            for i in 0..self._repeat_branch {
                self.last_message[i].d.next = self.step[b].next_last[i].val();
                self.last_direct[i].d.next = self.step[b].next_last_direct[i].val();
                self.last_icnt[i].d.next = self.step[b].next_last_icnt[i].val();
                self.last_btype[i].d.next = self.step[b].next_last_btype[i].val();
                self.last_addr[i].d.next = self.step[b].next_last_addr[i].val();
                self.last_count[i].d.next = self.step[b].next_last_count[i].val();
            }
            for i in 0..self._history {
                self.branches[i].d.next = self.step[b].next_branches[i].val();
                self.held[i].d.next = self.step[b].next_held[i].val();
                self.broken[i].d.next = self.step[b].next_broken[i].val();
                self.age[i].d.next = self.step[b].next_age[i].val();
                self.locked[i].d.next = self.step[b].next_locked[i].val();
                self.whole[i].d.next = self.step[b].next_whole[i].val();
                self.period_less_1[i].d.next = self.step[b].next_period[i].val();
                self.split[i].d.next = self.step[b].next_split[i].val();
                self.pattern[i].d.next = self.step[b].next_pattern[i].val();
                self.times[i].d.next = self.step[b].next_times[i].val();
            }
            for i in 0..self._splits {
                self.unfit[i].d.next = self.step[b].next_unfit[i].val();
            }
        }
        for i in 0..self._any_external {
            if self.triggers[0].notify.val() & self.runs.val() {
                self.due_external[i].d.next = true;
            }
        }
        for i in 0..self._reset {
            if self.cycle_reset[i].val() & self.gate.on.val() & self.runs.val() {
                self.due_reset[i].d.next = true;
            }
        }
        if self.runs.val() {
            self.restart.d.next = false;
        }
        if self.error.val() {
            self.lost.d.next = false;
            self.restart.d.next = true;
        }
        if self.lose.val() {
            self.lost.d.next = true;
            self.restart.d.next = false;
            for i in 0..self._time {
                self.time[i].d.next = self.now[i].val();
            }
            for i in 0..self._context {
                self.lost_program[i].d.next = self.stop.val();
                self.lost_ownership[i].d.next = false;
            }
            for b in 0..self._blocks {
                for i in 0..self._context {
                    if self.step[b].live.val() & !self.step[b].next_live.val() {
                        self.lost_program[i].d.next = self.step[b].entry_kind.val().any();
                        for j in 0..self._repeat {
                            if self.step[b].entry_repeat_count[j].val().any() {
                                self.lost_program[i].d.next = true;
                            }
                        }
                        self.lost_ownership[i].d.next = self.step[b].entry_own[i].val().any();
                    }
                }
            }
        }
        if self.lose.val() | self.stop.val() | !self.active.val() {
            self.icnt.d.next = bits::<22>(0);
            for i in 0..self._plain {
                self.hist[i].d.next = bits::<32>(1);
            }
            for i in 0..self._repeat_branch {
                self.last_message[i].d.next = false;
                self.last_count[i].d.next = bits::<18>(0);
            }
            for i in 0..self._history {
                self.held[i].d.next = bits::<32>(0);
                self.locked[i].d.next = false;
            }
            for i in 0..self._splits {
                self.unfit[i].d.next = bits::<32>(0);
            }
        }
        for i in 0..self._returns {
            self.stack[i].clock.next = self.clock.val();
            self.stack[i].rst_n.next = self.rst_n.val();
            self.stack[i].clear.next =
                self.lose.val() | self.stop.val() | !self.active.val() | !self.implicit_return[i].val();
        }
        for i in 0..self._told {
            if self.stack[i].clear.val() {
                self.told[i].d.next = TOLD_ALL.to_bits::<2>();
            }
        }
        if self.lose.val() | !self.active.val() {
            for i in 0..self._reset {
                self.due_reset[i].d.next = false;
            }
            for i in 0..self._triggers {
                self.due_event[i].d.next = false;
            }
            for i in 0..self._any_external {
                self.due_external[i].d.next = false;
            }
        }
        if !self.active.val() {
            self.running.d.next = false;
            self.reference_addr.d.next = bits::<ADDR>(0);
            for i in 0..self._history {
                self.branches[i].d.next = bits::<32>(0);
                self.broken[i].d.next = bits::<32>(0);
                self.age[i].d.next = bits::<5>(0);
            }
            self.lost.d.next = false;
            self.restart.d.next = false;
        }
    }
}
