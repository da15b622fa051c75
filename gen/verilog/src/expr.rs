// SPDX-License-Identifier: Apache-2.0
//! Expressions whose widths are exact: the operands of an operator are as wide as Verilog evaluates them.

mod simpler;

pub(crate) use simpler::folded;

use num_bigint::BigUint;

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
