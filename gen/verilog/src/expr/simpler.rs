// SPDX-License-Identifier: Apache-2.0
//! Expressions without what has no effect: operators of constants, slices of what is put together.

use super::{Binary, Expr, NetId, Unary};
use num_bigint::BigUint;
use std::collections::BTreeMap;

impl Expr {
    /// An operator of one operand, without what has no effect.
    pub(crate) fn unary(operator: Unary, operand: Expr) -> Expr {
        match (operator, operand) {
            (Unary::Any | Unary::All | Unary::Parity, operand) if operand.width() == 1 => operand,
            (Unary::Not, Expr::Const { value, width, .. }) => Expr::constant(mask(width) ^ value, width),
            (Unary::Any, Expr::Const { value, .. }) => Expr::constant(u8::from(value != BigUint::ZERO), 1),
            (Unary::Any | Unary::Parity, Expr::Concat(parts)) if parts.iter().any(Expr::is_zero) => {
                let rest: Vec<_> = parts.into_iter().filter(|part| !part.is_zero()).collect();
                match rest.is_empty() {
                    true => Expr::constant(0u8, 1),
                    false => Expr::unary(operator, Expr::concat(rest)),
                }
            }
            (operator, operand) => Expr::Unary(operator, Box::new(operand)),
        }
    }

    /// An operator of two operands whose widths its caller has matched.
    pub(crate) fn binary(operator: Binary, left: Expr, right: Expr) -> Expr {
        let simpler = match (operator, left.value(), right.value()) {
            (Binary::Eq, Some(a), Some(b)) => Some(Expr::constant(u8::from(a == b), 1)),
            (Binary::Ne, Some(a), Some(b)) => Some(Expr::constant(u8::from(a != b), 1)),
            (Binary::And, Some(a), _) if *a == mask(left.width()) => Some(right.clone()),
            (Binary::And, _, Some(b)) if *b == mask(left.width()) => Some(left.clone()),
            (Binary::And, _, _) if left.is_zero() || right.is_zero() => Some(Expr::constant(0u8, left.width())),
            (Binary::Or, _, _) => disjoint_or(&left, &right),
            _ => None,
        };
        simpler.unwrap_or_else(|| Expr::Binary(operator, Box::new(left), Box::new(right)))
    }

    /// One of two expressions of the same width.
    pub(crate) fn choice(test: Expr, then: Expr, otherwise: Expr) -> Expr {
        match test.value() {
            Some(value) if *value == BigUint::ZERO => otherwise,
            Some(_) => then,
            None if then == otherwise => then,
            // A bit that is 1 or 0 by one of the sides.
            None if then.width() == 1 && otherwise.is_zero() => Expr::binary(Binary::And, test, then),
            None if then.width() == 1 && then.value().is_some() && otherwise.value().is_some() => {
                if then.is_zero() {
                    Expr::unary(Unary::Not, test)
                } else {
                    test
                }
            }
            None if then.width() == 1 && then.value().is_some() && !then.is_zero() => {
                Expr::binary(Binary::Or, test, otherwise)
            }
            None if then.width() == 1 && then.is_zero() => {
                Expr::binary(Binary::And, Expr::unary(Unary::Not, test), otherwise)
            }
            None => Expr::Choice(Box::new(test), Box::new(then), Box::new(otherwise)),
        }
    }

    /// Bits `offset` to `offset + width - 1`, if they can be had without naming the expression.
    pub(crate) fn slice(&self, offset: usize, width: usize) -> Option<Expr> {
        if offset == 0 && width == self.width() {
            return Some(self.clone());
        }
        match self {
            Expr::Const { value, name, .. } if offset == 0 && value.bits() <= width as u64 => {
                Some(Expr::Const { value: value.clone(), width, name: name.clone() })
            }
            Expr::Const { value, .. } => Some(Expr::constant((value >> offset) & mask(width), width)),
            Expr::Bits { net, offset: base, .. } => {
                Some(Expr::Bits { net: *net, offset: base + offset, width, name: None })
            }
            Expr::Concat(parts) => slice_parts(parts, offset, width),
            Expr::Unary(Unary::Not, operand) => Some(Expr::unary(Unary::Not, operand.slice(offset, width)?)),
            Expr::Binary(operator, left, right) if operator.bitwise() || (operator.carries_up() && offset == 0) => {
                Some(Expr::binary(*operator, left.slice(offset, width)?, right.slice(offset, width)?))
            }
            Expr::Binary(Binary::Shl, left, right) if offset == 0 => {
                Some(Expr::binary(Binary::Shl, left.slice(0, width)?, (**right).clone()))
            }
            Expr::Choice(test, then, otherwise) => {
                Some(Expr::choice((**test).clone(), then.slice(offset, width)?, otherwise.slice(offset, width)?))
            }
            _ => None,
        }
    }

