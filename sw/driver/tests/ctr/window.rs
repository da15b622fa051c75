// SPDX-License-Identifier: Apache-2.0
//! The driver through the window of an encoder's registers, on the golden model.

use crate::bench::{all, build, IN_USER};
use tracewright_driver::ctr::{Csrs, Driver, Level, Record, Saved, Settings, Version, Window};
use tracewright_driver::Mmio;
use tracewright_messages::privilege::{S, U};
use tracewright_messages::{Block, Ingress};
use tracewright_model::ctr::{Access, Ctr, CtrCycle, DebugAccess, Operation, LATENCY};

/// What all addresses have added: some of it is in the upper half.
const HIGH: u64 = 0x1234_5678_8000_0000;

/// The registers of the window, and the hart that has the records.
struct Outside(Ctr);

impl Outside {
    fn access(&mut self, debug: DebugAccess) -> u32 {
        let cycle = CtrCycle { debug: Some(debug), ..CtrCycle::default() };
        let read = self.0.cycle(&cycle).debug.expect("there was no access of the CSR port");
        self.pass();
        read
    }

    /// As many cycles as an access takes.
    fn pass(&mut self) {
        for _ in 0..LATENCY {
            self.0.cycle(&CtrCycle::default());
        }
    }

    /// A call in U-mode.
    fn call(&mut self, from: u64, to: u64) {
        let mut ingress = Ingress { privilege: U, ..Ingress::default() };
        ingress.blocks[0] = Block { itype: 9, iaddr: from, iretire: 2, ilastsize: 1, ..Block::default() };
        self.0.cycle(&CtrCycle { ingress, next_address: to, next_privilege: U, ..CtrCycle::default() });
    }

    /// What the hart itself does with its select.
    fn select(&mut self, operation: Operation, data: u64) -> u64 {
        let access = Access { csr: 0x150, operation, data, privilege: S };
        let answer = self.0.cycle(&CtrCycle { access: Some(access), ..CtrCycle::default() }).answer;
        self.pass();
        match answer {
            Some(tracewright_model::ctr::Answer::Value(value)) => value,
            other => panic!("siselect: {other:?}"),
        }
    }
}

impl Mmio for Outside {
    type Error = core::convert::Infallible;

    fn read(&mut self, offset: u32) -> Result<u32, Self::Error> {
        Ok(self.access(DebugAccess::Read(offset)))
    }

    fn write(&mut self, offset: u32, value: u32) -> Result<(), Self::Error> {
        self.access(DebugAccess::Write(offset, value));
        Ok(())
    }
}

fn driver(version: Version, xlen: u32, level: Level) -> Driver<Window<Outside>> {
    let ctr = Ctr::new(&build(version, xlen, |_| ())).expect("a version");
    Driver::new(Window::new(Outside(ctr), xlen, 64), version, level, xlen)
}

/// A debugger discovers, configures, reads, saves and restores as the hart's own software does, and the hart's select
/// stays as it was.
#[test]
fn a_debugger_has_the_records_without_the_hart() {
    for (version, xlen, level) in all() {
        let mut records = driver(version, xlen, level);
        records.csrs().bus().select(Operation::Write, 0x215);
        let high = if xlen == 64 { HIGH } else { HIGH & 0xFFFF_FFFF };
        let found = records.discover().unwrap();
        assert_eq!((found.min_depth, found.max_depth), (16, 64), "{version:?} {xlen} {level:?}");
        records.configure(&Settings { depth: Some(32), ..IN_USER }).unwrap();
        (0..40).for_each(|n| records.csrs().bus().call(high + 0x1000 + 4 * n, high + 0x100 * n));
        records.freeze().unwrap();
        let mut seen = vec![];
        records.read_out(|number, Record { source, target, .. }| seen.push((number, source, target))).unwrap();
        let expected =
            (0..32).map(|n| (n, high + 0x1000 + 4 * (39 - u64::from(n)), high + 0x100 * (39 - u64::from(n))));
        assert_eq!(seen, expected.collect::<Vec<_>>(), "{version:?} {xlen} {level:?}");

        let mut saved = Saved::default();
        records.save(&mut saved).unwrap();
        records.configure(&IN_USER).unwrap();
        assert!((0..32).all(|entry| records.csrs().bus().0.entry(entry) == [0; 3]), "configuring clears");
        records.restore(&saved).unwrap();
        assert_eq!(records.csrs().bus().0.entry(0)[1], high + 0x100 * 39);
        assert_eq!(records.csrs().bus().select(Operation::Read, 0), 0x215);
    }
}

/// A window whose select is not an entry shows nothing, as the window of a hart whose extensions have nothing there.
#[test]
fn a_window_without_an_entry_reads_0() {
    let mut records = driver(Version::V1_0, 64, Level::Machine);
    records.configure(&IN_USER).unwrap();
    records.csrs().bus().call(0x1000, 0x2000);
    for (select, value) in [(0x200, 0x1001), (0x1FF, 0), (0x300, 0), (0xA00, 0), (u64::MAX, 0)] {
        records.csrs().write(0x150, select).unwrap();
        assert_eq!((records.csrs().read(0x150), records.csrs().read(0x351)), (Ok(select), Ok(value)));
        records.csrs().set(0x152, 0).unwrap();
    }
}
