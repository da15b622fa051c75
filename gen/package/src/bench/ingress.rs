// SPDX-License-Identifier: Apache-2.0
//! What a hart shows at its ingress port, cycle by cycle.

use crate::bench::{program, Error};
use tracewright_config::{Adapter, Build, IngressForm, Run};
use tracewright_hart::{Blocks, Retirement, Retirements};
use tracewright_messages::{ctype, Block, Ingress};

/// dret, the instruction that a hart executes in debug mode.
const DRET: u32 = 0x7B20_0073;

/// A cycle of the ingress port.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The port.
    pub port: Ingress,
    /// What the adapter makes the blocks of the port of, if there is one.
    pub row: Row,
    /// What it means.
    pub text: String,
    /// Cycles with nothing at the port after it.
    pub gap: u32,
}

/// An instruction at RVFI.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Row {
    /// The instruction.
    pub insn: u32,
    /// Its address.
    pub pc: u64,
    /// Address of the next one.
    pub next: u64,
    /// It trapped.
    pub trap: bool,
    /// It is the first one of a handler.
    pub intr: bool,
    /// Mode in which it was executed.
    pub mode: u8,
    /// Mode in which the next one is executed.
    pub return_mode: u8,
    /// It was executed in debug mode.
    pub debug: bool,
}

/// A hart executes so many instructions; half-way its context changes and a watchpoint fires, at three quarters a
/// debugger halts it.
pub(crate) fn lines(build: &Build, run: &Run, hart: u32, instructions: u32) -> Result<Vec<Line>, Error> {
    let (ports, rows) = executed(build, hart, instructions)?;
    let context = build.encoder.scontext_width + build.encoder.hcontext_width;
    let (half, late) = (ports.len() / 2, ports.len() * 3 / 4);
    let mut lines = Vec::new();
    for (at, (mut port, row)) in ports.into_iter().zip(rows).enumerate() {
        let mut text = describe(build, hart, &port);
        if run.context && context > 0 {
            port.context = u64::from(hart + 1 + if at < half { 0 } else { 2 }) & u64::MAX >> (64 - context);
            port.ctype = ctype::PRECISE;
        }
        let valid = port.blocks.iter_mut().find(|block| block.is_valid());
        if let Some(block) = valid.filter(|_| run.triggers && at == half) {
            block.notify = true;
            text.push_str("; a watchpoint");
        }
        if at == late {
            let halted = Ingress { blocks: Ingress::default().blocks, halted: true, ..port };
            let debug = Row { insn: DRET, debug: true, next: row.pc, return_mode: row.mode, ..Row::default() };
            lines.push(Line { port: halted, row: debug, text: "halted".into(), gap: 0 });
        }
        lines.push(Line { port, row, text, gap: 0 });
    }
    Ok(lines)
}

/// What a hart shows cycle by cycle, and what the adapter makes it of: then a cycle has one instruction, each at the
/// next place.
fn executed(build: &Build, hart: u32, instructions: u32) -> Result<(Vec<Ingress>, Vec<Row>), Error> {
    let mut execution = program::hart(build.xlen, hart)?;
    if build.ingress.adapter == Adapter::None {
        let stream = Blocks::new(&mut execution, &build.ingress).limit(instructions.into());
        let ports = stream.collect::<Result<Vec<_>, _>>()?;
        let rows = vec![Row::default(); ports.len()];
        return Ok((ports, rows));
    }
    let one = tracewright_config::Ingress { blocks: 1, ..build.ingress.clone() };
    let blocks = Blocks::new(&mut execution, &one).max_instructions(1);
    let mut ports = blocks.take(instructions as usize).collect::<Result<Vec<_>, _>>()?;
    for (at, port) in ports.iter_mut().enumerate() {
        port.blocks.swap(0, at % build.ingress.blocks as usize);
    }
    let mut again = program::hart(build.xlen, hart)?;
    let retirements = Retirements::new(&mut again).take(instructions as usize);
    let row = |retirement: Result<Retirement, tracewright_hart::Error>| {
        let Retirement { pc, next, next_privilege, trap, intr, privilege } = retirement?;
        let (next, return_mode) = (next.unwrap_or_default(), next_privilege.unwrap_or_default());
        let insn = program::word(build.xlen, hart, pc);
        Ok(Row { insn, pc, next, trap, intr, mode: privilege, return_mode, debug: false })
    };
    Ok((ports, retirements.map(row).collect::<Result<_, Error>>()?))
}

/// How each block ends, with the address there.
fn describe(build: &Build, hart: u32, port: &Ingress) -> String {
    let of_block = |block: &Block| {
        let half_words = match build.ingress.form {
            IngressForm::Block => u64::from(block.iretire),
            IngressForm::Single => u64::from(block.iretire) << block.ilastsize,
        };
        let last = (block.iaddr + 2 * half_words).wrapping_sub(2 << block.ilastsize);
        match block.iretire {
            0 => "trap".to_string(),
            _ => program::text(build.xlen, hart, last).to_string(),
        }
    };
    let texts: Vec<_> = port.blocks.iter().filter(|block| block.is_valid()).map(of_block).collect();
    texts.join(" | ")
}
