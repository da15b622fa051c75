// tw_hart: What each hart has of its own.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_hart (
  input  wire        clk,           // Clock of everything that has none of its own; rising edge.
  input  wire        rst_n,         // Reset of everything in this clock, active low.
  input  wire [2:0]  itype,         // Ingress: how each block ends.
  input  wire [31:0] iaddr,         // Ingress: address of each block's first instruction.
  input  wire        iretire,       // Ingress: what retired in each block.
  input  wire        ilastsize,     // Ingress: the last instruction of each block is 2^ilastsize half-words.
  input  wire        halted,        // Ingress: the hart is halted in debug mode.
  output wire        stall,         // Ingress: the hart must hold its blocks, which are not taken in this cycle.
  input  wire [11:0] bus_addr,      // Byte offset of the register.
  input  wire        bus_write,     // The register is written in this cycle.
  input  wire [31:0] bus_wdata,     // The value written.
  input  wire [3:0]  bus_strobe,    // The bytes of the value that are written.
  output wire [31:0] bus_rdata,     // The register's value, 0 where there is none, or where it is a memory's.
  output wire        trace_valid,   // There is a chunk of trace.
  input  wire        trace_ready,   // The chunk of trace is taken.
  output wire [7:0]  trace_data,    // The chunk of trace, first byte lowest.
  output wire        active,        // The component that the trace comes from is active.
  output wire        enable,        // The component that the trace comes from is enabled.
  output wire        drained,       // The component that the trace comes from holds nothing.
  input  wire        sinks_empty,   // The sinks that teEmpty covers hold nothing.
  output wire        stop_on_wrap,  // teStopOnWrap, or tfStopOnWrap.
  input  wire        stop,          // The buffer has filled, and tracing must stop.
  output wire [9:0]  te_ram_limit,  // teRamLimit.
  input  wire [7:0]  te_ram_wp,     // teRamWP, in words of 32 bits.
  input  wire        te_wrap,       // teWrap.
  input  wire [7:0]  te_ram_rp      // teRamRP, in words of 32 bits.
);

  localparam integer TE_CONTROL_TE_ACTIVE        = 0;
  localparam integer TE_CONTROL_TE_ENABLE        = 1;
  localparam integer TE_CONTROL_TE_INST_TRACING  = 2;
  localparam integer TE_CONTROL_TE_INST_STALL_EN = 13;
  localparam integer TE_CONTROL_TE_STOP_ON_WRAP  = 14;
  localparam integer TE_CONTROL_TE_SYNC_MODE     = 16;
  localparam integer TE_CONTROL_TE_SYNC_MAX      = 20;

  wire        encoder_error_sent;
  wire        registers_te_empty;
  wire        registers_te_inst_stall_or_overflow_set;
  wire [31:0] registers_te_control;
  wire [31:0] registers_te_ram_limit;

  assign te_ram_limit = registers_te_ram_limit[9:0];
  assign active = registers_te_control[TE_CONTROL_TE_ACTIVE];

  // teInstStallOrOverflow (Trace Control ch. 5) is set while the hart is stalled, and as an Error enters the
  // queue. The register file clears it while teActive is 0 and as teEnable rises, even if it is set in that
  // cycle.
  assign registers_te_inst_stall_or_overflow_set = stall || encoder_error_sent;
  assign registers_te_empty = drained && sinks_empty;
  assign enable = registers_te_control[TE_CONTROL_TE_ENABLE];
  assign stop_on_wrap = registers_te_control[TE_CONTROL_TE_STOP_ON_WRAP];

  tw_encoder encoder (
    .clk          (clk),
    .rst_n        (rst_n),
    .itype        (itype),
    .iaddr        (iaddr),
    .iretire      (iretire),
    .ilastsize    (ilastsize),
    .halted       (halted),
    .stall        (stall),
    .active       (registers_te_control[TE_CONTROL_TE_ACTIVE]),
    .enable       (registers_te_control[TE_CONTROL_TE_ENABLE]),
    .tracing      (registers_te_control[TE_CONTROL_TE_INST_TRACING]),
    .sync_mode    (registers_te_control[TE_CONTROL_TE_SYNC_MODE +: 2]),
    .sync_max     (registers_te_control[TE_CONTROL_TE_SYNC_MAX +: 4]),
    .error_sent   (encoder_error_sent),
    .stall_enable (registers_te_control[TE_CONTROL_TE_INST_STALL_EN]),
    .empty        (drained),
    .trace_valid  (trace_valid),
    .trace_ready  (trace_ready),
    .trace_data   (trace_data)
  );

  tw_registers registers (
    .clk                           (clk),
    .rst_n                         (rst_n),
    .bus_addr                      (bus_addr),
    .bus_write                     (bus_write),
    .bus_wdata                     (bus_wdata),
    .bus_strobe                    (bus_strobe),
    .bus_rdata                     (bus_rdata),
    .te_enable_clear               (stop),
    .te_inst_tracing_clear         (stop),
    .te_empty                      (registers_te_empty),
    .te_inst_stall_or_overflow_set (registers_te_inst_stall_or_overflow_set),
    .te_control                    (registers_te_control),
    .te_ram_limit                  (registers_te_ram_limit),
    .te_ram_wp                     (te_ram_wp),
    .te_wrap                       (te_wrap),
    .te_ram_rp                     (te_ram_rp)
  );

  // Bits that nothing reads.
  wire unused = &{1'b0, registers_te_control[12:3], registers_te_control[15], registers_te_control[19:18],
    registers_te_control[31:24], registers_te_ram_limit[31:10], 1'b0};

endmodule

`default_nettype wire
