// tw_apb4: Turns APB4 transfers into accesses.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_apb4 (
  input  wire [11:0] paddr,          // APB4: byte address of the register.
  input  wire        psel,           // APB4: selected.
  input  wire        penable,        // APB4: second and later cycles of a transfer.
  input  wire        pwrite,         // APB4: write.
  input  wire [31:0] pwdata,         // APB4: data to write.
  input  wire [3:0]  pstrb,          // APB4: bytes to write.
  output wire        pready,         // APB4: the transfer ends.
  output reg  [31:0] prdata,         // APB4: data read.
  output wire        pslverr,        // APB4: the address is not aligned.
  output wire        request,        // There is an access; it and what it asks for hold until it is done.
  output wire        access_write,   // The access is a write, else a read.
  output wire [9:0]  access_addr,    // Offset of the register, divided by 4.
  output wire [31:0] access_wdata,   // Data to write.
  output wire [3:0]  access_strobe,  // Bytes of the data to write.
  input  wire        done,           // The access ends with this cycle.
  input  wire [31:0] rdata           // What was read: with `done`, and until the next read ends.
);

  wire aligned;

  assign aligned = !(|paddr[1:0]);
  assign request = psel && aligned;
  assign access_write = pwrite;
  assign access_addr = paddr[11:2];
  assign access_wdata = pwdata;
  assign access_strobe = pstrb;
  assign pready = done || !aligned;
  assign pslverr = psel && penable && !aligned;

  always @(*) begin
    prdata = 32'd0;
    if (aligned) begin
      prdata = rdata;
    end
  end

endmodule

`default_nettype wire
