// SPDX-License-Identifier: Apache-2.0
//! What a handoff holds to, and which parts of it that needs.

use crate::emitted::bench;
use crate::handoff;
use tracewright_config::Reset;
use tracewright_prim::Handoff;
use verilator_sys::text::Fault;

/// Bits of a word.
const WIDTH: usize = 26;

fn check(faults: &[Fault]) -> Result<u64, String> {
    let mut bench = bench(Handoff::<WIDTH>::new(Reset::Async), "tw_handoff", (0, WIDTH), faults);
    handoff::check(&mut bench, WIDTH as u32)
}

#[test]
fn words_are_seen_whole_and_in_order_whatever_the_clocks_and_resets() {
    let seen = check(&[]).unwrap_or_else(|error| panic!("{error}"));
    assert!(seen > 1500, "{seen}");
}

#[test]
fn what_keeps_the_word_still_is_needed() {
    let mutants: [(&str, Fault); 4] = [
        ("a word that follows at once", ("tw_handoff_source", "kept_write", "", "1'b1")),
        ("no wait for the sink to wait", ("tw_handoff_source", "offering_d", "waiting_sync_q", "1'b1")),
        ("one stage less", ("tw_synchronizer", "q", "second_q", "first_q ^ (earlier != d)")),
        ("settled when offered", ("tw_handoff_source", "settled", "taken", "offering_q")),
    ];
    for (what, fault) in mutants {
        let found = check(&[fault]);
        println!("{what}: {found:?}");
        assert!(found.is_err(), "{what}");
    }
}
