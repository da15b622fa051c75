// tw_access: Takes each access through its four cycles.
// Made by tracewright 0.1.0 from configuration bc392f74 (preset micro). Do not edit.
`default_nettype none

module tw_access (
  input  wire        clk,            // Rising edge.
  input  wire        rst_n,          // Active low.
  input  wire        request,        // There is an access; it and what it asks for hold until it is done.
  input  wire        access_write,   // The access is a write, else a read.
  input  wire [9:0]  access_addr,    // Offset of the register, divided by 4.
  input  wire [31:0] access_wdata,   // Data to write.
  input  wire [3:0]  access_strobe,  // Bytes of the data to write.
  output reg         done,           // The access ends with this cycle.
  output reg  [31:0] rdata,          // What was read: with `done`, and until the next read ends.
  output wire [11:0] bus_addr,       // Byte offset of the register.
  output reg         bus_write,      // The register is written in this cycle.
  output wire [31:0] bus_wdata,      // The value written.
  output wire [3:0]  bus_strobe,     // The bytes of the value that are written.
  input  wire [31:0] bus_rdata,      // The register's value, 0 where there is none, or where it is a memory's.
  output reg         bus_prepare,    // The register will be read in the next cycle.
  output reg         bus_read,       // The register is read in this cycle.
  input  wire        bus_at_memory,  // The register that is addressed is a memory's.
  input  wire [31:0] bus_memory      // The memory's value.
);

  localparam [1:0] ACCESS_STATE_IDLE   = 2'd0;
  localparam [1:0] ACCESS_STATE_ACT    = 2'd1;
  localparam [1:0] ACCESS_STATE_ANSWER = 2'd2;
  localparam [1:0] ACCESS_STATE_DONE   = 2'd3;

  reg  [1:0]  step_q, step_d;
  reg  [31:0] answer_q, answer_d;
  // What memory answered; it answers late in the cycle, so nothing is in front of this register.
  reg  [31:0] memory_q, memory_d;
  reg         at_memory_q, at_memory_d;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      step_q <= ACCESS_STATE_IDLE;
      answer_q <= 32'd0;
      memory_q <= 32'd0;
      at_memory_q <= 1'b0;
    end else begin
      step_q <= step_d;
      answer_q <= answer_d;
      memory_q <= memory_d;
      at_memory_q <= at_memory_d;
    end
  end

  assign bus_addr = {access_addr, 2'd0};
  assign bus_wdata = access_wdata;
  assign bus_strobe = access_strobe;

  always @(*) begin
    step_d = step_q;
    answer_d = answer_q;
    memory_d = memory_q;
    at_memory_d = at_memory_q;
    bus_write = 1'b0;
    bus_prepare = 1'b0;
    bus_read = 1'b0;
    done = 1'b0;
    case (step_q)
      ACCESS_STATE_IDLE: begin
        if (request) begin
          step_d = ACCESS_STATE_ACT;
        end
      end
      ACCESS_STATE_ACT: begin
        bus_write = access_write && (|access_strobe);
        bus_prepare = !access_write;
        step_d = ACCESS_STATE_ANSWER;
      end
      ACCESS_STATE_ANSWER: begin
        bus_read = !access_write;
        if (!access_write) begin
          answer_d = bus_rdata;
          memory_d = bus_memory;
          at_memory_d = bus_at_memory;
        end
        step_d = ACCESS_STATE_DONE;
      end
      default: begin
        done = 1'b1;
        step_d = ACCESS_STATE_IDLE;
      end
    endcase
  end

  always @(*) begin
    rdata = answer_q;
    if (at_memory_q) begin
      rdata = memory_q;
    end
  end

endmodule

`default_nettype wire
