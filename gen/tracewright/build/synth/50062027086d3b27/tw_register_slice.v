// tw_register_slice: Holds a chunk until it is taken, so that no path leads from what makes the trace into
//   what takes it.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_register_slice (
  input  wire       clk,           // Rising edge.
  input  wire       rst_n,         // Active low.
  input  wire       clear,         // Forgets what is held.
  input  wire       source_valid,  // There is a chunk of trace.
  output wire       source_ready,  // The chunk of trace is taken.
  input  wire [7:0] source_data,   // The chunk of trace, first byte lowest.
  output wire       trace_valid,   // There is a chunk of trace.
  input  wire       trace_ready,   // The chunk of trace is taken.
  output wire [7:0] trace_data     // The chunk of trace, first byte lowest.
);

  reg        valid_q, valid_d;
  reg  [7:0] data_q, data_d;
  wire       moves;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      valid_q <= 1'b0;
      data_q <= 8'd0;
    end else begin
      valid_q <= valid_d;
      data_q <= data_d;
    end
  end

  assign moves = !valid_q || trace_ready;
  assign source_ready = moves;

  always @(*) begin
    valid_d = valid_q;
    data_d = data_q;
    if (moves) begin
      valid_d = source_valid;
      data_d = source_data;
    end
    if (clear) begin
      valid_d = 1'b0;
    end
  end

  assign trace_valid = valid_q;
  assign trace_data = data_q;

endmodule

`default_nettype wire
