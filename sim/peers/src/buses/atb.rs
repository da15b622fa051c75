// SPDX-License-Identifier: Apache-2.0
//! An ATB v1.1 slave: it takes beats, asks for flushes and for synchronisation.

mod flush;
mod rules;
mod stimulus;

use crate::buses::held::{Held, Patience};
use crate::buses::violation::Judge;
use crate::buses::{Pace, Ready, Rule, Violation};
use flush::Flush;
use rand::rngs::SmallRng;
use rand::SeedableRng;
use std::collections::BTreeMap;
use stimulus::Stimulus;

/// Settings of a slave. All that is counted in cycles is in those with ATCLKEN.
#[derive(Clone, Debug)]
pub struct AtbSettings {
    /// Bits of ATDATA: 8 to 128.
    pub width: u32,
    /// How often ATREADY is 1, and whether AFVALID and SYNCREQ stay when they are answered.
    pub ready: Pace,
    /// Cycles with ATCLKEN.
    pub clock_enable: Ready,
    /// Probability that AFVALID rises, for each cycle; 1 is never without a request.
    pub flush: f64,
    /// Probability that SYNCREQ rises, for each cycle.
    pub sync: f64,
    /// Cycles that a flush may take, without those in which a beat waits for ATREADY. A master that sends nothing
    /// although it holds something (atbId 0, say) needs more.
    pub patience: u32,
    /// Of all that is random.
    pub seed: u64,
}

impl AtbSettings {
    /// Any pace, ATCLKEN now and then, flushes and synchronisation every few hundred cycles, a patience of 4096 cycles.
    pub fn new(width: u32, seed: u64) -> AtbSettings {
        let ready = Pace::random();
        AtbSettings { width, ready, clock_enable: Ready::Random, flush: 0.005, sync: 0.003, patience: 4096, seed }
    }

    /// Always ready, always enabled, and nothing asked for.
    pub fn fast(width: u32) -> AtbSettings {
        AtbSettings {
            ready: Pace::fast(),
            clock_enable: Ready::Share(1.0),
            flush: 0.0,
            sync: 0.0,
            ..AtbSettings::new(width, 0)
        }
    }
}

/// Outputs of a master.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtbOut {
    /// ATVALID.
    pub atvalid: bool,
    /// ATDATA, the first byte lowest.
    pub atdata: u128,
    /// ATBYTES: valid bytes minus 1; 0 where there is no such port.
    pub atbytes: u8,
    /// ATID.
    pub atid: u8,
    /// AFREADY.
    pub afready: bool,
}

/// Inputs of a master. All but ATCLKEN change after cycles with ATCLKEN only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AtbIn {
    /// ATCLKEN.
    pub atclken: bool,
    /// ATREADY.
    pub atready: bool,
    /// AFVALID.
    pub afvalid: bool,
    /// SYNCREQ.
    pub syncreq: bool,
}

/// A beat that was taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtbBeat {
    /// The cycle in which it was.
    pub cycle: u64,
    /// ATID.
    pub id: u8,
    /// The valid bytes.
    pub bytes: Vec<u8>,
}

/// A slave.
#[derive(Clone, Debug)]
pub struct AtbSlave {
    settings: AtbSettings,
    rng: SmallRng,
    judge: Judge,
    shown: AtbIn,
    stimulus: Stimulus,
    /// Outputs and inputs of the cycle before.
    before: Option<(AtbOut, AtbIn)>,
    /// Those of the last cycle with ATCLKEN.
    enabled_before: Option<(AtbOut, AtbIn)>,
    beat: Held<AtbOut>,
    flush: Option<Flush>,
    flush_late: Patience,
    held: Option<Vec<u8>>,
    is_drained: bool,
    flushes: u64,
    beats: Vec<AtbBeat>,
    bytes: BTreeMap<u8, Vec<u8>>,
}

impl AtbSlave {
    /// A slave that has taken nothing.
    pub fn new(settings: AtbSettings) -> AtbSlave {
        AtbSlave {
            rng: SmallRng::seed_from_u64(settings.seed),
            settings,
            judge: Judge::new("ATB"),
            shown: AtbIn::default(),
            stimulus: Stimulus::default(),
            before: None,
            enabled_before: None,
            beat: Held::new(),
            flush: None,
            flush_late: Patience::default(),
            held: None,
            is_drained: false,
            flushes: 0,
            beats: Vec::new(),
            bytes: BTreeMap::new(),
        }
    }

