// SPDX-License-Identifier: Apache-2.0
//! Lines of the Verilog of the control interface, and what they would say if they were wrong.

/// Bus, module, what it says, what it says wrongly.
pub type Fault = (&'static str, &'static str, &'static str, &'static str);

/// What a small encoder needs for every unit of the control interface.
pub const EVERY_UNIT: &[&str] = &[
    "sram_bytes=256",
    "itype_width=4",
    "build.ingress.triggers=true",
    "build.encoder.context=true",
    "build.encoder.external_triggers=2",
    "build.encoder.trigger_outputs=2",
    "build.encoder.implicit_return=count",
    "build.timestamp.source=core",
    "build.timestamp.width=64",
    "build.timestamp.broadcast=true",
    "build.bus.lock=true",
    "build.power.delay=5",
    "build.power.clock_request=true",
];

/// Names of the buses, and what their builds have besides.
pub const INTERFACES: &[(&str, &[&str])] = &[
    ("APB4", &["build.bus.kind=apb4"]),
    ("AXI4-Lite", &["build.bus.kind=axi4-lite", "build.bus.own_clock=true", "build.timestamp.own_clock=true"]),
    ("Wishbone", &["build.bus.kind=wishbone", "build.timestamp.source=external", "build.sink.sram_macro=true"]),
    ("TileLink", &["build.bus.kind=tilelink-ul", "build.timestamp.own_clock=true", "build.power.delay=60"]),
];

