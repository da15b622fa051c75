// SPDX-License-Identifier: Apache-2.0
// Drives the system of sim.py: a host on its bus follows a script, the ingress plays a recording, and the pins are recorded.
`timescale 1ns / 1ps
`default_nettype none

module sim_bench;

  parameter INGRESS = 1;     // bits of the ingress
  parameter PINS = 1;        // bits of the trace pins: tref, if there is one, above tdata; 1 without any
  parameter CYCLES = 1;      // cycles in stimulus.hex
  parameter OPERATIONS = 1;  // lines of script.hex

  // Operations.
  localparam END = 8'h00;    // the script is done
  localparam WRITE = 8'h01;  // writes `data` to `address`
  localparam WAIT = 8'h02;   // reads `address` until what `mask` selects is `data`
  localparam READ = 8'h03;   // reads `address`, and adds what it was to read.hex
  localparam PLAY = 8'h04;   // plays the stimulus

  localparam PATIENCE = 10000;  // reads of one WAIT

  reg                clk;
  reg                pib_clk;
  reg                rst;
  reg  [INGRESS-1:0] ingress;
  wire               stall;
  wire [   PINS-1:0] pins;
  reg                cyc;
  reg                we;
  reg  [       31:0] address;
  reg  [       31:0] data;
  wire [       31:0] read_data;
  wire               ack;
  wire               err;

  reg  [INGRESS-1:0] stimulus[0:CYCLES-1];
  reg  [      103:0] script[0:OPERATIONS-1];
  reg  [        7:0] operation;
  reg  [       31:0] mask;
  reg  [       31:0] got;
  integer            line;
  integer            cycle;
  integer            tries;
  integer            read_file;
  integer            pins_file;

  initial begin
    clk = 1'b0;
    forever #5 clk = ~clk;
  end

  initial begin
    pib_clk = 1'b0;
    forever #7 pib_clk = ~pib_clk;
  end

  system dut (
    .clk       (clk),
    .pib_clk   (pib_clk),
    .rst       (rst),
    .ingress   (ingress),
    .stall     (stall),
    .pins      (pins),
    .host_adr  (address[31:2]),
    .host_dat_w(data),
    .host_dat_r(read_data),
    .host_sel  (4'b1111),
    .host_cyc  (cyc),
    .host_stb  (cyc),
    .host_ack  (ack),
    .host_we   (we),
    .host_cti  (3'b000),
    .host_bte  (2'b00),
    .host_err  (err)
  );

  // Everything is driven at falling edges, and seen at rising ones.
  task transfer;
    input write;
    begin
      cyc = 1'b1;
      we = write;
      @(posedge clk);
      while (!ack && !err) @(posedge clk);
      got = read_data;
      if (err) begin
        $display("FAIL: a bus error at %h", address);
        $finish(1);
      end
      @(negedge clk);
      cyc = 1'b0;
      @(negedge clk);
    end
  endtask

  task wait_for;
    begin
      tries = 0;
      got = ~data;
      while ((got & mask) !== data) begin
        if (tries == PATIENCE) begin
          $display("FAIL: %h & %h is not %h at %h", got, mask, data, address);
          $finish(1);
        end
        tries = tries + 1;
        transfer(1'b0);
      end
    end
  endtask

  // Each cycle is held until it is taken.
  task play;
    begin
      for (cycle = 0; cycle < CYCLES; cycle = cycle + 1) begin
        ingress = stimulus[cycle];
        @(posedge clk);
        while (stall) @(posedge clk);
        @(negedge clk);
      end
      ingress = {INGRESS{1'b0}};
      @(negedge clk);
    end
  endtask

  always @(posedge pib_clk) if (!rst) $fdisplay(pins_file, "%b", pins);

  initial begin
    $readmemh("stimulus.hex", stimulus);
    $readmemh("script.hex", script);
    read_file = $fopen("read.hex", "w");
    pins_file = $fopen("pins.txt", "w");
    rst = 1'b1;
    ingress = {INGRESS{1'b0}};
    cyc = 1'b0;
    we = 1'b0;
    address = 32'h0;
    data = 32'h0;
    repeat (16) @(negedge clk);
    rst = 1'b0;
    repeat (16) @(negedge clk);
    operation = PLAY;
    for (line = 0; operation != END; line = line + 1) begin
      {operation, address, data, mask} = script[line];
      case (operation)
        WRITE: transfer(1'b1);
        WAIT: wait_for;
        READ: begin
          transfer(1'b0);
          $fdisplay(read_file, "%h", got);
        end
        PLAY: play;
        default: ;
      endcase
    end
    $finish;
  end

endmodule

`default_nettype wire
