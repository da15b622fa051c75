// tw_ingress: Registers the trace ingress port: a `tw_lane` for each block, and what belongs to the cycle.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_ingress (
  input  wire        clk,                // Rising edge.
  input  wire        rst_n,              // Active low.
  input  wire        stall,              // The blocks at the port are not taken in this cycle.
  input  wire [2:0]  itype,              // Ingress: how each block ends.
  input  wire [31:0] iaddr,              // Ingress: address of each block's first instruction.
  input  wire        iretire,            // Ingress: what retired in each block.
  input  wire        ilastsize,          // Ingress: the last instruction of each block is 2^ilastsize half-words.
  input  wire        halted,             // Ingress: the hart is halted in debug mode.
  // There is a block: something retires, or a trap is taken with nothing retired.
  output wire        block_valid,
  output wire        block_has_addr,     // The block's address is defined.
  output wire        block_branch,       // The block ends in a branch.
  output wire        block_taken,        // The block's branch was taken.
  output wire        block_jump,         // The block ends in a jump or trap whose target must be reported.
  output wire [1:0]  block_btype,        // B-TYPE of the block's jump or trap.
  output wire [1:0]  block_half_words,   // Half-words that retired with the block.
  output wire [30:0] block_addr,         // Address of the block's first instruction, without bit 0.
  output wire        cycle_pause_halted  // The hart is halted in debug mode.
);

  reg  shown_pause_halted_q;  // The hart is halted in debug mode.

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      shown_pause_halted_q <= 1'b0;
    end else begin
      shown_pause_halted_q <= halted;
    end
  end

  assign cycle_pause_halted = shown_pause_halted_q;

  tw_lane lane (
    .clk              (clk),
    .rst_n            (rst_n),
    .ignore           (stall),
    .itype            (itype),
    .iaddr            (iaddr),
    .iretire          (iretire),
    .ilastsize        (ilastsize),
    .block_valid      (block_valid),
    .block_has_addr   (block_has_addr),
    .block_branch     (block_branch),
    .block_taken      (block_taken),
    .block_jump       (block_jump),
    .block_btype      (block_btype),
    .block_half_words (block_half_words),
    .block_addr       (block_addr)
  );

endmodule

`default_nettype wire
