// SPDX-License-Identifier: Apache-2.0
//! A JSON object an item. Addresses are strings, since JSON numbers do not hold 64 bits everywhere.

use super::{Address, Program};
use crate::{Item, TrapKind};
use serde::Serialize;
use std::io::{self, Write};

#[derive(Serialize)]
#[serde(tag = "item", rename_all = "snake_case")]
enum Line<'a> {
    Instruction { pc: Address, bits: String, text: String, symbol: Option<&'a str>, offset: Option<u64> },
    Sync { byte: usize, reason: u8, address: Address },
    Trap { kind: &'static str, from: Option<Address>, to: Address },
    Stop { byte: usize, event: u8 },
    Lost { byte: usize, etype: u8, ecode: u64 },
    Ownership { byte: usize, process: String },
    Ignored { byte: usize, tcode: u8 },
    Skipped { byte: usize, bytes: usize },
    Cut { byte: usize },
    Error { byte: usize, address: Option<Address>, message: String },
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
        Item::Sync { offset, reason, address } => Line::Sync { byte: offset, reason, address: Address(address) },
        Item::Trap { kind, from, to } => {
            let kind = match kind {
                TrapKind::Exception => "exception",
                TrapKind::Interrupt => "interrupt",
                TrapKind::Either => "either",
            };
            Line::Trap { kind, from: from.map(Address), to: Address(to) }
        }
        Item::Stop { offset, event } => Line::Stop { byte: offset, event },
        Item::Lost { offset, etype, ecode } => Line::Lost { byte: offset, etype, ecode },
        Item::Ownership { offset, process } => Line::Ownership { byte: offset, process: format!("{process:#x}") },
        Item::Ignored { offset, tcode } => Line::Ignored { byte: offset, tcode },
        Item::Skipped { offset, len } => Line::Skipped { byte: offset, bytes: len },
        Item::Cut { offset } => Line::Cut { byte: offset },
        Item::Error(error) => {
            Line::Error { byte: error.offset, address: error.address.map(Address), message: error.kind.to_string() }
        }
    };
    serde_json::to_writer(&mut *out, &line)?;
    writeln!(out)
}
