// tw_lut_ram: A memory with a write port and a read port that answers in the same cycle.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_lut_ram #(
  parameter WIDTH = 64,   // Bits of a word.
  parameter ADDRESS = 3   // Bits of an index: there are 2^ADDRESS words.
) (
  input  wire               clk,            // Rising edge.
  input  wire               write,          // Write this cycle.
  input  wire [ADDRESS-1:0] write_address,  // Index of the word to write.
  input  wire [WIDTH-1:0]   write_data,     // The word to write.
  input  wire [ADDRESS-1:0] read_address,   // Index of the word to read.
  output wire [WIDTH-1:0]   read_data       // The word at `read_address`.
);

  reg [WIDTH-1:0] words [0:(1<<ADDRESS)-1];

  always @(posedge clk) begin
    if (write) begin
      words[write_address] <= write_data;
    end
  end

  assign read_data = words[read_address];

endmodule

`default_nettype wire
