// SPDX-License-Identifier: Apache-2.0
//! Expressions whose widths are exact: the operands of an operator are as wide as Verilog evaluates them.

use num_bigint::BigUint;
use std::collections::BTreeMap;

/// Index of a net in its module's table.
pub(crate) type NetId = usize;

/// An expression over the nets of a module.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expr {
    /// A constant, with the name of the `localparam` that stands for it, if any.
    Const { value: BigUint, width: usize, name: Option<String> },
    /// Bits of a net, from `offset` up; `name` is a named constant that stands for the offset.
    Bits { net: NetId, offset: usize, width: usize, name: Option<String> },
    /// `width` bits of a net from a computed offset up.
    Select { net: NetId, index: Box<Expr>, width: usize },
    /// Parts from the most significant down, two or more, none empty.
    Concat(Vec<Expr>),
    /// An operator of one operand.
    Unary(Unary, Box<Expr>),
    /// An operator of two operands.
    Binary(Binary, Box<Expr>, Box<Expr>),
    /// The second operand if the first one is 1, else the third.
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Operators of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unary {
    /// Every bit inverted.
    Not,
    /// Whether every bit is set.
    All,
    /// Whether some bit is set.
    Any,
    /// Whether an odd number of bits is set.
    Parity,
}

/// Operators of two operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl Binary {
    /// Whether the result is one bit that compares the operands.
    pub(crate) fn compares(self) -> bool {
        matches!(self, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
    }

    /// Whether the second operand is an amount, of any width.
    pub(crate) fn shifts(self) -> bool {
        matches!(self, Binary::Shl | Binary::Shr)
    }

    /// Whether bit n of the result depends on bit n of the operands only.
    pub(crate) fn bitwise(self) -> bool {
        matches!(self, Binary::And | Binary::Or | Binary::Xor)
    }

    /// Whether the lower bits of the result depend on nothing above them in the operands.
    pub(crate) fn carries_up(self) -> bool {
        matches!(self, Binary::Add | Binary::Sub | Binary::Mul)
    }
}

impl Expr {
    /// A constant without a name.
    pub(crate) fn constant(value: impl Into<BigUint>, width: usize) -> Expr {
        Expr::Const { value: value.into(), width, name: None }
    }

    /// A whole net.
    pub(crate) fn net(net: NetId, width: usize) -> Expr {
        Expr::Bits { net, offset: 0, width, name: None }
    }

    /// Width in bits.
    pub(crate) fn width(&self) -> usize {
        match self {
            Expr::Const { width, .. } | Expr::Bits { width, .. } | Expr::Select { width, .. } => *width,
            Expr::Concat(parts) => parts.iter().map(Expr::width).sum(),
            Expr::Unary(Unary::Not, operand) => operand.width(),
            Expr::Unary(..) => 1,
            Expr::Binary(operator, ..) if operator.compares() => 1,
            Expr::Binary(_, left, _) => left.width(),
            Expr::Choice(_, then, _) => then.width(),
        }
    }

    /// The value, if it is a constant.
    pub(crate) fn value(&self) -> Option<&BigUint> {
        match self {
            Expr::Const { value, .. } => Some(value),
            _ => None,
        }
    }

    /// Whether every bit is the constant 0.
    fn is_zero(&self) -> bool {
        self.value().is_some_and(|value| *value == BigUint::ZERO)
    }

    /// Parts side by side, from the most significant down. Empty parts vanish and neighbours without a name merge.
    pub(crate) fn concat(parts: impl IntoIterator<Item = Expr>) -> Expr {
        let mut flat: Vec<Expr> = Vec::new();
        for part in parts {
            let inner = match part {
                Expr::Concat(inner) => inner,
                other => vec![other],
            };
            for part in inner.into_iter().filter(|part| part.width() > 0) {
                let merged = flat.last().and_then(|upper| upper.merged_with(&part));
                if merged.is_some() {
                    flat.pop();
                }
                flat.push(merged.unwrap_or(part));
            }
        }
        match flat.len() {
            1 => flat.remove(0),
            _ => Expr::Concat(flat),
        }
    }

    /// This part and the one below it as one, if that is possible.
    fn merged_with(&self, lower: &Expr) -> Option<Expr> {
        match (self, lower) {
            (Expr::Const { value: a, width: w, name: None }, Expr::Const { value: b, width: v, name: None }) => {
                Some(Expr::constant((a.clone() << v) | b, w + v))
            }
            (
                Expr::Bits { net: a, offset: o, width: w, name: None },
                Expr::Bits { net: b, offset: p, width: v, name: None },
            ) if a == b && *o == p + v => Some(Expr::Bits { net: *a, offset: *p, width: w + v, name: None }),
            _ => None,
        }
    }

    /// With zeros above, up to `width` bits.
    pub(crate) fn zero_extended(self, width: usize) -> Expr {
        let zeros = Expr::constant(0u8, width - self.width());
        Expr::concat([zeros, self])
    }

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
            None if then.width() == 1 && then.value().is_some() && otherwise.value().is_some() => {
                if then.is_zero() {
                    Expr::unary(Unary::Not, test)
                } else {
                    test
                }
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

    /// Calls `visit` with this expression and every one inside it.
    pub(crate) fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Const { .. } | Expr::Bits { .. } => {}
            Expr::Select { index, .. } => index.walk(visit),
            Expr::Concat(parts) => parts.iter().for_each(|part| part.walk(visit)),
            Expr::Unary(_, operand) => operand.walk(visit),
            Expr::Binary(_, left, right) => {
                left.walk(visit);
                right.walk(visit);
            }
            Expr::Choice(test, then, otherwise) => {
                [test, then, otherwise].into_iter().for_each(|part| part.walk(visit))
            }
        }
    }

    /// Calls `visit` with every net read.
    pub(crate) fn nets(&self, visit: &mut dyn FnMut(NetId)) {
        self.walk(&mut |expr| {
            if let Expr::Bits { net, .. } | Expr::Select { net, .. } = expr {
                visit(*net);
            }
        });
    }
}

/// An operator of two operands, one of which has become a constant.
fn folded(operator: Binary, left: Expr, right: Expr) -> Expr {
    let ones = |expr: &Expr| expr.value().is_some_and(|value| *value == mask(expr.width()));
    let width = left.width();
    match operator {
        Binary::Or if ones(&left) || ones(&right) => Expr::constant(mask(width), width),
        Binary::Xor | Binary::Add if left.is_zero() && right.width() == width => right,
        Binary::Xor | Binary::Add | Binary::Sub | Binary::Shl | Binary::Shr if right.is_zero() => left,
        Binary::Shl | Binary::Shr | Binary::Mul if left.is_zero() => left,
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
