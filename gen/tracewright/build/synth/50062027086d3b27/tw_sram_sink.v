// tw_sram_sink: Writes words to a single-port memory, in lanes of 32 bits; pointers count 32-bit words.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_sram_sink (
  input  wire        clk,            // Rising edge.
  input  wire        rst_n,          // Active low.
  input  wire        clear,          // Returns every register to its reset value.
  input  wire        unit_valid,     // There is a unit.
  output wire        unit_ready,     // The unit is taken.
  input  wire [7:0]  unit_data,      // The bytes of the unit, first lowest; idle above those of trace.
  // Nothing more will come: a partial word is filled with idle bytes, a unit a cycle, and written.
  input  wire        flush,
  input  wire        stop_on_wrap,   // teStopOnWrap.
  input  wire        enable,         // teEnable.
  // With teStopOnWrap: the word after which teRamWP wraps is written in this cycle. From the next cycle on
  // teEnable and teInstTracing are 0 (in a funnel tfEnable, in a recorder tvEnable).
  output wire        stop,
  output wire        empty,          // No partial word is held.
  input  wire [11:0] bus_addr,       // Byte offset of the register; it is there a cycle before the access acts.
  input  wire        bus_write,      // The register is written in this cycle.
  input  wire        bus_prepare,    // The register will be read in the next cycle.
  input  wire        bus_read,       // The register is read in this cycle.
  input  wire [31:0] bus_wdata,      // The value written.
  input  wire [3:0]  bus_strobe,     // The bytes of the register that are written: teRamData takes four or none.
  input  wire [9:0]  bus_write_at,   // What a write to teRamWP makes of the register.
  output wire        bus_at_memory,  // teRamData is addressed.
  // The value of teRamData; apart from other registers, because a memory answers late in the cycle.
  output wire [31:0] bus_memory,
  // teRamLimit: byte address of the last word; bits that the memory's addresses do not have mean nothing.
  input  wire [9:0]  te_ram_limit,
  output wire [7:0]  te_ram_wp,      // teRamWP, in 32-bit words.
  output wire        te_wrap,        // teWrap.
  output wire [7:0]  te_ram_rp       // teRamRP, in 32-bit words.
);

  localparam [11:0] TE_RAM_WP   = 12'h1c;
  localparam [11:0] TE_RAM_RP   = 12'h20;
  localparam [11:0] TE_RAM_DATA = 12'h24;
  localparam        ALL_LANES   = 1'b1;

  reg         write_lanes;
  wire        gather_word_valid;
  wire [7:0]  gather_word_data_0;
  wire [7:0]  gather_word_data_1;
  wire [7:0]  gather_word_data_2;
  wire [7:0]  gather_word_data_3;
  wire        pointers_bus_reads;
  wire        pointers_load_write;
  wire        pointers_load_read;
  wire [7:0]  pointers_position;
  wire        pointers_wraps;
  reg         stopped_q, stopped_d;  // The buffer has filled with teStopOnWrap set: words that come are discarded.
  reg         was_enabled_q;
  reg         at_data_q;
  reg         at_write_q;
  reg         at_read_q;
  wire        bus_stores;
  wire        bus_has_port;
  wire        write;
  wire [31:0] stored;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      stopped_q <= 1'b0;
      was_enabled_q <= 1'b0;
      at_data_q <= 1'b0;
      at_write_q <= 1'b0;
      at_read_q <= 1'b0;
    end else begin
      stopped_q <= stopped_d;
      was_enabled_q <= enable;
      // Which register the access is to, found a cycle before it acts; and whether the bus has the memory's port.
      at_data_q <= bus_addr == TE_RAM_DATA;
      at_write_q <= bus_addr == TE_RAM_WP;
      at_read_q <= bus_addr == TE_RAM_RP;
    end
  end

  assign bus_stores = bus_write && at_data_q && (&bus_strobe);
  assign bus_has_port = (bus_prepare || bus_write) && at_data_q;
  assign write = gather_word_valid && !bus_has_port && !stopped_q;

  always @(*) begin
    write_lanes = 1'b0;
    if (write) begin
      write_lanes = ALL_LANES;
    end
    if (bus_stores) begin
      write_lanes = 1'b1;
    end
  end

  assign stored = bus_stores
      ? bus_wdata
      : {gather_word_data_3, gather_word_data_2, gather_word_data_1, gather_word_data_0};
  assign pointers_bus_reads = bus_read && at_data_q;
  assign pointers_load_write = bus_write && at_write_q;
  assign pointers_load_read = bus_write && at_read_q;
  assign stop = write && pointers_wraps && stop_on_wrap;

  always @(*) begin
    stopped_d = stopped_q;
    if (stop) begin
      stopped_d = 1'b1;
    end
    if ((enable && !was_enabled_q) || clear) begin
      stopped_d = 1'b0;
    end
  end

  assign bus_at_memory = at_data_q;

  // Words are gathered from what the source gives.
  tw_gather gather (
    .clk         (clk),
    .rst_n       (rst_n),
    .clear       (clear),
    .unit_valid  (unit_valid),
    .unit_ready  (unit_ready),
    .unit_data   (unit_data),
    .flush       (flush),
    .word_valid  (gather_word_valid),
    .word_ready  (!bus_has_port),
    .word_data_0 (gather_word_data_0),
    .word_data_1 (gather_word_data_1),
    .word_data_2 (gather_word_data_2),
    .word_data_3 (gather_word_data_3),
    .empty       (empty)
  );

  tw_ram #(.WIDTH(32), .ADDRESS(8)) memory (
    .clk        (clk),
    .write      (write_lanes),
    .address    (pointers_position),
    .write_data (stored),
    .read_data  (bus_memory)
  );

  // The pointers say where a word goes, and when the memory is full.
  tw_pointers pointers (
    .clk            (clk),
    .rst_n          (rst_n),
    .clear          (clear),
    .write          (write),
    .bus_has_port   (bus_has_port),
    .bus_stores     (bus_stores),
    .bus_reads      (pointers_bus_reads),
    .load_write     (pointers_load_write),
    .load_read      (pointers_load_read),
    .bus_wdata      (bus_wdata[9:0]),
    .bus_strobe     (bus_strobe[1:0]),
    .bus_write_at   (bus_write_at),
    .te_ram_limit   (te_ram_limit),
    .position       (pointers_position),
    .wraps          (pointers_wraps),
    .write_position (te_ram_wp),
    .read_position  (te_ram_rp),
    .te_wrap        (te_wrap)
  );

endmodule

`default_nettype wire
