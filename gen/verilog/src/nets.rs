// SPDX-License-Identifier: Apache-2.0
//! The nets of a module: its ports and local signals, both sides of its registers, the ports of its instances.

use crate::description::RegisterStyle;
use crate::error::Problem;
use crate::expr::{Expr, NetId};
use crate::names::{alone, Names};
use crate::tree::{Leaf, Tree};
use num_bigint::BigUint;
use rust_hdl_core::ast::VerilogLiteral;
use rust_hdl_core::prelude::{AtomKind, TypeDescriptor, TypeKind, Verilog};
use std::collections::BTreeMap;

/// A net.
#[derive(Clone, Debug)]
pub(crate) struct Net {
    /// Name in the Verilog.
    pub(crate) name: String,
    /// Width in bits.
    pub(crate) width: usize,
    /// What it is.
    pub(crate) kind: Kind,
    /// What its declaration says of it; may be empty.
    pub(crate) doc: String,
    /// What stands above the declarations of all fields of its record; may be empty.
    pub(crate) group: String,
    /// The kernel's source says what it means.
    pub(crate) has_doc: bool,
    /// What the kernel calls a value, of which there may be several; empty for what is no such value.
    pub(crate) wanted: String,
    /// It is one of several values that the kernel gives one name, as in a loop, or none.
    pub(crate) is_numbered: bool,
}

impl Net {
    pub(crate) fn new(name: String, width: usize, kind: Kind) -> Net {
        let (doc, group, wanted) = (String::new(), String::new(), String::new());
        Net { name, width, kind, doc, group, has_doc: false, wanted, is_numbered: false }
    }
}

/// What a net is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Input port of the module.
    Input,
    /// Output port of the module.
    Output,
    /// Local signal of the kernel.
    Local,
    /// Made by the back end, to name an expression.
    Temporary,
    /// Output of a register.
    RegisterQ,
    /// Input of a register, or its clock or reset.
    RegisterInput,
    /// Input port of an instance.
    InstanceInput,
    /// Output port of an instance.
    InstanceOutput,
}

/// A register that is written into its module.
#[derive(Clone, Debug)]
pub(crate) struct Register {
    pub(crate) style: RegisterStyle,
    /// Value in reset: a constant.
    pub(crate) init: Expr,
    pub(crate) clock: NetId,
    pub(crate) reset: NetId,
    pub(crate) d: NetId,
    pub(crate) q: NetId,
}

/// An instance of another module.
#[derive(Debug)]
pub(crate) struct Instance {
    /// Index of the block among the children of its parent.
    pub(crate) child: usize,
    /// Name in the Verilog.
    pub(crate) name: String,
    /// Every port: its name in the other module, and the net it is connected to.
    pub(crate) ports: Vec<(String, NetId)>,
}

/// Everything in a module that has a name.
#[derive(Default)]
pub(crate) struct Nets {
    pub(crate) table: Vec<Net>,
    pub(crate) registers: Vec<Register>,
    pub(crate) instances: Vec<Instance>,
    pub(crate) names: Names,
    /// Name of the net that reads what nothing else reads.
    pub(crate) unused: String,
    by_path: BTreeMap<String, NetId>,
    /// Signals that are records: the paths, offsets and widths of their fields.
    records: BTreeMap<String, Vec<(String, usize, usize)>>,
    /// Width in the kernel of ports that are narrower.
    wider: BTreeMap<NetId, usize>,
}

impl Nets {
    /// The nets of a block, without those of the blocks inside it.
    pub(crate) fn of(tree: &Tree) -> Result<Nets, Problem> {
        let mut nets = Nets { records: tree.records.clone(), ..Nets::default() };
        for child in &tree.children {
            let inside = |name: &String| format!("{}${name}", child.name);
            for (name, fields) in &child.records {
                let fields = fields.iter().map(|(name, offset, width)| (inside(name), *offset, *width)).collect();
                nets.records.insert(inside(name), fields);
            }
        }
        // Ports first: nothing inside a module may change what they are called.
        let (ports, others): (Vec<&Leaf>, Vec<&Leaf>) = tree.atoms.iter().partition(|leaf| leaf.is_port());
        for leaf in ports.into_iter().chain(others) {
            let kind = match leaf.kind {
                AtomKind::InputParameter => Kind::Input,
                AtomKind::OutputParameter => Kind::Output,
                AtomKind::LocalSignal => Kind::Local,
                AtomKind::Constant => continue,
                _ => return Err(Problem::Unsupported(format!("the direction of `{}`", leaf.name))),
            };
            if leaf.width == 0 {
                return Err(Problem::Unsupported(format!("`{}`, which has no bits,", leaf.name)));
            }
            let net = nets.add(&leaf.name, &port_name(tree, leaf), leaf.port_width, kind);
            nets.table[net].doc = tree.doc(leaf).into();
            nets.table[net].group = tree.group(leaf, &leaf.name, &nets.table[net].name);
            nets.table[net].has_doc = !tree.field_doc(&leaf.name).is_empty();
            if leaf.port_width < leaf.width {
                nets.wider.insert(net, leaf.width);
            }
        }
        for (child, block) in tree.children.iter().enumerate() {
            match register_style(block) {
                Some(style) => nets.add_register(tree, block, style)?,
                None => nets.add_instance(tree, child)?,
            }
        }
        nets.unused = nets.names.take("unused");
        Ok(nets)
    }

    /// The net that the kernel calls by this path.
    pub(crate) fn find(&self, path: &str) -> Option<NetId> {
        self.by_path.get(path).copied()
    }

    /// The fields of a signal that is a record: their paths, offsets and widths.
    pub(crate) fn record(&self, path: &str) -> Option<&[(String, usize, usize)]> {
        self.records.get(path).map(Vec::as_slice)
    }

