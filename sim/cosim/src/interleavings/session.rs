// SPDX-License-Identifier: Apache-2.0
//! What software does in a run, action by action.

use super::software::Software;
use super::{Interleavings, Kind};
use crate::bench::{Bench, Ended};
use crate::error::Error;
use crate::observed::{Item, Readout};
use crate::run::settle;
use rand::rngs::SmallRng;
use rand::Rng;
use tracewright_config::{Build, SinkKind};
use tracewright_regmap::*;

/// Most cycles from one action to the next.
pub(super) const LONGEST_PAUSE: u32 = 120;
/// Most actions of an interleaving.
const MOST_ACTIONS: u32 = 10;
/// Cycles of trace after an interleaving, at least and at most.
const AFTER: std::ops::Range<u32> = 50..500;
/// Cycles for which `debug_locked` is high, at most.
const LONGEST_LOCK: u32 = 60;
/// Probability that an action only reads.
const LOOKS: f64 = 0.15;
/// A hart is not stalled for longer: a sink at the slowest pace, and what is ahead in all queues.
const LONGEST_STALL: u32 = 30_000;

/// The software of a run.
pub(super) struct Session<'a, 'b> {
    pub(super) software: Software<'b>,
    pub(super) build: &'a Build,
    pub(super) rng: SmallRng,
    kind: Kind,
    /// The sink stays as it was set up.
    keeps_sink: bool,
    /// The encoders that were set up since they were reset.
    set_up: Vec<bool>,
    /// Nothing has been done that keeps a sink or a funnel from taking trace.
    pub(super) open: bool,
    done: &'a mut Interleavings,
}

impl<'a, 'b> Session<'a, 'b> {
    pub fn new(
        software: Software<'b>,
        build: &'a Build,
        rng: SmallRng,
        kind: Kind,
        keeps_sink: bool,
        done: &'a mut Interleavings,
    ) -> Self {
        let set_up = vec![false; build.system.harts as usize];
        Session { software, build, rng, kind, keeps_sink, set_up, open: true, done }
    }

    pub fn run(mut self) -> Result<Ended, Error> {
        self.bench().longest_stall(LONGEST_STALL);
        self.begin()?;
        self.bench().listen()?;
        self.bench().flow();
        self.bench().watch();
        for _ in 0..self.done.interleavings {
            for _ in 0..self.rng.random_range(1..=MOST_ACTIONS) {
                let pause = self.rng.random_range(0..LONGEST_PAUSE);
                self.clock(pause)?;
                self.act()?;
                self.done.actions += 1;
            }
            self.recover()?;
            let cycles = self.rng.random_range(AFTER);
            self.clock(cycles)?;
        }
        self.software.disable()?;
        settle(self.bench())?;
        self.done.resets = self.bench().resets();
        let harts = self.build.system.harts;
        let pointer = self.software.pointer()?;
        let last = Readout { memory: None, pointer };
        let ends = (0..harts).map(|hart| Item::End(if hart == 0 { last.clone() } else { Readout::default() }));
        let ends = ends.collect();
        Ok(self.software.into_bench().finish(ends)?)
    }

