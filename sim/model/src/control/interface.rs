// SPDX-License-Identifier: Apache-2.0
//! The control interface of a build, cycle by cycle. What accesses and resets do to fields is in file/mod.rs.

mod rest;

use super::file::{BusAccess, Doing, Place, RegisterFile, Written};
use super::power::Power;
use super::programmed::Programmed;
use super::signals::{Done, Inputs, Read, Signals, SinkInputs};
use super::sinks::{Effects, Levels, Sinks};
use super::synchronizer::Synchronizer;
use super::time::{TimeControl, TimeCycle, Timestamp};
use super::triggers::{TriggerInputs, TriggerOutputs};
use crate::Sram;
use rest::is_quiet;
use tracewright_config::{Build, SinkKind, TimestampSource};
use tracewright_regmap::{Unit, REGISTERS, TS_CONTROL, TS_CONTROL_TS_RESET, TS_LOWER};

/// The control interface of a build: its registers and all that changes them, or is changed by them, apart from the
/// encoder.
///
/// In each cycle ask [`Control::signals`], carry out the encoder's cycle with them, and then [`Control::cycle`] with
/// what came of it. See the module for an example.
#[derive(Clone, Debug)]
pub struct Control {
    build: Build,
    file: RegisterFile,
    places: Places,
    power: Power,
    lock: Synchronizer<bool>,
    inputs: TriggerInputs,
    outputs: TriggerOutputs,
    time: Timestamp,
    sinks: Sinks,
    programmed: Programmed,
    /// tsCount.
    counts: bool,
    /// [`RegisterFile::version`] that `programmed` and `counts` are of.
    version: u64,
    /// The external trigger inputs that there are.
    input_mask: u8,
    signals: Signals,
    /// Nothing but the access, the SRAM and the time can change the registers.
    is_simple: bool,
    has_time: bool,
    /// `debug_locked` and the external trigger inputs with which a cycle changes nothing but the time, if there is no
    /// access in it.
    rests: Option<(bool, u8)>,
}

/// Fields that are looked at in every cycle, or shown.
#[derive(Clone, Copy, Debug)]
struct Places {
    enable: Option<Place>,
    tracing: Option<Place>,
    stalled: Option<Place>,
    empty: Option<Place>,
    count: Option<Place>,
    lower: Option<Place>,
    upper: Option<Place>,
}

impl Control {
    /// The interface of `build`, after reset.
    pub fn new(build: &Build) -> Self {
        let file = RegisterFile::new(REGISTERS, &build.features());
        let (sink, stop) = (file.place("teControl", "teSink"), file.place("teControl", "teStopOnWrap"));
        let mut control = Control {
            places: Places::find(&file),
            power: Power::new(build.power.delay),
            lock: Synchronizer::at(true),
            inputs: TriggerInputs::default(),
            outputs: TriggerOutputs::default(),
            time: Timestamp::new(build),
            sinks: Sinks::new(build, &build.sink, &file, sink, stop),
            programmed: Programmed::read(&file, build),
            counts: false,
            input_mask: ((1u32 << build.encoder.external_triggers) - 1) as u8,
            version: file.version(),
            signals: Signals::default(),
            is_simple: ![SinkKind::Sba, SinkKind::Pib, SinkKind::Atb].iter().any(|kind| build.sink.has(*kind))
                && !build.timestamp.own_clock,
            has_time: build.timestamp.source != TimestampSource::None,
            rests: None,
            build: build.clone(),
            file,
        };
        control.follow();
        control
    }

    /// What the interface shows in the cycle that comes.
    pub fn signals(&self) -> Signals {
        self.signals
    }

    /// What the interface shows, from the state that it follows from.
    fn shown(&self) -> Signals {
        let asked = self.file.asked(Unit::Encoder);
        let followed = self.power.level(asked);
        Signals {
            active: asked && followed,
            enable: self.bit(self.places.enable),
            tracing: self.bit(self.places.tracing),
            time: self.time.time(),
            external_triggers: self.inputs.at_port(),
            trigger_outputs: self.outputs.levels(),
            clock_request: asked || followed,
            time_broadcast: self.time.broadcast(),
        }
    }

    /// The settings that the registers hold.
    pub fn programmed(&self) -> &Programmed {
        &self.programmed
    }

    /// The registers. What the hardware drives is as it was when it was last read.
    pub fn registers(&self) -> &RegisterFile {
        &self.file
    }

    /// The SRAM sink, if there is one.
    pub fn sram(&self) -> Option<&Sram> {
        self.sinks.sram()
    }

    /// Whether the registers are locked: `debug_locked`, after its synchroniser.
    pub fn is_locked(&self) -> bool {
        self.build.bus.lock && self.lock.level()
    }

    /// Carries out a cycle of the encoder's clock.
    #[inline]
    pub fn cycle(&mut self, inputs: &Inputs) -> Done {
        self.cycle_with(inputs, &SinkInputs::default())
    }

    /// Carries out a cycle of the encoder's clock in which `sinks` is what sinks other than the SRAM do.
    #[inline(always)]
    pub fn cycle_with(&mut self, inputs: &Inputs, sinks: &SinkInputs) -> Done {
        let rests = self.rests.filter(|_| is_quiet(inputs));
        if rests == Some((inputs.locked, inputs.external_triggers & self.input_mask)) && self.takes(inputs.bytes) {
            self.pass(inputs);
            return Done { read: Read::Nothing, reprogrammed: false };
        }
        self.act(inputs, sinks)
    }

