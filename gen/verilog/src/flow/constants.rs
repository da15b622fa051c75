// SPDX-License-Identifier: Apache-2.0
//! What a build does not have reads as 0: signals that depend on nothing else are constants, and leave no trace. Nor do
//! second names of what has one.

use crate::expr::{Expr, NetId};
use crate::nets::{Kind, Net, Nets};
use crate::stmt::Stmt;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// An expression with more operators than this keeps its name.
const PLAIN: usize = 3;

/// The statements with every local signal that is a constant replaced by its value, and without the branches that are
/// never taken, or change nothing.
pub(crate) fn propagated(mut statements: Vec<Stmt>, nets: &Nets) -> Vec<Stmt> {
    statements = replaced(statements, &BTreeMap::new());
    loop {
        let constants = constants(&statements, nets);
        if constants.is_empty() {
            return statements;
        }
        statements.retain(|stmt| !matches!(stmt, Stmt::Assign { net, .. } if constants.contains_key(net)));
        statements = replaced(statements, &constants);
    }
}

/// What can be read in place of local signals that one assignment drives: a constant, or what has a name of its own.
fn constants(statements: &[Stmt], nets: &Nets) -> BTreeMap<NetId, Expr> {
    let writers = Writers::of(statements);
    let reads = reads(statements);
    // A name that a comment is about stays.
    let explained: BTreeSet<NetId> = statements.iter().filter_map(only_subject).collect();
    let simpler = |(index, stmt): (usize, &Stmt)| {
        let Stmt::Assign { net, whole: true, value, .. } = stmt else { return None };
        let Net { kind, has_doc, is_numbered, .. } = nets.table[*net];
        if !matches!(kind, Kind::Local | Kind::Temporary) || writers.count(*net) > 1 {
            return None;
        }
        let is_named = match value {
            Expr::Const { .. } => true,
            _ if explained.contains(net) || (has_doc && !says_no_more(nets, *net, value)) => false,
            // A number tells less than the expression that is read in one place.
            value if is_numbered && reads.get(net).is_some_and(|reads| *reads == [(0, value.width())]) => {
                let mut is_final = true;
                value.nets(&mut |source| is_final &= writers.is_final(source, index, nets));
                is_final && size(value) <= PLAIN
            }
            Expr::Bits { net: source, width, .. } => {
                *width == nets.table[*source].width && writers.is_final(*source, index, nets)
            }
            // Fields side by side, of which everything that is read is one.
            Expr::Concat(parts) => {
                let is_final = |part: &Expr| match part {
                    Expr::Const { .. } => true,
                    Expr::Bits { net: source, .. } => writers.is_final(*source, index, nets),
                    _ => false,
                };
                let is_part = |(offset, width): &(usize, usize)| {
                    matches!(value.slice(*offset, *width), Some(Expr::Bits { .. } | Expr::Const { .. }))
                };
                parts.iter().all(is_final) && reads.get(net).is_some_and(|reads| reads.iter().all(is_part))
            }
            _ => false,
        };
        is_named.then(|| (*net, value.clone()))
    };
    let found: BTreeMap<NetId, Expr> = statements.iter().enumerate().filter_map(simpler).collect();
    // What stands for a name that goes as well waits for the next round.
    let is_last = |value: &Expr| {
        let mut is_last = true;
        value.nets(&mut |net| is_last &= !found.contains_key(&net));
        is_last
    };
    found.iter().filter(|(_, value)| is_last(value)).map(|(net, value)| (*net, value.clone())).collect()
}

/// Whether what a declaration says of a net is what that of its value says.
fn says_no_more(nets: &Nets, net: NetId, value: &Expr) -> bool {
    matches!(value, Expr::Bits { net: source, .. } if nets.table[*source].doc == nets.table[net].doc)
}

/// The net that a comment is about, if it is one.
fn only_subject(stmt: &Stmt) -> Option<NetId> {
    match stmt {
        Stmt::Note { of, .. } if of.len() == 1 => Some(of[0]),
        _ => None,
    }
}

/// Where nets are assigned.
struct Writers(BTreeMap<NetId, Vec<usize>>);

