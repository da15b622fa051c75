// SPDX-License-Identifier: Apache-2.0
//! Expressions without bits that are always 0.

use super::known::extent;
use crate::expr::{folded, Binary, Expr, Unary};
use num_bigint::BigUint;

/// The expression at the same width, with operators as narrow as their operands. `extents` are those of the nets.
pub(super) fn lean(expr: Expr, extents: &[usize]) -> Expr {
    let inner = |expr: Box<Expr>| lean(*expr, extents);
    match expr {
        Expr::Const { .. } | Expr::Bits { .. } => expr,
        Expr::Select { net, index, width } => Expr::Select { net, index: Box::new(inner(index)), width },
        Expr::Concat(parts) => Expr::concat(parts.into_iter().map(|part| lean(part, extents))),
        Expr::Unary(operator, operand) => unary(operator, inner(operand), extents),
        Expr::Binary(operator, left, right) => binary(operator, inner(left), inner(right), extents),
        Expr::Choice(test, then, otherwise) => {
            let (test, then, otherwise) = (inner(test), inner(then), inner(otherwise));
            let reach = extent(&then, extents).max(extent(&otherwise, extents));
            match (trim(&then, reach, extents), trim(&otherwise, reach, extents)) {
                (Some(a), Some(b)) if (1..then.width()).contains(&reach) => {
                    Expr::choice(test, a, b).zero_extended(then.width())
                }
                _ => Expr::choice(test, then, otherwise),
            }
        }
    }
}

fn unary(operator: Unary, operand: Expr, extents: &[usize]) -> Expr {
    let reach = extent(&operand, extents);
    match (operator, trim(&operand, reach, extents)) {
        (Unary::Any | Unary::Parity, Some(part)) if (1..operand.width()).contains(&reach) => {
            Expr::unary(operator, part)
        }
        (Unary::All, _) if reach < operand.width() => Expr::constant(0u8, 1),
        _ => Expr::unary(operator, operand),
    }
}

fn binary(operator: Binary, left: Expr, right: Expr, extents: &[usize]) -> Expr {
    let (a, b, width) = (extent(&left, extents), extent(&right, extents), left.width());
    let reach = match operator {
        _ if operator.compares() => {
            if let Some(value) = decided(operator, &left, a, &right, b) {
                return Expr::constant(u8::from(value), 1);
            }
            a.max(b)
        }
        Binary::And => a.min(b),
        Binary::Or | Binary::Xor => a.max(b),
        Binary::Add => a.max(b) + 1,
        Binary::Shr => a,
        _ => width,
    };
    if !(1..width).contains(&reach) {
        return folded(operator, left, right);
    }
    let amount = || operator.shifts().then(|| right.clone());
    let (Some(l), Some(r)) = (trim(&left, reach, extents), amount().or_else(|| trim(&right, reach, extents))) else {
        return Expr::binary(operator, left, right);
    };
    let narrow = folded(operator, l, r);
    let width = if operator.compares() { 1 } else { width };
    narrow.zero_extended(width)
}

/// What a comparison with a constant gives that the other side does not reach; `a` and `b` are the extents of the
/// sides.
fn decided(operator: Binary, left: &Expr, a: usize, right: &Expr, b: usize) -> Option<bool> {
    let is_less = match (left.value(), right.value()) {
        (None, Some(_)) if b > a => true,
        (Some(_), None) if a > b => false,
        _ => return None,
    };
    Some(match operator {
        Binary::Eq => false,
        Binary::Ne => true,
        Binary::Lt | Binary::Le => is_less,
        _ => !is_less,
    })
}

/// The lower `width` bits of an expression, if they can be had without naming it.
pub(super) fn trim(expr: &Expr, width: usize, extents: &[usize]) -> Option<Expr> {
    let part = |expr: &Expr| trim(expr, width, extents);
    if width == 0 || width >= expr.width() {
        return (width == expr.width()).then(|| expr.clone());
    }
    match expr {
        Expr::Const { value, name, .. } if value.bits() <= width as u64 => {
            Some(Expr::Const { value: value.clone(), width, name: name.clone() })
        }
        Expr::Const { value, .. } => Some(Expr::constant(value & ((BigUint::from(1u8) << width) - 1u8), width)),
        Expr::Bits { .. } => expr.slice(0, width),
        Expr::Select { net, index, .. } => Some(Expr::Select { net: *net, index: index.clone(), width }),
        Expr::Concat(parts) => {
            let (mut kept, mut offset) = (Vec::new(), 0);
            for inner in parts.iter().rev() {
                if offset < width {
                    kept.push(trim(inner, inner.width().min(width - offset), extents)?);
                }
                offset += inner.width();
            }
            Some(Expr::concat(kept.into_iter().rev()))
        }
        Expr::Unary(Unary::Not, operand) => Some(Expr::unary(Unary::Not, part(operand)?)),
        Expr::Binary(operator, left, right) if operator.bitwise() || operator.carries_up() => {
            Some(Expr::binary(*operator, part(left)?, part(right)?))
        }
        Expr::Binary(Binary::Shl, left, right) => Some(Expr::binary(Binary::Shl, part(left)?, (**right).clone())),
        Expr::Binary(Binary::Shr, left, right) if extent(left, extents) <= width => {
            Some(Expr::binary(Binary::Shr, part(left)?, (**right).clone()))
        }
        Expr::Choice(test, then, otherwise) => Some(Expr::choice((**test).clone(), part(then)?, part(otherwise)?)),
        _ => None,
    }
}
