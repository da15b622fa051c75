// SPDX-License-Identifier: Apache-2.0
//! A block in rust-hdl's simulator, with its type forgotten.

use crate::differential::random::Random;
use num_bigint::BigUint;
use rust_hdl_core::prelude::{Atom, AtomKind, Block, Clock, In, Probe, Signal};
use tracewright_verilog::language::NARROW;
use tracewright_verilog::{emit, parts, Options, Output};

/// Settling takes at most so many rounds, or the block has a combinational loop.
const MAX_ROUNDS: usize = 1000;

/// A block that can be run and printed.
pub(crate) trait Device {
    /// The block's Verilog.
    fn emit(&self, name: &str, options: &Options) -> Result<Output, tracewright_verilog::Error>;
    /// Drives the inputs with the clock low and lets everything settle.
    fn drive(&mut self, random: &mut Random);
    /// Makes a rising edge of the clock.
    fn edge(&mut self);
    /// Values of the ports that a build with these features has, in the order of [`Output::ports`].
    fn ports(&self, features: &[(&str, bool)]) -> Vec<BigUint>;
}

/// How to get at the clock of a block.
pub(crate) type ClockOf<B> = fn(&mut B) -> &mut Signal<In, Clock>;

/// A block, its clock and what drives its other inputs.
pub(crate) struct Driven<B, D> {
    pub(crate) block: B,
    pub(crate) clock: Option<ClockOf<B>>,
    pub(crate) drive: D,
}

impl<B: Block, D: FnMut(&mut B, &mut Random)> Driven<B, D> {
    fn settle(&mut self) {
        for _ in 0..MAX_ROUNDS {
            self.block.update_all();
            if !self.block.has_changed() {
                return;
            }
        }
        panic!("the block does not settle: it has a combinational loop");
    }

    fn set_clock(&mut self, level: bool) {
        if let Some(clock) = self.clock {
            clock(&mut self.block).next = level.into();
        }
    }
}

impl<B: Block, D: FnMut(&mut B, &mut Random)> Device for Driven<B, D> {
    fn emit(&self, name: &str, options: &Options) -> Result<Output, tracewright_verilog::Error> {
        emit(&self.block, name, options)
    }

    fn drive(&mut self, random: &mut Random) {
        self.set_clock(false);
        (self.drive)(&mut self.block, random);
        self.settle();
    }

    fn edge(&mut self) {
        self.set_clock(true);
        self.settle();
    }

    fn ports(&self, features: &[(&str, bool)]) -> Vec<BigUint> {
        let mut ports = Ports { features, depth: 0, width: None, values: Vec::new() };
        self.block.accept("top", &mut ports);
        ports.values
    }
}

/// Reads the ports of the outermost block.
struct Ports<'a> {
    features: &'a [(&'a str, bool)],
    depth: usize,
    /// Width of the port that comes next, if it is narrow.
    width: Option<usize>,
    values: Vec<BigUint>,
}

impl Probe for Ports<'_> {
    fn visit_start_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.depth += 1;
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        if name == NARROW {
            self.width = Some(signal.bits());
            return;
        }
        let width = self.width.take().unwrap_or(signal.bits());
        let is_port = matches!(signal.kind(), AtomKind::InputParameter | AtomKind::OutputParameter);
        if self.depth == 1 && is_port {
            let text = format!("{:x}", signal.verilog());
            let digits = text.split_once("'h").map_or("", |(_, digits)| digits);
            let value = BigUint::parse_bytes(digits.as_bytes(), 16).unwrap_or_default();
            match parts(&signal.descriptor(), self.features) {
                // A port for each field of a record.
                Some(parts) => self.values.extend(
                    parts
                        .iter()
                        .filter(|part| part.is_built)
                        .map(|part| (&value >> part.offset) & ((BigUint::from(1u8) << part.width) - 1u8)),
                ),
                None => self.values.push(value & ((BigUint::from(1u8) << width) - 1u8)),
            }
        }
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        self.depth -= 1;
    }
}
