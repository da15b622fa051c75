// SPDX-License-Identifier: Apache-2.0
//! The lines that QEMU (7 to 10) writes with `-d exec,nochain` and `int`.
//!
//! A `Trace` line lists an instruction before it executes. Where an interrupt or an exit comes first, a `Stopped` line
//! takes it back; where an access to a device makes QEMU start the instruction again, a `rewound` line does.

use super::scan::Scan;
use super::{Line, Problem};

const TRACE: &[u8] = b"Trace ";
const STOPPED: &[u8] = b"Stopped execution of TB chain before ";
const REWOUND: &[u8] = b"cpu_io_recompile: rewound execution of TB to ";
const TRAP: &[u8] = b"riscv_cpu_do_interrupt: hart:";
const LINKING: &[u8] = b"Linking TBs ";

/// Whether `line` looks like one of QEMU's.
pub(super) fn recognises(line: &[u8]) -> bool {
    [TRACE, STOPPED, REWOUND, TRAP, LINKING].iter().any(|start| line.starts_with(start))
}

/// What `line` says of `hart`.
pub(super) fn parse(line: &[u8], hart: u32) -> Result<Line, Problem> {
    if line.starts_with(LINKING) {
        return Err(Problem::Chained);
    }
    if line.trim_ascii().is_empty() {
        return Ok(Line::Nothing);
    }
    read(Scan(line), u64::from(hart)).ok_or_else(|| Problem::foreign(line))
}

fn read(mut scan: Scan, hart: u64) -> Option<Line> {
    if scan.eat(TRACE).is_some() {
        let number = scan.decimal()?;
        scan.eat(b": 0x")?;
        scan.hex()?;
        scan.eat(b" [")?;
        scan.hex()?;
        scan.eat(b"/")?;
        let pc = scan.hex()?;
        scan.eat(b"/")?;
        scan.find(b"]")?;
        return Some(if number == hart { Line::Listed { pc, bits: None } } else { Line::Nothing });
    }
    if scan.eat(STOPPED).is_some() {
        scan.find(b"[")?;
        let pc = scan.hex()?;
        scan.eat(b"]")?;
        return Some(Line::Withdrawn { pc });
    }
    if scan.eat(REWOUND).is_some() {
        return Some(Line::Withdrawn { pc: scan.hex()? });
    }
    scan.eat(TRAP)?;
    let number = scan.decimal()?;
    scan.eat(b", async:")?;
    let interrupt = scan.decimal()? != 0;
    scan.find(b", epc:0x")?;
    let epc = scan.hex()?;
    Some(if number == hart { Line::Trapped { interrupt, epc } } else { Line::Nothing })
}
