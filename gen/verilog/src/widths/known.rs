// SPDX-License-Identifier: Apache-2.0
//! Which upper bits of nets are always 0.

use crate::expr::{Binary, Expr, NetId, Unary};
use crate::nets::{Kind, Net, Nets};
use crate::stmt::Stmt;
use std::collections::BTreeSet;

/// A net whose extent has grown this often is taken to grow to its width, as a counter does.
const GROWTHS: usize = 4;

/// How many lower bits of each net may be other than 0. What comes from outside the module may be anything.
pub(super) fn known(statements: &[Stmt], nets: &Nets) -> Vec<usize> {
    let states = states(statements, nets);
    let start = |(id, net): (NetId, &Net)| match net.kind {
        Kind::Input | Kind::InstanceOutput => net.width,
        _ if states.contains(&id) => net.width,
        _ => nets.registers.iter().find(|register| register.q == id).map_or(0, |register| extent(&register.init, &[])),
    };
    let mut extents: Vec<usize> = nets.table.iter().enumerate().map(start).collect();
    let mut growths = vec![0; extents.len()];
    loop {
        let before = extents.clone();
        statements.iter().for_each(|stmt| assign(stmt, &mut extents));
        for register in &nets.registers {
            extents[register.q] = extents[register.q].max(extents[register.d]);
        }
        if extents == before {
            return extents;
        }
        for (id, net) in nets.table.iter().enumerate() {
            growths[id] += usize::from(extents[id] > before[id]);
            if growths[id] > GROWTHS {
                extents[id] = net.width;
            }
        }
    }
}

/// The nets of registers of states, which have names for values of their width, and what goes there as it is.
pub(super) fn states(statements: &[Stmt], nets: &Nets) -> BTreeSet<NetId> {
    let named = |init: &Expr| matches!(init, Expr::Const { name: Some(_), .. });
    let registers = nets.registers.iter().filter(|register| named(&register.init));
    let mut states: BTreeSet<NetId> = registers.flat_map(|register| [register.q, register.d]).collect();
    loop {
        let before = states.len();
        statements.iter().for_each(|stmt| add_sources(stmt, nets, &mut states));
        if states.len() == before {
            return states;
        }
    }
}

/// Adds the local signals that are assigned to states as they are.
fn add_sources(stmt: &Stmt, nets: &Nets, states: &mut BTreeSet<NetId>) {
    if let Stmt::Assign { net, whole: true, value: Expr::Bits { net: source, width, .. }, .. } = stmt {
        let Net { kind, width: whole, .. } = &nets.table[*source];
        if states.contains(net) && width == whole && matches!(kind, Kind::Local | Kind::Temporary) {
            states.insert(*source);
        }
    }
    stmt.lists().flatten().for_each(|inner| add_sources(inner, nets, states));
}

fn assign(stmt: &Stmt, extents: &mut [usize]) {
    if let Stmt::Assign { net, offset, value, .. } = stmt {
        let reach = extent(value, extents);
        if reach > 0 {
            extents[*net] = extents[*net].max(offset + reach);
        }
    }
    stmt.lists().flatten().for_each(|inner| assign(inner, extents));
}

/// How many lower bits of an expression may be other than 0; `extents` has those of the nets.
pub(super) fn extent(expr: &Expr, extents: &[usize]) -> usize {
    match expr {
        Expr::Const { value, .. } => value.bits() as usize,
        Expr::Bits { net, offset, width, .. } => extents[*net].saturating_sub(*offset).min(*width),
        Expr::Select { width, .. } => *width,
        Expr::Concat(parts) => {
            let mut bottom = expr.width();
            for part in parts {
                bottom -= part.width();
                let reach = extent(part, extents);
                if reach > 0 {
                    return bottom + reach;
                }
            }
            0
        }
        Expr::Unary(Unary::Not, operand) => operand.width(),
        Expr::Unary(..) => 1,
        Expr::Binary(operator, left, right) => {
            let (a, b) = (extent(left, extents), extent(right, extents));
            match operator {
                Binary::And => a.min(b),
                Binary::Or | Binary::Xor => a.max(b),
                Binary::Add if a == 0 || b == 0 => a.max(b),
                Binary::Add => (a.max(b) + 1).min(expr.width()),
                Binary::Mul => (a + b).min(expr.width()),
                Binary::Shl if a == 0 => 0,
                Binary::Sub if b == 0 => a,
                Binary::Sub | Binary::Shl => expr.width(),
                Binary::Shr => a,
                _ => 1,
            }
        }
        Expr::Choice(_, then, otherwise) => extent(then, extents).max(extent(otherwise, extents)),
    }
}
