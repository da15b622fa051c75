// SPDX-License-Identifier: Apache-2.0
//! The counters in Verilator beside their model, cycle by cycle.

use std::collections::VecDeque;
use tracewright_config::{Build, IngressForm};
use tracewright_csrs::pmu;
use tracewright_model::pmu::{Access, Answer, Operation, Pmu, PmuCycle, PmuOutcome};
use verilator_sys::{build, Design, Input, Library, Model, Output, Port, Settings};

/// Cycles after reset without an access.
pub const QUIET: usize = 32;

/// The Verilog of a build, changed by a fault if there is one.
pub fn library(config: &Build, fault: Option<(&str, &str, &str)>) -> Library {
    let output = pmu::verilog(config, "").unwrap();
    let mut sources: Vec<_> = output.files.iter().map(|file| file.source()).collect();
    if let Some((file, from, to)) = fault {
        let (_, text) = sources.iter_mut().find(|(name, _)| name.starts_with(file)).expect("there is such a file");
        assert!(text.contains(from), "{file} has no {from}:\n{text}");
        *text = text.replacen(from, to, 1);
    }
    let port = |port: &tracewright_verilog::Port| match port.input {
        true => Port::input(&port.name, port.width as u32),
        false => Port::output(&port.name, port.width as u32),
    };
    let design = Design {
        top: pmu::PMU.into(),
        clock: "clk".into(),
        ports: output.ports.iter().map(port).collect(),
        probes: Vec::new(),
        sources,
    };
    build(&design, &Settings { quick: true, ..Settings::default() }).unwrap()
}

/// The hardware and the model, after reset.
pub struct Bench {
    config: Build,
    library: Library,
    hardware: Model,
    pub model: Pmu,
    outcomes: VecDeque<PmuOutcome>,
    pub cycles: u64,
}

impl Bench {
    pub fn new(config: &Build, library: &Library) -> Bench {
        let mut bench = Bench {
            config: config.clone(),
            library: library.clone(),
            hardware: library.model(),
            model: Pmu::new(config).unwrap(),
            outcomes: VecDeque::from([PmuOutcome::default(); 2]),
            cycles: 0,
        };
        for level in [0, 0] {
            bench.hardware.set(bench.input("rst_n"), level);
            bench.hardware.cycle();
        }
        bench.hardware.set(bench.input("rst_n"), 1);
        bench
    }

    /// As [`Bench::new`], when accesses may come.
    pub fn ready(config: &Build, library: &Library) -> Bench {
        let mut bench = Bench::new(config, library);
        let mut cycle = PmuCycle::default();
        cycle.ingress.halted = true;
        for _ in 0..QUIET {
            bench.cycle(&cycle).unwrap();
        }
        bench
    }

    fn input(&self, name: &str) -> Input {
        self.library.input(name).unwrap()
    }

    fn get(&self, name: &str) -> u64 {
        let output: Output = self.library.output(name).unwrap();
        self.hardware.get(output)
    }

    /// One cycle of both; what differs is an error.
    pub fn cycle(&mut self, cycle: &PmuCycle) -> Result<PmuOutcome, String> {
        self.drive(cycle);
        self.hardware.cycle();
        let (before, two_before) = (self.outcomes[1], self.outcomes[0]);
        let shown = [
            self.get("csr_done"),
            self.get("csr_ours"),
            self.get("csr_illegal"),
            self.get("csr_virtual"),
            self.get("csr_value"),
        ];
        let expected = match two_before.answer {
            None => [0, shown[1], shown[2], shown[3], shown[4]],
            Some(Answer::NotHere) => [1, 0, 0, 0, 0],
            Some(Answer::Illegal) => [1, 1, 1, 0, shown[4]],
            Some(Answer::Virtual) => [1, 1, 0, 1, shown[4]],
            Some(Answer::Value(value)) => [1, 1, 0, 0, value],
        };
        let n = self.cycles;
        if shown != expected {
            return Err(format!("cycle {n}: the port shows {shown:X?}, not {expected:X?}"));
        }
        if self.get("cycle") != u64::from(before.cycle) {
            return Err(format!("cycle {n}: `cycle` is not {}", before.cycle));
        }
        if self.config.pmu.sscofpmf && self.get("lcofi") != u64::from(two_before.lcofi) {
            return Err(format!("cycle {n}: `lcofi` is not {}", two_before.lcofi));
        }
        let outcome = self.model.cycle(cycle);
        self.outcomes.pop_front();
        self.outcomes.push_back(outcome);
        self.cycles += 1;
        Ok(outcome)
    }

    fn drive(&mut self, cycle: &PmuCycle) {
        let ingress = &self.config.ingress;
        let blocks = ingress.blocks as usize;
        let is_single = ingress.form == IngressForm::Single;
        let name = |name: &str, n: usize, of: usize| if of == 1 { name.into() } else { format!("{name}_{n}") };
        for n in 0..blocks {
            let block = cycle.ingress.blocks[n];
            self.hardware.set(self.input(&name("itype", n, blocks)), block.itype.into());
            if is_single {
                self.hardware.set(self.input(&name("iretire", n, blocks)), block.iretire.into());
            }
        }
        if !is_single {
            self.hardware.set(self.input("retired"), cycle.retired.into());
        }
        let events = self.config.pmu.bus.0.len();
        for n in 0..events {
            self.hardware.set(self.input(&name("bus_event", n, events)), cycle.events[n].into());
        }
        self.hardware.set(self.input("privilege"), cycle.ingress.privilege.into());
        self.hardware.set(self.input("halted"), cycle.ingress.halted.into());
        let op = cycle.access.map_or(0, |access| match access.operation {
            Operation::Read => 1,
            Operation::Write => 2,
            Operation::Set => 3,
            Operation::Clear => 4,
            Operation::ClearRecords => 5,
        });
        self.hardware.set(self.input("csr_op"), op);
        if let Some(Access { csr, data, privilege, .. }) = cycle.access {
            self.hardware.set(self.input("csr_address"), csr.into());
            self.hardware.set(self.input("csr_data"), data & u64::MAX >> (64 - self.config.xlen));
            self.hardware.set(self.input("csr_privilege"), privilege.into());
        }
    }
}
