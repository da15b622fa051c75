// tw_registers: The registers of a component, as a build has them: their storage, and what the bus reads.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_registers (
  input  wire        clk,                            // Rising edge.
  input  wire        rst_n,                          // Active low.
  input  wire [11:0] bus_addr,                       // Byte offset of the register.
  input  wire        bus_write,                      // The register is written in this cycle.
  input  wire [31:0] bus_wdata,                      // The value written.
  input  wire [3:0]  bus_strobe,                     // The bytes of the value that are written.
  // The register's value, 0 where there is none, or where it is a memory's.
  output wire [31:0] bus_rdata,
  input  wire        te_enable_clear,                // teEnable becomes 0.
  input  wire        te_inst_tracing_clear,          // teInstTracing becomes 0.
  input  wire        te_empty,                       // All generated trace has been emitted.
  // teInstStallOrOverflow becomes 1: the hart is stalled, or an Error enters the queue.
  input  wire        te_inst_stall_or_overflow_set,
  output wire [31:0] te_control,                     // teControl.
  output wire [31:0] te_ram_limit,                   // teRamLimit.
  input  wire [7:0]  te_ram_wp,                      // teRamWP, in words of 32 bits.
  input  wire        te_wrap,                        // teWrap.
  input  wire [7:0]  te_ram_rp                       // teRamRP, in words of 32 bits.
);

  // Units that are not active.
  wire encoder_inactive;

  // teControl, 0x000: Trace encoder control.
  wire te_control_write = bus_write && bus_addr == 12'h000;
  reg te_active_q;
  reg te_enable_q;
  reg te_inst_tracing_q;
  reg te_inst_stall_or_overflow_q;
  reg te_inst_stall_en_q;
  reg te_stop_on_wrap_q;
  reg [1:0] te_sync_mode_q;
  reg [3:0] te_sync_max_q;
  wire te_enable_written = bus_strobe[0] ? bus_wdata[1] : te_enable_q;
  wire te_enable_rises = te_control_write && !te_enable_q && te_enable_written;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      te_active_q <= 1'b0;
      te_enable_q <= 1'b0;
      te_inst_tracing_q <= 1'b0;
      te_inst_stall_or_overflow_q <= 1'b0;
      te_inst_stall_en_q <= 1'b0;
      te_stop_on_wrap_q <= 1'b0;
      te_sync_mode_q <= 2'd0;
      te_sync_max_q <= 4'd0;
    end else begin
      if (te_control_write && bus_strobe[0]) begin
        te_active_q <= bus_wdata[0];
        te_inst_tracing_q <= bus_wdata[2];
      end
      if (te_control_write) begin
        te_enable_q <= te_enable_written;
      end
      if (te_control_write && bus_strobe[1]) begin
        te_inst_stall_en_q <= bus_wdata[13];
        te_stop_on_wrap_q <= bus_wdata[14];
      end
      if (te_control_write && bus_strobe[2]) begin
        te_sync_mode_q <= bus_wdata[17:16];
        te_sync_max_q <= bus_wdata[23:20];
      end
      if (te_inst_stall_or_overflow_set) begin
        te_inst_stall_or_overflow_q <= 1'b1;
      end
      if (te_enable_clear) begin
        te_enable_q <= 1'b0;
      end
      if (te_inst_tracing_clear) begin
        te_inst_tracing_q <= 1'b0;
      end
      if (te_enable_rises) begin
        te_inst_stall_or_overflow_q <= 1'b0;
      end
      if (encoder_inactive) begin
        te_enable_q <= 1'b0;
        te_inst_tracing_q <= 1'b0;
        te_inst_stall_or_overflow_q <= 1'b0;
        te_inst_stall_en_q <= 1'b0;
        te_stop_on_wrap_q <= 1'b0;
        te_sync_mode_q <= 2'd0;
        te_sync_max_q <= 4'd0;
      end
    end
  end

  // What the hardware drives itself is 0 here.
  assign te_control = {8'h41, te_sync_max_q, 2'd0, te_sync_mode_q, 1'b0, te_stop_on_wrap_q,
      te_inst_stall_en_q, te_inst_stall_or_overflow_q, 9'hc, te_inst_tracing_q, te_enable_q, te_active_q};

  // teRamLimit, 0x018: Last 32 bits of the circular buffer.
  wire te_ram_limit_write = bus_write && bus_addr == 12'h018;
  reg [7:0] te_ram_limit_q;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      te_ram_limit_q <= 8'hff;
    end else begin
      if (te_ram_limit_write && bus_strobe[0]) begin
        te_ram_limit_q[5:0] <= bus_wdata[7:2];
      end
      if (te_ram_limit_write && bus_strobe[1]) begin
        te_ram_limit_q[7:6] <= bus_wdata[9:8];
      end
      if (encoder_inactive) begin
        te_ram_limit_q <= 8'hff;
      end
    end
  end

  assign te_ram_limit = {22'd0, te_ram_limit_q, 2'd0};

  assign encoder_inactive = !te_active_q;

  // What is read.
  reg [31:0] read;

  always @(*) begin
    case (bus_addr)
      // teControl: teInstMode 6, teFormat 1, teSink 4
      12'h000: read = {8'h41, te_sync_max_q, 2'd0, te_sync_mode_q, 1'b0, te_stop_on_wrap_q,
          te_inst_stall_en_q, te_inst_stall_or_overflow_q, 8'd6, te_empty, te_inst_tracing_q, te_enable_q,
          te_active_q};
      // teImpl: teVersion 1, hasSRAMSink 1, teProtocolMajor 1
      12'h004: read = 32'h10011;
      // teRamLimit
      12'h018: read = {22'd0, te_ram_limit_q, 2'd0};
      // teRamWP
      12'h01c: read = {22'd0, te_ram_wp, 1'b0, te_wrap};
      // teRamRP
      12'h020: read = {22'd0, te_ram_rp, 2'd0};
      default: read = 32'd0;
    endcase
  end

  assign bus_rdata = read;

  // Nothing reads these.
  wire unused = &{1'b0, bus_wdata[12:10], bus_wdata[15], bus_wdata[19:18], bus_wdata[31:24], bus_strobe[3]};

endmodule

`default_nettype wire
