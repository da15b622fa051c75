// SPDX-License-Identifier: Apache-2.0
//! What a synthesiser would make a latch of, or a simulator disagree about, is refused.

use crate::error::Problem;
use crate::expr::{Expr, NetId};
use crate::nets::{Kind, Nets};
use crate::stmt::Stmt;
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// Bits by net.
type Bits = BTreeMap<NetId, BigUint>;

/// Every output, input of a register and net that is read has a driver, in all its bits if its drivers are
/// unconditional.
pub(super) fn driven(statements: &[Stmt], nets: &Nets) -> Result<(), Problem> {
    let (mut wanted, mut assigned) = (BTreeSet::new(), BTreeSet::new());
    for stmt in statements {
        stmt.expressions(&mut |expr| {
            expr.nets(&mut |net| {
                wanted.insert(net);
            })
        });
        stmt.targets(&mut |net| {
            assigned.insert(net);
        });
    }
    for (id, net) in nets.table.iter().enumerate() {
        let needs_driver = match net.kind {
            Kind::Input | Kind::RegisterQ | Kind::InstanceOutput => {
                if assigned.contains(&id) {
                    return Err(Problem::Unsupported(format!("an assignment to `{}`, an input or output,", net.name)));
                }
                false
            }
            Kind::Output | Kind::RegisterInput | Kind::InstanceInput => true,
            Kind::Local | Kind::Temporary => wanted.contains(&id),
        };
        if needs_driver && net.width > 0 && !assigned.contains(&id) {
            return Err(Problem::Undriven(net.name.clone()));
        }
    }
    let mut unconditional: Vec<&Stmt> = statements.iter().collect();
    unconditional.retain(|stmt| matches!(stmt, Stmt::Assign { .. }));
    let conditional =
        |net: NetId| statements.iter().any(|stmt| !matches!(stmt, Stmt::Assign { .. }) && stmt.assigns(net));
    let bits = all_assigned(&unconditional);
    match bits.iter().find(|(net, bits)| !conditional(**net) && **bits != full(**net, nets)) {
        Some((net, _)) => Err(Problem::Undriven(nets.table[*net].name.clone())),
        None => Ok(()),
    }
}

/// Every net of a combinational block is assigned on every path, and not read in the block before that.
pub(super) fn assigned(group: &[&Stmt], nets: &Nets) -> Result<(), Problem> {
    let mut targets = BTreeSet::new();
    for stmt in group {
        stmt.targets(&mut |net| {
            targets.insert(net);
        });
    }
    let mut bits = Bits::new();
    for stmt in group {
        follow(stmt, &targets, &mut bits, nets)?;
    }
    match targets.iter().find(|net| bits.get(net) != Some(&full(**net, nets))) {
        Some(net) => Err(Problem::Latch(nets.table[*net].name.clone())),
        None => Ok(()),
    }
}

/// A combinational block reads some net: simulators run it when one changes.
pub(super) fn reads(group: &[&Stmt], nets: &Nets) -> Result<(), Problem> {
    let (mut reads, mut target) = (false, None);
    for stmt in group {
        stmt.expressions(&mut |expr| expr.nets(&mut |_| reads = true));
        stmt.targets(&mut |net| target = Some(net));
    }
    match target {
        Some(net) if !reads => {
            let name = &nets.table[net].name;
            Err(Problem::Unsupported(format!("a constant `{name}`, put together by assignments that overlap,")))
        }
        _ => Ok(()),
    }
}

/// Every bit of a net.
fn full(net: NetId, nets: &Nets) -> BigUint {
    range(0, nets.table[net].width)
}

fn range(offset: usize, width: usize) -> BigUint {
    ((BigUint::from(1u8) << width) - 1u8) << offset
}

fn all_assigned(statements: &[&Stmt]) -> Bits {
    let mut bits = Bits::new();
    for stmt in statements {
        if let Stmt::Assign { net, offset, value, .. } = stmt {
            *bits.entry(*net).or_default() |= range(*offset, value.width());
        }
    }
    bits
}

/// Adds the bits that the statement assigns on every path, after a look at what it reads.
fn follow(stmt: &Stmt, targets: &BTreeSet<NetId>, bits: &mut Bits, nets: &Nets) -> Result<(), Problem> {
    let mut early = None;
    stmt.own_expressions(&mut |expr| {
        expr.walk(&mut |part| {
            let (net, read) = match part {
                Expr::Bits { net, offset, width, .. } => (*net, range(*offset, *width)),
                Expr::Select { net, .. } => (*net, full(*net, nets)),
                _ => return,
            };
            let known = bits.get(&net).cloned().unwrap_or_default();
            if targets.contains(&net) && (&read & known) != read {
                early = Some(net);
            }
        });
    });
    if let Some(net) = early {
        return Err(Problem::ReadTooEarly(nets.table[net].name.clone()));
    }
    if let Stmt::Assign { net, offset, value, .. } = stmt {
        *bits.entry(*net).or_default() |= range(*offset, value.width());
    }
    let mut common: Option<Bits> = None;
    for list in stmt.lists() {
        let mut inside = bits.clone();
        list.iter().try_for_each(|inner| follow(inner, targets, &mut inside, nets))?;
        common = Some(match common {
            None => inside,
            Some(other) => {
                other.into_iter().filter_map(|(net, bits)| inside.get(&net).map(|more| (net, bits & more))).collect()
            }
        });
    }
    if let Some(common) = common {
        *bits = common;
    }
    Ok(())
}
