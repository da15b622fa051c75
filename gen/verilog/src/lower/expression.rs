// SPDX-License-Identifier: Apache-2.0
//! Lowering of expressions. rust-hdl checks widths as Rust types, and its syntax tree does not keep them: a Rust
//! integer has no width of its own, and takes that of the operand or target beside it.

use super::{index_value, resolved_path, Lower};
use crate::error::Problem;
use crate::expr::{Binary, Expr, Unary};
use crate::nets::literal;
use num_bigint::BigUint;
use rust_hdl_core::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

/// A lowered expression.
pub(super) enum Operand {
    /// With a width.
    Sized(Expr),
    /// A Rust integer, and the Rust constant that it is.
    Number { value: BigUint, name: Option<String> },
}

impl Lower<'_> {
    /// The expression at exactly this width. `what` says where it stands.
    pub(super) fn sized(&mut self, ast: &VerilogExpression, width: usize, what: &str) -> Result<Expr, Problem> {
        let operand = self.operand(ast)?;
        self.fit(operand, width, what)
    }

    pub(super) fn fit(&self, operand: Operand, width: usize, what: &str) -> Result<Expr, Problem> {
        match operand {
            Operand::Number { value, .. } if value.bits() > width as u64 => {
                Err(Problem::TooLarge { value: value.to_string(), width })
            }
            Operand::Number { value, name } => Ok(Expr::Const { value, width, name }),
            Operand::Sized(expr) if expr.width() == width => Ok(expr),
            Operand::Sized(expr) => Err(Problem::Width { what: what.into(), left: width, right: expr.width() }),
        }
    }

    /// The value of an expression that must be constant.
    pub(super) fn constant(&mut self, ast: &VerilogExpression) -> Result<usize, Problem> {
        let operand = self.operand(ast)?;
        match small(&operand) {
            Some((value, _)) => Ok(value),
            None => Err(Problem::Unsupported(format!("the offset {ast:?}"))),
        }
    }

    pub(super) fn operand(&mut self, ast: &VerilogExpression) -> Result<Operand, Problem> {
        match ast {
            VerilogExpression::Signal(path) => self.named(path),
            VerilogExpression::Literal(l) => match literal(l) {
                Some((1, value)) => Ok(Operand::Sized(Expr::constant(value, 1))),
                Some((_, value)) => Ok(Operand::Number { value, name: None }),
                None => Err(Problem::Unsupported(format!("the literal {l}"))),
            },
            VerilogExpression::Paren(inner) => self.operand(inner),
            VerilogExpression::Cast(inner, width) => match self.operand(inner)? {
                Operand::Sized(expr) if expr.width() < *width => Ok(Operand::Sized(expr.zero_extended(*width))),
                Operand::Sized(expr) => Ok(Operand::Sized(self.slice(expr, 0, *width))),
                number => Ok(Operand::Sized(self.fit(number, *width, "cast")?)),
            },
            VerilogExpression::Unary(operator, inner) => self.unary(operator, inner),
            VerilogExpression::Binary(left, operator, right) => self.binary(left, operator, right),
            VerilogExpression::Index(base, index) => self.bit(base, index),
            VerilogExpression::Slice(base, width, offset) => self.select(base, *width, offset),
            VerilogExpression::IndexReplace(base, index, value) => self.replace(base, index, value),
            VerilogExpression::Signed(_) | VerilogExpression::Unsigned(_) => {
                Err(Problem::Unsupported("signed arithmetic".into()))
            }
        }
    }

    /// What a path stands for: a loop index, a signal, a constant, a state.
    pub(super) fn named(&self, path: &str) -> Result<Operand, Problem> {
        if let Some((_, value)) = self.loops.iter().rev().find(|(index, _)| index == path) {
            return Ok(Operand::Number { value: (*value).into(), name: None });
        }
        if let Some((name, value)) = path.split_once('#') {
            return self.rust_constant(name, value);
        }
        let path = resolved_path(path, |index| index_value(index, &|name| self.integer(name)))?;
        if let Some(value) = self.named.get(&path) {
            return Ok(Operand::Sized(value.clone()));
        }
        if let Some(net) = self.nets.find(&path) {
            return Ok(Operand::Sized(self.nets.value(net)));
        }
        if let Some(value) = self.record_value(&path) {
            return Ok(Operand::Sized(value));
        }
        if self.tree.is_absent(&path) {
            return Ok(Operand::Number { value: BigUint::ZERO, name: None });
        }
        // A path may have modules before the type or constant that it ends in.
        let segments: Vec<&str> = path.split('$').collect();
        let state = segments[segments.len().saturating_sub(2)..].join("$");
        match self.fixed.get(&path).or_else(|| self.fixed.get(&state)) {
            Some(Some(fixed)) => return Ok(Operand::Sized(fixed.clone())),
            Some(None) => return Err(Problem::Unsupported(format!("`{path}`, a state of two types,"))),
            None => {}
        }
        let constant = segments.last().copied().unwrap_or(&path);
        match self.constants.get(constant) {
            Some((_, value)) => Ok(Operand::Number { value: (*value).into(), name: Some(constant.into()) }),
            None => Err(Problem::UnknownName(path)),
        }
    }

    fn unary(&mut self, operator: &VerilogOpUnary, inner: &VerilogExpression) -> Result<Operand, Problem> {
        let operator = match operator {
            VerilogOpUnary::Not => Unary::Not,
            VerilogOpUnary::All => Unary::All,
            VerilogOpUnary::Any => Unary::Any,
            VerilogOpUnary::Xor => Unary::Parity,
            VerilogOpUnary::Neg => return Err(Problem::Unsupported("negation".into())),
        };
        match self.operand(inner)? {
            Operand::Sized(expr) => Ok(Operand::Sized(Expr::unary(operator, expr))),
            Operand::Number { .. } => Err(Problem::Unsupported("a bit operation on an integer".into())),
        }
    }

    fn binary(
        &mut self,
        left: &VerilogExpression,
        operator: &VerilogOp,
        right: &VerilogExpression,
    ) -> Result<Operand, Problem> {
        let operator = match operator {
            VerilogOp::Add => Binary::Add,
            VerilogOp::Sub => Binary::Sub,
            VerilogOp::Mul => Binary::Mul,
            VerilogOp::LogicalAnd | VerilogOp::BitAnd => Binary::And,
            VerilogOp::LogicalOr | VerilogOp::BitOr => Binary::Or,
            VerilogOp::BitXor => Binary::Xor,
            VerilogOp::Shl => Binary::Shl,
            VerilogOp::Shr => Binary::Shr,
            VerilogOp::Eq => Binary::Eq,
            VerilogOp::Ne => Binary::Ne,
            VerilogOp::Lt => Binary::Lt,
            VerilogOp::Le => Binary::Le,
            VerilogOp::Gt => Binary::Gt,
            VerilogOp::Ge => Binary::Ge,
        };
        let what = format!("operands of {operator:?}");
        let (left, right) = match (self.operand(left)?, self.operand(right)?) {
            (Operand::Number { value: a, .. }, Operand::Number { value: b, .. }) => {
                return integer_arithmetic(operator, &a, &b)
            }
            (left, right) if operator.shifts() => return self.shift(operator, left, right),
            (Operand::Sized(left), Operand::Sized(right)) => {
                // rust-hdl multiplies 16 by 16 bits into 32, and adds a bit to anything.
                match (operator, left.width(), right.width()) {
                    (Binary::Mul, 16, 16) => (left.zero_extended(32), right.zero_extended(32)),
                    (Binary::Add, width, 1) => (left, right.zero_extended(width)),
                    (_, a, b) if a == b => (left, right),
                    (_, left, right) => return Err(Problem::Width { what, left, right }),
                }
            }
            (Operand::Sized(left), number) => {
                let right = self.fit(number, left.width(), &what)?;
                (left, right)
            }
            (number, Operand::Sized(right)) => (self.fit(number, right.width(), &what)?, right),
        };
        Ok(Operand::Sized(Expr::binary(operator, left, right)))
    }

    fn shift(&mut self, operator: Binary, left: Operand, right: Operand) -> Result<Operand, Problem> {
        let Operand::Sized(left) = left else {
            return Err(Problem::Unsupported("a shift of an integer by a signal".into()));
        };
        let width = left.width();
        let shifted = match (small(&right), right) {
            (Some((amount, _)), _) => {
                let kept = width.saturating_sub(amount);
                let zeros = Expr::constant(0u8, width - kept);
                match operator {
                    Binary::Shl => {
                        let kept = self.slice(left, 0, kept);
                        Expr::concat([kept, zeros])
                    }
                    _ => {
                        let kept = self.slice(left, width - kept, kept);
                        Expr::concat([zeros, kept])
                    }
                }
            }
            (None, Operand::Sized(amount)) => Expr::binary(operator, left, amount),
            (None, Operand::Number { value, .. }) => {
                return Err(Problem::TooLarge { value: value.to_string(), width: u32::BITS as usize })
            }
        };
        Ok(Operand::Sized(shifted))
    }
}

