// SPDX-License-Identifier: Apache-2.0
//! AXI4-Lite with random transfers on both sides at once, gaps and back-pressure.

use crate::memory::{any_access, asked, number, Access, Memory};
use crate::{edge, set_reset, settle, started, CYCLES};
use std::collections::VecDeque;
use tracewright_config::Build;
use tracewright_rtl::bus::Axi4Lite;
use verilator_sys::differential::Random;

/// A channel of the master: what it offers stays until it is taken.
#[derive(Default)]
struct Offer {
    access: Option<Access>,
    sent: usize,
}

/// The master, and what it knows.
#[derive(Default)]
struct Master {
    write_address: Offer,
    write_data: Offer,
    read_address: Offer,
    /// Writes whose address or data was not taken yet.
    writes: VecDeque<Access>,
    /// Accesses made for transfers whose answers were not taken yet.
    unanswered_writes: usize,
    unanswered_reads: VecDeque<u32>,
    /// Answers as they were in the cycle before, if they were not taken.
    held_write: bool,
    held_read: Option<u32>,
    accesses: usize,
}

impl Master {
    fn offer(&mut self, random: &mut Random) {
        // Address and data in any order: each has the writes that the other has not taken yet ahead of it.
        for side in [&mut self.write_address, &mut self.write_data] {
            if side.access.is_none() && random.rarely(3) {
                if self.writes.len() <= side.sent {
                    self.writes.push_back(Access { write: true, ..any_access(random) });
                }
                side.access = Some(self.writes[side.sent]);
                side.sent += 1;
            }
        }
        if self.read_address.access.is_none() && random.rarely(3) {
            self.read_address.access = Some(Access { write: false, ..any_access(random) });
        }
    }

    fn drive(&self, bus: &mut Axi4Lite, memory: &Memory, random: &mut Random) {
        let address = |access: &Option<Access>, random: &mut Random| match access {
            Some(access) => u64::from(access.addr) * 4 + random.below(4),
            None => random.bits::<12>().to_u64(),
        };
        bus.s_axi.awvalid.next = self.write_address.access.is_some();
        bus.s_axi.awaddr.next = address(&self.write_address.access, random).into();
        bus.s_axi.awprot.next = random.bits();
        bus.s_axi.wvalid.next = self.write_data.access.is_some();
        bus.s_axi.wdata.next = self.write_data.access.map_or(0, |access| u64::from(access.wdata)).into();
        bus.s_axi.wstrb.next = self.write_data.access.map_or(15, |access| u64::from(access.strobe)).into();
        bus.s_axi.bready.next = random.rarely(3);
        bus.s_axi.arvalid.next = self.read_address.access.is_some();
        bus.s_axi.araddr.next = address(&self.read_address.access, random).into();
        bus.s_axi.arprot.next = random.bits();
        bus.s_axi.rready.next = random.rarely(3);
        bus.port.done.next = memory.done();
        bus.port.rdata.next = u64::from(memory.rdata()).into();
        settle(bus);
    }

    fn observe(&mut self, bus: &Axi4Lite, memory: &Memory) {
        let (aw, w) = (bus.s_axi.awready.val(), bus.s_axi.wready.val());
        assert_eq!(aw, w, "address and data of a write are taken together");
        let made = memory.made().last();
        if aw {
            let wanted = self.write_address.access.take().zip(self.write_data.access.take());
            let (address, data) = wanted.expect("a write is taken that is not there");
            assert_eq!(address, data);
            let made = made.expect("a write is taken before it is made");
            assert!(memory.done() && made.access.does(&address), "{address:?} is made as {made:?}");
            self.writes.pop_front();
            self.write_address.sent -= 1;
            self.write_data.sent -= 1;
        }
        if bus.s_axi.arready.val() {
            let wanted = self.read_address.access.take().expect("a read is taken that is not there");
            let made = made.expect("a read is taken before it is made");
            assert!(memory.done() && made.access.does(&wanted), "{wanted:?} is made as {made:?}");
        }

        let (bvalid, rvalid) = (bus.s_axi.bvalid.val(), bus.s_axi.rvalid.val());
        assert!(!bvalid || self.unanswered_writes > 0, "an answer to no write");
        assert!(bvalid || !self.held_write, "an answer to a write is taken back");
        assert!(!rvalid || !self.unanswered_reads.is_empty(), "an answer to no read");
        assert_eq!((number(bus.s_axi.bresp.val()), number(bus.s_axi.rresp.val())), (0, 0));
        if rvalid {
            assert_eq!(Some(number(bus.s_axi.rdata.val())), self.unanswered_reads.front().copied());
        }
        assert!(rvalid || self.held_read.is_none(), "an answer to a read is taken back");
        self.held_write = bvalid && !bus.s_axi.bready.next;
        self.held_read = (rvalid && !bus.s_axi.rready.next).then(|| number(bus.s_axi.rdata.val()));
        self.unanswered_writes -= usize::from(bvalid && bus.s_axi.bready.next);
        if rvalid && bus.s_axi.rready.next {
            self.unanswered_reads.pop_front();
        }
        if aw {
            self.unanswered_writes += 1;
        }
        if bus.s_axi.arready.val() {
            self.unanswered_reads.extend(made.map(|made| made.rdata));
        }
        self.accesses += usize::from(aw) + usize::from(bus.s_axi.arready.val());
        assert_eq!(memory.made().len(), self.accesses, "an access for each transfer");
    }
}

