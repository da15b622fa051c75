// SPDX-License-Identifier: Apache-2.0
//! What is downstream of each sink: an instance that receives, and what takes the bytes from it.

use super::connections::Connections;
use super::constant;
use super::listing::address_bits;
use crate::bench::plan::{pib_bit, Plan};
use crate::programming::BLOCK;
use tracewright_config::{Build, Packer, PibMode, SbaBus, SinkKind};
use tracewright_model::codec::MAX_BYTES;

/// Something downstream of a sink.
pub(super) struct Receiver {
    /// The sink.
    pub sink: SinkKind,
    /// Its name in the names of tasks.
    pub name: &'static str,
    /// What it is, for people.
    pub title: String,
    /// Declarations and instances.
    pub instances: String,
    /// Calls between reset and programming.
    pub before: String,
    /// What hands the bytes to the check.
    pub collect: String,
    /// The signal that says that something was wrong, if there is one.
    pub failed: Option<&'static str>,
}

impl Receiver {
    fn new(sink: SinkKind, name: &'static str, title: &str) -> Receiver {
        let (instances, before, collect) = Default::default();
        Receiver { sink, name, title: title.into(), instances, before, collect, failed: None }
    }
}

/// Those of a build, in the order in which they are tried. Connects them to the design.
pub(super) fn receivers(build: &Build, plan: &Plan, design: &mut Connections) -> Vec<Receiver> {
    let of = |sink| match sink {
        SinkKind::Sram => sram(build, design),
        SinkKind::Sba => memory(build, plan, design),
        SinkKind::Pib => pins(build, plan, design),
        SinkKind::Atb => atb(build, plan, design),
        SinkKind::Stream | SinkKind::Funnel => stream(build, plan, design),
    };
    build.sinks().iter().map(of).collect()
}

/// A register of the component with the sinks.
fn sink_register(build: &Build, name: &str) -> String {
    match build.sink_component() {
        0 => name.into(),
        component => format!("{}'h{:X} + {name}", address_bits(build), component * BLOCK),
    }
}

/// Takes `count` bytes that an instance has received.
fn take_received(instance: &str, size: usize) -> String {
    format!(
        "      if ({instance}.count > {size}) begin\n        $display(\"FAIL: expected no more than {size} bytes, met %0d\", {instance}.count);\n        failed = 1'b1;\n      end\n      \
         for (n = 0; n < {instance}.count && n < {size}; n = n + 1) check.take({instance}.received[n]);\n"
    )
}

fn sram(build: &Build, design: &mut Connections) -> Receiver {
    let mut receiver = Receiver::new(SinkKind::Sram, "sram", "on-chip SRAM, read through teRamData");
    let pointer = sink_register(build, "TE_RAM_WP");
    let (read, data) = (sink_register(build, "TE_RAM_RP"), sink_register(build, "TE_RAM_DATA"));
    receiver.collect = format!(
        "      bus.read_register({pointer}, pointer);\n      if (pointer[0]) begin\n        $display(\"FAIL: the SRAM has wrapped\");\n        failed = 1'b1;\n      end\n      \
         bus.write_register({read}, 32'h0);\n      for (at = 32'h0; at < (pointer & ~32'h3); at = at + 32'h4) begin\n        bus.read_register({data}, word);\n        \
         for (n = 0; n < 4; n = n + 1) check.take(word[8*n +: 8]);\n      end\n"
    );
    if build.sink.sram_macro {
        let lanes = build.sink.sram_width / 32;
        let bits = (8 * build.sink.sram_bytes / build.sink.sram_width).trailing_zeros();
        let ports = [
            ("sram_enable", 1),
            ("sram_write", lanes),
            ("sram_address", bits),
            ("sram_write_data", 32 * lanes),
            ("sram_read_data", 32 * lanes),
        ];
        design.wires(&ports);
        let mut memory = Connections::default();
        memory.to("clk", "clk");
        ports.iter().for_each(|(port, _)| memory.to(port.trim_start_matches("sram_"), port));
        let parameters = [("LANES", lanes.to_string()), ("ADDRESS_BITS", bits.to_string())];
        receiver.instances = memory.instance("tw_bench_sram", &parameters, "sram");
    }
    receiver
}

