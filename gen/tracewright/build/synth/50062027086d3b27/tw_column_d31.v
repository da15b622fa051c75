// tw_column_d31: A memory of 31 bits an entry: a row of it has a place for the entry of each block of a
//   cycle.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_column_d31 (
  input  wire        clk,           // Rising edge.
  input  wire [30:0] data,          // What each block of a cycle brings.
  input  wire        write_enable,  // A row is written.
  input  wire [2:0]  write_row,     // Row that is written.
  input  wire [2:0]  read_row,      // Row to read.
  output wire [30:0] out            // What is there.
);

  tw_lut_ram #(.WIDTH(31), .ADDRESS(3)) places (
    .clk           (clk),
    .write         (write_enable),
    .write_address (write_row),
    .write_data    (data),
    .read_address  (read_row),
    .read_data     (out)
  );

endmodule

`default_nettype wire
