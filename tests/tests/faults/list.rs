// SPDX-License-Identifier: Apache-2.0
//! Nets of the Verilog, and what would drive them if they were wrong.

use verilator_sys::text::Fault;

/// Faults of the encoder with every option, at two blocks a cycle.
pub const FAULTS: &[Fault] = &[
    // A 16-bit instruction's address.
    ("tw_lane", "shown_addr_q", "iaddr[31:1]", "{iaddr[31:2], 1'b0}"),
    // Interrupts are reported as exceptions.
    ("tw_lane", "shown_btype_d", "INTERRUPT_BTYPE", "EXCEPTION_BTYPE"),
    // A sequentially inferable jump after a 32-bit instruction is reported.
    ("tw_lane", "not_alone", "|iretire[3:2]", "&iretire[3:2]"),
    // Of the direct jumps, calls are no taken branches.
    ("tw_lane", "shown_branch_d", "|| (itype == ITYPE_INFERABLE_CALL)", ""),
    // A watchpoint's block is not the one that asks for synchronisation.
    ("tw_lane", "shown_notify_q", "trigger_notify", "trigger_notify && retired"),
    // Triggers act while the hart is stalled.
    ("tw_ingress", "shown_watchpoints_on_q", "trigger_on && !stall", "trigger_on"),
    // VS-mode is taken for M-mode.
    ("tw_ingress", "shown_owner_privilege_d", "= 3'd5", "3'd3"),
    // Low power does not stop the trace for a reason of its own.
    ("tw_gate", "evcode", "EVCODE_LOW_POWER", "EVCODE_DISABLED"),
    // The hart was in reset: the trace does not say so when it starts.
    ("tw_gate", "start_code", "SYNC_EXIT_FROM_RESET", "SYNC_TRACE_ENABLE"),
    // A debug trigger stops tracing though teInstTrigEn is 0.
    ("tw_events", "trigger_stop", "watched &&", "is_enabled &&"),
    // The second external trigger does nothing.
    ("tw_events", "trigger_notify", "external_action_1 == X_TRIG_IN_ACTION_NOTIFY", "1'b0"),
    // External before event.
    ("tw_step", "due_code", "SYNC_TRACE_EVENT", "SYNC_EXTERNAL_TRIGGER"),
    // A synchronising message pays for an event that another one goes before.
    ("tw_step", "keeps_event", "(!target_sync || before_state_due_reset)", "!target_sync"),
    // The period in half-words misses those of the synchronising block.
    ("tw_period", "left_d", "{15'd0, last_sum_after_sync_q}", "21'd0"),
    // A chunk is taken though two wait.
    ("tw_register_slice", "source_ready", "!waits_q", "1'b1"),
    // What repeats is told by an even number.
    ("tw_queue", "oldest_repeats", "repeat_out[18]", "repeat_out[0]"),
    // The second block of a cycle adds to a HIST that the first one found full.
    ("tw_step", "after_renewed", "|| history_empties", ""),
    // The period counts an Ownership with the upper context as what it adds less, in the last block of a cycle.
    ("tw_compose", "messages", "+ {2'd0, decision_own[2]}", "- {2'd0, decision_own[2]}"),
    // A repetition in the second block of a cycle is lost, and the Error says that program trace was not.
    ("tw_events", "program_1", "(|entry_1_kind) || entry_1_repeats", "(|entry_1_kind)"),
    // The upper context is not looked at.
    ("tw_ownership", "difference", "shown ^ last_context_q", "(shown ^ last_context_q) & 12'hff"),
    // A change without a privilege change is imprecise.
    ("tw_ownership", "changes_precise", "owner_ctype[1]", "(&owner_ctype)"),
    // Ownership with the lower context goes with every change.
    ("tw_step", "scontext", "(changes && changes_scontext)", "changes"),
    // Of two branch messages with other targets, the second is taken for a repetition.
    ("tw_again", "same", "addr == before_addr", "1'b1"),
    // A call is not told from a return address where it lies.
    ("tw_predictor", "found_0_top_after", "written_at_0 + 4'd1", "written_at_0"),
    // Synchronisation leaves the return stack as it is.
    ("tw_step", "has_call", "&& !synchronises", ""),
    // Any traced block tells the calls before it.
    ("tw_step", "is_told", "(main && !reports_hist && !reports_icnt)", "traced"),
    // A branch of the trace before is reported at the end of one that did not begin.
    ("tw_events", "stops_after_branch", "state_running_q &&", ""),
    // A branch right before a stop is dropped.
    ("tw_events", "entry_0_kind", "KIND_DIRECT_BRANCH_AND_STOP", "KIND_PROG_TRACE_CORRELATION"),
    // The correlation after it has its I-CNT again.
    ("tw_formatter", "value", "= 61'd0", "{39'd0, entry_count}"),
    // Of the newest return addresses, the second is read where the first is.
    ("tw_return_stack", "place_1", "- 3'd1) - 3'd1", "- 3'd1)"),
    // The second block of a cycle returns to what was on the stack before the first one called.
    ("tw_predictor", "found_1_written_by", "found_0_calls &&", "1'b0 &&"),
    // A correlation does not send what is kept back.
    ("tw_events", "decided_0_repeats_sends_d", "state_repetition_locked_q || state_repetition_kept_back_q", "1'b0"),
    // Tracing is on in the cycle after a trigger has stopped it.
    ("tw_gate", "goes_on", "&& !end_", ""),
    // What was the reason of a start is that of the next one, too.
    ("tw_gate", "keeps", "!running", "1'b1"),
    // Tracing is on in the first cycle in which the hart is halted.
    ("tw_gate", "wakes", "!next_pause_halted &&", ""),
    // A trigger starts tracing of a hart that is in low power.
    ("tw_gate", "is_on", "(start && awake_q)", "start"),
    // The queue holds nothing though a row is left.
    ("tw_queue", "is_only", "next_row == write_row_q", "1'b1"),
    // Branches that a repetition is split from are sent with those that are not.
    ("tw_queue", "branches", ">> oldest_left_out", ""),
    // A call before a branch is not told from one after it.
    ("tw_step", "told", "before_state_told_called || (before_state_told_before == TOLD_BUT_NEW)", "1'b0"),
    // A repetition that a branch ends is not sent.
    ("tw_history", "sends", "may_flush || may_split", "may_split"),
    // A repetition counts one too many.
    ("tw_history", "repeats_count", "before_times", "before_times + 18'd1"),
    // A full HIST that is kept back counts as two, and so does each time that a pattern repeats.
    ("tw_history", "after_times", "18'd1", "18'd2"),
    // An Error is said to have something that repeats before it.
    ("tw_events", "entry_0_repeats", "1'b0", "1'b1"),
    // What is kept back does not go out for a return that waits for it.
    ("tw_history", "sends", "take || tell", "take"),
    // Branches in front of a repetition are not sent.
    ("tw_history", "may_split", "may_lock", "1'b0"),
    // The shortest period is taken to hold a branch too soon.
    ("tw_holding_periods", "due_0", "time_q + 5'h18", "time_q + 5'h19"),
    // The second branch of a cycle is taken to hold a branch too soon.
    ("tw_holding_periods", "is_long_ago_0_1", "!broken_0_q[0]", "1'b1"),
    // What a message has taken in the cycle is sent again by a later block.
    ("tw_history", "keeps", "&& !cleared", ""),
    // A later block keeps back what a message has taken in the cycle.
    ("tw_events", "state_repetition_kept_back_d", "1'b0", "step_1_after_state_repetition_kept_back"),
    // A branch that is not traced sends what is kept back.
    ("tw_history", "traced", "&& follows", ""),
    // The end of no trace sends what was not traced.
    ("tw_events", "decided_0_repeats_sends_d", "state_running_q &&", ""),
    // A synchronising message leaves calls of its cycle to be popped.
    ("tw_step", "here", "before_synced", "1'b0"),
    // Calls before a synchronising message can be popped in the next cycle.
    ("tw_events", "state_stacked_d", "{3'd0, step_1_after_stacked_anew}", "step_1_after_state_stacked"),
    // A branch of which a message has taken the repetition before it splits it, too.
    ("tw_history", "splits", "&& !clears", ""),
    // HIST that a message has taken in the cycle holds what it held before the cycle.
    ("tw_step", "held_here", "{2'd0, before_since_taken}", "held"),
    // HIST that is taken twice in a cycle keeps the branches since it was taken first.
    ("tw_step", "after_since_taken", "takes_hist", "1'b0"),
    // A repetition that a message has taken goes on in the next cycle.
    ("tw_events", "state_repetition_locked_d", "1'b0", "step_1_after_state_repetition_locked"),
    // A period is broken one branch later than it is.
    ("tw_holding_periods", "broken_0_d", "now_0", "now_1"),
    // A period that just came into reach of a cycle of two branches is long broken.
    ("tw_holding_periods", "is_long_ago_0_q", "&& (due_0[1] ^ due_after_0[1])", ""),
    // A full HIST that does not repeat is not sent while repeated history is off.
    ("tw_step", "wants_hist", "!switches_repeated_history", "1'b0"),
    // A loss does not say that Ownership was lost.
    ("tw_events", "loss_ownership_d", "ownership_1", "1'b0"),
    // Of two entries in a row, the second is forgotten.
    (
        "tw_queue",
        "used_places_write_data",
        "is_staged_1_q, is_staged_0_q",
        "is_staged_1_q && !is_staged_0_q, is_staged_0_q",
    ),
    // The queue is empty while a row waits to be written.
    ("tw_queue", "empty", "&& !(is_staged_0_q || is_staged_1_q)", ""),
    // An entry of a row that has left leaves again.
    ("tw_queue", "left_d", "rest", "left_q"),
    // The places of the next row are taken to be all used.
    ("tw_queue", "left_d", "= used_places_read_data", "4'd3"),
    // A row that comes while the queue is empty is taken to have one entry.
    ("tw_queue", "left_d", "= used_places_write_data", "4'd1"),
    // The room of a row is free twice.
    ("tw_queue", "frees_row_d", "pops_row", "pops_row || (frees_row_q && !clear)"),
    // A row of a full queue is taken for an entry.
    ("tw_queue", "is_last", "", "1'b1"),
    // The period is due in the cycle after its synchronising message, for all that it is not counted yet.
    ("tw_period", "periodic_due", "&& !past_1_synced_q", ""),
    // A second block has the branches of the cycle before in HIST, though the first one's message had them.
    ("tw_step", "decision_held", "{2'd0, before_since}", "held"),
    // HIST has a branch too many.
    ("tw_queue", "finished_hist", "above[30:0], 1'b0", "above[29:0], 2'd0"),
    // The branches before the second block are without the first one's.
    ("tw_ahead", "foreseen_1_branches", "branches_0", "branches_q"),
    // What the blocks of a cycle add up to is without the first.
    ("tw_ahead", "beside_1_before_q", "half_words_0", "half_words_1"),
    // A message that is counted is sent, too.
    ("tw_events", "is_sent_1", "&& !compose_1_is_suppressed", ""),
    // The end of no trace has HIST of what was not traced.
    ("tw_events", "decided_0_held_d", "5'd0", "step_0_decision_held"),
    // A correlation that is lost is no program trace.
    ("tw_events", "program_0", "last_turn_stop_q ||", ""),
    // A correlation that has nothing to report is missed.
    ("tw_events", "is_made_0", "ample || state_running_q", "1'b1"),
    // The hart is stalled when it is too late for what is under way.
    ("tw_encoder", "ample", "+ {1'b0, ahead_waiting}", ""),
    // The hart is stalled while there is room for everything.
    ("tw_encoder", "stall", "!ample", "(!ample || queue_out_valid)"),
    // A block that leaves the line still counts as one that waits.
    ("tw_ahead", "count_q", "- {2'd0, goes}", "- 3'd0"),
    // Of the blocks that wait, the second of a cycle is where a return leads, wherever that is.
    ("tw_predictor", "as_predicted_1", "addr_1 == expected_1_q", "1'b1"),
    // Of the periods that hold, one is chosen that is not the shortest.
    ("tw_shortest_period", "place_1", "{1'b0, place_2}", "{1'b1, place_3}"),
    // teEmpty forgets the message in front of the packer.
    ("tw_output", "empty", "!is_held_q &&", ""),
    // The hart is stalled though teInstStallEn is 0.
    ("tw_encoder", "stall", "stall_enable", "(stall_enable || queue_out_valid)"),
    // Room is told one too low now and then.
    ("tw_queue", "room", "shown_q", "shown_q & 2'b10"),
    // A restart waits for more room than it is to have.
    ("tw_queue", "is_enough_freed", ">=", ">"),
    // An entry leaves without being sent.
    ("tw_queue", "is_free", "out_ready", "(out_ready || (room == 2'd0))"),
    // Room is told too high when a row leaves while another enters.
    ("tw_queue", "is_more", "&& !enters", ""),
    // What is under way makes no hart wait.
    ("tw_encoder", "ample", "+ {4'd0, events_coming}", ""),
    // What was completed after a row that is lost enters the queue.
    ("tw_events", "is_sent_1", "is_under_way_1_q && !loss_is_owed_q", "is_under_way_1_q"),
    // The period is over, and the synchronising message of the same cycle does not count.
    ("tw_period", "periodic_due", "&& !past_0_synced_q", ""),
    // I-CNT that has restarted in the cycle is full for the next block all the same.
    ("tw_step", "icnt_is_full", "!before_restarted &&", ""),
    // RepeatBranch has the TCODE of another message.
    ("tw_formatter", "message_tcode", "TCODE_REPEAT_BRANCH", "TCODE_RESOURCE_FULL"),
    // A history that comes once is sent with how often.
    ("tw_formatter", "message_has_addr", "entry_repeat_count == 18'd1", "entry_repeat_count == 18'd0"),
    // The upper context is cut off too low.
    ("tw_formatter", "context_", "entry_context[63:8]", "{entry_context[63:9], 1'b0}"),
    // SRC lies on the fixed-length fields.
    ("tw_formatter", "message_first", "{body[59:0], 4'd0}", "body"),
    // A relative timestamp counts from the last absolute one.
    ("tw_stamp", "value", "time_ - last_q", "(time_ - last_q) & 20'h7ffff"),
    // Ownership goes before its main message.
    ("tw_sequence", "last", "= !has_2 && !has_3", "!has_3"),
    // An address whose upper bits are ones is sent to its end.
    ("tw_packer", "last", "!(|(~rest_q[63:5]))", "1'b0"),
    // A memory that is full stops no run.
    ("tw_sram_sink", "stopped_d", "enable && !was_enabled_q", "enable"),
    // One that was full once stops every run at once.
    ("tw_sram_sink", "stopped_d", "(enable && !was_enabled_q) || clear", "clear"),
    // Bytes of a word in the wrong order.
    ("tw_sram_sink", "stored", "gather_word_data_2, gather_word_data_1", "gather_word_data_1, gather_word_data_2"),
    // The bus does not keep the memory's port from the trace.
    ("tw_gather", "waits", "", "1'b0"),
    // The last word is filled with something else than idle bytes.
    ("tw_gather", "incoming", "IDLE", "8'h7f"),
    // The buffer wraps without saying so.
    ("tw_pointers", "wrapped_d", "= 1'b1", "wrapped_q"),
    // The mode does not change.
    ("tw_registers", "te_inst_mode_q", "bus_wdata[6:4] == 3'd3 ||", ""),
    // Predicted returns can't be switched on by their mode.
    ("tw_registers", "te_inst_implicit_return_mode_q", "bus_strobe[0]", "1'b0"),
    // The second external trigger has no action.
    ("tw_registers", "x_trig_in_action1_q", "bus_strobe[0]", "1'b0"),
    // The time loses its upper bits.
    ("tw_time_source", "current_d", "external_time", "{4'd0, external_time[15:0]}"),
    // teInstStallOrOverflow forgets.
    ("tw_registers", "te_inst_stall_or_overflow_q", "= 1'b1", "1'b0"),
    // Reads answer with one bit of another byte.
    ("tw_access", "memory_d", "bus_memory", "bus_memory >> 1"),
];

