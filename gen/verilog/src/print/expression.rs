// SPDX-License-Identifier: Apache-2.0
//! Expressions as text.

use super::Printer;
use crate::expr::{Binary, Expr, NetId, Unary};
use num_bigint::BigUint;

/// A literal of exactly this width: single digits in decimal, more in hexadecimal.
pub(super) fn literal(value: &BigUint, width: usize) -> String {
    match width {
        1 => format!("1'b{value}"),
        _ if *value < BigUint::from(10u8) => format!("{width}'d{value}"),
        _ => format!("{width}'h{value:x}"),
    }
}

impl Printer<'_> {
    /// The expression on one line.
    pub(super) fn expression(&self, expr: &Expr) -> String {
        match expr {
            Expr::Const { value, width, name } => match name {
                Some(name) => self.constants[&(name.clone(), Some(*width))].clone(),
                None => literal(value, *width),
            },
            Expr::Bits { net, offset, width, name } => self.part(*net, *offset, *width, name.as_ref()),
            Expr::Select { net, index, width: 1 } => format!("{}[{}]", self.name(*net), self.expression(index)),
            Expr::Select { net, index, width } => {
                format!("{}[{} +: {width}]", self.name(*net), self.expression(index))
            }
            Expr::Concat(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.expression(part)).collect();
                format!("{{{}}}", parts.join(", "))
            }
            Expr::Unary(operator, operand) => {
                let operator = unary_text(*operator, operand.width());
                match **operand {
                    Expr::Unary(..) | Expr::Binary(..) | Expr::Choice(..) => {
                        format!("{operator}({})", self.expression(operand))
                    }
                    _ => format!("{operator}{}", self.expression(operand)),
                }
            }
            Expr::Binary(operator, ..) => {
                let operands: Vec<String> = chain(expr).into_iter().map(|operand| self.operand(operand)).collect();
                operands.join(&format!(" {} ", binary_text(*operator, expr)))
            }
            Expr::Choice(test, then, otherwise) => {
                format!("{} ? {} : {}", self.operand(test), self.operand(then), self.operand(otherwise))
            }
        }
    }

    /// Constant bits of a net.
    pub(super) fn part(&self, net: NetId, offset: usize, width: usize, name: Option<&String>) -> String {
        let text = self.name(net);
        let index = match name {
            Some(name) => self.constants[&(name.clone(), None)].clone(),
            None => offset.to_string(),
        };
        match (width, name) {
            _ if width == self.nets.table[net].width => text.into(),
            (1, _) => format!("{text}[{index}]"),
            (_, Some(_)) => format!("{text}[{index} +: {width}]"),
            (_, None) => format!("{text}[{}:{offset}]", offset + width - 1),
        }
    }

    /// The expression as an operand of another.
    fn operand(&self, expr: &Expr) -> String {
        match needs_parentheses(expr) {
            true => format!("({})", self.expression(expr)),
            false => self.expression(expr),
        }
    }

    /// The expression in lines of about `room` characters, the second and later ones indented.
    pub(super) fn wrapped(&self, expr: &Expr, indent: usize, room: usize) -> String {
        let flat = self.expression(expr);
        if flat.len() <= room {
            return flat;
        }
        let margin = " ".repeat(indent);
        let room = super::LINE - indent;
        match expr {
            Expr::Binary(operator, ..) => {
                let operands: Vec<String> = chain(expr)
                    .into_iter()
                    .map(|operand| match needs_parentheses(operand) {
                        true => format!("({})", self.wrapped(operand, indent + 4, room - 8)),
                        false => self.wrapped(operand, indent + 4, room - 4),
                    })
                    .collect();
                operands.join(&format!("\n{margin}{} ", binary_text(*operator, expr)))
            }
            Expr::Concat(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.wrapped(part, indent + 4, room - 4)).collect();
                let outer = &margin[..indent - 4];
                format!("{{\n{margin}{}\n{outer}}}", parts.join(&format!(",\n{margin}")))
            }
            Expr::Unary(operator, operand) if matches!(**operand, Expr::Binary(..) | Expr::Concat(_)) => {
                let inner = self.wrapped(operand, indent + 4, room - 8);
                let inner = if matches!(**operand, Expr::Binary(..)) { format!("({inner})") } else { inner };
                format!("{}{inner}", unary_text(*operator, operand.width()))
            }
            Expr::Choice(test, then, otherwise) => {
                let part = |operand: &Expr| match needs_parentheses(operand) {
                    true => format!("({})", self.wrapped(operand, indent + 4, room - 8)),
                    false => self.wrapped(operand, indent + 4, room - 4),
                };
                format!("{}\n{margin}? {}\n{margin}: {}", part(test), part(then), part(otherwise))
            }
            _ => flat,
        }
    }
}

fn needs_parentheses(expr: &Expr) -> bool {
    match expr {
        Expr::Binary(..) | Expr::Choice(..) => true,
        Expr::Unary(operator, _) => *operator != Unary::Not,
        _ => false,
    }
}

/// The operands of an operator, and of the same operator directly inside it where grouping has no effect.
fn chain(expr: &Expr) -> Vec<&Expr> {
    let Expr::Binary(operator, left, right) = expr else { return vec![expr] };
    let inner = |side| match side {
        &Expr::Binary(other, ..) if other == *operator && operator.bitwise() => chain(side),
        _ => vec![side],
    };
    let mut operands = inner(&**left);
    operands.extend(inner(&**right));
    operands
}

fn unary_text(operator: Unary, width: usize) -> &'static str {
    match operator {
        Unary::Not if width == 1 => "!",
        Unary::Not => "~",
        Unary::All => "&",
        Unary::Any => "|",
        Unary::Parity => "^",
    }
}

fn binary_text(operator: Binary, expr: &Expr) -> &'static str {
    match operator {
        Binary::And if expr.width() == 1 => "&&",
        Binary::Or if expr.width() == 1 => "||",
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::And => "&",
        Binary::Or => "|",
        Binary::Xor => "^",
        Binary::Shl => "<<",
        Binary::Shr => ">>",
        Binary::Eq => "==",
        Binary::Ne => "!=",
        Binary::Lt => "<",
        Binary::Le => "<=",
        Binary::Gt => ">",
        Binary::Ge => ">=",
    }
}
