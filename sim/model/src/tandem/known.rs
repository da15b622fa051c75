// SPDX-License-Identifier: Apache-2.0
//! What trace has told of registers.

use tracewright_tandem::{csr, Register};

/// CSRs that show parts of each other: what changes one changes the others, unseen.
const RELATED: [&[u16]; 4] = [
    &[csr::MSTATUS, csr::SSTATUS],
    &[csr::MIE, csr::SIE, csr::MIDELEG],
    &[csr::MIP, csr::SIP, csr::MIDELEG],
    &[csr::FCSR, csr::FFLAGS, csr::FRM],
];

/// Values by register.
pub(super) struct Known(Vec<Option<u64>>);

impl Known {
    pub(super) fn new() -> Known {
        Known(vec![None; Register::END])
    }

    /// Takes in what is told now. Returns what was told before, if it still holds.
    pub(super) fn replace(&mut self, register: Register, value: u64) -> Option<u64> {
        if let Some(number) = register.as_csr() {
            for related in RELATED.into_iter().filter(|related| related.contains(&number)) {
                related.iter().filter(|&&other| other != number).for_each(|&other| self.0[usize::from(other)] = None);
            }
        }
        self.0[usize::from(register.address())].replace(value)
    }
}
