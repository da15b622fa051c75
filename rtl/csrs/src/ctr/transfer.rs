// SPDX-License-Identifier: Apache-2.0
//! Which transfers are recorded (Control Transfer Records 5.1, Control Transfer Records 5.2,
//! Control Transfer Records 5.2.1, Control Transfer Records 5.4, Control Transfer Records 5.5).

use super::description::is_draft;
use super::records::{Action, Control, Controls};
use crate::codes::*;
use tracewright_prim::*;

/// What one block does. There is no register in it.
#[derive(Module)]
#[module(build: Build)]
pub struct Transfer {
    /// The block ends with a transfer, and the hart is not in debug mode.
    pub transfers: Signal<In, Bit>,
    /// How the block ends: TYPE of its record. 1 exception, 2 interrupt, 3 trap return, from 4 on within one mode.
    pub itype: Signal<In, Bits<4>>,
    /// The mode before the transfer, which its block ran in.
    pub before: Signal<In, Bits<3>>,
    /// The mode after the transfer: the hart's next one for the newest block of a cycle, for others `before`.
    pub after: Signal<In, Bits<3>>,
    /// What mctrcontrol says, what is M-mode's and, with the H extension, what vsctrcontrol says.
    pub controls: Signal<In, Controls>,
    /// The transfer is an exception with cause 3, breakpoint, as the hart shows it.
    pub breakpoint: Signal<In, Bit>,
    /// The transfer is the trap of a local counter overflow interrupt, as the hart shows it.
    pub overflow: Signal<In, Bit>,
    /// FROZEN before the block: an older block, an earlier cycle or software has set it (`tw_ctr_status`).
    pub frozen: Signal<In, Bit>,
    /// FROZEN after the block.
    pub freezes: Signal<Out, Bit>,
    /// The block ends with a transfer that may be recorded: neither its source nor its target is debug mode.
    pub acts: Signal<Out, Bit>,
    /// What the block does: a record, and what that shows, or a pop.
    pub action: Signal<Out, Action>,
    #[new(is_draft(build))]
    _draft: bool,
}

/// Whether V is 1 in a mode.
#[kernel]
pub(super) fn is_virtual(mode: Bits<3>) -> Bit {
    (mode == PRIVILEGE_VS.to_bits::<3>()) | (mode == PRIVILEGE_VU.to_bits::<3>())
}

/// Whether a mode is enabled: M, S, U by mctrcontrol, VS, VU by vsctrcontrol. Debug mode never is.
#[kernel]
pub(super) fn is_enabled(mode: Bits<3>, machine: Bit, main: Bits<2>, guest: Bits<2>) -> Bit {
    ((mode == PRIVILEGE_M.to_bits::<3>()) & machine)
        | ((mode == PRIVILEGE_S.to_bits::<3>()) & main.get_bit(1))
        | ((mode == PRIVILEGE_U.to_bits::<3>()) & main.get_bit(0))
        | ((mode == PRIVILEGE_VS.to_bits::<3>()) & guest.get_bit(1))
        | ((mode == PRIVILEGE_VU.to_bits::<3>()) & guest.get_bit(0))
}

/// Two bits, the upper one first.
#[kernel]
pub(super) fn pair(upper: Bit, lower: Bit) -> Bits<2> {
    (bit_cast::<2, 1>(upper.into()) << bits::<2>(1)) | bit_cast::<2, 1>(lower.into())
}

