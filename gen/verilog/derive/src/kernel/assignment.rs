// SPDX-License-Identifier: Apache-2.0
//! What writes that a name or a signal takes a value.

use super::expression::{fields, place};
use super::scope::{name_of, Scope};
use super::statement::written_arm;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Block, Error, Expr, ExprAssign, Ident, Member, Result, Stmt};

impl Scope {
    /// A name of what is known when the Verilog is made does not take a value of the hardware: the simulator would
    /// follow it, and the Verilog would not have it.
    pub(super) fn stays_known(&self, name: &Ident, value: &Expr) -> Result<()> {
        if self.is_hardware(value) {
            let help = format!("`{name}` began as a constant: give it a type, `let mut {name}: Bit = false;`");
            return Err(Error::new_spanned(value, help));
        }
        Ok(())
    }

    pub(super) fn assign(&mut self, assign: &ExprAssign) -> Result<TokenStream> {
        if let Some(name) = name_of(&assign.left) {
            if !self.is_hardware_name(name) {
                self.stays_known(name, &assign.right)?;
                return Ok(quote!(#assign;));
            }
            let label = name.to_string();
            let value = self.value(&assign.right, &label)?;
            return Ok(quote!(#name = { let value = #value; kernel.name(#label, value) };));
        }
        let target = Target::of(self, &assign.left)?;
        self.take(&target, &assign.right)
    }

    /// What writes that a signal takes a value: an `if` or a `match` becomes one of statements.
    fn take(&mut self, target: &Target, value: &Expr) -> Result<TokenStream> {
        match value {
            Expr::If(condition) => {
                let Some((_, otherwise)) = &condition.else_branch else {
                    return Err(Error::new_spanned(condition, "an `if` that gives a value has an `else`"));
                };
                let then = self.take_block(target, &condition.then_branch)?;
                let otherwise = self.take(target, otherwise)?;
                let test = &condition.cond;
                if !self.is_hardware(test) {
                    return Ok(quote!(if #test { #then } else { #otherwise }));
                }
                let test = self.expression(test)?;
                Ok(quote!({
                    let test = #test;
                    kernel.enter();
                    #then
                    let then = kernel.leave();
                    kernel.enter();
                    #otherwise
                    let otherwise = kernel.leave();
                    kernel.when(test, then, otherwise);
                }))
            }
            Expr::Match(cases) if self.is_hardware(&cases.expr) => {
                let test = self.expression(&cases.expr)?;
                let mut arms = Vec::new();
                for arm in &cases.arms {
                    let body = self.take(target, &arm.body)?;
                    arms.push(written_arm(&arm.pat, body)?);
                }
                Ok(quote!({
                    let test = #test;
                    let mut arms = Vec::new();
                    #(#arms)*
                    kernel.case(test, arms);
                }))
            }
            Expr::Block(block) => self.take_block(target, &block.block),
            other => {
                let value = self.value(other, "value")?;
                let assigned = target.take();
                Ok(quote!({ let value = #value; #assigned }))
            }
        }
    }

    fn take_block(&mut self, target: &Target, block: &Block) -> Result<TokenStream> {
        let mut inner = self.clone();
        let Some((Stmt::Expr(last, None), others)) = block.stmts.split_last() else {
            return Err(Error::new_spanned(block, "this block gives no value: its last line is an expression"));
        };
        let mut written = TokenStream::new();
        for statement in others {
            written.extend(inner.statement(statement)?);
        }
        written.extend(inner.take(target, last)?);
        Ok(quote!({ #written }))
    }
}

/// What a statement assigns.
struct Target {
    /// Makes the signal's path.
    path: TokenStream,
    /// The signal's value, offset and width of the field of it that is assigned.
    part: Option<(TokenStream, TokenStream, TokenStream)>,
}

impl Target {
    fn of(scope: &Scope, left: &Expr) -> Result<Target> {
        let help = "hardware assigns `self.signal.next`, or a field of it";
        let Expr::Field(field) = left else { return Err(Error::new_spanned(left, help)) };
        let (_, members) = fields(field)?;
        let is_next = |member: &&Member| matches!(member, Member::Named(name) if name == "next");
        let Some(at) = members.iter().position(is_next) else { return Err(Error::new_spanned(left, help)) };
        // The signal: what stands in front of `.next`.
        let mut signal = left;
        for _ in at..members.len() {
            let Expr::Field(field) = signal else { break };
            signal = &field.base;
        }
        let path = scope.signal(signal)?;
        let inside = &members[at + 1..];
        let part = (!inside.is_empty()).then(|| {
            let (offset, width) = place(inside);
            (quote!(#signal.next), offset, width)
        });
        Ok(Target { path, part })
    }

    /// What writes that it takes `value`.
    fn take(&self) -> TokenStream {
        let path = &self.path;
        match &self.part {
            None => quote!(kernel.assign(#path, value);),
            Some((record, offset, width)) => quote! {
                let record = #record;
                kernel.assign_bits(#path, #offset, #width, value);
            },
        }
    }
}
