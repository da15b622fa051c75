// SPDX-License-Identifier: Apache-2.0
//! Who reaches which CSR (Control Transfer Records 2.6, 3 and 4). In 0.1.4: 0x181-0x183, 0x281, 0x282, 0x381-0x383.

use super::description::{rows, Row, ENTRY_PAGE};
use super::records::{when, when_hdl, Access, Enables, Target};
use super::transfer::{is_virtual, is_virtual_hdl};
use crate::codes::*;
use tracewright_prim::*;
use tracewright_regmap::csr::{CsrState, Select};

/// From an access to what it reaches, or why nothing, in the same cycle. `_rows` are the build's CSRs of gen/regmap.
#[derive(Module)]
#[module(build: Build)]
pub struct Decode {
    /// The access, of a CSR instruction or of the debug port, with its mode.
    pub access: Signal<In, Access>,
    /// mstateen0: where its bits CTR, CSRIND and SE0 are 0, modes below M-mode do not reach what needs them.
    pub machine_enable: Signal<In, Enables>,
    /// hstateen0, as it reads (0 where mstateen0 is 0). It does so for VS-mode and VU-mode, by its bits CTR and CSRIND.
    pub hypervisor_enable: Signal<In, Enables>,
    /// miselect: names the entry that mireg, mireg2 and mireg3 show.
    pub machine_select: Signal<In, Bits<12>>,
    /// siselect: names the entry that sireg, sireg2 and sireg3 show where V=0.
    pub supervisor_select: Signal<In, Bits<12>>,
    /// vsiselect: names the entry that vsireg, vsireg2 and vsireg3 show, and in VS-mode sireg, sireg2 and sireg3.
    pub guest_select: Signal<In, Bits<12>>,
    /// This unit answers the access. If not, the hart does: to it a CSR that is not built is an illegal instruction.
    pub ours: Signal<Out, Bit>,
    /// The access raises an illegal-instruction exception.
    pub illegal: Signal<Out, Bit>,
    /// The access raises a virtual-instruction exception.
    pub refused: Signal<Out, Bit>,
    /// What the access reaches outside the array: `asked`, where `reached` is 1.
    pub target: Signal<Out, Target>,
    /// The register of an entry that the access reaches, a bit each: ctrsource, ctrtarget, ctrdata.
    pub registers: Signal<Out, Bits<3>>,
    /// The access may reach what its number says.
    pub reached: Signal<Out, Bit>,
    /// What the number of the access says, outside the array. The access reaches it only where `reached` is 1.
    pub asked: Signal<Out, Target>,
    /// The logical entry of the access: the low eight bits of the select, or what the debug port names.
    pub entry: Signal<Out, Bits<8>>,
    /// The number is that of a CSR of this build, or the access is SCTRCLR of 1.0.
    known: Signal<Local, Bit>,
    /// The CSR needs bit CTR of the state enables: all but selects and state enables do.
    guarded: Signal<Local, Bit>,
    /// The CSR is a select register or a window: it needs bit CSRIND of the state enables.
    indirect: Signal<Local, Bit>,
    /// The CSR is a window (mireg, sireg, vsireg, and so on to 6): it shows the entry that a select register names.
    window: Signal<Local, Bit>,
    /// The CSR needs bit SE0 of mstateen0: it is hstateen0.
    enable: Signal<Local, Bit>,
    /// VS-mode may not reach the CSR: it is sctrdepth of 1.0.
    kept_off: Signal<Local, Bit>,
    asked_registers: Signal<Local, Bits<3>>,
    /// What the select register of the window holds: 0x200 + n for logical entry n.
    select: Signal<Local, Bits<12>>,
    #[new(rows(build))]
    _rows: Vec<Row>,
    #[new(build.ctr.state_enable)]
    _has_enables: bool,
    #[new(super::description::is_draft(build))]
    _draft: bool,
}

