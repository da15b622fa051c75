// SPDX-License-Identifier: Apache-2.0
// How each tw_bench_pins makes bytes of bits.
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