#[kernel]
impl Transfer {
    fn update(&mut self) {
        let controls: Controls = self.controls.val();
        let main: Control = controls.main;
        let guest: Control = controls.guest;
        let itype = self.itype.val();
        let before = self.before.val();
        let after = self.after.val();
        let to_virtual = is_virtual(after);
        let is_guest = is_virtual(before) | to_virtual;
        let modes = pair(main.supervisor, main.user);
        let guest_modes = pair(guest.supervisor, guest.user);
        let from = is_enabled(before, controls.machine, modes, guest_modes);
        let to = is_enabled(after, controls.machine, modes, guest_modes);

        let is_trap = (itype == ITYPE_EXCEPTION.to_bits::<4>()) | (itype == ITYPE_INTERRUPT.to_bits::<4>());
        let is_trap_return = itype == ITYPE_TRAP_RETURN.to_bits::<4>();
        let acts = self.transfers.val() & (after != PRIVILEGE_DEBUG.to_bits::<3>());
        self.acts.next = acts;

        // Freeze needs no enabled mode. The control is that of the mode after. The trap is not recorded (`live`).
        let on_breakpoint: Bit = if to_virtual { guest.breakpoint } else { main.breakpoint };
        let on_overflow: Bit = if to_virtual { guest.overflow } else { main.overflow };
        let freezes = (self.breakpoint.val() & on_breakpoint) | (self.overflow.val() & on_overflow);
        let is_frozen = self.frozen.val() | (acts & freezes);
        self.freezes.next = is_frozen;
        let live = acts & !is_frozen;

        // Filters, those of V=1 if V is 1 before or after: bit 32 + n inhibits itype n, but NTBREN, bit 36, enables it.
        let filters: Bits<16> = if is_guest { guest.filters } else { main.filters };
        let passes = filters.get_bit(itype.index()) == (itype == ITYPE_BRANCH_NOT_TAKEN.to_bits::<4>());

        // The table of Control Transfer Records 5.2.1. Filters (`passes`) do not count for an external trap: opt-in
        // alone decides. A trap from a disabled mode has source 0; a trap or a trap return to one has target 0.
        // A trap return from a disabled mode is not recorded. Any other transfer stays in its mode, and shows both.
        let external = is_trap & from & !to & self.is_opted_in();
        let enters = is_trap & to;
        let leaves = !is_trap & from;
        let is_let_in = (enters | leaves) & passes;
        let is_call = (itype == ITYPE_UNINFERABLE_CALL.to_bits::<4>()) | (itype == ITYPE_INFERABLE_CALL.to_bits::<4>());
        let is_return = itype == ITYPE_RETURN.to_bits::<4>();
        let is_swap = itype == ITYPE_CO_ROUTINE_SWAP.to_bits::<4>();
        let ras: Bit = if is_guest { guest.ras } else { main.ras };
        self.action.next.records = live & (external | is_let_in);
        self.action.next.pops = false;
        self.action.next.source = from;
        self.action.next.target = to | (!is_trap & !is_trap_return);
        // RAS emulation (Control Transfer Records 5.4): a call is recorded, a return pops, and a swap does both, so it
        // takes the place of the newest entry (`tw_ctr_status`). Nothing else is recorded, and filters do not count.
        if ras {
            self.action.next.records = live & from & (is_call | is_swap);
            self.action.next.pops = live & from & (is_return | is_swap);
        }
    }

    /// Whether an external trap, from an enabled mode to one that is not, has opt-in (Control Transfer Records 5.2.1).
    fn is_opted_in(&self) -> Bit {
        let controls: Controls = self.controls.val();
        let before = self.before.val();
        let after = self.after.val();
        let machine = controls.machine_traps;
        let main = controls.main.traps;
        let guest = controls.guest.traps;
        let to_machine = after == PRIVILEGE_M.to_bits::<3>();
        let to_supervisor = after == PRIVILEGE_S.to_bits::<3>();
        let to_guest = after == PRIVILEGE_VS.to_bits::<3>();
        if self._draft {
            // ETEN, and MTE, STE or VSTE by the mode after. If V is 1 before or after: of V=1, as 0.1.4 leaves it open.
            let external: Bit =
                if is_virtual(before) | is_virtual(after) { controls.guest.external } else { controls.main.external };
            external & ((to_machine & machine) | (to_supervisor & main) | (to_guest & guest))
        } else {
            // 1.0 has no ETEN. Each mode above the one before, up to the one after, has to opt in.
            let past_guest = guest | (before != PRIVILEGE_VU.to_bits::<3>());
            let past_supervisor = main | (before == PRIVILEGE_S.to_bits::<3>());
            let from_below = before != PRIVILEGE_M.to_bits::<3>();
            (to_machine & machine & past_supervisor & past_guest & from_below)
                | (to_supervisor & main & past_guest & from_below & (before != PRIVILEGE_S.to_bits::<3>()))
                | (to_guest & guest & (before == PRIVILEGE_VU.to_bits::<3>()))
        }
    }
}
