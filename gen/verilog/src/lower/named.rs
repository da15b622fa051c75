// SPDX-License-Identifier: Apache-2.0
//! Values that a kernel names.

use super::expression::Operand;
use super::Lower;
use crate::error::Problem;
use crate::expr::Expr;
use crate::language::CHOICE;
use crate::nets::Kind;
use crate::stmt::Stmt;
use num_bigint::BigUint;
use rust_hdl_core::ast::{VerilogBlock, VerilogBlockOrConditional, VerilogExpression, VerilogStatement};

impl Lower<'_> {
    /// Names a value: what is a signal that the kernel does not assign, a constant, or a record of such stays what it
    /// is; other values get a net.
    pub(super) fn name(&mut self, path: &str, value: &VerilogExpression) -> Result<(), Problem> {
        let value = self.with_width(path, value)?;
        self.keep(path, value);
        Ok(())
    }

    fn keep(&mut self, path: &str, value: Expr) {
        let kept = match &value {
            value if self.is_named(value) => {
                if let Expr::Bits { net, .. } = value {
                    self.nets.name_value(*net, stem(path));
                }
                value.clone()
            }
            _ => {
                let (net, width) = (self.nets.add_value(stem(path), value.width()), value.width());
                self.done.push(Stmt::Assign { net, offset: 0, whole: true, value });
                Expr::net(net, width)
            }
        };
        self.named.insert(path.into(), kept);
    }

    /// Names a value that depends on a condition, if that is what the statement chooses. What a match chooses is still
    /// to be assigned.
    pub(super) fn choice(&mut self, statement: &VerilogStatement) -> Result<bool, Problem> {
        let Some((path, values)) = chosen(statement) else { return Ok(false) };
        let mut width = None;
        for value in &values {
            if let Operand::Sized(expr) = self.operand(value)? {
                width = Some(expr.width());
            }
        }
        let width = width.ok_or_else(|| no_width(path))?;
        let VerilogStatement::If(conditional) = statement else {
            let net = self.nets.add_value(stem(path), width);
            self.named.insert(path.into(), Expr::net(net, width));
            return Ok(false);
        };
        let test = self.sized(&conditional.test, 1, "condition")?;
        let then = self.sized(values[0], width, "value of an `if`")?;
        let otherwise = self.sized(values[1], width, "value of an `else`")?;
        self.keep(path, Expr::choice(test, then, otherwise));
        Ok(true)
    }

    /// An integer constant of the Rust source, which keeps its name if the design has a list of such names with it.
    pub(super) fn rust_constant(&self, name: &str, value: &str) -> Result<Operand, Problem> {
        let digits = value.split_once("'h").map_or(value, |(_, digits)| digits);
        let value = BigUint::parse_bytes(digits.as_bytes(), 16).ok_or_else(|| Problem::UnknownName(name.into()))?;
        let name = self.constants.contains_key(name).then(|| name.to_string());
        Ok(Operand::Number { value, name })
    }

    fn with_width(&mut self, path: &str, value: &VerilogExpression) -> Result<Expr, Problem> {
        match self.operand(value)? {
            Operand::Sized(expr) => Ok(expr),
            Operand::Number { .. } => Err(no_width(path)),
        }
    }

    /// Whether an expression is a constant, a signal that has one value in all of the kernel, or a record of such.
    fn is_named(&self, value: &Expr) -> bool {
        match value {
            Expr::Const { .. } => true,
            Expr::Bits { net, .. } => self.keeps(*net),
            Expr::Concat(parts) => parts.iter().all(|part| self.is_named(part)),
            _ => false,
        }
    }

    /// Whether a net has one value in all of the kernel.
    fn keeps(&self, net: usize) -> bool {
        matches!(self.nets.table[net].kind, Kind::Input | Kind::RegisterQ | Kind::InstanceOutput | Kind::Temporary)
    }
}

/// What a kernel calls the value of this path, with the rounds of loops that it is in.
fn stem(path: &str) -> &str {
    path.split('$').nth(1).unwrap_or(path)
}

fn no_width(path: &str) -> Problem {
    Problem::Unsupported(format!(
        "`{}`, an integer without a width: give it a type, as in `let x: Bits<8> = ..`,",
        stem(path)
    ))
}

/// The path of what a statement chooses, and the values that it may have.
fn chosen(statement: &VerilogStatement) -> Option<(&str, Vec<&VerilogExpression>)> {
    let mut path = None;
    let mut values = Vec::new();
    let blocks: Vec<&VerilogBlock> = match statement {
        VerilogStatement::If(conditional) => match &conditional.otherwise {
            VerilogBlockOrConditional::Block(otherwise) => vec![&conditional.then, otherwise],
            _ => return None,
        },
        VerilogStatement::Match(m) => m.cases.iter().map(|case| &case.block).collect(),
        _ => return None,
    };
    for block in blocks {
        let [VerilogStatement::Assignment(VerilogExpression::Signal(target), value)] = block.as_slice() else {
            return None;
        };
        if !target.starts_with(CHOICE) {
            return None;
        }
        path = Some(target.as_str());
        values.push(value);
    }
    path.map(|path| (path, values))
}
