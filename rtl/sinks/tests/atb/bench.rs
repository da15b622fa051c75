// SPDX-License-Identifier: Apache-2.0
//! A sink, its clocks, its source and its slave; what it does is checked in every cycle.
//!
//! Time is a sequence of *instants*, at each of which one clock rises or both do.

use crate::case::Case;
use crate::signals::Signals;
use crate::source::{Messages, Source, IDLE};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tracewright_peers::buses::{AtbOut, AtbSettings, AtbSlave};
use tracewright_regmap::{ATB_CONTROL_ATB_ACTIVE, ATB_CONTROL_ATB_ENABLE, ATB_CONTROL_ATB_ID};
use verilator_sys::{Library, Model};

const ACTIVE: u32 = 1 << ATB_CONTROL_ATB_ACTIVE;
const ENABLE: u32 = 1 << ATB_CONTROL_ATB_ENABLE;
const CORE: usize = 0;
const ATB: usize = 1;

/// Periods of the encoder's clock and of the ATB's.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    pub period: [u64; 2],
    /// Edges come up to a quarter of a period early or late.
    pub wander: bool,
}

/// A sink under test.
pub struct Bench {
    model: Model,
    signals: Signals,
    clocks: Clocks,
    next: [u64; 2],
    now: u64,
    in_reset: [bool; 2],
    /// Cycles of the ATB in reset.
    reset_cycles: u64,
    pub rng: SmallRng,
    pub source: Source,
    pub slave: AtbSlave,
    control: u32,
    /// Bytes that the sink has taken and not dropped, and how many of them the slave has.
    entered: Vec<u8>,
    received: usize,
    /// IDs that were set, and how many bytes had been taken by then.
    ids: Vec<(usize, u8)>,
    /// atbEmpty means that all that was taken has been received, not that it was dropped.
    exact: bool,
    /// Idle bytes of a unit go ahead of the next one, because something was dropped.
    owes_idle: Option<usize>,
    /// Messages up to the last unit that has left the source.
    messages: Messages,
    /// A flush is under way, which is to send the bytes from here to there.
    flush: Option<(usize, usize)>,
    /// atbActive and atbEmpty as they read.
    pub active: bool,
    pub empty: bool,
    pub flush_joiner: bool,
    pub syncs: u64,
    /// Cycles of the encoder's clock and of the ATB's.
    pub cycles: [u64; 2],
}

impl Bench {
    /// One out of reset, not active.
    pub fn new(case: Case, library: &Library, clocks: Clocks, settings: AtbSettings) -> Bench {
        let signals = Signals::of(library);
        let mut bench = Bench {
            model: library.model(),
            signals,
            clocks,
            next: clocks.period,
            now: 0,
            in_reset: [true; 2],
            reset_cycles: 0,
            rng: SmallRng::seed_from_u64(settings.seed),
            source: Source::new(case.unit / 8),
            slave: AtbSlave::new(settings),
            control: 0,
            entered: Vec::new(),
            received: 0,
            ids: Vec::new(),
            exact: true,
            owes_idle: None,
            messages: Messages::default(),
            flush: None,
            active: false,
            empty: true,
            flush_joiner: false,
            syncs: 0,
            cycles: [0; 2],
        };
        bench.run_both(8);
        bench.in_reset = [false; 2];
        bench.run_both(8);
        bench
    }

    /// So many cycles of each clock at least.
    pub fn run_both(&mut self, cycles: u64) {
        let end = self.cycles.map(|done| done + cycles);
        while self.cycles[CORE] < end[CORE] || self.cycles[ATB] < end[ATB] {
            self.step();
        }
    }

    /// Until it is so, for at most so many cycles of the slower clock.
    ///
    /// # Panics
    /// If that is too long.
    pub fn until(&mut self, most: u64, what: &str, mut done: impl FnMut(&mut Bench) -> bool) {
        let slower = if self.clocks.period[CORE] > self.clocks.period[ATB] { CORE } else { ATB };
        let end = self.cycles[slower] + most;
        while !done(self) {
            self.step();
            assert!(self.cycles[slower] < end, "not within {most} cycles: {what}");
        }
    }

    /// All that was taken has been received.
    pub fn all_received(&self) -> bool {
        self.received == self.entered.len()
    }

    /// How many bytes were received.
    pub fn received(&self) -> usize {
        self.received
    }

