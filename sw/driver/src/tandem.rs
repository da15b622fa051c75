// SPDX-License-Identifier: Apache-2.0
//! An encoder of tandem-verification trace.

use crate::fields::*;
use crate::mmio::Registers;
use crate::word::Word;
use crate::{Error, Extent, Mmio, Readout, SinkSettings};

/// What is traced for tandem verification, and where it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TandemSettings {
    /// tvSink, as [`Settings::sink`](crate::Settings::sink).
    pub sink: Option<SinkSettings>,
    /// tvStopOnWrap: stop when the buffer has filled.
    pub stop_on_wrap: bool,
    /// tvClasses, if it is to change.
    pub classes: Option<u32>,
}

/// An encoder of tandem-verification trace behind its registers, which are like those of a funnel.
#[derive(Clone, Debug)]
pub struct Tandem<M> {
    registers: Registers<M>,
}

impl<M: Mmio> Tandem<M> {
    /// A driver of the encoder behind `registers`. It touches nothing yet.
    pub const fn new(registers: M) -> Self {
        Tandem { registers: Registers::new(registers) }
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

    /// What lies below, for good.
    pub fn into_registers(self) -> M {
        self.registers.below
    }

    /// Releases the encoder, sets its sink up, and enables it.
    ///
    /// # Errors
    /// As [`Driver::prepare`](crate::Driver::prepare).
    pub fn enable(&mut self, settings: &TandemSettings) -> Result<(), Error<M::Error>> {
        let registers = &mut self.registers;
        registers.implementation()?;
        registers.release(TV_ACTIVE, TV_ENABLE)?;
        registers.empty_or_give_up(TV_SINK, TV_EMPTY, TV_ACTIVE)?;
        registers.set(Word::field(TV_STOP_ON_WRAP, settings.stop_on_wrap.into()))?;
        if let Some(classes) = settings.classes {
            registers.set(Word::field(TV_CLASSES, classes))?;
        }
        registers.set_up_sink(TV_SINK, settings.sink)?;
        registers.open_sink(TV_SINK)?;
        registers.put(Word::field(TV_ENABLE, 1))
    }

    /// The classes that the encoder has.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn classes(&mut self) -> Result<u32, Error<M::Error>> {
        self.registers.trial(TV_CLASSES, TV_CLASSES.field.max())
    }

    /// Whether the encoder is enabled: it stops by itself when its buffer has filled, if tvStopOnWrap is set.
    ///
    /// # Errors
    /// [`Error::Bus`].
    pub fn is_enabled(&mut self) -> Result<bool, Error<M::Error>> {
        Ok(self.registers.get(TV_ENABLE)? != 0)
    }

    /// Disables the encoder, and waits until all trace has left it and its sink.
    ///
    /// # Errors
    /// [`Error::Timeout`] names what does not become empty.
    pub fn disable(&mut self) -> Result<(), Error<M::Error>> {
        self.stop()?;
        self.drain()
    }

    /// tvEnable 0.
    pub(crate) fn stop(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.put(Word::field(TV_ENABLE, 0))
    }

    /// Waits for tvEmpty, and for the sink.
    pub(crate) fn drain(&mut self) -> Result<(), Error<M::Error>> {
        self.registers.wait_empty(TV_SINK, TV_EMPTY)?;
        self.registers.drain_sink(TV_SINK)
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
}
