// SPDX-License-Identifier: Apache-2.0
//! Each module of the sink in rust-hdl's simulator is its Verilog in Verilator, and lint has nothing to say.

use crate::case::Case;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Reset};
use tracewright_regmap::{ALL_CONSTANTS, ATB_CONTROL_ATB_ACTIVE, ATB_CONTROL_ATB_ENABLE, ATB_CONTROL_ATB_ID};
use tracewright_sinks::atb::{AtbControl, AtbMaster};
use verilator_sys::differential::{Batch, Random};

const CYCLES: usize = 4000;

/// Active and enabled most of the time, with an ID that is 0 now and then.
fn register(random: &mut Random) -> Bits<32> {
    let active = u64::from(!random.rarely(8)) << ATB_CONTROL_ATB_ACTIVE;
    let enable = u64::from(!random.rarely(4)) << ATB_CONTROL_ATB_ENABLE;
    let id = random.below(4) << ATB_CONTROL_ATB_ID;
    (active | enable | id).to_bits()
}

fn control<const IN: usize>(batch: &mut Batch, name: &str, build: &Build) {
    let drive = |x: &mut AtbControl<IN>, r: &mut Random| {
        x.rst_n.next = !r.rarely(300);
        (x.source.unit.valid.next, x.source.unit.data.next) = (!r.rarely(3), r.any());
        let partial = r.rarely(10);
        x.source.unit.bytes.next = if partial { 1 + r.below(IN as u64 / 8) } else { IN as u64 / 8 }.to_bits();
        (x.source.flush.next, x.source.joiner_empty.next, x.entry.ready.next) = (r.rarely(20), r.bit(), !r.rarely(3));
        (x.settled.next, x.crossing.followed.next, x.crossing.answer.next) = (!r.rarely(9), !r.rarely(40), r.bit());
        (x.entries_gone.next, x.crossing.sync_asked.next) = (r.bit(), r.bit());
        if r.rarely(20) {
            (x.source.control.next, x.crossing.flush_asked.next) = (register(r), r.bit());
        }
    };
    batch.add_clocked(&format!("control_{IN}_{name}"), AtbControl::<IN>::new(build), |x| &mut x.clock, drive);
}

fn master(batch: &mut Batch, name: &str, build: &Build) {
    let drive = |x: &mut AtbMaster, r: &mut Random| {
        (x.rst_n.next, x.entry.valid.next) = (!r.rarely(300), !r.rarely(3));
        x.entry.data.iter_mut().for_each(|byte| byte.next = r.any());
        x.entry.tail.next = (r.below(16) << 1 | u64::from(r.rarely(8))).to_bits();
        (x.crossed.level.next, x.crossed.question.next, x.crossed.sync_seen.next) = (!r.rarely(20), r.bit(), r.bit());
        (x.pins.atclken.next, x.pins.atready.next, x.pins.syncreq.next) = (!r.rarely(3), r.bit(), r.bit());
        if r.rarely(10) {
            (x.pins.afvalid.next, x.id.next) = (r.bit(), r.any());
        }
    };
    batch.add_clocked(&format!("master_{name}"), AtbMaster::new(build), |x| &mut x.clock, drive);
}

#[test]
fn the_modules_mean_the_same_in_verilog() {
    let mut batch = Batch::new(ALL_CONSTANTS);
    for (width, reset) in
        [(8, Reset::Async), (16, Reset::Sync), (32, Reset::Async), (64, Reset::Sync), (128, Reset::Async)]
    {
        let build = Case { unit: 8, width, reset }.build();
        control::<8>(&mut batch, &width.to_string(), &build);
        if width >= 32 {
            control::<32>(&mut batch, &width.to_string(), &build);
        }
        if width >= 64 {
            control::<64>(&mut batch, &width.to_string(), &build);
        }
        master(&mut batch, &width.to_string(), &build);
    }
    if let Err(error) = batch.run(CYCLES, 3) {
        panic!("{error}");
    }
}
