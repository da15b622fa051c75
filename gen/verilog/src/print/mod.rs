// SPDX-License-Identifier: Apache-2.0
//! Modules as text.

mod declarations;
mod expression;
mod statement;

use crate::description::RegisterStyle;
use crate::expr::{Expr, NetId};
use crate::flow::{Driver, Flow};
use crate::module::{Body, Module};
use crate::nets::{Nets, Register};
use crate::output::Constants;
use crate::parameterised::Parameterised;
use crate::stmt::Stmt;
use crate::tree::Tree;
use rust_hdl_core::prelude::Verilog;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Longest line that is not broken, in characters.
pub(crate) const LINE: usize = 110;

/// A constant with a name: source name, and width where it is not the index of a bit.
type ConstantKey = (String, Option<usize>);

/// Prints one module.
pub(crate) struct Printer<'a> {
    nets: &'a Nets,
    flow: &'a Flow,
    /// Names of the `localparam`s.
    constants: BTreeMap<ConstantKey, String>,
    text: String,
}

/// The text of a module from its ports to its `endmodule`, after `module name `. `child_name` is what instances of the
/// n-th block inside are instances of.
pub(crate) fn print(module: &Module, constants: &Constants, child_name: &dyn Fn(usize) -> String) -> String {
    let mut text = declarations::parameters(&module.body);
    text += "(\n";
    let regs = match &module.body {
        Body::Text(_) => BTreeSet::new(),
        Body::Kernel { flow, .. } => procedural(flow),
    };
    let is_reg = |name: &str| match &module.body {
        Body::Text(_) => false,
        Body::Kernel { nets, .. } => regs.iter().any(|net| nets.table[*net].name == name),
    };
    for line in declarations::ports(&module.ports(), &is_reg, &module.body) {
        writeln!(text, "{line}").ok();
    }
    text += ");\n";
    match &module.body {
        Body::Text(body) => {
            text += "\n";
            for line in body.text.lines() {
                let line = format!("  {line}");
                writeln!(text, "{}", line.trim_end()).ok();
            }
        }
        Body::Kernel { nets, flow, unused } => {
            let mut printer = Printer { nets, flow, constants: BTreeMap::new(), text };
            printer.localparams(constants);
            printer.declarations(&regs);
            printer.registers();
            printer.drivers();
            printer.instances(module.tree, child_name);
            printer.unused(unused);
            text = printer.text;
        }
    }
    text + "\nendmodule\n"
}

/// The lines of a comment, indented.
fn comment(text: &str, indent: usize) -> String {
    let lines: Vec<String> = text.lines().map(|line| format!("{:indent$}// {line}", "")).collect();
    lines.join("\n")
}

/// A sentence as a comment, in lines that fit a page.
fn paragraph(text: &str, indent: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < LINE => *line += &format!(" {word}"),
            _ => lines.push(format!("{:indent$}// {word}", "")),
        }
    }
    lines.join("\n")
}

