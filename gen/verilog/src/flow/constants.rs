// SPDX-License-Identifier: Apache-2.0
//! What a build does not have reads as 0: signals that depend on nothing else are constants, and leave no trace.

use crate::expr::{Expr, NetId};
use crate::nets::{Kind, Nets};
use crate::stmt::Stmt;
use num_bigint::BigUint;
use std::collections::BTreeMap;

/// The statements with every local signal that is a constant replaced by its value, and without the branches that are
/// never taken.
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

/// Local signals that one assignment drives, with a constant, or with a value that has a name of its own.
fn constants(statements: &[Stmt], nets: &Nets) -> BTreeMap<NetId, Expr> {
    let mut writers: BTreeMap<NetId, usize> = BTreeMap::new();
    for stmt in statements {
        stmt.targets(&mut |net| *writers.entry(net).or_default() += 1);
    }
    let constant = |stmt: &Stmt| match stmt {
        Stmt::Assign { net, whole: true, value: value @ Expr::Const { .. }, .. } => {
            let local = matches!(nets.table[*net].kind, Kind::Local | Kind::Temporary);
            (local && writers[net] == 1).then(|| (*net, value.clone()))
        }
        // A name for what has one already.
        Stmt::Assign { net, whole: true, value: value @ Expr::Bits { net: source, .. }, .. } => {
            let renames = nets.table[*net].kind == Kind::Temporary && nets.table[*source].kind == Kind::Temporary;
            (renames && writers[net] == 1 && writers.get(source) == Some(&1)).then(|| (*net, value.clone()))
        }
        _ => None,
    };
    let found: BTreeMap<NetId, Expr> = statements.iter().filter_map(constant).collect();
    // A name for a name that goes as well waits for the next round.
    let is_last = |value: &Expr| !matches!(value, Expr::Bits { net, .. } if found.contains_key(net));
    found.iter().filter(|(_, value)| is_last(value)).map(|(net, value)| (*net, value.clone())).collect()
}

fn replaced(statements: Vec<Stmt>, constants: &BTreeMap<NetId, Expr>) -> Vec<Stmt> {
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
            note @ Stmt::Note { .. } => out.push(note),
        }
    }
    out
}
