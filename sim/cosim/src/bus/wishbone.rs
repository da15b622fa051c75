// SPDX-License-Identifier: Apache-2.0
//! Wishbone B4, classic cycles.

use super::rules::Patience;
use super::{Access, Answer, Gaps, Master, Transfer, Violation, ALL_BYTES};
use verilator_sys::{Error, Input, Library, Model, Output, Port};

pub(super) fn ports(address: u32) -> Vec<Port> {
    vec![
        Port::input("wb_cyc", 1),
        Port::input("wb_stb", 1),
        Port::input("wb_we", 1),
        Port::input("wb_adr", address),
        Port::input("wb_dat_i", 32),
        Port::input("wb_sel", 4),
        Port::output("wb_dat_o", 32),
        Port::output("wb_ack", 1),
        Port::output("wb_err", 1),
    ]
}

/// The master.
pub(super) struct Wishbone {
    pins: Pins,
    gaps: Gaps,
    /// Cycles before the next transfer.
    wait: u32,
    next: Option<Transfer>,
    /// What is shown with `wb_stb`.
    shown: Option<Transfer>,
    rules: Rules,
}

struct Pins {
    cyc: Input,
    stb: Input,
    we: Input,
    adr: Input,
    dat_i: Input,
    sel: Input,
    dat_o: Output,
    ack: Output,
    err: Output,
}

impl Wishbone {
    pub fn new(library: &Library, gaps: Gaps) -> Result<Wishbone, Error> {
        let pins = Pins {
            cyc: library.input("wb_cyc")?,
            stb: library.input("wb_stb")?,
            we: library.input("wb_we")?,
            adr: library.input("wb_adr")?,
            dat_i: library.input("wb_dat_i")?,
            sel: library.input("wb_sel")?,
            dat_o: library.output("wb_dat_o")?,
            ack: library.output("wb_ack")?,
            err: library.output("wb_err")?,
        };
        Ok(Wishbone { pins, gaps, wait: 0, next: None, shown: None, rules: Rules::default() })
    }

    fn show(&mut self, model: &mut Model, transfer: &Transfer) {
        let pins = &self.pins;
        [pins.cyc, pins.stb].into_iter().for_each(|pin| model.set(pin, 1));
        model.set(pins.we, transfer.write.into());
        model.set(pins.adr, transfer.address.into());
        model.set(pins.dat_i, transfer.data.into());
        model.set(pins.sel, if transfer.write { transfer.strobe } else { ALL_BYTES }.into());
    }

    /// A master that has the bus and asks for nothing, or another one's strobe without the bus.
    fn show_nothing(&mut self, model: &mut Model) {
        let pins = &self.pins;
        let junk = self.gaps.junk();
        let has_bus = junk.is_some_and(|junk| junk >> 62 & 1 != 0);
        model.set(pins.cyc, has_bus.into());
        model.set(pins.stb, (!has_bus && junk.is_some_and(|junk| junk >> 63 != 0)).into());
        if let Some(junk) = junk {
            let others = [pins.we, pins.adr, pins.dat_i, pins.sel];
            others.into_iter().enumerate().for_each(|(place, pin)| model.set(pin, junk >> (7 * place)));
        }
    }
}

impl Master for Wishbone {
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
        match self.next {
            _ if self.shown.is_some() => {}
            Some(transfer) if self.wait == 0 => {
                self.shown = Some(transfer);
                self.show(model, &transfer);
            }
            _ => {
                self.wait = self.wait.saturating_sub(1);
                self.show_nothing(model);
            }
        }
    }

    fn observe(&mut self, model: &Model, answers: &mut Vec<Answer>) -> Result<(), Violation> {
        let get = |output| model.get(output);
        let seen = Seen {
            strobe: self.shown.is_some(),
            ack: get(self.pins.ack) != 0,
            err: get(self.pins.err) != 0,
            data: get(self.pins.dat_o) as u32,
        };
        self.rules.check(&seen)?;
        if seen.ack || seen.err {
            if let Some(transfer) = self.shown.take() {
                answers.push(Answer { write: transfer.write, data: seen.data, error: seen.err });
                self.next = None;
            }
        }
        Ok(())
    }
}

/// A cycle of the bus.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// `wb_cyc` and `wb_stb`.
    strobe: bool,
    ack: bool,
    err: bool,
    data: u32,
}

/// What the hardware must do, cycle by cycle.
#[derive(Clone, Debug, Default)]
struct Rules {
    patience: Patience,
}

impl Rules {
    fn check(&mut self, seen: &Seen) -> Result<(), Violation> {
        let ends = seen.ack || seen.err;
        let rules = [
            (self.patience.lasts(seen.strobe && !ends), "a transfer ends"),
            (seen.strobe || !ends, "wb_ack and wb_err answer wb_cyc with wb_stb"),
            (!(seen.ack && seen.err), "a transfer ends in one way"),
            (!seen.err || seen.data == 0, "an error reads 0"),
        ];
        match rules.iter().find(|(is_kept, _)| !is_kept) {
            Some((_, rule)) => Err(Violation { bus: "Wishbone", rule }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::LONGEST_ANSWER;
    use super::*;

    const WAITS: Seen = Seen { strobe: true, ack: false, err: false, data: 0 };
    const ENDS: Seen = Seen { ack: true, ..WAITS };
    const IDLE: Seen = Seen { strobe: false, ..WAITS };

    fn broken(cycles: &[Seen]) -> Option<&'static str> {
        let mut rules = Rules::default();
        cycles.iter().find_map(|seen| rules.check(seen).err()).map(|violation| violation.rule)
    }

    #[test]
    fn what_keeps_the_rules_passes() {
        let error = Seen { err: true, ..WAITS };
        assert_eq!(broken(&[IDLE, WAITS, ENDS, WAITS, Seen { data: 3, ..ENDS }, IDLE, WAITS, error, IDLE]), None);
    }

    #[test]
    fn an_answer_to_nothing_is_reported() {
        for answer in [Seen { ack: true, ..IDLE }, Seen { err: true, ..IDLE }] {
            assert_eq!(broken(&[WAITS, ENDS, answer]), Some("wb_ack and wb_err answer wb_cyc with wb_stb"));
        }
    }

    #[test]
    fn a_transfer_without_end_is_reported() {
        assert_eq!(broken(&[WAITS; LONGEST_ANSWER as usize]), None);
        assert_eq!(broken(&[WAITS; LONGEST_ANSWER as usize + 1]), Some("a transfer ends"));
    }

    #[test]
    fn two_ends_and_an_error_with_data_are_reported() {
        assert_eq!(broken(&[Seen { err: true, ..ENDS }]), Some("a transfer ends in one way"));
        assert_eq!(broken(&[Seen { err: true, data: 1, ..WAITS }]), Some("an error reads 0"));
    }
}
