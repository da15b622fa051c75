// SPDX-License-Identifier: Apache-2.0
//! The CSR port: who reaches what, and what reads and writes do. Control Transfer Records 2.1 to 2.6, 3 and 4; depths,
//! 6. Windows 1 to 3 (mireg, mireg2, mireg3) are ctrsource, ctrtarget and ctrdata of the selected entry (flight.rs).

use super::control::is_virtual;
use super::{entry_of, Ctr};
use tracewright_messages::privilege::{DEBUG, M, S, U, VU};
use tracewright_regmap::csr::{
    v0_1_4, v1_0, Csr, CsrField, CsrLegal, CsrState, CtrVersion, Guard, Select, VirtualAccess, CSRIND, SE0,
};

/// An access of a CSR instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// The number of the CSR.
    pub csr: u16,
    /// What is done to it.
    pub operation: Operation,
    /// The operand.
    pub data: u64,
    /// The mode of the hart, a code of `priv`; debug mode is as M.
    pub privilege: u8,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// CSRRS and CSRRC with x0.
    Read,
    /// CSRRW.
    Write,
    /// CSRRS.
    Set,
    /// CSRRC.
    Clear,
    /// SCTRCLR (1.0): the number and the operand have no meaning.
    ClearRecords,
}

/// What the CSR port answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The value before the access; 0 of SCTRCLR.
    Value(u64),
    /// An illegal-instruction exception.
    Illegal,
    /// A virtual-instruction exception.
    Virtual,
    /// It is no register of Control Transfer Records that the build has: what the access does is the hart's own matter.
    NotHere,
}

