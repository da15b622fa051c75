// SPDX-License-Identifier: Apache-2.0
//! A funnel (Trace Control ch. 11).

use crate::fields::*;
use crate::mmio::Registers;
use crate::settings::PibSettings;
use crate::word::Word;
use crate::{Error, Extent, FunnelCapabilities, FunnelSettings, Mmio, Readout};

/// A trace funnel, reached through its registers, which are like those of an encoder.
#[derive(Clone, Debug)]
pub struct Funnel<M> {
    pub(crate) registers: Registers<M>,
}

impl<M: Mmio> Funnel<M> {
    /// A driver of the funnel that `registers` reaches. It touches nothing yet.
    pub const fn new(registers: M) -> Self {
        Funnel { registers: Registers::new(registers) }
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

    /// Finds out everything that the funnel has (Trace Control ch. 14). In the end it is released and as after reset,
    /// its sinks are in reset.
    ///
    /// # Errors
    /// As [`Driver::discover`](crate::Driver::discover).
    pub fn discover(&mut self) -> Result<FunnelCapabilities, Error<M::Error>> {
        let registers = &mut self.registers;
        registers.activate(TF_ACTIVE, false)?;
        let sink = registers.sink_settings(TF_SINK)?;
        let stop_on_wrap = registers.get(TF_STOP_ON_WRAP)? != 0;
        let disabled = registers.get(TF_DIS_INPUT)?;
        registers.activate(TF_ACTIVE, true)?;
        let implementation = registers.known()?;
        let found = FunnelCapabilities {
            sinks: registers.discover_sinks(implementation, TF_SINK)?,
            stop_on_wrap: registers.can_be_set(TF_STOP_ON_WRAP)?,
            inputs: registers.ones(TF_DIS_INPUT)?.trailing_ones(),
            defaults: FunnelSettings { sink, stop_on_wrap, disabled },
        };
        registers.activate(TF_ACTIVE, false)?;
        registers.activate(TF_ACTIVE, true)?;
        Ok(found)
    }

    /// Releases the funnel, sets its sink up, and enables it: before the encoders that feed it.
    ///
    /// # Errors
    /// As [`Driver::prepare`](crate::Driver::prepare).
    pub fn enable(&mut self, settings: &FunnelSettings) -> Result<(), Error<M::Error>> {
        let registers = &mut self.registers;
        registers.release(TF_ACTIVE, TF_ENABLE)?;
        registers.empty_or_give_up(TF_SINK, TF_EMPTY, TF_ACTIVE)?;
        registers.known()?;
        registers.set(Word::field(TF_STOP_ON_WRAP, settings.stop_on_wrap.into()))?;
        registers.set(Word::field(TF_DIS_INPUT, settings.disabled))?;
        registers.set_up_sink(TF_SINK, settings.sink)?;
        registers.open_sink(TF_SINK)?;
        registers.put(Word::field(TF_ENABLE, 1))
    }

    /// Whether the funnel is enabled: it stops by itself when its buffer has filled, if tfStopOnWrap is set.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn is_enabled(&mut self) -> Result<bool, Error<M::Error>> {
        Ok(self.registers.get(TF_ENABLE)? != 0)
    }

    /// The settings as the registers have them.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn settings(&mut self) -> Result<FunnelSettings, Error<M::Error>> {
        let sink = self.registers.sink_settings(TF_SINK)?;
        let stop_on_wrap = self.registers.get(TF_STOP_ON_WRAP)? != 0;
        Ok(FunnelSettings { sink, stop_on_wrap, disabled: self.registers.get(TF_DIS_INPUT)? })
    }

    /// tfDisInput, bit n for input n, of a funnel that is set up: messages of a disabled input are thrown away from the
    /// next one on.
    ///
    /// # Errors
    /// [`Error::Refused`] if there is no such input.
    pub fn disable_inputs(&mut self, inputs: u32) -> Result<(), Error<M::Error>> {
        self.registers.set(Word::field(TF_DIS_INPUT, inputs))
    }

    /// As [`Driver::calibrate`](crate::Driver::calibrate).
    ///
    /// # Errors
    /// [`Error::Refused`] if there is no pin interface block, or if it lacks a setting or the pattern.
    pub fn calibrate(&mut self, pins: &PibSettings, probe: impl FnOnce()) -> Result<(), Error<M::Error>> {
        self.registers.calibrate(pins, probe)
    }

    /// As [`Driver::start_calibration`](crate::Driver::start_calibration).
    ///
    /// # Errors
    /// As [`Funnel::calibrate`].
    pub fn start_calibration(&mut self, pins: &PibSettings) -> Result<(), Error<M::Error>> {
        self.registers.start_calibration(pins)
    }

    /// As [`Driver::stop_calibration`](crate::Driver::stop_calibration).
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn stop_calibration(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.stop_calibration()
    }

    /// As [`Driver::write_memory`](crate::Driver::write_memory).
    ///
    /// # Errors
    /// [`Error::Bus`]; [`Error::Refused`] if there is no such address.
    pub fn write_memory(&mut self, first: u32, words: &[u32]) -> Result<(), Error<M::Error>> {
        self.registers.write_memory(first, words)
    }

    /// As [`Driver::extent`](crate::Driver::extent).
    ///
    /// # Errors
    /// [`Error::Bus`]; [`Error::Silent`].
    pub fn extent(&mut self) -> Result<Extent, Error<M::Error>> {
        self.registers.extent()
    }

    /// As [`Driver::read_trace`](crate::Driver::read_trace).
    ///
    /// # Errors
    /// [`Error::Bus`]; [`Error::Silent`].
    pub fn read_trace(&mut self, sink: impl FnMut(u32)) -> Result<Readout, Error<M::Error>> {
        self.registers.read_trace(sink)
    }

    /// tfEnable 0: the sixth step of disabling.
    pub(crate) fn stop(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.put(Word::field(TF_ENABLE, 0))
    }

    /// Waits for tfEmpty: the seventh.
    pub(crate) fn flush(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.wait_empty(TF_SINK, TF_EMPTY).map(drop)
    }

    /// Waits for the sink: the eighth and ninth.
    pub(crate) fn drain(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.drain_sink(TF_SINK)
    }
}
