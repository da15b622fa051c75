// SPDX-License-Identifier: Apache-2.0
//! One block as a module, ready to print.

use crate::error::{Error, Problem};
use crate::expr::{Expr, NetId};
use crate::flow::{self, Flow};
use crate::language;
use crate::lower::Lower;
use crate::names::Names;
use crate::nets::{port_name, Kind, Nets, Register};
use crate::output::Constants;
use crate::parameterised::Parameterised;
use crate::stmt::Stmt;
use crate::tree::{Leaf, Tree};
use crate::widths;
use rust_hdl_core::prelude::{AtomKind, Verilog};
use std::collections::{BTreeMap, BTreeSet};

/// A module.
pub(crate) struct Module<'a> {
    /// The block.
    pub(crate) tree: &'a Tree,
    /// What it does.
    pub(crate) body: Body,
}

/// What a module does.
pub(crate) enum Body {
    /// Text of its own, between the ports and `endmodule`.
    Text(Parameterised),
    /// A kernel.
    Kernel {
        /// Its names.
        nets: Box<Nets>,
        /// What drives them.
        flow: Flow,
        /// Bits of nets that nothing reads: net, offset, width.
        unused: Vec<(NetId, usize, usize)>,
    },
}

/// A port of the top module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name in the Verilog.
    pub name: String,
    /// Whether the module reads it; else it drives it.
    pub input: bool,
    /// Width in bits.
    pub width: usize,
    /// First paragraph of the field's doc comment, on one line; may be empty.
    pub doc: String,
    /// Of a field of a record, what the comment on the record says, after the begin of the names of its ports
    /// (`block_*: `); may be empty.
    pub group: String,
}

