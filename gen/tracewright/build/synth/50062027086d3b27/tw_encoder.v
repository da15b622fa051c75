// tw_encoder: The encoder: from the trace ingress port to trace.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_encoder (
  input  wire        clk,           // Rising edge.
  input  wire        rst_n,         // Active low.
  input  wire [2:0]  itype,         // Ingress: how each block ends.
  input  wire [31:0] iaddr,         // Ingress: address of each block's first instruction.
  input  wire        iretire,       // Ingress: what retired in each block.
  input  wire        ilastsize,     // Ingress: the last instruction of each block is 2^ilastsize half-words.
  input  wire        halted,        // Ingress: the hart is halted in debug mode.
  output wire        stall,         // The blocks at the port are not taken in this cycle.
  input  wire        active,        // teActive.
  input  wire        enable,        // teEnable.
  input  wire        tracing,       // teInstTracing.
  input  wire [1:0]  sync_mode,     // teSyncMode.
  input  wire [3:0]  sync_max,      // teSyncMax.
  output wire        error_sent,    // Error enters the queue.
  // teInstStallEn (Trace Control ch. 5). With 1 the hart waits while the queue may lack room: nothing is
  // lost. With 0 a row that the queue has no room for is lost, and an Error says so (events/entries.rs).
  input  wire        stall_enable,
  output wire        empty,         // Nothing is held.
  output wire        trace_valid,   // There is a chunk of trace.
  input  wire        trace_ready,   // The chunk of trace is taken.
  output wire [7:0]  trace_data     // The chunk of trace, first byte lowest.
);

  // The queue has room for every row that can come before its room is seen again: `stall` can be low.
  wire        ample;
  wire        ingress_block_valid;
  wire        ingress_block_has_addr;
  wire        ingress_block_branch;
  wire        ingress_block_taken;
  wire        ingress_block_jump;
  wire [1:0]  ingress_block_btype;
  wire [1:0]  ingress_block_half_words;
  wire [30:0] ingress_block_addr;
  wire        ingress_cycle_pause_halted;
  wire        events_entry_valid;
  wire [3:0]  events_entry_kind;
  wire [5:0]  events_entry_fixed;
  wire [21:0] events_entry_count;
  wire [30:0] events_entry_addr;
  wire [31:0] events_entry_hist;
  wire        events_owing;
  wire [1:0]  queue_room;
  wire        queue_may_restart;
  wire        queue_empty;
  wire        queue_out_valid;
  wire [3:0]  queue_entry_out_kind;
  wire [5:0]  queue_entry_out_fixed;
  wire [21:0] queue_entry_out_count;
  wire [30:0] queue_entry_out_addr;
  wire [31:0] queue_entry_out_hist;
  wire        messages_entry_ready;
  wire        messages_empty;

  // Three rows can come before the room is seen again: of the blocks taken in the cycle before, of those at the
  // port, and of a stop. To them come rows of blocks that wait in `ahead`, and one on its way from `events`.
  assign ample = &queue_room;
  assign stall = active && stall_enable && !ample;
  assign empty = !events_owing && queue_empty && messages_empty;

  tw_ingress ingress (
    .clk                (clk),
    .rst_n              (rst_n),
    .stall              (stall),
    .itype              (itype),
    .iaddr              (iaddr),
    .iretire            (iretire),
    .ilastsize          (ilastsize),
    .halted             (halted),
    .block_valid        (ingress_block_valid),
    .block_has_addr     (ingress_block_has_addr),
    .block_branch       (ingress_block_branch),
    .block_taken        (ingress_block_taken),
    .block_jump         (ingress_block_jump),
    .block_btype        (ingress_block_btype),
    .block_half_words   (ingress_block_half_words),
    .block_addr         (ingress_block_addr),
    .cycle_pause_halted (ingress_cycle_pause_halted)
  );

  tw_events events (
    .clk                (clk),
    .rst_n              (rst_n),
    .block_valid        (ingress_block_valid),
    .block_has_addr     (ingress_block_has_addr),
    .block_branch       (ingress_block_branch),
    .block_taken        (ingress_block_taken),
    .block_jump         (ingress_block_jump),
    .block_btype        (ingress_block_btype),
    .block_half_words   (ingress_block_half_words),
    .block_addr         (ingress_block_addr),
    .cycle_pause_halted (ingress_cycle_pause_halted),
    .active             (active),
    .enable             (enable),
    .tracing            (tracing),
    .sync_mode          (sync_mode),
    .sync_max           (sync_max),
    .error_sent         (error_sent),
    .room               (queue_room),
    .ample              (ample),
    .may_restart        (queue_may_restart),
    .entry_valid        (events_entry_valid),
    .entry_kind         (events_entry_kind),
    .entry_fixed        (events_entry_fixed),
    .entry_count        (events_entry_count),
    .entry_addr         (events_entry_addr),
    .entry_hist         (events_entry_hist),
    .owing              (events_owing)
  );

  tw_queue queue (
    .clk             (clk),
    .rst_n           (rst_n),
    .clear           (!active),
    .in_valid        (events_entry_valid),
    .entry_in_kind   (events_entry_kind),
    .entry_in_fixed  (events_entry_fixed),
    .entry_in_count  (events_entry_count),
    .entry_in_addr   (events_entry_addr),
    .entry_in_hist   (events_entry_hist),
    .room            (queue_room),
    .may_restart     (queue_may_restart),
    .empty           (queue_empty),
    .out_valid       (queue_out_valid),
    .out_ready       (messages_entry_ready),
    .entry_out_kind  (queue_entry_out_kind),
    .entry_out_fixed (queue_entry_out_fixed),
    .entry_out_count (queue_entry_out_count),
    .entry_out_addr  (queue_entry_out_addr),
    .entry_out_hist  (queue_entry_out_hist)
  );

  tw_output messages (
    .clk         (clk),
    .rst_n       (rst_n),
    .clear       (!active),
    .entry_valid (queue_out_valid),
    .entry_ready (messages_entry_ready),
    .entry_kind  (queue_entry_out_kind),
    .entry_fixed (queue_entry_out_fixed),
    .entry_count (queue_entry_out_count),
    .entry_addr  (queue_entry_out_addr),
    .entry_hist  (queue_entry_out_hist),
    .trace_valid (trace_valid),
    .trace_ready (trace_ready),
    .trace_data  (trace_data),
    .empty       (messages_empty)
  );

endmodule

`default_nettype wire
