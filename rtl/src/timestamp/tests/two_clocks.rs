// SPDX-License-Identifier: Apache-2.0
//! The time with a clock of its own: edges of both clocks in any order.

use super::*;

/// Since when, in cycles of the encoder's clock and of the time's, a time may have been: the time's cycle itself is one
/// of them.
const OLDEST: (u64, u64) = (6, 4);

/// A unit and its sender, connected.
struct Pair {
    unit: Timestamp,
    sender: TimeSender,
    counts: bool,
}

impl Pair {
    fn new(source: TimestampSource, width: u32) -> Self {
        let mut build = build(source, width);
        build.timestamp.own_clock = true;
        build.timestamp.broadcast = true;
        let (unit, sender) = (Timestamp::new(&build).reset(), TimeSender::new(&build).reset());
        let mut pair = Pair { unit, sender, counts: source == TimestampSource::Core };
        pair.connect();
        pair
    }

    /// What the top connects.
    fn connect(&mut self) {
        let control = self.unit.control.next.to_u64() as u32;
        let bit = |lsb: usize| control >> lsb & 1 != 0;
        for _ in 0..2 {
            settle(&mut self.unit);
            settle(&mut self.sender);
            self.sender.asked.next = bit(TS_CONTROL_TS_ACTIVE);
            self.sender.far.acknowledge.next = self.unit.far.acknowledge.val();
            if self.counts {
                self.sender.count.next = bit(TS_CONTROL_TS_COUNT);
                self.sender.debug.next = bit(TS_CONTROL_TS_DEBUG);
                self.sender.prescale.next = bits((control >> TS_CONTROL_TS_PRESCALE & 3).into());
                self.sender.far.restart.next = self.unit.far.restart.val();
            }
            self.unit.far.active.next = self.sender.far.active.val();
            self.unit.far.request.next = self.sender.far.request.val();
            self.unit.far.held.next = self.sender.far.held.val();
        }
    }

    /// An edge of the encoder's clock.
    fn near(&mut self) {
        self.unit.tick();
        self.connect();
    }

    /// An edge of the time's clock.
    fn far(&mut self) {
        self.sender.tick();
        self.connect();
    }

    fn both(&mut self, cycles: usize) {
        for _ in 0..cycles {
            self.near();
            self.far();
        }
    }

    fn set(&mut self, control: u32) {
        self.unit.control.next = bits((control & !RESET).into());
        self.connect();
    }

    /// Writes tsReset, the other bits as they are.
    fn restart(&mut self) {
        let control = self.unit.control.val();
        self.unit.control.next = control | bits(RESET.into());
        self.connect();
        self.near();
        self.unit.control.next = control;
        self.connect();
    }

    fn now(&self) -> u64 {
        self.unit.now.val().to_u64()
    }

    fn source_time(&self) -> u64 {
        self.sender.broadcast.val().to_u64()
    }
}

#[test]
fn the_active_bit_follows_through_two_synchronisers_there_and_back() {
    for asked in [true, false] {
        let mut pair = Pair::new(TimestampSource::Core, 40);
        if !asked {
            pair.set(ACTIVE);
            pair.both(10);
        }
        pair.set(if asked { ACTIVE } else { 0 });
        for _ in 0..2 {
            assert_eq!(pair.unit.followed.val(), !asked);
            (0..5).for_each(|_| pair.near());
            assert_eq!(pair.unit.followed.val(), !asked, "not without the other clock");
            pair.far();
        }
        pair.near();
        assert_eq!(pair.unit.followed.val(), !asked);
        pair.near();
        assert_eq!(pair.unit.followed.val(), asked);
    }
}

#[test]
fn a_time_is_one_that_was_no_older_than_the_bound_and_never_goes_back() {
    let mut seed = 7_u64;
    let mut random = |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for (near, far) in [(10, 10), (10, 73), (90, 10), (30, 20), (17, 19)] {
        let mut pair = Pair::new(TimestampSource::External, 64);
        pair.set(ACTIVE);
        pair.both(20);
        // When the next edges are; times that the source had, and when each ended.
        let (mut next_near, mut next_far) = (random(near), random(far));
        let mut past = vec![];
        let (mut port, mut last, mut stood_still) = (0, 0, 0);
        for step in 0..2000 {
            let is_near = next_near < next_far || next_near == next_far && random(2) == 0;
            let instant = next_near.min(next_far);
            let (acknowledge, held) = (pair.unit.far.acknowledge.val(), pair.sender.far.held.val());
            if is_near {
                next_near += near;
                pair.near();
                assert!(pair.unit.far.acknowledge.val() == acknowledge || stood_still >= 2, "held has just changed");
                stood_still += 1;
            } else {
                next_far += far;
                port += 1 + random(1 << 40);
                pair.sender.external_time.next = port.to_bits();
                pair.connect();
                pair.far();
                past.push((pair.source_time(), instant));
                stood_still = if pair.sender.far.held.val() == held { stood_still } else { 0 };
            }
            let now = pair.now();
            assert!(now >= last, "it goes back");
            last = now;
            if step > 200 {
                let (_, ended) = past.iter().rev().find(|(time, _)| *time == now).expect("the source had it");
                assert!(instant - ended <= OLDEST.0 * near + (OLDEST.1 - 1) * far, "{near} {far}");
            }
        }
    }
}

