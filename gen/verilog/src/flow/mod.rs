// SPDX-License-Identifier: Apache-2.0
//! From statements in the order of the kernel to what drives each net: continuous assignments and combinational blocks.
//!
//! A kernel runs from top to bottom and again until nothing changes, so a read sees what was assigned above it, or, if
//! nothing was, what the end of the kernel assigns. Statements go into the same block where that order matters, and
//! into different ones where it does not.

mod check;
mod constants;
mod notes;
mod outputs;

pub(crate) use constants::propagated;
pub(crate) use outputs::merged;

use crate::error::Problem;
use crate::expr::{Expr, NetId};
use crate::nets::{Kind, Nets};
use crate::stmt::Stmt;
use std::collections::{BTreeMap, BTreeSet};

/// What drives nets.
#[derive(Debug)]
pub(crate) enum Driver {
    /// `assign net[offset +: width] = value`.
    Assign { net: NetId, offset: usize, value: Expr },
    /// A combinational block.
    Always(Vec<Stmt>),
    /// A comment on the next driver of one of these nets.
    Note { text: String, of: Vec<NetId> },
}

/// The drivers of a module.
#[derive(Debug, Default)]
pub(crate) struct Flow {
    /// In the order of the kernel's decisions.
    pub(crate) drivers: Vec<Driver>,
    /// Inputs of registers and instances that are a simple expression, and have no net of their own.
    pub(crate) inline: BTreeMap<NetId, Expr>,
    /// Comments on those inputs.
    pub(crate) notes: BTreeMap<NetId, String>,
    /// Outputs of instances, with the net that is connected to them instead of one of their own.
    pub(crate) aliases: BTreeMap<NetId, NetId>,
}

impl Flow {
    /// Sorts the statements of a kernel.
    pub(crate) fn of(statements: Vec<Stmt>, nets: &Nets) -> Result<Flow, Problem> {
        let statements = notes::kept(checked(statements, nets)?);
        let mut flow = Flow::default();
        let mut groups = groups(&statements);
        groups.sort_by_key(|group| place(group, &statements));
        for group in groups {
            let group: Vec<&Stmt> = group.into_iter().map(|index| &statements[index]).collect();
            match continuous(&group) {
                true => flow.drivers.extend(group.into_iter().filter_map(alone)),
                false => {
                    check::assigned(&group, nets)?;
                    check::reads(&group, nets)?;
                    let ahead = group.iter().take_while(|stmt| !stmt.does()).count();
                    let (notes, list) = group.split_at(ahead);
                    flow.drivers.extend(notes.iter().filter_map(|note| alone(note)));
                    flow.drivers.push(Driver::Always(list.iter().map(|stmt| (*stmt).clone()).collect()));
                }
            }
        }
        flow.connect(nets, &statements);
        Ok(flow)
    }

    /// Moves simple values into the ports that they go to, and connects outputs of instances to the nets that they
    /// drive.
    fn connect(&mut self, nets: &Nets, statements: &[Stmt]) {
        let mut drivers = Vec::new();
        for driver in std::mem::take(&mut self.drivers) {
            let Driver::Assign { net, offset: 0, value } = &driver else {
                drivers.push(driver);
                continue;
            };
            let target = &nets.table[*net];
            let whole = value.width() == target.width;
            let is_read = || statements.iter().any(|stmt| stmt.reads(*net));
            match (target.kind, value) {
                (Kind::InstanceInput, value) if whole && is_simple(value) && !is_read() => {
                    self.inline.insert(*net, value.clone());
                }
                (Kind::RegisterInput, value) if whole && !is_read() => {
                    self.inline.insert(*net, value.clone());
                }
                (Kind::Output | Kind::Local, Expr::Bits { net: source, width, .. })
                    if nets.table[*source].kind == Kind::InstanceOutput
                        && whole
                        && *width == nets.table[*source].width
                        && !self.aliases.contains_key(source) =>
                {
                    self.aliases.insert(*source, *net);
                }
                _ => drivers.push(driver),
            }
        }
        self.with_notes(drivers);
    }

    /// Calls `visit` with every expression.
    pub(crate) fn expressions(&self, visit: &mut dyn FnMut(&Expr)) {
        for driver in &self.drivers {
            match driver {
                Driver::Assign { value, .. } => visit(value),
                Driver::Always(list) => list.iter().for_each(|stmt| stmt.expressions(visit)),
                Driver::Note { .. } => {}
            }
        }
        self.inline.values().for_each(visit);
    }
}

/// The statements that have an effect, each net that is read or leaves the module with a driver.
pub(crate) fn checked(statements: Vec<Stmt>, nets: &Nets) -> Result<Vec<Stmt>, Problem> {
    let statements = without_unread(without_overridden(statements), nets);
    check::driven(&statements, nets)?;
    Ok(statements)
}

/// Whether an expression reads well inside a port connection.
fn is_simple(expr: &Expr) -> bool {
    match expr {
        Expr::Const { .. } | Expr::Bits { .. } => true,
        Expr::Unary(_, operand) => matches!(**operand, Expr::Bits { .. }),
        _ => false,
    }
}