/// The value of a constant that is an index or amount, and its name.
pub(super) fn small(operand: &Operand) -> Option<(usize, Option<String>)> {
    let (value, name) = match operand {
        Operand::Number { value, name } => (value, name.clone()),
        Operand::Sized(Expr::Const { value, name, .. }) => (value, name.clone()),
        Operand::Sized(_) => return None,
    };
    u32::try_from(value).ok().map(|value| (value as usize, name))
}

/// Arithmetic on Rust integers, as in the index of an unrolled loop.
fn integer_arithmetic(operator: Binary, a: &BigUint, b: &BigUint) -> Result<Operand, Problem> {
    let value = match operator {
        Binary::Add => a + b,
        Binary::Sub if a >= b => a - b,
        Binary::Mul => a * b,
        Binary::And => a & b,
        Binary::Or => a | b,
        Binary::Xor => a ^ b,
        Binary::Shl if b.bits() < 8 => a << b.iter_u32_digits().next().unwrap_or(0),
        Binary::Shr if b.bits() < 8 => a >> b.iter_u32_digits().next().unwrap_or(0),
        Binary::Eq => return Ok(truth(a == b)),
        Binary::Ne => return Ok(truth(a != b)),
        Binary::Lt => return Ok(truth(a < b)),
        Binary::Le => return Ok(truth(a <= b)),
        Binary::Gt => return Ok(truth(a > b)),
        Binary::Ge => return Ok(truth(a >= b)),
        Binary::Sub | Binary::Shl | Binary::Shr => {
            return Err(Problem::Unsupported(format!("the integer {operator:?} of {a} and {b}")))
        }
    };
    Ok(Operand::Number { value, name: None })
}

fn truth(value: bool) -> Operand {
    Operand::Sized(Expr::constant(u8::from(value), 1))
}
