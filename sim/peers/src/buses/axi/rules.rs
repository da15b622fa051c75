// SPDX-License-Identifier: Apache-2.0
//! What a master must do, cycle by cycle.

use super::{AxiMemory, AxiOut};
use crate::buses::Rule;

/// AWBURST: addresses increment.
const INCR: u8 = 1;
/// AWCACHE: normal, non-cacheable, bufferable.
const CACHE: u8 = 0b0011;
/// AWPROT: unprivileged, non-secure, data.
const PROT: u8 = 0b010;
/// No burst crosses a multiple of it (A3.4.1).
const BOUNDARY: u64 = 4096;

/// The signals of AW, or those of W; others are 0.
fn address_of(out: &AxiOut) -> AxiOut {
    let AxiOut { awvalid, awid, awaddr, awlen, awsize, awburst, awcache, awprot, .. } = *out;
    AxiOut { awvalid, awid, awaddr, awlen, awsize, awburst, awcache, awprot, ..AxiOut::default() }
}

fn data_of(out: &AxiOut) -> AxiOut {
    let AxiOut { wvalid, wdata, wstrb, wlast, .. } = *out;
    AxiOut { wvalid, wdata, wstrb, wlast, ..AxiOut::default() }
}

impl AxiMemory {
    /// Rules of what is offered in a cycle.
    pub(super) fn check_offers(&mut self, out: &AxiOut) {
        let judge = &mut self.store.judge;
        judge.demand(!out.arvalid, Rule::Read, || "ARVALID".to_string());
        let (address, data) = (address_of(out), data_of(out));
        let broken = self.address.broken(out.awvalid.then_some(&address), self.shown.awready);
        judge.demand(broken.is_none(), Rule::Held, || format!("AW was {broken:x?}, then {address:x?}"));
        let broken = self.data.broken(out.wvalid.then_some(&data), self.shown.wready);
        judge.demand(broken.is_none(), Rule::Held, || format!("W was {broken:x?}, then {data:x?}"));
        if out.awvalid {
            self.check_address(out);
        }
        if out.wvalid {
            self.store.check_word(out.wdata, out.wstrb);
        }
    }

    fn check_address(&mut self, out: &AxiOut) {
        self.store.check_address(out.awaddr);
        let (bytes, max_burst) = (self.store.settings.bytes(), self.store.settings.max_burst);
        let judge = &mut self.store.judge;
        let words = u64::from(out.awlen) + 1;
        judge.demand(words <= u64::from(max_burst), Rule::Length, || format!("{words} words, at most {max_burst}"));
        judge.demand(1 << out.awsize.min(7) == bytes, Rule::Size, || format!("AWSIZE {}", out.awsize));
        judge.demand(out.awburst == INCR, Rule::BurstType, || format!("AWBURST {}", out.awburst));
        let is_agreed = out.awcache == CACHE && out.awprot == PROT && out.awid == 0;
        let seen = || format!("AWCACHE {:#x}, AWPROT {:#x}, AWID {:#x}", out.awcache, out.awprot, out.awid);
        judge.demand(is_agreed, Rule::Attributes, seen);
        let is_within = out.awaddr % BOUNDARY + words * bytes <= BOUNDARY;
        judge.demand(is_within, Rule::Boundary, || format!("{words} words from {:#x} on", out.awaddr));
        self.store.check_window(out.awaddr);
        self.store.check_window(out.awaddr.wrapping_add((words - 1) * bytes));
    }

    /// Rules of what is under way, when the answer of this cycle has been taken, and what is offered has not.
    pub(super) fn check_waiting(&mut self, out: &AxiOut) {
        let settings = &self.store.settings;
        let (patience, most) = (settings.patience, u64::from(settings.outstanding));
        let judge = &mut self.store.judge;

        let addresses = self.bursts.addresses_open() + u64::from(out.awvalid);
        let (complete, is_within) = self.bursts.data_open();
        let data = complete + u64::from(is_within || out.wvalid);
        let seen = || format!("{addresses} addresses and data of {data}, at most {most}");
        judge.demand(addresses.max(data) <= most, Rule::Outstanding, seen);

        let owes_data = addresses > complete && !out.wvalid;
        let lasts = self.data_late.lasts(owes_data, patience);
        judge.demand(lasts, Rule::DataLate, || format!("no WVALID for {patience} cycles"));
        let owes_address = data > self.bursts.addresses_open() && !out.awvalid;
        let lasts = self.address_late.lasts(owes_address, patience);
        judge.demand(lasts, Rule::AddressLate, || format!("no AWVALID for {patience} cycles"));
        let lasts = self.answer_late.lasts(self.shown.bvalid && !out.bready, patience);
        judge.demand(lasts, Rule::AnswerTaken, || format!("no BREADY for {patience} cycles"));
    }
}
