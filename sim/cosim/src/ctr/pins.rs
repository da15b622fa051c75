// SPDX-License-Identifier: Apache-2.0
//! The ports of the hardware.

use super::Shown;
use tracewright_config::Build;
use tracewright_model::ctr::{Answer, CtrCycle, DebugAccess, Operation, DEBUG_SELECT};
use verilator_sys::{Error, Input, Library, Model, Output};

/// The ports of a block.
#[derive(Clone, Debug)]
struct BlockPins {
    itype: Input,
    iaddr: Input,
    iretire: Input,
    ilastsize: Input,
    mispredict: Option<Input>,
}

/// Every port.
#[derive(Clone, Debug)]
pub(crate) struct Pins {
    blocks: Vec<BlockPins>,
    rst_n: Input,
    privilege: Input,
    halted: Input,
    next_iaddr: Input,
    next_privilege: Input,
    breakpoint: Option<Input>,
    lcofi: Option<Input>,
    cycle: Option<Input>,
    /// Operation, address, data, privilege.
    csr: [Input; 4],
    /// Done, ours, illegal, virtual, value.
    answer: [Output; 5],
    /// Inputs of the debug port, which the control bus drives where there is an encoder: request, write, addr, wdata,
    /// locked.
    debug: Option<[Input; 5]>,
    /// Outputs of the debug port: done, rdata.
    debugged: [Output; 2],
}

impl Pins {
    /// Those whose names begin with `prefix`; the debug port has pins where the records are alone.
    pub fn find(library: &Library, build: &Build, prefix: &str, is_alone: bool) -> Result<Pins, Error> {
        let input = |name: &str| library.input(&format!("{prefix}{name}"));
        let output = |name: &str| library.output(&format!("{prefix}{name}"));
        let built = |name: &str, is_built: bool| is_built.then(|| input(name)).transpose();
        let debug = || -> Result<[Input; 5], Error> {
            Ok([
                input("debug_request")?,
                input("debug_write")?,
                input("debug_addr")?,
                input("debug_wdata")?,
                input("debug_locked")?,
            ])
        };
        let blocks = (0..build.ingress.blocks).map(|i| {
            let of = |name: &str| if build.ingress.blocks == 1 { name.to_string() } else { format!("{name}_{i}") };
            Ok(BlockPins {
                itype: input(&of("itype"))?,
                iaddr: input(&of("iaddr"))?,
                iretire: input(&of("iretire"))?,
                ilastsize: input(&of("ilastsize"))?,
                mispredict: built(&of("mispredict"), build.ctr.misp)?,
            })
        });
        Ok(Pins {
            blocks: blocks.collect::<Result<_, Error>>()?,
            rst_n: library.input("rst_n")?,
            privilege: input("privilege")?,
            halted: input("halted")?,
            next_iaddr: input("next_iaddr")?,
            next_privilege: input("next_privilege")?,
            breakpoint: built("breakpoint", build.ctr.freeze)?,
            lcofi: built("lcofi", build.ctr.freeze)?,
            cycle: built("cycle", build.ctr.cycles && !build.pmu.built)?,
            csr: [input("csr_op")?, input("csr_address")?, input("csr_data")?, input("csr_privilege")?],
            answer: [
                output("csr_done")?,
                output("csr_ours")?,
                output("csr_illegal")?,
                output("csr_virtual")?,
                output("csr_value")?,
            ],
            debug: is_alone.then(debug).transpose()?,
            debugged: [output("debug_done")?, output("debug_rdata")?],
        })
    }

    /// A reset, with all inputs 0.
    pub fn reset(&self, model: &mut Model) {
        for level in [1, 0, 1] {
            model.set(self.rst_n, level);
            model.cycle();
        }
    }

    /// Shows the ports of a cycle.
    pub fn show(&self, model: &mut Model, cycle: &CtrCycle, request: Option<DebugAccess>) {
        for (i, pins) in self.blocks.iter().enumerate() {
            let block = &cycle.ingress.blocks[i];
            model.set(pins.itype, block.itype.into());
            model.set(pins.iaddr, block.iaddr);
            model.set(pins.iretire, block.iretire.into());
            model.set(pins.ilastsize, block.ilastsize.into());
            if let Some(pin) = pins.mispredict {
                model.set(pin, cycle.mispredict[i].into());
            }
        }
        model.set(self.privilege, cycle.ingress.privilege.into());
        model.set(self.halted, cycle.ingress.halted.into());
        model.set(self.next_iaddr, cycle.next_address);
        model.set(self.next_privilege, cycle.next_privilege.into());
        let flags = [(self.breakpoint, cycle.breakpoint), (self.lcofi, cycle.lcofi), (self.cycle, cycle.cycle)];
        for (pin, flag) in flags {
            if let Some(pin) = pin {
                model.set(pin, flag.into());
            }
        }
        let op = cycle.access.map_or(0, |access| match access.operation {
            Operation::Read => 1,
            Operation::Write => 2,
            Operation::Set => 3,
            Operation::Clear => 4,
            Operation::ClearRecords => 5,
        });
        let (number, data, mode) = cycle.access.map_or((0, 0, 0), |access| (access.csr, access.data, access.privilege));
        for (pin, value) in self.csr.iter().zip([op, number.into(), data, mode.into()]) {
            model.set(*pin, value);
        }
        let (is_write, offset, wdata) = match request {
            Some(DebugAccess::Write(offset, data)) => (true, offset, data),
            Some(DebugAccess::Read(offset)) => (false, offset, 0),
            None => (false, DEBUG_SELECT, 0),
        };
        let number = (offset - DEBUG_SELECT) / 4;
        let values = [request.is_some().into(), is_write.into(), number.into(), wdata.into(), cycle.locked.into()];
        for (pin, value) in self.debug.into_iter().flatten().zip(values) {
            model.set(pin, value);
        }
    }

    /// What the debug port shows as read.
    pub fn read_by_debugger(&self, model: &Model) -> u32 {
        model.get(self.debugged[1]) as u32
    }

    /// What the outputs showed in the last cycle; what the debug port reads has no meaning after a write.
    pub fn shown(&self, model: &Model, is_write: bool) -> Shown {
        let [done, ours, illegal, refused, value] = self.answer.map(|pin| model.get(pin));
        let answer = match (ours, illegal, refused) {
            (1, 1, 0) if value == 0 => Answer::Illegal,
            (1, 0, 1) if value == 0 => Answer::Virtual,
            (0, 0, 0) if value == 0 => Answer::NotHere,
            (1, 0, 0) => Answer::Value(value),
            // No answer is like this one.
            _ => Answer::Value(!0 << 8 | ours << 2 | illegal << 1 | refused),
        };
        let answer = (done != 0).then_some(answer);
        let [done, rdata] = self.debugged.map(|pin| model.get(pin));
        let debug = (done != 0).then_some(if is_write { 0 } else { rdata as u32 });
        Shown { answer, debug }
    }
}
