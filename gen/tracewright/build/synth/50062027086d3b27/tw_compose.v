// tw_compose: The entry of a block, made of what was decided about it.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_compose (
  input  wire [30:0] decision_addr,                // Address of the block's first instruction, without bit 0.
  input  wire [1:0]  decision_half_words,          // Half-words that retired with the block.
  input  wire        decision_followed,            // The block is traced, or starts the trace.
  input  wire        decision_start,               // The block starts the trace.
  // The block's address is reported: as a target, because a message is due, or where context changes
  // precisely.
  input  wire        decision_target,
  input  wire        decision_target_sync,         // The message of the target synchronises.
  input  wire        decision_has_hist,            // HIST has a branch before the block.
  input  wire        decision_reports_hist,        // The main message is ResourceFull with HIST.
  input  wire        decision_reports_icnt,        // The main message is ResourceFull with I-CNT.
  input  wire [2:0]  decision_sync_code,           // SYNC of the block's message.
  input  wire [1:0]  decision_btype,               // B-TYPE of the block's message.
  // The block completes a message, which is sent, or counted by RepeatBranch.
  input  wire        decision_complete,
  input  wire        decision_branch,              // The block ends in a branch that goes to HIST.
  input  wire        decision_taken,               // The block's branch was taken.
  input  wire [21:0] turn_icnt,                    // I-CNT before the cycle.
  input  wire        turn_periodic_by_messages,    // The period of synchronisation counts messages.
  input  wire        turn_periodic_by_half_words,  // The period of synchronisation counts half-words.
  input  wire [31:0] before_hist,                  // HIST: branches since the last message, below its stop bit.
  input  wire [30:0] before_reference_addr,        // The last address sent.
  output reg  [31:0] after_hist,                   // HIST: branches since the last message, below its stop bit.
  output reg  [30:0] after_reference_addr,         // The last address sent.
  output wire        for_period_synchronises,      // The block's main message synchronises.
  // What the period counts of the block if its main message synchronises.
  output reg  [1:0]  for_period_after_sync,
  // The period counts the block if its main message does not synchronise.
  output reg         for_period_counts,
  // What the period counts of the block if its main message does not synchronise.
  output reg  [1:0]  for_period_amount,
  output reg  [2:0]  entry_kind,                   // Which main message the entry has, in which form.
  // The fixed-length fields of the main message: SYNC, RCODE, ETYPE or EVCODE in bits 3-0, B-TYPE in bits 1-0
  // or above SYNC, CDF above EVCODE.
  output reg  [5:0]  entry_fixed,
  output wire [21:0] entry_count,                  // The count of the main message.
  output reg  [30:0] entry_addr,                   // The address of the main message.
  output wire [31:0] entry_hist                    // The history of the main message.
);

  localparam [5:0] RCODE_I_CNT                    = 6'd0;
  localparam [5:0] RCODE_HIST                     = 6'd1;
  localparam [2:0] KIND_PROG_TRACE_SYNC           = 3'd1;
  localparam [2:0] KIND_INDIRECT_BRANCH           = 3'd2;
  localparam [2:0] KIND_INDIRECT_BRANCH_HIST      = 3'd3;
  localparam [2:0] KIND_INDIRECT_BRANCH_HIST_SYNC = 3'd4;
  localparam [2:0] KIND_FULL_I_CNT                = 3'd5;
  localparam [2:0] KIND_FULL_HIST                 = 3'd6;

  wire [21:0] icnt;          // I-CNT before the block.
  wire        synchronises;  // The block's main message synchronises.
  wire        takes_hist;
  wire [31:0] hist;

  // The message's I-CNT (N-Trace 8.4, N-Trace 8.4.1) counts up to the end of the block before, not this block.
  assign icnt = turn_icnt;
  assign synchronises = decision_start || decision_target_sync;
  assign entry_count = icnt;
  assign entry_hist = before_hist;

  always @(*) begin
    entry_addr = decision_addr;
    entry_kind = KIND_PROG_TRACE_SYNC;
    entry_fixed = {3'd0, decision_sync_code};
    if (decision_target_sync) begin
      entry_kind = KIND_INDIRECT_BRANCH_HIST_SYNC;
      entry_fixed = {decision_btype, 1'b0, decision_sync_code};
    end else if (decision_target) begin
      entry_kind = KIND_INDIRECT_BRANCH;
      if (decision_has_hist) begin
        entry_kind = KIND_INDIRECT_BRANCH_HIST;
      end
      entry_fixed = {4'd0, decision_btype};
      // U-ADDR is the XOR with the address sent last (N-Trace 8.1; keep.rs). No address here has its bit 0.
      entry_addr = decision_addr ^ before_reference_addr;
    end else if (decision_reports_hist) begin
      entry_kind = KIND_FULL_HIST;
      entry_fixed = RCODE_HIST;
    end else if (decision_reports_icnt) begin
      entry_kind = KIND_FULL_I_CNT;
      entry_fixed = RCODE_I_CNT;
    end
  end

  assign for_period_synchronises = synchronises;

  always @(*) begin
    if (turn_periodic_by_half_words) begin
      for_period_after_sync = decision_half_words;
    end else begin
      for_period_after_sync = 2'd0;
    end
  end

  always @(*) begin
    if (turn_periodic_by_half_words) begin
      for_period_counts = decision_followed;
    end else begin
      for_period_counts = turn_periodic_by_messages && decision_complete;
    end
  end

  always @(*) begin
    if (turn_periodic_by_half_words) begin
      for_period_amount = decision_half_words;
    end else begin
      for_period_amount = 2'd1;
    end
  end

  assign takes_hist = decision_start || decision_target || decision_reports_hist;
  assign hist = takes_hist ? 32'd1 : before_hist;

  always @(*) begin
    after_hist = hist;
    if (decision_branch) begin
      after_hist = {hist[30:0], decision_taken};
    end
  end

  always @(*) begin
    after_reference_addr = before_reference_addr;
    // Of the messages to a target, DirectBranch alone has no address: the reference stays (N-Trace 8.1).
    if (decision_start || decision_target) begin
      after_reference_addr = decision_addr;
    end
  end

endmodule

`default_nettype wire
