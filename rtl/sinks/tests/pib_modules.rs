// SPDX-License-Identifier: Apache-2.0
//! The PIB's modules behave in the simulator as their Verilog does, whatever comes in.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Choice, Packer, PibMode, Reset, Set};
use tracewright_regmap::{
    ALL_CONSTANTS, PIB_CONTROL_PIB_ACTIVE, PIB_CONTROL_PIB_CALIBRATE, PIB_CONTROL_PIB_ENABLE, PIB_CONTROL_PIB_MODE,
};
use tracewright_sinks::pib::{PibBuffer, PibControl, PibDriver, PibEntries, PibFramer, PibPins};
use verilator_sys::differential::{Batch, Random};

const CYCLES: usize = 4000;

fn build(modes: &[PibMode], reset: Reset) -> Build {
    let mut build = Build { reset, ..Build::default() };
    build.sink.pib_modes = modes.iter().copied().collect::<Set<PibMode>>();
    build.sink.pib_divider_bits = 3;
    build
}

/// The same build with chunks of so many bits.
fn with_chunks(build: &Build, bits: usize) -> Build {
    let mut build = build.clone();
    build.encoder.packer = match bits {
        8 => Packer::Byte,
        32 => Packer::Word,
        _ => Packer::Double,
    };
    build
}

