// tw_queue: A first-in first-out queue of rows: the entries of a cycle, the oldest first.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_queue (
  input  wire        clk,              // Rising edge.
  input  wire        rst_n,            // Active low.
  input  wire        clear,            // Forgets everything.
  // By block: its entry enters. All of a cycle are one row, for which there must be room.
  input  wire        in_valid,
  input  wire [3:0]  entry_in_kind,    // Which main message the entry has, in which form.
  // The fixed-length fields of the main message: SYNC, RCODE, ETYPE or EVCODE in bits 3-0, B-TYPE in bits 1-0
  // or above SYNC, CDF above EVCODE.
  input  wire [5:0]  entry_in_fixed,
  input  wire [21:0] entry_in_count,   // The count of the main message.
  input  wire [30:0] entry_in_addr,    // The address of the main message.
  input  wire [31:0] entry_in_hist,    // The history of the main message.
  output wire [1:0]  room,             // Rows that there is room for; 3 stands for more as well.
  // There is room for a restart after a loss, and nothing has entered in the cycle before.
  output wire        may_restart,
  output wire        empty,            // There is no entry.
  output wire        out_valid,        // There is an entry to take.
  input  wire        out_ready,        // The entry leaves.
  output wire [3:0]  entry_out_kind,   // Which main message the entry has, in which form.
  // The fixed-length fields of the main message: SYNC, RCODE, ETYPE or EVCODE in bits 3-0, B-TYPE in bits 1-0
  // or above SYNC, CDF above EVCODE.
  output wire [5:0]  entry_out_fixed,
  output wire [21:0] entry_out_count,  // The count of the main message.
  output wire [30:0] entry_out_addr,   // The address of the main message.
  output wire [31:0] entry_out_hist    // The history of the main message.
);

  localparam [3:0] DEPTH             = 4'd8;
  localparam [3:0] RESTART_ROOM      = 4'd4;
  localparam [3:0] RESTART_ROOM_LESS = 4'd3;

  wire        enters;                    // A row enters: from the next cycle on it takes room.
  wire [3:0]  oldest_kind;               // Which main message the entry has, in which form.
  // The fixed-length fields of the main message: SYNC, RCODE, ETYPE or EVCODE in bits 3-0, B-TYPE in bits 1-0
  // or above SYNC, CDF above EVCODE.
  wire [5:0]  oldest_fixed;
  wire [21:0] oldest_count;              // The count of the main message.
  wire [30:0] oldest_addr;               // The address of the main message.
  wire [31:0] oldest_hist;               // The history of the main message.
  wire        pops_entry;                // An entry leaves the memories.
  wire        pops_row;                  // The last entry of a row leaves the memories.
  wire [63:0] main_data;
  wire [63:0] main_out;
  reg  [2:0]  write_row_q, write_row_d;
  reg  [2:0]  read_row_q, read_row_d;
  reg  [3:0]  free_q, free_d;            // Rows that are free.
  reg  [1:0]  shown_q, shown_d;          // The register of `room`: the rows that are free, at most 3.
  reg         holds_q, holds_d;          // The memories have an entry.
  reg         has_restart_room_q;        // There is room for a restart.
  // A row was popped in the cycle before: a register, so that no path leads from what makes messages into the
  // room.
  reg         frees_row_q, frees_row_d;
  wire [2:0]  next_row;
  wire        is_only;
  wire        remains;
  wire [3:0]  more;
  wire [3:0]  less;
  wire        is_more;
  wire        is_less;
  wire        is_enough;
  wire        is_enough_freed;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      write_row_q <= 3'd0;
      read_row_q <= 3'd0;
      free_q <= 4'd8;
      shown_q <= 2'd3;
      holds_q <= 1'b0;
      has_restart_room_q <= 1'b0;
      frees_row_q <= 1'b0;
    end else begin
      write_row_q <= write_row_d;
      read_row_q <= read_row_d;
      free_q <= free_d;
      shown_q <= shown_d;
      holds_q <= holds_d;
      has_restart_room_q <= !enters && (frees_row_q ? is_enough_freed : is_enough);
      frees_row_q <= frees_row_d;
    end
  end

  assign enters = in_valid;

  always @(*) begin
    write_row_d = write_row_q;
    read_row_d = read_row_q;
    free_d = free_q;
    shown_d = shown_q;
    if (in_valid) begin
      write_row_d = write_row_q + 3'd1;
    end
    frees_row_d = pops_row;
    if (pops_row) begin
      read_row_d = next_row;
    end
    holds_d = in_valid || remains;
    if (is_more) begin
      free_d = more;
      if (more > 4'd3) begin
        shown_d = 2'd3;
      end else begin
        shown_d = more[1:0];
      end
    end else if (is_less) begin
      free_d = less;
      if (less > 4'd3) begin
        shown_d = 2'd3;
      end else begin
        shown_d = less[1:0];
      end
    end
    // `has_restart_room` is not here: it is found from `free` in every cycle.
    if (clear) begin
      write_row_d = 3'd0;
      read_row_d = 3'd0;
      free_d = DEPTH;
      shown_d = 2'd3;
      holds_d = 1'b0;
      frees_row_d = 1'b0;
    end
  end

  // Kind, fixed-length fields, count and HIST fill all 64 bits: 4 + 6 + 22 + 32.
  assign main_data = {entry_in_hist, entry_in_count, entry_in_fixed, entry_in_kind};
  assign oldest_kind = main_out[3:0];
  assign oldest_fixed = main_out[9:4];
  assign oldest_count = main_out[31:10];
  assign oldest_hist = main_out[63:32];
  assign pops_entry = holds_q && out_ready;
  assign empty = !holds_q;
  assign out_valid = holds_q;
  assign entry_out_kind = oldest_kind;
  assign entry_out_fixed = oldest_fixed;
  assign entry_out_count = oldest_count;
  assign entry_out_addr = oldest_addr;
  assign entry_out_hist = oldest_hist;
  assign pops_row = pops_entry;
  assign next_row = read_row_q + 3'd1;
  assign is_only = next_row == write_row_q;
  assign remains = holds_q && !(pops_row && is_only);
  assign more = free_q + 4'd1;
  assign less = free_q - 4'd1;
  assign is_more = frees_row_q && !enters;
  assign is_less = enters && !frees_row_q;

  // A row that enters makes `has_restart_room` 0 and is not subtracted: while a restart is waited for, none does.
  assign is_enough = free_q >= RESTART_ROOM;
  assign is_enough_freed = free_q >= RESTART_ROOM_LESS;
  assign room = shown_q;
  assign may_restart = has_restart_room_q;

  tw_column_d64 main (
    .clk          (clk),
    .data         (main_data),
    .write_enable (in_valid),
    .write_row    (write_row_q),
    .read_row     (read_row_q),
    .out          (main_out)
  );

  tw_column_d31 addr (
    .clk          (clk),
    .data         (entry_in_addr),
    .write_enable (in_valid),
    .write_row    (write_row_q),
    .read_row     (read_row_q),
    .out          (oldest_addr)
  );

endmodule

`default_nettype wire
