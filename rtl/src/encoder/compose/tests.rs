// SPDX-License-Identifier: Apache-2.0
use super::*;
use crate::bench::settle;
use crate::encoder::records::LastBranch;
use tracewright_config::{Modes, TimestampSource};

#[test]
fn a_full_count_has_the_time_of_its_cycle_and_a_target_that_of_what_was_pending() {
    let mut build = Build::default();
    build.encoder.modes = Modes::Btm;
    build.encoder.repeat_branch = true;
    build.timestamp.source = TimestampSource::Core;
    let mut compose: Compose<31> = Compose::new(&build);
    compose.connect_all();
    compose.turn.next = Turn { btm: true, counts_branches: true, now: bits(70), ..Turn::default() };
    let target = Decision {
        target: true,
        main: true,
        complete: true,
        goes_direct: true,
        can_repeat: true,
        ..Decision::default()
    };
    compose.decision.next = Decision { reports_pending: true, ..target };
    // The next one makes the count full.
    let last = LastBranch { valid: true, direct: true, count: bits(0x3_FFFE), ..LastBranch::default() };
    for (is_same, repeat_count, time) in [(true, 0x3_FFFF, 70), (false, 0x3_FFFE, 60)] {
        let last = LastBranch { valid: is_same, ..last };
        compose.before.next = Kept { time: bits(60), last, ..Kept::default() };
        settle(&mut compose);
        let entry = compose.entry.val();
        assert_eq!((entry.repeat_count, entry.time), (bits(repeat_count), bits(time)), "{is_same}");
    }
}
