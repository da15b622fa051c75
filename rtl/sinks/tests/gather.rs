// SPDX-License-Identifier: Apache-2.0
//! The gatherer in the simulator is its Verilog, for every unit and word, with whatever may come in.

use tracewright_config::Reset;
use tracewright_sinks::{Gather, GatherPlan};
use verilator_sys::differential::Batch;

fn add<const IN: usize>(batch: &mut Batch, word_bytes: usize) {
    let gather = Gather::<IN>::new(&GatherPlan { reset: Reset::Async, word_bytes, counts: true });
    batch.add_clocked(
        &format!("gather_{IN}_{word_bytes}"),
        gather,
        |x| &mut x.clock,
        |x, r| {
            x.rst_n.next = r.reset();
            x.clear.next = r.rarely(30);
            x.unit.valid.next = r.any();
            x.unit.data.next = r.any();
            x.unit.bytes.next = r.any();
            x.flush.next = r.rarely(6);
            x.word_ready.next = r.any();
        },
    );
}

#[test]
fn gathering_means_the_same_in_verilog() {
    let mut batch = Batch::new(&[]);
    for word_bytes in [1, 2, 4, 8, 16] {
        add::<8>(&mut batch, word_bytes);
    }
    for word_bytes in [4, 8, 16] {
        add::<32>(&mut batch, word_bytes);
    }
    for word_bytes in [8, 16] {
        add::<64>(&mut batch, word_bytes);
    }
    if let Err(error) = batch.run(2000, 11) {
        panic!("{error}");
    }
}
