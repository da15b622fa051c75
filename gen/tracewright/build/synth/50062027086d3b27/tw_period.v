// tw_period: Counts what is left of the period.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_period (
  input  wire       clk,                    // Rising edge.
  input  wire       rst_n,                  // Active low.
  input  wire       clear,                  // Forgets everything.
  input  wire [1:0] sync_mode,              // teSyncMode.
  input  wire [3:0] sync_max,               // teSyncMax.
  input  wire       on,                     // Tracing is on.
  input  wire       counted_synchronises,   // The block's main message synchronises.
  input  wire [1:0] counted_after_sync,     // What the period counts of the block if its main message synchronises.
  input  wire       counted_counts,         // The period counts the block if its main message does not synchronise.
  // What the period counts of the block if its main message does not synchronise.
  input  wire [1:0] counted_amount,
  output wire       periodic_due,           // The period of synchronisation is over.
  output wire       periodic_by_messages,   // The period of synchronisation counts messages.
  output wire       periodic_by_half_words  // The period of synchronisation counts half-words.
);

  localparam [1:0] TE_SYNC_MODE_MESSAGES   = 2'd1;
  localparam [1:0] TE_SYNC_MODE_CYCLES     = 2'd2;
  localparam [1:0] TE_SYNC_MODE_HALF_WORDS = 2'd3;

  wire        sum_synced;      // The period begins with the cycle.
  wire        sum_counts;      // Messages or half-words are counted.
  wire [1:0]  sum_amount;      // What is counted if the period does not begin with the cycle.
  wire [1:0]  sum_after_sync;  // What is counted if it does.
  reg  [20:0] left_q, left_d;  // What is left of the period; below zero, it is over.
  wire        by_cycles;
  wire [20:0] whole;
  wire        takes;
  wire [1:0]  taken;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      left_q <= 21'd0;
    end else begin
      left_q <= left_d;
    end
  end

  assign periodic_by_messages = sync_mode == TE_SYNC_MODE_MESSAGES;
  assign periodic_by_half_words = sync_mode == TE_SYNC_MODE_HALF_WORDS;
  assign sum_synced = counted_synchronises;
  assign sum_counts = counted_counts;
  assign sum_after_sync = counted_after_sync;
  assign sum_amount = counted_amount;
  assign by_cycles = sync_mode == TE_SYNC_MODE_CYCLES;

  // 2^(teSyncMax + 4); one less, as the period is over below zero.
  assign whole = (21'h10 << {17'd0, sync_max}) - 21'd1;
  assign takes = by_cycles ? on : sum_counts;
  assign taken = by_cycles ? 2'd1 : sum_amount;

  always @(*) begin
    left_d = left_q;
    if (sum_synced) begin
      left_d = whole - {19'd0, sum_after_sync};
    end else if (!left_q[20] && takes) begin
      left_d = left_q - {19'd0, taken};
    end
    if (clear) begin
      // Any value will do: the first message of a trace synchronises and begins a period.
      left_d = 21'd0;
    end
  end

  assign periodic_due = left_q[20];

endmodule

`default_nettype wire