/// Without assignments that a later one replaces before anything has read them, such as the hold of a register whose
/// next value is always given.
fn without_overridden(statements: Vec<Stmt>) -> Vec<Stmt> {
    let overridden = |index: usize, net: NetId| {
        for later in &statements[index + 1..] {
            if later.reads(net) {
                return false;
            }
            if replaces(later, net) {
                return true;
            }
        }
        false
    };
    let keep: Vec<bool> = statements
        .iter()
        .enumerate()
        .map(|(index, stmt)| !matches!(stmt, Stmt::Assign { net, .. } if overridden(index, *net)))
        .collect();
    statements.into_iter().zip(keep).filter_map(|(stmt, keep)| keep.then_some(stmt)).collect()
}

/// Whether a statement gives all of a net a new value, whatever its conditions are.
fn replaces(stmt: &Stmt, net: NetId) -> bool {
    match stmt {
        Stmt::Assign { net: other, whole, .. } => *whole && *other == net,
        Stmt::If { .. } | Stmt::Case { .. } => stmt.lists().all(|list| list.iter().any(|inner| replaces(inner, net))),
        Stmt::Note { .. } | Stmt::End => false,
    }
}

/// Without what drives local signals that nothing reads.
fn without_unread(statements: Vec<Stmt>, nets: &Nets) -> Vec<Stmt> {
    let mut sources = BTreeMap::new();
    for stmt in &statements {
        collect_sources(stmt, &BTreeSet::new(), &mut sources);
    }
    let is_root = |net: &NetId| !matches!(nets.table[*net].kind, Kind::Local | Kind::Temporary);
    let mut open: Vec<NetId> = sources.keys().copied().filter(is_root).collect();
    let mut live: BTreeSet<NetId> = open.iter().copied().collect();
    while let Some(net) = open.pop() {
        for source in sources.get(&net).into_iter().flatten() {
            if live.insert(*source) {
                open.push(*source);
            }
        }
    }
    statements.into_iter().filter_map(|stmt| stmt.retain(&|net| live.contains(&net))).collect()
}

/// Adds to every net that the statement assigns what its value depends on, conditions included.
fn collect_sources(stmt: &Stmt, conditions: &BTreeSet<NetId>, sources: &mut BTreeMap<NetId, BTreeSet<NetId>>) {
    let mut read = conditions.clone();
    stmt.own_expressions(&mut |expr| {
        expr.nets(&mut |net| {
            read.insert(net);
        })
    });
    if let Stmt::Assign { net, .. } = stmt {
        sources.entry(*net).or_default().extend(&read);
    }
    for inner in stmt.lists().flatten() {
        collect_sources(inner, &read, sources);
    }
}

/// Groups of statements, by index, between which order does not matter.
fn groups(statements: &[Stmt]) -> Vec<Vec<usize>> {
    let mut writers: BTreeMap<NetId, Vec<usize>> = BTreeMap::new();
    for (index, stmt) in statements.iter().enumerate() {
        stmt.targets(&mut |net| {
            let writers = writers.entry(net).or_default();
            if writers.last() != Some(&index) {
                writers.push(index);
            }
        });
    }
    let mut group: Vec<usize> = (0..statements.len()).collect();
    let mut join = |a: usize, b: usize| {
        let (keep, drop) = (group[a].min(group[b]), group[a].max(group[b]));
        group.iter_mut().filter(|g| **g == drop).for_each(|g| *g = keep);
    };
    for (net, writers) in &writers {
        writers.windows(2).for_each(|pair| join(pair[0], pair[1]));
        let (first, last) = (writers[0], writers[writers.len() - 1]);
        // What reads the net between its assignments sees a value that no other place sees.
        for (index, stmt) in statements.iter().enumerate().take(last).skip(first + 1) {
            if stmt.reads(*net) {
                join(first, index);
            }
        }
    }
    // A comment stands with what it is about.
    for (index, stmt) in statements.iter().enumerate() {
        if let Some(subject) = notes::subject(stmt, &statements[index + 1..]) {
            join(index, index + 1 + subject);
        }
    }
    let mut groups: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (index, group) in group.into_iter().enumerate() {
        groups.entry(group).or_default().push(index);
    }
    groups.into_values().collect()
}

/// Where a group belongs in the text: at its first decision, or else at its last assignment. Defaults may be far above.
fn place(group: &[usize], statements: &[Stmt]) -> usize {
    let decides = |index: &&usize| matches!(statements[**index], Stmt::If { .. } | Stmt::Case { .. });
    let last = group.iter().max();
    group.iter().find(decides).or(last).copied().unwrap_or(0)
}

/// Whether a group can be continuous assignments: to bits of one net that don't overlap, without reading it.
fn continuous(group: &[&Stmt]) -> bool {
    let mut bits = BTreeSet::new();
    group.iter().all(|stmt| match stmt {
        Stmt::Assign { net, offset, value, .. } => {
            (*offset..*offset + value.width()).all(|bit| bits.insert(bit)) && !stmt.reads(*net)
        }
        Stmt::Note { .. } => true,
        _ => false,
    })
}

/// A statement that is a driver by itself.
fn alone(stmt: &Stmt) -> Option<Driver> {
    match stmt {
        Stmt::Note { text, of } => Some(Driver::Note { text: text.clone(), of: of.clone() }),
        Stmt::Assign { net, offset, value, .. } => {
            Some(Driver::Assign { net: *net, offset: *offset, value: value.clone() })
        }
        _ => None,
    }
}
