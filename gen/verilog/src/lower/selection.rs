// SPDX-License-Identifier: Apache-2.0
//! Bits of expressions: slices, computed ones too, and bits that are replaced.

use super::expression::{small, Operand};
use super::Lower;
use crate::error::Problem;
use crate::expr::{Binary, Expr, NetId, Unary};
use crate::stmt::Stmt;
use rust_hdl_core::ast::VerilogExpression;

/// Widest index or shift amount by which a computed slice may be padded, in bits.
const MAX_INDEX_BITS: usize = 10;

impl Lower<'_> {
    /// `base.get_bits::<width>(index)`: zeros come in where the slice ends above the base.
    pub(super) fn select(
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
    pub(super) fn bit(&mut self, base: &VerilogExpression, index: &VerilogExpression) -> Result<Operand, Problem> {
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
    pub(super) fn replace(
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
