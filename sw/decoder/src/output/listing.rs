// SPDX-License-Identifier: Apache-2.0
//! Listings for people.

use super::{Address, Program};
use crate::{Item, TrapKind};
use std::io::{self, Write};
use tracewright_messages::{evcode, sync};

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
            writeln!(out, "-- byte {offset}: synchronised at {}: {}", Address(address), sync_reason(reason))
        }
        Item::Trap { kind, from, to } => {
            let kind = match kind {
                TrapKind::Exception => "exception",
                TrapKind::Interrupt => "interrupt",
                TrapKind::Either => "exception or interrupt",
            };
            match from {
                Some(from) => writeln!(out, "-- {kind} before {}, handler {}", Address(from), Address(to)),
                None => writeln!(out, "-- {kind}, handler {}", Address(to)),
            }
        }
        Item::Stop { offset, event } => writeln!(out, "-- byte {offset}: trace stops: {}", stop_reason(event)),
        Item::Lost { offset, etype, ecode } => {
            writeln!(out, "-- byte {offset}: messages were lost (ETYPE {etype}, ECODE {ecode:#x})")
        }
        Item::Ownership { offset, process } => writeln!(out, "-- byte {offset}: PROCESS {process:#x}"),
        Item::Ignored { offset, tcode } => writeln!(out, "-- byte {offset}: message of TCODE {tcode} ignored"),
        Item::Skipped { offset, len } => {
            writeln!(out, "-- byte {offset}: {len} bytes skipped, up to a synchronising message")
        }
        Item::Cut { offset } => writeln!(out, "-- byte {offset}: trace ends in the middle of a message"),
        Item::Error(error) => writeln!(out, "-- error: {error}"),
    }
}

/// SYNC in words (Table 25).
fn sync_reason(reason: u8) -> &'static str {
    match reason {
        sync::EXTERNAL_TRIGGER => "external trigger",
        sync::EXIT_FROM_RESET => "exit from reset",
        sync::PERIODIC => "periodic",
        sync::EXIT_FROM_DEBUG => "exit from debug mode",
        sync::SEQUENTIAL_INSTRUCTION_COUNTER => "I-CNT full",
        sync::TRACE_ENABLE => "trace enabled",
        sync::TRACE_EVENT => "trace event",
        sync::RESTART_FROM_OVERRUN => "restart after lost messages",
        sync::EXIT_FROM_POWER_DOWN => "exit from power-down",
        _ => "reserved reason",
    }
}

/// EVCODE in words (Table 23).
fn stop_reason(event: u8) -> &'static str {
    match event {
        evcode::DEBUG => "debug mode entered",
        evcode::LOW_POWER => "low-power mode entered",
        evcode::DISABLED => "trace disabled",
        _ => "reserved reason",
    }
}
