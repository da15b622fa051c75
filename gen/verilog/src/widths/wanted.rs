// SPDX-License-Identifier: Apache-2.0
//! Which upper bits of nets nothing depends on.

use crate::expr::{Binary, Expr, Unary};
use crate::nets::{Kind, Nets};
use crate::stmt::Stmt;

/// How many lower bits of each net something depends on: what leaves the module, or a decision about that.
pub(super) fn wanted(statements: &[Stmt], nets: &Nets) -> Vec<usize> {
    let is_value = |id: usize| nets.registers.iter().any(|register| register.d == id);
    let start = |(id, net): (usize, &crate::nets::Net)| match net.kind {
        Kind::Output | Kind::InstanceInput => net.width,
        // Clocks and resets of registers.
        Kind::RegisterInput if !is_value(id) => net.width,
        _ => 0,
    };
    let reaches: Vec<usize> = nets.table.iter().enumerate().map(start).collect();
    let mut reach = Reach { reaches, nets };
    loop {
        let before = reach.reaches.clone();
        // What is read stands above what reads it.
        statements.iter().rev().for_each(|stmt| {
            reach.statement(stmt);
        });
        for register in &nets.registers {
            reach.reaches[register.d] = reach.reaches[register.d].max(reach.reaches[register.q]);
        }
        if reach.reaches == before {
            return before;
        }
    }
}

struct Reach<'a> {
    reaches: Vec<usize>,
    nets: &'a Nets,
}

impl Reach<'_> {
    /// Whether something depends on what the statement does.
    fn statement(&mut self, stmt: &Stmt) -> bool {
        if let Stmt::Assign { net, offset, value, .. } = stmt {
            let lower = self.reaches[*net].saturating_sub(*offset);
            self.expression(value, lower);
            return lower > 0;
        }
        let mut is_wanted = false;
        for inner in stmt.lists().flat_map(|list| list.iter().rev()) {
            is_wanted |= self.statement(inner);
        }
        if is_wanted {
            stmt.own_expressions(&mut |test| self.expression(test, test.width()));
        }
        is_wanted
    }

    /// The `lower` bits of an expression are wanted.
    fn expression(&mut self, expr: &Expr, lower: usize) {
        let lower = lower.min(expr.width());
        if lower == 0 {
            return;
        }
        match expr {
            Expr::Const { .. } => {}
            Expr::Bits { net, offset, .. } => self.reaches[*net] = self.reaches[*net].max(offset + lower),
            Expr::Select { net, index, .. } => {
                self.reaches[*net] = self.nets.table[*net].width;
                self.expression(index, index.width());
            }
            Expr::Concat(parts) => {
                let mut offset = 0;
                for part in parts.iter().rev() {
                    self.expression(part, lower.saturating_sub(offset));
                    offset += part.width();
                }
            }
            Expr::Unary(Unary::Not, operand) => self.expression(operand, lower),
            Expr::Unary(_, operand) => self.expression(operand, operand.width()),
            Expr::Binary(Binary::And, left, right) => {
                let bits = |expr: &Expr| expr.value().map_or(lower, |value| lower.min(value.bits() as usize));
                let (of_left, of_right) = (bits(right), bits(left));
                self.expression(left, of_left);
                self.expression(right, of_right);
            }
            Expr::Binary(operator, left, right) if operator.bitwise() || operator.carries_up() => {
                self.expression(left, lower);
                self.expression(right, lower);
            }
            Expr::Binary(operator, left, right) => {
                self.expression(left, if *operator == Binary::Shl { lower } else { left.width() });
                self.expression(right, right.width());
            }
            Expr::Choice(test, then, otherwise) => {
                self.expression(test, test.width());
                self.expression(then, lower);
                self.expression(otherwise, lower);
            }
        }
    }
}
