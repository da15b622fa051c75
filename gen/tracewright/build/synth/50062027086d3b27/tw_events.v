// tw_events: Decides what is traced, and completes at most one entry for each block of a cycle.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_events (
  input  wire        clk,                 // Rising edge.
  input  wire        rst_n,               // Active low.
  // There is a block: something retires, or a trap is taken with nothing retired.
  input  wire        block_valid,
  input  wire        block_has_addr,      // The block's address is defined.
  input  wire        block_branch,        // The block ends in a branch.
  input  wire        block_taken,         // The block's branch was taken.
  input  wire        block_jump,          // The block ends in a jump or trap whose target must be reported.
  input  wire [1:0]  block_btype,         // B-TYPE of the block's jump or trap.
  input  wire [1:0]  block_half_words,    // Half-words that retired with the block.
  input  wire [30:0] block_addr,          // Address of the block's first instruction, without bit 0.
  input  wire        cycle_pause_halted,  // The hart is halted in debug mode.
  input  wire        active,              // teActive.
  input  wire        enable,              // teEnable.
  input  wire        tracing,             // teInstTracing.
  input  wire [1:0]  sync_mode,           // teSyncMode.
  input  wire [3:0]  sync_max,            // teSyncMax.
  output wire        error_sent,          // Error enters the queue.
  input  wire [1:0]  room,                // Rows that the queue has room for; 3 stands for more as well.
  // The queue has so much room that `stall` is low: for all that can come before its room is seen again.
  input  wire        ample,
  input  wire        may_restart,         // The queue has room for a restart after a loss.
  output reg         entry_valid,         // An entry enters the queue.
  output reg  [3:0]  entry_kind,          // Which main message the entry has, in which form.
  // The fixed-length fields of the main message: SYNC, RCODE, ETYPE or EVCODE in bits 3-0, B-TYPE in bits 1-0
  // or above SYNC, CDF above EVCODE.
  output reg  [5:0]  entry_fixed,
  output reg  [21:0] entry_count,         // The count of the main message.
  output wire [30:0] entry_addr,          // The address of the main message.
  output wire [31:0] entry_hist,          // The history of the main message.
  // Trace is still to come: tracing was on in the cycle before, a row is under way, or an Error is owed.
  output wire        owing
);

  localparam [2:0]  SYNC_RESTART_FROM_OVERRUN   = 3'd7;
  localparam [21:0] ECODE_PROGRAM_TRACE_LOST    = 22'd4;
  localparam [3:0]  KIND_PROG_TRACE_CORRELATION = 4'd7;
  localparam [3:0]  KIND_ERROR                  = 4'd8;

  wire [2:0]  turn_evcode;                                   // EVCODE of the correlation.
  wire [21:0] turn_icnt;                                     // I-CNT before the cycle.
  wire        turn_periodic_by_messages;                     // The period of synchronisation counts messages.
  wire        turn_periodic_by_half_words;                   // The period of synchronisation counts half-words.
  // A block of this cycle, or its correlation, completes an entry.
  reg         is_made;
  wire        stop;                                          // Trace stops: a correlation is due.
  wire [1:0]  cycle_half_words;                              // Half-words of all blocks of this cycle.
  wire        error;                                         // An Error enters the queue.
  // A row that the queue has no room for is lost in this cycle.
  wire        refuses_row;
  // What the trace has left is forgotten, because a row is lost; in builds that decide late one cycle later,
  // from a register, for a shorter path. Nothing looks at it before the Error, a cycle after the loss at the
  // soonest.
  wire        drops_trace;
  wire        runs;                                          // A trace goes on after this cycle.
  wire        gate_on;
  wire        gate_was_on;
  wire        gate_stop;
  wire [2:0]  gate_start_code;
  wire        period_periodic_due;
  reg  [2:0]  step_start_code;
  wire [1:0]  step_from_here;
  wire        step_live;
  wire        step_after_restarted;
  wire [1:0]  step_after_recounted;
  wire        step_after_state_running;
  wire [21:0] step_after_state_icnt;
  wire        step_after_state_pending_valid;
  wire [1:0]  step_after_state_pending_btype;
  wire [30:0] step_decision_addr;
  wire [1:0]  step_decision_half_words;
  wire        step_decision_followed;
  wire        step_decision_start;
  wire        step_decision_target;
  wire        step_decision_target_sync;
  wire        step_decision_has_hist;
  wire        step_decision_reports_hist;
  wire        step_decision_reports_icnt;
  wire [2:0]  step_decision_sync_code;
  wire [1:0]  step_decision_btype;
  wire        step_decision_complete;
  wire        step_decision_branch;
  wire        step_decision_taken;
  reg         state_running_q, state_running_d;              // A trace was started.
  reg  [21:0] state_icnt_q, state_icnt_d;                    // I-CNT before the cycle, which adds to it at its end.
  reg         state_pending_valid_q;                         // A target is not known yet.
  reg  [1:0]  state_pending_btype_q;                         // B-TYPE of what is pending.
  reg         loss_is_owed_q, loss_is_owed_d;                // Something was lost: an Error is owed.
  reg         loss_restarts_q, loss_restarts_d;              // The Error was sent: trace starts again.
  wire [31:0] compose_after_hist;
  wire [30:0] compose_after_reference_addr;
  wire        compose_for_period_synchronises;
  wire [1:0]  compose_for_period_after_sync;
  wire        compose_for_period_counts;
  wire [1:0]  compose_for_period_amount;
  wire [2:0]  compose_entry_kind;
  wire [5:0]  compose_entry_fixed;
  wire [21:0] compose_entry_count;
  // HIST: branches since the last message, below its stop bit.
  reg  [31:0] kept_hist_q, kept_hist_d;
  reg  [30:0] kept_reference_addr_q, kept_reference_addr_d;  // The last address sent.
  wire [1:0]  own;
  wire        fits;
  wire        ends;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      state_running_q <= 1'b0;
      state_icnt_q <= 22'd0;
      state_pending_valid_q <= 1'b0;
      state_pending_btype_q <= 2'd0;
      loss_is_owed_q <= 1'b0;
      loss_restarts_q <= 1'b0;
      kept_hist_q <= 32'd1;
      kept_reference_addr_q <= 31'd0;
    end else begin
      state_running_q <= state_running_d;
      state_icnt_q <= state_icnt_d;
      state_pending_valid_q <= step_after_state_pending_valid;
      state_pending_btype_q <= step_after_state_pending_btype;
      loss_is_owed_q <= loss_is_owed_d;
      loss_restarts_q <= loss_restarts_d;
      kept_hist_q <= kept_hist_d;
      kept_reference_addr_q <= kept_reference_addr_d;
    end
  end

  assign stop = !loss_is_owed_q && !loss_restarts_q && gate_stop;
  assign error = loss_is_owed_q && may_restart;

  always @(*) begin
    step_start_code = gate_start_code;
    if (loss_restarts_q) begin
      step_start_code = SYNC_RESTART_FROM_OVERRUN;
    end
  end

  assign step_live = gate_on && !loss_is_owed_q;
  assign own = block_valid ? block_half_words : 2'd0;
  assign step_from_here = own;
  assign cycle_half_words = step_from_here;
  assign turn_icnt = state_icnt_q;

  always @(*) begin
    is_made = step_decision_complete;
    if (stop) begin
      // A correlation with nothing to report (docs/encoder.md) is sent only if `stall` would be low.
      is_made = ample || state_running_q;
    end
  end

  assign fits = |room;
  assign refuses_row = is_made && !fits;

  // A correlation that is lost is program trace, too.
  always @(*) begin
    entry_valid = is_made && fits;
    entry_kind = {1'b0, compose_entry_kind};
    entry_fixed = compose_entry_fixed;
    entry_count = compose_entry_count;
    if (stop) begin
      entry_kind = KIND_PROG_TRACE_CORRELATION;
      // CDF is in bits 5-4, and 1 where HIST follows; EVCODE is in bits 3-0.
      entry_fixed = {3'd2, turn_evcode};
    end
    if (error) begin
      entry_valid = 1'b1;
      entry_kind = KIND_ERROR;
      // ETYPE is 0: queue overrun. ECODE goes where other messages have I-CNT.
      entry_fixed = 6'd0;
      // Builds without Ownership lose program trace alone, so they keep no bit for it.
      entry_count = ECODE_PROGRAM_TRACE_LOST;
    end
  end

  assign owing = loss_is_owed_q || gate_was_on;
  assign error_sent = error;
  assign drops_trace = refuses_row;
  assign runs = step_after_state_running && !drops_trace && !stop;

  always @(*) begin
    state_icnt_d = step_after_state_icnt;
    if (step_after_restarted) begin
      state_icnt_d = {20'd0, step_after_recounted};
    end else if (gate_on && state_running_q) begin
      state_icnt_d = step_after_state_icnt + {20'd0, cycle_half_words};
    end
    if (ends) begin
      state_icnt_d = 22'd0;
    end
  end

  always @(*) begin
    kept_hist_d = compose_after_hist;
    if (drops_trace || stop || !active) begin
      kept_hist_d = 32'd1;
    end
  end

  always @(*) begin
    kept_reference_addr_d = compose_after_reference_addr;
    if (!active) begin
      kept_reference_addr_d = 31'd0;
    end
  end

  always @(*) begin
    loss_is_owed_d = loss_is_owed_q;
    loss_restarts_d = loss_restarts_q;
    state_running_d = runs;
    if (runs) begin
      loss_restarts_d = 1'b0;
    end
    if (error) begin
      loss_is_owed_d = 1'b0;
      loss_restarts_d = 1'b1;
    end
    if (refuses_row) begin
      loss_is_owed_d = 1'b1;
      loss_restarts_d = 1'b0;
    end
    if (!active) begin
      state_running_d = 1'b0;
      loss_is_owed_d = 1'b0;
      loss_restarts_d = 1'b0;
    end
  end

  assign ends = drops_trace || stop || !active;

  tw_gate gate (
    .clk          (clk),
    .rst_n        (rst_n),
    .active       (active),
    .enable       (enable),
    .tracing      (tracing),
    .pause_halted (cycle_pause_halted),
    .on           (gate_on),
    .was_on       (gate_was_on),
    .stop         (gate_stop),
    .evcode       (turn_evcode),
    .start_code   (gate_start_code)
  );

  tw_period period (
    .clk                    (clk),
    .rst_n                  (rst_n),
    .clear                  (!active),
    .sync_mode              (sync_mode),
    .sync_max               (sync_max),
    .on                     (gate_on),
    .counted_synchronises   (compose_for_period_synchronises),
    .counted_after_sync     (compose_for_period_after_sync),
    .counted_counts         (compose_for_period_counts),
    .counted_amount         (compose_for_period_amount),
    .periodic_due           (period_periodic_due),
    .periodic_by_messages   (turn_periodic_by_messages),
    .periodic_by_half_words (turn_periodic_by_half_words)
  );

  tw_step step (
    .block_valid                (block_valid),
    .block_has_addr             (block_has_addr),
    .block_branch               (block_branch),
    .block_taken                (block_taken),
    .block_jump                 (block_jump),
    .block_btype                (block_btype),
    .block_half_words           (block_half_words),
    .block_addr                 (block_addr),
    .start_code                 (step_start_code),
    .restart                    (loss_restarts_q),
    .periodic_due               (period_periodic_due),
    .hist                       (kept_hist_q),
    .from_here                  (step_from_here),
    .live                       (step_live),
    .before_state_running       (state_running_q),
    .before_state_icnt          (state_icnt_q),
    .before_state_pending_valid (state_pending_valid_q),
    .before_state_pending_btype (state_pending_btype_q),
    .after_restarted            (step_after_restarted),
    .after_recounted            (step_after_recounted),
    .after_state_running        (step_after_state_running),
    .after_state_icnt           (step_after_state_icnt),
    .after_state_pending_valid  (step_after_state_pending_valid),
    .after_state_pending_btype  (step_after_state_pending_btype),
    .decision_addr              (step_decision_addr),
    .decision_half_words        (step_decision_half_words),
    .decision_followed          (step_decision_followed),
    .decision_start             (step_decision_start),
    .decision_target            (step_decision_target),
    .decision_target_sync       (step_decision_target_sync),
    .decision_has_hist          (step_decision_has_hist),
    .decision_reports_hist      (step_decision_reports_hist),
    .decision_reports_icnt      (step_decision_reports_icnt),
    .decision_sync_code         (step_decision_sync_code),
    .decision_btype             (step_decision_btype),
    .decision_complete          (step_decision_complete),
    .decision_branch            (step_decision_branch),
    .decision_taken             (step_decision_taken)
  );

  tw_compose compose (
    .decision_addr               (step_decision_addr),
    .decision_half_words         (step_decision_half_words),
    .decision_followed           (step_decision_followed),
    .decision_start              (step_decision_start),
    .decision_target             (step_decision_target),
    .decision_target_sync        (step_decision_target_sync),
    .decision_has_hist           (step_decision_has_hist),
    .decision_reports_hist       (step_decision_reports_hist),
    .decision_reports_icnt       (step_decision_reports_icnt),
    .decision_sync_code          (step_decision_sync_code),
    .decision_btype              (step_decision_btype),
    .decision_complete           (step_decision_complete),
    .decision_branch             (step_decision_branch),
    .decision_taken              (step_decision_taken),
    .turn_icnt                   (turn_icnt),
    .turn_periodic_by_messages   (turn_periodic_by_messages),
    .turn_periodic_by_half_words (turn_periodic_by_half_words),
    .before_hist                 (kept_hist_q),
    .before_reference_addr       (kept_reference_addr_q),
    .after_hist                  (compose_after_hist),
    .after_reference_addr        (compose_after_reference_addr),
    .for_period_synchronises     (compose_for_period_synchronises),
    .for_period_after_sync       (compose_for_period_after_sync),
    .for_period_counts           (compose_for_period_counts),
    .for_period_amount           (compose_for_period_amount),
    .entry_kind                  (compose_entry_kind),
    .entry_fixed                 (compose_entry_fixed),
    .entry_count                 (compose_entry_count),
    .entry_addr                  (entry_addr),
    .entry_hist                  (entry_hist)
  );

endmodule

`default_nettype wire
