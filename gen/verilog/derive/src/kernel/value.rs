// SPDX-License-Identifier: Apache-2.0
//! `if`, `match` and blocks that give a value.

use super::language;
use super::scope::Scope;
use super::statement::labels;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Block, Error, Expr, ExprIf, ExprMatch, Result, Stmt};

impl Scope {
    /// What writes an expression that may be an `if`, a `match` or a block; `name` is what the kernel calls the value.
    pub(super) fn value(&mut self, expr: &Expr, name: &str) -> Result<TokenStream> {
        match expr {
            Expr::If(condition) => self.value_if(condition, name),
            Expr::Match(cases) => self.value_match(cases, name),
            Expr::Block(block) => self.value_block(&block.block, name),
            Expr::Paren(paren) => self.value(&paren.expr, name),
            other => self.expression(other),
        }
    }

    /// What writes a block whose last expression is its value.
    pub(super) fn value_block(&mut self, block: &Block, name: &str) -> Result<TokenStream> {
        let mut inner = self.clone();
        let mut written = TokenStream::new();
        let Some((Stmt::Expr(last, None), others)) = block.stmts.split_last() else {
            return Err(Error::new_spanned(block, "this block gives no value: its last line is an expression"));
        };
        for statement in others {
            if let Stmt::Expr(Expr::Assign(assign), _) = statement {
                if super::scope::name_of(&assign.left).is_none() {
                    let help =
                        "a block that gives a value assigns no signal: assign it outside, or use `if` as a statement";
                    return Err(Error::new_spanned(assign, help));
                }
            }
            written.extend(inner.statement(statement)?);
        }
        let last = inner.value(last, name)?;
        Ok(quote!({ #written #last }))
    }

    fn value_if(&mut self, condition: &ExprIf, name: &str) -> Result<TokenStream> {
        let language = language();
        let Some((_, otherwise)) = &condition.else_branch else {
            return Err(Error::new_spanned(condition, "an `if` that gives a value has an `else`"));
        };
        let then = self.value_block(&condition.then_branch, name)?;
        let otherwise = self.value(otherwise, name)?;
        let test = &condition.cond;
        if !self.is_hardware(test) {
            return Ok(quote!(if #test { #then } else { #otherwise }));
        }
        let test = self.expression(test)?;
        Ok(quote!({
            let test = #test;
            let then: #language::Expression = #then;
            let otherwise: #language::Expression = #otherwise;
            kernel.choose(#name, test, then, otherwise)
        }))
    }

    fn value_match(&mut self, cases: &ExprMatch, name: &str) -> Result<TokenStream> {
        let test = &cases.expr;
        let mut arms = Vec::new();
        for arm in &cases.arms {
            if let Some((_, guard)) = &arm.guard {
                return Err(Error::new_spanned(guard, "a match of hardware has no guards: use `if` inside"));
            }
            arms.push((&arm.pat, self.value(&arm.body, name)?));
        }
        if !self.is_hardware(test) {
            let arms = arms.iter().map(|(pattern, value)| quote!(#pattern => #value));
            return Ok(quote!(match #test { #(#arms),* }));
        }
        let test = self.expression(test)?;
        let mut written = Vec::new();
        for (pattern, value) in &arms {
            let labels = labels(pattern)?;
            written.push(quote! {
                let value = #value;
                #(arms.push((#labels, value.clone()));)*
            });
        }
        Ok(quote!({
            let test = #test;
            let mut arms = Vec::new();
            #(#written)*
            kernel.choose_case(#name, test, arms)
        }))
    }
}
