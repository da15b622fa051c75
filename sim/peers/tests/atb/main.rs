// SPDX-License-Identifier: Apache-2.0
//! The ATB slave: a right master is accepted, each wrong one is found.

mod master;

use master::{Master, Wrong};
use std::collections::BTreeMap;
use tracewright_peers::buses::{AtbIn, AtbOut, AtbSettings, AtbSlave, Pace, Ready, Rule};

/// Cycles in which the slave did what it may do.
#[derive(Debug, Default)]
struct Seen {
    disabled: u32,
    waiting: u32,
    ready_alone: u32,
    sync: u32,
    flush: u32,
}

/// The slave is told what a flush is to send.
fn run(master: &mut Master, slave: &mut AtbSlave, cycles: u32, tells: bool) -> Seen {
    let mut seen = Seen::default();
    let mut before: Option<AtbIn> = None;
    for _ in 0..cycles {
        let (inputs, out) = (slave.inputs(), master.out);
        if let Some(before) = before.filter(|before| !before.atclken) {
            assert_eq!(AtbIn { atclken: false, ..inputs }, before);
        }
        before = Some(inputs);
        if tells && slave.flush_begins() {
            slave.flush_holds(&master.held());
        }
        slave.cycle(&out);
        seen.disabled += u32::from(!inputs.atclken);
        seen.waiting += u32::from(inputs.atclken && out.atvalid && !inputs.atready);
        seen.ready_alone += u32::from(inputs.atready && !out.atvalid);
        seen.sync += u32::from(inputs.syncreq);
        seen.flush += u32::from(inputs.afvalid);
        master.edge(&inputs);
        if slave.check().is_err() {
            break;
        }
    }
    seen
}

#[test]
fn a_right_master_is_accepted() {
    for (width, seed) in [(8, 1), (16, 2), (32, 3), (64, 4), (128, 5)] {
        let mut master = Master::new(width, seed, None);
        let mut slave = AtbSlave::new(AtbSettings::new(width, seed));
        let seen = run(&mut master, &mut slave, 100_000, true);
        assert_eq!(slave.check(), Ok(()));
        let mut given: BTreeMap<u8, Vec<u8>> = BTreeMap::new();
        let taken = master.given.len() - master.held().len();
        master.given[..taken].iter().for_each(|(id, byte)| given.entry(*id).or_default().push(*byte));
        assert!(taken > 10_000, "{taken}");
        for id in 0..=0x7F {
            assert_eq!(slave.bytes(id), given.get(&id).map_or(&[][..], Vec::as_slice));
        }
        assert!(width > 16 || given.len() > 2);
        let of_beats: Vec<u8> = slave.beats().iter().flat_map(|beat| beat.bytes.clone()).collect();
        assert!(of_beats.iter().eq(master.given[..taken].iter().map(|(_, byte)| byte)));
        assert!(slave.flushes() > 50 && slave.flushes().abs_diff(master.flushes.into()) <= 1);
        assert!(slave.syncs() > 50);
        for count in [seen.disabled, seen.waiting, seen.ready_alone, seen.sync, seen.flush] {
            assert!(count > 100, "{seen:?}");
        }
    }
}

#[test]
fn each_rule_is_checked() {
    let wrongs = [
        (Wrong::TakesBack, Rule::Held),
        (Wrong::ChangesData, Rule::Held),
        (Wrong::ChangesId, Rule::Held),
        (Wrong::IgnoresClockEnable, Rule::ClockEnable),
        (Wrong::ReservedZero, Rule::AtId),
        (Wrong::ReservedHigh, Rule::AtId),
        (Wrong::IdWithoutIdle, Rule::AtIdChange),
        (Wrong::TooManyBytes, Rule::Width),
        (Wrong::HighData, Rule::Width),
        (Wrong::PartialUnasked, Rule::Partial),
        (Wrong::TwoPartials, Rule::Partial),
        (Wrong::PartialBehindAnswer, Rule::Partial),
        (Wrong::AnswersAtOnce, Rule::FlushEarly),
        (Wrong::AnswersWithBeat, Rule::FlushEarly),
        (Wrong::AnswersUnasked, Rule::FlushUnasked),
        (Wrong::AnswerStays, Rule::FlushUnasked),
        (Wrong::NeverAnswers, Rule::FlushLate),
        (Wrong::LosesByte, Rule::FlushEarly),
        (Wrong::SwapsBytes, Rule::FlushContent),
    ];
    for (wrong, rule) in wrongs {
        for seed in 0..8 {
            let mut master = Master::new(32, seed, Some(wrong));
            let mut slave = AtbSlave::new(AtbSettings::new(32, seed));
            run(&mut master, &mut slave, 50_000, wrong != Wrong::AnswersWithBeat);
            let found = slave.check().expect_err(&format!("{wrong:?}, seed {seed}"));
            // The flush is short of a lost byte, if new ones do not take its place.
            let is_same = wrong == Wrong::LosesByte && found.rule == Rule::FlushContent;
            assert!(found.rule == rule || is_same, "{wrong:?}, seed {seed}: {found}");
            assert!(master.flushes >= 2);
        }
    }
}

