// SPDX-License-Identifier: Apache-2.0
//! Both sides of the crossing, in clocks of any ratio and phase, with resets of either side alone.

use crate::memory::{any_access, asked, number, Access, Memory};
use crate::{edge, set_reset, settle, started};
use tracewright_config::Build;
use tracewright_rtl::bus::{Requester, Responder};
use verilator_sys::differential::Random;

/// What crosses from the bus.
#[derive(Clone, Copy, PartialEq)]
struct Asked {
    asked: bool,
    access: Access,
}

impl Asked {
    fn of(requester: &Requester) -> Asked {
        let access = Access {
            write: requester.far.asked.val().write,
            addr: number(requester.far.asked.val().addr),
            wdata: number(requester.far.asked.val().wdata),
            strobe: number(requester.far.asked.val().strobe),
        };
        Asked { asked: requester.far.asking.val(), access }
    }

    /// Each bit that changes as it was or as it is: what a register sees that samples while they change.
    fn or(self, new: Asked, random: &mut Random) -> Asked {
        let mut pick = |old: u32, new: u32| {
            let mask = number(random.bits::<32>());
            old & mask | new & !mask
        };
        let access = Access {
            write: pick(self.access.write.into(), new.access.write.into()) & 1 == 1,
            addr: pick(self.access.addr, new.access.addr),
            wdata: pick(self.access.wdata, new.access.wdata),
            strobe: pick(self.access.strobe, new.access.strobe),
        };
        Asked { asked: pick(self.asked.into(), new.asked.into()) & 1 == 1, access }
    }
}

/// A clock: when it rises next, and how long a period is.
struct Ticks {
    next: u64,
    period: u64,
}

/// Both sides, with a master in front and a memory after.
struct Crossing {
    requester: Requester,
    responder: Responder,
    memory: Memory,
    bus: Ticks,
    encoder: Ticks,
    /// How long the reset of the bus or the encoder still lasts.
    bus_reset: Option<u64>,
    encoder_reset: Option<u64>,
    /// The transfer under way, and how many accesses had been made before it.
    transfer: Option<(Access, usize)>,
    /// What stood at the crossing before this instant.
    before: Asked,
    /// How often the transfer under way may be made: once, and again for each reset of the encoder.
    most: usize,
    answered: usize,
    dropped: usize,
}

impl Crossing {
    fn new(random: &mut Random) -> Crossing {
        let requester = started(Requester::new(&Build::default()));
        let before = Asked::of(&requester);
        let mut clock = || {
            let scale = random.below(8);
            Ticks { next: random.below(1000), period: 10 + random.below(2 << scale) }
        };
        Crossing {
            bus: clock(),
            encoder: clock(),
            requester,
            responder: started(Responder::new(&Build::default())),
            memory: Memory::new(2),
            bus_reset: None,
            encoder_reset: None,
            transfer: None,
            before,
            most: 1,
            answered: 0,
            dropped: 0,
        }
    }

    /// The next instant in which a clock rises, or both do.
    fn instant(&mut self, with_resets: bool, random: &mut Random) {
        let now = self.bus.next.min(self.encoder.next);
        let (bus, encoder) = (self.bus.next == now, self.encoder.next == now);
        self.before = Asked::of(&self.requester);
        if with_resets {
            self.start_reset(now, random);
        }
        self.end_resets(now);
        // If both rise in one instant, each may be a little earlier.
        if bus && encoder && random.bit() {
            self.encoder_edge(random);
            self.bus_edge(random);
        } else {
            if bus {
                self.bus_edge(random);
            }
            if encoder {
                self.encoder_edge(random);
            }
        }
        for (ticks, rises) in [(&mut self.bus, bus), (&mut self.encoder, encoder)] {
            ticks.next += u64::from(rises) * ticks.period;
        }
    }

