// SPDX-License-Identifier: Apache-2.0
// What each tw_bench_bus does with its read_register: waits, checks, and says what is wrong.
  // Cycles since the beginning.
  integer cycles;

  initial cycles = 0;

  always @(posedge clk) cycles <= cycles + 1;

  // Reads until the bits of `mask` have this value: an Active bit follows its write later, an Empty bit when trace has left.
  // What takes long is said.
  task wait_for(input [ADDRESS_BITS-1:0] address, input [31:0] mask, input [31:0] value);
    reg [31:0] got;
    integer    since;
    integer    said;
    begin
      since = cycles;
      said  = cycles;
      read_register(address, got);
      while ((got & mask) !== (value & mask) && cycles - since < MOST_CYCLES) begin
        if (cycles - said >= 16384) begin
          said = cycles;
          $display("register 0x%h: waits for 0x%h in the bits 0x%h, %0d of at most %0d cycles", address, value & mask,
                   mask, cycles - since, MOST_CYCLES);
        end
        read_register(address, got);
      end
      compare(address, got, mask, value);
    end
  endtask

  // Reads once: the register took what was written.
  task check_register(input [ADDRESS_BITS-1:0] address, input [31:0] mask, input [31:0] value);
    reg [31:0] got;
    begin
      read_register(address, got);
      compare(address, got, mask, value);
    end
  endtask

  task compare(input [ADDRESS_BITS-1:0] address, input [31:0] got, input [31:0] mask, input [31:0] value);
    if ((got & mask) !== (value & mask) && !failed) begin
      $display("FAIL: register 0x%h: expected 0x%h in the bits 0x%h, met 0x%h", address, value & mask, mask, got);
      failed = 1'b1;
    end
  endtask

  task bad_answer(input [ADDRESS_BITS-1:0] address);
    if (!failed) begin
      $display("FAIL: register 0x%h: the bus answers with an error", address);
      failed = 1'b1;
    end
  endtask
