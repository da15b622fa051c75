// SPDX-License-Identifier: Apache-2.0
//! What the CSRs hold apart from the array, and what bits of the controls say of a mode:
//! Control Transfer Records 2.1, 2.3, 5.1, 5.2.1 and 5.5.

use super::Ctr;
use tracewright_messages::privilege::{M, S, U, VS, VU};
use tracewright_messages::Ingress;
use tracewright_regmap::csr::{v0_1_4, v1_0, CtrVersion};

/// What the CSRs hold.
#[derive(Clone, Debug)]
pub(super) struct Control {
    /// mctrcontrol or mctrctl, without CLR and DEPTH: what applies while V is 0.
    pub machine: u64,
    /// vsctrcontrol or vsctrctl: what applies while V is 1.
    pub virtual_: u64,
    /// FROZEN: nothing is recorded until a write of a CSR clears it.
    pub frozen: bool,
    /// miselect, siselect, vsiselect.
    pub selects: [u64; 3],
    /// mstateen0.
    pub machine_enable: u64,
    /// hstateen0, also where mstateen0 hides it.
    pub hypervisor_enable: u64,
}

impl Control {
    /// After reset.
    pub fn new() -> Self {
        Control { machine: 0, virtual_: 0, frozen: false, selects: [0; 3], machine_enable: 0, hypervisor_enable: 0 }
    }
}

/// Whether V is 1 in a mode.
pub(super) fn is_virtual(mode: u8) -> bool {
    matches!(mode, VS | VU)
}

/// Whether the hart is in debug mode, in which nothing is recorded.
pub(super) fn is_debug(ingress: &Ingress) -> bool {
    ingress.halted || ingress.privilege == tracewright_messages::privilege::DEBUG
}

fn bit(word: u64, position: u32) -> bool {
    word >> position & 1 != 0
}

impl Ctr {
    fn is_ratified(&self) -> bool {
        self.features.version == CtrVersion::V1_0
    }

    /// The control that says whether a mode is recorded: vsctrcontrol for VS-mode and VU-mode, else mctrcontrol.
    fn of_mode(&self, mode: u8) -> u64 {
        if is_virtual(mode) {
            self.control.virtual_
        } else {
            self.control.machine
        }
    }

    /// The control that says everything else of a transfer from one mode to another: that of V=1, if V is 1 before or
    /// after.
    fn of_transfer(&self, before: u8, after: u8) -> u64 {
        if is_virtual(before) || is_virtual(after) {
            self.control.virtual_
        } else {
            self.control.machine
        }
    }

    /// Whether a mode is recorded: by M, S or U of the control of its V, which vsctrcontrol calls VS and VU.
    pub(super) fn is_enabled(&self, mode: u8) -> bool {
        let position = match (mode, self.is_ratified()) {
            (M, false) => v0_1_4::M,
            (S | VS, false) => v0_1_4::S,
            (U | VU, false) => v0_1_4::U,
            (M, true) => v1_0::M,
            (S | VS, true) => v1_0::S,
            (U | VU, true) => v1_0::U,
            _ => return false,
        };
        bit(self.of_mode(mode), position)
    }

    /// Whether something could be recorded in this cycle: its mode is recorded, and nothing is frozen.
    pub(super) fn is_active(&self, ingress: &Ingress) -> bool {
        !is_debug(ingress) && !self.control.frozen && self.is_enabled(ingress.privilege)
    }

    /// Whether RAS emulation applies: RASEMU is set.
    pub(super) fn is_ras(&self, before: u8, after: u8) -> bool {
        let position = if self.is_ratified() { v1_0::RASEMU } else { v0_1_4::RASEMU };
        bit(self.of_transfer(before, after), position)
    }

    /// Whether a type of transfer is let through (Control Transfer Records 5.2). The filter of a type is 32 bits up
    /// from its code, in both versions. A 1 keeps the type out, but NTBREN lets branches through that are not taken.
    pub(super) fn is_let_through(&self, before: u8, after: u8, itype: u8) -> bool {
        let asked = bit(self.of_transfer(before, after), 32 + u32::from(itype));
        let is_opt_in = 32 + u32::from(itype) == v0_1_4::NTBREN;
        asked == is_opt_in
    }

    /// Whether an external trap, from an enabled mode to one that is not, is recorded (Control Transfer Records 5.2.1).
    /// 0.1.4 asks for ETEN and the bit of the target mode. 1.0 has no ETEN: it asks for the bit of each mode of `path`
    /// that is above the mode before, up to the target. Filters do not count, and the target PC is 0 (record.rs).
    pub(super) fn is_external_recorded(&self, before: u8, after: u8) -> bool {
        if !self.is_ratified() {
            return bit(self.of_transfer(before, after), v0_1_4::ETEN) && self.is_opted_in(after);
        }
        let path: &[u8] = if is_virtual(before) { &[VU, VS, S, M] } else { &[U, S, M] };
        let place = |mode| path.iter().position(|other| *other == mode);
        let (Some(from), Some(to)) = (place(before), place(after)) else { return false };
        from < to && path[from + 1..=to].iter().all(|mode| self.is_opted_in(*mode))
    }

    /// Whether `mode` lets external traps to it be recorded: MTE, STE or VSTE. U and VU never do.
    fn is_opted_in(&self, mode: u8) -> bool {
        let position = match (mode, self.is_ratified()) {
            (M, false) => v0_1_4::MTE,
            (M, true) => v1_0::MTE,
            (S | VS, false) => v0_1_4::STE,
            (S | VS, true) => v1_0::STE,
            _ => return false,
        };
        bit(self.of_mode(mode), position)
    }

    /// Whether a breakpoint that traps to a mode sets FROZEN: BPFRZ, the same bit in both versions. It is not recorded.
    pub(super) fn freezes_on_breakpoint(&self, after: u8) -> bool {
        bit(self.of_mode(after), v0_1_4::BPFRZ)
    }

    /// Whether a counter overflow interrupt that traps to a mode sets FROZEN: LCOFIFRZ. The trap is not recorded.
    pub(super) fn freezes_on_overflow(&self, after: u8) -> bool {
        bit(self.of_mode(after), v0_1_4::LCOFIFRZ)
    }
}
