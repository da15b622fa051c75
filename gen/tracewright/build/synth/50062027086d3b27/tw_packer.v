// tw_packer: Sends a piece six bits at a time, least significant first, until nothing but zeros is left
//   (N-Trace 3.1, 3.3).
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_packer (
  input  wire        clk,          // Rising edge.
  input  wire        rst_n,        // Active low.
  input  wire        clear,        // Forgets the piece.
  input  wire        piece_valid,  // There is a piece.
  output wire        piece_ready,  // The piece is taken.
  input  wire [35:0] piece_data,   // Bits of the piece.
  input  wire        piece_least,  // Bit i: byte i + 1 of the piece, TCODE not counted, is sent whatever its value.
  input  wire [1:0]  piece_end,    // MSEO of the piece's last byte.
  output wire        trace_valid,  // There is a chunk of trace.
  input  wire        trace_ready,  // The chunk of trace is taken.
  output wire [7:0]  trace_data    // The chunk of trace, first byte lowest.
);

  localparam [1:0] MSEO_NORMAL = 2'd0;

  wire        last;
  wire [29:0] shifted;
  wire [5:0]  mdo;
  reg  [1:0]  mseo;
  reg         busy_q, busy_d;
  reg  [35:0] rest_q, rest_d;
  reg         least_q, least_d;  // Bit i: the byte i + 1 further on is sent whatever its value.
  reg  [1:0]  end_q, end_d;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      busy_q <= 1'b0;
      rest_q <= 36'd0;
      least_q <= 1'b0;
      end_q <= 2'd3;
    end else begin
      busy_q <= busy_d;
      rest_q <= rest_d;
      least_q <= least_d;
      end_q <= end_d;
    end
  end

  assign last = !(|rest_q[35:6]) && !least_q;
  assign shifted = rest_q[35:6];
  assign mdo = rest_q[5:0];

  always @(*) begin
    mseo = MSEO_NORMAL;
    if (last) begin
      mseo = end_q;
    end
  end

  assign trace_valid = busy_q;
  assign trace_data = {mdo, mseo};
  assign piece_ready = !busy_q || (trace_ready && last);

  always @(*) begin
    busy_d = busy_q;
    rest_d = rest_q;
    least_d = least_q;
    end_d = end_q;
    if (piece_ready) begin
      busy_d = piece_valid;
      rest_d = piece_data;
      least_d = piece_least;
      if (piece_valid) begin
        end_d = piece_end;
      end
    end else if (trace_ready) begin
      rest_d = {6'd0, shifted};
      least_d = 1'b0;
    end
    if (clear) begin
      busy_d = 1'b0;
    end
  end

endmodule

`default_nettype wire
