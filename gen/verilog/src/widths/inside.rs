// SPDX-License-Identifier: Apache-2.0
//! The nets of a module at the widths that it needs.

use super::known::{extent, states};
use super::lean::{lean, trim};
use super::{known, wanted};
use crate::expr::{Expr, NetId};
use crate::nets::{Kind, Nets};
use crate::stmt::Stmt;
use std::collections::{BTreeMap, BTreeSet};

/// The statements over nets without upper bits that are always 0, or that nothing depends on. Ports stay as they are.
pub(crate) fn narrowed(mut statements: Vec<Stmt>, nets: &mut Nets) -> Vec<Stmt> {
    let mut kept: BTreeSet<NetId> = BTreeSet::new();
    loop {
        let extents = known(&statements, nets);
        let widths = widths(&statements, nets, &extents, &kept);
        match rewritten(&statements, nets, &widths, &extents) {
            Ok(done) => {
                let is_narrower = !widths.is_empty();
                apply(&widths, nets);
                statements = done;
                statements.retain(|stmt| !is_of_nothing(stmt, nets));
                if !is_narrower {
                    return statements;
                }
            }
            // Bits of what is assigned to the net can't be had.
            Err(net) => {
                kept.insert(net);
            }
        }
    }
}

/// The new widths of the nets that become narrower, or vanish.
fn widths(statements: &[Stmt], nets: &Nets, extents: &[usize], kept: &BTreeSet<NetId>) -> BTreeMap<NetId, usize> {
    let reaches = wanted(statements, nets);
    let states = states(statements, nets);
    let mut selected = BTreeSet::new();
    let mut visit = |expr: &Expr| {
        expr.walk(&mut |part| {
            if let Expr::Select { net, .. } = part {
                selected.insert(*net);
            }
        })
    };
    statements.iter().for_each(|stmt| stmt.expressions(&mut visit));
    let needs = |id: NetId| match reaches[id] {
        0 => 0,
        _ if selected.contains(&id) || kept.contains(&id) || states.contains(&id) => nets.table[id].width,
        reach => reach.min(extents[id]),
    };
    let mut widths = BTreeMap::new();
    for (id, net) in nets.table.iter().enumerate() {
        if matches!(net.kind, Kind::Local | Kind::Temporary) {
            widths.insert(id, needs(id));
        }
    }
    for register in &nets.registers {
        let width = needs(register.q).max(needs(register.d)).min(nets.table[register.q].width);
        widths.extend([(register.q, width), (register.d, width)]);
    }
    widths.retain(|id, width| *width < nets.table[*id].width);
    widths
}

fn rewritten(
    statements: &[Stmt],
    nets: &Nets,
    widths: &BTreeMap<NetId, usize>,
    extents: &[usize],
) -> Result<Vec<Stmt>, NetId> {
    let value = |(id, width): (&NetId, &usize)| {
        let value = match width {
            0 => Expr::constant(0u8, nets.table[*id].width),
            _ => Expr::net(*id, *width).zero_extended(nets.table[*id].width),
        };
        (*id, value)
    };
    let values: BTreeMap<NetId, Expr> = widths.iter().map(value).collect();
    let rewrite = Rewrite { nets, widths, values: &values, extents };
    rewrite.list(statements)
}

struct Rewrite<'a> {
    nets: &'a Nets,
    widths: &'a BTreeMap<NetId, usize>,
    /// What stands for the nets that become narrower.
    values: &'a BTreeMap<NetId, Expr>,
    extents: &'a [usize],
}

impl Rewrite<'_> {
    fn list(&self, list: &[Stmt]) -> Result<Vec<Stmt>, NetId> {
        let statements: Result<Vec<Option<Stmt>>, NetId> = list.iter().map(|stmt| self.statement(stmt)).collect();
        Ok(statements?.into_iter().flatten().collect())
    }

    fn expression(&self, expr: &Expr) -> Expr {
        lean(expr.clone().with(self.values), self.extents)
    }

    fn statement(&self, stmt: &Stmt) -> Result<Option<Stmt>, NetId> {
        Ok(Some(match stmt {
            Stmt::Assign { net, offset, value, .. } => {
                let width = self.widths.get(net).copied().unwrap_or(self.nets.table[*net].width);
                let kept = value.width().min(width.saturating_sub(*offset));
                if kept == 0 {
                    return Ok(None);
                }
                let value = trim(&self.expression(value), kept, self.extents).ok_or(*net)?;
                Stmt::Assign { net: *net, offset: *offset, whole: kept == width, value }
            }
            Stmt::If { test, then, otherwise } => {
                Stmt::If { test: self.expression(test), then: self.list(then)?, otherwise: self.list(otherwise)? }
            }
            Stmt::Case { test, arms, default } => {
                let arm = |(label, list): &(Expr, Vec<Stmt>)| Ok((label.clone(), self.list(list)?));
                let arms = arms.iter().map(arm).collect::<Result<_, NetId>>()?;
                self.case(test.clone().with(self.values), arms, self.list(default)?)
            }
            Stmt::Note { .. } | Stmt::End => stmt.clone(),
        }))
    }

    /// A case over as many bits as its test reaches. Labels beyond them are never met.
    fn case(&self, test: Expr, mut arms: Vec<(Expr, Vec<Stmt>)>, mut default: Vec<Stmt>) -> Stmt {
        let reach = extent(&test, self.extents);
        let Some(narrow) = trim(&test, reach, self.extents).filter(|_| (1..test.width()).contains(&reach)) else {
            return Stmt::Case { test, arms, default };
        };
        arms.retain(|(label, _)| extent(label, self.extents) <= reach);
        arms.iter_mut().for_each(|(label, _)| *label = trim(label, reach, self.extents).unwrap_or(label.clone()));
        if reach < usize::BITS as usize && arms.len() == 1 << reach {
            default = arms.pop().map(|(_, list)| list).unwrap_or_default();
        }
        Stmt::Case { test: narrow, arms, default }
    }
}

/// Gives the nets their widths; a register of which nothing is left goes, with its clock and reset.
fn apply(widths: &BTreeMap<NetId, usize>, nets: &mut Nets) {
    widths.iter().for_each(|(id, width)| nets.table[*id].width = *width);
    let (kept, gone): (Vec<_>, Vec<_>) =
        nets.registers.drain(..).partition(|register| widths.get(&register.q) != Some(&0));
    nets.registers = kept;
    for net in gone.iter().flat_map(|register| [register.clock, register.reset]) {
        if !nets.registers.iter().any(|register| [register.clock, register.reset].contains(&net)) {
            nets.table[net].width = 0;
        }
    }
    for register in &mut nets.registers {
        if let Some(init) = widths.get(&register.q).and_then(|width| trim(&register.init, *width, &[])) {
            register.init = init;
        }
    }
}

/// Whether a statement has nothing left to do, or gives a clock or reset to a register that is gone.
fn is_of_nothing(stmt: &Stmt, nets: &Nets) -> bool {
    match stmt {
        Stmt::Assign { net, .. } => nets.table[*net].width == 0,
        Stmt::If { .. } | Stmt::Case { .. } => {
            let mut assigns = false;
            stmt.targets(&mut |_| assigns = true);
            !assigns
        }
        Stmt::Note { .. } | Stmt::End => false,
    }
}
