// SPDX-License-Identifier: Apache-2.0
//! The CSRs of Control Transfer Records 1.0.

use super::indirect::{ENABLE_ENABLE, INDIRECT_ENABLE, SELECT_CSRS};
use super::macros::{csr_fields, csrs};
use super::CsrState::{Control, Depth, HypervisorEnable, MachineEnable, Status, VirtualControl};
use super::VirtualAccess::{Redirected, Refused, Same};
use super::{Csr, CsrField, CsrLegal, CtrFeature, Guard};

csr_fields! {
    MODES {
        /// Record in U-mode; in vsctrctl, in VU-mode.
        U = 0 "U", 1 bits, User, Any;
        /// Record in S-mode; in vsctrctl, in VS-mode.
        S = 1 "S", 1 bits, Supervisor, Any;
    }
    MACHINE_MODE {
        /// Record in M-mode.
        M = 2 "M", 1 bits, Always, Any;
    }
    BEHAVIOUR {
        /// RAS emulation.
        RASEMU = 7 "RASEMU", 1 bits, Ras, Any;
        /// Record traps to S-mode, and past it to M-mode, where that mode is not recorded; in vsctrctl, to and past
        /// VS-mode.
        STE = 8 "STE", 1 bits, SupervisorTraps, Any;
    }
    MACHINE_TRAPS {
        /// Record traps to M-mode where M is 0.
        MTE = 9 "MTE", 1 bits, ExternalTraps, Any;
    }
    FREEZES {
        /// A breakpoint exception sets FROZEN.
        BPFRZ = 11 "BPFRZ", 1 bits, Freeze, Any;
        /// A local counter overflow interrupt sets FROZEN.
        LCOFIFRZ = 12 "LCOFIFRZ", 1 bits, Freeze, Any;
    }
    FILTERS {
        /// No exceptions.
        EXCINH = 33 "EXCINH", 1 bits, Filters, Any;
        /// No interrupts.
        INTRINH = 34 "INTRINH", 1 bits, Filters, Any;
        /// No trap returns.
        TRETINH = 35 "TRETINH", 1 bits, Filters, Any;
        /// Branches that are not taken, too.
        NTBREN = 36 "NTBREN", 1 bits, Filters, Any;
        /// No taken branches.
        TKBRINH = 37 "TKBRINH", 1 bits, Filters, Any;
        /// No indirect calls.
        INDCALLINH = 40 "INDCALLINH", 1 bits, Filters, Any;
        /// No direct calls.
        DIRCALLINH = 41 "DIRCALLINH", 1 bits, Filters, Any;
        /// No indirect jumps without linkage.
        INDJMPINH = 42 "INDJMPINH", 1 bits, Filters, Any;
        /// No direct jumps without linkage.
        DIRJMPINH = 43 "DIRJMPINH", 1 bits, Filters, Any;
        /// No co-routine swaps.
        CORSWAPINH = 44 "CORSWAPINH", 1 bits, Filters, Any;
        /// No returns.
        RETINH = 45 "RETINH", 1 bits, Filters, Any;
        /// No other indirect jumps, with linkage.
        INDLJMPINH = 46 "INDLJMPINH", 1 bits, Filters, Any;
        /// No other direct jumps, with linkage.
        DIRLJMPINH = 47 "DIRLJMPINH", 1 bits, Filters, Any;
    }
    DEPTHS {
        /// Depth of the array: 0 for 16, 1 for 32, 2 for 64, 3 for 128, 4 for 256.
        DEPTH = 0 "DEPTH", 3 bits, Always, DepthCount;
    }
    ENABLE {
        /// Modes below reach what is CTR's.
        STATE_ENABLE_CTR = 54 "CTR", 1 bits, Always, Any;
    }
    STATUS {
        /// The physical entry that is written next.
        WRPTR = 0 "WRPTR", 8 bits, Always, Pointer;
        /// Nothing is recorded.
        FROZEN = 31 "FROZEN", 1 bits, Always, Any;
    }
}

/// func12 of the instruction SCTRCLR.
pub const SCTRCLR: u32 = 0x104;

csrs! { "The CSRs of 1.0.", pub(crate) OWN;
    /// What is recorded while V=0.
    MCTRCTL = 0x34E "mctrctl", "1.0", Always, Control, Ctr, Same;
        [MODES, MACHINE_MODE, BEHAVIOUR, MACHINE_TRAPS, FREEZES, FILTERS];
    /// mctrctl without what is M-mode's; in VS-mode it is vsctrctl.
    SCTRCTL = 0x14E "sctrctl", "1.0", Supervisor, Control, Ctr, Redirected(VSCTRCTL);
        [MODES, BEHAVIOUR, FREEZES, FILTERS];
    /// What is recorded while V=1.
    VSCTRCTL = 0x24E "vsctrctl", "1.0", Hypervisor, VirtualControl, Ctr, Same;
        [MODES, BEHAVIOUR, FREEZES, FILTERS];
    /// Write pointer and freeze.
    SCTRSTATUS = 0x14F "sctrstatus", "1.0", Supervisor, Status, Ctr, Same; [STATUS];
    /// Depth of the array.
    SCTRDEPTH = 0x15F "sctrdepth", "1.0", Supervisor, Depth, Ctr, Refused; [DEPTHS];
}

csrs! { "The registers of state enable.", pub(crate) ENABLES;
    /// What modes below M-mode reach.
    MSTATEEN0 = 0x30C "mstateen0", "4", StateEnable, MachineEnable, Free, Same;
        [ENABLE, INDIRECT_ENABLE, ENABLE_ENABLE];
    /// Bits 63-32 of mstateen0.
    MSTATEEN0H = 0x31C "mstateen0h", "4", StateEnable, MachineEnable, Free, Same, high true;
        [ENABLE, INDIRECT_ENABLE, ENABLE_ENABLE];
    /// What VS-mode and VU-mode reach, of what mstateen0 allows.
    HSTATEEN0 = 0x60C "hstateen0", "4", HypervisorEnable, HypervisorEnable, StateEnable, Same;
        [ENABLE, INDIRECT_ENABLE];
    /// Bits 63-32 of hstateen0.
    HSTATEEN0H = 0x61C "hstateen0h", "4", HypervisorEnable, HypervisorEnable, StateEnable, Same, high true;
        [ENABLE, INDIRECT_ENABLE];
}

/// Every CSR of the version.
pub const CSRS: &[&[Csr]] = &[OWN, SELECT_CSRS, ENABLES];