    /// A cycle in which something may happen to the registers.
    fn act(&mut self, inputs: &Inputs, sinks: &SinkInputs) -> Done {
        let signals = self.signals;
        let locked = self.is_locked();
        let asked = self.file.asked(Unit::Encoder);
        let time_control = self.time_control();
        self.sinks.follow(&mut self.file, sinks);
        let read = self.answer(inputs, sinks, locked);
        let effects = self.sinks.take(&self.file, inputs.bytes, sinks);
        let written = self.registers_cycle(inputs, locked, effects);
        let is_read = |register| !locked && inputs.access == Some(BusAccess::Read { offset: register as u32 });
        self.sinks.step(inputs.access, written, locked, Levels { active: signals.active, enable: signals.enable });
        let resets =
            |written: Written| written.offset == TS_CONTROL as u32 && written.ones >> TS_CONTROL_TS_RESET & 1 != 0;
        let time = TimeCycle {
            control: time_control,
            reset: written.is_some_and(resets),
            reads_lower: is_read(TS_LOWER),
            halted: inputs.halted,
            port: inputs.time,
        };
        self.time.cycle(&time, inputs.with_time_clock);
        self.outputs.step(signals.tracing, &self.programmed.run.trigger_outputs.0);
        self.inputs.step(inputs.external_triggers & self.input_mask, inputs.stall);
        self.power.step(asked);
        self.lock.step(inputs.locked);
        self.follow();
        self.signals = self.shown();
        let reprogrammed = self.reprogram();
        let is_idle = is_quiet(inputs) && effects.error.is_none() && !effects.stops && !reprogrammed;
        self.rests = (self.is_simple && is_idle && signals.active == self.signals.active && self.is_steady(inputs))
            .then_some((inputs.locked, inputs.external_triggers & self.input_mask));
        Done { read, reprogrammed }
    }

    /// Carries out a cycle of the time's own clock, between two of the encoder's, with these levels of `halted` and of
    /// the time from outside. Without such a clock nothing happens.
    pub fn time_cycle(&mut self, halted: bool, time: u64) {
        self.time.time_cycle(&self.time_control(), halted, time);
        self.follow();
        self.signals = self.shown();
    }

    fn bit(&self, place: Option<Place>) -> bool {
        place.is_some_and(|place| self.file.get(place) != 0)
    }

    fn time_control(&self) -> TimeControl {
        TimeControl {
            asked: self.file.asked(Unit::Timestamp),
            active: self.file.is_active(Unit::Timestamp),
            count: self.counts,
            debug: self.programmed.run.timestamp_debug,
            prescale: self.programmed.run.timestamp_prescale,
        }
    }

    /// What is read. Fields that the hardware drives, such as teEmpty, are brought up to date only for an access.
    fn answer(&mut self, inputs: &Inputs, sinks: &SinkInputs, locked: bool) -> Read {
        if inputs.access.is_none() {
            return Read::Nothing;
        }
        let time = self.time.time();
        let shown = [
            (self.places.empty, inputs.empty.into()),
            (self.places.lower, time as u32),
            (self.places.upper, self.time.upper()),
        ];
        for (place, value) in shown {
            if let Some(place) = place {
                self.file.show(place, value);
            }
        }
        self.sinks.show(&mut self.file, sinks);
        self.sinks.answer(&self.file, inputs.access, locked)
    }

    fn registers_cycle(&mut self, inputs: &Inputs, locked: bool, effects: Effects) -> Option<Written> {
        let Places { enable, tracing, stalled, .. } = self.places;
        let (mut sets, mut clears) = (Vec::new(), Vec::new());
        // teInstStallOrOverflow (Trace Control ch. 5). `file` clears it when teEnable rises (`cleared_by`), even if it
        // is set in that cycle, and while teActive is 0. Triggers move teInstTracing; only a write sets teEnable.
        if inputs.stall || inputs.error {
            sets.extend(stalled);
        }
        match inputs.tracing {
            Some(true) => sets.extend(tracing),
            Some(false) => clears.extend(tracing),
            None => {}
        }
        sets.extend(effects.error);
        if effects.stops {
            clears.extend([enable, tracing].into_iter().flatten());
        }
        self.file.cycle(&Doing { access: inputs.access, locked, sets: &sets, clears: &clears })
    }

    /// `Active` bits that do not follow at once.
    fn follow(&mut self) {
        if self.build.power.delay > 0 {
            self.file.follow(Unit::Encoder, self.power.level(self.file.asked(Unit::Encoder)));
        }
        if let Some(level) = self.time.followed() {
            self.file.follow(Unit::Timestamp, level);
        }
    }

    /// Takes over what the registers hold now. Whether that is something else.
    fn reprogram(&mut self) -> bool {
        if self.version == self.file.version() {
            return false;
        }
        self.version = self.file.version();
        self.counts = self.bit(self.places.count);
        self.sinks.program(&self.file);
        let programmed = Programmed::read(&self.file, &self.build);
        let changed = programmed != self.programmed;
        self.programmed = programmed;
        changed
    }
}

impl Places {
    fn find(file: &RegisterFile) -> Self {
        let control = |field| file.place("teControl", field);
        Places {
            enable: control("teEnable"),
            tracing: control("teInstTracing"),
            stalled: control("teInstStallOrOverflow"),
            empty: control("teEmpty"),
            count: file.place("tsControl", "tsCount"),
            lower: file.place("tsLower", "tsLower"),
            upper: file.place("tsUpper", "tsUpper"),
        }
    }
}
