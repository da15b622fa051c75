// SPDX-License-Identifier: Apache-2.0
//! Matches, and the states that they tell apart.

use super::expression::Operand;
use super::Lower;
use crate::error::Problem;
use crate::expr::Expr;
use crate::stmt::Stmt;
use rust_hdl_core::ast::VerilogMatch;
use rust_hdl_core::prelude::{TypeDescriptor, TypeKind};
use std::collections::BTreeMap;

impl Lower<'_> {
    /// A match, with an arm for what no state encodes.
    pub(super) fn case(&mut self, m: &VerilogMatch, out: &mut Vec<Stmt>) -> Result<(), Problem> {
        let test = match self.operand(&m.test)? {
            Operand::Sized(test) => test,
            Operand::Number { .. } => return Err(Problem::Unsupported("a match on an integer".into())),
        };
        let mut arms = Vec::new();
        let mut default = None;
        for case in &m.cases {
            let list = self.block(&case.block)?;
            match case.condition.as_str() {
                "default" => default = Some(list),
                label => arms.push((self.label(label, test.width())?, list)),
            }
        }
        // rustc has checked that the arms of a match without `_` are all there is, so the last one may stand for what
        // no state encodes as well; so may it if `_` has nothing to do.
        let whole = arms.iter().all(|(label, _)| self.is_state(label));
        let states = arms.first().map_or(0, |(label, _)| self.count_states(label));
        let exhaustive =
            default.is_none() || (whole && arms.len() == states && default.as_ref().is_some_and(Vec::is_empty));
        let default = match (exhaustive, default) {
            (false, Some(list)) => list,
            _ => arms.pop().map(|(_, list)| list).unwrap_or_default(),
        };
        match arms.is_empty() {
            true => out.extend(default),
            false => out.push(Stmt::Case { test, arms, default }),
        }
        Ok(())
    }

    /// The label of a match arm: an integer, `true` or `false`, a state or a named constant.
    fn label(&mut self, label: &str, width: usize) -> Result<Expr, Problem> {
        let digits = label.replace('_', "");
        let digits = digits.trim_end_matches("usize").trim_end_matches("u64").trim_end_matches("u32");
        let number = match digits.split_at_checked(2) {
            Some(("0x", hex)) => u64::from_str_radix(hex, 16).ok(),
            Some(("0b", binary)) => u64::from_str_radix(binary, 2).ok(),
            _ => digits.parse().ok(),
        };
        let operand = match (label, number) {
            ("true", _) => Operand::Sized(Expr::constant(1u8, 1)),
            ("false", _) => Operand::Sized(Expr::constant(0u8, 1)),
            (_, Some(number)) => Operand::Number { value: number.into(), name: None },
            _ => self.named(label)?,
        };
        self.fit(operand, width, "label of a match")
    }

    fn is_state(&self, label: &Expr) -> bool {
        matches!(label, Expr::Const { name: Some(name), .. } if name.contains('$'))
    }

    /// How many states the type of this state has.
    fn count_states(&self, label: &Expr) -> usize {
        let Expr::Const { name: Some(name), .. } = label else { return 0 };
        let Some((kind, _)) = name.split_once('$') else { return 0 };
        self.fixed.keys().filter(|state| state.split_once('$').is_some_and(|(other, _)| other == kind)).count()
    }
}

/// The states of a type and of those inside it, as constants by the name that a kernel gives them.
pub(super) fn states(descriptor: &TypeDescriptor, fixed: &mut BTreeMap<String, Option<Expr>>) {
    match &descriptor.kind {
        TypeKind::Enum(variants) => {
            let width = variants.len().next_power_of_two().ilog2() as usize;
            for (value, variant) in variants.iter().enumerate() {
                let name = variant.replace("::", "$");
                let state = Some(Expr::Const { value: value.into(), width, name: Some(name.clone()) });
                fixed
                    .entry(name)
                    .and_modify(|other| *other = other.take().filter(|other| Some(other) == state.as_ref()))
                    .or_insert(state);
            }
        }
        TypeKind::Composite(fields) => fields.iter().for_each(|field| states(&field.kind, fixed)),
        TypeKind::Bits(_) | TypeKind::Signed(_) => {}
    }
}
