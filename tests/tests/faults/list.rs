// SPDX-License-Identifier: Apache-2.0
//! Lines of the Verilog, and what they would say if they were wrong.

use tracewright_tests::faulty::Fault;

/// Faults of the encoder with every option, at two blocks a cycle.
pub const FAULTS: &[Fault] = &[
    // A 16-bit instruction's address.
    ("tw_lane", "addr_q <= iaddr[31:1];", "addr_q <= {iaddr[31:2], 1'b0};"),
    // Interrupts are reported as exceptions.
    ("tw_lane", "btype_d = INTERRUPT_BTYPE;", "btype_d = EXCEPTION_BTYPE;"),
    // A sequentially inferable jump after a 32-bit instruction is reported.
    ("tw_lane", "assign not_alone = (|iretire[5:2])", "assign not_alone = (&iretire[5:2])"),
    // Of the direct jumps, calls are no taken branches.
    ("tw_lane", "                || (itype == ITYPE_INFERABLE_CALL)\n", ""),
    // A watchpoint's block is not the one that asks for synchronisation.
    ("tw_lane", "notify_q <= trigger_notify;", "notify_q <= trigger_notify && retired;"),
    // Triggers act while the hart is stalled.
    ("tw_ingress", "watchpoints_on_q <= trigger_on && !stall;", "watchpoints_on_q <= trigger_on;"),
    // VS-mode is taken for M-mode.
    ("tw_ingress", "owner_privilege_d = 3'd5;", "owner_privilege_d = 3'd3;"),
    // Low power does not stop the trace for a reason of its own.
    ("tw_gate", "evcode = EVCODE_LOW_POWER;", "evcode = EVCODE_DISABLED;"),
    // The hart was in reset: the trace does not say so when it starts.
    ("tw_gate", "start_code = SYNC_EXIT_FROM_RESET;", "start_code = SYNC_TRACE_ENABLE;"),
    // A debug trigger stops tracing though teInstTrigEn is 0.
    ("tw_events", "trigger_stop = watched &&", "trigger_stop = is_enabled &&"),
    // The second external trigger does nothing.
    ("tw_events", "if (external_action_1 == X_TRIG_IN_ACTION_NOTIFY) begin", "if (1'b0) begin"),
    // External before event.
    ("tw_step", "due_code = SYNC_TRACE_EVENT;", "due_code = SYNC_EXTERNAL_TRIGGER;"),
    // A synchronising message pays for an event that another one goes before.
    ("tw_step", "waits = !start && (!target_sync || before_state_due_reset);", "waits = !start && !target_sync;"),
    // The period in half-words misses those of the synchronising block.
    ("tw_period", "left_after = base - {13'd0, taken};", "left_after = synced_2 ? whole : base - {13'd0, taken};"),
    // The period counts an Ownership with the upper context as what it adds less, in the last block of a cycle.
    ("tw_step", "+ {2'd0, own[2]}", "- {2'd0, own[2]}"),
    // A repetition in the second block of a cycle is lost, and the Error says that program trace was not.
    (
        "tw_events",
        "loss_program_d = (|under_way_1_kind_q) || (|under_way_1_repeat_count_q);",
        "loss_program_d = (|under_way_1_kind_q) || !(|under_way_1_repeat_count_q);",
    ),
    // The upper context is not looked at.
    (
        "tw_ownership",
        "assign difference = shown ^ last_context_q;",
        "assign difference = (shown ^ last_context_q) & 64'hff;",
    ),
    // A change without a privilege change is imprecise.
    (
        "tw_ownership",
        "assign changes_precise = enable && in_context && owner_ctype[1];",
        "assign changes_precise = enable && in_context && (&owner_ctype);",
    ),
    // Ownership with the lower context goes with every change.
    ("tw_step", "(changes && changes_scontext)", "changes"),
    // Of two branch messages with other targets, the second is taken for a repetition.
    ("tw_again", "      && (addr == before_addr);", "      && 1'b1;"),
    // A call is not told from a return address where it lies.
    ("tw_calls", "at_1 = place + 4'd1;", "at_1 = place;"),
    // Synchronisation leaves the return stack as it is.
    ("tw_step", "valid = synchronises ? 6'd0 : before_state_calls;", "valid = before_state_calls;"),
    // Any traced block tells the calls before it.
    ("tw_step", "assign is_told = (main && !icnt_full)", "assign is_told = traced"),
    // A branch of the trace before is reported at the end of one that did not begin.
    (
        "tw_events",
        "stops_after_branch = stop && state_running_q && state_pending_valid_q && state_pending_direct_q;",
        "stops_after_branch = stop && state_pending_valid_q && state_pending_direct_q;",
    ),
    // A branch right before a stop is dropped.
    ("tw_events", "made_0_kind = KIND_DIRECT_BRANCH_AND_STOP;", "made_0_kind = KIND_PROG_TRACE_CORRELATION;"),
    // The correlation after it has its I-CNT again.
    ("tw_formatter", "      fixed_size = 2'd3;\n      value = 64'd0;\n", "      fixed_size = 2'd3;\n"),
    // An address that two blocks left in the cycle before is read from the wrong bank.
    ("tw_return_stack", "assign lane_1 = (6'd1 - top_q) & LANE_MASK;", "assign lane_1 = (6'd0 - top_q) & LANE_MASK;"),
    // A repetition that a branch ends is not sent.
    ("tw_history", "(may_flush || may_split || ", "(may_split || "),
    // A repetition counts one too many.
    ("tw_history", "repeat_count = before_times;", "repeat_count = before_times + 18'd1;"),
    // What is kept back does not go out for a return that waits for it.
    ("tw_history", "(take || tell || (branch && (may", "(take || (branch && (may"),
    // Branches in front of a repetition are not sent.
    ("tw_history", "assign may_split = may_lock &&", "assign may_split = 1'b0 &&"),
    // The shortest period is taken to hold a branch too soon.
    ("tw_fits", "(now_0 - 5'ha) == broken_0_q", "(now_0 - 5'h9) == broken_0_q"),
    // A full HIST that does not repeat is not sent while repeated history is off.
    ("tw_history", "assign plain = alone && !enable && (|(before_held & TOP));", "assign plain = 1'b0;"),
    // A loss does not say that Ownership was lost.
    ("tw_events", "loss_ownership_d = |under_way_0_own_q;", "loss_ownership_d = 1'b0;"),
    // Of two entries in a cycle, the second is written over the first.
    ("tw_spread", "before_1 = 3'd1;", "before_1 = 3'd0;"),
    // A correlation that has nothing to report is missed.
    ("tw_events", "is_made_0 = ample || state_running_q;", "is_made_0 = 1'b1;"),
    // The hart is stalled when it is too late for what is under way.
    ("tw_encoder", "({3'd0, ENOUGH} + {3'd0, ahead_waiting})", "{3'd0, ENOUGH}"),
    // The hart is stalled while there is room for everything.
    ("tw_encoder", "stall_enable && !ample;", "stall_enable && (!ample || queue_out_valid);"),
    // A block that leaves the line still counts as one that waits.
    ("tw_ahead", "- {3'd0, next_block_1_valid};", "- 4'd0;"),
    // Of the blocks that wait, the second of a cycle is where a return leads, wherever that is.
    ("tw_calls", "assign as_predicted_1 = addr_1 == expected_1_q;", "assign as_predicted_1 = 1'b1;"),
    // Of the periods that hold, one is chosen that is not the shortest.
    ("tw_choice", "place_1 = place_2;", "place_1 = place_3;"),
    // teEmpty forgets the message in front of the packer.
    ("tw_output", "!is_kept_q && !trace_valid;", "!trace_valid;"),
    // The hart is stalled though teInstStallEn is 0.
    ("tw_encoder", "active && stall_enable &&", "active && (stall_enable || queue_out_valid) &&"),
    // Room is told one too low now and then.
    ("tw_queue", "room = shown_q;", "room = shown_q & 4'b1110;"),
    // A restart waits for more room than it is to have.
    ("tw_queue", "free_q >= RESTART_ROOM", "free_q > RESTART_ROOM"),
    // An entry leaves without being sent.
    ("tw_queue", "leaves = holds_q && out_ready;", "leaves = holds_q && (out_ready || (room == 4'd0));"),
    // Room is told too high when an entry leaves while others enter.
    ("tw_queue", "one_less = free_q;", "one_less = free_q + 7'd1;"),
    // What is under way makes no hart wait.
    ("tw_encoder", "+ {4'd0, events_coming}", ""),
    // What was completed after an entry that is lost enters the queue.
    ("tw_events", "comes_2 = is_under_way_1_q && !loss_is_owed_q;", "comes_2 = is_under_way_1_q;"),
    // The period is over, and the synchronising message of the same cycle does not count.
    ("tw_period", "left_after[20] && !synced;", "left_after[20];"),
    // I-CNT that has restarted in the cycle is full for the next block all the same.
    ("tw_step", "icnt_is_full = !before_restarted &&", "icnt_is_full ="),
    // RepeatBranch has the TCODE of another message.
    ("tw_formatter", "tcode = TCODE_REPEAT_BRANCH;", "tcode = TCODE_RESOURCE_FULL;"),
    // A history that comes once is sent with how often.
    ("tw_formatter", "if (entry_repeat_count == 18'd1) begin", "if (entry_repeat_count == 18'd0) begin"),
    // The upper context is cut off too low.
    ("tw_formatter", "context_ = {8'd0, entry_context[63:8]};", "context_ = {8'd0, entry_context[63:9], 1'b0};"),
    // SRC lies on the fixed-length fields.
    ("tw_formatter", "{body[59:0], 4'd0} | {52'd0, src_id}", "body | {52'd0, src_id}"),
    // A relative timestamp counts from the last absolute one.
    ("tw_stamp", "value = (time_ - last_q) & MASK;", "value = (time_ - last_q) & (MASK >> 1);"),
    // Ownership goes before its main message.
    ("tw_sequence", "last = !has_2 && !has_3;", "last = !has_3;"),
    // An address whose upper bits are ones is sent to its end.
    ("tw_packer", "last = !(|(~rest_q[63:5]));", "last = 1'b0;"),
    // A memory that is full stops no run.
    ("tw_sram_sink", "if ((enable && !was_enabled_q) || clear) begin", "if (enable || clear) begin"),
    // One that was full once stops every run at once.
    ("tw_sram_sink", "if ((enable && !was_enabled_q) || clear) begin", "if (clear) begin"),
    // Bytes of a word in the wrong order.
    (
        "tw_sram_sink",
        "{gather_word_data_3, gather_word_data_2, gather_word_data_1, gather_word_data_0}",
        "{gather_word_data_3, gather_word_data_1, gather_word_data_2, gather_word_data_0}",
    ),
    // The bus does not keep the memory's port from the trace.
    ("tw_gather", "assign waits = completes && !word_ready;", "assign waits = 1'b0;"),
    // The last word is filled with something else than idle bytes.
    ("tw_gather", "incoming = IDLE;", "incoming = 8'h7f;"),
    // The buffer wraps without saying so.
    ("tw_pointers", "wrapped_d = 1'b1;", "wrapped_d = wrapped_q;"),
    // The mode does not change.
    ("tw_registers", "(bus_wdata[6:4] == 3'd3 || ", "("),
    // Predicted returns can't be switched on by their mode.
    ("tw_registers", "bus_strobe[0] && (bus_wdata[7:6] ==", "1'b0 && (bus_wdata[7:6] =="),
    // The second external trigger has no action.
    ("tw_registers", "bus_strobe[0] && (bus_wdata[7:4] ==", "1'b0 && (bus_wdata[7:4] =="),
    // The time loses its upper bits.
    ("tw_time_source", "current_d = external_time & MASK;", "current_d = external_time & (MASK >> 4);"),
    // teInstStallOrOverflow forgets.
    ("tw_registers", "te_inst_stall_or_overflow_q <= 1'b1;", "te_inst_stall_or_overflow_q <= 1'b0;"),
    // Reads answer with one bit of another byte.
    ("tw_access", "memory_d = bus_memory;", "memory_d = bus_memory >> 1;"),
];

/// What a hart that says where interrupts come, hcontext without scontext, and SYNC 4 add to the build of [`FAULTS`].
pub const OTHERWISE: &[&str] = &[
    "build.ingress.interrupt_address=true",
    "build.encoder.scontext_width=0",
    "build.encoder.icnt_full=sync",
    "build.encoder.repeated_history=false",
];

/// Faults of that build.
pub const OTHER_FAULTS: &[Fault] = &[
    // An interrupt by itself has no address.
    (
        "tw_step",
        "assign wants_target = (before_state_pending_valid || is_due || precise)",
        "assign wants_target = (((|block_half_words) && (before_state_pending_valid || is_due)) || precise)",
    ),
    // hcontext comes alone after a synchronisation.
    ("tw_step", "assign scontext = synchronises;", "assign scontext = 1'b0;"),
    // A full I-CNT synchronises though HIST is empty.
    ("tw_step", "icnt_syncs = icnt_is_full && !hist_is_empty &&", "icnt_syncs = icnt_is_full &&"),
];
