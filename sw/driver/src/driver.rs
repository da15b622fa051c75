// SPDX-License-Identifier: Apache-2.0
//! An encoder: enabling, disabling, looking on (Trace Control ch. 15).

use crate::fields::*;
use crate::mmio::Registers;
use crate::settings::{PibSettings, Settings};
use crate::word::Word;
use crate::{Error, Mmio, Progress, Status};
use tracewright_regmap::{TE_CONTROL, TE_INST_FEATURES, X_TRIG_IN_CONTROL, X_TRIG_OUT_CONTROL};

/// A trace encoder, reached through its registers.
#[derive(Clone, Debug)]
pub struct Driver<M> {
    pub(crate) registers: Registers<M>,
    /// teEnable and teInstTracing as they were last written.
    asked: (bool, bool),
}

impl<M: Mmio> Driver<M> {
    /// A driver of the encoder that `registers` reaches. It touches nothing yet.
    pub const fn new(registers: M) -> Self {
        Driver { registers: Registers::new(registers), asked: (false, false) }
    }

    /// How often a bit is read before the driver gives up on it; 10,000 times unless told.
    pub const fn poll_limit(mut self, reads: u32) -> Self {
        self.registers.limit = reads;
        self
    }

    /// What lies below.
    pub fn registers(&mut self) -> &mut M {
        &mut self.registers.below
    }

    /// Gives back what lies below.
    pub fn into_registers(self) -> M {
        self.registers.below
    }

    /// [`Driver::prepare`], then [`Driver::start`] with tracing on. What was in trace memory is given up.
    ///
    /// # Errors
    /// See [`Driver::prepare`].
    pub fn enable(&mut self, settings: &Settings) -> Result<(), Error<M::Error>> {
        self.prepare(settings)?;
        self.start(true)
    }

    /// Releases the encoder, sets everything up and reads it back: the first half of enabling (Trace Control ch. 15).
    /// The sink is ready, its buffer is empty, the pins of a pin interface block are quiet and their clock runs;
    /// nothing is traced yet. What traces is stopped and flushed.
    ///
    /// # Errors
    /// [`Error::Refused`] names the first setting that the hardware does not have, [`Error::Illegal`] one that no
    /// hardware has; [`Error::Timeout`] and [`Error::Silent`] as with [`Driver::discover`]; the first one also if the
    /// pins do not send what they hold from before.
    pub fn prepare(&mut self, settings: &Settings) -> Result<(), Error<M::Error>> {
        self.asked = (false, false);
        let registers = &mut self.registers;
        registers.release(TE_ACTIVE, TE_ENABLE)?;
        registers.put(Word::field(TE_INST_TRACING, 0))?;
        registers.empty_or_give_up(TE_SINK, TE_EMPTY, TE_ACTIVE)?;
        registers.known_encoder()?;
        registers.set(settings.control())?;
        registers.set(settings.features())?;
        registers.set(settings.inputs())?;
        registers.set(settings.outputs())?;
        registers.set_up_timestamps(settings.timestamp)?;
        registers.set_up_sink(TE_SINK, settings.sink)
    }

    /// Lets the sink take trace and sets teEnable; with `tracing` teInstTracing, too, else a trigger or
    /// [`Driver::switch`] sets it later.
    ///
    /// # Errors
    /// [`Error::Refused`] if the sink does not let itself be enabled.
    pub fn start(&mut self, tracing: bool) -> Result<(), Error<M::Error>> {
        self.registers.open_sink(TE_SINK)?;
        self.switch(true, tracing)
    }