impl Ctr {
    /// The CSR that an access from a mode reaches, or why none. The numbers (Control Transfer Records 2.6) are those of
    /// the tables of tracewright-regmap, which leave upper halves out unless XLEN is 32, and CSRs of modes not built.
    pub(super) fn reached(&self, number: u16, mode: u8) -> Result<&'static Csr, Answer> {
        let csr = self.features.csr(number).ok_or(Answer::NotHere)?;
        let is_above = matches!(mode, M | DEBUG);
        if mode == U || csr.level() == 3 && !is_above {
            return Err(Answer::Illegal);
        }
        let is_redirected = is_virtual(mode) && csr.level() == 1;
        let state_bit = self.features.state_bit();
        let is_indirect = matches!(csr.guard, Guard::Select | Guard::Window);
        if is_indirect && !is_above {
            if !self.is_machine_enabled(CSRIND) {
                return Err(Answer::Illegal);
            }
            if is_redirected && !self.is_hypervisor_enabled(CSRIND) {
                return Err(Answer::Virtual);
            }
        }
        if let CsrState::Window(select, _) = csr.state {
            // A number outside 0x200 to 0x2FF names no entry: another unit answers the window. From VS-mode and VU-mode
            // the windows of S-mode go by vsiselect (Control Transfer Records 3). `state_bit` is CTR: 55, in 1.0 54.
            let select = if is_redirected { Select::Virtual } else { select };
            entry_of(self.selected(select)).ok_or(Answer::NotHere)?;
        }
        if is_above {
            return Ok(csr);
        }
        let is_open = match csr.guard {
            Guard::Ctr | Guard::Window => self.is_machine_enabled(state_bit),
            Guard::StateEnable => self.is_machine_enabled(SE0),
            Guard::Free | Guard::Select => true,
        };
        match mode {
            _ if !is_open => Err(Answer::Illegal),
            S => Ok(csr),
            VU => Err(Answer::Virtual),
            _ if csr.level() == 2 => Err(Answer::Virtual),
            _ => self.reached_from_vs(csr),
        }
    }

    /// The CSR that VS-mode reaches with the number of one of S-mode: vsctrcontrol with that of sctrcontrol.
    fn reached_from_vs(&self, csr: &'static Csr) -> Result<&'static Csr, Answer> {
        let is_guarded = matches!(csr.guard, Guard::Ctr | Guard::Window);
        if is_guarded && !self.is_hypervisor_enabled(self.features.state_bit()) {
            return Err(Answer::Virtual);
        }
        match csr.virtual_access {
            VirtualAccess::Same => Ok(csr),
            VirtualAccess::Redirected(number) => self.features.csr(number).ok_or(Answer::NotHere),
            VirtualAccess::Refused => Err(Answer::Virtual),
        }
    }

    pub(super) fn is_machine_enabled(&self, position: u32) -> bool {
        !self.features.state_enable || self.control.machine_enable >> position & 1 != 0
    }

    /// What hstateen0 says; a bit that is 0 in mstateen0 reads 0. Both keep accesses out, and do not stop recording.
    pub(super) fn is_hypervisor_enabled(&self, position: u32) -> bool {
        !self.features.state_enable || self.hypervisor_enable() >> position & 1 != 0
    }

    fn hypervisor_enable(&self) -> u64 {
        self.control.hypervisor_enable & self.control.machine_enable
    }

    pub(super) fn selected(&self, select: Select) -> u64 {
        self.control.selects[select as usize]
    }

    /// What a CSR that is not a window reads; sctrstatus reads as mctrstatus. Windows are in flight.rs; 4 to 6 read 0.
    pub(super) fn read(&self, csr: &Csr) -> u64 {
        let word = match csr.state {
            CsrState::Control => self.control.machine | self.depth_of_control(),
            CsrState::VirtualControl => self.control.virtual_ | self.depth_of_control(),
            CsrState::Depth => self.depth_code(),
            CsrState::Status => self.status(),
            CsrState::Select(select) => self.selected(select),
            CsrState::Window(..) => 0,
            CsrState::MachineEnable => self.control.machine_enable,
            CsrState::HypervisorEnable => self.hypervisor_enable(),
        };
        let half = if csr.high { word >> 32 } else { word };
        half & csr.shown(&self.features).fold(0, |mask, field| mask | field.mask())
    }

    fn status(&self) -> u64 {
        let (pointer, frozen) = (u64::from(self.array.pointer), u64::from(self.control.frozen));
        match self.features.version {
            CtrVersion::V0_1_4 => pointer | u64::from(self.array.wrapped) << v0_1_4::WRAP | frozen << v0_1_4::FROZEN,
            CtrVersion::V1_0 => pointer | frozen << v1_0::FROZEN,
        }
    }

    /// The depth in its place in the controls, which have it in 0.1.4 alone: vsctrcontrol, too, has mctrcontrol's.
    fn depth_of_control(&self) -> u64 {
        match self.features.version {
            CtrVersion::V0_1_4 => self.depth_code(),
            CtrVersion::V1_0 => 0,
        }
    }

    /// The depth in its place in the CSR that has it.
    fn depth_code(&self) -> u64 {
        let size = u64::from(self.array.depth.ilog2() - 4);
        match self.features.version {
            CtrVersion::V0_1_4 => ((1 << size) - 1) << v0_1_4::DEPTH,
            CtrVersion::V1_0 => size << v1_0::DEPTH,
        }
    }

    /// Writes the writable bits of a CSR that is not a window. sctrcontrol writes mctrcontrol, all but M and MTE.
    pub(super) fn write(&mut self, csr: &Csr, value: u64, mode: u8) {
        let value = if csr.high { value << 32 } else { value };
        let mask = csr.writable(&self.features);
        let written = |old: u64| old & !mask | value & mask;
        match csr.state {
            CsrState::Control => {
                // Any write to a control: the next record has CCV 0 (Control Transfer Records 5.3).
                self.counter.forget();
                self.control.machine = written(self.control.machine) & !acting(csr);
                self.set_depth(csr, value & mask);
                if value & mask & clear_bit(csr) != 0 {
                    self.clear_everything();
                }
            }
            CsrState::VirtualControl => {
                self.counter.forget();
                self.control.virtual_ = written(self.control.virtual_) & !acting(csr);
                // vsctrcontrol acts only while V is 1, and so does its CLR (Control Transfer Records 2.3): for VS-mode,
                // through sctrcontrol. HS-mode and M-mode write CLR in vain.
                if is_virtual(mode) && value & mask & clear_bit(csr) != 0 {
                    self.clear_everything();
                }
            }
            CsrState::Depth => self.set_depth(csr, value & mask),
            CsrState::Status => self.set_status(value),
            CsrState::Select(select) => {
                self.control.selects[select as usize] = written(self.selected(select));
            }
            CsrState::Window(..) => {}
            CsrState::MachineEnable => self.control.machine_enable = written(self.control.machine_enable),
            CsrState::HypervisorEnable => {
                let mask = mask & self.control.machine_enable;
                self.control.hypervisor_enable = self.control.hypervisor_enable & !mask | value & mask;
            }
        }
    }

    fn set_status(&mut self, value: u64) {
        self.array.pointer = value as u32 & (self.array.depth - 1);
        let frozen = match self.features.version {
            CtrVersion::V0_1_4 => {
                self.array.wrapped = value >> v0_1_4::WRAP & 1 != 0;
                v0_1_4::FROZEN
            }
            CtrVersion::V1_0 => v1_0::FROZEN,
        };
        self.control.frozen = value >> frozen & 1 != 0;
    }

    /// A depth that is written: what is not built becomes the nearest that is (Control Transfer Records 6).
    fn set_depth(&mut self, csr: &Csr, value: u64) {
        let depth = csr.fields.iter().copied().flatten().find_map(|field| {
            let code = (value & field.mask()) >> field.lsb;
            match field.legal {
                CsrLegal::DepthOnes => Some(16 << (u64::BITS - code.leading_zeros())),
                CsrLegal::DepthCount => Some(16 << code),
                _ => None,
            }
        });
        if let Some(depth) = depth.filter(|_| !csr.high) {
            self.array.set_depth(depth.clamp(self.features.min_depth, self.features.max_depth));
        }
    }

    /// CLR of 0.1.4 (Control Transfer Records 2.1): every entry, also those beyond the depth, and the status become 0.
    fn clear_everything(&mut self) {
        self.array.clear();
        (self.array.pointer, self.array.wrapped, self.control.frozen) = (0, false, false);
    }
}

/// The bits of a control that are kept elsewhere (DEPTH, in the array), or not at all (CLR).
fn acting(csr: &Csr) -> u64 {
    let is_kept = |field: &&CsrField| field.legal != CsrLegal::Any;
    csr.fields.iter().copied().flatten().filter(is_kept).fold(0, |mask, field| mask | field.mask())
}

/// The bit that clears the array when 1 is written to it: CLR.
fn clear_bit(csr: &Csr) -> u64 {
    let clears = |field: &&CsrField| field.legal == CsrLegal::WriteOne;
    csr.fields.iter().copied().flatten().find(clears).map_or(0, CsrField::mask)
}
