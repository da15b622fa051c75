// SPDX-License-Identifier: Apache-2.0
//! The inputs of the block that a line drives, and their values.

use super::play::Line;
use tracewright_config::Build;
use tracewright_model::ctr::{DebugAccess, Operation, DEBUG_SELECT};
use tracewright_verilog::Port;

/// An input that a line drives.
pub(super) struct Column<'a> {
    /// The port.
    pub name: &'a str,
    /// Bits of the port.
    pub width: u32,
    value: Value,
}

type Value = Box<dyn Fn(&Line) -> u64>;

impl Column<'_> {
    /// Its value in a line.
    pub fn of(&self, line: &Line) -> u64 {
        (self.value)(line) & u64::MAX >> (64 - self.width)
    }
}

/// Those of the ports that a line drives: all inputs but clock and reset.
pub(super) fn columns<'a>(build: &Build, ports: &'a [Port]) -> Vec<Column<'a>> {
    let inputs = ports.iter().filter(|port| port.input);
    let column = |port: &'a Port| {
        let value = value(build, &port.name)?;
        Some(Column { name: &port.name, width: port.width as u32, value })
    };
    inputs.filter_map(column).collect()
}

/// How a line has the value of a port.
fn value(build: &Build, name: &str) -> Option<Value> {
    let (base, place) = match name.rsplit_once('_').map(|(base, place)| (base, place.parse::<usize>())) {
        Some((base, Ok(place))) => (base, place),
        _ => (name, 0),
    };
    let freeze = build.ctr.freeze;
    Some(match base {
        "itype" => Box::new(move |line| line.shown.ingress.blocks[place].itype.into()),
        "iaddr" => Box::new(move |line| line.shown.ingress.blocks[place].iaddr),
        "iretire" => Box::new(move |line| line.shown.ingress.blocks[place].iretire.into()),
        "ilastsize" => Box::new(move |line| line.shown.ingress.blocks[place].ilastsize.into()),
        "mispredict" => Box::new(move |line| line.shown.mispredict[place].into()),
        "bus_event" => Box::new(move |line| line.events[place].into()),
        "privilege" => Box::new(|line| line.shown.ingress.privilege.into()),
        "halted" => Box::new(|line| line.shown.ingress.halted.into()),
        "next_iaddr" => Box::new(|line| line.shown.next_address),
        "next_privilege" => Box::new(|line| line.shown.next_privilege.into()),
        "breakpoint" => Box::new(|line| line.shown.breakpoint.into()),
        "lcofi" if freeze => Box::new(|line| line.shown.lcofi.into()),
        "cycle" => Box::new(|line| line.shown.cycle.into()),
        "retired" => Box::new(|line| line.retired.into()),
        "csr_op" => Box::new(|line| line.shown.access.map_or(0, |access| operation(access.operation))),
        "csr_address" => Box::new(|line| line.shown.access.map_or(0, |access| access.csr.into())),
        "csr_data" => Box::new(|line| line.shown.access.map_or(0, |access| access.data)),
        "csr_privilege" => Box::new(|line| line.shown.access.map_or(0, |access| access.privilege.into())),
        "debug_request" => Box::new(|line| line.debug.is_some().into()),
        "debug_write" => Box::new(|line| matches!(line.debug, Some(DebugAccess::Write(..))).into()),
        "debug_addr" => Box::new(|line| {
            u64::from(line.debug.map_or(0, |access| match access {
                DebugAccess::Read(offset) | DebugAccess::Write(offset, _) => (offset - DEBUG_SELECT) / 4,
            }))
        }),
        "debug_wdata" => Box::new(|line| match line.debug {
            Some(DebugAccess::Write(_, data)) => data.into(),
            _ => 0,
        }),
        "debug_locked" => Box::new(|line| line.shown.locked.into()),
        _ => return None,
    })
}

/// `csr_op` of an operation.
fn operation(operation: Operation) -> u64 {
    match operation {
        Operation::Read => 1,
        Operation::Write => 2,
        Operation::Set => 3,
        Operation::Clear => 4,
        Operation::ClearRecords => 5,
    }
}
