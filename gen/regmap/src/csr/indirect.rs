// SPDX-License-Identifier: Apache-2.0
//! What both versions have: indirect CSRs (Smcsrind, Sscsrind), the entries that they lead to, bits of state enable.
//! Control Transfer Records 3.1 to 3.3 and 4.

use super::macros::{csr_fields, csrs};
use super::CsrState::{Select as Selects, Window};
use super::VirtualAccess::{Redirected, Same};
use super::{Csr, CsrField, CsrLegal, CtrFeature, EntryRegister, Guard, Select};

/// The number that selects entry 0 of the array.
pub const FIRST_ENTRY: u64 = 0x200;
/// The number that selects entry 255.
pub const LAST_ENTRY: u64 = 0x2FF;

csr_fields! {
    SELECTED {
        /// Which indirect register the windows show: 0x200 to 0x2FF for entries 0 to 255 of the array.
        ISELECT = 0 "select", 12 bits, Always, Any;
    }
    WINDOW {
        /// The selected register.
        IREG = 0 "value", 64 bits, Always, Any;
    }
    SOURCE {
        /// The entry holds a record.
        V = 0 "V", 1 bits, Always, Any;
        /// Bits XLEN-1 to 1 of the address that the transfer came from; of a trap, of what its xepc has.
        SOURCE_PC = 1 "PC", 63 bits, Always, Any;
    }
    TARGET {
        /// The target or the direction was mispredicted.
        MISP = 0 "MISP", 1 bits, Misp, Any;
        /// Bits XLEN-1 to 1 of the address that the transfer went to.
        TARGET_PC = 1 "PC", 63 bits, Always, Any;
    }
    DATA {
        /// The type of the transfer, as itype of the ingress port.
        TYPE = 0 "TYPE", 4 bits, Types, Any;
        /// CC is the number of cycles since the record before.
        CCV = 15 "CCV", 1 bits, Cycles, Any;
        /// Cycles: exponent in bits 15-12, mantissa in bits 11-0.
        CC = 16 "CC", 16 bits, Cycles, CycleCount;
    }
    INDIRECT_ENABLE {
        /// Modes below reach the select registers of S-mode and VS-mode and their windows.
        CSRIND = 60 "CSRIND", 1 bits, Supervisor, Any;
    }
    ENABLE_ENABLE {
        /// HS-mode reaches hstateen0.
        SE0 = 63 "SE0", 1 bits, Supervisor, Any;
    }
}

csrs! { "The indirect CSRs of M-mode.", pub(crate) MISELECT_CSRS;
    /// Selects what mireg to mireg6 show.
    MISELECT = 0x350 "miselect", "3", Always, Selects(Select::Machine), Select, Same; [SELECTED];
    /// Window 1 to what miselect selects.
    MIREG = 0x351 "mireg", "3", Always, Window(Select::Machine, 1), Window, Same; [WINDOW];
    /// Window 2 to what miselect selects.
    MIREG2 = 0x352 "mireg2", "3", Always, Window(Select::Machine, 2), Window, Same; [WINDOW];
    /// Window 3 to what miselect selects.
    MIREG3 = 0x353 "mireg3", "3", Always, Window(Select::Machine, 3), Window, Same; [WINDOW];
    /// Window 4 to what miselect selects.
    MIREG4 = 0x355 "mireg4", "3", Always, Window(Select::Machine, 4), Window, Same; [WINDOW];
    /// Window 5 to what miselect selects.
    MIREG5 = 0x356 "mireg5", "3", Always, Window(Select::Machine, 5), Window, Same; [WINDOW];
    /// Window 6 to what miselect selects.
    MIREG6 = 0x357 "mireg6", "3", Always, Window(Select::Machine, 6), Window, Same; [WINDOW];
}

csrs! { "The indirect CSRs of S-mode and VS-mode.", pub(crate) SELECT_CSRS;
    /// Selects what sireg to sireg6 show; in VS-mode it is vsiselect.
    SISELECT = 0x150 "siselect", "3", Supervisor, Selects(Select::Supervisor), Select, Redirected(VSISELECT);
        [SELECTED];
    /// Window 1 to what siselect selects; in VS-mode it is vsireg.
    SIREG = 0x151 "sireg", "3", Supervisor, Window(Select::Supervisor, 1), Window, Redirected(VSIREG); [WINDOW];
    /// Window 2 to what siselect selects; in VS-mode it is vsireg2.
    SIREG2 = 0x152 "sireg2", "3", Supervisor, Window(Select::Supervisor, 2), Window, Redirected(VSIREG2); [WINDOW];
    /// Window 3 to what siselect selects; in VS-mode it is vsireg3.
    SIREG3 = 0x153 "sireg3", "3", Supervisor, Window(Select::Supervisor, 3), Window, Redirected(VSIREG3); [WINDOW];
    /// Window 4 to what siselect selects; in VS-mode it is vsireg4.
    SIREG4 = 0x155 "sireg4", "3", Supervisor, Window(Select::Supervisor, 4), Window, Redirected(VSIREG4); [WINDOW];
    /// Window 5 to what siselect selects; in VS-mode it is vsireg5.
    SIREG5 = 0x156 "sireg5", "3", Supervisor, Window(Select::Supervisor, 5), Window, Redirected(VSIREG5); [WINDOW];
    /// Window 6 to what siselect selects; in VS-mode it is vsireg6.
    SIREG6 = 0x157 "sireg6", "3", Supervisor, Window(Select::Supervisor, 6), Window, Redirected(VSIREG6); [WINDOW];
    /// Selects what vsireg to vsireg6 show.
    VSISELECT = 0x250 "vsiselect", "3", Hypervisor, Selects(Select::Virtual), Select, Same; [SELECTED];
    /// Window 1 to what vsiselect selects.
    VSIREG = 0x251 "vsireg", "3", Hypervisor, Window(Select::Virtual, 1), Window, Same; [WINDOW];
    /// Window 2 to what vsiselect selects.
    VSIREG2 = 0x252 "vsireg2", "3", Hypervisor, Window(Select::Virtual, 2), Window, Same; [WINDOW];
    /// Window 3 to what vsiselect selects.
    VSIREG3 = 0x253 "vsireg3", "3", Hypervisor, Window(Select::Virtual, 3), Window, Same; [WINDOW];
    /// Window 4 to what vsiselect selects.
    VSIREG4 = 0x255 "vsireg4", "3", Hypervisor, Window(Select::Virtual, 4), Window, Same; [WINDOW];
    /// Window 5 to what vsiselect selects.
    VSIREG5 = 0x256 "vsireg5", "3", Hypervisor, Window(Select::Virtual, 5), Window, Same; [WINDOW];
    /// Window 6 to what vsiselect selects.
    VSIREG6 = 0x257 "vsireg6", "3", Hypervisor, Window(Select::Virtual, 6), Window, Same; [WINDOW];
}

/// The registers of an entry of the array, by window. The windows after the last read 0.
pub const ENTRY_REGISTERS: [EntryRegister; 3] = [
    EntryRegister { name: "ctrsource", window: 1, doc: "Where the transfer came from.", spec: "3.1", fields: SOURCE },
    EntryRegister { name: "ctrtarget", window: 2, doc: "Where the transfer went to.", spec: "3.2", fields: TARGET },
    EntryRegister { name: "ctrdata", window: 3, doc: "What the transfer was.", spec: "3.3", fields: DATA },
];
