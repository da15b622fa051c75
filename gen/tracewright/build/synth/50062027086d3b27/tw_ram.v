// tw_ram: A memory with one port.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_ram #(
  parameter WIDTH = 32,   // Bits of a word.
  parameter ADDRESS = 8   // Bits of an index: there are 2^ADDRESS words.
) (
  input  wire               clk,         // Rising edge.
  input  wire               write,       // Write this cycle, else read.
  input  wire [ADDRESS-1:0] address,     // Index of the word.
  input  wire [WIDTH-1:0]   write_data,  // The word to write.
  output wire [WIDTH-1:0]   read_data    // The word that the last reading cycle read.
);

  (* ram_style = "block" *)
  reg [WIDTH-1:0] words [0:(1<<ADDRESS)-1];
  reg [WIDTH-1:0] read_data_q;

  always @(posedge clk) begin
    if (write) begin
      words[address] <= write_data;
    end else begin
      read_data_q <= words[address];
    end
  end

  assign read_data = read_data_q;

endmodule

`default_nettype wire
