// SPDX-License-Identifier: Apache-2.0
//! Counters on the bench.

use tracewright_config::{Build, CtrModes, IngressForm, Pmu as Keys, PmuBus, PmuBusEvent};
use tracewright_model::pmu::{Access, Answer, Operation, Pmu, PmuCycle, PmuOutcome};

pub use tracewright_messages::privilege::*;

/// Everything, with four blocks, eight mhpmcounters, and one event of 4 bits on the bus.
pub fn build(xlen: u32) -> Build {
    let mut build = Build { xlen, ..Build::default() };
    (build.ingress.blocks, build.ingress.form) = (4, IngressForm::Block);
    let bus = PmuBus(vec![PmuBusEvent { name: "stall".into(), code: Some(8), bits: 4 }]);
    build.pmu = Keys { built: true, hart_modes: CtrModes::Msuh, smcntrpmf: true, bus, ..Keys::default() };
    build
}

/// Counters, and what stays from cycle to cycle: the hart is in debug mode.
pub struct Bench {
    pub pmu: Pmu,
    inputs: PmuCycle,
}

impl Bench {
    pub fn of(build: &Build) -> Bench {
        let mut inputs = PmuCycle::default();
        (inputs.ingress.privilege, inputs.ingress.halted) = (M, true);
        Bench { pmu: Pmu::new(build).unwrap(), inputs }
    }

    pub fn full() -> Bench {
        Bench::of(&build(64))
    }

    /// A cycle with these itypes in its blocks, retired instructions and events of the bus, in a mode.
    pub fn run(&mut self, mode: u8, itypes: &[u8], retired: u32, bus: u8) -> PmuOutcome {
        let mut cycle = PmuCycle { retired, ..PmuCycle::default() };
        cycle.ingress.privilege = mode;
        cycle.events[0] = bus;
        for (block, itype) in cycle.ingress.blocks.iter_mut().zip(itypes) {
            (block.itype, block.iretire) = (*itype, 1);
        }
        self.pmu.cycle(&cycle)
    }

    pub fn access(&mut self, csr: u16, operation: Operation, data: u64, privilege: u8) -> Answer {
        let access = Some(Access { csr, operation, data, privilege });
        self.pmu.cycle(&PmuCycle { access, ..self.inputs }).answer.unwrap()
    }

    pub fn write(&mut self, csr: u16, data: u64) {
        assert!(matches!(self.access(csr, Operation::Write, data, M), Answer::Value(_)), "{csr:03X}");
    }

    pub fn read(&mut self, csr: u16) -> u64 {
        match self.access(csr, Operation::Read, 0, M) {
            Answer::Value(value) => value,
            other => panic!("{csr:03X}: {other:?}"),
        }
    }

    /// Cycles in debug mode.
    pub fn wait(&mut self, cycles: usize) -> Vec<PmuOutcome> {
        (0..cycles).map(|_| self.pmu.cycle(&self.inputs)).collect()
    }
}
