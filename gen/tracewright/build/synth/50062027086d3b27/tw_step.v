// tw_step: One block: from the state that it finds to the state that it leaves, and what is decided about it.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_step (
  // There is a block: something retires, or a trap is taken with nothing retired.
  input  wire        block_valid,
  input  wire        block_has_addr,              // The block's address is defined.
  input  wire        block_branch,                // The block ends in a branch.
  input  wire        block_taken,                 // The block's branch was taken.
  input  wire        block_jump,                  // The block ends in a jump or trap whose target must be reported.
  input  wire [1:0]  block_btype,                 // B-TYPE of the block's jump or trap.
  input  wire [1:0]  block_half_words,            // Half-words that retired with the block.
  input  wire [30:0] block_addr,                  // Address of the block's first instruction, without bit 0.
  input  wire [2:0]  start_code,                  // SYNC of a trace that starts.
  input  wire        restart,                     // Trace starts again after a loss: with a block that has an address.
  input  wire        periodic_due,                // The period of synchronisation is over.
  input  wire [31:0] hist,                        // HIST.
  input  wire [1:0]  from_here,                   // Half-words retired in this cycle by this block and those after it.
  input  wire        live,                        // Tracing is on, and no Error is owed.
  input  wire        before_state_running,        // A trace was started.
  input  wire [21:0] before_state_icnt,           // I-CNT before the cycle, which adds to it at its end.
  input  wire        before_state_pending_valid,  // A target is not known yet.
  input  wire [1:0]  before_state_pending_btype,  // B-TYPE of what is pending.
  output wire        after_restarted,             // I-CNT has restarted in this cycle.
  // Half-words of the block that restarted I-CNT, and of those after it in this cycle.
  output reg  [1:0]  after_recounted,
  output wire        after_state_running,         // A trace was started.
  output wire [21:0] after_state_icnt,            // I-CNT before the cycle, which adds to it at its end.
  output reg         after_state_pending_valid,   // A target is not known yet.
  output reg  [1:0]  after_state_pending_btype,   // B-TYPE of what is pending.
  output wire [30:0] decision_addr,               // Address of the block's first instruction, without bit 0.
  output wire [1:0]  decision_half_words,         // Half-words that retired with the block.
  output wire        decision_followed,           // The block is traced, or starts the trace.
  output wire        decision_start,              // The block starts the trace.
  // The block's address is reported: as a target, because a message is due, or where context changes
  // precisely.
  output wire        decision_target,
  output wire        decision_target_sync,        // The message of the target synchronises.
  output wire        decision_has_hist,           // HIST has a branch before the block.
  output wire        decision_reports_hist,       // The main message is ResourceFull with HIST.
  output wire        decision_reports_icnt,       // The main message is ResourceFull with I-CNT.
  output reg  [2:0]  decision_sync_code,          // SYNC of the block's message.
  output wire [1:0]  decision_btype,              // B-TYPE of the block's message.
  // The block completes a message, which is sent, or counted by RepeatBranch.
  output wire        decision_complete,
  output wire        decision_branch,             // The block ends in a branch that goes to HIST.
  output wire        decision_taken               // The block's branch was taken.
);

  localparam [2:0]  SYNC_PERIODIC = 3'd2;
  localparam [31:0] HIST_TOP      = 32'h80000000;
  localparam [21:0] ICNT_TOP      = 22'h200000;

  wire start;          // The block starts the trace.
  wire traced;         // The block is traced, and does not start the trace.
  wire followed;       // The block is traced, or starts the trace.
  wire hist_branch;    // The block ends in a branch that goes to HIST.
  wire icnt_is_full;   // I-CNT is full before the block.
  wire hist_is_empty;  // HIST holds no branch before the block.
  wire hist_is_full;   // HIST has no room for another branch before the block.
  wire is_due;         // A synchronising message is due.
  // The block's address is reported: as a target, because a message is due, or where context changes
  // precisely.
  wire target;
  wire target_sync;    // The address is reported by a synchronising message.
  wire reports_hist;   // The main message is ResourceFull with HIST.
  wire reports_icnt;   // The main message is ResourceFull with I-CNT.
  wire main;           // The block completes a main message.
  wire restarts_icnt;  // I-CNT begins anew with this block.
  wire jump;           // The block ends in a jump whose target is to be reported.
  wire settles;        // What was pending is over with this block.
  wire wants_target;
  wire wants_hist;

  // Whether the block is traced, and how.
  assign start = live && block_valid && !before_state_running && (!restart || block_has_addr);
  assign traced = live && block_valid && before_state_running;
  assign followed = start || traced;
  assign hist_branch = block_branch;
  assign hist_is_empty = hist == 32'd1;
  assign hist_is_full = |(hist & HIST_TOP);
  assign icnt_is_full = |(before_state_icnt & ICNT_TOP);
  assign is_due = periodic_due;

  // Rule 2: the address is reported, as a target or because a message is due. Where `precise` is set
  // there is an address: `shows` requires one.
  assign wants_target = block_has_addr && (before_state_pending_valid || is_due);

  // Rules 4 and 5: a full HIST (N-Trace 8.3.1; `History` sends it if it is on) and a full I-CNT (N-Trace 8.4.4)
  // go by themselves where no other message has them. I-CNT goes after such a HIST, at the next block.
  assign wants_hist = hist_branch && hist_is_full;
  assign target = traced && wants_target;
  assign target_sync = target && is_due;
  assign reports_hist = traced && !wants_target && wants_hist;
  assign reports_icnt = traced && !wants_target && !wants_hist && icnt_is_full;
  assign main = start || (traced && (wants_target || wants_hist || icnt_is_full));
  assign decision_addr = block_addr;
  assign decision_half_words = block_half_words;
  assign decision_taken = block_taken;
  assign decision_followed = followed;
  assign decision_start = start;
  assign decision_target = target;
  assign decision_target_sync = target_sync;
  assign decision_reports_hist = reports_hist;
  assign decision_reports_icnt = reports_icnt;
  assign decision_has_hist = !hist_is_empty;

  always @(*) begin
    if (traced) begin
      decision_sync_code = SYNC_PERIODIC;
    end else begin
      decision_sync_code = start_code;
    end
  end

  assign decision_btype = before_state_pending_btype;
  assign decision_complete = main;
  assign decision_branch = followed && hist_branch;
  assign after_state_running = before_state_running || start;
  assign restarts_icnt = start || target || reports_icnt;
  assign after_restarted = restarts_icnt;

  always @(*) begin
    if (restarts_icnt) begin
      after_recounted = from_here;
    end else begin
      after_recounted = 2'd0;
    end
  end

  assign after_state_icnt = before_state_icnt;
  assign jump = block_jump;

  // What is pending when trace stops or is lost is forgotten where it starts again: nothing reads it before.
  assign settles = block_has_addr || !before_state_running;

  always @(*) begin
    after_state_pending_valid = before_state_pending_valid;
    after_state_pending_btype = before_state_pending_btype;
    if (followed) begin
      if (jump) begin
        after_state_pending_valid = 1'b1;
        after_state_pending_btype = block_btype;
      end else if (settles) begin
        after_state_pending_valid = 1'b0;
        after_state_pending_btype = 2'd0;
      end
    end
  end

endmodule

`default_nettype wire
