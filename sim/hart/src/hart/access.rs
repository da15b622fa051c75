// SPDX-License-Identifier: Apache-2.0
//! Loads, stores, atomic operations, CSR instructions, and what a unit with CSRs is told.

use super::arithmetic::{amo, sext};
use super::csr::{interrupt, Denied};
use super::decode::{Decoded, Op};
use super::trap::{cause, Exception};
use super::{Exit, Hart};
use crate::{Error, Event};
use tracewright_model::ctr::{Access, Answer, Operation};

/// The counter enables that say who reads the time, and its bit there.
const SCOUNTEREN: u16 = 0x106;
const MCOUNTEREN: u16 = 0x306;
const TIME: u64 = 1 << 1;

impl Hart {
    /// The `N` bytes at `address`, zero-extended.
    #[inline]
    pub(super) fn load<const N: usize>(&mut self, address: u64) -> Result<u64, Exception> {
        match self.memory.load::<N>(address) {
            Some(bytes) => {
                let mut word = [0; 8];
                word[..N].copy_from_slice(&bytes);
                Ok(u64::from_le_bytes(word))
            }
            None => self.devices.load(address, N).ok_or(Exception { cause: cause::LOAD_FAULT, tval: address }),
        }
    }

    /// Writes the low `N` bytes of `value` at `address`.
    #[inline]
    pub(super) fn store<const N: usize>(&mut self, address: u64, value: u64) -> Result<(), Exception> {
        if self.memory.store(address, &value.to_le_bytes()[..N]).is_none() {
            return self.store_to_device(address, N, value);
        }
        if let Some(htif) = &mut self.htif {
            if address & !7 == htif.tohost {
                if htif.written(address, N, self.devices.clock.steps) {
                    self.serve_host();
                }
                self.attention = 0;
            }
        }
        Ok(())
    }

    #[cold]
    fn store_to_device(&mut self, address: u64, size: usize, value: u64) -> Result<(), Exception> {
        let stored = self.devices.store(address, size, value & u64::MAX >> (64 - 8 * size));
        stored.ok_or(Exception { cause: cause::STORE_FAULT, tval: address })?;
        self.exit = self.devices.exit_code.map(Exit::Code);
        self.attention = 0;
        Ok(())
    }

    pub(super) fn load_reserved<const N: usize>(&mut self, address: u64) -> Result<u64, Exception> {
        if address % N as u64 != 0 {
            return Err(Exception { cause: cause::LOAD_MISALIGNED, tval: address });
        }
        let value = self.load::<N>(address)?;
        self.reservation = Some(address);
        Ok(value)
    }

    /// Returns what the destination register gets: 0 on success.
    pub(super) fn store_conditional<const N: usize>(&mut self, address: u64, value: u64) -> Result<u64, Exception> {
        aligned(address, N)?;
        if self.reservation.take() != Some(address) {
            return Ok(1);
        }
        self.store::<N>(address, value)?;
        Ok(0)
    }

    pub(super) fn amo_word(&mut self, address: u64, funct5: i32, register: u64) -> Result<u64, Exception> {
        aligned(address, 4)?;
        let old = self.load::<4>(address).map_err(as_store)?;
        let old = sext(old as u32);
        let new = amo(funct5, old, sext(register as u32));
        self.store::<4>(address, new)?;
        Ok(old)
    }

    pub(super) fn amo_double(&mut self, address: u64, funct5: i32, register: u64) -> Result<u64, Exception> {
        aligned(address, 8)?;
        let old = self.load::<8>(address).map_err(as_store)?;
        self.store::<8>(address, amo(funct5, old, register))?;
        Ok(old)
    }

    /// Executes a CSR instruction with `a` in its source register; returns the old value.
    pub(super) fn access_csr(&mut self, pc: u64, d: Decoded, a: u64) -> Result<u64, Exception> {
        let number = (d.imm & 0xFFF) as u16;
        let operand = match d.op {
            Op::Csrrwi | Op::Csrrsi | Op::Csrrci => u64::from(d.rs1),
            _ => a,
        };
        let operation = match d.op {
            Op::Csrrw | Op::Csrrwi => Operation::Write,
            _ if d.rs1 == 0 => Operation::Read,
            Op::Csrrs | Op::Csrrsi => Operation::Set,
            _ => Operation::Clear,
        };
        if self.unit.as_ref().is_some_and(|unit| unit.replaces(number)) {
            return self.access_replaced(pc, number, operation, operand);
        }
        match self.access_own(number, operation, operand) {
            Ok(old) => Ok(old),
            Err(Denied) => self.access_unit(pc, number, operation, operand),
        }
    }