    /// The expression with nets that are constants replaced, and what then has no effect left out.
    pub(crate) fn with(self, constants: &BTreeMap<NetId, Expr>) -> Expr {
        match self {
            Expr::Const { .. } => self,
            Expr::Bits { net, offset, width, .. } => {
                constants.get(&net).and_then(|value| value.slice(offset, width)).unwrap_or(self)
            }
            Expr::Select { net, index, width } => {
                let index = index.with(constants);
                match (
                    constants.get(&net).and_then(Expr::value),
                    index.value().and_then(|value| usize::try_from(value).ok()),
                ) {
                    (Some(value), _) if *value == BigUint::ZERO => Expr::constant(0u8, width),
                    (Some(value), Some(offset)) => Expr::constant((value >> offset) & mask(width), width),
                    (None, Some(offset)) => Expr::Bits { net, offset, width, name: None },
                    _ => Expr::Select { net, index: Box::new(index), width },
                }
            }
            Expr::Concat(parts) => Expr::concat(parts.into_iter().map(|part| part.with(constants))),
            Expr::Unary(operator, operand) => Expr::unary(operator, operand.with(constants)),
            Expr::Binary(operator, left, right) => folded(operator, left.with(constants), right.with(constants)),
            Expr::Choice(test, then, otherwise) => {
                Expr::choice(test.with(constants), then.with(constants), otherwise.with(constants))
            }
        }
    }
}

/// An operator of two operands, one of which has become a constant.
pub(crate) fn folded(operator: Binary, left: Expr, right: Expr) -> Expr {
    let ones = |expr: &Expr| expr.value().is_some_and(|value| *value == mask(expr.width()));
    let width = left.width();
    if let (Some(a), Some(b)) = (left.value(), right.value()) {
        match operator {
            Binary::And => return Expr::constant(a & b, width),
            Binary::Or => return Expr::constant(a | b, width),
            Binary::Xor => return Expr::constant(a ^ b, width),
            _ => {}
        }
    }
    match operator {
        Binary::Or if ones(&left) || ones(&right) => Expr::constant(mask(width), width),
        Binary::Xor | Binary::Add if left.is_zero() && right.width() == width => right,
        Binary::Xor | Binary::Add | Binary::Sub | Binary::Shl | Binary::Shr if right.is_zero() => left,
        Binary::Shl | Binary::Shr | Binary::Mul if left.is_zero() => left,
        // Nothing is below 0 or above the largest value.
        Binary::Lt if right.is_zero() || ones(&left) => Expr::constant(0u8, 1),
        Binary::Gt if left.is_zero() || ones(&right) => Expr::constant(0u8, 1),
        Binary::Le if left.is_zero() || ones(&right) => Expr::constant(1u8, 1),
        Binary::Ge if right.is_zero() || ones(&left) => Expr::constant(1u8, 1),
        Binary::Eq | Binary::Ne if width == 1 && (left.value().is_some() || right.value().is_some()) => {
            let (known, other) = if left.value().is_some() { (left, right) } else { (right, left) };
            match known.is_zero() == (operator == Binary::Eq) {
                true => Expr::unary(Unary::Not, other),
                false => other,
            }
        }
        _ => Expr::binary(operator, left, right),
    }
}

/// `width` ones.
fn mask(width: usize) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

/// Bits of a concatenation.
fn slice_parts(parts: &[Expr], offset: usize, width: usize) -> Option<Expr> {
    let mut slices = Vec::new();
    let mut top = parts.iter().map(Expr::width).sum::<usize>();
    for part in parts {
        let bottom = top - part.width();
        let (low, high) = (bottom.max(offset), top.min(offset + width));
        if low < high {
            slices.push(part.slice(low - bottom, high - low)?);
        }
        top = bottom;
    }
    Some(Expr::concat(slices))
}

/// The OR of two expressions as one concatenation, if wherever one of them may be set the other is zero by
/// construction.
fn disjoint_or(left: &Expr, right: &Expr) -> Option<Expr> {
    fn parts(expr: &Expr) -> &[Expr] {
        match expr {
            Expr::Concat(parts) => parts,
            other => std::slice::from_ref(other),
        }
    }
    if !parts(left).iter().chain(parts(right)).any(Expr::is_zero) {
        return None;
    }
    let mut cuts = vec![left.width()];
    for side in [left, right] {
        let mut top = left.width();
        for part in parts(side) {
            top -= part.width();
            cuts.push(top);
        }
    }
    cuts.sort_unstable_by(|a, b| b.cmp(a));
    cuts.dedup();
    let mut joined = Vec::new();
    for pair in cuts.windows(2) {
        let (width, offset) = (pair[0] - pair[1], pair[1]);
        let (a, b) = (left.slice(offset, width)?, right.slice(offset, width)?);
        if a.is_zero() {
            joined.push(b);
        } else if b.is_zero() {
            joined.push(a);
        } else {
            return None;
        }
    }
    Some(Expr::concat(joined))
}
