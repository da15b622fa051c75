// SPDX-License-Identifier: Apache-2.0
//! Nets of the Verilog of the control interface, and what would drive them if they were wrong.

use verilator_sys::text::Fault;

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

/// Faults of the control interface, by the bus of the build that shows them.
pub const FAULTS: &[(&str, Fault)] = &[
    // Transfers end at once.
    ("APB4", ("tw_apb4", "pready", "", "1'b1")),
    // An unaligned access is no error.
    ("APB4", ("tw_apb4", "pslverr", "", "1'b0")),
    // An unaligned access is carried out.
    ("APB4", ("tw_apb4", "request", "psel && aligned", "psel")),
    // An error reads what was read before.
    ("APB4", ("tw_apb4", "prdata", "aligned", "1'b1")),
    // The answer to a write does not wait.
    ("AXI4-Lite", ("tw_axi4_lite", "written_d", "written_q && s_axi_bready", "written_q")),
    // What is read does not wait.
    ("AXI4-Lite", ("tw_axi4_lite", "has_read_d", "has_read_q && s_axi_rready", "has_read_q")),
    // A write is answered before it is taken.
    ("AXI4-Lite", ("tw_axi4_lite", "s_axi_bvalid", "written_q", "written_q || writing_q")),
    // Reads are never answered.
    ("AXI4-Lite", ("tw_axi4_lite", "has_read_d", "= 1'b1", "1'b0")),
    // Reads are errors.
    ("AXI4-Lite", ("tw_top", "s_axi_rresp", "", "2'd2")),
    // A write goes where a read would.
    ("AXI4-Lite", ("tw_axi4_lite", "address_d", "s_axi_awaddr[11:2]", "s_axi_araddr[11:2]")),
    // A strobe without a bus cycle is answered.
    ("Wishbone", ("tw_wishbone", "asked", "wb_cyc && wb_stb", "wb_stb")),
    // An error is answered twice over.
    ("Wishbone", ("tw_wishbone", "wb_ack", "busy_q", "refused_q || busy_q")),
    // An unaligned access is never answered.
    ("Wishbone", ("tw_wishbone", "wb_err", "refused_q", "1'b0")),
    // All bytes are written.
    ("Wishbone", ("tw_wishbone", "access_strobe", "wb_sel", "4'd15")),
    // The answer has the source of the next request.
    ("TileLink", ("tw_tile_link", "tl_d_source", "source_q", "tl_a_source")),
    // The answer does not wait.
    ("TileLink", ("tw_tile_link", "step_d", "tl_d_ready", "1'b1")),
    // What can't be done is done.
    ("TileLink", ("tw_tile_link", "served", "&& aligned", "")),
    // An error is none.
    ("TileLink", ("tw_tile_link", "denied_d", "!served", "1'b0")),
    // An answer without data is corrupt.
    ("TileLink", ("tw_tile_link", "tl_d_corrupt", "denied_q && with_data", "denied_q")),
    // Every answer is that to a write.
    ("TileLink", ("tw_tile_link", "tl_d_opcode", "= 2'd1", "2'd0")),
    // A write of no byte acts.
    ("APB4", ("tw_access", "bus_write", "&& (|access_strobe)", "")),
    // Locked registers can be read.
    ("APB4", ("tw_access", "answer_d", "!free", "1'b0")),
    // A pointer takes a byte that is not written.
    ("APB4", ("tw_merge", "merged", "strobe ? wdata : old", "wdata")),
    // An access is done too early.
    ("APB4", ("tw_access", "step_d", "ACCESS_STATE_ANSWER", "ACCESS_STATE_DONE")),
    // teActive is followed too early.
    ("APB4", ("tw_power", "count_d", "+ 3'd1", "+ 3'd2")),
    // The bytes of a write get lost on their way to the encoder's clock.
    ("AXI4-Lite", ("tw_requester", "held_strobe_d", "access_strobe", "4'd15")),
    // An access comes twice.
    ("AXI4-Lite", ("tw_responder", "step_d", "asking_sync_q && !made_q", "asking_sync_q")),
    // What crosses between clocks is a cycle early.
    ("APB4", ("tw_synchronizer_init0", "second_q", "first_q", "d")),
    // The lock is, or opens, a cycle early.
    ("APB4", ("tw_synchronizer_init1", "second_q", "first_q", "d")),
    // A memory outside gets another word.
    ("Wishbone", ("tw_sram_sink", "sram_write_data", "write_data", "{write_data[30:0], write_data[31]}")),
    // What such a memory reads is another word.
    ("Wishbone", ("tw_sram_sink", "bus_memory", "sram_read_data", "~sram_read_data")),
    // A lock leaves what such a memory holds.
    ("Wishbone", ("tw_sram_sink", "sram_enable", "|| scrub_active", "")),
    // Such a memory is not asked for what a register shows.
    ("Wishbone", ("tw_sram_sink", "sram_enable", "|| bus_has_port", "")),
    // An external trigger is gone when a stall ends.
    ("APB4", ("tw_trigger_inputs", "waiting_0_q", "waiting_0_q && stall", "1'b0")),
    // A level is taken for an edge.
    ("APB4", ("tw_trigger_inputs", "waiting_1_q", "level_sync_1_q && !before_1_q", "level_sync_1_q")),
    // The second output fires when tracing starts, though it is asked to when it stops.
    ("APB4", ("tw_trigger_outputs", "fired_1_q", "|(event_1 & STOP)", "event_1[0]")),
    // tsReset does nothing where the time has its own clock.
    ("AXI4-Lite", ("tw_time_receiver", "toggle_q", "toggle_q ^ resets", "toggle_q")),
    // A time that crosses is not held.
    ("AXI4-Lite", ("tw_time_sender", "holding_d", "acknowledge_sync_q == requested_q", "1'b1")),
    // tsPrescale 2 is taken for 3.
    ("TileLink", ("tw_time_sender", "source_prescale", "= 2'd2", "2'd3")),
    // The counter runs while the hart is halted.
    ("APB4", ("tw_time_source", "current_d", "count && (debug || !halted)", "count")),
    // The prescaler goes on when the counter returns to 0.
    ("APB4", ("tw_time_source", "divider_d", "= 6'd0", "active ? divider_q : 6'd0")),
    // The time that leaves is a cycle early.
    ("APB4", ("tw_time_source", "sent_q", "current_q", "current_d")),
    // tsUpper is kept by a read of any register.
    ("Wishbone", ("tw_timestamp", "kept_d", "&& (bus_addr == TS_LOWER)", "")),
    // Stop on wrap leaves teEnable as it is.
    ("APB4", ("tw_registers", "te_enable_q", "te_enable_clear", "1'b0")),
    // Enabling leaves teInstStallOrOverflow as it is.
    ("APB4", ("tw_registers", "te_inst_stall_or_overflow_q", "te_enable_rises", "1'b0")),
    // The lock leaves the timestamp unit active.
    ("APB4", ("tw_registers", "ts_active_q", "locked", "1'b0")),
    // A lock clears the memory again and again.
    ("Wishbone", ("tw_sram_scrub", "running_d", "locked && !was_locked_q", "locked")),
    // What it has not reached can be read.
    ("APB4", ("tw_sram_scrub", "blank", "was_blank_q", "1'b0")),
    // The third byte of teControl is written with the second.
    ("APB4", ("tw_registers", "te_sync_mode_q", "bus_strobe[2]", "bus_strobe[1]")),
    // An illegal way of predicting returns is none.
    (
        "APB4",
        (
            "tw_registers",
            "te_inst_implicit_return_mode_q",
            "(bus_wdata[7:6] == 2'd0 || bus_wdata[7:6] == 2'd1)",
            "1'b1",
        ),
    ),
    // An illegal action of an external trigger is taken.
    (
        "APB4",
        (
            "tw_registers",
            "x_trig_in_action1_q",
            "bus_wdata[7:4] == 4'd2",
            "bus_wdata[7:4] == 4'd1 || bus_wdata[7:4] == 4'd2",
        ),
    ),
    // The last word of the SRAM is another.
    ("APB4", ("tw_registers", "te_ram_limit_q", "= 6'd63", "6'd62")),
    // The encoder is active before the hardware has followed.
    ("TileLink", ("tw_registers", "encoder_inactive", "|| !te_active", "")),
    // The timestamp unit is active before its clock has followed.
    ("TileLink", ("tw_registers", "timestamp_inactive", "|| !ts_active", "")),
];
