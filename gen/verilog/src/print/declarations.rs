// SPDX-License-Identifier: Apache-2.0
//! Ports, constants and declarations, in columns.

use super::expression::literal;
use super::{paragraph, ConstantKey, Printer, LINE};
use crate::expr::{Expr, NetId};
use crate::flow::Driver;
use crate::module::{Body, Port};
use crate::names::upper_case;
use crate::nets::Kind;
use crate::output::Constants;
use crate::parameterised::Parameterised;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// A line that declares something.
struct Declaration<'a> {
    /// `reg`, `wire`.
    kind: &'a str,
    /// `[7:0]`; empty for one bit.
    range: String,
    name: String,
    /// Comment; may be empty.
    doc: &'a str,
    /// What stands above the first of those that have it in a row; may be empty.
    group: &'a str,
}

/// `[7:0]`, or nothing for one bit.
fn range(width: usize) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0]", width - 1),
    }
}

/// The parameters of a module, as they stand ahead of its ports; empty if it has none.
pub(super) fn parameters(body: &Body) -> String {
    let Body::Text(Parameterised { parameters, .. }) = body else { return String::new() };
    let length = |(name, value, _): &(String, usize, String)| format!("{name} = {value},").len();
    let widest = parameters.iter().map(length).max().unwrap_or(0);
    let line = |(index, (name, value, meaning)): (usize, &(String, usize, String))| {
        let comma = if index + 1 < parameters.len() { "," } else { "" };
        format!("  parameter {:widest$}  // {meaning}\n", format!("{name} = {value}{comma}"))
    };
    let lines: String = parameters.iter().enumerate().map(line).collect();
    if lines.is_empty() {
        lines
    } else {
        format!("#(\n{lines}) ")
    }
}

/// The ports of a module. `is_reg` tells which outputs combinational blocks assign.
pub(super) fn ports<'a>(ports: &'a [Port], is_reg: &dyn Fn(&str) -> bool, body: &Body) -> Vec<String> {
    let range = |port: &Port| match body {
        Body::Text(text) => text.width_of(&port.name).map(|parameter| format!("[{parameter}-1:0]")),
        Body::Kernel { .. } => None,
    };
    let kind = |port: &Port| match (port.input, is_reg(&port.name)) {
        (true, _) => "input  wire",
        (false, true) => "output reg ",
        (false, false) => "output wire",
    };
    let declaration = |(index, port): (usize, &'a Port)| {
        let Port { name, width, doc, group, .. } = port;
        let range = range(port).unwrap_or_else(|| self::range(*width));
        let comma = if index + 1 < ports.len() { "," } else { "" };
        Declaration { kind: kind(port), range, name: format!("{name}{comma}"), doc, group }
    };
    columns(&ports.iter().enumerate().map(declaration).collect::<Vec<_>>(), "  ")
}

/// Declarations in columns, each name with what comes after it.
fn columns<'a>(lines: &[Declaration<'a>], indent: &str) -> Vec<String> {
    let ranges = lines.iter().map(|line| line.range.len()).max().unwrap_or(0);
    let names = lines.iter().map(|line| line.name.len()).max().unwrap_or(0);
    let gap = if ranges == 0 { "" } else { " " };
    let column = |line: &Declaration| {
        let Declaration { kind, range, name, doc, .. } = line;
        let start = format!("{indent}{kind:4}{gap}{range:ranges$} ");
        match start.len() + names + doc.len() {
            _ if doc.is_empty() => format!("{start}{name}"),
            length if length > LINE + 5 => format!("{}\n{start}{name}", paragraph(doc, indent.len())),
            _ => format!("{start}{name:names$}  // {doc}"),
        }
    };
    let mut group = "";
    let heading = |line: &Declaration<'a>| {
        let is_new = line.group != group && !line.group.is_empty();
        group = line.group;
        is_new.then(|| paragraph(group, indent.len()))
    };
    let headings: Vec<Option<String>> = lines.iter().map(heading).collect();
    headings.into_iter().zip(lines).flat_map(|(heading, line)| heading.into_iter().chain([column(line)])).collect()
}

impl<'a> Printer<'a> {
    /// Names and prints the constants that are used.
    pub(super) fn localparams(&mut self, constants: &Constants) {
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
        let mut names = self.nets.names.clone();
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
                    Some(width) => (range(width), literal(value, width)),
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

    /// Declares what is not a port. `regs` are the nets that combinational blocks assign.
    pub(super) fn declarations(&mut self, regs: &BTreeSet<NetId>) {
        let mut lines = Vec::new();
        for (id, net) in self.nets.table.iter().enumerate().filter(|(_, net)| net.width > 0) {
            let kind = if regs.contains(&id) { "reg" } else { "wire" };
            let group = &net.group;
            let mut declare = |kind, name: &str, doc: &'a str| {
                lines.push(Declaration { kind, range: range(net.width), name: format!("{name};"), doc, group });
            };
            let register = self.nets.registers.iter().find(|register| register.q == id);
            match (net.kind, register) {
                (Kind::Local, _) if self.is_driven(id) => declare(kind, &net.name, &net.doc),
                (Kind::Temporary, _) if self.is_driven(id) => declare(kind, &net.name, ""),
                (Kind::InstanceInput | Kind::InstanceOutput, _) if self.has_own_net(id) => declare(kind, &net.name, ""),
                (Kind::RegisterQ, Some(register)) => {
                    let doc = &net.doc;
                    let d = &self.nets.table[register.d].name;
                    match (regs.contains(&register.d), self.has_own_net(register.d)) {
                        (true, _) => declare("reg", &format!("{}, {d}", net.name), doc),
                        (false, true) => {
                            declare("reg", &net.name, doc);
                            declare("wire", d, "");
                        }
                        (false, false) => declare("reg", &net.name, doc),
                    }
                }
                _ => {}
            }
        }
        if !lines.is_empty() {
            self.line("");
            columns(&lines, "  ").iter().for_each(|line| self.line(line));
        }
    }

    /// Whether what goes in or comes out is a net of its own, not an expression or another net.
    fn has_own_net(&self, net: NetId) -> bool {
        !self.flow.inline.contains_key(&net) && !self.flow.aliases.contains_key(&net)
    }

    /// Whether the net has a driver: local signals that nothing reads were left out.
    fn is_driven(&self, net: NetId) -> bool {
        let drives = |driver: &Driver| match driver {
            Driver::Assign { net: other, .. } => *other == net,
            Driver::Always(list) => list.iter().any(|stmt| stmt.assigns(net)),
            Driver::Note { .. } => false,
        };
        self.flow.drivers.iter().any(drives) || self.flow.aliases.values().any(|alias| *alias == net)
    }
}