impl<'a> Module<'a> {
    /// The module of one block; blocks inside it are modules of their own.
    /// `lowered` is what there already is of [`lowered`].
    pub(crate) fn of(tree: &'a Tree, constants: &Constants, lowered: Option<Lowered>) -> Result<Module<'a>, Error> {
        let body = Body::of(tree, constants, lowered);
        let body = body.map_err(|problem| Error::new(tree, problem))?;
        Ok(Module { tree, body })
    }

    /// Its ports.
    pub(crate) fn ports(&self) -> Vec<Port> {
        ports(self.tree)
    }

    /// Bits in the registers that its kernel has.
    pub(crate) fn register_bits(&self) -> usize {
        match &self.body {
            Body::Text(_) => 0,
            Body::Kernel { nets, .. } => nets.registers.iter().map(|register| nets.table[register.q].width).sum(),
        }
    }
}

impl Body {
    fn of(tree: &Tree, constants: &Constants, before: Option<Lowered>) -> Result<Body, Problem> {
        if let Verilog::Custom(text) = &tree.body {
            return Ok(Body::Text(Parameterised::of(text)));
        }
        let no_kernel = || Problem::Unsupported("a block without a kernel".into());
        let before = before.map_or_else(|| lowered(tree, constants), |before| Ok(Some(before)))?;
        let (mut nets, statements) = before.ok_or_else(no_kernel)?;
        let statements = flow::merged(statements, &nets);
        nets.settle(&statements);
        let flow = Flow::of(statements, &nets)?;
        for register in &nets.registers {
            for (net, port) in [(register.clock, "clock"), (register.reset, "rst_n")] {
                if !matches!(flow.inline.get(&net), Some(Expr::Bits { .. })) {
                    let name = &nets.table[register.q].name;
                    return Err(Problem::Unsupported(format!("{port} of `{name}` that is not a signal")));
                }
            }
        }
        let unused = unused_bits(&nets, &flow);
        Ok(Body::Kernel { nets: Box::new(nets), flow, unused })
    }
}

/// The nets of a block and the statements of its kernel.
pub(crate) type Lowered = (Nets, Vec<Stmt>);

/// What a block's kernel comes to; nothing if it has no kernel.
pub(crate) fn lowered(tree: &Tree, constants: &Constants) -> Result<Option<Lowered>, Problem> {
    let Verilog::Combinatorial(kernel) = &tree.body else { return Ok(None) };
    let mut nets = Nets::of(tree)?;
    let mut statements = holds(&nets);
    statements.extend(Lower::new(tree, &mut nets, constants)?.kernel(kernel)?);
    for (name, port) in [("clock", "clk"), ("rst_n", "rst_n")] {
        let implied = implied(&nets, &statements, name, port);
        statements.extend(implied);
    }
    if language::is_ours(kernel) {
        // What has no driver would read as 0 everywhere, and vanish.
        statements = flow::checked(flow::propagated(statements, &nets), &nets)?;
        statements = widths::narrowed(statements, &mut nets);
        statements = flow::propagated(statements, &nets);
    }
    Ok(Some((nets, statements)))
}

/// The ports of a block.
pub(crate) fn ports(tree: &Tree) -> Vec<Port> {
    let mut names = Names::default();
    let port = |leaf: &Leaf| {
        let name = names.take(&port_name(tree, leaf));
        let group = tree.group(leaf, &leaf.name, &name);
        let input = leaf.kind == AtomKind::InputParameter;
        Port { name, input, width: leaf.port_width, doc: tree.doc(leaf).into(), group }
    };
    tree.atoms.iter().filter(|leaf| leaf.is_port() && leaf.port_width > 0).map(port).collect()
}

/// Every register holds its value unless the kernel says otherwise.
fn holds(nets: &Nets) -> Vec<Stmt> {
    let hold = |register: &Register| {
        let width = nets.table[register.q].width;
        Stmt::Assign { net: register.d, offset: 0, whole: true, value: Expr::net(register.q, width) }
    };
    nets.registers.iter().map(hold).collect()
}

/// Assignments of the module's clock or reset to those of registers and instances that the kernel leaves alone.
fn implied(nets: &Nets, statements: &[Stmt], name: &str, port: &str) -> Vec<Stmt> {
    let Some(source) = nets.find(name) else { return Vec::new() };
    let of_instances = nets.instances.iter().flat_map(|instance| &instance.ports);
    let of_instances = of_instances.filter(|(other, _)| other == port).map(|(_, net)| *net);
    let of_registers =
        nets.registers.iter().map(|register| if name == "clock" { register.clock } else { register.reset });
    of_registers
        .chain(of_instances)
        .filter(|net| {
            nets.table[*net].kind != Kind::InstanceOutput
                && nets.table[*net].width > 0
                && !statements.iter().any(|stmt| stmt.assigns(*net))
        })
        .collect::<BTreeSet<_>>()
        .into_iter()
        .map(|net| Stmt::Assign { net, offset: 0, whole: true, value: Expr::net(source, 1) })
        .collect()
}

/// The bits that nothing reads, of nets that have a driver other than an expression that could be left out.
fn unused_bits(nets: &Nets, flow: &Flow) -> Vec<(NetId, usize, usize)> {
    let storage = |net: NetId| flow.aliases.get(&net).copied().unwrap_or(net);
    let mut read: BTreeMap<NetId, BTreeSet<usize>> = BTreeMap::new();
    flow.expressions(&mut |expr| {
        expr.walk(&mut |part| match part {
            Expr::Bits { net, offset, width, .. } => {
                read.entry(storage(*net)).or_default().extend(*offset..offset + width);
            }
            Expr::Select { net, .. } => {
                read.entry(storage(*net)).or_default().extend(0..nets.table[*net].width);
            }
            _ => {}
        });
    });
    let mut unused = Vec::new();
    for (id, net) in nets.table.iter().enumerate() {
        let watched =
            matches!(net.kind, Kind::Input | Kind::Local | Kind::Temporary | Kind::RegisterQ | Kind::InstanceOutput);
        let is_driven = net.kind != Kind::Local && net.kind != Kind::Temporary || read.contains_key(&id);
        if !watched || !is_driven || flow.aliases.contains_key(&id) {
            continue;
        }
        let bits = read.get(&id);
        let is_read = |bit: &usize| bits.is_some_and(|bits| bits.contains(bit));
        let mut offset = 0;
        while offset < net.width {
            let end = (offset..net.width).find(|bit| is_read(bit) != is_read(&offset)).unwrap_or(net.width);
            if !is_read(&offset) {
                unused.push((id, offset, end - offset));
            }
            offset = end;
        }
    }
    unused
}
