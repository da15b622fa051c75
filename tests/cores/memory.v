// SPDX-License-Identifier: Apache-2.0
// RAM at 0x8000_0000 and a core-local interrupter at 0x0200_0000 for one hart; what is elsewhere is an error.
`default_nettype none

module memory #(
  parameter WORDS = 32768,     // Size of the RAM, a power of two.
  parameter TICK = 1           // Clock cycles of a tick of mtime.
) (
  input  wire        clk,
  input  wire        rst_n,
  // Read only: what was asked for in a cycle is there in the next.
  input  wire        fetch,
  input  wire [31:0] fetch_addr,
  output reg         fetch_valid,
  output reg  [31:0] fetch_data,
  output reg         fetch_error,
  // Reads, and writes bytes.
  input  wire        request,
  input  wire [31:0] addr,
  input  wire        write,
  input  wire [31:0] wdata,
  input  wire [3:0]  strobe,
  output reg         valid,
  output reg  [31:0] rdata,
  output reg         error,
  // Fills the RAM, in reset.
  input  wire        load,
  input  wire [31:0] load_addr,
  input  wire [31:0] load_data,
  // A write to `tohost` that is not 0 ends the program.
  input  wire [31:0] tohost,
  output reg         ended,
  output reg  [31:0] ending,
  output reg         timer_irq,
  output wire        software_irq
);

  localparam BITS = $clog2(WORDS);

  // Addresses are those of words.
  wire unused = ^{fetch_addr[1:0], load_addr[31:BITS+2], load_addr[1:0]};

  reg [31:0] ram [0:WORDS-1];

  reg [31:0] ticks;
  reg [63:0] mtime;
  reg [63:0] mtimecmp;
  reg        msip;

  wire fetch_in_ram = fetch_addr[31:BITS+2] == {1'b1, {(29-BITS){1'b0}}};
  wire in_ram  = addr[31:BITS+2] == {1'b1, {(29-BITS){1'b0}}};
  wire in_clint = addr[31:16] == 16'h0200;

  wire [31:0] mask = {{8{strobe[3]}}, {8{strobe[2]}}, {8{strobe[1]}}, {8{strobe[0]}}};
  wire        begins = request && write;

  assign software_irq = msip;

  always @(posedge clk) begin
    if (load) begin
      ram[load_addr[BITS+1:2]] <= load_data;
    end else if (begins && in_ram) begin
      ram[addr[BITS+1:2]] <= (ram[addr[BITS+1:2]] & ~mask) | (wdata & mask);
    end
    fetch_data <= ram[fetch_addr[BITS+1:2]];
  end

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      fetch_valid <= 1'b0;
      fetch_error <= 1'b0;
      valid <= 1'b0;
      rdata <= 32'd0;
      error <= 1'b0;
      ended <= 1'b0;
      ending <= 32'd0;
      timer_irq <= 1'b0;
      ticks <= 32'd0;
      mtime <= 64'd0;
      mtimecmp <= {64{1'b1}};
      msip <= 1'b0;
    end else begin
      fetch_valid <= fetch;
      fetch_error <= fetch && !fetch_in_ram;
      valid <= request;
      error <= request && !in_ram && !in_clint;
      timer_irq <= mtime >= mtimecmp;
      ticks <= ticks + 32'd1;
      if (ticks == TICK - 32'd1) begin
        ticks <= 32'd0;
        mtime <= mtime + 64'd1;
      end
      if (in_ram) begin
        rdata <= ram[addr[BITS+1:2]];
      end else begin
        case (addr[15:2])
          14'h0000: rdata <= {31'd0, msip};
          14'h1000: rdata <= mtimecmp[31:0];
          14'h1001: rdata <= mtimecmp[63:32];
          14'h2FFE: rdata <= mtime[31:0];
          14'h2FFF: rdata <= mtime[63:32];
          default:  rdata <= 32'd0;
        endcase
      end
      if (begins && in_clint) begin
        case (addr[15:2])
          14'h0000: msip <= wdata[0];
          14'h1000: mtimecmp[31:0] <= wdata;
          14'h1001: mtimecmp[63:32] <= wdata;
          default: ;
        endcase
      end
      if (begins && addr == tohost && wdata != 32'd0) begin
        ended <= 1'b1;
        ending <= wdata;
      end
    end
  end

endmodule

`default_nettype wire
