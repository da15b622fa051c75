// tw_pieces: Cuts a message into pieces (N-Trace ch. 3).
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_pieces (
  input  wire        clk,               // Rising edge.
  input  wire        rst_n,             // Active low.
  input  wire        clear,             // Starts again with a message's first piece.
  input  wire        message_valid,     // There is a message.
  output wire        message_ready,     // The message's last piece is taken.
  input  wire [5:0]  message_tcode,     // TCODE of the message.
  // What the message begins with after TCODE, up to its first variable-length field.
  input  wire [35:0] message_first,
  input  wire        message_least,     // Bit i: byte i + 1 of `first` is sent whatever its value; byte 0 always is.
  input  wire        message_has_addr,  // There is `addr`.
  // Second variable-length field of the message, which is its address where it has one.
  input  wire [30:0] message_addr,
  input  wire        message_has_hist,  // The message has HIST.
  input  wire [31:0] message_hist,      // HIST of the message.
  output wire        piece_valid,       // There is a piece.
  input  wire        piece_ready,       // The piece is taken.
  output reg  [35:0] piece_data,        // Bits of the piece.
  // Bit i: byte i + 1 of the piece, TCODE not counted, is sent whatever its value.
  output reg         piece_least,
  output reg  [1:0]  piece_end          // MSEO of the piece's last byte.
);

  localparam [2:0] PIECE_TCODE         = 3'd0;
  localparam [2:0] PIECE_FIRST         = 3'd1;
  localparam [2:0] PIECE_ADDR          = 3'd2;
  localparam [2:0] PIECE_HIST          = 3'd3;
  localparam [1:0] MSEO_NORMAL         = 2'd0;
  localparam [1:0] MSEO_END_OF_FIELD   = 2'd1;
  localparam [1:0] MSEO_END_OF_MESSAGE = 2'd3;
  localparam [2:0] START               = 3'd0;

  reg  [2:0] next_step;
  reg        last;
  reg  [2:0] step_q, step_d;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      step_q <= PIECE_TCODE;
    end else begin
      step_q <= step_d;
    end
  end

  assign piece_valid = message_valid;

  always @(*) begin
    piece_data = {30'd0, message_tcode};
    piece_least = 1'b0;
    last = 1'b0;
    next_step = PIECE_FIRST;
    case (step_q)
      PIECE_FIRST: begin
        piece_data = message_first;
        piece_least = message_least;
        last = !message_has_addr && !message_has_hist;
        next_step = PIECE_HIST;
        if (message_has_addr) begin
          next_step = PIECE_ADDR;
        end
      end
      PIECE_ADDR: begin
        piece_data = {5'd0, message_addr};
        last = !message_has_hist;
        next_step = PIECE_HIST;
      end
      PIECE_HIST: begin
        piece_data = {4'd0, message_hist};
        last = 1'b1;
      end
      default: ;
    endcase
  end

  always @(*) begin
    piece_end = MSEO_END_OF_FIELD;
    if (step_q == PIECE_TCODE) begin
      piece_end = MSEO_NORMAL;
    end else if (last) begin
      piece_end = MSEO_END_OF_MESSAGE;
    end
  end

  assign message_ready = piece_ready && last;

  always @(*) begin
    step_d = step_q;
    if (message_valid && piece_ready) begin
      step_d = next_step;
      if (last) begin
        step_d = START;
      end
    end
    if (clear) begin
      step_d = START;
    end
  end

endmodule

`default_nettype wire