    /// atbActive 1, and the other fields as they are after it.
    pub fn activate(&mut self) {
        self.control = ACTIVE;
        self.until(60, "atbActive 1", |bench| bench.active);
    }

    pub fn set_id(&mut self, id: u8) {
        self.control = self.control & !(0x7F << ATB_CONTROL_ATB_ID) | u32::from(id) << ATB_CONTROL_ATB_ID;
        // Idle bytes that are owed may have been taken with the ID before, and nobody saw it.
        self.ids.push((self.entered.len() + self.owes_idle.unwrap_or(0), id));
    }

    /// Without it what has begun leaves as a partial beat, and a flush is not about the joiner.
    pub fn enable(&mut self, enable: bool) {
        if enable {
            self.control |= ENABLE;
        } else {
            self.control &= !ENABLE;
            self.slave.set_drained(true);
            self.limit_flush();
        }
    }

    fn takes_trace(&self) -> bool {
        (self.control & ENABLE != 0 || self.source.inactive) && self.id() != 0
    }

    fn id(&self) -> u32 {
        self.control >> ATB_CONTROL_ATB_ID & 0x7F
    }

    /// The flush under way, if there is one, is about no more than what the sink has taken.
    fn limit_flush(&mut self) {
        if let Some((start, _)) = self.flush.filter(|(_, end)| *end > self.entered.len()) {
            self.slave.flush_holds(&self.entered[start..]);
        }
    }

    /// The flush under way, if there is one, is about nothing: it may be dropped.
    fn forget_flush(&mut self) {
        if self.flush.take().is_some() {
            self.slave.flush_holds(&[]);
        }
    }

    /// atbActive 0, until it reads so: what is not offered yet is dropped.
    pub fn deactivate(&mut self) {
        self.control = 0;
        self.exact = false;
        self.slave.set_drained(true);
        self.forget_flush();
        self.until(60, "atbActive 0", |bench| !bench.active);
        self.drop_held();
    }

    /// atbActive 0, whatever comes of it.
    pub fn forget_active(&mut self) {
        self.control = 0;
        self.exact = false;
    }

    /// ATCLK stands still, or goes on.
    pub fn stop_atb(&mut self, stop: bool) {
        self.next[ATB] = if stop { u64::MAX } else { self.now + 1 };
    }

    /// What was taken and is not offered is gone.
    fn drop_held(&mut self) {
        let out = self.signals.pins(&self.model);
        let offered = if out.atvalid { usize::from(out.atbytes) + 1 } else { 0 };
        self.entered.truncate(self.received + offered);
    }

    /// A reset of one side or of both, at least so many cycles of each clock.
    pub fn reset(&mut self, sides: [bool; 2], cycles: u64) {
        self.in_reset = sides;
        self.exact = false;
        self.reset_cycles = 0;
        self.slave.set_drained(true);
        self.forget_flush();
        if sides[CORE] {
            (self.control, self.source.runs) = (0, false);
        }
        self.run_both(cycles);
        self.drop_held();
        self.in_reset = [false; 2];
    }