#[test]
fn axi4_lite_answers_every_transfer_once_with_what_its_access_did() {
    let (mut random, mut memory) = (Random::new(1), Memory::new(5));
    let (mut master, mut bus) = (Master::default(), started(Axi4Lite::new(&Build::default())));
    let (mut writes, mut reads) = (0, 0);
    for _ in 0..CYCLES {
        master.offer(&mut random);
        master.drive(&mut bus, &memory, &mut random);
        writes += usize::from(bus.s_axi.awready.val());
        reads += usize::from(bus.s_axi.arready.val());
        master.observe(&bus, &memory);
        memory.cycle(asked!(bus), &mut random);
        edge(&mut bus);
    }
    assert!(writes > CYCLES / 30 && reads > CYCLES / 30, "{writes} writes, {reads} reads");
}

/// All channels offered and all answers taken at once: the sides that go, in order.
#[test]
fn of_a_read_and_a_write_at_once_the_write_is_first_and_then_they_take_turns() {
    let (mut random, mut memory) = (Random::new(1), Memory::new(1));
    let mut bus = started(Axi4Lite::new(&Build::default()));
    for valid in [&mut bus.s_axi.awvalid, &mut bus.s_axi.wvalid, &mut bus.s_axi.arvalid] {
        valid.next = true;
    }
    (bus.s_axi.bready.next, bus.s_axi.rready.next) = (true, true);
    for _ in 0..100 {
        bus.port.done.next = memory.done();
        settle(&mut bus);
        memory.cycle(asked!(bus), &mut random);
        edge(&mut bus);
    }
    let sides: Vec<bool> = memory.made().iter().map(|made| made.access.write).collect();
    assert!(sides.len() > 20 && sides.iter().enumerate().all(|(n, write)| *write == (n % 2 == 0)), "{sides:?}");
}

/// A master may take no answer of one side before it has one of the other.
#[test]
fn an_answer_that_is_not_taken_does_not_keep_the_other_side_out() {
    for write in [false, true] {
        let (mut random, mut memory) = (Random::new(1), Memory::new(1));
        let mut bus = started(Axi4Lite::new(&Build::default()));
        let (mut first, mut second) = (0, 0);
        for _ in 0..60 {
            let valid = if second == 0 && first > 0 { !write } else { write };
            (bus.s_axi.awvalid.next, bus.s_axi.wvalid.next, bus.s_axi.arvalid.next) = (valid, valid, !valid);
            bus.port.done.next = memory.done();
            settle(&mut bus);
            let (writes, reads) = (bus.s_axi.bvalid.val(), bus.s_axi.rvalid.val());
            (first, second) = if write { (writes as u32, reads as u32) } else { (reads as u32, writes as u32) };
            memory.cycle(asked!(bus), &mut random);
            edge(&mut bus);
        }
        assert_eq!((first, second), (1, 1), "both answers stand");
        assert_eq!(memory.made().len(), 2, "and nothing else is made");
        set_reset(&mut bus, true);
        assert!(!bus.s_axi.bvalid.val() && !bus.s_axi.rvalid.val(), "a reset drops them");
    }
}
