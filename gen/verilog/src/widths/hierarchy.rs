// SPDX-License-Identifier: Apache-2.0
//! The ports of the modules of a design at the widths that it needs.

use super::{known, wanted};
use crate::error::Error;
use crate::expr::Expr;
use crate::language::is_ours;
use crate::module::{lowered, Lowered};
use crate::nets::{register_style, Nets};
use crate::output::Constants;
use crate::stmt::Stmt;
use crate::tree::Tree;
use rust_hdl_core::prelude::{AtomKind, Verilog};
use std::collections::{BTreeMap, BTreeSet};

/// A port: the kind of module it is of, and its place among the module's signals.
type Port = (usize, usize);

/// Takes from every module below the top what the design does not use of its ports. Modules that are the same stay so:
/// their ports are as wide as the widest needs. Gives what the kernel of each kind of module comes to with these ports.
pub(crate) fn fit(top: &mut Tree, constants: &Constants) -> Result<BTreeMap<usize, Lowered>, Error> {
    number(top, &mut BTreeMap::new());
    let mut changed: BTreeSet<usize> = kinds(top).into_iter().collect();
    let (mut needs, mut all_lowered) = (BTreeMap::new(), BTreeMap::new());
    while !changed.is_empty() {
        for tree in representatives(top) {
            let is_touched = |tree: &Tree| changed.contains(&tree.kind);
            if is_touched(tree) || tree.children.iter().any(is_touched) {
                let lowered = lowered(tree, constants).map_err(|problem| Error::new(tree, problem))?;
                needs.insert(
                    tree.kind,
                    lowered.as_ref().map_or_else(Needs::default, |lowered| Needs::of(tree, lowered)),
                );
                all_lowered.extend(lowered.map(|lowered| (tree.kind, lowered)));
            }
        }
        let widths = widths(top, &needs);
        changed.clear();
        apply(top, &widths, &mut changed);
    }
    Ok(all_lowered)
}

/// Gives equal modules one number.
fn number(tree: &mut Tree, numbers: &mut BTreeMap<String, usize>) {
    tree.children.iter_mut().for_each(|child| number(child, numbers));
    let inside: Vec<(&str, usize)> = tree.children.iter().map(|child| (child.name.as_str(), child.kind)).collect();
    let Tree { about, atoms, absent, records, body, .. } = &*tree;
    let key = format!("{about:?} {atoms:?} {absent:?} {records:?} {body:?} {inside:?}");
    let next = numbers.len();
    tree.kind = *numbers.entry(key).or_insert(next);
}

fn kinds(tree: &Tree) -> Vec<usize> {
    [tree.kind].into_iter().chain(tree.children.iter().flat_map(kinds)).collect()
}

/// A module of each kind, but for registers.
fn representatives(top: &Tree) -> Vec<&Tree> {
    fn collect<'a>(tree: &'a Tree, seen: &mut BTreeSet<usize>, found: &mut Vec<&'a Tree>) {
        if register_style(tree).is_none() && seen.insert(tree.kind) {
            found.push(tree);
            tree.children.iter().for_each(|child| collect(child, seen, found));
        }
    }
    let mut found = Vec::new();
    collect(top, &mut BTreeSet::new(), &mut found);
    found
}

/// What a module needs of its ports, and of those of the modules in it, in bits.
#[derive(Default)]
struct Needs {
    /// Inputs: what it depends on. Outputs: what may be other than 0.
    own: BTreeMap<Port, usize>,
    /// Inputs: what may be other than 0. Outputs: what it depends on.
    inside: BTreeMap<Port, usize>,
    /// What its kernel reads of what it drives itself: its outputs, and the inputs of the modules in it.
    read: BTreeMap<Port, usize>,
}

