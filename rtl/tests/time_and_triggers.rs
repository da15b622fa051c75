// SPDX-License-Identifier: Apache-2.0
//! The timestamp unit and the external triggers in rust-hdl's simulator are their Verilog in Verilator, cycle by cycle,
//! for every source, clock and width that matters; lint has nothing to say.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Reset, TimestampSource};
use tracewright_regmap::{TS_CONTROL, TS_CONTROL_TS_ACTIVE, TS_CONTROL_TS_COUNT, TS_LOWER, TS_UPPER};
use tracewright_rtl::codes;
use tracewright_rtl::control::{TriggerInputs, TriggerOutputs};
use tracewright_rtl::timestamp::{TimeReceiver, TimeSender, Timestamp};
use tracewright_verilog::{emit, Options};
use verilator_sys::differential::{Batch, Random};

const CYCLES: usize = 1000;

/// Every source with and without its own clock and a broadcast, a width each.
fn builds() -> Vec<(String, Build)> {
    let mut builds = Vec::new();
    for source in [TimestampSource::Core, TimestampSource::External, TimestampSource::Slave] {
        for (own_clock, broadcast, width, reset) in [
            (false, false, 1, Reset::Async),
            (false, true, 33, Reset::Sync),
            (true, false, 64, Reset::Async),
            (true, true, 8, Reset::Sync),
            (true, true, 40, Reset::Async),
        ] {
            let mut build = Build { reset, ..Build::default() };
            build.timestamp = tracewright_config::Timestamp { source, width, own_clock, broadcast };
            builds.push((format!("{source:?}_{width}").to_lowercase(), build));
        }
    }
    builds
}

/// tsControl: active and counting most of the time, seldom reset.
fn control(random: &mut Random) -> Bits<32> {
    let mut control = random.any::<Bits<32>>() & !bits(4);
    for bit in [TS_CONTROL_TS_ACTIVE, TS_CONTROL_TS_COUNT] {
        control = control.replace_bit(bit, !random.rarely(40));
    }
    control | bits(u64::from(random.rarely(40)) << 2)
}

#[test]
fn tci_ch_7_the_time_means_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    for (name, build) in builds() {
        batch.add_clocked(
            &format!("unit_{name}"),
            Timestamp::new(&build),
            |x| &mut x.clock,
            |x, r| {
                x.rst_n.next = r.reset();
                x.control.next = control(r);
                let offsets = [TS_CONTROL, TS_LOWER, TS_UPPER];
                x.bus_addr.next = offsets[r.below(offsets.len() as u64) as usize].to_bits();
                x.bus_read.next = r.rarely(3);
                x.halted.next = r.rarely(4);
                x.far.active.next = !r.rarely(40);
                x.far.request.next ^= r.rarely(4);
                x.far.held.next = r.any();
                x.external_time.next = r.any();
            },
        );
        if build.timestamp.own_clock {
            batch.add_clocked(
                &format!("sender_{name}"),
                TimeSender::new(&build),
                |x| &mut x.clock,
                |x, r| {
                    x.rst_n.next = r.reset();
                    x.asked.next = !r.rarely(40);
                    x.far.acknowledge.next ^= r.rarely(4);
                    x.count.next = !r.rarely(10);
                    x.debug.next = r.any();
                    x.prescale.next = r.any();
                    x.far.restart.next ^= r.rarely(20);
                    x.halted.next = r.rarely(4);
                    x.external_time.next = r.any();
                },
            );
        }
    }
    if let Err(error) = batch.run(CYCLES, 3) {
        panic!("{error}");
    }
}

#[test]
fn tci_ch_8_external_triggers_mean_the_same_in_verilog() {
    let constants = codes::all();
    let mut batch = Batch::new(&constants);
    for (count, reset) in [(1, Reset::Async), (3, Reset::Sync), (8, Reset::Async)] {
        let mut build = Build { reset, ..Build::default() };
        (build.encoder.external_triggers, build.encoder.trigger_outputs) = (count, count);
        batch.add_clocked(
            &format!("inputs_{count}"),
            TriggerInputs::new(&build),
            |x| &mut x.clock,
            |x, r| {
                x.rst_n.next = r.reset();
                x.stall.next = r.any();
                x.level.iter_mut().for_each(|level| level.next = r.any());
            },
        );
        batch.add_clocked(
            &format!("outputs_{count}"),
            TriggerOutputs::new(&build),
            |x| &mut x.clock,
            |x, r| {
                x.rst_n.next = r.reset();
                x.tracing.next = r.any();
                x.control.next = r.any();
            },
        );
    }
    if let Err(error) = batch.run(CYCLES, 3) {
        panic!("{error}");
    }
}

/// How often the module of a block uses an input, and how often of these as the input of a synchroniser.
fn uses(block: &dyn Block, input: &str) -> (usize, usize) {
    let constants = codes::all();
    let output = emit(block, "whole", &Options { prefix: "", constants: &constants, ..Options::default() }).unwrap();
    // A port of an instance has a dot before it.
    let is_used = |line: &&str| {
        let mut words = line.split(|c: char| !c.is_alphanumeric() && !"._".contains(c));
        words.any(|word| word == input) && !line.trim_start().starts_with("//")
    };
    let text = &output.files.iter().find(|file| file.name == "whole").unwrap().text;
    let body = text.split_once(");\n").unwrap().1;
    let lines: Vec<&str> = body.lines().filter(is_used).collect();
    (lines.len(), lines.iter().filter(|line| line.trim_start().starts_with(".d ")).count())
}

#[test]
fn what_comes_from_another_clock_is_read_by_a_synchroniser_alone() {
    let mut build = Build::default();
    build.timestamp.source = TimestampSource::Core;
    build.timestamp.own_clock = true;
    let (mut sender, mut receiver) = (TimeSender::new(&build), TimeReceiver::new(&build));
    sender.connect_all();
    receiver.connect_all();
    for (input, times) in
        [("asked", 1), ("count", 1), ("debug", 1), ("prescale", 2), ("restart", 1), ("halted", 1), ("acknowledge", 1)]
    {
        assert_eq!(uses(&sender, input), (times, times), "{input}");
    }
    for input in ["active", "request"] {
        assert_eq!(uses(&receiver, input), (1, 1), "{input}");
    }
    build.encoder.external_triggers = 2;
    let mut inputs = TriggerInputs::new(&build);
    inputs.connect_all();
    for input in ["level_0", "level_1"] {
        assert_eq!(uses(&inputs, input), (1, 1), "{input}");
    }
}