#[kernel]
impl Decode {
    fn update(&mut self) {
        self.look_up();
        self.decide();
        self.target.next = when(self.asked.val(), self.reached.val());
        self.registers.next = bits::<3>(0);
        if self.reached.val() {
            self.registers.next = self.asked_registers.val();
        }
        let access: Access = self.access.val();
        self.entry.next = self.select.val().get_bits::<8>(0);
        if access.entry {
            self.entry.next = access.address.get_bits::<8>(2);
        }
    }

    /// What the number says. Where V=1 sctrcontrol is vsctrcontrol, and siselect is vsiselect (`redirected`).
    fn look_up(&mut self) {
        let access: Access = self.access.val();
        let is_guest = is_virtual(access.privilege);
        let clears = access.valid & (access.op == CSR_CLEAR_RECORDS.to_bits::<3>()) & !self._draft;
        let named = access.valid & (access.op != CSR_CLEAR_RECORDS.to_bits::<3>()) & !access.entry;
        let mut known: Bit = clears;
        let mut guarded: Bit = clears;
        let mut indirect: Bit = false;
        let mut window: Bit = false;
        let mut enable: Bit = false;
        let mut kept_off: Bit = false;
        // Registers of an entry that the windows show, a bit each. Windows 4 to 6 show none, so they read 0.
        let mut shown: Bits<3> = bits::<3>(0);
        self.asked.next.control = false;
        self.asked.next.machine = false;
        self.asked.next.guest = false;
        self.asked.next.clears = false;
        self.asked.next.status = false;
        self.asked.next.depth = false;
        self.asked.next.machine_select = false;
        self.asked.next.supervisor_select = false;
        self.asked.next.guest_select = false;
        self.asked.next.machine_enable = false;
        self.asked.next.hypervisor_enable = false;
        self.asked.next.high = false;
        self.asked.next.records = clears;
        for i in 0..self._rows.len() {
            let hit = named & (access.address == self._rows[i].number.to_bits::<12>());
            let redirected = is_guest & self._rows[i].redirected;
            known |= hit;
            guarded |= hit & self._rows[i].guarded;
            indirect |= hit & self._rows[i].indirect;
            enable |= hit & self._rows[i].enable;
            kept_off |= hit & self._rows[i].refused;
            if hit & self._rows[i].high {
                self.asked.next.high = true;
            }
            if self._rows[i].is(CsrState::Control) & hit {
                self.asked.next.control = !redirected;
                self.asked.next.guest = redirected;
                self.asked.next.machine = self._rows[i].machine;
                self.asked.next.clears = true;
            }
            if self._rows[i].is(CsrState::VirtualControl) & hit {
                self.asked.next.guest = true;
                // CLR acts only where V is 1 (Control Transfer Records 2.3). VS-mode writes it through sctrcontrol
                // (above), because it may not use this number.
                self.asked.next.clears = is_guest;
            }
            if self._rows[i].is(CsrState::Status) & hit {
                self.asked.next.status = true;
            }
            if self._rows[i].is(CsrState::Depth) & hit {
                self.asked.next.depth = true;
            }
            if self._rows[i].is(CsrState::Select(Select::Machine)) & hit {
                self.asked.next.machine_select = true;
            }
            if self._rows[i].is(CsrState::Select(Select::Supervisor)) & hit {
                self.asked.next.supervisor_select = !redirected;
                self.asked.next.guest_select = redirected;
            }
            if self._rows[i].is(CsrState::Select(Select::Virtual)) & hit {
                self.asked.next.guest_select = true;
            }
            if self._rows[i].is(CsrState::MachineEnable) & hit {
                self.asked.next.machine_enable = true;
            }
            if self._rows[i].is(CsrState::HypervisorEnable) & hit {
                self.asked.next.hypervisor_enable = true;
            }
            // Windows need both bits, CTR and CSRIND. Select registers are indirect, too, but not guarded.
            window |= hit & (self._rows[i].indirect & self._rows[i].guarded);
            if self._rows[i].shows(0) & hit {
                shown = bits::<3>(1);
            }
            if self._rows[i].shows(1) & hit {
                shown = bits::<3>(2);
            }
            if self._rows[i].shows(2) & hit {
                shown = bits::<3>(4);
            }
        }
        self.known.next = known;
        self.guarded.next = guarded;
        self.indirect.next = indirect;
        self.window.next = window;
        self.enable.next = enable;
        self.kept_off.next = kept_off;
        // A window shows the entry that the select register of its level names: miselect, siselect or vsiselect. From
        // VS-mode and VU-mode the windows of level 1 go by vsiselect (Control Transfer Records 3).
        let level = access.address.get_bits::<2>(8);
        self.select.next = self.machine_select.val();
        if (level == bits::<2>(1)) & !is_guest {
            self.select.next = self.supervisor_select.val();
        }
        if (level == bits::<2>(2)) | ((level == bits::<2>(1)) & is_guest) {
            self.select.next = self.guest_select.val();
        }
        // An access of the debug port (`entry`) gives the entry in bits 9-2 of its address, and its register in bits
        // 1-0; with 3 there it reaches none, because the 1 is shifted out. Bits 11-10 are to be 0.
        self.asked_registers.next = if access.entry & access.valid & !access.address.get_bits::<2>(10).any() {
            bits::<3>(1) << bit_cast::<3, 2>(access.address.get_bits::<2>(0))
        } else {
            shown
        };
    }

