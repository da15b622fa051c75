// SPDX-License-Identifier: Apache-2.0
//! Control Transfer Records on the bench.

use tracewright_config::{Build, Ctr as Keys, CtrModes, CtrVersion};
use tracewright_messages::privilege::M;
use tracewright_messages::Block;
use tracewright_model::ctr::{Access, Answer, Ctr, CtrCycle, Operation, LATENCY};
use tracewright_regmap::csr::CtrFeatures;

pub use tracewright_messages::itype::*;
pub use CtrVersion::{V0_1_4, V1_0};

/// Everything that a version knows.
pub fn build(version: CtrVersion, xlen: u32) -> Build {
    let mut build = Build { xlen, ..Build::default() };
    build.ingress.blocks = 4;
    build.ingress.interrupt_address = true;
    build.ctr = Keys { version, hart_modes: CtrModes::Msuh, state_enable: true, max_depth: 256, ..Keys::default() };
    build
}

/// What [`build`] has.
pub fn features(version: CtrVersion, xlen: u32) -> CtrFeatures {
    build(version, xlen).ctr_features().unwrap()
}

/// The number of the control for V=0, of that for V=1, and of the status.
pub fn numbers(version: CtrVersion) -> [u16; 3] {
    match version {
        V1_0 => [0x34E, 0x24E, 0x14F],
        _ => [0x381, 0x281, 0x383],
    }
}

/// An instruction of 4 bytes.
pub fn block(itype: u8, iaddr: u64) -> Block {
    Block { itype, iaddr, iretire: 2, ilastsize: 1, ..Block::default() }
}

/// Control Transfer Records with what stays from cycle to cycle.
pub struct Bench {
    pub ctr: Ctr,
    pub version: CtrVersion,
    pub inputs: CtrCycle,
}

impl Bench {
    /// After reset, with every bit of state enable set.
    pub fn of(build: &Build) -> Bench {
        let mut bench =
            Bench { ctr: Ctr::new(build).unwrap(), version: build.ctr.version, inputs: CtrCycle::default() };
        if build.ctr.state_enable {
            bench.enable(0x30C, 0x31C, u64::MAX);
            bench.enable(0x60C, 0x61C, u64::MAX);
        }
        bench
    }

    /// As [`Bench::of`], with everything that RV64 has.
    pub fn full(version: CtrVersion) -> Bench {
        Bench::of(&build(version, 64))
    }

    /// Writes a register of state enable.
    pub fn enable(&mut self, low: u16, high: u16, value: u64) {
        self.write(low, value);
        if self.ctr.features().xlen == 32 {
            self.write(high, value >> 32);
        }
    }

    /// Records in these modes, with these bits of the control for V=0 and V=1 besides.
    pub fn record(&mut self, machine: u64, virtual_: u64) -> &mut Self {
        let [control, virtual_control, _] = numbers(self.version);
        self.write(control, machine);
        self.write(virtual_control, virtual_);
        self
    }

    /// An access from a mode, up to its answer.
    pub fn access(&mut self, csr: u16, operation: Operation, data: u64, privilege: u8) -> Answer {
        let access = Some(Access { csr, operation, data, privilege });
        let answer = self.ctr.cycle(&CtrCycle { access, cycle: false, ..self.inputs }).answer.unwrap();
        self.settle();
        answer
    }

    /// The cycles after an access, in which nothing else happens.
    pub fn settle(&mut self) {
        for _ in 0..LATENCY {
            self.ctr.cycle(&CtrCycle { cycle: false, ..self.inputs });
        }
    }

    /// Writes a CSR from M-mode, if it is there.
    pub fn write(&mut self, csr: u16, data: u64) -> &mut Self {
        self.access(csr, Operation::Write, data, M);
        self
    }

    /// What M-mode reads.
    pub fn read(&mut self, csr: u16) -> u64 {
        match self.access(csr, Operation::Read, 0, M) {
            Answer::Value(value) => value,
            other => panic!("{csr:#x}: {other:?}"),
        }
    }

    /// A cycle with one block, which is a transfer within a mode.
    pub fn transfer(&mut self, mode: u8, itype: u8, from: u64, to: u64) -> &mut Self {
        self.crossing(mode, mode, itype, from, to)
    }

    /// A cycle with one block, which is a transfer from one mode to another.
    pub fn crossing(&mut self, before: u8, after: u8, itype: u8, from: u64, to: u64) -> &mut Self {
        let mut cycle = self.inputs;
        cycle.ingress.blocks[0] = match itype {
            // A trap that no instruction retires with.
            EXCEPTION | INTERRUPT => Block { iretire: 0, ..block(itype, from) },
            _ => block(itype, from),
        };
        (cycle.ingress.privilege, cycle.next_privilege, cycle.next_address) = (before, after, to);
        self.ctr.cycle(&cycle);
        self
    }

    /// Cycles in a mode without a block.
    pub fn idle(&mut self, mode: u8, cycles: u32) -> &mut Self {
        let mut cycle = self.inputs;
        (cycle.ingress.privilege, cycle.next_privilege) = (mode, mode);
        for _ in 0..cycles {
            self.ctr.cycle(&cycle);
        }
        self
    }

    /// Source, target and type of what entry 0 holds; nothing if it is not valid.
    pub fn youngest(&self) -> Option<(u64, u64, u8)> {
        self.at(0)
    }

    /// Source, target and type of what an entry holds; nothing if it is not valid.
    pub fn at(&self, entry: u32) -> Option<(u64, u64, u8)> {
        let [source, target, data] = self.ctr.entry(entry);
        (source & 1 != 0).then_some((source & !1, target & !1, (data & 0xF) as u8))
    }

    /// CCV and CC of entry 0.
    pub fn cycles(&self) -> (u64, u64) {
        let data = self.ctr.entry(0)[2];
        (data >> 15 & 1, data >> 16 & 0xFFFF)
    }
}
