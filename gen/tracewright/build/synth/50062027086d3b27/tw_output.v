// tw_output: Sends entries as trace, 8 bits a cycle.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_output (
  input  wire        clk,          // Rising edge.
  input  wire        rst_n,        // Active low.
  input  wire        clear,        // Forgets everything.
  input  wire        entry_valid,  // There is an entry.
  output wire        entry_ready,  // The entry's last message is taken.
  input  wire [3:0]  entry_kind,   // Which main message the entry has, in which form.
  // The fixed-length fields of the main message: SYNC, RCODE, ETYPE or EVCODE in bits 3-0, B-TYPE in bits 1-0
  // or above SYNC, CDF above EVCODE.
  input  wire [5:0]  entry_fixed,
  input  wire [21:0] entry_count,  // The count of the main message.
  input  wire [30:0] entry_addr,   // The address of the main message.
  input  wire [31:0] entry_hist,   // The history of the main message.
  output wire        trace_valid,  // There is a chunk of trace.
  input  wire        trace_ready,  // The chunk of trace is taken.
  output wire [7:0]  trace_data,   // The chunk of trace, first byte lowest.
  output wire        empty         // Nothing is held but the entry at the input.
);

  wire        message_ready;               // The message's last piece is taken.
  wire        message_taken;               // The message leaves the formatter.
  wire [5:0]  formatter_message_tcode;
  wire [35:0] formatter_message_first;
  wire        formatter_message_least;
  wire        formatter_message_has_addr;
  wire [30:0] formatter_message_addr;
  wire        formatter_message_has_hist;
  wire [31:0] formatter_message_hist;
  wire        pieces_piece_valid;
  wire [35:0] pieces_piece_data;
  wire        pieces_piece_least;
  wire [1:0]  pieces_piece_end;
  wire        bytes_piece_ready;
  wire        bytes_trace_valid;
  wire [7:0]  bytes_trace_data;
  wire        slice_source_ready;

  assign empty = !bytes_trace_valid && !trace_valid;
  assign message_taken = message_ready;
  assign entry_ready = message_taken;

  tw_formatter formatter (
    .entry_kind       (entry_kind),
    .entry_fixed      (entry_fixed),
    .entry_count      (entry_count),
    .entry_addr       (entry_addr),
    .entry_hist       (entry_hist),
    .message_tcode    (formatter_message_tcode),
    .message_first    (formatter_message_first),
    .message_least    (formatter_message_least),
    .message_has_addr (formatter_message_has_addr),
    .message_addr     (formatter_message_addr),
    .message_has_hist (formatter_message_has_hist),
    .message_hist     (formatter_message_hist)
  );

  tw_pieces pieces (
    .clk              (clk),
    .rst_n            (rst_n),
    .clear            (clear),
    .message_valid    (entry_valid),
    .message_ready    (message_ready),
    .message_tcode    (formatter_message_tcode),
    .message_first    (formatter_message_first),
    .message_least    (formatter_message_least),
    .message_has_addr (formatter_message_has_addr),
    .message_addr     (formatter_message_addr),
    .message_has_hist (formatter_message_has_hist),
    .message_hist     (formatter_message_hist),
    .piece_valid      (pieces_piece_valid),
    .piece_ready      (bytes_piece_ready),
    .piece_data       (pieces_piece_data),
    .piece_least      (pieces_piece_least),
    .piece_end        (pieces_piece_end)
  );

  tw_packer bytes (
    .clk         (clk),
    .rst_n       (rst_n),
    .clear       (clear),
    .piece_valid (pieces_piece_valid),
    .piece_ready (bytes_piece_ready),
    .piece_data  (pieces_piece_data),
    .piece_least (pieces_piece_least),
    .piece_end   (pieces_piece_end),
    .trace_valid (bytes_trace_valid),
    .trace_ready (slice_source_ready),
    .trace_data  (bytes_trace_data)
  );

  tw_register_slice slice (
    .clk          (clk),
    .rst_n        (rst_n),
    .clear        (clear),
    .source_valid (bytes_trace_valid),
    .source_ready (slice_source_ready),
    .source_data  (bytes_trace_data),
    .trace_valid  (trace_valid),
    .trace_ready  (trace_ready),
    .trace_data   (trace_data)
  );

endmodule

`default_nettype wire