    /// What it shows in the cycle under way.
    pub fn inputs(&self) -> AtbIn {
        self.shown
    }

    /// The first rule that was broken.
    pub fn check(&self) -> Result<(), Violation> {
        self.judge.check()
    }

    /// All bytes that were taken with an ATID.
    pub fn bytes(&self, id: u8) -> &[u8] {
        self.bytes.get(&id).map_or(&[], Vec::as_slice)
    }

    /// All beats that were taken.
    pub fn beats(&self) -> &[AtbBeat] {
        &self.beats
    }

    /// Flushes that were answered.
    pub fn flushes(&self) -> u64 {
        self.flushes
    }

    /// Rising edges of SYNCREQ that a master can have seen.
    pub fn syncs(&self) -> u64 {
        self.stimulus.syncs
    }

    /// The settings, to change what is random, or how long it waits, from now on.
    pub fn settings_mut(&mut self) -> &mut AtbSettings {
        &mut self.settings
    }

    /// Asks for a flush as soon as there is none.
    pub fn request_flush(&mut self) {
        self.stimulus.wants_flush = true;
    }

    /// Asks for synchronisation as soon as SYNCREQ is 0.
    pub fn request_sync(&mut self) {
        self.stimulus.wants_sync = true;
    }

    /// AFVALID is seen for the first time, or for the first time after an answer, with the rising edge that ends the
    /// cycle under way: what the master holds now is what is to leave.
    pub fn flush_begins(&self) -> bool {
        self.shown.atclken && self.shown.afvalid && self.flush.is_none()
    }

    /// What the flush under way is to send: all bytes that the master holds when [`AtbSlave::flush_begins`], of the
    /// beat that is valid in that cycle on. Say so before the `cycle` of that cycle, or any time before AFREADY.
    pub fn flush_holds(&mut self, bytes: &[u8]) {
        self.held = Some(bytes.to_vec());
    }

    /// The source is drained: partial beats may come without a flush.
    pub fn set_drained(&mut self, is_drained: bool) {
        self.is_drained = is_drained;
    }

    /// A cycle with ATRESETn low. What was under way is lost.
    pub fn reset(&mut self, out: &AtbOut) -> AtbIn {
        self.judge.demand(!out.atvalid, Rule::Reset, || "ATVALID".to_string());
        self.judge.cycle += 1;
        (self.before, self.enabled_before, self.beat) = (None, None, Held::new());
        (self.flush, self.held) = (None, None);
        self.stimulus.reset();
        self.shown = AtbIn::default();
        self.shown
    }

    /// A cycle of ATCLK: its outputs, and the inputs of the next one.
    pub fn cycle(&mut self, out: &AtbOut) -> AtbIn {
        let shown = self.shown;
        self.check_clock_enable(out);
        self.before = Some((*out, shown));
        if shown.atclken {
            if self.flush_begins() {
                self.flush = Some(Flush::new(self.valid_bytes(out)));
            }
            self.check_beat(out);
            self.check_flush(out);
            if out.atvalid && shown.atready {
                self.take(out);
            }
            let is_answered = out.afready && shown.afvalid;
            let waits = out.atvalid && !shown.atready;
            self.enabled_before = Some((*out, shown));
            self.shown = self.stimulus.next(&self.settings, &mut self.rng, shown, is_answered, waits);
            if is_answered || !self.shown.afvalid {
                self.flush = None;
            }
        }
        self.shown.atclken = self.stimulus.clock_enable(&self.settings, &mut self.rng);
        self.judge.cycle += 1;
        self.shown
    }

    /// Those of the beat that is offered.
    fn valid_bytes(&self, out: &AtbOut) -> usize {
        if out.atvalid {
            (usize::from(out.atbytes) + 1).min(16)
        } else {
            0
        }
    }

    fn take(&mut self, out: &AtbOut) {
        let bytes = out.atdata.to_le_bytes()[..self.valid_bytes(out)].to_vec();
        if let Some(flush) = &mut self.flush {
            flush.sent.extend_from_slice(&bytes);
        }
        self.bytes.entry(out.atid).or_default().extend_from_slice(&bytes);
        self.beats.push(AtbBeat { cycle: self.judge.cycle, id: out.atid, bytes });
    }
}
