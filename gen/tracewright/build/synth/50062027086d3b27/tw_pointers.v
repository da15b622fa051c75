// tw_pointers: Two pointers count 32-bit words from 0, where the SRAM's buffer begins: teRamBase reads 0, or
//   is that of the system-memory sink.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_pointers (
  input  wire       clk,             // Rising edge.
  input  wire       rst_n,           // Active low.
  input  wire       clear,           // Returns teRamWP, teWrap and teRamRP to their reset values.
  // A word of trace is written in this cycle, in which the bus does not have the port.
  input  wire       write,
  input  wire       bus_has_port,    // The bus has the memory's port in this cycle.
  input  wire       bus_stores,      // The bus writes.
  // teRamData is read in this cycle: the one after that in which the bus had the port.
  input  wire       bus_reads,
  input  wire       load_write,      // teRamWP is written in this cycle.
  input  wire       load_read,       // teRamRP is written in this cycle.
  input  wire [9:0] bus_wdata,       // The value written.
  input  wire [1:0] bus_strobe,      // The bytes of the register that are written.
  input  wire [9:0] bus_write_at,    // teRamWP as that write leaves it, with the bytes that are not written.
  input  wire [9:0] te_ram_limit,    // teRamLimit.
  output wire [7:0] position,        // Where this cycle writes or reads.
  // teRamWP wraps after the word that is written in this cycle; means nothing while the bus has the port.
  output wire       wraps,
  output wire [7:0] write_position,  // teRamWP.
  output wire [7:0] read_position,   // teRamRP.
  output wire       te_wrap          // teWrap.
);

  localparam integer TE_RAM_WP_TE_WRAP = 0;
  localparam [8:0]   SIZE              = 9'h100;
  localparam [8:0]   STEP              = 9'd1;

  reg  [7:0] counted_write;
  reg  [7:0] loaded_write;
  reg  [7:0] counted_read;
  reg  [7:0] loaded_read;
  reg  [7:0] write_at_q, write_at_d;
  reg        wrapped_q, wrapped_d;
  reg  [7:0] read_at_q, read_at_d;
  // If the bus had the port in the cycle before: teRamRP was then at the last 32 bits of the buffer.
  reg        ends_q;
  reg        stored_q;                // All of teRamData was written in the cycle before.
  wire [9:0] read_merge_old;
  wire [9:0] read_merge_merged;
  wire [7:0] pointer;
  wire       at_limit;
  wire [8:0] above;
  wire       starts_again;
  wire       step_read;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      write_at_q <= 8'd0;
      wrapped_q <= 1'b0;
      read_at_q <= 8'd0;
      ends_q <= 1'b0;
      stored_q <= 1'b0;
    end else begin
      write_at_q <= write_at_d;
      wrapped_q <= wrapped_d;
      read_at_q <= read_at_d;
      // Whether teRamRP is at the last 32 bits of the word at the limit, if this is the bus's cycle.
      ends_q <= at_limit;
      stored_q <= bus_stores;
    end
  end

  assign pointer = bus_has_port ? read_at_q : write_at_q;
  assign position = pointer;
  assign at_limit = !(|(pointer ^ te_ram_limit[9:2]));
  assign above = {1'b0, write_at_q} + STEP;
  assign starts_again = at_limit || (|(above & SIZE));
  assign wraps = starts_again;
  assign step_read = stored_q || bus_reads;

  // Each pointer is what was counted or what was written, or 0: one lookup table a bit.
  always @(*) begin
    counted_write = 8'd0;
    if (!at_limit && !load_write && !clear) begin
      counted_write = above[7:0];
    end
  end

  always @(*) begin
    loaded_write = 8'd0;
    if (load_write && !clear) begin
      loaded_write = bus_write_at[9:2];
    end
  end

  always @(*) begin
    write_at_d = write_at_q;
    if (write || load_write || clear) begin
      write_at_d = counted_write | loaded_write;
    end
  end

  always @(*) begin
    counted_read = 8'd0;
    if (!ends_q && !load_read && !clear) begin
      counted_read = read_at_q + 8'd1;
    end
  end

  assign read_merge_old = {read_at_q, 2'd0};

  always @(*) begin
    loaded_read = 8'd0;
    if (load_read && !clear) begin
      loaded_read = read_merge_merged[9:2];
    end
  end

  always @(*) begin
    read_at_d = read_at_q;
    if (step_read || load_read || clear) begin
      read_at_d = counted_read | loaded_read;
    end
  end

  always @(*) begin
    wrapped_d = wrapped_q;
    if (write && starts_again) begin
      wrapped_d = 1'b1;
    end
    if (load_write) begin
      wrapped_d = bus_write_at[TE_RAM_WP_TE_WRAP];
    end
    if (clear) begin
      wrapped_d = 1'b0;
    end
  end

  assign write_position = write_at_q;
  assign read_position = read_at_q;
  assign te_wrap = wrapped_q;

  tw_merge read_merge (
    .old    (read_merge_old),
    .wdata  (bus_wdata),
    .strobe (bus_strobe),
    .merged (read_merge_merged)
  );

  // Bits that nothing reads.
  wire unused = &{1'b0, bus_write_at[1], te_ram_limit[1:0], read_merge_merged[1:0], 1'b0};

endmodule

`default_nettype wire
