// SPDX-License-Identifier: Apache-2.0
//! Branch stacks, as `perf script` of Linux prints them.

use super::dump::Dump;
use super::program::{Program, UNKNOWN};
use tracewright_driver::ctr::{Record, Transfer};

/// `perf script -F brstack`: from, to, and what is known of it, newest first in one line.
pub fn brstack(dump: &Dump) -> String {
    line(dump, |record| format!(" {:#x}/{:#x}", record.source, record.target))
}

/// `perf script -F brstacksym`: the same with symbols.
pub fn brstacksym(dump: &Dump, program: &Program) -> String {
    let name = |address| match program.symbol(address) {
        Some((symbol, offset)) => format!("{symbol}+{offset:#x}"),
        None => UNKNOWN.to_string(),
    };
    line(dump, |record| format!("{}/{}", name(record.source), name(record.target)))
}

fn line(dump: &Dump, addresses: impl Fn(&Record) -> String) -> String {
    let records = dump.entries.iter().filter_map(|entry| entry.record());
    let entries = records.map(|record| addresses(&record) + &flags(&record));
    entries.collect::<String>() + "\n"
}

/// Mispredicted or predicted, no transaction, not aborted, cycles in perf's 16 bits, the type, no word on speculation.
fn flags(record: &Record) -> String {
    let predicted = if record.mispredicted { 'M' } else { 'P' };
    let cycles = record.cycles.unwrap_or_default().min(0xFFFF);
    format!("/{predicted}/-/-/{cycles}/{}/- ", record.transfer.map_or("", kind))
}

/// perf's name of a type; it has none for some.
fn kind(transfer: Transfer) -> &'static str {
    match transfer {
        Transfer::Exception => "SYSCALL",
        Transfer::Interrupt => "IRQ",
        Transfer::TrapReturn => "ERET",
        Transfer::NotTakenBranch | Transfer::TakenBranch => "COND",
        Transfer::IndirectCall => "IND_CALL",
        Transfer::DirectCall => "CALL",
        Transfer::IndirectJump | Transfer::OtherIndirectJump => "IND",
        Transfer::DirectJump | Transfer::OtherDirectJump => "UNCOND",
        Transfer::CoRoutineSwap => "",
        Transfer::Return => "RET",
    }
}
