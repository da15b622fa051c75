// SPDX-License-Identifier: Apache-2.0
//! The shadow state: what the traced hart has, as far as trace tells (Trace Protocol 3.1).

use crate::{csr, Element, Identifier, Reference, Register, State, Widths};
use alloc::boxed::Box;
use alloc::vec::Vec;

/// Bits of mstatus that sstatus shows (Privileged ISA 4.1.1): SIE, SPIE, UBE, SPP, VS, FS, XS, SUM, MXR, UXL.
const SSTATUS: u64 = 1 << 1 | 1 << 5 | 1 << 6 | 1 << 8 | 3 << 9 | 3 << 13 | 3 << 15 | 1 << 18 | 1 << 19 | 3 << 32;
/// Bits of fcsr that fflags shows, and those that frm does, which begin after them.
const FFLAGS: u64 = 0x1F;
const FRM_SHIFT: u32 = 5;
const FRM: u64 = 7 << FRM_SHIFT;

/// The state.
pub(crate) struct Shadow {
    widths: Widths,
    pc: u64,
    privilege: u8,
    mtime: u64,
    registers: Box<[u64]>,
}

/// A register that shows a part of another one.
struct View {
    of: Register,
    mask: u64,
    shift: u32,
}

impl Shadow {
    pub(crate) fn new(widths: Widths) -> Shadow {
        let registers = alloc::vec![0; Register::END].into_boxed_slice();
        Shadow { widths, pc: 0, privilege: 3, mtime: 0, registers }
    }

    /// Takes over what the reference has.
    pub(crate) fn copy_from(&mut self, reference: &mut dyn Reference) {
        for state in reference.states() {
            if let Some(value) = reference.read(state) {
                self.set(state, value);
            }
        }
    }

    pub(crate) fn get(&self, state: State) -> u64 {
        match state {
            State::Pc => self.pc,
            State::Privilege => self.privilege.into(),
            State::Mtime => self.mtime,
            State::Register(register) => self.registers[usize::from(register.address())],
        }
    }

    fn set(&mut self, state: State, value: u64) {
        match state {
            State::Pc => self.pc = value,
            State::Privilege => self.privilege = value as u8,
            State::Mtime => self.mtime = value,
            State::Register(register) => {
                self.registers[usize::from(register.address())] = register.wrap(value, &self.widths);
            }
        }
    }

    /// Applies an element of a group whose instruction has `length` bytes. The states that it gives are added to
    /// `touched`.
    #[inline]
    pub(crate) fn apply(&mut self, element: &Element, length: u64, touched: &mut Vec<State>) {
        let state = match *element {
            Element::IncrementPc => {
                let pc = self.pc.wrapping_add(length);
                self.pc = if self.widths.xlen == 32 { pc & 0xFFFF_FFFF } else { pc };
                State::Pc
            }
            Element::Full(register, value) => self.write(register, value),
            Element::Offset(register, offset) => {
                self.write(register, self.view(register).wrapping_add_signed(offset.into()))
            }
            Element::Mask(register, mask) => self.write(register, self.view(register) | u64::from(mask)),
            Element::State(identifier, value) => {
                let state = match identifier {
                    Identifier::Pc => State::Pc,
                    Identifier::Privilege => State::Privilege,
                    Identifier::Mtime => State::Mtime,
                    _ => return,
                };
                self.set(state, value);
                state
            }
            _ => return,
        };
        touched.push(state);
    }

    /// Writes a register, or the part of another one that it shows. Returns what has changed.
    fn write(&mut self, register: Register, value: u64) -> State {
        let state = match self.part(register) {
            None => State::Register(register),
            Some(View { of, mask, shift }) => {
                let whole = self.get(State::Register(of)) & !mask | value << shift & mask;
                self.set(State::Register(of), whole);
                return State::Register(of);
            }
        };
        self.set(state, value);
        state
    }

    /// The value of a register, or of the part of another one that it shows.
    fn view(&self, register: Register) -> u64 {
        match self.part(register) {
            None => self.get(State::Register(register)),
            Some(View { of, mask, shift }) => (self.get(State::Register(of)) & mask) >> shift,
        }
    }

    #[inline]
    fn part(&self, register: Register) -> Option<View> {
        let number = register.as_csr()?;
        let (of, mask, shift) = match number {
            csr::FFLAGS => (csr::FCSR, FFLAGS, 0),
            csr::FRM => (csr::FCSR, FRM, FRM_SHIFT),
            csr::SSTATUS => (csr::MSTATUS, SSTATUS, 0),
            csr::SIE => (csr::MIE, self.get(State::Register(Register::csr(csr::MIDELEG))), 0),
            csr::SIP => (csr::MIP, self.get(State::Register(Register::csr(csr::MIDELEG))), 0),
            _ => return None,
        };
        Some(View { of: Register::csr(of), mask, shift })
    }
}
