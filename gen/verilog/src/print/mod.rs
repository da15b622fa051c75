// SPDX-License-Identifier: Apache-2.0
//! Modules as text.

mod expression;
mod statement;

use crate::description::RegisterStyle;
use crate::expr::{Expr, NetId};
use crate::flow::{Driver, Flow};
use crate::module::{Body, Module, Port};
use crate::names::{upper_case, Names};
use crate::nets::{Kind, Nets, Register};
use crate::output::Constants;
use crate::stmt::Stmt;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Longest line that is not broken, in characters.
const LINE: usize = 110;

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
    let mut text = String::from("(\n");
    let regs = match &module.body {
        Body::Text(_) => BTreeSet::new(),
        Body::Kernel { flow, .. } => procedural(flow),
    };
    let is_reg = |name: &str| match &module.body {
        Body::Text(_) => false,
        Body::Kernel { nets, .. } => regs.iter().any(|net| nets.table[*net].name == name),
    };
    ports(&module.ports(), &is_reg, &mut text);
    text += ");\n";
    match &module.body {
        Body::Text(body) => {
            text += "\n";
            for line in body.lines() {
                let line = format!("  {line}");
                writeln!(text, "{}", line.trim_end()).ok();
            }
        }
        Body::Kernel { nets, flow, unused } => {
            let mut printer = Printer { nets, flow, constants: BTreeMap::new(), text };
            printer.localparams(constants);
            printer.declarations(module, &regs);
            printer.registers();
            printer.drivers();
            printer.instances(child_name);
            printer.unused(unused);
            text = printer.text;
        }
    }
    text + "\nendmodule\n"
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

/// `[7:0]`, or nothing for one bit.
fn range(width: usize) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0]", width - 1),
    }
}

fn ports(ports: &[Port], is_reg: &dyn Fn(&str) -> bool, text: &mut String) {
    let ranges = ports.iter().map(|port| range(port.width).len()).max().unwrap_or(0);
    let names = ports.iter().map(|port| port.name.len() + 1).max().unwrap_or(0);
    for (index, port) in ports.iter().enumerate() {
        let direction = if port.input { "input " } else { "output" };
        let kind = if is_reg(&port.name) { "reg " } else { "wire" };
        let comma = if index + 1 < ports.len() { "," } else { "" };
        let gap = if ranges == 0 { "" } else { " " };
        let mut line = format!("  {direction} {kind}{gap}{:ranges$} {}{comma}", range(port.width), port.name);
        let pad = names - port.name.len() - comma.len();
        if line.len() + pad + port.doc.len() > LINE + 10 {
            writeln!(text, "  // {}", port.doc).ok();
        } else if !port.doc.is_empty() {
            write!(line, "{:pad$}  // {}", "", port.doc).ok();
        }
        writeln!(text, "{}", line.trim_end()).ok();
    }
}