    /// An instant, and what follows from it.
    pub fn step(&mut self) {
        self.now = self.next[CORE].min(self.next[ATB]);
        let rises = self.next.map(|next| next == self.now);
        for side in [CORE, ATB] {
            if rises[side] {
                self.next[side] = self.now + self.clocks.period[side];
                if self.clocks.wander {
                    let quarter = self.clocks.period[side] / 4;
                    self.next[side] = self.next[side] - quarter + self.rng.random_range(0..=2 * quarter);
                }
                self.cycles[side] += 1;
            }
        }

        let (inputs, joiner_empty) = (self.slave.inputs(), self.source.joiner_empty());
        let drained = self.source.drained();
        let Bench { model, signals, source, in_reset, .. } = self;
        for side in [CORE, ATB] {
            model.set(signals.clocks[side], 0);
            model.set(signals.resets[side], u64::from(!in_reset[side]));
        }
        model.set(signals.control, self.control.into());
        model.set(signals.flush, u64::from(drained));
        model.set(signals.joiner_empty, u64::from(joiner_empty));
        model.set(signals.inactive, u64::from(source.inactive));
        model.set(signals.unit[0], u64::from(source.offered().is_some()));
        if let Some(unit) = source.offered() {
            let mut bytes = [0xFF; 8];
            bytes[..unit.len()].copy_from_slice(unit);
            model.set(signals.unit[1], u64::from_le_bytes(bytes));
            signals.unit_bytes.iter().for_each(|port| model.set(*port, unit.len() as u64));
        }
        let shown = [inputs.atclken, inputs.atready, inputs.afvalid, inputs.syncreq];
        signals.slave.into_iter().zip(shown).for_each(|(port, bit)| model.set(port, bit.into()));
        model.cycle();
        let [ready, flush_joiner, active, empty, sync] = signals.core.map(|port| model.get(port) != 0);
        let out = self.signals.pins(&self.model);
        let atb_first = rises[CORE] && rises[ATB] && self.rng.random();
        for side in if atb_first { [ATB, CORE] } else { [CORE, ATB] } {
            if rises[side] {
                self.model.set(self.signals.clocks[side], 1);
                self.model.settle();
            }
        }

        let mut messages = self.messages;
        let mut joiner: Vec<u8> = self.source.in_joiner().into_iter().map(|byte| messages.next(byte)).collect();
        if !joiner.is_empty() {
            let idle = self.owes_idle.unwrap_or(0);
            joiner.splice(..0, std::iter::repeat_n(IDLE, idle));
        }
        let held = self.entered.len();
        if rises[CORE] {
            (self.active, self.empty, self.flush_joiner) = (active, empty, flush_joiner);
            if self.in_reset[CORE] {
                (self.owes_idle, self.messages) = (None, Messages::default());
            } else {
                self.core_cycle(ready, sync);
            }
        }
        if rises[ATB] {
            self.atb_cycle(&out, &joiner, held);
        }
    }

    fn core_cycle(&mut self, ready: bool, sync: bool) {
        self.exact |= self.all_received();
        let all = !self.empty || !self.exact || self.all_received();
        assert!(all, "atbEmpty with {} of {} bytes received", self.received, self.entered.len());
        self.syncs += u64::from(sync);
        let is_live = self.active && self.control & ACTIVE != 0;
        let throws = self.source.inactive && !(is_live && self.id() != 0);
        let drops = (!is_live && !self.empty) || (throws && self.source.offered().is_some());
        if let Some(unit) = self.source.cycle(ready, self.flush_joiner, &mut self.rng) {
            let shown: Vec<u8> = unit.into_iter().map(|byte| self.messages.next(byte)).collect();
            if !throws {
                self.enter_idle();
                self.entered.extend(shown);
            }
        }
        if drops {
            self.owes_idle = Some(self.source.unit_bytes());
            self.messages.cut = self.messages.open;
        }
    }

    /// The idle bytes that are owed are in the sink, ahead of a unit that may not be yet.
    fn enter_idle(&mut self) {
        let bytes = self.owes_idle.take().unwrap_or(0);
        self.entered.resize(self.entered.len() + bytes, IDLE);
    }

    /// `held` bytes were in the sink or beyond it at the begin of the cycle, and those of the joiner, and idle ones
    /// ahead of them, came after it.
    fn atb_cycle(&mut self, out: &AtbOut, joiner: &[u8], held: usize) {
        if self.in_reset[ATB] {
            self.reset_cycles += 1;
            if self.reset_cycles > 1 {
                self.slave.reset(out);
                self.flush = None;
            }
            return;
        }
        if self.slave.flush_begins() && self.exact && self.active && self.control & ACTIVE != 0 {
            let mut holds = self.entered[self.received..held].to_vec();
            if self.takes_trace() {
                holds.extend(joiner);
            }
            self.flush = Some((self.received, self.received + holds.len()));
            self.slave.flush_holds(&holds);
        }
        if out.afready {
            self.flush = None;
        }
        let beats = self.slave.beats().len();
        self.slave.cycle(out);
        if let Err(violation) = self.slave.check() {
            panic!("{violation}");
        }
        let sent: usize = self.slave.beats()[beats..].iter().map(|beat| beat.bytes.len()).sum();
        if self.received + sent > self.entered.len() {
            self.enter_idle();
        }
        for beat in &self.slave.beats()[beats..] {
            let end = self.received + beat.bytes.len();
            assert_eq!(self.entered.get(self.received..end), Some(&beat.bytes[..]), "bytes from {}", self.received);
            let first = self.ids.iter().rposition(|(at, _)| *at <= self.received).expect("an ID was set");
            assert!(self.ids[first..].iter().any(|(_, id)| *id == beat.id), "ID {:#x} of {:x?}", beat.id, self.ids);
            self.received = end;
        }
    }
}
