// SPDX-License-Identifier: Apache-2.0
//! FIFOs and crossings behave in the simulator as their Verilog does.

use tracewright_config::Reset;
use tracewright_prim::{AsyncReader, AsyncWriter, Fifo, HandoffSink, HandoffSource};
use verilator_sys::differential::{Batch, Random};

const CYCLES: usize = 2000;

fn fifo<const A: usize, const D: usize>(batch: &mut Batch, reset: Reset) {
    let drive = |x: &mut Fifo<A, D>, r: &mut Random| {
        (x.rst_n.next, x.clear.next) = (r.reset(), r.rarely(40));
        (x.in_valid.next, x.in_data.next, x.out_ready.next) = (!r.rarely(3), r.bits(), r.bit());
    };
    batch.add_clocked(&format!("fifo_{A}_{D}"), Fifo::<A, D>::new(reset), |x| &mut x.clock, drive);
}

fn sides<const A: usize, const D: usize>(batch: &mut Batch, reset: Reset) {
    let drive = |x: &mut AsyncWriter<A>, r: &mut Random| {
        (x.rst_n.next, x.clear.next, x.valid.next) = (r.reset(), r.rarely(40), !r.rarely(3));
        (x.taken.next, x.taken_lap.next) = (r.bits(), r.bit());
        (x.settled.next, x.running.next) = (!r.rarely(20), !r.rarely(3));
    };
    batch.add_clocked(&format!("writer_{A}"), AsyncWriter::<A>::new(reset), |x| &mut x.clock, drive);
    let drive = |x: &mut AsyncReader<A, D>, r: &mut Random| {
        (x.rst_n.next, x.clear.next, x.ready.next) = (r.reset(), r.rarely(40), !r.rarely(3));
        (x.written.next, x.written_lap.next, x.word.next, x.down.next) = (r.bits(), r.bit(), r.bits(), r.rarely(10));
    };
    batch.add_clocked(&format!("reader_{A}_{D}"), AsyncReader::<A, D>::new(reset), |x| &mut x.clock, drive);
}

fn handoff<const D: usize>(batch: &mut Batch, reset: Reset) {
    let drive = |x: &mut HandoffSource<D>, r: &mut Random| {
        (x.rst_n.next, x.waiting.next) = (r.reset(), r.bit());
        if r.rarely(9) {
            x.value.next = r.bits();
        }
    };
    batch.add_clocked(&format!("source_{D}"), HandoffSource::<D>::new(reset), |x| &mut x.clock, drive);
    let drive = |x: &mut HandoffSink<D>, r: &mut Random| {
        (x.rst_n.next, x.offered.next, x.word.next) = (r.reset(), r.bit(), r.bits());
    };
    batch.add_clocked(&format!("sink_{D}"), HandoffSink::<D>::new(reset), |x| &mut x.clock, drive);
}

#[test]
fn fifos_and_crossings_mean_the_same_in_verilog() {
    let mut batch = Batch::new(&[]);
    fifo::<1, 1>(&mut batch, Reset::Async);
    fifo::<2, 9>(&mut batch, Reset::Sync);
    fifo::<5, 40>(&mut batch, Reset::Async);
    sides::<1, 1>(&mut batch, Reset::Async);
    sides::<2, 9>(&mut batch, Reset::Sync);
    sides::<4, 18>(&mut batch, Reset::Async);
    sides::<5, 36>(&mut batch, Reset::Async);
    handoff::<1>(&mut batch, Reset::Sync);
    handoff::<26>(&mut batch, Reset::Async);
    if let Err(error) = batch.run(CYCLES, 11) {
        panic!("{error}");
    }
}
