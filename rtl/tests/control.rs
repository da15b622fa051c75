// SPDX-License-Identifier: Apache-2.0
//! The way to the registers in rust-hdl's simulator is its Verilog in Verilator, cycle by cycle; an option that is not
//! built leaves no text in it.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Encoder, ImplicitReturn, Modes, Reset};
use tracewright_rtl::codes;
use tracewright_rtl::control::{Access, Power, Registers};
use tracewright_rtl::encoder::features;
use tracewright_verilog::{emit, Options};
use verilator_sys::differential::Batch;

const CYCLES: usize = 2000;

fn every_option() -> Build {
    let mut build = Build { reset: Reset::Sync, ..Build::default() };
    build.bus.lock = true;
    build.power.delay = 5;
    build.ingress.triggers = true;
    build.encoder = Encoder {
        modes: Modes::Both,
        context: true,
        src_bits: 10,
        src_id: 0x2A5,
        external_triggers: 3,
        implicit_return: ImplicitReturn::Partial,
        sequential_jump: true,
        all_jumps: true,
        repeated_history: true,
        extended_address: true,
        ..build.encoder
    };
    build
}

#[test]
fn access_and_power_mean_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    for (name, build) in [("plain", Build::default()), ("every", every_option())] {
        batch.build(features(&build));
        batch.add_clocked(
            &format!("access_{name}"),
            Access::new(&build),
            |x| &mut x.clock,
            |x, r| {
                x.rst_n.next = r.reset();
                x.locked.next = r.rarely(4);
                x.port.request.next = !r.rarely(4);
                x.port.access.next.write = r.any();
                x.port.access.next.addr = r.any();
                x.port.access.next.wdata = r.any();
                x.port.access.next.strobe = r.any();
                x.bus.rdata.next = r.any();
                x.bus_at_memory.next = r.any();
                x.bus_memory.next = r.any();
            },
        );
    }
    for delay in [1, 2, 3, 8] {
        let mut build = Build::default();
        build.power.delay = delay;
        batch.add_clocked(
            &format!("power_{delay}"),
            Power::new(&build),
            |x| &mut x.clock,
            |x, r| {
                x.rst_n.next = r.reset();
                x.asked.next ^= r.rarely(6);
            },
        );
    }
    if let Err(error) = batch.run(CYCLES, 3) {
        panic!("{error}");
    }
}

/// The Verilog of the registers of `build`.
fn verilog(build: &Build) -> String {
    let mut registers = Registers::of(build);
    registers.connect_all();
    let output = emit(&registers, "tw_registers", &Options::default()).unwrap();
    output.files.iter().map(|file| file.source().1).collect()
}

#[test]
fn an_option_that_is_not_built_leaves_no_text() {
    let text = verilog(&Build::default());
    for word in
        ["inst_mode", "context", "trig", "src", "sequential", "jump", "return", "repeat", "extend", "features", "lock"]
    {
        assert!(!text.contains(word), "{word}");
        assert!(verilog(&every_option()).contains(word), "{word}");
    }
}