    fn bench(&mut self) -> &mut Bench<'b> {
        self.software.bench()
    }

    pub(super) fn clock(&mut self, cycles: u32) -> Result<(), Error> {
        for _ in 0..cycles {
            self.bench().clock()?;
        }
        Ok(())
    }

    /// One of the harts.
    fn hart(&mut self) -> u32 {
        self.rng.random_range(0..self.build.system.harts)
    }

    /// One action.
    fn act(&mut self) -> Result<(), Error> {
        if self.rng.random_bool(LOOKS) {
            return self.look();
        }
        let hart = self.hart();
        match self.rng.random_range(0..if self.kind == Kind::All { 20 } else { 10 }) {
            0..4 if self.kind == Kind::Inputs => self.act_on_inputs(),
            0..3 => {
                self.set_up[hart as usize] = false;
                self.software.write(hart, TE_CONTROL, 0)
            }
            // With the only encoder the sinks are reset.
            3 if self.kind == Kind::Encoders && self.build.system.harts == 1 => Ok(()),
            3 => {
                self.set_up[hart as usize] = false;
                self.open &= self.build.system.harts > 1;
                self.software.discover_encoder(hart)
            }
            4..7 if self.open => self.enable(hart),
            4..7 => Ok(()),
            7..10 if !self.set_up[hart as usize] && self.build.sink.has(SinkKind::Sba) => Ok(()),
            7..10 => self.toggle(hart, TE_CONTROL, &[TE_CONTROL_TE_ENABLE, TE_CONTROL_TE_INST_TRACING]),
            10..14 if self.build.system.harts > 1 => self.act_on_funnel(),
            14..16 if self.build.sink.has(SinkKind::Atb) && self.rng.random() => match self.rng.random_range(0..3) {
                0 => self.restart_atb(),
                1 => self.blink_atb(),
                _ => self.change_id(),
            },
            14..17 if self.build.sink.has(SinkKind::Atb) && self.rng.random() => {
                self.open = false;
                let bits = [ATB_CONTROL_ATB_ENABLE, ATB_CONTROL_ATB_ACTIVE];
                self.toggle(self.build.sink_component(), ATB_CONTROL, &bits)
            }
            14..17 if self.build.sink.has(SinkKind::Pib) => {
                self.open = false;
                let bits = [PIB_CONTROL_PIB_ENABLE, PIB_CONTROL_PIB_ACTIVE];
                self.toggle(self.build.sink_component(), PIB_CONTROL, &bits)
            }
            17 if self.build.bus.lock => self.lock(),
            18 => {
                (self.open, self.set_up) = (false, vec![false; self.set_up.len()]);
                self.software.discover()
            }
            _ => self.software.write(hart, TE_CONTROL, 1 << TE_CONTROL_TE_ACTIVE),
        }
    }

    /// Reads a register of the component with the sinks.
    fn look(&mut self) -> Result<(), Error> {
        let component = self.build.sink_component();
        let list = if self.build.system.harts > 1 { FUNNEL_REGISTERS } else { REGISTERS };
        let register = list[self.rng.random_range(0..list.len())];
        self.software.read(component, register.offset).map(drop)
    }

    /// An encoder goes on, or begins anew.
    fn enable(&mut self, hart: u32) -> Result<(), Error> {
        self.set_up[hart as usize] = true;
        if !self.keeps_sink || self.build.system.harts > 1 {
            return self.software.enable_encoder(hart);
        }
        self.software.write(hart, TE_CONTROL, 1 << TE_CONTROL_TE_ACTIVE)?;
        let word = self.software.read(hart, TE_CONTROL)?;
        let bits = 1 << TE_CONTROL_TE_ENABLE | 1 << TE_CONTROL_TE_INST_TRACING;
        self.software.write(hart, TE_CONTROL, word | bits)
    }

    /// Other values of these bits.
    fn toggle(&mut self, component: u32, register: usize, bits: &[usize]) -> Result<(), Error> {
        let word = self.software.read(component, register)?;
        let mask = bits.iter().filter(|_| self.rng.random()).fold(0, |mask, bit| mask | 1 << bit);
        self.software.write(component, register, word ^ mask)
    }

    fn act_on_funnel(&mut self) -> Result<(), Error> {
        self.open = false;
        let funnel = self.funnel();
        match self.rng.random_range(0..4) {
            0 => self.software.write(funnel, TF_CONTROL, 0),
            1 => {
                let inputs = self.rng.random();
                self.software.write(funnel, TF_DIS_INPUT, inputs)
            }
            _ => self.toggle(funnel, TF_CONTROL, &[TF_CONTROL_TF_ACTIVE, TF_CONTROL_TF_ENABLE]),
        }
    }

    /// Messages that begin at some inputs of a funnel, or at all, are thrown away from now on, or are not any more.
    fn act_on_inputs(&mut self) -> Result<(), Error> {
        let funnel = self.funnel();
        if self.rng.random_bool(0.3) {
            return self.toggle(funnel, TF_CONTROL, &[TF_CONTROL_TF_ENABLE]);
        }
        let inputs = self.rng.random();
        self.software.write(funnel, TF_DIS_INPUT, inputs)
    }

    /// Every funnel passes what begins at any input.
    fn open_inputs(&mut self) -> Result<(), Error> {
        for funnel in self.funnels() {
            self.software.write(funnel, TF_DIS_INPUT, 0)?;
            let word = self.software.read(funnel, TF_CONTROL)?;
            self.software.write(funnel, TF_CONTROL, word | 1 << TF_CONTROL_TF_ENABLE)?;
        }
        Ok(())
    }

    /// The components that are funnels.
    fn funnels(&self) -> std::ops::Range<u32> {
        let harts = self.build.system.harts;
        harts..harts + self.build.funnels().len() as u32
    }

    /// One of them.
    fn funnel(&mut self) -> u32 {
        let funnels = self.funnels();
        self.rng.random_range(funnels)
    }

    /// Everything is locked for a while, which resets all of it.
    fn lock(&mut self) -> Result<(), Error> {
        (self.open, self.set_up) = (false, vec![false; self.set_up.len()]);
        self.bench().lock(true);
        let cycles = self.rng.random_range(1..LONGEST_LOCK);
        self.clock(cycles)?;
        self.bench().lock(false);
        // The synchroniser.
        self.clock(4)
    }

    /// Everything goes on.
    fn recover(&mut self) -> Result<(), Error> {
        if self.kind == Kind::Inputs {
            self.open_inputs()?;
        }
        if self.open && !self.keeps_sink && self.rng.random() {
            self.software.disable()?;
            return self.software.enable();
        }
        if self.kind != Kind::All && self.open {
            return (0..self.build.system.harts).try_for_each(|hart| self.enable(hart));
        }
        self.begin()
    }

    /// Ch. 14 and 15, from whatever there is.
    fn begin(&mut self) -> Result<(), Error> {
        (self.open, self.set_up) = (true, vec![true; self.set_up.len()]);
        self.software.discover()?;
        self.software.enable()
    }
}
