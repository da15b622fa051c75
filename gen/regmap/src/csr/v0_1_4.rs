// SPDX-License-Identifier: Apache-2.0
//! The CSRs of Control Transfer Records 2.1 to 2.6, in version 0.1.4.

use super::indirect::{ENABLE_ENABLE, INDIRECT_ENABLE, MISELECT_CSRS, SELECT_CSRS};
use super::macros::{csr_fields, csrs};
use super::CsrState::{Control, HypervisorEnable, MachineEnable, Status, VirtualControl};
use super::VirtualAccess::{Redirected, Same};
use super::{Csr, CsrField, CsrLegal, CtrFeature, Guard};

csr_fields! {
    MACHINE_MODE {
        /// Record in M-mode.
        M = 0 "M", 1 bits, Always, Any;
    }
    MODES {
        /// Record in S-mode.
        S = 1 "S", 1 bits, Supervisor, Any;
        /// Record in U-mode.
        U = 2 "U", 1 bits, User, Any;
    }
    VIRTUAL_MODES {
        /// Record in VS-mode.
        VS = 1 "VS", 1 bits, Hypervisor, Any;
        /// Record in VU-mode.
        VU = 2 "VU", 1 bits, Hypervisor, Any;
    }
    CLEAR {
        /// Writing 1 zeroes every entry and the status. In vsctrcontrol it acts when V=1 alone.
        CLR = 7 "CLR", 1 bits, Always, WriteOne;
    }
    MACHINE_TRAPS {
        /// With ETEN, record traps to M-mode where M is 0.
        MTE = 8 "MTE", 1 bits, ExternalTraps, Any;
    }
    TRAPS {
        /// With ETEN, record traps to S-mode where S is 0.
        STE = 9 "STE", 1 bits, SupervisorTraps, Any;
    }
    VIRTUAL_TRAPS {
        /// With ETEN, record traps to VS-mode where VS is 0.
        VSTE = 9 "VSTE", 1 bits, ExternalTraps, Any;
    }
    BEHAVIOUR {
        /// RAS emulation.
        RASEMU = 10 "RASEMU", 1 bits, Ras, Any;
        /// A breakpoint exception sets FROZEN.
        BPFRZ = 11 "BPFRZ", 1 bits, Freeze, Any;
        /// A local counter overflow interrupt sets FROZEN.
        LCOFIFRZ = 12 "LCOFIFRZ", 1 bits, Freeze, Any;
    }
    DEPTHS {
        /// Depth of the array: 0 for 16, 1 for 32, 3 for 64, 7 for 128, 15 for 256.
        DEPTH = 16 "DEPTH", 4 bits, Always, DepthOnes;
    }
    VIRTUAL_DEPTHS {
        /// The DEPTH of mctrcontrol.
        VIRTUAL_DEPTH = 16 "DEPTH", 4 bits, Always, DepthShown;
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
        /// Record traps from a mode that is recorded to one that is not, where that one's MTE, STE or VSTE is set as
        /// well.
        ETEN = 38 "ETEN", 1 bits, ExternalTraps, Any;
        /// No indirect calls.
        INDCALLINH = 40 "INDCALLINH", 1 bits, Filters, Any;
        /// No direct calls.
        DIRCALLINH = 41 "DIRCALLINH", 1 bits, Filters, Any;
        /// No indirect jumps without linkage.
        INDJUMPINH = 42 "INDJUMPINH", 1 bits, Filters, Any;
        /// No direct jumps without linkage.
        DIRJUMPINH = 43 "DIRJUMPINH", 1 bits, Filters, Any;
        /// No co-routine swaps.
        CORSWAPINH = 44 "CORSWAPINH", 1 bits, Filters, Any;
        /// No returns.
        RETINH = 45 "RETINH", 1 bits, Filters, Any;
        /// No other indirect jumps, with linkage.
        INDOJMPINH = 46 "INDOJMPINH", 1 bits, Filters, Any;
        /// No other direct jumps, with linkage.
        DIROJMPINH = 47 "DIROJMPINH", 1 bits, Filters, Any;
    }
    ENABLE {
        /// Modes below reach what is CTR's.
        STATE_ENABLE_CTR = 55 "CTR", 1 bits, Always, Any;
    }
    STATUS {
        /// The physical entry that is written next.
        WRPTR = 0 "WRPTR", 8 bits, Always, Pointer;
        /// The pointer has wrapped.
        WRAP = 14 "WRAP", 1 bits, Always, Any;
        /// Nothing is recorded.
        FROZEN = 15 "FROZEN", 1 bits, Always, Any;
    }
}

// The listing of Control Transfer Records 2.6. Of each CSR: number, name, section, the feature that a build needs for
// it, its state, the state enable that guards it, and what VS-mode reaches by its number. `high true` is an upper half:
// a build has it with XLEN 32 alone (`Csr::present`).
csrs! { "The CSRs of 0.1.4.", pub(crate) OWN;
    /// What is recorded while V=0.
    MCTRCONTROL = 0x381 "mctrcontrol", "2.1", Always, Control, Ctr, Same;
        [MACHINE_MODE, MODES, CLEAR, MACHINE_TRAPS, TRAPS, BEHAVIOUR, DEPTHS, FILTERS];
    /// Bits 63-32 of mctrcontrol.
    MCTRCONTROLH = 0x382 "mctrcontrolh", "2.1", Always, Control, Ctr, Same, high true; [FILTERS];
    /// mctrcontrol without what is M-mode's; in VS-mode it is vsctrcontrol.
    SCTRCONTROL = 0x181 "sctrcontrol", "2.2", Supervisor, Control, Ctr, Redirected(VSCTRCONTROL);
        [MODES, CLEAR, TRAPS, BEHAVIOUR, DEPTHS, FILTERS];
    /// Bits 63-32 of sctrcontrol.
    SCTRCONTROLH = 0x182 "sctrcontrolh", "2.2", Supervisor, Control, Ctr, Redirected(VSCTRCONTROLH), high true;
        [FILTERS];
    /// What is recorded while V=1.
    VSCTRCONTROL = 0x281 "vsctrcontrol", "2.3", Hypervisor, VirtualControl, Ctr, Same;
        [VIRTUAL_MODES, CLEAR, VIRTUAL_TRAPS, BEHAVIOUR, VIRTUAL_DEPTHS, FILTERS];
    /// Bits 63-32 of vsctrcontrol.
    VSCTRCONTROLH = 0x282 "vsctrcontrolh", "2.3", Hypervisor, VirtualControl, Ctr, Same, high true; [FILTERS];
    /// Write pointer and freeze.
    MCTRSTATUS = 0x383 "mctrstatus", "2.4", Always, Status, Ctr, Same; [STATUS];
    /// The same as mctrstatus.
    SCTRSTATUS = 0x183 "sctrstatus", "2.5", Supervisor, Status, Ctr, Same; [STATUS];
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
pub const CSRS: &[&[Csr]] = &[OWN, MISELECT_CSRS, SELECT_CSRS, ENABLES];
