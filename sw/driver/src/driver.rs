// SPDX-License-Identifier: Apache-2.0
//! The sequences.

use crate::{Capabilities, Error, Mmio, Readout, Settings, Sink, Status};
use tracewright_regmap::*;

const ACTIVE: u32 = 1 << TE_CONTROL_TE_ACTIVE;
const ENABLE: u32 = 1 << TE_CONTROL_TE_ENABLE;
const TRACING: u32 = 1 << TE_CONTROL_TE_INST_TRACING;
const EMPTY: u32 = 1 << TE_CONTROL_TE_EMPTY;
const STALL_EN: u32 = 1 << TE_CONTROL_TE_INST_STALL_EN;

/// Bytes of a word of trace memory.
const WORD: u32 = 4;

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
        Driver {
            registers,
            settings: Settings { stall: false, sync_mode: 0, sync_max: 0, stop_on_wrap: false },
            poll_limit: 10_000,
        }
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

    /// Resets the encoder, takes it out of reset and finds out what it can do (ch. 14). Trace memory stays as it is;
    /// the write pointer becomes 0.
    pub fn discover(&mut self) -> Result<Capabilities, Error<M::Error>> {
        self.write(TE_CONTROL, 0)?;
        self.activate()?;
        let te_impl = self.read(TE_IMPL)?;
        let has = |position: usize| te_impl >> position & 1 != 0;
        let version = te_impl >> TE_IMPL_TE_VERSION & 0xF;
        let sink = match (has(TE_IMPL_HAS_SRAM_SINK), has(TE_IMPL_HAS_STREAM_SINK)) {
            _ if version != TE_VERSION_0_9_4 as u32 => return Err(Error::Unknown { te_impl }),
            (true, _) => Sink::Sram { bytes: self.ram_bytes()? },
            (false, true) => Sink::Stream,
            (false, false) => return Err(Error::Unknown { te_impl }),
        };
        self.write(TE_CONTROL, ACTIVE | STALL_EN)?;
        let stall = self.read(TE_CONTROL)? & STALL_EN != 0;
        self.write(TE_CONTROL, ACTIVE)?;
        Ok(Capabilities { sink, stall })
    }

    /// Sets the encoder up and starts tracing: teEnable and teInstTracing together (ch. 15). What was in trace memory is
    /// given up.
    pub fn enable(&mut self, settings: &Settings) -> Result<(), Error<M::Error>> {
        self.activate()?;
        self.settings = *settings;
        let asked = ACTIVE | settings.bits();
        self.write(TE_CONTROL, asked)?;
        let got = self.read(TE_CONTROL)?;
        if (got ^ asked) & (ACTIVE | Settings::MASK) != 0 {
            return Err(Error::Refused { asked, got });
        }
        if self.has_sram()? {
            self.write(TE_RAM_WP, 0)?;
        }
        self.switch(true, true)
    }

    /// Writes teEnable and teInstTracing, and leaves the settings as they are.
    pub fn switch(&mut self, enable: bool, tracing: bool) -> Result<(), Error<M::Error>> {
        let bits = if enable { ENABLE } else { 0 } | if tracing { TRACING } else { 0 };
        self.write(TE_CONTROL, ACTIVE | self.settings.bits() | bits)
    }

    /// Stops tracing and waits until all trace is in the sink: teInstTracing 0, teEnable 0, teEmpty 1 (ch. 15).
    pub fn disable(&mut self) -> Result<Status, Error<M::Error>> {
        let enabled = self.status()?.is_enabled();
        self.switch(enabled, false)?;
        self.switch(false, false)?;
        self.poll(EMPTY, "teEmpty").map(Status)
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

    fn activate(&mut self) -> Result<(), Error<M::Error>> {
        self.write(TE_CONTROL, ACTIVE)?;
        self.poll(ACTIVE, "teActive").map(drop)
    }

    /// The SRAM's size: writing all ones leaves the last address (ch. 5, teImpl).
    fn ram_bytes(&mut self) -> Result<u32, Error<M::Error>> {
        self.write(TE_RAM_WP, u32::MAX)?;
        let last = self.read(TE_RAM_WP)? & !(WORD - 1);
        self.write(TE_RAM_WP, 0)?;
        Ok(last + WORD)
    }

    fn has_sram(&mut self) -> Result<bool, Error<M::Error>> {
        Ok(self.read(TE_IMPL)? >> TE_IMPL_HAS_SRAM_SINK & 1 != 0)
    }

    fn poll(&mut self, bit: u32, field: &'static str) -> Result<u32, Error<M::Error>> {
        let mut control = 0;
        for _ in 0..self.poll_limit {
            control = self.read(TE_CONTROL)?;
            if control & bit != 0 {
                return Ok(control);
            }
        }
        Err(Error::Timeout { field, control })
    }

    fn read(&mut self, offset: usize) -> Result<u32, Error<M::Error>> {
        Ok(self.registers.read(offset as u32)?)
    }

    fn write(&mut self, offset: usize, value: u32) -> Result<(), Error<M::Error>> {
        Ok(self.registers.write(offset as u32, value)?)
    }
}