/// What a hart of 64 bits that says where interrupts come, hcontext without scontext, SYNC 4 and chunks add to the
/// build of [`FAULTS`].
pub const OTHERWISE: &[&str] = &[
    "build.ingress.interrupt_address=true",
    "build.encoder.scontext_width=0",
    "build.encoder.icnt_full=sync",
    "build.encoder.repeated_history=false",
    "build.encoder.repeat_branch=false",
    "packer=4",
    "xlen=64",
];

/// Faults of that build.
pub const OTHER_FAULTS: &[Fault] = &[
    // U-ADDR is the whole address.
    ("tw_queue", "finished_addr", "oldest_addr ^ reference_addr_q", "oldest_addr"),
    // An address of a synchronising message is no reference.
    ("tw_queue", "reference_addr_d", "is_relative || is_whole", "is_relative"),
    // An interrupt by itself has no address.
    (
        "tw_step",
        "wants_target",
        "before_state_pending_valid || is_due",
        "((|block_half_words) && (before_state_pending_valid || is_due))",
    ),
    // hcontext comes alone after a synchronisation.
    ("tw_step", "own", "{hcontext, synchronises, 1'b0}", "{hcontext, 2'd0}"),
    // The second chunk of a piece is taken for its last.
    ("tw_cutter", "is_last_d", "!(|(reach >> {2'd0, CHUNK + CHUNK}))", "1'b1"),
    // The first chunk of a piece is taken for its last.
    ("tw_cutter", "is_last_d", "!(|shape[71:24])", "1'b1"),
    // The piece before TSTAMP is taken for a message's last.
    ("tw_pieces", "is_last_d", "&& !message_has_stamp", ""),
    // An address after which HIST comes is taken for a message's last piece.
    ("tw_pieces", "is_field", "|| !message_has_hist", "|| (next_step == PIECE_ADDR)"),
    // A message of an address and no HIST is taken for one of a single piece.
    ("tw_output", "wide_pieces_is_single", "!formatter_message_has_addr &&", ""),
    // A full I-CNT synchronises though HIST is empty.
    ("tw_step", "icnt_syncs", "!hist_is_empty &&", ""),
];
