// SPDX-License-Identifier: Apache-2.0
//! AMBA AXI4-Lite.

use super::rules::{Held, Patience};
use super::sender::Sender;
use super::{Access, Answer, Gaps, Master, Transfer, Violation};
use verilator_sys::{Error, Input, Library, Model, Output, Port};

/// Transfers of a direction that the master begins before the first is answered.
const AT_ONCE: u32 = 2;

pub(super) fn ports(address: u32) -> Vec<Port> {
    let inputs = [
        ("awvalid", 1),
        ("awaddr", address),
        ("awprot", 3),
        ("wvalid", 1),
        ("wdata", 32),
        ("wstrb", 4),
        ("bready", 1),
        ("arvalid", 1),
        ("araddr", address),
        ("arprot", 3),
        ("rready", 1),
    ];
    let outputs = [
        ("awready", 1),
        ("wready", 1),
        ("bvalid", 1),
        ("bresp", 2),
        ("arready", 1),
        ("rvalid", 1),
        ("rdata", 32),
        ("rresp", 2),
    ];
    let inputs = inputs.into_iter().map(|(name, width)| Port::input(&format!("s_axi_{name}"), width));
    let outputs = outputs.into_iter().map(|(name, width)| Port::output(&format!("s_axi_{name}"), width));
    inputs.chain(outputs).collect()
}

/// The master. Its channels go each at a pace of their own.
pub(super) struct Axi4Lite {
    pins: Pins,
    gaps: Gaps,
    aw: Sender<Transfer>,
    w: Sender<Transfer>,
    ar: Sender<Transfer>,
    /// Reads, then writes that have begun and not been answered.
    open: [u32; 2],
    takes_b: bool,
    takes_r: bool,
    rules: Rules,
}

struct Pins {
    awaddr: Input,
    awprot: Input,
    wdata: Input,
    wstrb: Input,
    bready: Input,
    araddr: Input,
    arprot: Input,
    rready: Input,
    bvalid: Output,
    bresp: Output,
    rvalid: Output,
    rdata: Output,
    rresp: Output,
}

impl Axi4Lite {
    pub fn new(library: &Library, gaps: Gaps) -> Result<Axi4Lite, Error> {
        let input = |name: &str| library.input(&format!("s_axi_{name}"));
        let output = |name: &str| library.output(&format!("s_axi_{name}"));
        let pins = Pins {
            awaddr: input("awaddr")?,
            awprot: input("awprot")?,
            wdata: input("wdata")?,
            wstrb: input("wstrb")?,
            bready: input("bready")?,
            araddr: input("araddr")?,
            arprot: input("arprot")?,
            rready: input("rready")?,
            bvalid: output("bvalid")?,
            bresp: output("bresp")?,
            rvalid: output("rvalid")?,
            rdata: output("rdata")?,
            rresp: output("rresp")?,
        };
        Ok(Axi4Lite {
            pins,
            gaps,
            aw: Sender::new(input("awvalid")?, output("awready")?),
            w: Sender::new(input("wvalid")?, output("wready")?),
            ar: Sender::new(input("arvalid")?, output("arready")?),
            open: [0; 2],
            takes_b: false,
            takes_r: false,
            rules: Rules::new(),
        })
    }

    fn show_junk(&mut self, model: &mut Model) {
        let Some(junk) = self.gaps.junk() else { return };
        let pins = &self.pins;
        let mut show = |is_quiet: bool, list: &[Input]| {
            if is_quiet {
                list.iter().enumerate().for_each(|(place, pin)| model.set(*pin, junk >> (12 * place)));
            }
        };
        show(self.aw.is_quiet(), &[pins.awaddr, pins.awprot]);
        show(self.w.is_quiet(), &[pins.wstrb, pins.wdata]);
        show(self.ar.is_quiet(), &[pins.araddr, pins.arprot]);
    }
}

impl Master for Axi4Lite {
    fn is_free(&self, write: bool) -> bool {
        self.open[usize::from(write)] < AT_ONCE
    }

