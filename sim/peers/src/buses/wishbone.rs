// SPDX-License-Identifier: Apache-2.0
//! A memory on Wishbone B4, for classic write cycles alone. Addresses are those of bytes.

use crate::buses::held::{Held, Patience};
use crate::buses::pace::Valve;
use crate::buses::{Response, Rule, Settings, Store, Violation};

/// Outputs of a master.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WishboneOut {
    /// CYC.
    pub cyc: bool,
    /// STB.
    pub stb: bool,
    /// WE.
    pub we: bool,
    /// ADR, of a byte.
    pub adr: u64,
    /// DAT, from the master.
    pub dat: u128,
    /// SEL.
    pub sel: u16,
}

/// Inputs of a master.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WishboneIn {
    /// ACK. At times also without a strobe, as one that is always ready gives it (B4 permission 3.30).
    pub ack: bool,
    /// ERR.
    pub err: bool,
}

/// A memory.
#[derive(Clone, Debug)]
pub struct WishboneMemory {
    store: Store,
    shown: WishboneIn,
    strobe: Held<WishboneOut>,
    /// Whether it is ready before it is asked.
    valve: Valve,
    /// Cycles before the strobe that waits is answered, and how.
    answer: Option<(u32, Response)>,
    /// The answer that is shown.
    response: Response,
    /// Words of the bus cycle under way.
    words: u32,
    idle_cycle: Patience,
}

impl WishboneMemory {
    /// A memory that holds nothing.
    pub fn new(settings: Settings) -> WishboneMemory {
        WishboneMemory {
            store: Store::new("Wishbone", settings),
            shown: WishboneIn::default(),
            strobe: Held::new(),
            valve: Valve::default(),
            answer: None,
            response: Response::Okay,
            words: 0,
            idle_cycle: Patience::default(),
        }
    }

    /// What it shows in the cycle under way.
    pub fn inputs(&self) -> WishboneIn {
        self.shown
    }

    /// What was written, and where.
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// Likewise, to change the settings.
    pub fn store_mut(&mut self) -> &mut Store {
        &mut self.store
    }

    /// The first rule that was broken.
    pub fn check(&self) -> Result<(), Violation> {
        self.store.check()
    }

    /// No strobe waits.
    pub fn is_idle(&self) -> bool {
        self.strobe.is_idle()
    }

    /// A cycle with the master in reset. What was under way is lost.
    pub fn reset(&mut self, out: &WishboneOut) -> WishboneIn {
        self.store.judge.demand(!out.cyc && !out.stb, Rule::Reset, || format!("{out:x?}"));
        self.store.judge.cycle += 1;
        (self.strobe, self.answer, self.words) = (Held::new(), None, 0);
        self.shown = WishboneIn::default();
        self.shown
    }

    /// A cycle of the bus: its outputs, and the inputs of the next one.
    pub fn cycle(&mut self, out: &WishboneOut) -> WishboneIn {
        let is_strobe = out.cyc && out.stb;
        let ends = self.shown.ack || self.shown.err;
        self.check_strobe(out, ends);
        if is_strobe && ends {
            self.store.answered(out.adr, out.dat, self.response);
        }
        if is_strobe && !ends && self.answer.is_none() {
            let response = self.store.response(out.adr, 1);
            self.answer = Some((self.store.settings.pace.draw(&mut self.store.rng), response));
        }
        self.shown = self.next();
        self.store.judge.cycle += 1;
        self.shown
    }

    fn next(&mut self) -> WishboneIn {
        match &mut self.answer {
            Some((0, response)) => {
                self.response = *response;
                self.answer = None;
                let ack = self.response == Response::Okay;
                WishboneIn { ack, err: !ack }
            }
            Some((wait, _)) => {
                *wait -= 1;
                WishboneIn::default()
            }
            None => {
                let Settings { pace, faults, .. } = &self.store.settings;
                // It cannot know the address of a strobe that it has not seen.
                let may_be_early = pace.freedom && faults.addresses.is_empty();
                let ack = may_be_early && self.valve.next(&mut self.store.rng, pace.ready, false);
                self.response = Response::Okay;
                WishboneIn { ack, err: false }
            }
        }
    }

    fn check_strobe(&mut self, out: &WishboneOut, ends: bool) {
        let Settings { max_burst, patience, .. } = self.store.settings;
        let is_strobe = out.cyc && out.stb;
        let judge = &mut self.store.judge;
        judge.demand(out.cyc || !out.stb, Rule::StrobeInCycle, || "STB without CYC".to_string());
        let broken = self.strobe.broken(is_strobe.then_some(out), ends);
        judge.demand(broken.is_none(), Rule::Held, || format!("was {broken:x?}, then {out:x?}"));
        let lasts = self.idle_cycle.lasts(out.cyc && !out.stb, patience);
        judge.demand(lasts, Rule::CycleEnds, || format!("CYC without STB for {patience} cycles"));
        self.words = match (out.cyc, is_strobe && ends) {
            (false, _) => 0,
            (true, counts) => self.words + u32::from(counts),
        };
        let words = self.words + u32::from(is_strobe && !ends);
        judge.demand(words <= max_burst, Rule::Length, || format!("{words} words, at most {max_burst}"));
        if is_strobe {
            judge.demand(out.we, Rule::Read, || "no WE".to_string());
            self.store.check_address(out.adr);
            self.store.check_window(out.adr);
            self.store.check_word(out.dat, out.sel);
        }
    }
}
