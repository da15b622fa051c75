// tw_lane: Registers one block of the port and classifies it (E-Trace 2.0 ch. 4, N-Trace Tables 3 and 4).
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_lane (
  input  wire        clk,               // Rising edge.
  input  wire        rst_n,             // Active low.
  input  wire        ignore,            // What the port shows is not taken as a block in this cycle.
  input  wire [2:0]  itype,             // How the block ends.
  // Address of the block's first instruction; with nothing retired, of the one that faulted (exceptions
  // only).
  input  wire [31:0] iaddr,
  // Half-words that retired in the block; in the single form, whether an instruction retired.
  input  wire        iretire,
  input  wire        ilastsize,         // The last instruction is 2^ilastsize half-words.
  output wire        block_valid,       // There is a block: something retires, or a trap is taken with nothing retired.
  output wire        block_has_addr,    // The block's address is defined.
  output wire        block_branch,      // The block ends in a branch.
  output wire        block_taken,       // The block's branch was taken.
  output wire        block_jump,        // The block ends in a jump or trap whose target must be reported.
  output wire [1:0]  block_btype,       // B-TYPE of the block's jump or trap.
  output wire [1:0]  block_half_words,  // Half-words that retired with the block.
  output wire [30:0] block_addr         // Address of the block's first instruction, without bit 0.
);

  localparam [2:0] ITYPE_EXCEPTION        = 3'd1;
  localparam [2:0] ITYPE_INTERRUPT        = 3'd2;
  localparam [2:0] ITYPE_TRAP_RETURN      = 3'd3;
  localparam [2:0] ITYPE_BRANCH_NOT_TAKEN = 3'd4;
  localparam [2:0] ITYPE_BRANCH_TAKEN     = 3'd5;
  localparam [2:0] ITYPE_UNINFERABLE_JUMP = 3'd6;
  localparam [1:0] EXCEPTION_BTYPE        = 2'd2;
  localparam [1:0] INTERRUPT_BTYPE        = 2'd3;

  // The block ends in a jump or trap whose target can't be inferred from the program.
  reg         jumps;
  // There is a block: something retires, or a trap is taken with nothing retired.
  reg         shown_valid_q;
  reg         shown_has_addr_q;                        // The block's address is defined.
  reg         shown_branch_q, shown_branch_d;          // The block ends in a branch.
  reg         shown_taken_q, shown_taken_d;            // The block's branch was taken.
  // The block ends in a jump or trap whose target must be reported.
  reg         shown_jump_q;
  reg  [1:0]  shown_btype_q, shown_btype_d;            // B-TYPE of the block's jump or trap.
  reg  [1:0]  shown_half_words_q, shown_half_words_d;  // Half-words that retired with the block.
  reg  [30:0] shown_addr_q;                            // Address of the block's first instruction, without bit 0.

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      shown_valid_q <= 1'b0;
      shown_has_addr_q <= 1'b0;
      shown_branch_q <= 1'b0;
      shown_taken_q <= 1'b0;
      shown_jump_q <= 1'b0;
      shown_btype_q <= 2'd0;
      shown_half_words_q <= 2'd0;
      shown_addr_q <= 31'd0;
    end else begin
      // With nothing retired a trap is a block, too. Then only an exception has an address; where interrupts always
      // have one (build.ingress.interrupt_address), `has_addr` is not built.
      shown_valid_q <= !ignore && (iretire || (|itype));
      shown_has_addr_q <= iretire || (itype == ITYPE_EXCEPTION);
      shown_branch_q <= shown_branch_d;
      shown_taken_q <= shown_taken_d;
      shown_jump_q <= jumps;
      shown_btype_q <= shown_btype_d;
      shown_half_words_q <= shown_half_words_d;
      shown_addr_q <= iaddr[31:1];
    end
  end

  assign block_valid = shown_valid_q;
  assign block_has_addr = shown_has_addr_q;
  assign block_branch = shown_branch_q;
  assign block_taken = shown_taken_q;
  assign block_jump = shown_jump_q;
  assign block_btype = shown_btype_q;
  assign block_half_words = shown_half_words_q;
  assign block_addr = shown_addr_q;

  always @(*) begin
    shown_half_words_d = {1'b0, iretire};
    if (ilastsize) begin
      shown_half_words_d = {iretire, 1'b0};
    end
  end

  always @(*) begin
    shown_branch_d = 1'b0;
    shown_taken_d = 1'b0;
    shown_btype_d = 2'd0;
    jumps = 1'b0;
    case (itype)
      ITYPE_EXCEPTION: begin
        jumps = 1'b1;
        shown_btype_d = EXCEPTION_BTYPE;
      end
      ITYPE_INTERRUPT: begin
        jumps = 1'b1;
        shown_btype_d = INTERRUPT_BTYPE;
      end
      ITYPE_TRAP_RETURN: begin
        jumps = 1'b1;
      end
      ITYPE_BRANCH_NOT_TAKEN: begin
        shown_branch_d = 1'b1;
      end
      ITYPE_BRANCH_TAKEN: begin
        shown_branch_d = 1'b1;
        shown_taken_d = 1'b1;
      end
      ITYPE_UNINFERABLE_JUMP: begin
        jumps = 1'b1;
      end
      default: ;
    endcase
  end

  // Bits that nothing reads.
  wire unused = &{1'b0, iaddr[0], 1'b0};

endmodule

`default_nettype wire
