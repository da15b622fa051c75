// SPDX-License-Identifier: Apache-2.0
//! The sequences.

use crate::settings::Word;
use crate::{Error, Mmio, Readout, Settings, Status};
use tracewright_regmap::*;

pub(crate) const ACTIVE: u32 = 1 << TE_CONTROL_TE_ACTIVE;
const ENABLE: u32 = 1 << TE_CONTROL_TE_ENABLE;
const TRACING: u32 = 1 << TE_CONTROL_TE_INST_TRACING;
const EMPTY: u32 = 1 << TE_CONTROL_TE_EMPTY;

/// Bytes of a word of trace memory.
pub(crate) const WORD: u32 = 4;

/// A trace encoder behind its registers.
#[derive(Clone, Debug)]
pub struct Driver<M> {
    registers: M,
    settings: Settings,
    poll_limit: u32,
}

impl<M: Mmio> Driver<M> {
    /// A driver of the encoder behind `registers`. It touches nothing yet.
    pub const fn new(registers: M) -> Self {
        Driver { registers, settings: Settings::NONE, poll_limit: 10_000 }
    }

    /// How often a bit is read before the driver gives up on it; 10,000 times unless told.
    pub const fn poll_limit(mut self, reads: u32) -> Self {
        self.poll_limit = reads;
        self
    }

    /// What lies below.
    pub fn registers(&mut self) -> &mut M {
        &mut self.registers
    }

    /// Gives back what lies below.
    pub fn into_registers(self) -> M {
        self.registers
    }

    /// Sets the encoder up and starts tracing: teEnable and teInstTracing together (ch. 15). What was in trace memory is
    /// given up.
    pub fn enable(&mut self, settings: &Settings) -> Result<(), Error<M::Error>> {
        self.activate()?;
        self.settings = *settings;
        let Word { value, mask } = settings.control();
        self.set(TE_CONTROL, "teControl", Word { value: ACTIVE | value, mask: ACTIVE | mask })?;
        let Word { value, mask } = settings.features();
        let others = self.read(TE_INST_FEATURES)? & !mask;
        self.set(TE_INST_FEATURES, "teInstFeatures", Word { value: others | value, mask })?;
        let actions = Word { value: settings.external_triggers, mask: u32::MAX };
        self.set(X_TRIG_IN_CONTROL, "xTrigInControl", actions)?;
        self.set_timestamps()?;
        if self.has_sram()? {
            self.write(TE_RAM_WP, 0)?;
        }
        self.switch(true, true)
    }

    /// Writes teEnable and teInstTracing, and leaves the settings as they are.
    pub fn switch(&mut self, enable: bool, tracing: bool) -> Result<(), Error<M::Error>> {
        let bits = if enable { ENABLE } else { 0 } | if tracing { TRACING } else { 0 };
        self.write(TE_CONTROL, ACTIVE | self.settings.control().value | bits)
    }

    /// Stops tracing and waits until all trace is in the sink: teInstTracing 0, teEnable 0, teEmpty 1 (ch. 15).
    pub fn disable(&mut self) -> Result<Status, Error<M::Error>> {
        let enabled = self.status()?.is_enabled();
        self.switch(enabled, false)?;
        self.switch(false, false)?;
        self.poll((TE_CONTROL, "teControl"), EMPTY, "teEmpty").map(Status)
    }

    /// Reads teControl.
    pub fn status(&mut self) -> Result<Status, Error<M::Error>> {
        self.read(TE_CONTROL).map(Status)
    }

    /// Hands the words of trace memory to `sink`, oldest first. The lowest byte of a word is the first; idle bytes (0xFF)
    /// fill the last one. Without an SRAM there are none.
    pub fn read_trace(&mut self, mut sink: impl FnMut(u32)) -> Result<Readout, Error<M::Error>> {
        if !self.has_sram()? {
            return Ok(Readout { words: 0, wrapped: false });
        }
        let pointer = self.read(TE_RAM_WP)?;
        let next = pointer & !(WORD - 1);
        let wrapped = pointer >> TE_RAM_WP_TE_WRAP & 1 != 0;
        let (first, words) = if wrapped { (next, self.read(TE_RAM_LIMIT)? / WORD + 1) } else { (0, next / WORD) };
        self.write(TE_RAM_RP, first)?;
        for _ in 0..words {
            sink(self.read(TE_RAM_DATA)?);
        }
        Ok(Readout { words, wrapped })
    }

    /// The time, as the timestamp unit has it; 0 without one.
    pub fn time(&mut self) -> Result<u64, Error<M::Error>> {
        let (upper, lower) = (self.read(TS_UPPER)?, self.read(TS_LOWER)?);
        let (upper, lower) = match self.read(TS_UPPER)? {
            same if same == upper => (upper, lower),
            later => (later, self.read(TS_LOWER)?),
        };
        Ok(u64::from(upper) << 32 | u64::from(lower))
    }

    pub(crate) fn activate(&mut self) -> Result<(), Error<M::Error>> {
        self.write(TE_CONTROL, ACTIVE)?;
        self.poll((TE_CONTROL, "teControl"), ACTIVE, "teActive").map(drop)
    }

    /// Sets the timestamp unit going, or takes timestamps out of messages and leaves it as it is.
    fn set_timestamps(&mut self) -> Result<(), Error<M::Error>> {
        const RUNS: u32 = 1 << TS_CONTROL_TS_ACTIVE;
        let control = self.read(TS_CONTROL)?;
        let Some(settings) = self.settings.timestamp else {
            return match control & 1 << TS_CONTROL_TS_ENABLE {
                0 => Ok(()),
                enabled => self.write(TS_CONTROL, control & !enabled),
            };
        };
        if control & RUNS == 0 {
            self.write(TS_CONTROL, RUNS)?;
            self.poll((TS_CONTROL, "tsControl"), RUNS, "tsActive")?;
        }
        let counts = control >> TS_CONTROL_TS_TYPE & 7 == TS_TYPE_INTERNAL as u32;
        self.set(TS_CONTROL, "tsControl", settings.control(counts))
    }

    /// Writes a register; what must read back does.
    fn set(&mut self, offset: usize, register: &'static str, word: Word) -> Result<(), Error<M::Error>> {
        self.write(offset, word.value)?;
        let got = self.read(offset)?;
        match (got ^ word.value) & word.mask {
            0 => Ok(()),
            _ => Err(Error::Refused { register, asked: word.value, got }),
        }
    }

    fn has_sram(&mut self) -> Result<bool, Error<M::Error>> {
        Ok(self.read(TE_IMPL)? >> TE_IMPL_HAS_SRAM_SINK & 1 != 0)
    }

    fn poll(
        &mut self,
        (offset, register): (usize, &'static str),
        bit: u32,
        field: &'static str,
    ) -> Result<u32, Error<M::Error>> {
        let mut value = 0;
        for _ in 0..self.poll_limit {
            value = self.read(offset)?;
            if value & bit != 0 {
                return Ok(value);
            }
        }
        Err(Error::Timeout { register, field, value })
    }

    pub(crate) fn read(&mut self, offset: usize) -> Result<u32, Error<M::Error>> {
        Ok(self.registers.read(offset as u32)?)
    }

    pub(crate) fn write(&mut self, offset: usize, value: u32) -> Result<(), Error<M::Error>> {
        Ok(self.registers.write(offset as u32, value)?)
    }
}