fn memory(build: &Build, plan: &Plan, design: &mut Connections) -> Receiver {
    let sink = &build.sink;
    let (address, data, bytes) = (sink.sba_address, sink.sba_width, sink.sba_width / 8);
    let mut memory = Connections::default();
    memory.to("clk", "clk");
    memory.to("rst_n", "released");
    let (title, used) = match sink.sba_bus {
        SbaBus::Axi4 => {
            design.unused(&[("m_axi_awsize", 3), ("m_axi_awburst", 2), ("m_axi_awcache", 4), ("m_axi_awprot", 3)]);
            let used = vec![
                ("m_axi_awvalid", 1),
                ("m_axi_awready", 1),
                ("m_axi_awaddr", address),
                ("m_axi_awlen", 8),
                ("m_axi_wvalid", 1),
                ("m_axi_wready", 1),
                ("m_axi_wdata", data),
                ("m_axi_wstrb", bytes),
                ("m_axi_wlast", 1),
                ("m_axi_bvalid", 1),
                ("m_axi_bready", 1),
                ("m_axi_bresp", 2),
            ];
            ("system memory over AXI4", used)
        }
        SbaBus::TileLinkUl => {
            let outputs = [("opcode", 3), ("param", 3), ("size", 2), ("source", 1), ("corrupt", 1)];
            outputs.iter().for_each(|(name, width)| design.unused(&[(&format!("m_tl_a_{name}"), *width)]));
            let inputs = [
                ("opcode", 3),
                ("param", 2),
                ("size", 2),
                ("source", 1),
                ("sink", 1),
                ("denied", 1),
                ("data", data),
                ("corrupt", 1),
            ];
            inputs.iter().for_each(|(name, width)| design.zero(&[(&format!("m_tl_d_{name}"), *width)]));
            let used = vec![
                ("m_tl_a_valid", 1),
                ("m_tl_a_ready", 1),
                ("m_tl_a_address", address),
                ("m_tl_a_mask", bytes),
                ("m_tl_a_data", data),
                ("m_tl_d_valid", 1),
                ("m_tl_d_ready", 1),
            ];
            ("system memory over TileLink-UL", used)
        }
        SbaBus::Wishbone => {
            design.zero(&[("m_wb_err", 1)]);
            let used = vec![
                ("m_wb_cyc", 1),
                ("m_wb_stb", 1),
                ("m_wb_we", 1),
                ("m_wb_adr", address),
                ("m_wb_dat_o", data),
                ("m_wb_sel", bytes),
                ("m_wb_ack", 1),
            ];
            ("system memory over Wishbone", used)
        }
    };
    design.wires(&used);
    used.iter().for_each(|(port, _)| memory.to(port, port));
    let size = plan.run.sba_bytes;
    let parameters = [
        ("ADDRESS_BITS", address.to_string()),
        ("BYTES", bytes.to_string()),
        ("BASE", constant(address, plan.run.sba_base)),
        ("INDEX_BITS", size.trailing_zeros().to_string()),
    ];
    let pointer = sink_register(build, "TE_RAM_WP");
    let base = constant(32, plan.run.sba_base & u64::from(u32::MAX));
    Receiver {
        instances: memory.instance("tw_bench_memory", &parameters, "memory"),
        collect: format!(
            "      bus.read_register({pointer}, pointer);\n      pointer = (pointer & ~32'h2) - {base};\n      if (pointer[0] || pointer >= 32'd{size}) begin\n        \
             $display(\"FAIL: teRamWP is not in the buffer, or has wrapped\");\n        failed = 1'b1;\n      end\n      \
             for (at = 32'h0; at < pointer && !failed; at = at + 32'h1) check.take(memory.received[at]);\n"
        ),
        failed: Some("memory.failed"),
        ..Receiver::new(SinkKind::Sba, "memory", title)
    }
}

