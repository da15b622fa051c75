// tw_merge: The bytes that are written, the others as they were.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_merge (
  input  wire [9:0] old,     // The register as it is.
  input  wire [9:0] wdata,   // The value written.
  input  wire [1:0] strobe,  // The bytes of the value that are written.
  output wire [9:0] merged   // What becomes of the register.
);

  assign merged = {strobe[1] ? wdata[9:8] : old[9:8], strobe[0] ? wdata[7:0] : old[7:0]};

endmodule

`default_nettype wire
