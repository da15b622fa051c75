// SPDX-License-Identifier: Apache-2.0
//! Lowering of expressions. rust-hdl checks widths as Rust types, and its syntax tree does not keep them: a Rust
//! integer has no width of its own, and takes that of the operand or target beside it.

use super::{index_value, resolved_path, Lower};
use crate::error::Problem;
use crate::expr::{Binary, Expr, NetId, Unary};
use crate::nets::literal;
use crate::stmt::Stmt;
use num_bigint::BigUint;
use rust_hdl_core::ast::{VerilogExpression, VerilogOp, VerilogOpUnary};

/// Widest index or shift amount by which a computed slice may be padded, in bits.
const MAX_INDEX_BITS: usize = 10;

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

    /// `base.get_bits::<width>(index)`: zeros come in where the slice ends above the base.
    fn select(
        &mut self,
        base: &VerilogExpression,
        width: usize,
        index: &VerilogExpression,
    ) -> Result<Operand, Problem> {
        let Operand::Sized(base) = self.operand(base)? else {
            return Err(Problem::Unsupported("a bit of an integer".into()));
        };
        let index = self.operand(index)?;
        let selected = match (small(&index), index) {
            (Some((offset, name)), _) => {
                let kept = width.min(base.width().saturating_sub(offset));
                match self.slice(base, offset, kept) {
                    // The constant's name, unless the base was itself a slice.
                    Expr::Bits { net, offset: place, name: None, .. } if kept == width && place == offset => {
                        let name = name.filter(|_| kept < self.nets.table[net].width);
                        Expr::Bits { net, offset, width, name }
                    }
                    slice => slice.zero_extended(width),
                }
            }
            (None, Operand::Sized(index)) => self.computed_slice(base, index, width)?,
            (None, Operand::Number { value, .. }) => {
                return Err(Problem::TooLarge { value: value.to_string(), width: u32::BITS as usize })
            }
        };
        Ok(Operand::Sized(selected))
    }

    /// `base.get_bit(index)`.
    fn bit(&mut self, base: &VerilogExpression, index: &VerilogExpression) -> Result<Operand, Problem> {
        let (base_operand, index_operand) = (self.operand(base)?, self.operand(index)?);
        let (Operand::Sized(bits), None, Operand::Sized(wide)) = (base_operand, small(&index_operand), index_operand)
        else {
            return self.select(base, 1, index);
        };
        // The simulator stops where the index is not below the width, so its upper bits don't matter.
        let needed = bits_for(bits.width() - 1);
        let net = self.net_for(bits, "bits");
        if needed == 0 {
            return Ok(Operand::Sized(Expr::net(net, 1)));
        }
        let index = self.slice(wide, 0, needed);
        Ok(Operand::Sized(Expr::Select { net, index: Box::new(index), width: 1 }))
    }

    /// A slice from a computed offset, of a base padded with zeros so that no offset reaches above it. The simulator
    /// stops where an offset is above the base, so bits of it beyond those don't matter.
    fn computed_slice(&mut self, base: Expr, index: Expr, width: usize) -> Result<Expr, Problem> {
        let index_width = index.width().min(bits_for(base.width()));
        if index_width > MAX_INDEX_BITS {
            return Err(Problem::Unsupported(format!("a slice at an offset of {index_width} bits")));
        }
        let index = self.slice(index, 0, index_width);
        Ok(self.padded_slice(base, index, width))
    }

    /// `width` bits of `base` from any `index` up, with zeros above the base.
    fn padded_slice(&mut self, base: Expr, index: Expr, width: usize) -> Expr {
        let reach = ((1 << index.width()) - 1 + width).max(base.width());
        let net = match reach > base.width() {
            true => self.net_for(base.zero_extended(reach), "padded"),
            false => self.net_for(base, "value"),
        };
        let index = Box::new(index.zero_extended(bits_for(reach - 1)));
        Expr::Select { net, index, width }
    }

    /// `base.replace_bit(index, value)`.
    fn replace(
        &mut self,
        base: &VerilogExpression,
        index: &VerilogExpression,
        value: &VerilogExpression,
    ) -> Result<Operand, Problem> {
        let Operand::Sized(base) = self.operand(base)? else {
            return Err(Problem::Unsupported("a bit of an integer".into()));
        };
        let value = self.sized(value, 1, "bit to replace")?;
        let (index, width) = (self.operand(index)?, base.width());
        let replaced = match (small(&index), index) {
            (Some((index, _)), _) if index < width => {
                let upper = self.slice(base.clone(), index + 1, width - index - 1);
                let lower = self.slice(base, 0, index);
                Expr::concat([upper, value, lower])
            }
            (None, Operand::Sized(index)) => {
                let place = |bit: Expr| Expr::binary(Binary::Shl, bit.zero_extended(width), index.clone());
                let others = Expr::unary(Unary::Not, place(Expr::constant(1u8, 1)));
                Expr::binary(Binary::Or, Expr::binary(Binary::And, base, others), place(value))
            }
            _ => return Err(Problem::Unsupported("a bit above the width".into())),
        };
        Ok(Operand::Sized(replaced))
    }

    /// Bits of an expression; one that Verilog can't slice gets a name.
    pub(super) fn slice(&mut self, expr: Expr, offset: usize, width: usize) -> Expr {
        if width == 0 {
            return Expr::constant(0u8, 0);
        }
        if let Some(slice) = expr.slice(offset, width) {
            return slice;
        }
        match expr {
            // Not a slice of the shifted value: lint complains of bits that nothing reads.
            Expr::Binary(Binary::Shr, value, amount) if offset == 0 && amount.width() <= MAX_INDEX_BITS => {
                self.padded_slice(*value, *amount, width)
            }
            expr => {
                let net = self.net_for(expr, "value");
                Expr::Bits { net, offset, width, name: None }
            }
        }
    }

    /// A net that is the expression: the one that it names already, or a new one.
    fn net_for(&mut self, expr: Expr, purpose: &str) -> NetId {
        if let Expr::Bits { net, offset: 0, width, .. } = expr {
            if width == self.nets.table[net].width {
                return net;
            }
        }
        let mut first = None;
        expr.nets(&mut |net| first = first.or(Some(net)));
        let stem = first.map_or("constant", |net| self.nets.table[net].name.as_str());
        let name = format!("{stem}_{purpose}");
        let net = self.nets.add_temporary(&name, expr.width());
        self.done.push(Stmt::Assign { net, offset: 0, whole: true, value: expr });
        net
    }
}

/// How many bits it takes to count to a value.
fn bits_for(value: usize) -> usize {
    (usize::BITS - value.leading_zeros()) as usize
}

/// The value of a constant that is an index or amount, and its name.
fn small(operand: &Operand) -> Option<(usize, Option<String>)> {
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
