// SPDX-License-Identifier: Apache-2.0
//! A value that the kernel names as the signal that it goes to is that signal.

use super::constants::replaced;
use crate::expr::{Expr, NetId};
use crate::nets::{Kind, Nets};
use crate::stmt::Stmt;
use std::collections::{BTreeMap, BTreeSet};

/// The statements with outputs and local signals in place of values that have their names and go there.
pub(crate) fn merged(mut statements: Vec<Stmt>, nets: &Nets) -> Vec<Stmt> {
    let mut writers: BTreeMap<NetId, usize> = BTreeMap::new();
    statements.iter().for_each(|stmt| stmt.targets(&mut |net| *writers.entry(net).or_default() += 1));
    let mut indexed: BTreeSet<NetId> = BTreeSet::new();
    let mut visit = |expr: &Expr| {
        if let Expr::Select { net, .. } = expr {
            indexed.insert(*net);
        }
    };
    statements.iter().for_each(|stmt| stmt.expressions(&mut |expr| expr.walk(&mut visit)));
    let same = |stmt: &Stmt| {
        let Stmt::Assign { net, whole: true, value: Expr::Bits { net: source, width, .. }, .. } = stmt else {
            return None;
        };
        let (signal, value) = (&nets.table[*net], &nets.table[*source]);
        let is_whole = *width == value.width && *width == signal.width;
        let is_alone = writers.get(net) == Some(&1) && !indexed.contains(source);
        let is_signal = matches!(signal.kind, Kind::Output | Kind::Local);
        (is_signal && value.wanted == signal.name && is_whole && is_alone).then_some((*source, *net))
    };
    let signals: BTreeMap<NetId, NetId> = statements.iter().filter_map(same).collect();
    if signals.is_empty() {
        return statements;
    }
    statements.retain(|stmt| same(stmt).is_none_or(|(source, net)| signals.get(&source) != Some(&net)));
    let values = signals.iter().map(|(value, signal)| (*value, Expr::net(*signal, nets.table[*signal].width)));
    let mut statements = replaced(statements, &values.collect());
    statements.iter_mut().for_each(|stmt| retarget(stmt, &signals));
    statements
}

/// Assigns the signals in place of the values.
fn retarget(stmt: &mut Stmt, signals: &BTreeMap<NetId, NetId>) {
    let signal = |net: &mut NetId| *net = signals.get(net).copied().unwrap_or(*net);
    let all = |list: &mut Vec<Stmt>| list.iter_mut().for_each(|stmt| retarget(stmt, signals));
    match stmt {
        Stmt::Assign { net, .. } => signal(net),
        Stmt::Note { of, .. } => of.iter_mut().for_each(signal),
        Stmt::End => {}
        Stmt::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(all),
        Stmt::Case { arms, default, .. } => arms.iter_mut().map(|(_, list)| list).chain([default]).for_each(all),
    }
}