    fn begin(&mut self, transfer: Transfer) {
        self.open[usize::from(transfer.write)] += 1;
        if transfer.write {
            self.aw.push(self.gaps.cycles(), transfer);
            self.w.push(self.gaps.cycles(), transfer);
        } else {
            self.ar.push(self.gaps.cycles(), transfer);
        }
    }

    fn access(&self, transfer: &Transfer) -> Option<Access> {
        Some(transfer.access())
    }

    fn drive(&mut self, model: &mut Model) {
        let address = self.aw.drive(model);
        let data = self.w.drive(model);
        let read = self.ar.drive(model);
        self.show_junk(model);
        if let Some(transfer) = address {
            model.set(self.pins.awaddr, transfer.address.into());
        }
        if let Some(transfer) = data {
            model.set(self.pins.wdata, transfer.data.into());
            model.set(self.pins.wstrb, transfer.strobe.into());
        }
        if let Some(transfer) = read {
            model.set(self.pins.araddr, transfer.address.into());
        }
        (self.takes_b, self.takes_r) = (self.gaps.takes(), self.gaps.takes());
        model.set(self.pins.bready, self.takes_b.into());
        model.set(self.pins.rready, self.takes_r.into());
    }

    fn observe(&mut self, model: &Model, answers: &mut Vec<Answer>) -> Result<(), Violation> {
        let get = |output| model.get(output);
        let pins = &self.pins;
        let seen = Seen {
            open: self.open.map(|open| open > 0),
            aw: self.aw.taken(model).is_some(),
            w: self.w.taken(model).is_some(),
            ar: self.ar.taken(model).is_some(),
            b: (get(pins.bvalid) != 0).then(|| get(pins.bresp) as u8),
            b_taken: self.takes_b,
            r: (get(pins.rvalid) != 0).then(|| (get(pins.rresp) as u8, get(pins.rdata) as u32)),
            r_taken: self.takes_r,
        };
        self.rules.check(&seen)?;
        if let Some(resp) = seen.b.filter(|_| seen.b_taken) {
            self.open[1] = self.open[1].saturating_sub(1);
            answers.push(Answer { write: true, data: 0, error: resp != OKAY });
        }
        if let Some((resp, data)) = seen.r.filter(|_| seen.r_taken) {
            self.open[0] = self.open[0].saturating_sub(1);
            answers.push(Answer { write: false, data, error: resp != OKAY });
        }
        Ok(())
    }
}

/// The response to what was done.
const OKAY: u8 = 0;

/// A cycle of the bus.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// Reads, then writes: whether some have begun and not been answered.
    open: [bool; 2],
    /// What is taken on the master's channels.
    aw: bool,
    w: bool,
    ar: bool,
    /// What is offered on the others, and whether it is taken.
    b: Option<u8>,
    b_taken: bool,
    r: Option<(u8, u32)>,
    r_taken: bool,
}

/// What the hardware must do, cycle by cycle.
#[derive(Clone, Debug)]
struct Rules {
    b: Held<u8>,
    r: Held<(u8, u32)>,
    /// What has been taken on `aw`, `w` and `ar`, less what has been answered.
    taken: [u32; 3],
    patience: [Patience; 2],
}

impl Rules {
    fn new() -> Rules {
        Rules { b: Held::new(), r: Held::new(), taken: [0; 3], patience: Default::default() }
    }

