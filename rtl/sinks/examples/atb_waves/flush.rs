// SPDX-License-Identifier: Apache-2.0
//! A waveform of one flush of the ATB.
//!
//! Units of a byte make beats of 32 bits, both sides have one clock: six bytes are a beat and a half, AFVALID makes the
//! rest leave.

use rust_hdl_core::prelude::Block;
use std::error::Error;
use std::path::Path;
use tracewright_config::{Build, Sink, SinkKind};
use tracewright_regmap::{ALL_CONSTANTS, ATB_CONTROL_ATB_ACTIVE, ATB_CONTROL_ATB_ENABLE, ATB_CONTROL_ATB_ID};
use tracewright_sinks::AtbSink;
use tracewright_verilog::{emit, Options};
use verilator_sys::{Design, Port, Settings, Wave};

/// Cycles until the sink is active and its FIFO is up.
const START: usize = 30;
const CYCLES: usize = 80;
/// The cycle in which AFVALID rises.
const FLUSH: usize = 50;

/// Writes it.
pub fn write(file: &Path) -> Result<(), Box<dyn Error>> {
    let sink = Sink { kind: SinkKind::Atb.into(), atb_width: 32, ..Sink::default() };
    let mut sink = AtbSink::<8>::new(&Build { sink, ..Build::default() });
    sink.connect_all();
    let options = Options { prefix: "tw_", constants: ALL_CONSTANTS, ..Options::default() };
    let verilog = emit(&sink, "tw_atb_sink", &options)?;
    let (mut header, mut connections) = (vec!["input wire clk".to_string()], vec![]);
    let mut ports = vec![Port::input("clk", 1)];
    for port in &verilog.ports {
        let clock = port.name == "clk" || port.name == "at_clk";
        connections.push(format!(".{}({})", port.name, if clock { "clk" } else { &port.name }));
        if clock {
            continue;
        }
        let (direction, side) = match port.input {
            true => ("input", Port::input(&port.name, port.width as u32)),
            false => ("output", Port::output(&port.name, port.width as u32)),
        };
        header.push(format!("{direction} wire [{}:0] {}", port.width - 1, port.name));
        ports.push(side);
    }
    let text = format!(
        "module atb_waves ({});\n  tw_atb_sink sink ({});\nendmodule\n",
        header.join(", "),
        connections.join(", ")
    );
    let sources = verilog.files.iter().map(|file| file.source()).chain([("atb_waves.v".to_string(), text)]).collect();
    let design = Design { top: "atb_waves".into(), clock: "clk".into(), sources, ports, probes: vec![], flags: vec![] };
    let settings = Settings { wave: Some(Wave::Vcd), ..Settings::quick() };
    let library = verilator_sys::build(&design, &settings)?;

    let mut model = library.model();
    model.open_wave(file)?;
    let [ready, afready] = [library.output("unit_ready")?, library.output("afready")?];
    for reset in ["rst_n", "at_rst_n"] {
        model.set(library.input(reset)?, 0);
    }
    model.cycle();
    for high in ["rst_n", "at_rst_n", "joiner_empty", "atclken", "atready"] {
        model.set(library.input(high)?, 1);
    }
    let control = 1 << ATB_CONTROL_ATB_ACTIVE | 1 << ATB_CONTROL_ATB_ENABLE | 0x2A << ATB_CONTROL_ATB_ID;
    model.set(library.input("control")?, control);
    let [valid, data, afvalid] = [library.input("unit_valid")?, library.input("unit_data")?, library.input("afvalid")?];
    let (mut sent, mut flushes) = (0, false);
    for cycle in 0..CYCLES {
        model.set(valid, u64::from(cycle >= START && sent < 6));
        model.set(data, 0xA0 + sent);
        flushes |= cycle == FLUSH;
        model.set(afvalid, u64::from(flushes));
        model.cycle();
        sent += u64::from(cycle >= START && sent < 6 && model.get(ready) != 0);
        flushes &= model.get(afready) == 0;
    }
    Ok(())
}
