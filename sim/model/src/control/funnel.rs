// SPDX-License-Identifier: Apache-2.0
//! The registers of a funnel and of the sinks downstream of it (Trace Control ch. 11), cycle by cycle.

use super::file::{BusAccess, Doing, Place, RegisterFile};
use super::signals::{Done, SinkInputs};
use super::sinks::{Levels, Sinks};
use super::synchronizer::Synchronizer;
use crate::Sram;
use tracewright_config::{Build, Sink, SinkKind};
use tracewright_regmap::{Unit, FUNNEL_REGISTERS};

/// The control interface of a funnel: its registers, and all that changes them or is changed by them, apart from the
/// messages. Which messages pass is not modelled: co-simulation compares what arrives with what each encoder sent
/// (`sim/cosim/src/downstream.rs`), and `rtl/sinks/tests/funnel` tests the turns.
///
/// In each cycle ask [`FunnelControl::signals`], and then [`FunnelControl::cycle`] with what came of it.
#[derive(Clone, Debug)]
pub struct FunnelControl {
    file: RegisterFile,
    enable: Option<Place>,
    empty: Option<Place>,
    disabled: Option<Place>,
    sink: Option<Place>,
    has_lock: bool,
    lock: Synchronizer<bool>,
    sinks: Sinks,
    /// [`RegisterFile::version`] that the sinks know.
    version: u64,
}

/// What happens in a cycle of the funnel's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunnelInputs<'a> {
    /// What the bus does to the registers.
    pub access: Option<BusAccess>,
    /// The port `debug_locked`.
    pub locked: bool,
    /// tfEmpty.
    pub empty: bool,
    /// What the SRAM sink takes, its idle bytes included.
    pub bytes: &'a [u8],
    /// What the other sinks do.
    pub sinks: SinkInputs,
}

/// What a funnel's registers show in a cycle (Trace Control 11.1). tfEmpty is in `FunnelInputs`; tfImpl is constant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FunnelSignals {
    /// tfActive.
    pub active: bool,
    /// tfEnable.
    pub enable: bool,
    /// tfSink.
    pub sink: u32,
    /// tfDisInput: bit n for input n.
    pub disabled: u16,
}

impl FunnelControl {
    /// The interface of a funnel of a build's system, after reset.
    pub fn new(build: &Build, funnel: u32) -> Self {
        let file = RegisterFile::new(FUNNEL_REGISTERS, &build.funnel_features(funnel));
        let is_last = build.sink_component() == build.system.harts + funnel;
        let none = Sink { kind: SinkKind::Funnel.into(), ..build.sink.clone() };
        let (sink, stop) = (file.place("tfControl", "tfSink"), file.place("tfControl", "tfStopOnWrap"));
        FunnelControl {
            enable: file.place("tfControl", "tfEnable"),
            empty: file.place("tfControl", "tfEmpty"),
            disabled: file.place("tfDisInput", "tfDisInput"),
            sink,
            has_lock: build.bus.lock,
            lock: Synchronizer::at(true),
            sinks: Sinks::new(build, if is_last { &build.sink } else { &none }, &file, sink, stop),
            version: file.version(),
            file,
        }
    }

    /// What the interface shows in the cycle that comes.
    pub fn signals(&self) -> FunnelSignals {
        let get = |place: Option<Place>| place.map_or(0, |place| self.file.get(place));
        FunnelSignals {
            active: self.file.is_active(Unit::Funnel),
            enable: get(self.enable) != 0,
            sink: get(self.sink),
            disabled: get(self.disabled) as u16,
        }
    }

    /// Whether the registers are locked: `debug_locked`, after its synchroniser.
    pub fn is_locked(&self) -> bool {
        self.has_lock && self.lock.level()
    }

    /// The registers. What the hardware drives is as it was when it was last read.
    pub fn registers(&self) -> &RegisterFile {
        &self.file
    }

    /// The SRAM sink, if there is one.
    pub fn sram(&self) -> Option<&Sram> {
        self.sinks.sram()
    }

    /// Carries out a cycle. [`Done::reprogrammed`]: registers may differ. A full buffer (tfStopOnWrap) clears tfEnable.
    pub fn cycle(&mut self, inputs: &FunnelInputs) -> Done {
        let FunnelSignals { active, enable, .. } = self.signals();
        let locked = self.is_locked();
        self.sinks.follow(&mut self.file, &inputs.sinks);
        if let Some(empty) = self.empty.filter(|_| inputs.access.is_some()) {
            self.file.show(empty, inputs.empty.into());
        }
        if inputs.access.is_some() {
            self.sinks.show(&mut self.file, &inputs.sinks);
        }
        let read = self.sinks.answer(&self.file, inputs.access, locked);
        let effects = self.sinks.take(&self.file, inputs.bytes, &inputs.sinks);
        let clears = self.enable.filter(|_| effects.stops);
        let doing = Doing { access: inputs.access, locked, sets: effects.error.as_slice(), clears: clears.as_slice() };
        let written = self.file.cycle(&doing);
        self.sinks.step(inputs.access, written, locked, Levels { active, enable });
        self.lock.step(inputs.locked);
        let reprogrammed = self.version != self.file.version();
        if reprogrammed {
            self.version = self.file.version();
            self.sinks.program(&self.file);
        }
        Done { read, reprogrammed }
    }
}