/// The nets that combinational blocks assign.
fn procedural(flow: &Flow) -> BTreeSet<NetId> {
    let mut nets = BTreeSet::new();
    for driver in &flow.drivers {
        if let Driver::Always(list) = driver {
            list.iter().for_each(|stmt| {
                stmt.targets(&mut |net| {
                    nets.insert(net);
                })
            });
        }
    }
    nets
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{}", line.trim_end()).ok();
    }

    fn registers(&mut self) {
        let mut blocks: Vec<(RegisterStyle, String, String, Vec<&Register>)> = Vec::new();
        for register in &self.nets.registers {
            let clock = self.expression(&self.flow.inline[&register.clock]);
            let reset = self.expression(&self.flow.inline[&register.reset]);
            let same = |block: &&mut (RegisterStyle, String, String, Vec<&Register>)| {
                block.0 == register.style && block.1 == clock && block.2 == reset
            };
            match blocks.iter_mut().find(same) {
                Some(block) => block.3.push(register),
                None => blocks.push((register.style, clock, reset, vec![register])),
            }
        }
        for (style, clock, reset, registers) in blocks {
            let edge = match style {
                RegisterStyle::Async => format!(" or negedge {reset}"),
                RegisterStyle::Sync => String::new(),
            };
            self.line(&format!("\n  always @(posedge {clock}{edge}) begin\n    if (!{reset}) begin"));
            for register in &registers {
                let (q, init) = (self.name(register.q), self.expression(&register.init));
                self.line(&format!("      {q} <= {init};"));
            }
            self.line("    end else begin");
            for register in &registers {
                self.note(register.d, 6);
                let target = format!("      {} <= ", self.name(register.q));
                match self.flow.inline.get(&register.d) {
                    Some(value) => self.assignment(&target, value),
                    None => {
                        let d = self.name(register.d);
                        self.line(&format!("{target}{d};"));
                    }
                }
            }
            self.line("    end\n  end");
        }
    }

    fn drivers(&mut self) {
        let mut after_assign = false;
        let mut after_note = false;
        for driver in &self.flow.drivers {
            match driver {
                // Comments on one driver stand together.
                Driver::Note { text, .. } => {
                    let gap = if after_note { "" } else { "\n" };
                    self.line(&format!("{gap}{}", comment(text, 2)));
                }
                Driver::Assign { net, offset, value } => {
                    if !after_assign && !after_note {
                        self.line("");
                    }
                    let target = self.part(*net, *offset, value.width(), None);
                    self.assignment(&format!("  assign {target} = "), value);
                }
                Driver::Always(list) => {
                    if !after_note {
                        self.line("");
                    }
                    self.always(list);
                }
            }
            after_assign = matches!(driver, Driver::Assign { .. });
            after_note = matches!(driver, Driver::Note { .. });
        }
    }

    fn always(&mut self, list: &[Stmt]) {
        self.line("  always @(*) begin");
        list.iter().for_each(|stmt| self.statement(stmt, 4));
        self.line("  end");
    }

    fn instances(&mut self, tree: &Tree, child_name: &dyn Fn(usize) -> String) {
        for instance in &self.nets.instances {
            let parameters = match &tree.children[instance.child].body {
                Verilog::Custom(text) => Parameterised::of(text).parameters,
                _ => Vec::new(),
            };
            let values: Vec<String> = parameters.iter().map(|(name, value, _)| format!(".{name}({value})")).collect();
            let values = if values.is_empty() { String::new() } else { format!("#({}) ", values.join(", ")) };
            self.line("");
            instance.ports.iter().for_each(|(_, net)| self.note(*net, 2));
            self.line(&format!("  {} {values}{} (", child_name(instance.child), instance.name));
            let width = instance.ports.iter().map(|(port, _)| port.len()).max().unwrap_or(0);
            for (index, (port, net)) in instance.ports.iter().enumerate() {
                let connection = match self.flow.inline.get(net) {
                    Some(value) => self.expression(value),
                    None => self.name(*net).to_string(),
                };
                let comma = if index + 1 < instance.ports.len() { "," } else { "" };
                self.line(&format!("    .{port:width$} ({connection}){comma}"));
            }
            self.line("  );");
        }
    }

    /// Reads what nothing else reads, so that lint tells an oversight from a choice.
    fn unused(&mut self, unused: &[(NetId, usize, usize)]) {
        let parts: Vec<String> = unused
            .iter()
            .filter(|(net, ..)| !self.nets.table[*net].name.contains("unused"))
            .map(|(net, offset, width)| self.part(*net, *offset, *width, None))
            .collect();
        if parts.is_empty() {
            return;
        }
        self.line("\n  // Bits that nothing reads.");
        let mut line = format!("  wire {} = &{{1'b0, ", self.nets.unused);
        for part in parts {
            if line.len() + part.len() >= LINE - 4 {
                self.line(&std::mem::replace(&mut line, "    ".into()));
            }
            line += &format!("{part}, ");
        }
        self.line(&(line + "1'b0};"));
    }

    /// The comment on the value of an input of a register or instance.
    fn note(&mut self, input: NetId, indent: usize) {
        if let Some(text) = self.flow.notes.get(&input) {
            self.line(&comment(text, indent));
        }
    }

    /// Name of a net.
    fn name(&self, net: NetId) -> &str {
        let net = self.flow.aliases.get(&net).copied().unwrap_or(net);
        &self.nets.table[net].name
    }

    /// `target` and a value, over several lines if it is long.
    fn assignment(&mut self, target: &str, value: &Expr) {
        let indent = target.len() - target.trim_start().len();
        let text = self.wrapped(value, indent + 4, LINE.saturating_sub(target.len() + 1));
        self.line(&format!("{target}{text};"));
    }
}
