// SPDX-License-Identifier: Apache-2.0
//! From rust-hdl's syntax tree to statements: loops unrolled, names resolved, widths made exact.

mod cases;
mod expression;
mod named;
mod path;
mod record;
mod selection;

use crate::error::Problem;
use crate::expr::{Expr, NetId};
use crate::language::{is_ours, END, LET};
use crate::nets::{literal, Nets};
use crate::output::Constants;
use crate::stmt::Stmt;
use crate::tree::Tree;
use cases::states;
use num_bigint::BigUint;
use path::{index_value, resolved_path};
use rust_hdl_core::ast::{
    VerilogBlock, VerilogBlockOrConditional, VerilogConditional, VerilogExpression, VerilogLink, VerilogLinkDetails,
    VerilogLoop, VerilogStatement,
};
use rust_hdl_core::prelude::AtomKind;
use std::collections::BTreeMap;

/// Lowers the kernel of one block.
pub(crate) struct Lower<'a> {
    nets: &'a mut Nets,
    /// Values of `Constant` fields and of states, by the path that a kernel gives them. Nothing for states of two types
    /// that have one name: the path does not tell them apart.
    fixed: BTreeMap<String, Option<Expr>>,
    /// Values of Rust constants.
    constants: &'a Constants,
    /// Values of the block's own `_fields` of type `usize`, without their underscores.
    parameters: Vec<(String, usize)>,
    /// Loop indices, innermost last.
    loops: Vec<(String, usize)>,
    /// Statements at the top of the kernel so far.
    done: Vec<Stmt>,
    /// What a kernel has named, by the path that the kernel gives it.
    named: BTreeMap<String, Expr>,
    tree: &'a Tree,
}

