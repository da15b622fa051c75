// tw_gather: Puts units of 8 bits after one another to words, the first one lowest.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_gather (
  input  wire       clk,          // Rising edge.
  input  wire       rst_n,        // Active low.
  input  wire       clear,        // Drops what is held.
  input  wire       unit_valid,   // There is a unit.
  output wire       unit_ready,   // The unit is taken.
  input  wire [7:0] unit_data,    // The bytes of the unit, first lowest; idle above those of trace.
  input  wire       flush,        // Nothing more will come for now: complete the word.
  output wire       word_valid,   // There is a word.
  input  wire       word_ready,   // The word is taken.
  output wire [7:0] word_data_0,  // The bytes of the word, the first one lowest.
  output wire [7:0] word_data_1,  // The bytes of the word, the first one lowest.
  output wire [7:0] word_data_2,  // The bytes of the word, the first one lowest.
  output wire [7:0] word_data_3,  // The bytes of the word, the first one lowest.
  output wire       empty         // No part of a word is held.
);

  localparam [7:0] IDLE = 8'hff;
  localparam [1:0] LAST = 2'd3;

  reg  [7:0] incoming;            // What is taken: a unit, or an idle one.
  reg  [7:0] held_0_q, held_0_d;
  reg  [7:0] held_1_q, held_1_d;
  reg  [7:0] held_2_q, held_2_d;
  reg  [1:0] count_q, count_d;    // Units that are held.
  wire       begun;
  wire       fill;
  wire       take;
  wire       completes;
  wire       waits;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      held_0_q <= 8'd0;
      held_1_q <= 8'd0;
      held_2_q <= 8'd0;
      count_q <= 2'd0;
    end else begin
      held_0_q <= held_0_d;
      held_1_q <= held_1_d;
      held_2_q <= held_2_d;
      count_q <= count_d;
    end
  end

  assign begun = |count_q;
  assign fill = flush && begun;
  assign take = unit_valid || fill;
  assign completes = count_q == LAST;
  assign waits = completes && !word_ready;

  always @(*) begin
    incoming = unit_data;
    if (fill) begin
      incoming = IDLE;
    end
  end

  always @(*) begin
    held_0_d = held_0_q;
    held_1_d = held_1_q;
    held_2_d = held_2_q;
    count_d = count_q;
    // Units move down by one with each that is taken: the first one is lowest when the last one comes.
    if (take && !waits) begin
      count_d = count_q + 2'd1;
      held_0_d = held_1_q;
      held_1_d = held_2_q;
      held_2_d = incoming;
    end
    if (clear) begin
      count_d = 2'd0;
    end
  end

  assign empty = !begun;
  assign unit_ready = !waits && !fill;
  assign word_valid = take && completes;
  assign word_data_0 = held_0_q;
  assign word_data_1 = held_1_q;
  assign word_data_2 = held_2_q;
  assign word_data_3 = incoming;

endmodule

`default_nettype wire
