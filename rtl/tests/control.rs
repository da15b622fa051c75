// SPDX-License-Identifier: Apache-2.0
//! The registers of options in rust-hdl's simulator are their Verilog in Verilator, cycle by cycle; an option that is not built
//! leaves no text in it.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Encoder, ImplicitReturn, Modes, Reset, TimestampSource};
use tracewright_differential::{Batch, Random};
use tracewright_regmap::{TE_CONTROL, TE_IMPL, TE_INST_FEATURES, TS_CONTROL, TS_LOWER, TS_UPPER, X_TRIG_IN_CONTROL};
use tracewright_rtl::control::Registers;
use tracewright_rtl::{codes, Timestamp};
use tracewright_verilog::{emit, Options};

const CYCLES: usize = 2000;

fn every_option() -> Build {
    let mut build = Build::default();
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

/// Often an offset that means something.
fn offset(random: &mut Random) -> Bits<12> {
    let offsets = [TE_CONTROL, TE_IMPL, TE_INST_FEATURES, X_TRIG_IN_CONTROL, TS_CONTROL, TS_LOWER, TS_UPPER];
    match random.rarely(8) {
        true => random.bits(),
        false => offsets[random.below(offsets.len() as u64) as usize].to_bits(),
    }
}

/// Adds the registers of `build`; a write seldom makes them inactive, which would reset them.
fn add_registers(batch: &mut Batch<'_>, name: &str, build: &Build) {
    batch.add_clocked(
        name,
        Registers::new(build),
        |x| &mut x.clock,
        |x, r| {
            x.rst_n.next = r.reset();
            x.bus_addr.next = offset(r);
            x.bus_write.next = r.any();
            x.bus_wdata.next = r.any::<Bits<32>>() | bits::<32>(u64::from(!r.rarely(20)));
            x.stall.next = r.any();
            x.error_sent.next = r.any();
            x.empty.next = r.any();
            x.stop.next = r.rarely(20);
            x.tracing_set.iter_mut().for_each(|set| set.next = r.rarely(4));
            x.tracing_clear.iter_mut().for_each(|clear| clear.next = r.rarely(4));
        },
    );
}

fn add_timestamp(batch: &mut Batch<'_>, name: &str, build: &Build) {
    batch.add_clocked(
        name,
        Timestamp::new(build),
        |x| &mut x.clock,
        |x, r| {
            x.rst_n.next = r.reset();
            x.bus_addr.next = offset(r);
            x.bus_write.next = r.rarely(4);
            x.bus_wdata.next = r.any::<Bits<32>>() | bits::<32>(u64::from(!r.rarely(20)));
            x.halted.iter_mut().for_each(|halted| halted.next = r.rarely(4));
            x.external_time.iter_mut().for_each(|time| time.next = r.any());
        },
    );
}

#[test]
fn registers_of_options_mean_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    let mut some = Build { reset: Reset::Sync, ..Build::default() };
    some.encoder.modes = Modes::Btm;
    some.encoder.repeat_branch = true;
    some.encoder.external_triggers = 8;
    let mut context = Build::default();
    context.encoder.context = true;
    for (name, build) in [("every", every_option()), ("some", some), ("context", context)] {
        add_registers(&mut batch, &format!("registers_{name}"), &build);
    }
    let mut build = Build::default();
    for (name, source, width, reset) in [
        ("core", TimestampSource::Core, 40, Reset::Async),
        ("narrow", TimestampSource::Core, 8, Reset::Sync),
        ("external", TimestampSource::External, 64, Reset::Async),
    ] {
        build.reset = reset;
        build.timestamp.source = source;
        build.timestamp.width = width;
        add_timestamp(&mut batch, &format!("timestamp_{name}"), &build);
    }
    if let Err(error) = batch.run(CYCLES, 3) {
        panic!("{error}");
    }
}

/// The Verilog of the registers of `build`.
fn verilog(build: &Build) -> String {
    let mut registers = Registers::new(build);
    registers.connect_all();
    let constants = codes::all();
    let options = Options { prefix: "tw_", constants: &constants, ..Options::default() };
    let output = emit(&registers, "tw_registers", &options).unwrap();
    output.files.iter().map(|file| file.source().1).collect()
}

#[test]
fn an_option_that_is_not_built_leaves_no_text() {
    let text = verilog(&Build::default());
    for word in
        ["btm", "context", "trig", "src", "sequential", "jump", "return", "repeat", "extend", "features", "options"]
    {
        assert!(!text.contains(word), "{word}");
        assert!(verilog(&every_option()).contains(word), "{word}");
    }
}