#[test]
fn tci_ch_7_the_counter_of_an_own_clock_counts_that_clock() {
    for (prescale, divisor) in [1, 4, 16, 64].into_iter().enumerate() {
        let prescale = (prescale as u32) << TS_CONTROL_TS_PRESCALE;
        let mut pair = Pair::new(TimestampSource::Core, 16);
        pair.set(ACTIVE);
        pair.both(10);
        pair.set(ACTIVE | prescale);
        pair.both(10);
        pair.set(ACTIVE | COUNT | prescale);
        // Two stages, and the broadcast's own.
        (0..3 * divisor + 2).for_each(|_| pair.far());
        assert_eq!(pair.source_time(), 2, "{divisor}");
        pair.far();
        assert_eq!(pair.source_time(), 3, "{divisor}");
        pair.set(ACTIVE | prescale);
        pair.both(20);
        assert_eq!(pair.now(), pair.source_time());
    }
}

#[test]
fn tci_ch_7_a_halted_hart_stops_an_own_clock_unless_debug_is_set() {
    for debug in [0, DEBUG] {
        let mut pair = Pair::new(TimestampSource::Core, 16);
        pair.set(ACTIVE);
        pair.both(10);
        pair.set(ACTIVE | COUNT | debug);
        pair.both(10);
        let before = pair.source_time();
        pair.sender.halted.next = true;
        pair.connect();
        pair.both(10);
        assert_eq!(pair.source_time() - before, if debug == 0 { 3 } else { 10 });
    }
}

#[test]
fn tci_ch_7_every_reset_of_the_counter_crosses() {
    let mut pair = Pair::new(TimestampSource::Core, 16);
    pair.set(ACTIVE);
    pair.both(10);
    for _ in 0..3 {
        pair.set(ACTIVE | COUNT);
        pair.both(20);
        assert!(pair.now() > 0);
        pair.set(ACTIVE);
        pair.both(10);
        pair.restart();
        pair.both(10);
        assert_eq!(pair.now(), 0);
    }
}

#[test]
fn an_inactive_unit_has_no_time() {
    let mut pair = Pair::new(TimestampSource::External, 64);
    pair.sender.external_time.next = bits(0x5A5A);
    pair.both(20);
    assert_eq!((pair.now(), pair.source_time()), (0, 0));
    pair.set(ACTIVE);
    pair.both(20);
    assert_eq!(pair.now(), 0x5A5A);
    pair.set(0);
    pair.near();
    assert_eq!(pair.now(), 0, "at once");
}

#[test]
fn a_unit_that_has_not_followed_takes_no_time() {
    let Pair { mut unit, .. } = Pair::new(TimestampSource::External, 64);
    unit.control.next = bits(ACTIVE.into());
    unit.far.held.next = bits(0x77);
    for (active, now) in [(false, 0), (true, 0x77)] {
        unit.far.request.next = !unit.far.request.val();
        settle(&mut unit);
        (0..5).for_each(|_| unit.tick());
        assert_eq!(unit.now.val(), bits(now));
        unit.far.active.next = !active;
        settle(&mut unit);
        (0..5).for_each(|_| unit.tick());
    }
}

#[test]
fn either_side_may_be_reset_alone() {
    for far in [true, false] {
        for cycles in 0..12 {
            let mut pair = Pair::new(TimestampSource::External, 64);
            pair.set(ACTIVE);
            pair.both(20);
            (0..cycles).for_each(|n| if n % 3 == 0 { pair.near() } else { pair.far() });
            for level in [false, true] {
                match far {
                    true => pair.sender.rst_n.next = level,
                    false => pair.unit.rst_n.next = level,
                }
                pair.connect();
                match far {
                    true => pair.far(),
                    false => pair.near(),
                }
            }
            pair.sender.external_time.next = bits(0xC0FFEE);
            pair.both(30);
            assert_eq!(pair.now(), 0xC0FFEE, "{far} {cycles}");
        }
    }
}