    fn bus_edge(&mut self, random: &mut Random) {
        let requester = &mut self.requester;
        if self.transfer.is_none() && self.bus_reset.is_none() && random.rarely(3) {
            self.transfer = Some((any_access(random), self.memory.made().len()));
            self.most = 1;
        }
        let access = self.transfer.map_or_else(|| any_access(random), |(access, _)| access);
        requester.port.request.next = self.transfer.is_some();
        requester.port.access.next.write = access.write;
        requester.port.access.next.addr = u64::from(access.addr).into();
        requester.port.access.next.wdata = u64::from(access.wdata).into();
        requester.port.access.next.strobe = u64::from(access.strobe).into();
        requester.far.answered.next = self.responder.far.answered.val();
        requester.far.answered_rdata.next = self.responder.far.answered_rdata.val();
        settle(requester);
        if requester.port.done.val() {
            let (access, before) = self.transfer.take().expect("an answer to nothing");
            let made = &self.memory.made()[before..];
            assert!((1..=self.most).contains(&made.len()), "{access:?} is made as {made:?}");
            assert!(made.iter().all(|made| made.access == access), "{access:?} is made as {made:?}");
            // A reset of the encoder may take the answer on its way.
            let read = number(requester.port.rdata.val());
            assert!(access.write || self.most > 1 || read == made[0].rdata, "{access:?}: {read:x}, not {made:?}");
            self.answered += 1;
        }
        edge(requester);
    }

    fn encoder_edge(&mut self, random: &mut Random) {
        let now = Asked::of(&self.requester);
        let seen = if now == self.before { now } else { self.before.or(now, random) };
        let responder = &mut self.responder;
        responder.far.asking.next = seen.asked;
        responder.far.asked.next.write = seen.access.write;
        responder.far.asked.next.addr = u64::from(seen.access.addr).into();
        responder.far.asked.next.wdata = u64::from(seen.access.wdata).into();
        responder.far.asked.next.strobe = u64::from(seen.access.strobe).into();
        responder.port.done.next = self.memory.done();
        responder.port.rdata.next = u64::from(self.memory.rdata()).into();
        settle(responder);
        if self.encoder_reset.is_none() {
            self.memory.cycle(asked!(responder), random);
        }
        edge(responder);
    }

    /// Now and then resets one side, at least as long as the crossing asks for.
    fn start_reset(&mut self, now: u64, random: &mut Random) {
        if self.bus_reset.is_none() && self.encoder_reset.is_none() && random.rarely(40) {
            if random.bit() {
                self.bus_reset = Some(now + 8 * self.encoder.period + random.below(100));
                set_reset(&mut self.requester, true);
            } else {
                self.encoder_reset = Some(now + 8 * self.bus.period + random.below(100));
                self.most += 1;
                set_reset(&mut self.responder, true);
                self.memory.reset();
            }
        }
    }

    fn end_resets(&mut self, now: u64) {
        if self.bus_reset.is_some_and(|end| end <= now) {
            self.bus_reset = None;
            set_reset(&mut self.requester, false);
            // What was under way may have been made while the reset lasted, and is not made later.
            if let Some((access, before)) = self.transfer.take() {
                let made = &self.memory.made()[before..];
                assert!(made.len() <= self.most, "{access:?} is made as {made:?}");
                assert!(made.iter().all(|made| made.access == access), "{access:?} is made as {made:?}");
                self.dropped += 1;
            }
        }
        if self.encoder_reset.is_some_and(|end| end <= now) {
            self.encoder_reset = None;
            set_reset(&mut self.responder, false);
        }
    }
}

/// Runs pairs of clocks; each ends with a transfer that is answered.
fn run(with_resets: bool) -> (usize, usize) {
    let (mut answered, mut dropped) = (0, 0);
    for seed in 0..60 {
        let mut random = Random::new(seed);
        let mut crossing = Crossing::new(&mut random);
        for _ in 0..3000 {
            crossing.instant(with_resets, &mut random);
        }
        let so_far = crossing.answered;
        for _ in 0..3000 {
            crossing.instant(false, &mut random);
        }
        assert!(crossing.answered > so_far, "seed {seed}: locked up");
        answered += crossing.answered;
        dropped += crossing.dropped;
    }
    (answered, dropped)
}

#[test]
fn an_access_crosses_once_and_its_answer_comes_back_whatever_the_clocks() {
    let (answered, _) = run(false);
    assert!(answered > 2000, "{answered}");
}

#[test]
fn a_reset_of_one_side_makes_no_access_that_was_not_asked_for_and_locks_nothing_up() {
    let (answered, dropped) = run(true);
    assert!(answered > 2000 && dropped > 200, "{answered} answered, {dropped} dropped");
}
