// SPDX-License-Identifier: Apache-2.0
//! AMBA APB4.

use super::rules::Patience;
use super::{Access, Answer, Gaps, Master, Transfer, Violation};
use verilator_sys::{Error, Input, Library, Model, Output, Port};

pub(super) fn ports(address: u32) -> Vec<Port> {
    vec![
        Port::input("paddr", address),
        Port::input("psel", 1),
        Port::input("penable", 1),
        Port::input("pwrite", 1),
        Port::input("pwdata", 32),
        Port::input("pstrb", 4),
        Port::output("pready", 1),
        Port::output("prdata", 32),
        Port::output("pslverr", 1),
    ]
}

/// The master.
pub(super) struct Apb4 {
    pins: Pins,
    gaps: Gaps,
    /// Cycles before the next transfer.
    wait: u32,
    next: Option<Transfer>,
    phase: Phase,
    rules: Rules,
}

struct Pins {
    paddr: Input,
    psel: Input,
    penable: Input,
    pwrite: Input,
    pwdata: Input,
    pstrb: Input,
    pready: Output,
    prdata: Output,
    pslverr: Output,
}

/// What the master shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Idle,
    Setup(Transfer),
    Access(Transfer),
}

impl Apb4 {
    pub fn new(library: &Library, gaps: Gaps) -> Result<Apb4, Error> {
        let pins = Pins {
            paddr: library.input("paddr")?,
            psel: library.input("psel")?,
            penable: library.input("penable")?,
            pwrite: library.input("pwrite")?,
            pwdata: library.input("pwdata")?,
            pstrb: library.input("pstrb")?,
            pready: library.output("pready")?,
            prdata: library.output("prdata")?,
            pslverr: library.output("pslverr")?,
        };
        Ok(Apb4 { pins, gaps, wait: 0, next: None, phase: Phase::Idle, rules: Rules::default() })
    }

    fn select(&mut self, model: &mut Model, transfer: &Transfer) {
        model.set(self.pins.psel, 1);
        model.set(self.pins.paddr, transfer.address.into());
        model.set(self.pins.pwrite, transfer.write.into());
        model.set(self.pins.pwdata, transfer.data.into());
        // Low on reads, as the bus wants it.
        model.set(self.pins.pstrb, if transfer.write { transfer.strobe.into() } else { 0 });
    }

    fn show_nothing(&mut self, model: &mut Model) {
        model.set(self.pins.psel, 0);
        if let Some(junk) = self.gaps.junk() {
            let pins = [self.pins.paddr, self.pins.penable, self.pins.pwrite, self.pins.pstrb, self.pins.pwdata];
            pins.into_iter().enumerate().for_each(|(place, pin)| model.set(pin, junk >> (6 * place)));
        }
    }
}

impl Master for Apb4 {
    fn is_free(&self, _write: bool) -> bool {
        self.next.is_none()
    }

    fn begin(&mut self, transfer: Transfer) {
        self.next = Some(transfer);
        self.wait = self.gaps.cycles();
    }

    fn access(&self, transfer: &Transfer) -> Option<Access> {
        transfer.aligned_access()
    }

    fn drive(&mut self, model: &mut Model) {
        match self.phase {
            Phase::Idle if self.wait == 0 && self.next.is_some() => {
                if let Some(transfer) = self.next {
                    self.phase = Phase::Setup(transfer);
                    self.select(model, &transfer);
                    model.set(self.pins.penable, 0);
                }
            }
            Phase::Idle => {
                self.wait = self.wait.saturating_sub(1);
                self.show_nothing(model);
            }
            Phase::Setup(transfer) => {
                self.phase = Phase::Access(transfer);
                model.set(self.pins.penable, 1);
            }
            Phase::Access(_) => {}
        }
    }

    fn observe(&mut self, model: &Model, answers: &mut Vec<Answer>) -> Result<(), Violation> {
        let get = |output| model.get(output);
        let seen = Seen {
            transfer: if let Phase::Access(transfer) = self.phase { Some(transfer) } else { None },
            ready: get(self.pins.pready) != 0,
            error: get(self.pins.pslverr) != 0,
            data: get(self.pins.prdata) as u32,
        };
        self.rules.check(&seen)?;
        if let Some(transfer) = seen.transfer.filter(|_| seen.ready) {
            answers.push(Answer { write: transfer.write, data: seen.data, error: seen.error });
            self.phase = Phase::Idle;
            self.next = None;
        }
        Ok(())
    }
}

/// A cycle of the bus.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// What is in its access phase.
    transfer: Option<Transfer>,
    ready: bool,
    error: bool,
    data: u32,
}

/// What the hardware must do, cycle by cycle. What `pready` shows while nothing is asked means nothing; that nothing is
/// done then is for the ledger to see.
#[derive(Clone, Debug, Default)]
struct Rules {
    patience: Patience,
}

impl Rules {
    fn check(&mut self, seen: &Seen) -> Result<(), Violation> {
        let waits = seen.transfer.is_some() && !seen.ready;
        let rules = [
            (self.patience.lasts(waits), "a transfer ends"),
            (!seen.error || seen.transfer.is_some(), "pslverr answers an access phase"),
            (!seen.error || seen.ready, "pslverr comes with pready"),
            (!seen.error || seen.data == 0, "an error reads 0"),
        ];
        match rules.iter().find(|(is_kept, _)| !is_kept) {
            Some((_, rule)) => Err(Violation { bus: "APB4", rule }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::LONGEST_ANSWER;
    use super::*;

    const WAITS: Seen = Seen { transfer: Some(Transfer::read(4)), ready: false, error: false, data: 0 };
    const ENDS: Seen = Seen { ready: true, ..WAITS };
    const IDLE: Seen = Seen { transfer: None, ..WAITS };

    fn broken(cycles: &[Seen]) -> Option<&'static str> {
        let mut rules = Rules::default();
        cycles.iter().find_map(|seen| rules.check(seen).err()).map(|violation| violation.rule)
    }

    #[test]
    fn what_keeps_the_rules_passes() {
        let error = Seen { error: true, ..ENDS };
        assert_eq!(broken(&[IDLE, WAITS, WAITS, ENDS, IDLE, WAITS, error, Seen { data: 9, ..ENDS }, IDLE]), None);
    }

    #[test]
    fn an_answer_to_nothing_is_reported() {
        assert_eq!(broken(&[WAITS, ENDS, Seen { ready: true, ..IDLE }]), None);
        assert_eq!(broken(&[WAITS, ENDS, Seen { error: true, ..IDLE }]), Some("pslverr answers an access phase"));
        assert_eq!(broken(&[Seen { error: true, ..WAITS }]), Some("pslverr comes with pready"));
    }

    #[test]
    fn a_transfer_without_end_is_reported() {
        assert_eq!(broken(&[WAITS; LONGEST_ANSWER as usize]), None);
        assert_eq!(broken(&[WAITS; LONGEST_ANSWER as usize + 1]), Some("a transfer ends"));
    }

    #[test]
    fn an_error_with_data_is_reported() {
        assert_eq!(broken(&[WAITS, Seen { error: true, data: 1, ..ENDS }]), Some("an error reads 0"));
    }
}
