// SPDX-License-Identifier: Apache-2.0
//! Accesses on their way: they read in one cycle and write three cycles later, before their answer.

use super::access::{Access, Answer, Operation};
use super::array::Place;
use super::{entry_of, Ctr};
use tracewright_messages::privilege::{DEBUG, M, S, U, VU};
use tracewright_regmap::csr::{Csr, CsrState, CtrVersion, ENTRY_REGISTERS};

/// An access in flight: what it read, and what it will write with the cycle of its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flight {
    target: Target,
    operation: Operation,
    /// What it read.
    pub value: u64,
    data: u64,
    privilege: u8,
    /// The register of an entry that it reads, if it does.
    pub place: Option<Place>,
}

/// What is written.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// A CSR that is no window.
    Csr(&'static Csr),
    /// The register of an entry, with the bits of it that are kept.
    Entry(Place, u64),
    /// Every entry, and the count.
    Records,
    /// Nothing.
    Nothing,
}

impl Ctr {
    /// Reads; what the access writes comes later.
    pub(super) fn access(&self, access: &Access) -> Result<Flight, Answer> {
        let Access { operation, data, privilege, .. } = *access;
        if operation == Operation::ClearRecords {
            self.may_clear(privilege)?;
            return Ok(Flight { target: Target::Records, operation, value: 0, data, privilege, place: None });
        }
        let csr = self.reached(access.csr, privilege)?;
        Ok(match csr.state {
            CsrState::Window(select, window) => {
                let entry = entry_of(self.selected(select)).unwrap_or_default();
                Flight { privilege, ..self.entry_access(entry, usize::from(window) - 1, operation, data) }
            }
            _ => Flight { target: Target::Csr(csr), operation, value: self.read(csr), data, privilege, place: None },
        })
    }

    /// An access to a register of a logical entry.
    pub(super) fn entry_access(&self, entry: u32, register: usize, operation: Operation, data: u64) -> Flight {
        let described = ENTRY_REGISTERS.get(register);
        let place = described.and_then(|_| self.array.place(entry, register));
        let (target, value) = match (described, place) {
            (Some(described), Some(place)) => {
                (Target::Entry(place, described.kept(&self.features)), self.array.at(place))
            }
            _ => (Target::Nothing, 0),
        };
        Flight { target, operation, value, data, privilege: M, place }
    }

    /// What an access that was answered writes.
    pub(super) fn finish(&mut self, flight: &Flight) {
        let value = match flight.operation {
            Operation::Read => return,
            Operation::Write | Operation::ClearRecords => flight.data,
            Operation::Set => flight.value | flight.data,
            Operation::Clear => flight.value & !flight.data,
        };
        match flight.target {
            Target::Csr(csr) => self.write(csr, value, flight.privilege),
            Target::Entry(place, kept) => self.array.set(place, value & kept),
            Target::Records => {
                self.array.clear();
                self.counter.forget();
            }
            Target::Nothing => {}
        }
    }

    /// SCTRCLR: who may.
    fn may_clear(&self, mode: u8) -> Result<(), Answer> {
        let state_bit = self.features.state_bit();
        match mode {
            _ if self.features.version == CtrVersion::V0_1_4 => Err(Answer::NotHere),
            M | DEBUG => Ok(()),
            U => Err(Answer::Illegal),
            _ if !self.is_machine_enabled(state_bit) => Err(Answer::Illegal),
            S => Ok(()),
            VU => Err(Answer::Virtual),
            _ if !self.is_hypervisor_enabled(state_bit) => Err(Answer::Virtual),
            _ => Ok(()),
        }
    }
}
