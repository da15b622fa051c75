// SPDX-License-Identifier: Apache-2.0
//! The hart that `--hart` chooses out of a trace.

use crate::failure::Failure;
use std::collections::BTreeSet;
use std::path::Path;
use tracewright_tandem::{Harts, Part, Whose};

/// Gives the parts of one hart, or all, and knows which harts the trace names.
pub struct Chosen {
    hart: Option<u64>,
    harts: Harts,
    named: BTreeSet<u64>,
}

impl Chosen {
    /// The hart with this mhartid; every hart if it is none.
    pub fn new(hart: Option<u64>) -> Chosen {
        Chosen { hart, harts: Harts::new(), named: BTreeSet::new() }
    }

    /// The part, if it concerns what was chosen.
    pub fn take<'a>(&mut self, part: Part<'a>) -> Option<Part<'a>> {
        // A name is not of a hart that came before: it can be looked at apart.
        if let Whose::Names(hart) = Harts::new().whose(&part) {
            self.named.insert(hart);
        }
        match self.hart {
            Some(hart) => self.harts.of(hart, part),
            None => Some(part),
        }
    }

    /// The lowest mhartid that the trace names.
    pub fn lowest(&self) -> Option<u64> {
        self.named.first().copied()
    }

    /// Why nothing of `trace` is of the hart that was chosen, if it is so.
    pub fn missing(&self, trace: &Path) -> Option<Failure> {
        let hart = self.hart.filter(|hart| !self.named.contains(hart))?;
        let trace = trace.display();
        if self.named.is_empty() {
            let problem = format!("{trace}: it does not say whose it is, and --hart {hart} chooses nothing of it");
            return Some(Failure::usage(problem).hint("leave --hart out: a trace of one hart has no mhartid"));
        }
        let named: Vec<String> = self.named.iter().map(u64::to_string).collect();
        let problem = format!("{trace}: nothing is of the hart with mhartid {hart}");
        Some(Failure::usage(problem).hint(format!("the trace is of {}", named.join(", "))))
    }
}