    fn check(&mut self, seen: &Seen) -> Result<(), Violation> {
        let [aw, w, ar] = self.taken;
        let [reads, writes] = &mut self.patience;
        let rules = [
            (self.b.is_stable(seen.b, seen.b_taken), "what the write response shows stays until it is taken"),
            (self.r.is_stable(seen.r, seen.r_taken), "what the read data channel shows stays until it is taken"),
            (seen.b.is_none() || aw > 0 && w > 0, "a write response follows an address and data"),
            (seen.r.is_none() || ar > 0, "read data follows an address"),
            (seen.b.is_none_or(|resp| resp == OKAY), "a write is answered OKAY"),
            (seen.r.is_none_or(|(resp, _)| resp == OKAY), "a read is answered OKAY"),
            (reads.lasts(seen.open[0] && seen.r.is_none()), "a read is answered"),
            (writes.lasts(seen.open[1] && seen.b.is_none()), "a write is answered"),
        ];
        if let Some((_, rule)) = rules.iter().find(|(is_kept, _)| !is_kept) {
            return Err(Violation { bus: "AXI4-Lite", rule });
        }
        let answered = [seen.b.is_some() && seen.b_taken, seen.r.is_some() && seen.r_taken].map(u32::from);
        let taken = [seen.aw, seen.w, seen.ar].map(u32::from);
        self.taken = [aw + taken[0] - answered[0], w + taken[1] - answered[0], ar + taken[2] - answered[1]];
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::LONGEST_ANSWER;
    use super::*;

    const IDLE: Seen =
        Seen { open: [false; 2], aw: false, w: false, ar: false, b: None, b_taken: true, r: None, r_taken: true };
    const ASKS: Seen = Seen { open: [true; 2], ..IDLE };
    const READS: Seen = Seen { ar: true, ..ASKS };
    const WRITES: Seen = Seen { aw: true, w: true, ..ASKS };
    const DATA: Seen = Seen { r: Some((OKAY, 5)), ..ASKS };
    const DONE: Seen = Seen { b: Some(OKAY), ..ASKS };

    fn broken(cycles: &[Seen]) -> Option<&'static str> {
        let mut rules = Rules::new();
        cycles.iter().find_map(|seen| rules.check(seen).err()).map(|violation| violation.rule)
    }

    #[test]
    fn what_keeps_the_rules_passes() {
        let address = Seen { w: false, ..WRITES };
        let data = Seen { aw: false, ..WRITES };
        let held = Seen { b_taken: false, r_taken: false, ..DONE };
        assert_eq!(broken(&[IDLE, data, READS, address, held, held, DONE, DATA, READS, DATA, IDLE]), None);
    }

    #[test]
    fn an_answer_that_changes_or_goes_is_reported() {
        let held = Seen { r_taken: false, ..DATA };
        let changed = Seen { r: Some((OKAY, 4)), ..DATA };
        let rule = Some("what the read data channel shows stays until it is taken");
        assert_eq!(broken(&[READS, held, changed]), rule);
        assert_eq!(broken(&[READS, held, ASKS]), rule);
        let held = Seen { b_taken: false, ..DONE };
        let rule = Some("what the write response shows stays until it is taken");
        assert_eq!(broken(&[WRITES, held, ASKS]), rule);
        assert_eq!(broken(&[WRITES, held, Seen { b: Some(2), ..DONE }]), rule);
    }

    #[test]
    fn an_answer_to_nothing_is_reported() {
        assert_eq!(broken(&[IDLE, DATA]), Some("read data follows an address"));
        assert_eq!(broken(&[READS, DATA, DATA]), Some("read data follows an address"));
        let rule = Some("a write response follows an address and data");
        assert_eq!(broken(&[Seen { w: false, ..WRITES }, DONE]), rule);
        assert_eq!(broken(&[Seen { aw: false, ..WRITES }, DONE]), rule);
        assert_eq!(broken(&[WRITES, DONE, DONE]), rule);
    }

    #[test]
    fn an_error_is_reported() {
        assert_eq!(broken(&[WRITES, Seen { b: Some(2), ..DONE }]), Some("a write is answered OKAY"));
        assert_eq!(broken(&[READS, Seen { r: Some((2, 0)), ..DATA }]), Some("a read is answered OKAY"));
    }

    #[test]
    fn a_transfer_without_end_is_reported() {
        let reads = Seen { open: [true, false], ..IDLE };
        assert_eq!(broken(&[reads; LONGEST_ANSWER as usize]), None);
        assert_eq!(broken(&[reads; LONGEST_ANSWER as usize + 1]), Some("a read is answered"));
        let writes = Seen { open: [false, true], ..IDLE };
        assert_eq!(broken(&[writes; LONGEST_ANSWER as usize + 1]), Some("a write is answered"));
    }
}
