// SPDX-License-Identifier: Apache-2.0
//! The ports of the hardware.

use super::PmuShown;
use tracewright_config::{Build, IngressForm};
use tracewright_model::pmu::{Answer, Operation, PmuCycle};
use verilator_sys::{Error, Input, Library, Model, Output};

/// Every port.
#[derive(Clone, Debug)]
pub(crate) struct Pins {
    rst_n: Input,
    itype: Vec<Input>,
    iretire: Vec<Input>,
    retired: Option<Input>,
    bus_event: Vec<Input>,
    privilege: Input,
    halted: Input,
    /// Operation, address, data, privilege.
    csr: [Input; 4],
    /// Done, ours, illegal, virtual, value.
    answer: [Output; 5],
    lcofi: Option<Output>,
    /// What is beside an encoder does not show it.
    cycle: Option<Output>,
    /// The bits of a register.
    register: u64,
}

impl Pins {
    /// Those whose names begin with `prefix`.
    pub fn find(library: &Library, build: &Build, prefix: &str) -> Result<Pins, Error> {
        let input = |name: &str| library.input(&format!("{prefix}{name}"));
        let output = |name: &str| library.output(&format!("{prefix}{name}"));
        let several = |name: &str, count: usize| match count {
            1 => Ok(vec![input(name)?]),
            _ => (0..count).map(|n| input(&format!("{name}_{n}"))).collect::<Result<_, Error>>(),
        };
        let is_single = build.ingress.form == IngressForm::Single;
        let blocks = build.ingress.blocks as usize;
        Ok(Pins {
            rst_n: library.input("rst_n")?,
            itype: several("itype", blocks)?,
            iretire: if is_single { several("iretire", blocks)? } else { Vec::new() },
            retired: (!is_single).then(|| input("retired")).transpose()?,
            bus_event: several("bus_event", build.pmu.bus.0.len())?,
            privilege: input("privilege")?,
            halted: input("halted")?,
            csr: [input("csr_op")?, input("csr_address")?, input("csr_data")?, input("csr_privilege")?],
            answer: [
                output("csr_done")?,
                output("csr_ours")?,
                output("csr_illegal")?,
                output("csr_virtual")?,
                output("csr_value")?,
            ],
            lcofi: build.pmu.sscofpmf.then(|| output("lcofi_request")).transpose()?,
            cycle: (!build.encoder.built).then(|| output("cycle")).transpose()?,
            register: u64::MAX >> (64 - build.xlen),
        })
    }

    /// A reset, with all inputs 0.
    pub fn reset(&self, model: &mut Model) {
        for level in [0, 0] {
            model.set(self.rst_n, level);
            model.cycle();
        }
        model.set(self.rst_n, 1);
    }

    /// Shows the ports of a cycle.
    pub fn show(&self, model: &mut Model, cycle: &PmuCycle) {
        for (pin, block) in self.itype.iter().zip(&cycle.ingress.blocks) {
            model.set(*pin, block.itype.into());
        }
        for (pin, block) in self.iretire.iter().zip(&cycle.ingress.blocks) {
            model.set(*pin, block.iretire.into());
        }
        if let Some(pin) = self.retired {
            model.set(pin, cycle.retired.into());
        }
        for (pin, event) in self.bus_event.iter().zip(cycle.events) {
            model.set(*pin, event.into());
        }
        model.set(self.privilege, cycle.ingress.privilege.into());
        model.set(self.halted, cycle.ingress.halted.into());
        let op = cycle.access.map_or(0, |access| match access.operation {
            Operation::Read => 1,
            Operation::Write => 2,
            Operation::Set => 3,
            Operation::Clear => 4,
            Operation::ClearRecords => 5,
        });
        model.set(self.csr[0], op);
        if let Some(access) = cycle.access {
            let values = [access.csr.into(), access.data & self.register, access.privilege.into()];
            for (pin, value) in self.csr[1..].iter().zip(values) {
                model.set(*pin, value);
            }
        }
    }

    /// What the outputs showed in the last cycle; a value has no meaning with an exception.
    pub fn shown(&self, model: &Model) -> PmuShown {
        let [done, ours, illegal, refused, value] = self.answer.map(|pin| model.get(pin));
        let answer = match (ours, illegal, refused) {
            (1, 1, 0) => Answer::Illegal,
            (1, 0, 1) => Answer::Virtual,
            (0, 0, 0) if value == 0 => Answer::NotHere,
            (1, 0, 0) => Answer::Value(value),
            // No answer is like this one.
            _ => Answer::Value(!0 << 8 | ours << 2 | illegal << 1 | refused),
        };
        PmuShown {
            answer: (done != 0).then_some(answer),
            lcofi: self.lcofi.is_some_and(|pin| model.get(pin) != 0),
            cycle: self.cycle.is_some_and(|pin| model.get(pin) != 0),
        }
    }
}
