// SPDX-License-Identifier: Apache-2.0
//! An embedded hart that runs bare-metal programs: RV32 or RV64, IMAC with Zicsr and Zifencei, M, S and U mode.
//!
//! Memory is physical: satp reads 0, and PMP registers hold what is written to them without effect. Loads and stores
//! may be misaligned. Time is made of instructions, so that a program runs alike each time.

mod access;
mod arithmetic;
mod besides;
mod csr;
mod decode;
mod devices;
mod execute;
mod expand;
mod firmware;
mod htif;
mod load;
mod memory;
mod tandem;
mod trap;

#[cfg(test)]
mod tests;

pub use firmware::{Firmware, Machine, SbiCall, SbiReturn};
pub use load::{LoadError, Options};
pub use tandem::{HartReference, Recorded, Recorder};

use crate::unit::UnitPorts;
use crate::{Error, Event, Stream};
use csr::{Counters, Csrs};
use devices::Devices;
use execute::Outcome;
use htif::Htif;
use memory::Memory;
use std::ops::Range;
use tracewright_messages::isa::{Flow, Instruction, Xlen};
use trap::{cause, Exception};

/// A hart with its memory and devices.
///
/// Devices: RAM, CLINT at 0x0200_0000 (mtime, mtimecmp, msip), a UART transmitter at 0x1000_0000, the SiFive test
/// finisher at 0x0010_0000, and HTIF where the program has the symbol `tohost`.
///
/// As a [`Stream`] it runs until the program ends; [`Hart::exit`] then says how.
pub struct Hart {
    xlen: Xlen,
    pc: u64,
    x: [u64; 32],
    csrs: Csrs,
    memory: Memory,
    devices: Devices,
    htif: Option<Htif>,
    /// Address of the last load-reserved, until a store-conditional or a trap.
    reservation: Option<u64>,
    retired: u64,
    /// Before this step nothing happens but instructions, one after the other.
    attention: u64,
    /// Privilege mode in which the latest event happened.
    event_privilege: u8,
    /// The exception of an ecall that has retired.
    queued: Option<Event>,
    /// The last exception, as the instructions that had retired and the handler.
    last_exception: Option<(u64, u64)>,
    exit: Option<Exit>,
    /// The machine bits of mip are not those of the devices: somebody else sets them.
    pending_imposed: bool,
    /// What has CSRs that the hart does not know.
    unit: Option<Box<UnitPorts>>,
    /// What answers SBI calls in place of firmware in M-mode.
    firmware: Option<Box<dyn Firmware>>,
    /// The unit has been told of the latest event.
    told: bool,
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It told the host this code: 0 is success.
    Code(u64),
    /// It waits, in a jump to itself or wfi, for an interrupt that can't come.
    Idle {
        /// Address of the instruction.
        pc: u64,
    },
}

impl Hart {
    /// How the program ended; `None` while it runs.
    pub fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// What the program printed.
    pub fn console(&self) -> &[u8] {
        &self.devices.console
    }

    /// Instructions that have retired.
    pub fn retired(&self) -> u64 {
        self.retired
    }

    /// The memory at some addresses; `None` if some of them have none.
    pub fn memory(&self, addresses: Range<u64>) -> Option<Vec<u8>> {
        addresses.map(|address| self.memory.load::<1>(address).map(|[byte]| byte)).collect()
    }

    fn counters(&self) -> Counters {
        let clock = &self.devices.clock;
        Counters { cycle: clock.steps, time: clock.time(), instret: self.retired }
    }

    /// `value` as a register holds it: the word of an RV32 hart is sign-extended.
    #[inline]
    fn extend(&self, value: u64) -> u64 {
        match self.xlen {
            Xlen::Rv32 => arithmetic::sext(value as u32),
            Xlen::Rv64 => value,
        }
    }

    /// Takes the exception of the instruction at `pc`.
    fn take_exception(&mut self, exception: Exception, pc: u64) -> Result<(), Error> {
        if let Some(unit) = &mut self.unit {
            unit.trapped(exception.cause == cause::BREAKPOINT, false);
        }
        let handler = self.csrs.enter_exception(exception, pc);
        self.enter(handler);
        // An exception out of the first instruction of the handler of the exception before.
        if self.last_exception == Some((self.retired, handler)) && pc == handler {
            return Err(Error::TrapLoop { handler });
        }
        self.last_exception = Some((self.retired, handler));
        Ok(())
    }

    fn enter(&mut self, handler: u64) {
        self.pc = handler;
        self.reservation = None;
        self.attention = 0;
    }

    // Where all of this is one function with what takes the event, the event need not go through memory.
    #[inline(always)]
    fn step(&mut self) -> Result<Option<Event>, Error> {
        let pc = self.pc;
        self.devices.clock.steps += 1;
        let decoded = loop {
            if let Some(decoded) = self.memory.decoded(pc) {
                break decoded;
            }
            if self.memory.decode(pc).is_none() {
                self.take_exception(Exception { cause: cause::FETCH_FAULT, tval: pc }, pc)?;
                return Ok(Some(Event::Exception { pc }));
            }
        };
        let instruction: Instruction = decoded.instruction;
        match self.execute(pc, decoded) {
            Ok(Outcome { next, taken }) => {
                self.pc = next;
                self.retired += 1;
                Ok(Some(Event::Retired { pc, instruction, taken }))
            }
            Err(_) if instruction.flow == Flow::Ecall && self.is_answered() => {
                Ok(Some(self.call_firmware(pc, instruction)))
            }
            Err(exception) if instruction.flow == Flow::Ecall => {
                self.retired += 1;
                self.take_exception(exception, pc)?;
                self.queued = Some(Event::Exception { pc });
                Ok(Some(Event::Retired { pc, instruction, taken: false }))
            }
            Err(exception) => {
                self.take_exception(exception, pc)?;
                Ok(Some(Event::Exception { pc }))
            }
        }
    }
}

impl Stream for Hart {
    #[inline(always)]
    fn next(&mut self) -> Result<Option<Event>, Error> {
        if self.unit.is_none() {
            return self.advance();
        }
        let is_queued = self.queued.is_some();
        let event = self.advance();
        // What keeps the unit from going on comes before what the hart makes of it.
        if let Some(failure) = self.unit.as_mut().and_then(|unit| unit.failure.take()) {
            return Err(failure);
        }
        let event = event?;
        if !is_queued && !std::mem::take(&mut self.told) {
            self.tell(event)?;
        }
        Ok(event)
    }

    #[inline(always)]
    fn next_unless_taken(&mut self, mut takes: impl FnMut(u64, u8, u8) -> bool) -> Result<Option<Event>, Error> {
        if self.unit.is_some() {
            // It is told of each event, which `next` does.
            return self.next();
        }
        loop {
            match self.advance()? {
                Some(Event::Retired { pc, instruction: Instruction { flow: Flow::Linear, half_words }, .. })
                    if takes(pc, half_words, self.event_privilege) => {}
                event => return Ok(event),
            }
        }
    }

    fn privilege(&self) -> u8 {
        self.event_privilege
    }
}

impl Hart {
    /// The next event.
    #[inline(always)]
    fn advance(&mut self) -> Result<Option<Event>, Error> {
        if self.devices.clock.steps >= self.attention {
            if let Some(event) = self.besides() {
                return Ok(event);
            }
        }
        self.event_privilege = self.csrs.privilege as u8;
        self.step()
    }
}