impl Writers {
    fn of(statements: &[Stmt]) -> Writers {
        let mut writers: BTreeMap<NetId, Vec<usize>> = BTreeMap::new();
        for (index, stmt) in statements.iter().enumerate() {
            stmt.targets(&mut |net| writers.entry(net).or_default().push(index));
        }
        Writers(writers)
    }

    fn count(&self, net: NetId) -> usize {
        self.0.get(&net).map_or(0, Vec::len)
    }

    /// Whether a net has its last value at a statement.
    fn is_final(&self, net: NetId, at: usize, nets: &Nets) -> bool {
        match nets.table[net].kind {
            Kind::Input | Kind::RegisterQ | Kind::InstanceOutput => true,
            Kind::Local | Kind::Temporary => {
                self.0.get(&net).is_some_and(|writers| writers.iter().all(|writer| *writer < at))
            }
            Kind::Output | Kind::RegisterInput | Kind::InstanceInput => false,
        }
    }
}

/// How many operators there are in an expression.
fn size(expr: &Expr) -> usize {
    let mut size = 0;
    expr.walk(&mut |part| size += usize::from(matches!(part, Expr::Unary(..) | Expr::Binary(..) | Expr::Choice(..))));
    size
}

/// What is read of each net, place by place: offset and width. Of one that is indexed all is, and no bits of it can
/// stand there.
fn reads(statements: &[Stmt]) -> BTreeMap<NetId, Vec<(usize, usize)>> {
    let mut reads: BTreeMap<NetId, Vec<(usize, usize)>> = BTreeMap::new();
    let mut visit = |expr: &Expr| match expr {
        Expr::Bits { net, offset, width, .. } => reads.entry(*net).or_default().push((*offset, *width)),
        Expr::Select { net, .. } => reads.entry(*net).or_default().push((0, usize::MAX)),
        _ => {}
    };
    statements.iter().for_each(|stmt| stmt.expressions(&mut |expr| expr.walk(&mut visit)));
    reads
}

pub(super) fn replaced(statements: Vec<Stmt>, constants: &BTreeMap<NetId, Expr>) -> Vec<Stmt> {
    let mut out = Vec::new();
    for stmt in statements {
        match stmt {
            Stmt::Assign { net, offset, whole, value } => {
                out.push(Stmt::Assign { net, offset, whole, value: value.with(constants) });
            }
            Stmt::If { test, then, otherwise } => {
                let (then, otherwise) = (replaced(then, constants), replaced(otherwise, constants));
                match test.with(constants) {
                    Expr::Const { value, .. } => out.extend(if value == BigUint::ZERO { otherwise } else { then }),
                    _ if then == otherwise => out.extend(then),
                    test => out.push(Stmt::If { test, then, otherwise }),
                }
            }
            Stmt::Case { test, arms, default } => {
                let arms: Vec<_> = arms.into_iter().map(|(label, list)| (label, replaced(list, constants))).collect();
                let default = replaced(default, constants);
                match test.with(constants) {
                    Expr::Const { value, .. } => {
                        let arm = arms.into_iter().find(|(label, _)| label.value() == Some(&value));
                        out.extend(arm.map_or(default, |(_, list)| list));
                    }
                    test => out.push(Stmt::Case { test, arms, default }),
                }
            }
            Stmt::Note { .. } | Stmt::End => out.push(stmt),
        }
        if out.split_last().is_some_and(|(last, before)| says_again(last, before)) {
            out.pop();
        }
    }
    out
}

/// Whether a choice gives nets only what the statements before it have given them.
fn says_again(choice: &Stmt, before: &[Stmt]) -> bool {
    let mut assigned = choice.lists().flatten().filter(|stmt| stmt.does()).peekable();
    assigned.peek().is_some() && assigned.all(|stmt| matches!(stmt, Stmt::Assign { .. }) && holds(stmt, before))
}

/// Whether an assignment would change nothing after these statements.
fn holds(assignment: &Stmt, before: &[Stmt]) -> bool {
    let Stmt::Assign { net, .. } = assignment else { return false };
    let Some(last) = before.iter().rposition(|stmt| stmt.assigns(*net)) else { return false };
    let is_changed = |source: NetId| before[last..].iter().any(|stmt| stmt.assigns(source));
    let mut is_held = before[last] == *assignment;
    assignment.own_expressions(&mut |value| value.nets(&mut |source| is_held &= !is_changed(source)));
    is_held
}
