// SPDX-License-Identifier: Apache-2.0
//! The golden model as a hart's CSRs, and as a hart that does transfers.

use tracewright_config::{Build, CtrModes, CtrVersion};
use tracewright_driver::ctr::{Csrs, Driver, Level, Settings, Version};
use tracewright_messages::privilege::{M, S, U};
use tracewright_messages::{Block, Ingress};
use tracewright_model::ctr::{Access, Answer, Ctr, CtrCycle, Operation, LATENCY};

/// A hart of which the driver sees the CSRs from one mode.
pub struct Hart {
    pub ctr: Ctr,
    mode: u8,
    /// What was accessed, and what was written.
    pub log: Vec<(u16, Operation, u64)>,
}

impl Hart {
    fn access(&mut self, csr: u16, operation: Operation, data: u64) -> Result<u64, Answer> {
        self.log.push((csr, operation, data));
        let access = Access { csr, operation, data, privilege: self.mode };
        let ingress = Ingress { privilege: self.mode, ..Ingress::default() };
        let idle = CtrCycle { ingress, ..CtrCycle::default() };
        let answer = self.ctr.cycle(&CtrCycle { access: Some(access), ..idle }).answer;
        // It writes with its answer.
        for _ in 0..LATENCY {
            self.ctr.cycle(&idle);
        }
        match answer {
            Some(Answer::Value(value)) => Ok(value),
            other => Err(other.expect("an answer")),
        }
    }

    /// A transfer in U-mode.
    pub fn transfer(&mut self, itype: u8, from: u64, to: u64) {
        let mut ingress = Ingress { privilege: U, ..Ingress::default() };
        ingress.blocks[0] = Block { itype, iaddr: from, iretire: 2, ilastsize: 1, ..Block::default() };
        self.ctr.cycle(&CtrCycle { ingress, next_address: to, next_privilege: U, ..CtrCycle::default() });
    }
}

impl Csrs for Hart {
    type Error = Answer;

    fn read(&mut self, csr: u16) -> Result<u64, Answer> {
        self.access(csr, Operation::Read, 0)
    }

    fn write(&mut self, csr: u16, value: u64) -> Result<(), Answer> {
        self.access(csr, Operation::Write, value).map(drop)
    }

    fn set(&mut self, csr: u16, bits: u64) -> Result<(), Answer> {
        self.access(csr, Operation::Set, bits).map(drop)
    }

    fn clear(&mut self, csr: u16, bits: u64) -> Result<(), Answer> {
        self.access(csr, Operation::Clear, bits).map(drop)
    }

    fn clear_records(&mut self) -> Result<(), Answer> {
        self.access(0, Operation::ClearRecords, 0).map(drop)
    }
}

/// A build of a version with everything and depths from 16 to 64, changed by `change`.
pub fn build(version: Version, xlen: u32, change: impl FnOnce(&mut Build)) -> Build {
    let mut build = Build { xlen, ..Build::default() };
    (build.ingress.itype_width, build.ingress.interrupt_address) = (4, true);
    build.ctr.version = match version {
        Version::V0_1_4 => CtrVersion::V0_1_4,
        Version::V1_0 => CtrVersion::V1_0,
    };
    build.ctr.hart_modes = CtrModes::Msuh;
    (build.ctr.min_depth, build.ctr.max_depth) = (16, 64);
    change(&mut build);
    build
}

/// The driver of a hart.
pub fn driver(version: Version, xlen: u32, level: Level) -> Driver<Hart> {
    driver_of(&build(version, xlen, |_| ()), version, level)
}

pub fn driver_of(build: &Build, version: Version, level: Level) -> Driver<Hart> {
    let ctr = Ctr::new(build).expect("a version");
    let mode = if level == Level::Machine { M } else { S };
    Driver::new(Hart { ctr, mode, log: vec![] }, version, level, build.xlen)
}

/// Every version, XLEN and level.
pub fn all() -> Vec<(Version, u32, Level)> {
    let versions = [Version::V0_1_4, Version::V1_0];
    let levels = [Level::Machine, Level::Supervisor];
    let wide = versions.into_iter().flat_map(|version| [(version, 32), (version, 64)]);
    wide.flat_map(|(version, xlen)| levels.map(|level| (version, xlen, level))).collect()
}

/// Recording in U-mode.
pub const IN_USER: Settings = Settings {
    user: true,
    supervisor: false,
    machine: false,
    depth: None,
    call_stack: false,
    without: tracewright_driver::ctr::TransferSet::NONE,
    not_taken: false,
    machine_traps: false,
    supervisor_traps: false,
    freeze_on_breakpoint: false,
    freeze_on_overflow: false,
};
