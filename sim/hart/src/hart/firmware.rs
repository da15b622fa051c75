// SPDX-License-Identifier: Apache-2.0
//! SBI calls that are answered in place of firmware in M-mode.

use super::csr::{Denied, Privilege};
use super::Hart;
use crate::Event;
use std::ops::Range;
use tracewright_messages::isa::Instruction;
use tracewright_model::ctr::Operation;

/// The registers of an `ecall` from S-mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SbiCall {
    /// a7: the extension.
    pub extension: u64,
    /// a6: the function.
    pub function: u64,
    /// a0 to a5.
    pub arguments: [u64; 6],
}

/// What a0 and a1 become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SbiReturn {
    /// a0.
    pub error: u64,
    /// a1.
    pub value: u64,
}

/// Answers SBI calls in place of firmware in M-mode.
pub trait Firmware: Send {
    /// Whether calls of this extension are answered; others trap to M-mode.
    fn answers(&self, extension: u64) -> bool;

    /// Answers a call.
    fn call(&mut self, call: &SbiCall, machine: &mut dyn Machine) -> SbiReturn;
}

/// The hart that calls, as M-mode has it.
pub trait Machine {
    /// Reads a CSR; 0 if it can't be read.
    fn read(&mut self, csr: u16) -> u64;

    /// Writes a CSR.
    fn write(&mut self, csr: u16, value: u64);

    /// Whether there is memory at all of these addresses.
    fn is_memory(&self, addresses: Range<u64>) -> bool;

    /// A word of memory, if there is one.
    fn load(&self, address: u64) -> Option<u32>;

    /// Changes a word of memory, if there is one.
    fn store(&mut self, address: u64, value: u32) -> Option<()>;
}

/// a0, a6 and a7.
const A0: usize = 10;
const A6: usize = 16;
const A7: usize = 17;

impl Hart {
    /// With what answers SBI calls of S-mode in place of firmware. Such a call is an exception for what is beside the
    /// hart; M-mode executes no instructions, and S-mode goes on after the `ecall`.
    pub fn with_firmware(mut self, firmware: Box<dyn Firmware>) -> Hart {
        self.firmware = Some(firmware);
        self
    }

    /// Whether an `ecall` now is answered in place of firmware.
    pub(super) fn is_answered(&self) -> bool {
        let extension = self.xlen.wrap(self.x[A7]);
        self.csrs.privilege == Privilege::Supervisor
            && self.firmware.as_ref().is_some_and(|firmware| firmware.answers(extension))
    }

    /// Answers the `ecall` at `pc`.
    pub(super) fn call_firmware(&mut self, pc: u64, instruction: Instruction) -> Event {
        let retired = Event::Retired { pc, instruction, taken: false };
        let Some(mut firmware) = self.firmware.take() else { return retired };
        self.retired += 1;
        self.pc = pc.wrapping_add(instruction.bytes());
        // What the ecall leaves is seen before M-mode accesses a CSR.
        if let Some(unit) = &mut self.unit {
            unit.trapped(false, false);
            unit.happened(retired, self.event_privilege);
            unit.happened(Event::Exception { pc }, self.event_privilege);
            if let Err(failure) = unit.show(self.pc, Privilege::Machine as u8) {
                unit.failure = Some(failure);
            }
        }
        let register = |n: usize| self.xlen.wrap(self.x[n]);
        let call = SbiCall {
            extension: register(A7),
            function: register(A6),
            arguments: [0, 1, 2, 3, 4, 5].map(|n| register(A0 + n)),
        };
        self.csrs.privilege = Privilege::Machine;
        let SbiReturn { error, value } = firmware.call(&call, self);
        self.csrs.privilege = Privilege::Supervisor;
        self.x[A0] = self.extend(error);
        self.x[A0 + 1] = self.extend(value);
        self.firmware = Some(firmware);
        self.reservation = None;
        self.attention = 0;
        self.take_overflow();
        self.told = true;
        self.queued = Some(Event::Exception { pc });
        retired
    }

    /// An access of M-mode; what cannot be read is 0.
    fn access_as_machine(&mut self, csr: u16, operation: Operation, operand: u64) -> u64 {
        let pc = self.pc;
        if self.unit.as_ref().is_some_and(|unit| unit.replaces(csr)) {
            return self.access_replaced(pc, csr, operation, operand).map_or(0, |value| self.xlen.wrap(value));
        }
        match self.access_own(csr, operation, operand) {
            Ok(value) => self.xlen.wrap(value),
            Err(Denied) => 0,
        }
    }
}

impl Machine for Hart {
    fn read(&mut self, csr: u16) -> u64 {
        self.access_as_machine(csr, Operation::Read, 0)
    }

    fn write(&mut self, csr: u16, value: u64) {
        self.access_as_machine(csr, Operation::Write, value);
    }

    fn is_memory(&self, addresses: Range<u64>) -> bool {
        addresses.step_by(4).all(|address| self.memory.load::<4>(address).is_some())
    }

    fn load(&self, address: u64) -> Option<u32> {
        self.memory.load::<4>(address).map(u32::from_le_bytes)
    }

    fn store(&mut self, address: u64, value: u32) -> Option<()> {
        self.memory.store(address, &value.to_le_bytes())
    }
}
