// SPDX-License-Identifier: Apache-2.0
//! The hart as what trace is verified against.

use super::{counters, csrs, traced, Counters, Decoded, Hart, Snapshot, PENDING};
use crate::{LoadError, Options};
use tracewright_image::Image;
use tracewright_tandem::{csr, Effects, Reference, Register, State, Stuck};

/// An embedded hart with a program, which executes one instruction at a time.
///
/// It takes an interrupt only where it is told that one comes. Bits of mip that devices set, counters and mtime are
/// what is written to them; the rest of the devices is its own.
pub struct HartReference<'a> {
    image: &'a Image,
    options: Options,
    hart: Hart,
    /// The state before the next instruction.
    before: Snapshot,
}

impl<'a> HartReference<'a> {
    /// A hart about to execute the first instruction of `image`.
    ///
    /// # Errors
    /// As for [`Hart::new`].
    pub fn new(image: &'a Image, options: Options) -> Result<HartReference<'a>, LoadError> {
        let mut hart = Hart::new(image, &options)?;
        hart.pending_imposed = true;
        let before = Snapshot::of(&hart);
        Ok(HartReference { image, options, hart, before })
    }

    /// Writes a CSR. A counter is to have the value for the next instruction.
    fn write_csr(&mut self, number: u16, value: u64) {
        let counters: Counters = self.hart.counters_ahead();
        if number == csr::MIP {
            self.hart.csrs.mip = value;
        } else {
            self.hart.csrs.write(number, value, &counters);
        }
    }

    /// Takes the interrupt, if it is enabled. It need not be pending by the devices of this hart.
    fn interrupt(&mut self, code: u64) -> bool {
        let bit = u32::try_from(code).ok().and_then(|code| 1u64.checked_shl(code)).unwrap_or(0);
        if self.hart.csrs.enabled_interrupts() & bit == 0 {
            return false;
        }
        let handler = self.hart.csrs.enter_interrupt(code as u32, self.hart.pc);
        self.hart.enter(handler);
        true
    }

    /// Executes an instruction. Gives it where nothing can have changed but pc, the register that it names, and memory.
    fn step(&mut self, effects: &mut Effects) -> Result<Option<Decoded>, Stuck> {
        let hart = &mut self.hart;
        let steps = hart.devices.clock.steps;
        if hart.htif.as_ref().is_some_and(|htif| htif.due.is_some_and(|due| due <= steps)) {
            hart.serve_host();
        }
        let retired = hart.retired;
        let ahead = hart.ahead();
        let access = ahead.as_ref().and_then(|(decoded, _)| hart.access_ahead(decoded));
        let stepped = hart.step();
        let is_ecall = hart.queued.take().is_some();
        // How the program ends is for the trace to say.
        hart.exit = None;
        let has_retired = hart.retired != retired && !is_ecall;
        if let Some((decoded, bits)) = ahead {
            effects.instruction = Some(traced(&decoded, bits));
            if has_retired {
                effects.access = hart.accessed(&decoded, access);
            }
        }
        stepped.map_err(|error| Stuck(error.to_string()))?;
        Ok(ahead.map(|(decoded, _)| decoded).filter(|decoded| has_retired && !decoded.op.is_system()))
    }

    /// Notes what `plain` has changed, which changes no more than [`HartReference::step`] says.
    fn note_plain(&mut self, plain: &Decoded, effects: &mut Effects) {
        let (hart, before) = (&self.hart, &mut self.before);
        if hart.pc != before.pc {
            effects.changed.push((State::Pc, hart.pc));
            before.pc = hart.pc;
        }
        let number = plain.rd & 31;
        let (value, kept) = (hart.x[usize::from(number)], &mut before.x[usize::from(number)]);
        if value != *kept {
            effects.changed.push((State::Register(Register::gpr(number)), hart.xlen.wrap(value)));
            *kept = value;
        }
    }

    /// Notes what has changed, and takes it as the state before what comes next.
    fn note(&mut self, effects: &mut Effects) {
        let hart = &self.hart;
        hart.changes(&self.before, &mut effects.changed);
        self.before.pc = hart.pc;
        if effects.changed.iter().any(|(state, _)| matches!(state, State::Register(_))) {
            self.before.x = hart.x;
        }
        if hart.csrs != self.before.csrs {
            self.before.csrs.clone_from(&hart.csrs);
        }
    }
}

impl Reference for HartReference<'_> {
    fn read(&mut self, state: State) -> Option<u64> {
        let hart = &self.hart;
        match state {
            State::Pc => Some(hart.pc),
            State::Privilege => Some(hart.csrs.privilege as u64),
            State::Mtime => Some(hart.devices.clock.time()),
            State::Register(register) => match (register.as_gpr(), register.as_csr()) {
                (Some(number), _) => Some(hart.xlen.wrap(hart.x[usize::from(number)])),
                (_, Some(number)) => hart.csrs.value(number, &hart.counters()).ok(),
                _ => None,
            },
        }
    }

