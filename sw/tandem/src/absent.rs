// SPDX-License-Identifier: Apache-2.0
//! What a partial trace does not have (Trace Protocol 3.2).

use crate::{csr, Register, State, What};
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// What is absent. Nothing, by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Absent {
    /// Instructions.
    pub instruction: bool,
    /// Integer registers.
    pub gpr: bool,
    /// Floating-point registers.
    pub fpr: bool,
    /// CSRs, fcsr and those of traps too.
    pub csr: bool,
    /// Privilege mode.
    pub privilege: bool,
    /// pc.
    pub pc: bool,
    /// Addresses of accesses.
    pub address: bool,
    /// What is stored.
    pub store: bool,
    /// Registers, one by one.
    pub registers: Vec<Register>,
}

/// The names that [`Absent::named`] knows, besides those of registers.
const NAMES: [&str; 8] = ["instruction", "gpr", "fpr", "csr", "privilege", "pc", "address", "store"];

impl Absent {
    /// What has these names: `instruction`, `gpr`, `fpr`, `csr`, `privilege`, `pc`, `address`, `store`, or a
    /// register's.
    ///
    /// # Errors
    /// The name that means nothing, and those there are.
    pub fn named<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Absent, String> {
        let mut absent = Absent::default();
        for name in names {
            match name {
                "instruction" => absent.instruction = true,
                "gpr" => absent.gpr = true,
                "fpr" => absent.fpr = true,
                "csr" => absent.csr = true,
                "privilege" => absent.privilege = true,
                "pc" => absent.pc = true,
                "address" => absent.address = true,
                "store" => absent.store = true,
                _ => match (0..Register::END as u16).filter_map(Register::at).find(|r| r.to_string() == name) {
                    Some(register) => absent.registers.push(register),
                    None => {
                        return Err(alloc::format!("`{name}`; there are {}, and registers as mie", NAMES.join(", ")))
                    }
                },
            }
        }
        Ok(absent)
    }

    /// Whether this is absent.
    #[inline]
    pub fn has(&self, what: What) -> bool {
        match what {
            What::Instruction => self.instruction,
            What::State(State::Pc) => self.pc,
            What::State(State::Privilege) => self.privilege,
            What::State(State::Mtime) => true,
            What::State(State::Register(register)) => {
                let class = match (register.as_gpr(), register.as_fpr()) {
                    (Some(_), _) => self.gpr,
                    (_, Some(_)) => self.fpr,
                    _ => self.csr,
                };
                class || self.registers.contains(&register)
            }
            What::PhysicalAddress | What::EffectiveAddress => self.address,
            What::StoreData | What::StoreBytes => self.store,
        }
    }
}

/// Counters and timers, which run by themselves: what is observed of them is compared where it is read.
pub(crate) fn runs_by_itself(state: State) -> bool {
    let counters = [csr::MCYCLE, csr::MCYCLEH, csr::MINSTRET, csr::MINSTRETH];
    match state {
        State::Mtime => true,
        State::Register(register) => register.as_csr().is_some_and(|number| counters.contains(&number)),
        _ => false,
    }
}