fn pins(build: &Build, plan: &Plan, design: &mut Connections) -> Receiver {
    let mode = plan.run.pib_mode_of(build);
    let (all, used) = (build.sink.pib_pins(), mode.pins());
    let has_tref = build.sink.pib_modes.iter().any(PibMode::is_parallel);
    design.to("pib_clk", "pib_clk");
    design.to("pib_rst_n", "pib_rst_n");
    match (has_tref, mode.is_parallel()) {
        (true, true) => design.wires(&[("tref", 1)]),
        (true, false) => design.unused(&[("tref", 1)]),
        (false, _) => {}
    }
    let rest = all - used;
    design.declare("tdata", used);
    match rest {
        0 => design.to("tdata", "tdata"),
        _ => {
            design.declare("unused_tdata", rest);
            design.to("tdata", "{unused_tdata, tdata}");
        }
    }
    let bit = pib_bit(build, &plan.run);
    let size = plan.receiver_bytes();
    let mut pins = Connections::default();
    pins.to("enabled", "pins_enabled");
    let mut parameters = vec![("SIZE", size.to_string())];
    if mode.is_parallel() {
        pins.to("tref", "tref");
        let delay = if plan.run.pib_ref_center { 0 } else { bit / 2 };
        parameters.extend([("PINS", used.to_string()), ("DELAY", delay.to_string())]);
    } else {
        parameters.push(("BIT", bit.to_string()));
    }
    pins.to("tdata", "tdata");
    let name = match mode {
        PibMode::Manchester => "SWT Manchester".into(),
        PibMode::Uart => "SWT UART".into(),
        _ => format!("{used} pins and tref"),
    };
    Receiver {
        instances: format!("  reg pins_enabled;\n\n{}", pins.instance("tw_bench_pins", &parameters, "pins")),
        before: "      pins.clear;\n      pins_enabled = 1'b1;\n".into(),
        collect: format!(
            "      // The last bits are still on the pins.\n      #{};\n      pins_enabled = 1'b0;\n{}",
            20 * bit,
            take_received("pins", size)
        ),
        failed: (!mode.is_parallel()).then_some("pins.failed"),
        ..Receiver::new(SinkKind::Pib, "pins", &format!("pins: {name}"))
    }
}

fn atb(build: &Build, plan: &Plan, design: &mut Connections) -> Receiver {
    let bytes = build.sink.atb_width / 8;
    let bits = bytes.trailing_zeros();
    let shared = [("atclken", 1), ("atvalid", 1), ("atready", 1), ("atdata", 8 * bytes), ("atid", 7)];
    let mut slave = Connections::default();
    design.to("atclk", "atclk");
    design.to("atresetn", "atresetn");
    slave.to("atclk", "atclk");
    slave.to("rst_n", "released");
    design.wires(&shared);
    shared.iter().for_each(|(port, _)| slave.to(port, port));
    match bits {
        0 => slave.to("atbytes", "1'b0"),
        _ => {
            design.wires(&[("atbytes", bits)]);
            slave.to("atbytes", "atbytes");
        }
    }
    design.zero(&[("afvalid", 1), ("syncreq", 1)]);
    design.unused(&[("afready", 1)]);
    let size = plan.receiver_bytes();
    let parameters = [
        ("BYTES", bytes.to_string()),
        ("COUNT_BITS", bits.max(1).to_string()),
        ("ID", constant(7, plan.run.atb_id.into())),
        ("SIZE", size.to_string()),
    ];
    Receiver {
        instances: slave.instance("tw_bench_atb", &parameters, "atb"),
        collect: take_received("atb", size),
        failed: Some("atb.failed"),
        ..Receiver::new(SinkKind::Atb, "atb", "ATB")
    }
}

fn stream(build: &Build, plan: &Plan, design: &mut Connections) -> Receiver {
    let bytes = build.encoder.packer.bytes().unwrap_or(MAX_BYTES as u32);
    let shared = [("trace_valid", 1), ("trace_ready", 1), ("trace_data", 8 * bytes)];
    design.wires(&shared);
    let mut stream = Connections::default();
    stream.to("clk", "clk");
    stream.to("rst_n", "released");
    shared.iter().for_each(|(port, _)| stream.to(port.trim_start_matches("trace_"), port));
    match build.encoder.packer {
        Packer::Message => {
            design.wires(&[("trace_bytes", 6)]);
            stream.to("length", "trace_bytes");
        }
        _ => stream.to("length", &format!("6'd{bytes}")),
    }
    let size = plan.receiver_bytes();
    let parameters = [("BYTES", bytes.to_string()), ("SIZE", size.to_string())];
    Receiver {
        instances: stream.instance("tw_bench_stream", &parameters, "stream"),
        collect: take_received("stream", size),
        ..Receiver::new(SinkKind::Stream, "stream", "stream of bytes")
    }
}
