// SPDX-License-Identifier: Apache-2.0
//! Listings for people.

use super::{names, Address, Program};
use crate::Item;
use std::io::{self, Write};

fn instruction(pc: u64, program: &Program<'_>, out: &mut impl Write) -> io::Result<()> {
    let shown = program.show(pc);
    write!(out, "{}  {:8}  {:28}", Address(pc), shown.bits, shown.text)?;
    match shown.symbol {
        Some((name, 0)) => writeln!(out, "  {name}"),
        Some((name, offset)) => writeln!(out, "  {name}+{offset:#x}"),
        None => writeln!(out),
    }
}

pub(super) fn write(item: &Item, program: &Program<'_>, out: &mut impl Write) -> io::Result<()> {
    match *item {
        Item::Instruction { pc } => instruction(pc, program, out),
        Item::Sync { offset, reason, address } => {
            let name = names::sync_reason(reason);
            writeln!(out, "-- byte {offset}: synchronised at {}: {name} (SYNC {reason})", Address(address))
        }
        Item::Trap { kind, from, to } => {
            let kind = names::trap_kind(kind);
            match from {
                Some(from) => writeln!(out, "-- {kind} before {}, handler {}", Address(from), Address(to)),
                None => writeln!(out, "-- {kind}, handler {}", Address(to)),
            }
        }
        Item::Stop { offset, event } => {
            writeln!(out, "-- byte {offset}: trace stops: {} (EVCODE {event})", names::stop_reason(event))
        }
        Item::Lost { offset, etype, ecode } => {
            let (why, lost) = (names::error_type(etype), names::lost(ecode).join(", "));
            let lost = if lost.is_empty() { "not said which".to_owned() } else { lost };
            writeln!(out, "-- byte {offset}: messages were lost: {lost}; {why} (ETYPE {etype}, ECODE {ecode:#x})")
        }
        Item::Ownership { offset, process } => writeln!(out, "-- byte {offset}: {process}"),
        Item::Time { offset, time } => writeln!(out, "-- byte {offset}: time {time}"),
        Item::Ignored { offset, what } => {
            writeln!(out, "-- byte {offset}: message of TCODE {} ignored: {what}", what.tcode())
        }
        Item::Skipped { offset, len } => {
            writeln!(out, "-- byte {offset}: {len} bytes skipped, up to a synchronising message")
        }
        Item::Cut { offset } => writeln!(out, "-- byte {offset}: trace ends in the middle of a message"),
        Item::Error(error) => writeln!(out, "-- error: {error}"),
    }
}
