// SPDX-License-Identifier: Apache-2.0
//! Accesses inside, what registers read, and what the control interface shows.

use super::{access, cycle, report, report_of};
use crate::mismatch::Difference;
use crate::observed::{flag, Inside, Item};
use crate::tests::preset;
use tracewright_config::{Build, TimestampSource};
use tracewright_regmap::{TE_CONTROL, TE_RAM_DATA, TE_RAM_WP};

/// All that the control interface can show.
fn build() -> Build {
    let mut build = preset("mcu");
    build.timestamp.source = TimestampSource::Core;
    build.timestamp.broadcast = true;
    build.encoder.trigger_outputs = 2;
    build.power.clock_request = true;
    build.power.delay = 3;
    build
}

fn reads(register: usize) -> impl Fn(&Inside) -> bool {
    move |inside| inside.done && !inside.write && inside.offset == register as u32
}

/// The signal that is reported.
fn signal(difference: Difference) -> &'static str {
    match difference {
        Difference::Signal { name, .. } => name,
        other => panic!("{other}"),
    }
}

#[test]
fn a_bit_that_is_read_is_reported() {
    for bit in [0, 3, 12, 31] {
        let difference = report(access(3, reads(TE_CONTROL), move |inside| inside.read ^= 1 << bit)).difference;
        let Difference::Read { name: "teControl", expected, found, .. } = difference else { panic!("{difference}") };
        assert_eq!(expected ^ found, 1 << bit);
    }
}

#[test]
fn a_pointer_and_a_word_of_trace_memory_are_reported() {
    let difference = report(access(1, reads(TE_RAM_WP), |inside| inside.read ^= 4)).difference;
    assert!(matches!(difference, Difference::Read { name: "teRamWP", .. }), "{difference}");
    let difference = report(access(7, reads(TE_RAM_DATA), |inside| inside.read ^= 1)).difference;
    assert!(matches!(difference, Difference::Read { name: "teRamData", .. }), "{difference}");
}

#[test]
fn an_access_that_takes_other_steps_is_reported() {
    let first = |_: &Inside| true;
    let second = |inside: &Inside| inside.acts;
    let third = |inside: &Inside| inside.answers == Some(true);
    let fourth = |inside: &Inside| inside.done;
    let rule = |tamper: Box<dyn FnMut(&mut Item) + Send>| match report(tamper).difference {
        Difference::Access(rule) => rule,
        other => panic!("{other}"),
    };
    assert_eq!(rule(Box::new(access(4, second, |i| i.acts = false))), "a write acts in its second cycle");
    assert_eq!(rule(Box::new(access(4, first, |i| i.acts = true))), "a write acts in its second cycle");
    assert_eq!(rule(Box::new(access(4, third, |i| i.answers = Some(false)))), "a read answers in its third cycle");
    assert_eq!(rule(Box::new(access(4, fourth, |i| i.answers = Some(true)))), "a read answers in its third cycle");
    assert_eq!(rule(Box::new(access(4, third, |i| i.done = true))), "it is done in its fourth cycle");
    assert_eq!(rule(Box::new(access(4, fourth, |i| i.done = false))), "it is done in its fourth cycle");
    assert_eq!(rule(Box::new(access(4, second, |i| i.data ^= 1))), "what is asked for stays until it is done");
    assert_eq!(rule(Box::new(access(4, third, |i| i.offset ^= 4))), "what is asked for stays until it is done");
    assert_eq!(rule(Box::new(access(4, fourth, |i| i.request = false))), "it is asked for until it is done");
    let vanishes = cycle(
        9,
        |c| c.has(flag::ACCESS),
        |batch, at| {
            let access = batch.cycles[..at.cycle].iter().filter(|cycle| cycle.has(flag::ACCESS)).count();
            batch.cycles[at.cycle].flags &= !flag::ACCESS;
            batch.accesses.remove(access);
        },
    );
    assert_eq!(rule(Box::new(vanishes)), "it goes on to its end");
}

#[test]
fn bits_that_change_by_themselves_are_reported() {
    for (bit, name) in [
        (flag::ACTIVE, "teActive, as the hardware follows it,"),
        (flag::ENABLE, "teEnable"),
        (flag::TRACING, "teInstTracing"),
    ] {
        let falls = cycle(500, move |c| c.has(bit), move |batch, at| batch.cycles[at.cycle].flags &= !bit);
        assert_eq!(signal(report(falls).difference), name);
    }
}

#[test]
fn each_output_of_the_control_interface_is_reported() {
    let skip = cycle(700, |c| c.has(flag::ENABLE), |batch, at| batch.cycles[at.cycle].now += 1);
    assert_eq!(signal(report_of(&build(), skip).difference), "the timestamp");
    let fires = cycle(700, |_| true, |batch, at| batch.cycles[at.cycle].trigger_outputs ^= 2);
    assert_eq!(signal(report_of(&build(), fires).difference), "trigger_out");
    let asks = cycle(2, |_| true, |batch, at| batch.cycles[at.cycle].flags ^= flag::CLOCK_REQUEST);
    assert_eq!(signal(report_of(&build(), asks).difference), "clock_request");
    let sends = cycle(700, |_| true, |batch, at| batch.broadcasts[at.cycle] ^= 1);
    assert_eq!(signal(report_of(&build(), sends).difference), "time_broadcast");
}
