// SPDX-License-Identifier: Apache-2.0
//! What a hart shows at its ingress port, cycle by cycle.

use crate::bench::{program, Error};
use tracewright_config::{Build, IngressForm, Run};
use tracewright_hart::Blocks;
use tracewright_messages::{ctype, Block, Ingress};

/// A cycle of the ingress port.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The port.
    pub port: Ingress,
    /// What it means.
    pub text: String,
    /// Cycles with nothing at the port after it, where the hart can't be stalled.
    pub gap: u32,
}

/// A hart executes so many instructions; half-way its context changes and a watchpoint fires, at three quarters a
/// debugger halts it.
pub(crate) fn lines(build: &Build, run: &Run, hart: u32, instructions: u32) -> Result<Vec<Line>, Error> {
    let mut execution = program::hart(build.xlen, hart)?;
    let stream = Blocks::new(&mut execution, &build.ingress).limit(instructions.into());
    let ports = stream.collect::<Result<Vec<_>, _>>()?;
    let context = build.encoder.scontext_width + build.encoder.hcontext_width;
    let (half, late) = (ports.len() / 2, ports.len() * 3 / 4);
    let mut lines = Vec::new();
    for (at, mut port) in ports.into_iter().enumerate() {
        let mut text = describe(build, hart, &port);
        if run.context && context > 0 {
            port.context = u64::from(hart + 1 + if at < half { 0 } else { 2 }) & u64::MAX >> (64 - context);
            port.ctype = ctype::PRECISE;
        }
        if run.triggers && at == half && port.blocks[0].is_valid() {
            port.blocks[0].notify = true;
            text.push_str("; a watchpoint");
        }
        if at == late {
            let halted = Ingress { blocks: Ingress::default().blocks, halted: true, ..port };
            lines.push(Line { port: halted, text: "halted".into(), gap: 0 });
        }
        lines.push(Line { port, text, gap: 0 });
    }
    Ok(lines)
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