    /// Writes teEnable and teInstTracing, and leaves the settings as they are.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn switch(&mut self, enable: bool, tracing: bool) -> Result<(), Error<M::Error>> {
        self.registers.put(Word::field(TE_ENABLE, enable.into()).bit(TE_INST_TRACING, tracing))?;
        self.asked = (enable, tracing);
        Ok(())
    }

    /// Stops tracing and waits until all trace is in the sink, and has left it if that is the pin interface block or
    /// the ATB (Trace Control ch. 15). For more than one component see [`disable`](crate::disable).
    ///
    /// # Errors
    /// [`Error::Timeout`] names what does not become empty.
    pub fn disable(&mut self) -> Result<Status, Error<M::Error>> {
        self.stop_tracing()?;
        self.stop()?;
        let status = self.flush()?;
        self.drain()?;
        Ok(status)
    }

    /// Runs `probe`, which tunes a receiver, while the pins show the calibration pattern (Trace Control 12.2). Trace
    /// must be off.
    ///
    /// # Errors
    /// [`Error::Refused`] if there is no pin interface block, or if it lacks a setting or the pattern.
    pub fn calibrate(&mut self, pins: &PibSettings, probe: impl FnOnce()) -> Result<(), Error<M::Error>> {
        self.registers.calibrate(pins, probe)
    }

    /// The first half of [`Driver::calibrate`]: the pins show the calibration pattern from now on.
    ///
    /// # Errors
    /// As [`Driver::calibrate`].
    pub fn start_calibration(&mut self, pins: &PibSettings) -> Result<(), Error<M::Error>> {
        self.registers.start_calibration(pins)
    }

    /// The second half: the pattern ends, and the pins are quiet.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn stop_calibration(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.stop_calibration()
    }

    /// Reads teControl.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn status(&mut self) -> Result<Status, Error<M::Error>> {
        self.registers.read(TE_CONTROL).map(Status)
    }

    /// What the encoder does; to be asked from time to time, because trace can stop by itself (Trace Control ch. 15).
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn progress(&mut self) -> Result<Progress, Error<M::Error>> {
        let status = self.status()?;
        Ok(match self.asked {
            (false, _) => Progress::Off,
            _ if !status.is_active() => Progress::Reset,
            _ if !status.is_enabled() => Progress::StoppedOnWrap,
            _ if status.is_tracing() => Progress::Tracing,
            (true, true) => Progress::StoppedByTrigger,
            (true, false) => Progress::Waiting,
        })
    }

    /// The settings as the registers have them. Where a setting need not be given, it is given.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn settings(&mut self) -> Result<Settings, Error<M::Error>> {
        self.registers.settings()
    }

    /// teInstTracing 0: the first step of disabling.
    pub(crate) fn stop_tracing(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.put(Word::field(TE_INST_TRACING, 0))
    }

    /// teEnable 0: the second.
    pub(crate) fn stop(&mut self) -> Result<(), Error<M::Error>> {
        self.switch(false, false)
    }

    /// Waits for teEmpty: the third.
    pub(crate) fn flush(&mut self) -> Result<Status, Error<M::Error>> {
        self.registers.wait_empty(TE_SINK, TE_EMPTY).map(Status)
    }

    /// Waits for the sink: the fourth and fifth.
    pub(crate) fn drain(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.drain_sink(TE_SINK)
    }
}

impl<M: Mmio> Registers<M> {
    /// Every setting as the registers have it.
    pub(crate) fn settings(&mut self) -> Result<Settings, Error<M::Error>> {
        let control = self.read(TE_CONTROL)?;
        let features = self.read(TE_INST_FEATURES)?;
        let inputs = self.read(X_TRIG_IN_CONTROL)?;
        let outputs = self.read(X_TRIG_OUT_CONTROL)?;
        Ok(Settings {
            sink: self.sink_settings(TE_SINK)?,
            mode: Some(TE_INST_MODE.get(control)),
            stall: TE_INST_STALL_EN.is_set(control),
            sync_mode: TE_SYNC_MODE.get(control),
            sync_max: TE_SYNC_MAX.get(control),
            stop_on_wrap: TE_STOP_ON_WRAP.is_set(control),
            context: TE_CONTEXT.is_set(control),
            triggers: TE_INST_TRIG_EN.is_set(control),
            inputs: INPUT_ACTIONS.map(|place| place.get(inputs)),
            outputs: OUTPUT_EVENTS.map(|place| place.get(outputs)),
            inhibit_src: TE_INHIBIT_SRC.is_set(control),
            src_id: Some(SRC_ID.get(features)),
            implicit_return: IMPLICIT_RETURN_MODE.get(features),
            call_stack: CALL_STACK.is_set(features),
            sequential_jump: SEQUENTIAL_JUMP.is_set(features),
            repeated_history: REPEATED_HISTORY.is_set(features),
            all_jumps: ALL_JUMPS.is_set(features),
            extended_address: EXTEND_ADDR_MSB.is_set(features),
            timestamp: self.timestamp_settings()?,
        })
    }

    /// The sequence of Trace Control 12.1 with the calibration pattern.
    pub(crate) fn calibrate(&mut self, pins: &PibSettings, probe: impl FnOnce()) -> Result<(), Error<M::Error>> {
        self.start_calibration(pins)?;
        probe();
        self.stop_calibration()
    }

    pub(crate) fn start_calibration(&mut self, pins: &PibSettings) -> Result<(), Error<M::Error>> {
        self.set_up_pib(pins, true)?;
        self.set(Word::field(PIB_ENABLE, 1))
    }

    pub(crate) fn stop_calibration(&mut self) -> Result<(), Error<M::Error>> {
        self.set(Word::field(PIB_ENABLE, 0).bit(PIB_CALIBRATE, false))
    }
}