    fn write(&mut self, state: State, value: u64) {
        let hart = &mut self.hart;
        match state {
            State::Pc => hart.pc = hart.xlen.wrap(value),
            State::Privilege => hart.set_privilege(value),
            State::Mtime => {
                // An instruction sees the time after its own step.
                let clock = &mut hart.devices.clock;
                clock.steps += 1;
                clock.set_time(value);
                clock.steps -= 1;
            }
            State::Register(register) => match (register.as_gpr(), register.as_csr()) {
                (Some(0), _) => {}
                (Some(number), _) => hart.x[usize::from(number)] = hart.extend(value),
                (_, Some(number)) => self.write_csr(number, value),
                _ => {}
            },
        }
        self.before = Snapshot::of(&self.hart);
    }

    fn read_memory(&mut self, address: u64, bytes: &mut [u8]) -> bool {
        let memory = &self.hart.memory;
        bytes.iter_mut().zip(0..).all(|(byte, at)| {
            let found = memory.load::<1>(address.wrapping_add(at));
            found.map(|[found]| *byte = found).is_some()
        })
    }

    fn write_memory(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.hart.memory.store(address, bytes).is_some()
    }

    fn execute(&mut self, interrupt: Option<u64>, effects: &mut Effects) -> Result<(), Stuck> {
        let executed = match interrupt {
            Some(code) if self.interrupt(code) => Ok(None),
            _ => self.step(effects),
        };
        match &executed {
            Ok(Some(plain)) => self.note_plain(plain, effects),
            _ => self.note(effects),
        }
        executed.map(drop)
    }

    fn reset(&mut self) {
        // What could be loaded once can be loaded again.
        if let Ok(reset) = HartReference::new(self.image, self.options.clone()) {
            *self = reset;
        }
    }

    fn states(&self) -> Vec<State> {
        let gprs = (1..32).map(Register::gpr);
        let csrs = csrs(self.hart.xlen).chain(counters(self.hart.xlen).iter().copied()).map(Register::csr);
        let registers = gprs.chain(csrs).map(State::Register);
        [State::Pc, State::Privilege, State::Mtime].into_iter().chain(registers).collect()
    }

    fn non_deterministic(&self, state: State) -> u64 {
        match state {
            State::Mtime => u64::MAX,
            State::Register(register) => match register.as_csr() {
                Some(csr::MIP) => PENDING,
                Some(number) if counters(self.hart.xlen).contains(&number) => u64::MAX,
                _ => 0,
            },
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    /// Instructions of a program that are executed.
    const INSTRUCTIONS: usize = 40_000;

    /// Whatever an instruction has changed is noted, in the state that the next one is compared with, too.
    #[test]
    fn the_state_before_an_instruction_is_the_state() {
        for name in ["traps.rv32", "usermode.rv64", "supervisor.rv64", "interpreter.rv32", "heapsort.rv64"] {
            let path = format!("../../tests/programs/elf/{name}.elf");
            let image = Image::load(&Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
            let mut reference = HartReference::new(&image, Options::default()).unwrap();
            let mut effects = Effects::default();
            for number in 0..INSTRUCTIONS {
                effects.clear();
                reference.execute(None, &mut effects).unwrap_or_else(|stuck| panic!("{name}, {number}: {}", stuck.0));
                let (hart, before) = (&reference.hart, &reference.before);
                assert!(
                    (hart.pc, &hart.x, &hart.csrs) == (before.pc, &before.x, &before.csrs),
                    "{name}, {number}: {:x?}",
                    effects.instruction
                );
            }
        }
    }
}