impl Needs {
    fn of(tree: &Tree, (nets, statements): &Lowered) -> Needs {
        let mut needs = Needs::default();
        if !is_fitted(tree) {
            return needs;
        }
        let (extents, reaches) = (known(statements, nets), wanted(statements, nets));
        let reads = reads(statements, nets);
        let width = |nets: &Nets, path: &str, is_known: bool| {
            let net = nets.find(path)?;
            Some(if is_known { extents[net] } else { reaches[net] })
        };
        for (place, leaf) in tree.atoms.iter().enumerate().filter(|(_, leaf)| leaf.is_port()) {
            let found = width(nets, &leaf.name, leaf.kind == AtomKind::OutputParameter);
            needs.own.extend(found.map(|width| ((tree.kind, place), width)));
            needs.read.extend(nets.find(&leaf.name).map(|net| ((tree.kind, place), reads[net])));
        }
        for child in tree.children.iter().filter(|child| is_fitted(child)) {
            for (place, leaf) in child.atoms.iter().enumerate().filter(|(_, leaf)| leaf.is_port()) {
                let path = format!("{}${}", child.name, leaf.name);
                let found = width(nets, &path, leaf.kind == AtomKind::InputParameter);
                let need = needs.inside.entry((child.kind, place)).or_default();
                *need = found.unwrap_or(leaf.port_width).max(*need);
                if leaf.kind == AtomKind::InputParameter {
                    let read = needs.read.entry((child.kind, place)).or_default();
                    *read = nets.find(&path).map_or(0, |net| reads[net]).max(*read);
                }
            }
        }
        needs
    }
}

/// How many lower bits of each net the statements read.
fn reads(statements: &[Stmt], nets: &Nets) -> Vec<usize> {
    let mut reads = vec![0; nets.table.len()];
    let mut visit = |expr: &Expr| match expr {
        Expr::Bits { net, offset, width, .. } => reads[*net] = reads[*net].max(offset + width),
        Expr::Select { net, .. } => reads[*net] = nets.table[*net].width,
        _ => {}
    };
    statements.iter().for_each(|stmt| stmt.expressions(&mut |expr| expr.walk(&mut visit)));
    reads
}

/// Whether the ports of a module are the back end's to change: those of a text, or of a kernel from rust-hdl's own
/// macro, are what they are.
fn is_fitted(tree: &Tree) -> bool {
    matches!(&tree.body, Verilog::Combinatorial(kernel) if is_ours(kernel))
}

/// What is left of each port.
fn widths(top: &Tree, needs: &BTreeMap<usize, Needs>) -> BTreeMap<Port, usize> {
    let mut outside: BTreeMap<Port, usize> = BTreeMap::new();
    // What a module from rust-hdl's own macro has inside stays as it is.
    let trees = representatives(top);
    let parents = trees.iter().filter(|tree| is_fitted(tree));
    let others = trees.iter().filter(|tree| !is_fitted(tree));
    let fixed: BTreeSet<usize> =
        others.flat_map(|tree| tree.children.iter().map(|child| child.kind)).chain([top.kind]).collect();
    for (port, width) in parents.filter_map(|tree| needs.get(&tree.kind)).flat_map(|needs| &needs.inside) {
        let most = outside.entry(*port).or_default();
        *most = (*most).max(*width);
    }
    let ports = |tree: &&Tree| {
        let kind = tree.kind;
        let inputs = tree.atoms.iter().enumerate().filter(|(_, leaf)| leaf.kind == AtomKind::InputParameter);
        inputs.map(|(place, _)| (kind, place)).collect::<Vec<Port>>()
    };
    let inputs: BTreeSet<Port> = trees.iter().flat_map(ports).collect();
    let mut read: BTreeMap<Port, usize> = BTreeMap::new();
    for (port, width) in needs.values().flat_map(|needs| &needs.read) {
        let most = read.entry(*port).or_default();
        *most = (*most).max(*width);
    }
    let own = needs.values().flat_map(|needs| &needs.own).filter(|((kind, _), _)| !fixed.contains(kind));
    let width = |(port, width): (&Port, &usize)| {
        let (outside, read) = (outside.get(port).unwrap_or(width), read.get(port).unwrap_or(&0));
        // What drives a port may read it, whoever else does.
        let is_input = inputs.contains(port);
        let width = if is_input { (*width).max(*read).min(*outside) } else { (*outside).max(*read).min(*width) };
        (*port, width)
    };
    own.map(width).collect()
}

/// Gives ports their widths; says which kinds of modules have changed.
fn apply(tree: &mut Tree, widths: &BTreeMap<Port, usize>, changed: &mut BTreeSet<usize>) {
    for (place, leaf) in tree.atoms.iter_mut().enumerate() {
        if let Some(width) = widths.get(&(tree.kind, place)).filter(|width| **width < leaf.port_width) {
            leaf.port_width = *width;
            changed.insert(tree.kind);
        }
    }
    tree.children.iter_mut().for_each(|child| apply(child, widths, changed));
}