    /// An access to a CSR that the hart itself has; returns the old value.
    pub(super) fn access_own(&mut self, number: u16, operation: Operation, operand: u64) -> Result<u64, Denied> {
        let counters = self.counters();
        self.refresh_pending();
        let write = operation != Operation::Read;
        let old = self.csrs.read(number, write, &counters)?;
        if write {
            let new = match operation {
                Operation::Set => old | operand,
                Operation::Clear => old & !operand,
                _ => operand,
            };
            self.csrs.write(number, new, &counters);
            self.attention = 0;
        }
        Ok(self.extend(old))
    }

    /// An access to a CSR that the unit has in place of the hart's own. The time stays the hart's: its bit of the
    /// counter enables is kept here.
    #[cold]
    pub(super) fn access_replaced(
        &mut self,
        pc: u64,
        number: u16,
        operation: Operation,
        operand: u64,
    ) -> Result<u64, Exception> {
        let value = self.access_unit(pc, number, operation, operand)?;
        let time = match number {
            SCOUNTEREN | MCOUNTEREN => self.access_own(number, operation, operand).unwrap_or(0) & TIME,
            _ => 0,
        };
        Ok(value | time)
    }

    /// Executes the instruction at `pc` that accesses a CSR of the unit; returns the old value.
    #[cold]
    pub(super) fn access_unit(
        &mut self,
        pc: u64,
        csr: u16,
        operation: Operation,
        operand: u64,
    ) -> Result<u64, Exception> {
        let (data, privilege) = (self.xlen.wrap(operand), self.csrs.privilege as u8);
        let Some(unit) = &mut self.unit else { return Err(self.illegal(pc)) };
        match unit.access(Access { csr, operation, data, privilege }, pc) {
            Ok(Answer::Value(value)) => Ok(self.extend(value)),
            Ok(Answer::Virtual) => Err(Exception { cause: cause::VIRTUAL, ..self.illegal(pc) }),
            Ok(Answer::Illegal | Answer::NotHere) => Err(self.illegal(pc)),
            Err(failure) => {
                unit.failure = Some(failure);
                Err(self.illegal(pc))
            }
        }
    }

    /// Shows the unit all that has happened so far, as an access to it would.
    ///
    /// # Errors
    /// What the unit says.
    pub fn show_unit(&mut self) -> Result<(), Error> {
        let (pc, mode) = (self.pc, self.csrs.privilege as u8);
        self.unit.as_mut().map_or(Ok(()), |unit| unit.show(pc, mode))
    }

    /// Tells the unit what has happened: nothing more at the end.
    pub(super) fn tell(&mut self, event: Option<Event>) -> Result<(), Error> {
        let Some(unit) = &mut self.unit else { return Ok(()) };
        for event in event.into_iter().chain(self.queued) {
            unit.happened(event, self.event_privilege);
        }
        if event.is_none() || unit.is_full() {
            unit.show(self.pc, self.csrs.privilege as u8)?;
        }
        self.take_overflow();
        Ok(())
    }

    /// Makes the counter overflow interrupt pending if the unit has asked for it.
    pub(super) fn take_overflow(&mut self) {
        if self.unit.as_mut().is_some_and(|unit| unit.overflowed()) {
            self.csrs.mip |= interrupt::LCOFI;
            self.attention = 0;
        }
    }
}

fn aligned(address: u64, size: usize) -> Result<(), Exception> {
    if address % size as u64 == 0 {
        Ok(())
    } else {
        Err(Exception { cause: cause::STORE_MISALIGNED, tval: address })
    }
}

/// An atomic operation that can't read reports the fault of a store.
fn as_store(exception: Exception) -> Exception {
    Exception { cause: cause::STORE_FAULT, ..exception }
}