    /// The first refusal of docs/ctr.md, "Who reaches what": by mstateen0 an illegal instruction, by hstateen0 or
    /// from VU-mode a virtual one. `elsewhere`: a select that names no entry of 0x200 to 0x2FF is another unit's.
    fn decide(&mut self) {
        let access: Access = self.access.val();
        let mode = access.privilege;
        let is_guest = is_virtual(mode);
        let is_above = (mode == PRIVILEGE_M.to_bits::<3>()) | (mode == PRIVILEGE_DEBUG.to_bits::<3>());
        let is_user = mode == PRIVILEGE_U.to_bits::<3>();
        // Bits 9-8 of a number are its level, the lowest mode that reaches it: 1 S, 2 HS, 3 M. SCTRCLR has level 1.
        let numbered = access.op != CSR_CLEAR_RECORDS.to_bits::<3>();
        let level: Bits<2> = if numbered { access.address.get_bits::<2>(8) } else { bits::<2>(1) };
        let machine: Enables = self.machine_enable.val();
        let hypervisor: Enables = self.hypervisor_enable.val();
        let machine_ctr = machine.ctr | !self._has_enables;
        let machine_indirect = machine.indirect | !self._has_enables;
        let machine_enable = machine.enable | !self._has_enables;
        let hypervisor_ctr = hypervisor.ctr | !self._has_enables;
        let hypervisor_indirect = hypervisor.indirect | !self._has_enables;

        let below = self.known.val() & !is_above;
        let too_low = below & (is_user | (level == bits::<2>(3)));
        let no_select = below & self.indirect.val() & !machine_indirect;
        let illegal_first = too_low | no_select;
        let guest_select =
            below & is_guest & (level == bits::<2>(1)) & self.indirect.val() & !hypervisor_indirect & !illegal_first;
        let elsewhere = self.window.val() & (self.select.val().get_bits::<4>(8) != ENTRY_PAGE.to_bits::<4>());
        let stopped = illegal_first | guest_select;
        let closed = below & ((self.guarded.val() & !machine_ctr) | (self.enable.val() & !machine_enable));
        let illegal_later = closed & !elsewhere & !stopped;
        let to_virtual = below
            & is_guest
            & ((mode == PRIVILEGE_VU.to_bits::<3>())
                | (level == bits::<2>(2))
                | self.kept_off.val()
                | (self.guarded.val() & !hypervisor_ctr));
        let virtual_later = to_virtual & !elsewhere & !stopped & !closed;

        self.ours.next = self.known.val() & (stopped | !elsewhere);
        self.illegal.next = illegal_first | illegal_later;
        self.refused.next = guest_select | virtual_later;
        self.reached.next = access.valid & !stopped & !closed & !to_virtual & !elsewhere;
    }
}
