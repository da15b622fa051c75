// tw_sinks: The sinks of a source of trace: each that is selected gets its trace.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_sinks (
  input  wire        clk,            // Rising edge.
  input  wire        rst_n,          // Active low.
  input  wire        source_valid,   // There is a chunk of trace.
  output wire        source_ready,   // The chunk of trace is taken.
  input  wire [7:0]  source_data,    // The chunk of trace, first byte lowest.
  input  wire        active,         // The component that the trace comes from is active.
  input  wire        enable,         // The component that the trace comes from is enabled.
  input  wire        drained,        // The component that the trace comes from holds nothing.
  output wire        sinks_empty,    // The sinks that teEmpty covers hold nothing.
  input  wire        stop_on_wrap,   // teStopOnWrap, or tfStopOnWrap.
  output wire        stop,           // The buffer has filled, and tracing must stop.
  input  wire [9:0]  te_ram_limit,   // teRamLimit.
  output wire [7:0]  te_ram_wp,      // teRamWP, in words of 32 bits.
  output wire        te_wrap,        // teWrap.
  output wire [7:0]  te_ram_rp,      // teRamRP, in words of 32 bits.
  input  wire [11:0] bus_addr,       // Byte offset of the register.
  input  wire        bus_write,      // The register is written in this cycle.
  input  wire        bus_prepare,    // The register will be read in the next cycle.
  input  wire        bus_read,       // The register is read in this cycle.
  input  wire [31:0] bus_wdata,      // The value written.
  input  wire [3:0]  bus_strobe,     // The bytes of the value that are written.
  output wire        bus_at_memory,  // teRamData is addressed.
  output wire [31:0] bus_memory      // The value of teRamData.
);

  wire       flush;               // Nothing more will come for now: what is held goes.
  wire [9:0] write_merge_old;
  wire [9:0] write_merge_merged;
  wire       ends;

  assign ends = drained && !enable;
  assign flush = ends;

  // What a write of some bytes of teRamWP and teWrap makes of both.
  assign write_merge_old = {te_ram_wp, 1'b0, te_wrap};

  tw_sram_sink sram (
    .clk           (clk),
    .rst_n         (rst_n),
    .clear         (!active),
    .unit_valid    (source_valid),
    .unit_ready    (source_ready),
    .unit_data     (source_data),
    .flush         (flush),
    .stop_on_wrap  (stop_on_wrap),
    .enable        (enable),
    .stop          (stop),
    .empty         (sinks_empty),
    .bus_addr      (bus_addr),
    .bus_write     (bus_write),
    .bus_prepare   (bus_prepare),
    .bus_read      (bus_read),
    .bus_wdata     (bus_wdata),
    .bus_strobe    (bus_strobe),
    .bus_write_at  (write_merge_merged),
    .bus_at_memory (bus_at_memory),
    .bus_memory    (bus_memory),
    .te_ram_limit  (te_ram_limit),
    .te_ram_wp     (te_ram_wp),
    .te_wrap       (te_wrap),
    .te_ram_rp     (te_ram_rp)
  );

  tw_merge write_merge (
    .old    (write_merge_old),
    .wdata  (bus_wdata[9:0]),
    .strobe (bus_strobe[1:0]),
    .merged (write_merge_merged)
  );

endmodule

`default_nettype wire
