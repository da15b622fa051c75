// tw_formatter: Lays out a message of an entry (N-Trace Table 8).
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_formatter (
  input  wire [3:0]  entry_kind,        // Which main message the entry has, in which form.
  // The fixed-length fields of the main message: SYNC, RCODE, ETYPE or EVCODE in bits 3-0, B-TYPE in bits 1-0
  // or above SYNC, CDF above EVCODE.
  input  wire [5:0]  entry_fixed,
  input  wire [21:0] entry_count,       // The count of the main message.
  input  wire [30:0] entry_addr,        // The address of the main message.
  input  wire [31:0] entry_hist,        // The history of the main message.
  output reg  [5:0]  message_tcode,     // TCODE of the message.
  // What the message begins with after TCODE, up to its first variable-length field.
  output wire [35:0] message_first,
  output reg         message_least,     // Bit i: byte i + 1 of `first` is sent whatever its value; byte 0 always is.
  output reg         message_has_addr,  // There is `addr`.
  // Second variable-length field of the message, which is its address where it has one.
  output wire [30:0] message_addr,
  output reg         message_has_hist,  // The message has HIST.
  output wire [31:0] message_hist       // HIST of the message.
);

  localparam [5:0] TCODE_PROG_TRACE_SYNC           = 6'd9;
  localparam [5:0] TCODE_INDIRECT_BRANCH           = 6'd4;
  localparam [5:0] TCODE_INDIRECT_BRANCH_HIST      = 6'h1c;
  localparam [5:0] TCODE_INDIRECT_BRANCH_HIST_SYNC = 6'h1d;
  localparam [5:0] TCODE_RESOURCE_FULL             = 6'h1b;
  localparam [5:0] TCODE_PROG_TRACE_CORRELATION    = 6'h21;
  localparam [5:0] TCODE_ERROR                     = 6'd8;
  localparam [3:0] KIND_PROG_TRACE_SYNC            = 4'd1;
  localparam [3:0] KIND_INDIRECT_BRANCH            = 4'd2;
  localparam [3:0] KIND_INDIRECT_BRANCH_HIST       = 4'd3;
  localparam [3:0] KIND_INDIRECT_BRANCH_HIST_SYNC  = 4'd4;
  localparam [3:0] KIND_FULL_I_CNT                 = 4'd5;
  localparam [3:0] KIND_FULL_HIST                  = 4'd6;
  localparam [3:0] KIND_PROG_TRACE_CORRELATION     = 4'd7;

  reg  [1:0]  fixed_size;  // Bits of fixed-length fields, halved.
  reg  [31:0] value;
  reg  [35:0] body;

  assign message_addr = entry_addr;
  assign message_hist = entry_hist;

  always @(*) begin
    message_tcode = TCODE_ERROR;
    fixed_size = 2'd2;
    value = {10'd0, entry_count};
    message_has_addr = 1'b0;
    message_has_hist = 1'b0;
    case (entry_kind)
      KIND_PROG_TRACE_SYNC: begin
        message_tcode = TCODE_PROG_TRACE_SYNC;
        message_has_addr = 1'b1;
      end
      KIND_INDIRECT_BRANCH: begin
        message_tcode = TCODE_INDIRECT_BRANCH;
        fixed_size = 2'd1;
        message_has_addr = 1'b1;
      end
      KIND_FULL_I_CNT: begin
        message_tcode = TCODE_RESOURCE_FULL;
      end
      KIND_PROG_TRACE_CORRELATION: begin
        message_tcode = TCODE_PROG_TRACE_CORRELATION;
        fixed_size = 2'd3;
        // Bit 0 of CDF.
        message_has_hist = entry_fixed[4];
      end
      default: ;
    endcase
    case (entry_kind)
      KIND_INDIRECT_BRANCH_HIST: begin
        message_tcode = TCODE_INDIRECT_BRANCH_HIST;
        fixed_size = 2'd1;
        message_has_addr = 1'b1;
        message_has_hist = 1'b1;
      end
      KIND_INDIRECT_BRANCH_HIST_SYNC: begin
        message_tcode = TCODE_INDIRECT_BRANCH_HIST_SYNC;
        fixed_size = 2'd3;
        message_has_addr = 1'b1;
        message_has_hist = 1'b1;
      end
      KIND_FULL_HIST: begin
        message_tcode = TCODE_RESOURCE_FULL;
        value = entry_hist;
      end
      default: ;
    endcase
  end

  always @(*) begin
    message_least = 1'b0;
    case (fixed_size)
      2'd0: begin
        body = {4'd0, value};
      end
      2'd1: begin
        body = {2'd0, value, entry_fixed[1:0]};
      end
      2'd2: begin
        body = {value, entry_fixed[3:0]};
      end
      default: begin
        body = {value[29:0], entry_fixed};
        message_least = 1'b1;
      end
    endcase
  end

  assign message_first = body;

endmodule

`default_nettype wire
