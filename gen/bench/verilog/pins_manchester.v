// SPDX-License-Identifier: Apache-2.0
// tw_bench_pins: receives SWT Manchester frames (Trace Control 12.3): start (1 0), the bits of a message (0: 0 1; 1: 1 0), stop (0 0).
`default_nettype none

module tw_bench_pins #(
  parameter BIT  = 16,  // units of time; two phases
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
  reg first;

  always begin
    @(posedge tdata);
    if (enabled) begin
      // The middle of the first phase of the bit behind the start bit.
      #(BIT + BIT / 4);
      first = tdata;
      #(BIT / 2);
      while (first || tdata) begin
        if (first == tdata) complain;
        take(first);
        #(BIT / 2);
        first = tdata;
        #(BIT / 2);
      end
      if (open) complain;
    end
  end

endmodule

`default_nettype wire
