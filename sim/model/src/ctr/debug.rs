// SPDX-License-Identifier: Apache-2.0
//! The debug port on the trace control bus: every CSR and entry, as M-mode reaches them.

use super::access::{Access, Answer, Operation};
use super::Ctr;
use tracewright_messages::privilege::M;
use tracewright_regmap::csr::ENTRY_REGISTERS;

/// Offset of ctrDebugSelect: what ctrDebugLow and ctrDebugHigh show.
pub const DEBUG_SELECT: u32 = 0x440;
/// Offset of ctrDebugLow: bits 31-0.
pub const DEBUG_LOW: u32 = 0x444;
/// Offset of ctrDebugHigh: bits 63-32.
pub const DEBUG_HIGH: u32 = 0x448;
/// The first number of ctrDebugSelect that is an entry: four for each, ctrsource, ctrtarget, ctrdata, 0. Those below
/// are CSRs.
pub const DEBUG_ENTRIES: u32 = 0x1000;

/// An access of the bus to an offset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DebugAccess {
    /// A read.
    Read(u32),
    /// A write of a value.
    Write(u32, u32),
}

/// The registers of the port.
#[derive(Clone, Debug, Default)]
pub(super) struct Debug {
    select: u32,
    /// The upper half of what was last read at ctrDebugLow.
    read: u32,
    /// The lower half of what will be written at ctrDebugHigh.
    written: u32,
}

impl Ctr {
    pub(super) fn debug_access(&mut self, locked: bool, access: Option<DebugAccess>) -> Option<u32> {
        if locked {
            self.debug = Debug::default();
            return access.map(|_| 0);
        }
        Some(match access? {
            DebugAccess::Read(DEBUG_SELECT) => self.debug.select,
            DebugAccess::Read(DEBUG_LOW) => {
                let value = self.debug_read();
                self.debug.read = (value >> 32) as u32;
                value as u32
            }
            DebugAccess::Read(DEBUG_HIGH) => self.debug.read,
            DebugAccess::Read(_) => 0,
            DebugAccess::Write(offset, data) => {
                self.debug_write(offset, data);
                0
            }
        })
    }

    fn debug_write(&mut self, offset: u32, data: u32) {
        match (offset, self.features.xlen) {
            (DEBUG_SELECT, _) => self.debug.select = data & 0x1FFF,
            (DEBUG_LOW, 32) => self.debug_set(data.into()),
            (DEBUG_LOW, _) => self.debug.written = data,
            (DEBUG_HIGH, 64) => self.debug_set(u64::from(data) << 32 | u64::from(self.debug.written)),
            _ => {}
        }
    }

    /// The entry and the register of it that are selected, if an entry is.
    fn debug_entry(&self) -> Option<(u32, usize)> {
        let number = self.debug.select.checked_sub(DEBUG_ENTRIES)?;
        Some((number / 4, (number % 4) as usize)).filter(|(entry, _)| *entry < 256)
    }

    fn debug_read(&mut self) -> u64 {
        match self.debug_entry() {
            Some((entry, register)) => self.array.entry(entry).get(register).copied().unwrap_or_default(),
            None => self.debug_csr(Operation::Read, 0),
        }
    }

    fn debug_set(&mut self, value: u64) {
        match self.debug_entry() {
            Some((entry, register)) => {
                if let Some(described) = ENTRY_REGISTERS.get(register) {
                    self.array.set(entry, register, value & described.kept(&self.features));
                }
            }
            None => {
                self.debug_csr(Operation::Write, value);
            }
        }
    }

    /// An access to the CSR that is selected: what does not exist reads 0.
    fn debug_csr(&mut self, operation: Operation, data: u64) -> u64 {
        let Ok(csr) = u16::try_from(self.debug.select) else { return 0 };
        match self.access(&Access { csr, operation, data, privilege: M }) {
            Answer::Value(value) => value,
            _ => 0,
        }
    }
}