/// Faults of the control interface.
pub const FAULTS: &[Fault] = &[
    // Transfers end at once.
    ("APB4", "tw_apb4", "assign pready = done || !aligned;", "assign pready = 1'b1;"),
    // An unaligned access is no error.
    ("APB4", "tw_apb4", "psel && penable && !aligned;", "1'b0;"),
    // An unaligned access is carried out.
    ("APB4", "tw_apb4", "assign request = psel && aligned;", "assign request = psel;"),
    // An error reads what was read before.
    ("APB4", "tw_apb4", "if (aligned) begin", "if (1'b1) begin"),
    // The answer to a write does not wait.
    ("AXI4-Lite", "tw_axi4_lite", "if (written_q && s_axi_bready) begin", "if (written_q) begin"),
    // What is read does not wait.
    ("AXI4-Lite", "tw_axi4_lite", "if (has_read_q && s_axi_rready) begin", "if (has_read_q) begin"),
    // A write is answered before it is taken.
    ("AXI4-Lite", "tw_axi4_lite", "assign s_axi_bvalid = written_q;", "assign s_axi_bvalid = written_q || writing_q;"),
    // Reads are never answered.
    ("AXI4-Lite", "tw_axi4_lite", "has_read_d = 1'b1;", "has_read_d = 1'b0;"),
    // Reads are errors.
    ("AXI4-Lite", "tw_axi4_lite", "assign s_axi_rresp = 2'd0;", "assign s_axi_rresp = 2'd2;"),
    // A write goes where a read would.
    ("AXI4-Lite", "tw_axi4_lite", "address_d = s_axi_awaddr[11:2];", "address_d = s_axi_araddr[11:2];"),
    // A strobe without a bus cycle is answered.
    ("Wishbone", "tw_wishbone", "assign asked = wb_cyc && wb_stb;", "assign asked = wb_stb;"),
    // An error is answered twice over.
    ("Wishbone", "tw_wishbone", "assign wb_ack = busy_q && done", "assign wb_ack = refused_q || busy_q && done"),
    // An unaligned access is never answered.
    ("Wishbone", "tw_wishbone", "assign wb_err = refused_q;", "assign wb_err = 1'b0;"),
    // All bytes are written.
    ("Wishbone", "tw_wishbone", "strobe = wb_sel;", "strobe = 4'd15;"),
    // The answer has the source of the next request.
    ("TileLink", "tw_tile_link", "assign tl_d_source = source_q[3:0];", "assign tl_d_source = tl_a_source;"),
    // The answer does not wait.
    ("TileLink", "tw_tile_link", "if (tl_d_ready) begin", "if (1'b1) begin"),
    // What can't be done is done.
    ("TileLink", "tw_tile_link", "      && aligned\n", ""),
    // An error is none.
    ("TileLink", "tw_tile_link", "denied_d = !served;", "denied_d = 1'b0;"),
    // An answer without data is corrupt.
    ("TileLink", "tw_tile_link", "denied_q && with_data;", "denied_q;"),
    // Every answer is that to a write.
    ("TileLink", "tw_tile_link", "tl_d_opcode = 3'd1;", "tl_d_opcode = 3'd0;"),
    // A write of no byte acts.
    ("APB4", "tw_access", "free && access_write && (|access_strobe);", "free && access_write;"),
    // Locked registers can be read.
    ("APB4", "tw_access", "if (!free) begin", "if (1'b0) begin"),
    // A pointer takes a byte that is not written.
    ("APB4", "tw_merge", "strobe[0] ? wdata[7:0] : old[7:0];", "wdata[7:0];"),
    // An access is done too early.
    ("APB4", "tw_access", "step_d = ACCESS_STATE_ANSWER;", "step_d = ACCESS_STATE_DONE;"),
    // teActive is followed too early.
    ("APB4", "tw_power", "(count_q + 16'd1) & MASK;", "(count_q + 16'd2) & MASK;"),
    // The bytes of a write get lost on their way to the encoder's clock.
    ("AXI4-Lite", "tw_requester", "held_strobe_d = access_strobe;", "held_strobe_d = 4'd15;"),
    // An access comes twice.
    ("AXI4-Lite", "tw_responder", "if (asking_sync_q && !made_q) begin", "if (asking_sync_q) begin"),
    // What crosses between clocks is a cycle early.
    ("APB4", "tw_synchronizer_init0", "second_q <= first_q;", "second_q <= d;"),
    // The lock is, or opens, a cycle early.
    ("APB4", "tw_synchronizer_init1", "second_q <= first_q;", "second_q <= d;"),
    // A memory outside gets another word.
    (
        "Wishbone",
        "tw_sram_sink",
        "sram_write_data = write_data;",
        "sram_write_data = {write_data[30:0], write_data[31]};",
    ),
    // What such a memory reads is another word.
    ("Wishbone", "tw_sram_sink", "read_data = sram_read_data;", "read_data = ~sram_read_data;"),
    // A lock leaves what such a memory holds.
    ("Wishbone", "tw_sram_sink", "bus_has_port || scrub_active;", "bus_has_port;"),
    // Such a memory is not asked for what a register shows.
    ("Wishbone", "tw_sram_sink", "write || bus_has_port ||", "write ||"),
    // An external trigger is gone when a stall ends.
    ("APB4", "tw_trigger_inputs", "(waiting_0_q && stall);", "1'b0;"),
    // A level is taken for an edge.
    ("APB4", "tw_trigger_inputs", "(level_sync_1_q && !before_1_q)", "level_sync_1_q"),
    // The second output fires when tracing starts, though it is asked to when it stops.
    ("APB4", "tw_trigger_outputs", "before_q && (|(event_1 & STOP))", "before_q && (|(event_1 & START))"),
    // tsReset does nothing where the time has its own clock.
    ("AXI4-Lite", "tw_time_receiver", "toggle_q <= toggle_q ^ resets;", "toggle_q <= toggle_q;"),
    // A time that crosses is not held.
    ("AXI4-Lite", "tw_time_sender", "if (acknowledge_sync_q == requested_q) begin", "if (1'b1) begin"),
    // tsPrescale 2 is taken for 3.
    ("TileLink", "tw_time_sender", "source_prescale = 2'd2;", "source_prescale = 2'd3;"),
    // The counter runs while the hart is halted.
    ("APB4", "tw_time_source", "if (count && (debug || !halted)) begin", "if (count) begin"),
    // The prescaler goes on when the counter returns to 0.
    ("APB4", "tw_time_source", "    if (restart) begin\n      divider_d = 6'd0;\n", "    if (restart) begin\n"),
    // The time that leaves is a cycle early.
    ("APB4", "tw_time_source", "sent_q <= current_q;", "sent_q <= current_d;"),
    // tsUpper is kept by a read of any register.
    ("Wishbone", "tw_timestamp", "if (bus_read && (bus_addr == TS_LOWER)) begin", "if (bus_read) begin"),
    // Stop on wrap leaves teEnable as it is.
    ("APB4", "tw_registers", "if (te_enable_clear) begin", "if (1'b0) begin"),
    // Enabling leaves teInstStallOrOverflow as it is.
    ("APB4", "tw_registers", "if (te_enable_rises) begin", "if (1'b0) begin"),
    // The lock leaves the timestamp unit active.
    (
        "APB4",
        "tw_registers",
        "if (locked) begin\n        ts_active_q <= 1'b0;",
        "if (1'b0) begin\n        ts_active_q <= 1'b0;",
    ),
    // A lock clears the memory again and again.
    ("Wishbone", "tw_sram_scrub", "if (locked && !was_locked_q) begin", "if (locked) begin"),
    // What it has not reached can be read.
    ("APB4", "tw_sram_scrub", "assign blank = was_blank_q;", "assign blank = 1'b0;"),
    // The third byte of teControl is written with the second.
    (
        "APB4",
        "tw_registers",
        "if (te_control_write && bus_strobe[2]) begin",
        "if (te_control_write && bus_strobe[1]) begin",
    ),
    // An illegal way of predicting returns is none.
    ("APB4", "tw_registers", "(bus_wdata[7:6] == 2'd0 || bus_wdata[7:6] == 2'd1)", "1'b1"),
    // An illegal action of an external trigger is taken.
    ("APB4", "tw_registers", "bus_wdata[7:4] == 4'd2 ||", "bus_wdata[7:4] == 4'd1 || bus_wdata[7:4] == 4'd2 ||"),
    // The last word of the SRAM is another.
    ("APB4", "tw_registers", "te_ram_limit_q <= 6'h3f;", "te_ram_limit_q <= 6'h3e;"),
    // The encoder is active before the hardware has followed.
    ("TileLink", "tw_registers", "= !te_active_q || !te_active;", "= !te_active_q;"),
    // The timestamp unit is active before its clock has followed.
    ("TileLink", "tw_registers", "= !ts_active_q || !ts_active;", "= !ts_active_q;"),
];
