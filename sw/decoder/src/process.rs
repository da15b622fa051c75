// SPDX-License-Identifier: Apache-2.0
//! What PROCESS says (N-Trace 7.1): which program runs, where several do (N-Trace 11.3).

use std::fmt;
use tracewright_messages::format;

/// PROCESS of an Ownership message: privilege mode and context (N-Trace Table 12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Process(pub u64);

/// Privilege mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Privilege {
    /// U-mode.
    User,
    /// S-mode, or HS-mode.
    Supervisor,
    /// M-mode.
    Machine,
    /// VU-mode.
    VirtualUser,
    /// VS-mode.
    VirtualSupervisor,
}

/// What an operating system or a hypervisor has put into a context CSR.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Context {
    /// scontext.
    Supervisor(u64),
    /// hcontext.
    Hypervisor(u64),
}

impl Process {
    /// FORMAT, in bits 1:0 ([`tracewright_messages::format`]).
    pub const fn format(self) -> u8 {
        self.0 as u8 & 3
    }

    /// The privilege mode, from V (bit 4) and PRV (bits 3:2). None if they, or FORMAT, have a reserved value.
    pub const fn privilege(self) -> Option<Privilege> {
        let known = matches!(self.format(), format::PRIVILEGE | format::SCONTEXT | format::HCONTEXT);
        match self.0 >> 2 & 7 {
            0b000 if known => Some(Privilege::User),
            0b001 if known => Some(Privilege::Supervisor),
            0b011 if known => Some(Privilege::Machine),
            0b100 if known => Some(Privilege::VirtualUser),
            0b101 if known => Some(Privilege::VirtualSupervisor),
            _ => None,
        }
    }

    /// The context, from the bits above V. None if FORMAT says that there is none.
    pub const fn context(self) -> Option<Context> {
        match self.format() {
            format::SCONTEXT => Some(Context::Supervisor(self.0 >> 5)),
            format::HCONTEXT => Some(Context::Hypervisor(self.0 >> 5)),
            _ => None,
        }
    }
}

impl fmt::Display for Privilege {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Privilege::User => "U",
            Privilege::Supervisor => "S",
            Privilege::Machine => "M",
            Privilege::VirtualUser => "VU",
            Privilege::VirtualSupervisor => "VS",
        })
    }
}

impl fmt::Display for Process {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(privilege) = self.privilege() else { return write!(f, "reserved PROCESS {:#x}", self.0) };
        match self.context() {
            None => write!(f, "{privilege}-mode"),
            Some(Context::Supervisor(context)) => write!(f, "{privilege}-mode, scontext {context:#x}"),
            Some(Context::Hypervisor(context)) => write!(f, "{privilege}-mode, hcontext {context:#x}"),
        }
    }
}
