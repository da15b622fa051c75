// SPDX-License-Identifier: Apache-2.0
//! The debug port on the trace control bus: every CSR and entry, as M-mode reaches them.

use super::access::{Access, Operation};
use super::flight::Flight;
use super::Ctr;
use tracewright_messages::privilege::M;
use tracewright_regmap::{CTR_DEBUG_ENTRIES, CTR_DEBUG_HIGH, CTR_DEBUG_LOW, CTR_DEBUG_SELECT};

/// Offset of ctrDebugSelect: what ctrDebugLow and ctrDebugHigh show.
pub const DEBUG_SELECT: u32 = CTR_DEBUG_SELECT as u32;
/// Offset of ctrDebugLow: bits 31-0.
pub const DEBUG_LOW: u32 = CTR_DEBUG_LOW as u32;
/// Offset of ctrDebugHigh: bits 63-32.
pub const DEBUG_HIGH: u32 = CTR_DEBUG_HIGH as u32;
/// The first number of ctrDebugSelect that is an entry: four for each, ctrsource, ctrtarget, ctrdata, 0. Those below
/// are CSRs.
pub const DEBUG_ENTRIES: u32 = CTR_DEBUG_ENTRIES as u32;

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
    /// What the port reads, and the access that it makes, if it makes one.
    pub(super) fn debug_access(&mut self, locked: bool, access: Option<DebugAccess>) -> (Option<u32>, Option<Flight>) {
        if locked {
            self.debug = Debug::default();
            return (access.map(|_| 0), None);
        }
        let Some(access) = access else { return (None, None) };
        match (access, self.features.xlen) {
            (DebugAccess::Read(DEBUG_SELECT), _) => (Some(self.debug.select), None),
            (DebugAccess::Read(DEBUG_HIGH), _) => (Some(self.debug.read), None),
            // The value comes with the flight.
            (DebugAccess::Read(DEBUG_LOW), _) => (Some(0), self.debug_flight(Operation::Read, 0)),
            (DebugAccess::Write(DEBUG_SELECT, data), _) => {
                self.debug.select = data & 0x1FFF;
                (Some(0), None)
            }
            (DebugAccess::Write(DEBUG_LOW, data), 32) => (Some(0), self.debug_flight(Operation::Write, data.into())),
            (DebugAccess::Write(DEBUG_LOW, data), _) => {
                self.debug.written = data;
                (Some(0), None)
            }
            (DebugAccess::Write(DEBUG_HIGH, data), 64) => {
                let value = u64::from(data) << 32 | u64::from(self.debug.written);
                (Some(0), self.debug_flight(Operation::Write, value))
            }
            _ => (Some(0), None),
        }
    }

    /// The value of a read at ctrDebugLow is known: its upper half is kept.
    pub(super) fn debug_answer(&mut self, value: u64) -> u32 {
        self.debug.read = (value >> 32) as u32;
        value as u32
    }

    /// The access to what is selected, if that exists.
    fn debug_flight(&self, operation: Operation, data: u64) -> Option<Flight> {
        let select = self.debug.select;
        match select.checked_sub(DEBUG_ENTRIES) {
            Some(number) if number / 4 < 256 => {
                Some(self.entry_access(number / 4, (number % 4) as usize, operation, data))
            }
            Some(_) => None,
            None => self.access(&Access { csr: select as u16, operation, data, privilege: M }).ok(),
        }
    }
}