impl<'a> Lower<'a> {
    /// Prepares for the kernel of `tree`, whose nets are `nets`.
    pub(crate) fn new(tree: &'a Tree, nets: &'a mut Nets, constants: &'a Constants) -> Result<Lower<'a>, Problem> {
        let mut fixed = BTreeMap::new();
        for block in [tree].into_iter().chain(&tree.children) {
            for leaf in &block.atoms {
                states(&leaf.descriptor, &mut fixed);
            }
        }
        for leaf in tree.atoms.iter().filter(|leaf| leaf.kind == AtomKind::Constant) {
            let Some((_, value)) = literal(&leaf.value) else {
                return Err(Problem::Unsupported(format!("the negative constant `{}`", leaf.name)));
            };
            let name = Some(leaf.name.clone());
            fixed.insert(leaf.name.clone(), Some(Expr::Const { value, width: leaf.width, name }));
        }
        let parameters = tree.about.as_ref().map(|about| about.parameters.clone()).unwrap_or_default();
        let (loops, done, named) = (Vec::new(), Vec::new(), BTreeMap::new());
        Ok(Lower { nets, fixed, constants, parameters, loops, done, named, tree })
    }

    /// The statements of a kernel.
    pub(crate) fn kernel(mut self, block: &VerilogBlock) -> Result<Vec<Stmt>, Problem> {
        let mut open = Vec::new();
        for statement in block.iter().skip(usize::from(is_ours(block))) {
            match statement {
                VerilogStatement::Comment(text) => comment(text, &mut open, &mut self.done),
                other => self.top_level(other)?,
            }
        }
        Ok(self.done)
    }

    /// A statement that no condition governs. What names an expression in it comes before it.
    fn top_level(&mut self, statement: &VerilogStatement) -> Result<(), Problem> {
        match statement {
            VerilogStatement::Loop(l) => {
                self.unrolled(l, |lower| l.block.iter().try_for_each(|inner| lower.top_level(inner)))?;
            }
            VerilogStatement::Macro(block) => {
                let before = self.done.len();
                block.iter().try_for_each(|inner| self.top_level(inner))?;
                // Values named inside a statement stand ahead of it.
                let last = self.done.split_off(self.done.len().saturating_sub(1).max(before));
                self.check_hoisted(before, &last)?;
                self.done.extend(last);
            }
            other => {
                let before = self.done.len();
                let mut lowered = Vec::new();
                self.statement(other, &mut lowered)?;
                self.check_hoisted(before, &lowered)?;
                self.done.extend(lowered);
            }
        }
        Ok(())
    }

    /// Does what is in a loop, round by round.
    fn unrolled(
        &mut self,
        l: &VerilogLoop,
        mut body: impl FnMut(&mut Self) -> Result<(), Problem>,
    ) -> Result<(), Problem> {
        for round in l.from.as_usize()..l.to.as_usize() {
            self.loops.push((l.index.clone(), round));
            body(self)?;
            self.loops.pop();
        }
        Ok(())
    }

    /// Refuses to name an expression ahead of a statement that first changes what the expression reads.
    fn check_hoisted(&self, before: usize, lowered: &[Stmt]) -> Result<(), Problem> {
        let compound = lowered.iter().filter(|stmt| !matches!(stmt, Stmt::Assign { .. }));
        for stmt in compound {
            let mut changed = None;
            stmt.targets(&mut |net| {
                if self.done[before..].iter().any(|named| named.reads(net)) {
                    changed = Some(net);
                }
            });
            if let Some(net) = changed {
                let name = &self.nets.table[net].name;
                let what =
                    format!("a computed slice of an expression with `{name}`, which the same statement changes,");
                return Err(Problem::Unsupported(what));
            }
        }
        Ok(())
    }

    fn block(&mut self, block: &VerilogBlock) -> Result<Vec<Stmt>, Problem> {
        let (mut statements, mut open) = (Vec::new(), Vec::new());
        for statement in block {
            match statement {
                VerilogStatement::Comment(text) => comment(text, &mut open, &mut statements),
                other => self.statement(other, &mut statements)?,
            }
        }
        Ok(statements)
    }

    fn statement(&mut self, statement: &VerilogStatement, out: &mut Vec<Stmt>) -> Result<(), Problem> {
        match statement {
            VerilogStatement::Assignment(VerilogExpression::Signal(path), value) if path.starts_with(LET) => {
                self.name(path, value)?;
            }
            VerilogStatement::Assignment(target, value) => {
                if let Some(fields) = self.record_of(target)? {
                    let width = fields.iter().map(|(_, offset, width)| offset + width).max().unwrap_or(0);
                    let value = self.sized(value, width, "assignment to a record")?;
                    return self.assign_fields(&fields, 0, value, out);
                }
                let Some(net) = self.target(target)? else { return Ok(()) };
                let width = self.nets.kernel_width(net);
                let value = self.sized(value, width, &format!("assignment to `{}`", self.nets.table[net].name))?;
                out.extend(self.assignment(net, 0, value));
            }
            VerilogStatement::SliceAssignment { base, width, offset, replacement } => {
                if let Some(fields) = self.record_of(base)? {
                    let offset = self.constant(offset)?;
                    let value = self.sized(replacement, *width, "assignment to a field")?;
                    return self.assign_fields(&fields, offset, value, out);
                }
                let Some(net) = self.target(base)? else { return Ok(()) };
                let offset = self.constant(offset)?;
                let what = format!("assignment to a field of `{}`", self.nets.table[net].name);
                let value = self.sized(replacement, *width, &what)?;
                out.extend(self.assignment(net, offset, value));
            }
            VerilogStatement::If(conditional) => {
                if !self.choice(statement)? {
                    self.conditional(conditional, out)?;
                }
            }
            VerilogStatement::Match(m) => {
                self.choice(statement)?;
                self.case(m, out)?;
            }
            VerilogStatement::Loop(l) => {
                self.unrolled(l, |lower| l.block.iter().try_for_each(|inner| lower.statement(inner, out)))?;
            }
            VerilogStatement::Macro(block) => block.iter().try_for_each(|inner| self.statement(inner, out))?,
            VerilogStatement::Link(links) => links.iter().try_for_each(|link| self.link(link, out))?,
            VerilogStatement::Comment(_) => {}
        }
        Ok(())
    }

    /// Assigns what the net has room for: an output port may be narrower than in the kernel.
    fn assignment(&mut self, net: NetId, offset: usize, value: Expr) -> Option<Stmt> {
        let width = self.nets.table[net].width;
        let kept = value.width().min(width.saturating_sub(offset));
        (kept > 0).then(|| Stmt::Assign { net, offset, whole: kept == width, value: self.slice(value, 0, kept) })
    }

    fn conditional(&mut self, conditional: &VerilogConditional, out: &mut Vec<Stmt>) -> Result<(), Problem> {
        let test = self.sized(&conditional.test, 1, "condition")?;
        let then = self.block(&conditional.then)?;
        let mut otherwise = Vec::new();
        match &conditional.otherwise {
            VerilogBlockOrConditional::Block(block) => otherwise = self.block(block)?,
            VerilogBlockOrConditional::Conditional(inner) => self.statement(inner, &mut otherwise)?,
            VerilogBlockOrConditional::None => {}
        }
        match test.value() {
            Some(value) => out.extend(if *value == BigUint::ZERO { otherwise } else { then }),
            None => out.push(Stmt::If { test, then, otherwise }),
        }
        Ok(())
    }

    /// The net on the left of an assignment; nothing if the build does not have it.
    fn target(&mut self, target: &VerilogExpression) -> Result<Option<NetId>, Problem> {
        match target {
            VerilogExpression::Signal(path) if self.tree.is_absent(path) => Ok(None),
            VerilogExpression::Signal(path) => self.net(path.trim_end_matches("$next")).map(Some),
            VerilogExpression::Paren(inner) => self.target(inner),
            other => Err(Problem::Unsupported(format!("assignment to {other:?}"))),
        }
    }

    fn net(&self, path: &str) -> Result<NetId, Problem> {
        let path = resolved_path(path, |index| index_value(index, &|name| self.integer(name)))?;
        match self.named.get(&path) {
            Some(Expr::Bits { net, .. }) => Ok(*net),
            _ => self.nets.find(&path).ok_or(Problem::UnknownName(path)),
        }
    }

    /// The value of a loop index, of a `_field`, or of a Rust constant.
    fn integer(&self, name: &str) -> Option<u64> {
        let index = self.loops.iter().rev().find(|(index, _)| index == name).map(|(_, value)| *value as u64);
        let field = || {
            let field = name.strip_prefix('_')?;
            self.parameters.iter().find(|(parameter, _)| parameter == field).map(|(_, value)| *value as u64)
        };
        index
            .or_else(field)
            .or_else(|| self.constants.get(name.rsplit('$').next().unwrap_or(name)).map(|(_, value)| *value))
    }

    fn link(&mut self, link: &VerilogLink, out: &mut Vec<Stmt>) -> Result<(), Problem> {
        let end = |owner: &str, details: &VerilogLinkDetails| format!("{owner}{}", details.my_name.replace('.', "$"));
        let (target, source) = match link {
            VerilogLink::Forward(l) => (end(&l.other_name, l), end(&l.owner_name, l)),
            VerilogLink::Backward(l) => (end(&l.owner_name, l), end(&l.other_name, l)),
            VerilogLink::Bidirectional(_) => return Err(Problem::Unsupported("a bidirectional signal".into())),
        };
        if let (Some(to), Some(from)) = (self.nets.record(&target), self.nets.record(&source)) {
            let pairs: Vec<_> = to.iter().zip(from).map(|((to, ..), (from, ..))| (to.clone(), from.clone())).collect();
            for (to, from) in pairs.into_iter().filter(|(to, _)| !self.tree.is_absent(to)) {
                let (net, value) = (self.net(&to)?, self.nets.value(self.net(&from)?));
                out.extend(self.assignment(net, 0, value));
            }
            return Ok(());
        }
        let (net, value) = (self.net(&target)?, self.nets.value(self.net(&source)?));
        let (left, right) = (self.nets.kernel_width(net), value.width());
        if left != right {
            return Err(Problem::Width { what: format!("link to `{target}`"), left, right });
        }
        out.extend(self.assignment(net, 0, value));
        Ok(())
    }
}

/// A comment begins, and is put ahead of what it is about when that has ended: `open` are those that have begun, with
/// the number of statements before them.
fn comment<'a>(text: &'a str, open: &mut Vec<(usize, &'a str)>, statements: &mut Vec<Stmt>) {
    if text != END {
        open.push((statements.len(), text));
        return;
    }
    let Some((start, text)) = open.pop() else { return };
    let mut of = Vec::new();
    statements[start..].iter().for_each(|stmt| stmt.targets(&mut |net| of.push(net)));
    if !of.is_empty() {
        statements.insert(start, Stmt::Note { text: text.into(), of });
        statements.push(Stmt::End);
    }
}
