// SPDX-License-Identifier: Apache-2.0
//! The lines that Spike writes.
//!
//! `-l` lists an instruction before it executes, and writes every trap. `--log-commits` writes an instruction after it
//! has retired, and no traps. An instruction that follows itself is listed once, and counted in an `Executed` line
//! before the next one.

use super::resolve::Kind;
use super::scan::Scan;
use super::{Line, Problem};

/// Whether `line` is one that Spike mixes with its log, and that says nothing of the hart.
pub(super) fn is_notice(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"warning: ") || line.starts_with(b"*** FAILED ***")
}

/// Whether `line` looks like one of Spike's.
pub(super) fn recognises(line: &[u8]) -> bool {
    line.starts_with(b"core ") || bare_commit(line).is_some()
}

/// What a log has that starts with `start`.
pub(super) fn kind(start: &[u8], hart: u32) -> Kind {
    let (mut listed, mut committed) = (false, false);
    for line in start.split(|&b| b == b'\n') {
        match parse(line, hart) {
            Ok(Line::Listed { .. }) => listed = true,
            Ok(Line::Committed { .. }) => committed = true,
            _ => {}
        }
    }
    match (listed, committed) {
        (true, true) => Kind::SpikeBoth,
        (_, false) => Kind::SpikeListing,
        (false, true) => Kind::SpikeCommits,
    }
}

/// What `line` says of `hart`.
pub(super) fn parse(line: &[u8], hart: u32) -> Result<Line, Problem> {
    if is_notice(line) {
        return Ok(Line::Nothing);
    }
    read(line, hart).ok_or_else(|| Problem::foreign(line))
}

fn read(line: &[u8], hart: u32) -> Option<Line> {
    let mut scan = Scan(line);
    if scan.eat(b"core ").is_none() {
        return bare_commit(line);
    }
    scan.blanks();
    let number = scan.decimal()?;
    scan.eat(b":")?;
    scan.blanks();
    if number != u64::from(hart) {
        return Some(Line::Nothing);
    }
    match scan.0 {
        [b'0', b'x', ..] => {
            let (pc, bits) = instruction(&mut scan)?;
            Some(Line::Listed { pc, bits: Some(bits) })
        }
        [b'0'..=b'9', ..] => commit(scan),
        [b'>', b'>', b'>', b'>', ..] => Some(Line::Nothing),
        _ => remark(scan),
    }
}

/// A line without `core`, as versions before 2020 wrote commits.
fn bare_commit(line: &[u8]) -> Option<Line> {
    commit(Scan(line))
}

fn commit(mut scan: Scan) -> Option<Line> {
    scan.decimal()?;
    scan.eat(b" ")?;
    let (pc, bits) = instruction(&mut scan)?;
    Some(Line::Committed { pc, bits })
}

/// `0xPC (0xBITS)`.
fn instruction(scan: &mut Scan) -> Option<(u64, u32)> {
    let pc = scan.prefixed_hex()?;
    scan.eat(b" (")?;
    let bits = scan.prefixed_hex()?;
    scan.eat(b")")?;
    Some((pc, bits as u32))
}

/// Everything that is no instruction.
fn remark(mut scan: Scan) -> Option<Line> {
    if scan.eat(b"Executed ").is_some() {
        let times = scan.decimal()?;
        scan.eat(b" times")?;
        return (times > 0).then_some(Line::Repeated { times });
    }
    if scan.eat(b"tval 0x").is_some() || scan.eat(b"badaddr 0x").is_some() {
        return Some(Line::Nothing);
    }
    let exception = scan.eat(b"exception ").is_some();
    let interrupt = scan.eat(b"interrupt ").is_some();
    if !exception && !interrupt {
        return None;
    }
    scan.find(b", epc ")?;
    Some(Line::Trapped { interrupt, epc: scan.prefixed_hex()? })
}