impl Printer<'_> {
    fn line(&mut self, line: &str) {
        writeln!(self.text, "{}", line.trim_end()).ok();
    }

    /// Names and prints the constants that are used.
    fn localparams(&mut self, constants: &Constants) {
        let mut values: BTreeMap<ConstantKey, BigUint> = BTreeMap::new();
        let mut visit = |expr: &Expr| match expr {
            Expr::Const { name: Some(name), width, value } => {
                values.insert((name.clone(), Some(*width)), value.clone());
            }
            Expr::Bits { name: Some(name), offset, .. } => {
                values.insert((name.clone(), None), (*offset).into());
            }
            _ => {}
        };
        self.flow.expressions(&mut |expr| expr.walk(&mut visit));
        self.nets.registers.iter().for_each(|register| visit(&register.init));
        let mut order: Vec<(&ConstantKey, &BigUint)> = values.iter().collect();
        // States in the order of their values, then Rust constants in the order of their table, then fields.
        order.sort_by_key(|((name, width), value)| match (name.split_once('$'), constants.get(name)) {
            (Some((kind, _)), _) => (0, kind.to_string(), (*value).clone(), *width),
            (_, Some((place, _))) => (1, String::new(), (*place).into(), *width),
            _ => (2, name.clone(), BigUint::ZERO, *width),
        });
        let mut names = Names::default();
        for (key, _) in &order {
            let (name, width) = key;
            let variants = values.keys().filter(|(other, _)| other == name).count();
            let wanted = match (variants, width) {
                (1, _) => upper_case(name),
                (_, Some(width)) => format!("{}_W{width}", upper_case(name)),
                (_, None) => format!("{}_INDEX", upper_case(name)),
            };
            self.constants.insert((*key).clone(), names.take(&wanted));
        }
        let lines: Vec<[String; 3]> = order
            .iter()
            .map(|(key, value)| {
                let (kind, value) = match key.1 {
                    Some(width) => (range(width), expression::literal(value, width)),
                    None => ("integer".into(), value.to_string()),
                };
                [kind, self.constants[*key].clone(), value]
            })
            .collect();
        if lines.is_empty() {
            return;
        }
        self.line("");
        let widths = [0, 1].map(|column| lines.iter().map(|line| line[column].len()).max().unwrap_or(0));
        for [kind, name, value] in lines {
            let gap = if widths[0] == 0 { "" } else { " " };
            self.line(&format!("  localparam{gap}{kind:w$} {name:n$} = {value};", w = widths[0], n = widths[1]));
        }
    }

    fn declarations(&mut self, module: &Module, regs: &BTreeSet<NetId>) {
        let mut lines: Vec<(&str, usize, String, String)> = Vec::new();
        let register_of = |d: NetId| self.nets.registers.iter().find(|register| register.d == d);
        for (id, net) in self.nets.table.iter().enumerate() {
            let kind = if regs.contains(&id) { "reg" } else { "wire" };
            match net.kind {
                Kind::Input | Kind::Output => {}
                Kind::RegisterInput => match register_of(id) {
                    Some(register) => {
                        let q = &self.nets.table[register.q];
                        let field = q.name.trim_end_matches("_q");
                        let doc = module.tree.doc(field).to_string();
                        match kind {
                            "reg" => lines.push(("reg", net.width, format!("{}, {}", q.name, net.name), doc)),
                            _ => lines.push(("reg", q.width, q.name.clone(), doc)),
                        }
                        if kind == "wire" && !self.flow.inline.contains_key(&id) {
                            lines.push(("wire", net.width, net.name.clone(), String::new()));
                        }
                    }
                    None => {}
                },
                Kind::RegisterQ => {}
                Kind::Local => {
                    if self.is_driven(id) {
                        lines.push((kind, net.width, net.name.clone(), module.tree.doc(&net.name).into()));
                    }
                }
                Kind::Temporary => {
                    if self.is_driven(id) {
                        lines.push((kind, net.width, net.name.clone(), String::new()));
                    }
                }
                Kind::InstanceInput | Kind::InstanceOutput => {
                    if !self.flow.inline.contains_key(&id) && !self.flow.aliases.contains_key(&id) {
                        lines.push((kind, net.width, net.name.clone(), String::new()));
                    }
                }
            }
        }
        if lines.is_empty() {
            return;
        }
        self.line("");
        let ranges = lines.iter().map(|(_, width, ..)| range(*width).len()).max().unwrap_or(0);
        let names = lines.iter().map(|(_, _, name, _)| name.len() + 1).max().unwrap_or(0);
        let gap = if ranges == 0 { "" } else { " " };
        for (kind, width, name, doc) in lines {
            let name = format!("{name};");
            let comment = if doc.is_empty() { String::new() } else { format!("  // {doc}") };
            self.line(&format!("  {kind:4}{gap}{:ranges$} {name:names$}{comment}", range(width)));
        }
    }

    /// Whether the net has a driver: local signals that nothing reads were left out.
    fn is_driven(&self, net: NetId) -> bool {
        let drives = |driver: &Driver| match driver {
            Driver::Assign { net: other, .. } => *other == net,
            Driver::Always(list) => list.iter().any(|stmt| stmt.assigns(net)),
        };
        self.flow.drivers.iter().any(drives) || self.flow.aliases.values().any(|alias| *alias == net)
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
        for driver in &self.flow.drivers {
            match driver {
                Driver::Assign { net, offset, value } => {
                    if !after_assign {
                        self.line("");
                    }
                    let target = self.part(*net, *offset, value.width(), None);
                    self.assignment(&format!("  assign {target} = "), value);
                }
                Driver::Always(list) => self.always(list),
            }
            after_assign = matches!(driver, Driver::Assign { .. });
        }
    }

    fn always(&mut self, list: &[Stmt]) {
        self.line("\n  always @(*) begin");
        list.iter().for_each(|stmt| self.statement(stmt, 4));
        self.line("  end");
    }

    fn instances(&mut self, child_name: &dyn Fn(usize) -> String) {
        for instance in &self.nets.instances {
            self.line(&format!("\n  {} {} (", child_name(instance.child), instance.name));
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
        let mut lines = vec![String::new()];
        for part in parts {
            let last = lines.last_mut().expect("there is a line");
            if last.len() + part.len() > LINE - 8 {
                lines.push(format!("{part}, "));
            } else {
                *last += &format!("{part}, ");
            }
        }
        let inside = lines.join("\n    ").replace(" \n", "\n");
        self.line(&format!("\n  // Bits that nothing reads.\n  wire unused = &{{1'b0, {inside}1'b0}};"));
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
