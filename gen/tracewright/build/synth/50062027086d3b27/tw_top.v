// tw_top: The trace hardware as a whole: encoders, registers on a bus, sinks.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_top (
  input  wire        clk,        // Clock of everything that has none of its own; rising edge.
  input  wire        rst_n,      // Reset of everything in this clock, active low.
  input  wire [2:0]  itype,      // Ingress: how each block ends.
  input  wire [31:0] iaddr,      // Ingress: address of each block's first instruction.
  input  wire        iretire,    // Ingress: what retired in each block.
  input  wire        ilastsize,  // Ingress: the last instruction of each block is 2^ilastsize half-words.
  input  wire        halted,     // Ingress: the hart is halted in debug mode.
  output wire        stall,      // Ingress: the hart must hold its blocks, which are not taken in this cycle.
  input  wire [11:0] paddr,      // APB4: byte address of the register.
  input  wire        psel,       // APB4: selected.
  input  wire        penable,    // APB4: second and later cycles of a transfer.
  input  wire        pwrite,     // APB4: write.
  input  wire [31:0] pwdata,     // APB4: data to write.
  input  wire [3:0]  pstrb,      // APB4: bytes to write.
  output wire        pready,     // APB4: the transfer ends.
  output wire [31:0] prdata,     // APB4: data read.
  output wire        pslverr     // APB4: the address is not aligned.
);

  wire        apb4_request;
  wire        apb4_access_write;
  wire [9:0]  apb4_access_addr;
  wire [31:0] apb4_access_wdata;
  wire [3:0]  apb4_access_strobe;
  wire        access_done;
  wire [31:0] access_rdata;
  wire [11:0] access_bus_addr;
  wire        access_bus_write;
  wire [31:0] access_bus_wdata;
  wire [3:0]  access_bus_strobe;
  wire        access_bus_prepare;
  wire        access_bus_read;
  wire [31:0] hart_bus_rdata;
  wire        hart_trace_valid;
  wire [7:0]  hart_trace_data;
  wire        hart_active;
  wire        hart_enable;
  wire        hart_drained;
  wire        hart_stop_on_wrap;
  wire [9:0]  hart_te_ram_limit;
  wire        sinks_source_ready;
  wire        sinks_sinks_empty;
  wire        sinks_stop;
  wire [7:0]  sinks_te_ram_wp;
  wire        sinks_te_wrap;
  wire [7:0]  sinks_te_ram_rp;
  wire        sinks_bus_at_memory;
  wire [31:0] sinks_bus_memory;

  tw_apb4 apb4 (
    .paddr         (paddr),
    .psel          (psel),
    .penable       (penable),
    .pwrite        (pwrite),
    .pwdata        (pwdata),
    .pstrb         (pstrb),
    .pready        (pready),
    .prdata        (prdata),
    .pslverr       (pslverr),
    .request       (apb4_request),
    .access_write  (apb4_access_write),
    .access_addr   (apb4_access_addr),
    .access_wdata  (apb4_access_wdata),
    .access_strobe (apb4_access_strobe),
    .done          (access_done),
    .rdata         (access_rdata)
  );

  tw_access access (
    .clk           (clk),
    .rst_n         (rst_n),
    .request       (apb4_request),
    .access_write  (apb4_access_write),
    .access_addr   (apb4_access_addr),
    .access_wdata  (apb4_access_wdata),
    .access_strobe (apb4_access_strobe),
    .done          (access_done),
    .rdata         (access_rdata),
    .bus_addr      (access_bus_addr),
    .bus_write     (access_bus_write),
    .bus_wdata     (access_bus_wdata),
    .bus_strobe    (access_bus_strobe),
    .bus_rdata     (hart_bus_rdata),
    .bus_prepare   (access_bus_prepare),
    .bus_read      (access_bus_read),
    .bus_at_memory (sinks_bus_at_memory),
    .bus_memory    (sinks_bus_memory)
  );

  tw_hart hart (
    .clk          (clk),
    .rst_n        (rst_n),
    .itype        (itype),
    .iaddr        (iaddr),
    .iretire      (iretire),
    .ilastsize    (ilastsize),
    .halted       (halted),
    .stall        (stall),
    .bus_addr     (access_bus_addr),
    .bus_write    (access_bus_write),
    .bus_wdata    (access_bus_wdata),
    .bus_strobe   (access_bus_strobe),
    .bus_rdata    (hart_bus_rdata),
    .trace_valid  (hart_trace_valid),
    .trace_ready  (sinks_source_ready),
    .trace_data   (hart_trace_data),
    .active       (hart_active),
    .enable       (hart_enable),
    .drained      (hart_drained),
    .sinks_empty  (sinks_sinks_empty),
    .stop_on_wrap (hart_stop_on_wrap),
    .stop         (sinks_stop),
    .te_ram_limit (hart_te_ram_limit),
    .te_ram_wp    (sinks_te_ram_wp),
    .te_wrap      (sinks_te_wrap),
    .te_ram_rp    (sinks_te_ram_rp)
  );

  tw_sinks sinks (
    .clk           (clk),
    .rst_n         (rst_n),
    .source_valid  (hart_trace_valid),
    .source_ready  (sinks_source_ready),
    .source_data   (hart_trace_data),
    .active        (hart_active),
    .enable        (hart_enable),
    .drained       (hart_drained),
    .sinks_empty   (sinks_sinks_empty),
    .stop_on_wrap  (hart_stop_on_wrap),
    .stop          (sinks_stop),
    .te_ram_limit  (hart_te_ram_limit),
    .te_ram_wp     (sinks_te_ram_wp),
    .te_wrap       (sinks_te_wrap),
    .te_ram_rp     (sinks_te_ram_rp),
    .bus_addr      (access_bus_addr),
    .bus_write     (access_bus_write),
    .bus_prepare   (access_bus_prepare),
    .bus_read      (access_bus_read),
    .bus_wdata     (access_bus_wdata),
    .bus_strobe    (access_bus_strobe),
    .bus_at_memory (sinks_bus_at_memory),
    .bus_memory    (sinks_bus_memory)
  );

endmodule

`default_nettype wire
