// SPDX-License-Identifier: Apache-2.0
// tw_bench_pins: receives SWT UART frames (Trace Control 12.4): a start bit 0, eight bits, a stop bit 1.
`default_nettype none

module tw_bench_pins #(
  parameter BIT  = 8,  // units of time
  parameter SIZE = 1024
) (
  input  wire enabled,  // the mode is set: pins in other modes say nothing
  input  wire tdata
);

  // What was received since it was cleared.
  reg [7:0] received [0:SIZE-1];
  integer   count;
  reg       failed;
  reg [7:0] bits;
  integer   fill;
  reg       open;

  initial begin
    failed = 1'b0;
    clear;
  end

  task clear;
    begin
      count  = 0;
      bits   = 8'h0;
      fill   = 0;
      open = 1'b0;
    end
  endtask

  // A bit, the least significant one of a byte first. A message begins with a 0 (MSEO is 00 there) and ends with a byte whose MSEO is 11;
  // ones between messages are idle.
  task take(input level);
    if (open || !level) begin
      open = 1'b1;
      bits   = {level, bits[7:1]};
      fill   = fill + 1;
      if (fill == 8) begin
        if (count < SIZE) received[count] = bits;
        count  = count + 1;
        fill   = 0;
        open = bits[1:0] != 2'b11;
      end
    end
  endtask

  task complain;
    if (!failed) begin
      $display("FAIL: pins: a frame is not as it should be, behind %0d bytes", count);
      failed = 1'b1;
    end
  endtask
  integer n;

  always begin
    @(negedge tdata);
    if (enabled) begin
      #(BIT / 2);
      for (n = 0; n < 8; n = n + 1) begin
        #BIT take(tdata);
      end
      #BIT if (!tdata) complain;
    end
  end

endmodule

`default_nettype wire
