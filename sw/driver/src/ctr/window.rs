// SPDX-License-Identifier: Apache-2.0
//! The CSRs of a hart from outside, through the window of its encoder's registers (docs/ctr.md, "The debug port").

use crate::ctr::registers::FIRST_ENTRY;
use crate::ctr::Csrs;
use crate::Mmio;
use tracewright_regmap::{CTR_DEBUG_ENTRIES, CTR_DEBUG_HIGH, CTR_DEBUG_LOW, CTR_DEBUG_SELECT};

/// The CSRs of a hart whose records stand beside an encoder, for a debugger on the trace control bus: a
/// [`crate::ctr::Driver`] of level [`crate::ctr::Level::Machine`] or [`crate::ctr::Level::Supervisor`] goes through it.
///
/// The select registers are its own, and those of the hart stay as they are, so a hart that runs goes on. What set and
/// clear do takes a read and a write here: what the hardware or the hart changes between them is lost. The window
/// has no SCTRCLR: [`Csrs::clear_records`] writes zeros to entries instead, and reaches those within the depth that is
/// set; what is beyond it stays, so set a greater depth first, as [`crate::ctr::Driver::configure`] does.
///
/// While the registers are locked everything reads 0.
#[derive(Clone, Debug)]
pub struct Window<M> {
    bus: M,
    xlen: u32,
    depth: u32,
    select: u64,
}

/// Number of a select register, without the level.
const SELECT: u16 = 0x50;
/// Numbers of the windows to ctrsource, ctrtarget, ctrdata, without the level.
const WINDOWS: core::ops::RangeInclusive<u16> = 0x51..=0x53;
/// The bits of a number that are the level of a select or a window: 1 S, 3 M.
const LEVELS: [u16; 2] = [0x100, 0x300];

/// What ctrDebugSelect calls ctrsource of entry 0.
const ENTRIES: u32 = CTR_DEBUG_ENTRIES as u32;

/// What an access is to.
enum To {
    /// The select of this window.
    Select,
    /// What ctrDebugSelect calls so.
    Selected(u32),
    /// A window that shows nothing.
    Nothing,
}

impl<M: Mmio> Window<M> {
    /// That of the component that `bus` leads to, a hart of this XLEN whose array has at most `depth`
    /// entries.
    pub const fn new(bus: M, xlen: u32, depth: u32) -> Self {
        Window { bus, xlen, depth, select: 0 }
    }

    /// What it reaches the registers with.
    pub fn bus(&mut self) -> &mut M {
        &mut self.bus
    }

    fn to(&self, csr: u16) -> To {
        let (level, number) = (csr & 0xF00, csr & 0xFF);
        if !LEVELS.contains(&level) || number != SELECT && !WINDOWS.contains(&number) {
            return To::Selected(csr.into());
        }
        let entry = self.select.checked_sub(FIRST_ENTRY).filter(|entry| *entry < 256);
        match entry {
            _ if number == SELECT => To::Select,
            Some(entry) => To::Selected(ENTRIES + 4 * entry as u32 + u32::from(number - WINDOWS.start())),
            None => To::Nothing,
        }
    }

    fn put(&mut self, what: u32, value: u64) -> Result<(), M::Error> {
        self.bus.write(CTR_DEBUG_SELECT as u32, what)?;
        self.bus.write(CTR_DEBUG_LOW as u32, value as u32)?;
        match self.xlen {
            32 => Ok(()),
            _ => self.bus.write(CTR_DEBUG_HIGH as u32, (value >> 32) as u32),
        }
    }

    fn get(&mut self, what: u32) -> Result<u64, M::Error> {
        self.bus.write(CTR_DEBUG_SELECT as u32, what)?;
        let low = self.bus.read(CTR_DEBUG_LOW as u32)?;
        let high = if self.xlen == 32 { 0 } else { self.bus.read(CTR_DEBUG_HIGH as u32)? };
        Ok(u64::from(high) << 32 | u64::from(low))
    }
}

impl<M: Mmio> Csrs for Window<M> {
    type Error = M::Error;

    fn read(&mut self, csr: u16) -> Result<u64, M::Error> {
        match self.to(csr) {
            To::Select => Ok(self.select),
            To::Selected(what) => self.get(what),
            To::Nothing => Ok(0),
        }
    }

    fn write(&mut self, csr: u16, value: u64) -> Result<(), M::Error> {
        match self.to(csr) {
            To::Select => self.select = value,
            To::Selected(what) => self.put(what, value)?,
            To::Nothing => {}
        }
        Ok(())
    }

    fn set(&mut self, csr: u16, bits: u64) -> Result<(), M::Error> {
        let value = self.read(csr)?;
        self.write(csr, value | bits)
    }

    fn clear(&mut self, csr: u16, bits: u64) -> Result<(), M::Error> {
        let value = self.read(csr)?;
        self.write(csr, value & !bits)
    }

    fn clear_records(&mut self) -> Result<(), M::Error> {
        for entry in 0..self.depth {
            for register in 0..3 {
                self.put(ENTRIES + 4 * entry + register, 0)?;
            }
        }
        Ok(())
    }
}
