// SPDX-License-Identifier: Apache-2.0
//! Co-simulation of the encoder of tandem-verification trace with its golden model.
//!
//! The Verilog gets retirements at its port, as many a cycle as it has lanes, and keeps those that it stalls. The model
//! gets each one that was taken. Every byte that leaves must be the model's next one, and all of them must leave.

mod design;
mod ports;
mod random;
mod run;
#[cfg(test)]
mod tests;
mod whole;

pub use design::{design, Tandem};
pub use random::{random_run, Drawn};
pub use run::{run, Difference, Error, Options, Summary, TraceSink};
pub use whole::{interrupted, random_whole, run_whole, whole, Interrupted, Whole};

use tracewright_config::{Build, TandemClass};
use tracewright_model::tandem::{Classes, Settings};
use tracewright_tandem::{Outside, Retirement, Widths};

/// What retires at once, and what has changed by itself before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retired {
    /// mtime.
    pub mtime: Option<u64>,
    /// A CSR that has changed by itself.
    pub unobserved: Option<(u16, u64)>,
    /// The group, if there is one.
    pub retirement: Option<Retirement>,
}

impl Retired {
    /// What comes before the group, in the order of the trace.
    pub fn outside(&self) -> impl Iterator<Item = Outside> {
        let csr = self.unobserved.map(|(number, value)| Outside::Csr(number, value));
        self.mtime.map(Outside::Mtime).into_iter().chain(csr)
    }

    /// A group with what came before it, in as many retirements as the port needs: one has mtime and a CSR at most.
    pub fn of(outside: &[Outside], retirement: Retirement) -> Vec<Retired> {
        let mut all = vec![Retired::default()];
        for &outside in outside {
            let last = all.len() - 1;
            match outside {
                Outside::Mtime(time) if all[last].mtime.is_none() && all[last].unobserved.is_none() => {
                    all[last].mtime = Some(time);
                }
                Outside::Csr(number, value) if all[last].unobserved.is_none() => {
                    all[last].unobserved = Some((number, value));
                }
                Outside::Mtime(time) => all.push(Retired { mtime: Some(time), ..Retired::default() }),
                Outside::Csr(number, value) => {
                    all.push(Retired { unobserved: Some((number, value)), ..Retired::default() });
                }
            }
        }
        let last = all.len() - 1;
        all[last].retirement = Some(retirement);
        all
    }
}

/// The widths of a build.
pub fn widths(build: &Build) -> Widths {
    let Build { xlen, tandem, .. } = build;
    Widths { xlen: *xlen as u8, flen: tandem.flen as u8, mlen: tandem.mlen as u8 }
}

/// How the model encodes as a build does, where `classes` of those that it has are traced.
pub fn settings(build: &Build, classes: u16) -> Settings {
    let is_traced = |class: TandemClass| build.has_tandem(class) && classes >> class as u16 & 1 == 1;
    Settings {
        increments: build.tandem.increments,
        csr_increments: false,
        elide_end: build.tandem.elide_end,
        hart: build.tells_hart().then_some(build.tandem.hart_id.into()),
        classes: Classes {
            instruction: is_traced(TandemClass::Instruction),
            gpr: is_traced(TandemClass::Gpr),
            fpr: is_traced(TandemClass::Fpr),
            csr: is_traced(TandemClass::Csr),
            privilege: is_traced(TandemClass::Privilege),
            paddr: is_traced(TandemClass::Paddr),
            eaddr: is_traced(TandemClass::Eaddr),
            store: is_traced(TandemClass::Store),
            memory: is_traced(TandemClass::Memory),
            outside: is_traced(TandemClass::Outside),
        },
        ..Settings::new(widths(build))
    }
}