    /// A net as the kernel reads it: a narrowed port with zeros above.
    pub(crate) fn value(&self, net: NetId) -> Expr {
        Expr::net(net, self.table[net].width).zero_extended(self.kernel_width(net))
    }

    /// Width of a net as the kernel has it, in bits.
    pub(crate) fn kernel_width(&self, net: NetId) -> usize {
        self.wider.get(&net).copied().unwrap_or(self.table[net].width)
    }

    /// A new net for an expression.
    pub(crate) fn add_temporary(&mut self, name: &str, width: usize) -> NetId {
        let name = self.names.take(name);
        self.table.push(Net::new(name, width, Kind::Temporary));
        self.table.len() - 1
    }

    fn add(&mut self, path: &str, name: &str, width: usize, kind: Kind) -> NetId {
        let name = self.names.take(name);
        self.table.push(Net::new(name, width, kind));
        self.by_path.insert(path.into(), self.table.len() - 1);
        self.table.len() - 1
    }

    fn add_register(&mut self, tree: &Tree, block: &Tree, style: RegisterStyle) -> Result<(), Problem> {
        let init = block.atoms.iter().find(|leaf| leaf.name == "init");
        let init =
            init.ok_or_else(|| Problem::Unsupported(format!("the register `{}`, without `init`,", block.name)))?;
        let init_value = literal(&init.value).map(|(_, value)| value).unwrap_or_default();
        // Never printed: no name is taken for them.
        let clock = self.table.len();
        for port in ["clock", "rst_n"] {
            let path = format!("{}${port}", block.name);
            self.by_path.insert(path.clone(), self.table.len());
            self.table.push(Net::new(path, 1, Kind::RegisterInput));
        }
        // A register for each field of a record.
        let mut offset = 0;
        for leaf in block.atoms.iter().filter(|leaf| leaf.name == "q" || leaf.name.starts_with("q$")) {
            let width = leaf.width;
            if width == 0 {
                return Err(Problem::Unsupported(format!("the register `{}`, which has no bits,", block.name)));
            }
            let field = leaf.name.trim_start_matches('q');
            if let Some((_, place, _)) =
                block.records.get("q").into_iter().flatten().find(|(name, ..)| *name == leaf.name)
            {
                offset = *place;
            }
            let mut side = |port: &str, kind| {
                let path = format!("{}${port}{field}", block.name);
                self.add(&path, &format!("{}{field}_{port}", block.name), width, kind)
            };
            let (d, q) = (side("d", Kind::RegisterInput), side("q", Kind::RegisterQ));
            let doc = if leaf.doc.is_empty() { tree.field_doc(&block.name) } else { &leaf.doc };
            self.table[q].doc = doc.into();
            let name = self.table[q].name.trim_end_matches("_q");
            self.table[q].group = tree.group(leaf, &format!("{}{field}", block.name), name);
            let value = (&init_value >> offset) & ((BigUint::from(1u8) << width) - 1u8);
            let init = Expr::Const { name: state_name(&leaf.descriptor, &value), value, width };
            self.registers.push(Register { style, init, clock, reset: clock + 1, d, q });
        }
        Ok(())
    }

    fn add_instance(&mut self, tree: &Tree, child: usize) -> Result<(), Problem> {
        let block = &tree.children[child];
        let name = alone(&block.name, tree.children.iter().map(|other| other.name.as_str()));
        let prefix = name.to_string();
        let name = self.names.take(&name);
        let mut ports = Vec::new();
        let mut inner = Names::default();
        for leaf in block.atoms.iter().filter(|leaf| leaf.is_port()) {
            let kind = match leaf.kind {
                AtomKind::InputParameter => Kind::InstanceInput,
                _ => Kind::InstanceOutput,
            };
            let port = inner.take(&port_name(block, leaf));
            let path = format!("{}${}", block.name, leaf.name);
            let net = self.add(&path, &format!("{prefix}_{port}"), leaf.port_width, kind);
            if leaf.port_width < leaf.width {
                self.wider.insert(net, leaf.width);
            }
            if leaf.port_width > 0 {
                ports.push((port, net));
            }
        }
        self.instances.push(Instance { child, name, ports });
        Ok(())
    }
}

/// The reset style of a block that is a register.
pub(crate) fn register_style(block: &Tree) -> Option<RegisterStyle> {
    match &block.body {
        Verilog::Custom(text) => RegisterStyle::from_text(text),
        _ => None,
    }
}

/// What a kernel calls this value, if the type is one of states.
fn state_name(descriptor: &TypeDescriptor, value: &BigUint) -> Option<String> {
    let TypeKind::Enum(variants) = &descriptor.kind else { return None };
    let variant = variants.get(usize::try_from(value).ok()?)?;
    Some(variant.replace("::", "$"))
}

/// What a signal of `tree` is called in the Verilog: its own name, except that rust-hdl's macros want a clock to be
/// called `clock`; then others are called `x_clock` to match.
pub(crate) fn port_name(tree: &Tree, leaf: &Leaf) -> String {
    if let Some(name) = &leaf.port_name {
        return name.clone();
    }
    let name = alone(&leaf.label, tree.atoms.iter().map(|other| other.label.as_str()));
    match name.strip_suffix("clock") {
        Some(prefix) if prefix.is_empty() || prefix.ends_with('_') => format!("{prefix}clk"),
        _ => name.into_owned(),
    }
}

/// Width and value of a literal, whose fields rust-hdl keeps to itself. Nothing if it is negative.
pub(crate) fn literal(literal: &VerilogLiteral) -> Option<(usize, BigUint)> {
    let text = format!("{literal:x}");
    let (width, digits) = text.split_once("'h")?;
    Some((width.parse().ok()?, BigUint::parse_bytes(digits.as_bytes(), 16)?))
}
