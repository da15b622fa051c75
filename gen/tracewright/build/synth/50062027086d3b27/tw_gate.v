// tw_gate: Says whether blocks of this cycle are traced, and when a correlation is due (N-Trace 8.5, N-Trace
//   Table 26; Trace Control ch. 15).
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_gate (
  input  wire       clk,           // Rising edge.
  input  wire       rst_n,         // Active low.
  input  wire       active,        // teActive.
  input  wire       enable,        // teEnable.
  input  wire       tracing,       // teInstTracing.
  input  wire       pause_halted,  // The hart is halted in debug mode.
  output wire       on,            // Tracing is on.
  output wire       was_on,        // Tracing was on in the cycle before.
  // Tracing stops in this cycle, or N-Trace Table 26 has a message for tracing that is disabled.
  output wire       stop,
  output reg  [2:0] evcode,        // EVCODE of that message.
  output reg  [2:0] start_code     // SYNC of a trace that starts in this cycle.
);

  localparam [2:0] SYNC_EXIT_FROM_DEBUG = 3'd3;
  localparam [2:0] SYNC_TRACE_ENABLE    = 3'd5;
  localparam [2:0] EVCODE_DEBUG         = 3'd0;
  localparam [2:0] EVCODE_DISABLED      = 3'd4;

  reg  on_before_q;
  reg  was_enabled_q;
  reg  was_halted_q;
  reg  seen_halted_q;    // The hart is halted in debug mode.
  wire selected;
  wire is_on;
  wire starts_disabled;
  wire stops_disabled;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      on_before_q <= 1'b0;
      was_enabled_q <= 1'b0;
      was_halted_q <= 1'b0;
      seen_halted_q <= 1'b0;
    end else begin
      on_before_q <= active && is_on;
      was_enabled_q <= active && enable;
      was_halted_q <= pause_halted;
      // Only a halt is forgotten: a trace stops by a halt or low power, whose SYNC goes before that of a reset.
      seen_halted_q <= selected && (seen_halted_q || pause_halted);
    end
  end

  assign selected = active && enable && tracing;
  assign is_on = selected && !pause_halted;
  assign on = is_on;
  assign was_on = on_before_q;

  // N-Trace Table 26: "Trace starts disabled", "Hart stops with trace disabled".
  assign starts_disabled = !tracing && enable && !was_enabled_q;
  assign stops_disabled = !tracing && enable && pause_halted && !was_halted_q;
  assign stop = active && ((on_before_q && !is_on) || starts_disabled || stops_disabled);

  // EVCODE (N-Trace 7.12): 4 in the cycle in which teEnable rises, even if the hart is halted or in low power.
  always @(*) begin
    if (pause_halted && was_enabled_q) begin
      evcode = EVCODE_DEBUG;
    end else begin
      evcode = EVCODE_DISABLED;
    end
  end

  always @(*) begin
    if (seen_halted_q) begin
      start_code = SYNC_EXIT_FROM_DEBUG;
    end else begin
      start_code = SYNC_TRACE_ENABLE;
    end
  end

endmodule

`default_nettype wire
