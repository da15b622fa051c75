// SPDX-License-Identifier: Apache-2.0
//! The port of a hart.

use super::Retired;
use tracewright_config::{Build, TandemClass};
use tracewright_tandem::{Kind, Retirement};
use verilator_sys::{Error, Input, Library, Model};

/// A register, or a value: whether it is there, its number or size, and the value.
#[derive(Clone, Copy)]
struct Value {
    valid: Input,
    number: Option<Input>,
    data: Input,
}

/// What retires first, second and so on in a cycle.
#[derive(Clone)]
pub struct Lane {
    valid: Input,
    kind: Input,
    pc: Value,
    instruction: Option<Value>,
    gpr: Option<Value>,
    fpr: Option<Value>,
    csr: Vec<Value>,
    fcsr: Option<Value>,
    paddr: Option<Value>,
    eaddr: Option<Value>,
    store: Option<Value>,
    privilege: Option<Value>,
    request: Option<Request>,
    mtime: Option<Value>,
    unobserved: Option<Value>,
}

/// The memory bus.
#[derive(Clone, Copy)]
struct Request {
    valid: Input,
    address: Input,
    operation: Input,
    size: Input,
    data: Input,
    response: Value,
}

impl Lane {
    /// All of a hart, the one of the oldest first. `hart` is what the names of its ports begin with.
    pub(super) fn all(library: &Library, build: &Build, hart: &str) -> Result<Vec<Lane>, Error> {
        (0..build.tandem.instructions).map(|lane| Lane::find(library, build, hart, lane)).collect()
    }

    fn find(library: &Library, build: &Build, hart: &str, lane: u32) -> Result<Lane, Error> {
        let input = |name: &str| match build.tandem.instructions {
            1 => library.input(&format!("{hart}retired_{name}")),
            _ => library.input(&format!("{hart}retired_{lane}_{name}")),
        };
        let value = |name: &str, number: &str| {
            let number = (!number.is_empty()).then(|| input(&format!("{name}_{number}"))).transpose()?;
            Ok(Value { valid: input(&format!("{name}_valid"))?, number, data: input(&format!("{name}_data"))? })
        };
        let built = |class: TandemClass, name: &str, number: &str| {
            build.has_tandem(class).then(|| value(name, number)).transpose()
        };
        let csrs = if build.has_tandem(TandemClass::Csr) { build.tandem.csrs } else { 0 };
        let has_fcsr = csrs > 0 && build.tandem.flen > 0;
        let request = || {
            Ok(Request {
                valid: input("request_valid")?,
                address: input("request_address")?,
                operation: input("request_operation")?,
                size: input("request_size")?,
                data: input("request_data")?,
                response: value("response", "failed")?,
            })
        };
        Ok(Lane {
            valid: input("valid")?,
            kind: input("kind")?,
            pc: value("pc", "")?,
            instruction: built(TandemClass::Instruction, "instruction", "compressed")?,
            gpr: built(TandemClass::Gpr, "gpr", "number")?,
            fpr: built(TandemClass::Fpr, "fpr", "number")?,
            csr: (0..csrs).map(|csr| value(&format!("csr{csr}"), "number")).collect::<Result<_, _>>()?,
            fcsr: has_fcsr.then(|| value("fcsr", "")).transpose()?,
            paddr: built(TandemClass::Paddr, "paddr", "")?,
            eaddr: built(TandemClass::Eaddr, "eaddr", "")?,
            store: built(TandemClass::Store, "store", "size")?,
            privilege: built(TandemClass::Privilege, "privilege", "")?,
            request: build.has_tandem(TandemClass::Memory).then(request).transpose()?,
            mtime: built(TandemClass::Outside, "mtime", "")?,
            unobserved: built(TandemClass::Outside, "unobserved", "number")?,
        })
    }

    /// Shows what retires, or that nothing does.
    pub(super) fn show(&self, model: &mut Model, retired: Option<&Retired>) {
        model.set(self.valid, retired.is_some().into());
        let Some(retired) = retired else { return };
        let kind = match retired.retirement.map(|retirement| retirement.kind) {
            Some(Kind::Retired) => 0,
            Some(Kind::Reset) => 1,
            Some(Kind::Initialisation) => 2,
            None => 3,
        };
        model.set(self.kind, kind);
        let group = retired.retirement.unwrap_or_default();
        let Retirement { pc, instruction, gpr, fpr, csr, fcsr, paddr, eaddr, memdata, privilege, memory, .. } = group;
        show(model, Some(self.pc), pc.map(|pc| (0, pc)));
        let instruction = instruction.map(|(bits, length)| (u64::from(length == 2), u64::from(bits)));
        show(model, self.instruction, instruction);
        show(model, self.gpr, gpr.map(|(number, value)| (number.into(), value)));
        show(model, self.fpr, fpr.map(|(number, value)| (number.into(), value)));
        for (n, port) in self.csr.iter().enumerate() {
            show(model, Some(*port), csr[n].map(|(number, value)| (number.into(), value)));
        }
        show(model, self.fcsr, fcsr.map(|value| (0, value)));
        show(model, self.paddr, paddr.map(|address| (0, address)));
        show(model, self.eaddr, eaddr.map(|address| (0, address)));
        show(model, self.store, memdata.map(|(size, value)| (size.code().into(), value)));
        show(model, self.privilege, privilege.map(|privilege| (0, privilege.into())));
        show(model, self.mtime, retired.mtime.map(|time| (0, time)));
        show(model, self.unobserved, retired.unobserved.map(|(number, value)| (number.into(), value)));
        let Some(port) = self.request else { return };
        model.set(port.valid, memory.is_some().into());
        if let Some(memory) = memory {
            model.set(port.address, memory.address);
            model.set(port.operation, memory.operation.code().into());
            model.set(port.size, memory.size.code().into());
            model.set(port.data, memory.written);
            let response = memory.response.map(|(outcome, read)| (outcome.code().into(), read));
            show(model, Some(port.response), response);
        }
    }
}

/// Shows a number and a value, or that there is none.
fn show(model: &mut Model, port: Option<Value>, value: Option<(u64, u64)>) {
    let Some(port) = port else { return };
    model.set(port.valid, value.is_some().into());
    if let Some((number, value)) = value {
        model.set(port.data, value);
        if let Some(port) = port.number {
            model.set(port, number);
        }
    }
}
