// SPDX-License-Identifier: Apache-2.0
//! The most trace that a hart can ask for: an uninferable jump to a random address of 64 bits in every block of every
//! cycle.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use std::convert::Infallible;
use tracewright_config::Run;
use tracewright_cosim::{from_blocks, run, Options};
use tracewright_messages::{itype, Block};
use tracewright_tests::hardware::{config, design, sources};

const CYCLES: usize = 1_000_000;

/// Jumps that follow one another in every cycle.
fn jumps() -> impl Iterator<Item = Result<Block, Infallible>> + Send {
    let mut rng = SmallRng::seed_from_u64(1);
    (0..CYCLES).map(move |_| {
        let iaddr = rng.random::<u64>() & !1;
        Ok(Block { itype: itype::OTHER_UNINFERABLE_JUMP, iaddr, iretire: rng.random_range(1..16), ..Block::default() })
    })
}

#[test]
fn a_whole_message_a_cycle_neither_loses_nor_stalls() {
    let config = config("rv64", &["packer=message", "sink.kind=stream"]);
    let design = design(&config.build, sources(&config.build));
    for stall in [false, true] {
        let settings = Run { stall, repeated_history: false, ..config.run.clone() };
        let summary = run(&design, &settings, from_blocks(jumps()), Options::default()).unwrap();
        assert_eq!((summary.blocks, summary.lost_messages, summary.stall_cycles), (CYCLES as u64, 0, 0));
        let messages: u64 = summary.messages.iter().map(|(_, count)| count).sum();
        assert!(messages > CYCLES as u64, "{messages} messages, one for each jump, and the end");
        assert!(summary.trace_bytes > 12 * CYCLES as u64, "{} bytes", summary.trace_bytes);
    }
}