/// ATVALID never waits for ATREADY: with a slave that is ready only for what is valid, such a master hangs.
#[test]
fn who_waits_for_atready_sends_nothing() {
    for (wrong, sends) in [(None, true), (Some(Wrong::WaitsForReady), false)] {
        let mut master = Master::new(32, 1, wrong);
        master.flushes = 2;
        let ready = Pace { ready: Ready::AfterValid(0.5), ..Pace::random() };
        let mut slave = AtbSlave::new(AtbSettings { ready, flush: 0.0, ..AtbSettings::new(32, 1) });
        run(&mut master, &mut slave, 1_000, false);
        assert_eq!(slave.check(), Ok(()));
        assert_eq!(!slave.beats().is_empty(), sends);
        // With a flush that is a violation.
        slave.request_flush();
        run(&mut master, &mut slave, 20_000, false);
        assert_eq!(slave.check().is_ok(), sends);
    }
}

/// Beats that are offered cycle by cycle, to a slave that takes each.
fn offer(slave: &mut AtbSlave, beats: &[AtbOut]) {
    for out in beats {
        slave.cycle(out);
    }
}

/// One that is always ready and enabled, from its second cycle on.
fn fast() -> AtbSlave {
    let mut slave = AtbSlave::new(AtbSettings::fast(32));
    slave.cycle(&AtbOut::default());
    slave.cycle(&AtbOut::default());
    assert_eq!(slave.inputs(), AtbIn { atclken: true, atready: true, afvalid: false, syncreq: false });
    slave
}

const PARTIAL: AtbOut = AtbOut { atvalid: true, atdata: 0x0302_0100, atbytes: 1, atid: 1, afready: false };
const FULL: AtbOut = AtbOut { atbytes: 3, ..PARTIAL };
const NONE: AtbOut = AtbOut { atvalid: false, ..PARTIAL };
const ANSWER: AtbOut = AtbOut { afready: true, ..NONE };

#[test]
fn a_drained_source_sends_partial_beats() {
    let mut slave = fast();
    slave.set_drained(true);
    offer(&mut slave, &[FULL, PARTIAL, PARTIAL]);
    assert_eq!((slave.check(), slave.bytes(1)), (Ok(()), &[0, 1, 2, 3, 0, 1, 0, 1][..]));
    slave.set_drained(false);
    offer(&mut slave, &[PARTIAL]);
    assert_eq!(slave.check().map_err(|violation| violation.rule), Err(Rule::Partial));
}

/// A partial beat cannot be there in the cycle in which AFVALID rises: nobody has seen it yet.
#[test]
fn a_flush_that_was_not_seen_ends_with_no_beat() {
    for (beats, expected) in [
        (&[NONE, NONE, PARTIAL, ANSWER, NONE][..], None),
        (&[NONE, PARTIAL], Some(Rule::Partial)),
        (&[NONE, ANSWER], Some(Rule::FlushUnasked)),
        (&[NONE, NONE, ANSWER, NONE, ANSWER], Some(Rule::FlushUnasked)),
        (&[NONE, NONE, PARTIAL, PARTIAL], Some(Rule::Partial)),
        (&[NONE, NONE, AtbOut { afready: true, ..PARTIAL }], Some(Rule::FlushEarly)),
    ] {
        let mut slave = fast();
        slave.request_flush();
        offer(&mut slave, beats);
        assert_eq!(slave.check().err().map(|violation| violation.rule), expected, "{beats:?}");
    }
}

/// The cycle with AFVALID and AFREADY completes a flush: AFVALID that stays asks for another one, of what is held then.
#[test]
fn afvalid_that_stays_asks_again() {
    for (beats, expected) in [
        (&[NONE, ANSWER, NONE, PARTIAL, ANSWER][..], None),
        (&[NONE, ANSWER, ANSWER], Some(Rule::FlushUnasked)),
        (&[NONE, ANSWER, PARTIAL], Some(Rule::Partial)),
    ] {
        let mut slave = fast();
        slave.request_flush();
        offer(&mut slave, &[NONE]);
        slave.request_flush();
        offer(&mut slave, beats);
        assert_eq!(slave.check().err().map(|violation| violation.rule), expected, "{beats:?}");
        if expected.is_none() {
            assert_eq!(slave.flushes(), 2);
        }
    }
}

/// What is offered in the first cycle of a flush is held in it, and leaves before AFREADY.
#[test]
fn the_beat_that_is_valid_when_a_flush_begins_belongs_to_it() {
    let mut settings = AtbSettings::fast(32);
    settings.ready.ready = Ready::Share(0.0);
    let mut slave = AtbSlave::new(settings);
    offer(&mut slave, &[NONE, NONE, FULL]);
    slave.request_flush();
    let answer = AtbOut { afready: true, ..FULL };
    offer(&mut slave, &[FULL, FULL, answer]);
    assert_eq!(slave.check().map_err(|violation| violation.rule), Err(Rule::FlushEarly));
}

#[test]
fn ids_change_over_a_cycle_without_a_beat() {
    let other = AtbOut { atid: 0x6F, ..FULL };
    let mut slave = fast();
    offer(&mut slave, &[FULL, NONE, other]);
    assert_eq!((slave.check(), slave.bytes(0x6F)), (Ok(()), &[0, 1, 2, 3][..]));
    offer(&mut slave, &[FULL]);
    assert_eq!(slave.check().map_err(|violation| violation.rule), Err(Rule::AtIdChange));
}

#[test]
fn nothing_is_offered_in_reset() {
    let mut slave = fast();
    slave.reset(&ANSWER);
    assert_eq!(slave.check(), Ok(()));
    slave.reset(&FULL);
    assert_eq!(slave.check().map_err(|violation| violation.rule), Err(Rule::Reset));
}
