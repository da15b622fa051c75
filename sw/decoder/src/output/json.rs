// SPDX-License-Identifier: Apache-2.0
//! A JSON object an item. Addresses, contexts and times are strings, since JSON numbers do not hold 64 bits everywhere.

use super::{names, Address, Program};
use crate::{Context, Item, Process, TrapKind};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
#[serde(tag = "item", rename_all = "snake_case")]
enum Line<'a> {
    Instruction { pc: Address, bits: String, text: String, symbol: Option<&'a str>, offset: Option<u64> },
    Sync { byte: usize, reason: u8, name: &'a str, address: Address },
    Trap { kind: &'static str, from: Option<Address>, to: Address },
    Stop { byte: usize, event: u8, name: &'a str },
    Lost { byte: usize, etype: u8, name: &'a str, ecode: u64, lost: Vec<&'a str> },
    Ownership(Ownership),
    Time { byte: usize, time: String },
    Ignored { byte: usize, tcode: u8, name: String },
    Skipped { byte: usize, bytes: usize },
    Cut { byte: usize },
    Error { byte: usize, message_number: u64, address: Option<Address>, message: String },
}

#[derive(Serialize)]
struct Ownership {
    byte: usize,
    process: String,
    /// `null` where V, PRV or FORMAT is reserved.
    privilege: Option<String>,
    scontext: Option<String>,
    hcontext: Option<String>,
}

impl Ownership {
    fn new(byte: usize, process: Process) -> Ownership {
        let hex = |value: u64| Some(format!("{value:#x}"));
        let (scontext, hcontext) = match process.context() {
            Some(Context::Supervisor(context)) => (hex(context), None),
            Some(Context::Hypervisor(context)) => (None, hex(context)),
            None => (None, None),
        };
        let privilege = process.privilege().map(|p| p.to_string());
        Ownership { byte, process: format!("{:#x}", process.0), privilege, scontext, hcontext }
    }
}

impl Serialize for Address {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

pub(super) fn write(item: &Item, program: &Program<'_>, out: &mut impl Write) -> io::Result<()> {
    let line = match *item {
        Item::Instruction { pc } => {
            let shown = program.show(pc);
            let (symbol, offset) = shown.symbol.unzip();
            Line::Instruction { pc: Address(pc), bits: shown.bits, text: shown.text, symbol, offset }
        }
        Item::Sync { offset, reason, address } => {
            Line::Sync { byte: offset, reason, name: names::sync_reason(reason), address: Address(address) }
        }
        Item::Trap { kind, from, to } => {
            let kind = match kind {
                TrapKind::Exception => "exception",
                TrapKind::Interrupt => "interrupt",
                TrapKind::Either => "either",
            };
            Line::Trap { kind, from: from.map(Address), to: Address(to) }
        }
        Item::Stop { offset, event } => Line::Stop { byte: offset, event, name: names::stop_reason(event) },
        Item::Lost { offset, etype, ecode } => {
            Line::Lost { byte: offset, etype, name: names::error_type(etype), ecode, lost: names::lost(ecode) }
        }
        Item::Ownership { offset, process } => Line::Ownership(Ownership::new(offset, process)),
        Item::Time { offset, time } => Line::Time { byte: offset, time: time.to_string() },
        Item::Ignored { offset, what } => Line::Ignored { byte: offset, tcode: what.tcode(), name: what.to_string() },
        Item::Skipped { offset, len } => Line::Skipped { byte: offset, bytes: len },
        Item::Cut { offset } => Line::Cut { byte: offset },
        Item::Error(error) => Line::Error {
            byte: error.offset,
            message_number: error.message,
            address: error.address.map(Address),
            message: error.kind.to_string(),
        },
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)
}
