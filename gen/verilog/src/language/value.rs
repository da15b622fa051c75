// SPDX-License-Identifier: Apache-2.0
//! Values in a kernel: signals, and what is known when the Verilog is made.

use super::kernel::number;
use super::{Expression, Optional};
use crate::nets::literal;
use rust_hdl_core::ast::{VerilogExpression, VerilogLiteral, VerilogOp, VerilogOpUnary};
use rust_hdl_core::prelude::{Bits, Constant, Direction, Signal, Synth};

/// What `.val()` reads in a kernel.
pub trait Source {
    /// Width in bits.
    const BITS: usize;
}

impl<D: Direction, T: Synth> Source for Signal<D, T> {
    const BITS: usize = T::BITS;
}

impl<T: Synth> Source for Constant<T> {
    const BITS: usize = T::BITS;
}

impl<S: Source> Source for Optional<S> {
    const BITS: usize = S::BITS;
}

/// A signal or constant that a kernel reads, by its path.
pub fn read<S: Source>(_source: &S, path: String) -> Expression {
    VerilogExpression::Cast(Box::new(VerilogExpression::Signal(path)), S::BITS)
}

/// A value that is known when the Verilog is made.
pub trait Host {
    /// The value as an expression of the hardware.
    fn expression(&self) -> Expression;
}

impl Host for bool {
    fn expression(&self) -> Expression {
        VerilogExpression::Literal(VerilogLiteral::from(*self))
    }
}

macro_rules! integers {
    ($($kind:ty),+) => {
        $(impl Host for $kind {
            fn expression(&self) -> Expression {
                VerilogExpression::Literal(VerilogLiteral::from(*self as u64))
            }
        })+
    };
}
integers!(u8, u16, u32, u64, usize, i32);

impl<const N: usize> Host for Bits<N> {
    fn expression(&self) -> Expression {
        VerilogExpression::Cast(Box::new(VerilogExpression::Literal(VerilogLiteral::from(*self))), N)
    }
}

/// A value that is known when the Verilog is made.
pub fn host(value: impl Host) -> Expression {
    value.expression()
}

/// A Rust constant: the Verilog keeps the name of one that is an integer.
pub fn constant(name: &str, value: impl Host) -> Expression {
    match value.expression() {
        VerilogExpression::Literal(literal) if format!("{literal:x}").starts_with("64'h") => {
            VerilogExpression::Signal(format!("{name}#{literal:x}"))
        }
        other => other,
    }
}

/// A state of an enumeration.
pub fn state(path: &str) -> Expression {
    VerilogExpression::Signal(path.into())
}

/// An operator of two operands.
pub fn binary(left: Expression, operator: VerilogOp, right: Expression) -> Expression {
    VerilogExpression::Binary(Box::new(left), operator, Box::new(right))
}

/// An operator of one operand.
pub fn unary(operator: VerilogOpUnary, operand: Expression) -> Expression {
    VerilogExpression::Unary(operator, Box::new(operand))
}

/// An expression with so many bits: zeros come in above, or upper bits go.
pub fn cast(operand: Expression, width: usize) -> Expression {
    VerilogExpression::Cast(Box::new(operand), width)
}

/// One bit of an expression.
pub fn bit(operand: Expression, index: Expression) -> Expression {
    VerilogExpression::Index(Box::new(operand), Box::new(index))
}

/// So many bits of an expression, from an index up.
pub fn slice(operand: Expression, width: usize, index: Expression) -> Expression {
    VerilogExpression::Slice(Box::new(operand), width, Box::new(index))
}

/// A record of so many bits: the values of its fields, each with its offset.
pub fn record(width: usize, fields: Vec<(Expression, usize)>) -> Expression {
    let placed = |(value, offset): (Expression, usize)| match offset {
        0 => cast(value, width),
        _ => binary(cast(value, width), VerilogOp::Shl, number(offset)),
    };
    let mut parts = fields.into_iter().map(placed);
    let first = parts.next().unwrap_or_else(|| cast(number(0), width));
    parts.fold(first, |sum, part| binary(sum, VerilogOp::BitOr, part))
}

/// The value of a record of at most 1,024 bits: those of its fields, each with its width, the lowest first.
pub fn joined(fields: &[(VerilogLiteral, usize)]) -> VerilogLiteral {
    let mut bits = Bits::<1024>::default();
    let mut offset = 0;
    for (value, width) in fields {
        let value = literal(value).map(|(_, value)| value).unwrap_or_default();
        for bit in (0..*width).filter(|bit| value.bit(*bit as u64)) {
            bits = bits.replace_bit(offset + bit, true);
        }
        offset += width;
    }
    bits.into()
}

/// What a formula or a part of a kernel is given: a value of the hardware, or one that is known when the Verilog is
/// made.
pub trait Argument {
    /// The value as an expression of the hardware.
    fn argument(self) -> Expression;
}

impl Argument for Expression {
    fn argument(self) -> Expression {
        self
    }
}

impl<H: Host> Argument for H {
    fn argument(self) -> Expression {
        self.expression()
    }
}

/// An expression with one bit replaced.
pub fn replace_bit(operand: Expression, index: Expression, value: Expression) -> Expression {
    VerilogExpression::IndexReplace(Box::new(operand), Box::new(index), Box::new(value))
}