/// Builds with entries of one byte and of two, with and without tref.
fn builds() -> [(&'static str, Build); 3] {
    let eight: Vec<_> = PibMode::ALL.iter().copied().filter(|&mode| mode != PibMode::Parallel16).collect();
    [
        ("all", build(PibMode::ALL, Reset::Async)),
        ("eight", build(&eight, Reset::Sync)),
        ("uart", build(&[PibMode::Uart], Reset::Async)),
    ]
}

/// A byte whose MSEO often ends a message, now and then idle.
fn byte(random: &mut Random) -> u64 {
    match random.below(16) {
        0 => 0xFF,
        1..4 => random.below(64) << 2 | 3,
        _ => random.below(64) << 2 | random.below(2),
    }
}

/// Settings: one mode, or off, that changes now and then.
fn settings(random: &mut Random) -> Bits<26> {
    let divider = [0, 0, 1, 2, 5][random.below(5) as usize];
    let mode = (1u64 << random.below(8)) & 0x7F;
    let center = u64::from(mode > 2 && random.bit());
    let undivided = u64::from(divider == 0);
    let calibrate = u64::from(random.rarely(4));
    (mode | center << 7 | calibrate << 8 | undivided << 9 | divider << 10).to_bits()
}

fn entries<const IN: usize>(batch: &mut Batch, name: &str, build: &Build) {
    let drive = |x: &mut PibEntries<IN>, r: &mut Random| {
        x.rst_n.next = r.reset();
        (x.clear.next, x.open.next) = (r.rarely(100), !r.rarely(4));
        (x.source.valid.next, x.entry.ready.next) = (!r.rarely(3), !r.rarely(3));
        let data = (0..IN / 8).fold(Bits::<IN>::default(), |data, _| (data << bits::<IN>(8)) | byte(r).to_bits::<IN>());
        x.source.data.next = data;
        x.source.bytes.next = (1 + r.below(IN as u64 / 8)).to_bits();
        x.source.last.next = r.bit();
    };
    batch.add_clocked(
        &format!("entries_{IN}_{name}"),
        PibEntries::<IN>::new(&with_chunks(build, IN)),
        |x| &mut x.clock,
        drive,
    );
}

fn control<const IN: usize>(batch: &mut Batch, name: &str, build: &Build) {
    let drive = |x: &mut PibControl<IN>, r: &mut Random| {
        x.rst_n.next = r.reset();
        (x.source.valid.next, x.entry.ready.next, x.settled.next) = (!r.rarely(3), !r.rarely(3), !r.rarely(4));
        let data = (0..IN / 8).fold(Bits::<IN>::default(), |data, _| (data << bits::<IN>(8)) | byte(r).to_bits::<IN>());
        x.source.data.next = data;
        x.source.bytes.next = (1 + r.below(IN as u64 / 8)).to_bits();
        x.source.last.next = r.bit();
        (x.crossing.followed.next, x.crossing.answer.next, x.entries_gone.next) = (!r.rarely(9), r.bit(), r.bit());
        if r.rarely(9) {
            let modes = [0u64, 4, 5, 8, 9, 10, 11, 12, 15];
            x.control.next = (r.bits::<32>() & bits::<32>(0xFFFF_0300))
                | (modes[r.below(9) as usize] << PIB_CONTROL_PIB_MODE).to_bits::<32>()
                | (u64::from(!r.rarely(5)) << PIB_CONTROL_PIB_ACTIVE).to_bits::<32>()
                | (u64::from(!r.rarely(5)) << PIB_CONTROL_PIB_ENABLE).to_bits::<32>();
            if !r.rarely(4) {
                x.control.next = x.control.next.replace_bit(PIB_CONTROL_PIB_CALIBRATE, false);
            }
        }
    };
    batch.add_clocked(
        &format!("control_{IN}_{name}"),
        PibControl::<IN>::new(&with_chunks(build, IN)),
        |x| &mut x.clock,
        drive,
    );
}

fn pins(batch: &mut Batch, name: &str, build: &Build) {
    let drive = |x: &mut PibBuffer, r: &mut Random| {
        (x.rst_n.next, x.clear.next) = (r.reset(), r.rarely(200));
        let entry = byte(r) | byte(r) << 8;
        (x.in_valid.next, x.in_data.next) = (!r.rarely(3), entry.to_bits());
        (x.out_ready.next, x.ended.next) = (r.bit(), r.rarely(3));
    };
    batch.add_clocked(&format!("buffer_{name}"), PibBuffer::new(build), |x| &mut x.clock, drive);
    let drive = |x: &mut PibFramer, r: &mut Random| {
        (x.rst_n.next, x.clear.next) = (r.reset(), r.rarely(200));
        if r.rarely(50) {
            let settings = settings(r);
            (x.modes.next, x.calibrate.next) = (settings.get_bits::<7>(0), settings.get_bit(8));
        }
        let entry = byte(r) | byte(r) << 8;
        (x.entry_valid.next, x.entry_data.next) = (!r.rarely(3), entry.to_bits());
        (x.hold.next, x.whole.next, x.word.ready.next) = (r.rarely(4), r.bit(), r.bit());
    };
    batch.add_clocked(&format!("framer_{name}"), PibFramer::new(build), |x| &mut x.clock, drive);
    let drive = |x: &mut PibPins, r: &mut Random| {
        (x.rst_n.next, x.clear.next) = (r.reset(), r.rarely(200));
        if r.rarely(60) {
            x.settings.next = settings(r);
        }
        (x.between.next, x.word.valid.next, x.word.data.next) = (r.bit(), !r.rarely(3), r.bits());
        (x.word.count.next, x.word.stop.next) = ((1 + r.below(10)).to_bits(), r.bit());
        x.word.high.next = r.bits();
    };
    batch.add_clocked(&format!("pins_{name}"), PibPins::new(build), |x| &mut x.clock, drive);
    let drive = |x: &mut PibDriver, r: &mut Random| {
        (x.rst_n.next, x.crossed.level.next, x.crossed.question.next) = (!r.rarely(500), !r.rarely(300), r.bit());
        if r.rarely(150) {
            x.settings.next = settings(r);
        }
        let entry = byte(r) | byte(r) << 8;
        (x.in_valid.next, x.in_data.next, x.in_empty.next) = (!r.rarely(3), entry.to_bits(), r.bit());
    };
    batch.add_clocked(&format!("driver_{name}"), PibDriver::new(build), |x| &mut x.clock, drive);
}

#[test]
fn the_modules_mean_the_same_in_verilog() {
    let mut batch = Batch::new(ALL_CONSTANTS);
    for (name, build) in builds() {
        entries::<8>(&mut batch, name, &build);
        entries::<32>(&mut batch, name, &build);
        entries::<64>(&mut batch, name, &build);
        control::<8>(&mut batch, name, &build);
        control::<32>(&mut batch, name, &build);
        pins(&mut batch, name, &build);
    }
    if let Err(error) = batch.run(CYCLES, 3) {
        panic!("{error}");
    }
}
