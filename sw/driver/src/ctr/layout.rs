// SPDX-License-Identifier: Apache-2.0
//! Where each version has what.

use crate::ctr::registers::{v0_1_4, v1_0, CtrVersion};

/// Whose CSRs the driver uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// M-mode's, which reach all of the control.
    Machine,
    /// S-mode's. In VS-mode they are those of VS-mode.
    Supervisor,
    /// S-mode's, and the control of V=1: a hypervisor sets up its guest.
    Guest,
}

/// Numbers of CSRs and bits of the control.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Layout {
    pub control: u16,
    /// The control that has the depth and CLR in 0.1.4: that of V=1 only shows the depth.
    pub shared: u16,
    /// Bits 63-32 of the control, where XLEN is 32 and they can be reached.
    pub control_high: Option<u16>,
    pub status: u16,
    /// The CSR of the depth, where it is not in the control.
    pub depth: Option<u16>,
    pub select: u16,
    /// ctrsource, ctrtarget, ctrdata.
    pub windows: [u16; 3],
    pub user: u32,
    pub supervisor: u32,
    pub machine: u32,
    pub ras: u32,
    pub supervisor_traps: u32,
    pub machine_traps: u32,
    /// What external traps need besides, in the control.
    pub external_traps: Option<u32>,
    pub breakpoint: u32,
    pub overflow: u32,
    pub frozen: u32,
    pub wrapped: Option<u32>,
}

/// The place of DEPTH in the control of 0.1.4, and its bits.
pub(crate) const DRAFT_DEPTH: (u32, u64) = (v0_1_4::DEPTH, 0xF);
/// CLR in the control of 0.1.4.
pub(crate) const DRAFT_CLEAR: u64 = 1 << v0_1_4::CLR;

impl Layout {
    pub const fn new(version: CtrVersion, level: Level, xlen: u32) -> Layout {
        match version {
            CtrVersion::V0_1_4 => Layout::draft(level, xlen),
            CtrVersion::V1_0 => Layout::ratified(level),
        }
    }

    const fn draft(level: Level, xlen: u32) -> Layout {
        let (control, high) = match level {
            Level::Machine => (v0_1_4::MCTRCONTROL, v0_1_4::MCTRCONTROLH),
            Level::Supervisor => (v0_1_4::SCTRCONTROL, v0_1_4::SCTRCONTROLH),
            Level::Guest => (v0_1_4::VSCTRCONTROL, v0_1_4::VSCTRCONTROLH),
        };
        let is_machine = matches!(level, Level::Machine);
        Layout {
            control,
            shared: if is_machine { v0_1_4::MCTRCONTROL } else { v0_1_4::SCTRCONTROL },
            control_high: if xlen == 32 { Some(high) } else { None },
            status: if is_machine { v0_1_4::MCTRSTATUS } else { v0_1_4::SCTRSTATUS },
            depth: None,
            select: if is_machine { 0x350 } else { 0x150 },
            windows: if is_machine { [0x351, 0x352, 0x353] } else { [0x151, 0x152, 0x153] },
            user: v0_1_4::U,
            supervisor: v0_1_4::S,
            machine: v0_1_4::M,
            ras: v0_1_4::RASEMU,
            supervisor_traps: v0_1_4::STE,
            machine_traps: v0_1_4::MTE,
            external_traps: Some(v0_1_4::ETEN),
            breakpoint: v0_1_4::BPFRZ,
            overflow: v0_1_4::LCOFIFRZ,
            frozen: v0_1_4::FROZEN,
            wrapped: Some(v0_1_4::WRAP),
        }
    }

    const fn ratified(level: Level) -> Layout {
        Layout {
            control: match level {
                Level::Machine => v1_0::MCTRCTL,
                Level::Supervisor => v1_0::SCTRCTL,
                Level::Guest => v1_0::VSCTRCTL,
            },
            shared: v1_0::SCTRCTL,
            control_high: None,
            status: v1_0::SCTRSTATUS,
            depth: Some(v1_0::SCTRDEPTH),
            select: 0x150,
            windows: [0x151, 0x152, 0x153],
            user: v1_0::U,
            supervisor: v1_0::S,
            machine: v1_0::M,
            ras: v1_0::RASEMU,
            supervisor_traps: v1_0::STE,
            machine_traps: v1_0::MTE,
            external_traps: None,
            breakpoint: v1_0::BPFRZ,
            overflow: v1_0::LCOFIFRZ,
            frozen: v1_0::FROZEN,
            wrapped: None,
        }
    }
}
