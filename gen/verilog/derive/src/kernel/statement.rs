// SPDX-License-Identifier: Apache-2.0
//! Statements.

use super::comments::comments;
use super::connection::is_connection;
use super::expression::{assigning_operator, is_self};
use super::scope::{assigning, name_of, Scope};
use super::{language, writer_of};
use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, ToTokens};
use syn::{Block, Error, Expr, ExprIf, ExprMatch, Ident, Local, Pat, Result, Stmt};

impl Scope {
    /// What writes the statements of a block.
    pub(super) fn statements(&mut self, block: &Block) -> Result<TokenStream> {
        let mut inner = self.clone();
        let source = block.brace_token.span.join().source_text().unwrap_or_default();
        let comments = Some(comments(&source)).filter(|found| found.len() == block.stmts.len());
        let mut written = TokenStream::new();
        // The comment on a `let` is about the next statement as well: what is named may have no net of its own.
        let mut ends = Vec::new();
        for (index, statement) in block.stmts.iter().enumerate() {
            let comment = comments.as_ref().map(|found| &found[index]).filter(|text| !text.is_empty());
            written.extend(comment.map(|comment| quote!(kernel.comment(#comment);)));
            written.extend(inner.statement(statement)?);
            if comment.is_some() {
                let is_told = format_ident!("is_told_{index}", span = Span::mixed_site());
                let value = inner.named_value(statement);
                let whether = value.map_or(quote!(true), |name| quote!(kernel.keeps_comment(&#name)));
                written.extend(quote!(let #is_told = #whether;));
                ends.push(quote!(if #is_told { kernel.end_comment(); }));
            }
            if !matches!(statement, Stmt::Local(_)) {
                written.extend(ends.drain(..));
            }
        }
        written.extend(ends);
        Ok(written)
    }

    /// What writes one statement.
    pub(super) fn statement(&mut self, statement: &Stmt) -> Result<TokenStream> {
        match statement {
            Stmt::Local(local) => self.local(local),
            Stmt::Expr(expr, _) => self.doing(expr),
            Stmt::Macro(called) if is_connection(&called.mac) => self.connection(&called.mac),
            Stmt::Macro(_) => Ok(TokenStream::new()),
            Stmt::Item(item) => Ok(item.to_token_stream()),
        }
    }

    fn local(&mut self, local: &Local) -> Result<TokenStream> {
        let language = language();
        let (pattern, kind) = match &local.pat {
            Pat::Type(typed) => (&*typed.pat, Some(&*typed.ty)),
            other => (other, None),
        };
        let (Pat::Ident(name), Some(init)) = (pattern, &local.init) else {
            return Err(Error::new_spanned(local, "a `let` of a kernel is one name and its value"));
        };
        let is_number = kind.is_some_and(super::scope::is_number);
        let hardware = !is_number && (kind.is_some() || self.is_hardware(&init.expr));
        let name = &name.ident;
        if !hardware {
            self.host(name);
            return Ok(local.to_token_stream());
        }
        let label = name.to_string();
        let mut value = self.value(&init.expr, &label)?;
        if let Some(kind) = kind {
            value = quote!(#language::cast(#value, <#kind as ::rust_hdl_core::prelude::Synth>::BITS));
        }
        self.hardware(name, kind.cloned());
        Ok(quote! {
            let mut #name = { let value = #value; kernel.name(#label, value) };
        })
    }

    fn doing(&mut self, expr: &Expr) -> Result<TokenStream> {
        match expr {
            Expr::Assign(assign) => self.assign(assign),
            Expr::Binary(binary) if assigning(&binary.op) => {
                let Some(name) = name_of(&binary.left) else {
                    return Err(Error::new_spanned(
                        expr,
                        "a signal is assigned as a whole: `self.x.next = self.x.val() | ..`",
                    ));
                };
                if !self.is_hardware_name(name) {
                    self.stays_known(name, &binary.right)?;
                    return Ok(quote!(#expr;));
                }
                let (language, operator) = (language(), assigning_operator(&binary.op)?);
                let (label, value) = (name.to_string(), self.expression(&binary.right)?);
                Ok(quote! {
                    #name = {
                        let right = #value;
                        let value = #language::binary(#name.clone(), ::rust_hdl_core::ast::VerilogOp::#operator, right);
                        kernel.name(#label, value)
                    };
                })
            }
            Expr::If(condition) => self.condition(condition),
            Expr::Match(cases) => self.cases(cases),
            Expr::ForLoop(repeated) => {
                let (pattern, range) = (&repeated.pat, &repeated.expr);
                let Pat::Ident(index) = &**pattern else {
                    return Err(Error::new_spanned(pattern, "a loop of hardware has one index"));
                };
                if self.is_hardware(range) {
                    return Err(Error::new_spanned(range, "how often a loop runs is known when the Verilog is made"));
                }
                let mut inner = self.clone();
                inner.host(&index.ident);
                let body = inner.statements(&repeated.body)?;
                let (language, round) = (language(), Ident::new("round", Span::mixed_site()));
                Ok(quote!(for (#round, #pattern) in #language::rounds(#range) {
                    kernel.enter_round(#round);
                    #body
                    kernel.leave_round();
                }))
            }
            Expr::Block(block) => {
                let body = self.statements(&block.block)?;
                Ok(quote!({ #body }))
            }
            Expr::MethodCall(call)
                if ["link", "join"].iter().any(|name| call.method == name) && call.args.len() == 1 =>
            {
                let (language, one) = (language(), &call.receiver);
                let Expr::Reference(other) = &call.args[0] else {
                    let help = "bundles are handed on as `self.bus.link(&mut self.inner.bus)`, or \
                                `self.one.bus.join(&mut self.other.bus)`";
                    return Err(Error::new_spanned(&call.args, help));
                };
                let (path, other_path, other) = (self.signal(one)?, self.signal(&other.expr)?, &other.expr);
                Ok(match call.method == "link" {
                    true => quote!(#language::Link::link_hdl(&#one, &#other, kernel, &#path, &#other_path);),
                    false => quote!(#language::Join::join_hdl(&#one, &#other, kernel, &#path, &#other_path);),
                })
            }
            Expr::MethodCall(call) if is_self(&call.receiver) => {
                let arguments: Vec<&Expr> = call.args.iter().collect();
                let (writer, arguments) = (writer_of(&call.method), self.arguments(&arguments)?);
                Ok(quote!(self.#writer(kernel, #(#arguments),*);))
            }
            Expr::Call(call) if is_link(&call.func) => {
                let mut ends = Vec::new();
                for end in &call.args {
                    let Expr::Reference(end) = end else {
                        return Err(Error::new_spanned(
                            end,
                            "a link is `Bus::link(&mut self.bus, &mut self.inner.bus)`",
                        ));
                    };
                    ends.push(self.signal(&end.expr)?);
                }
                let Expr::Path(function) = &*call.func else { return Ok(TokenStream::new()) };
                let mut path = function.path.clone();
                if let Some(last) = path.segments.last_mut() {
                    last.ident = format_ident!("link_hdl");
                }
                Ok(quote!(kernel.link(#path("", #(&#ends),*));))
            }
            Expr::Macro(called) if is_connection(&called.mac) => self.connection(&called.mac),
            Expr::Macro(_) => Ok(TokenStream::new()),
            other => Err(Error::new_spanned(other, "not a statement of hardware")),
        }
    }

    fn condition(&mut self, condition: &ExprIf) -> Result<TokenStream> {
        let test = &condition.cond;
        let then = self.statements(&condition.then_branch)?;
        let otherwise_block = match &condition.else_branch {
            Some((_, otherwise)) => match &**otherwise {
                Expr::Block(block) => Some(block.block.clone()),
                other => Some(Block { brace_token: Default::default(), stmts: vec![Stmt::Expr(other.clone(), None)] }),
            },
            None => None,
        };
        let otherwise = match &otherwise_block {
            Some(block) => self.statements(block)?,
            None => TokenStream::new(),
        };
        if !self.is_hardware(test) {
            return Ok(quote!(if #test { #then } else { #otherwise }));
        }
        let blocks: Vec<&Block> = [&condition.then_branch].into_iter().chain(&otherwise_block).collect();
        let changed = self.assigned(&blocks);
        let test = self.expression(test)?;
        let (before, after) = (changed.iter().map(saved), changed.iter().map(chosen));
        // What a condition chooses is chosen by the condition as it was.
        let named = (!changed.is_empty()).then(|| quote!(let test = kernel.name("condition", test);));
        let exchange = changed.iter().map(|name| {
            let (was, then) = (format_ident!("{name}_was"), format_ident!("{name}_then"));
            quote!(let #then = ::core::mem::replace(&mut #name, #was);)
        });
        Ok(quote!({
            let test = #test;
            #named
            #(#before)*
            kernel.enter();
            { #then }
            let then_block = kernel.leave();
            #(#exchange)*
            kernel.enter();
            { #otherwise }
            let otherwise_block = kernel.leave();
            kernel.when(test.clone(), then_block, otherwise_block);
            #(#after)*
        }))
    }

    fn cases(&mut self, cases: &ExprMatch) -> Result<TokenStream> {
        let test = &cases.expr;
        if !self.is_hardware(test) {
            let mut arms = Vec::new();
            for arm in &cases.arms {
                let (pattern, body) = (&arm.pat, self.doing(&arm.body)?);
                arms.push(quote!(#pattern => { #body }));
            }
            return Ok(quote!(match #test { #(#arms)* }));
        }
        let bodies: Vec<Block> = cases.arms.iter().map(|arm| block_of(&arm.body)).collect();
        if let Some(name) = self.assigned(&bodies.iter().collect::<Vec<_>>()).first() {
            let help = "a match does not change a `let mut`: use `let x = match ..`";
            return Err(Error::new_spanned(name, help));
        }
        let test = self.expression(test)?;
        let mut arms = Vec::new();
        for (arm, body) in cases.arms.iter().zip(&bodies) {
            let body = self.statements(body)?;
            arms.push(written_arm(&arm.pat, body)?);
        }
        Ok(quote!({
            let test = #test;
            let mut arms = Vec::new();
            #(#arms)*
            kernel.case(test, arms);
        }))
    }
}

fn saved(name: &Ident) -> TokenStream {
    let was = format_ident!("{name}_was");
    quote!(let #was = #name.clone();)
}

fn chosen(name: &Ident) -> TokenStream {
    let (then, label) = (format_ident!("{name}_then"), name.to_string());
    quote!(#name = kernel.choose(#label, test.clone(), #then, #name.clone());)
}

fn is_link(function: &Expr) -> bool {
    matches!(function, Expr::Path(path) if path.path.segments.len() > 1
        && path.path.segments.last().is_some_and(|last| last.ident == "link"))
}

/// An arm as a block.
fn block_of(body: &Expr) -> Block {
    match body {
        Expr::Block(block) => block.block.clone(),
        other => Block { brace_token: Default::default(), stmts: vec![Stmt::Expr(other.clone(), None)] },
    }
}

/// What writes an arm of a match, once for each label.
pub(super) fn written_arm(pattern: &Pat, body: TokenStream) -> Result<TokenStream> {
    let labels = labels(pattern)?;
    Ok(quote! {
        kernel.enter();
        { #body }
        let body = kernel.leave();
        #(arms.push((#labels, body.clone()));)*
    })
}

/// The labels of an arm.
pub(super) fn labels(pattern: &Pat) -> Result<Vec<String>> {
    match pattern {
        Pat::Wild(_) => Ok(vec!["default".into()]),
        Pat::Or(or) => {
            let mut all = Vec::new();
            for case in &or.cases {
                all.extend(labels(case)?);
            }
            Ok(all)
        }
        Pat::Lit(_) | Pat::Ident(_) => Ok(vec![pattern.to_token_stream().to_string()]),
        Pat::Path(path) => {
            let segments: Vec<String> = path.path.segments.iter().map(|segment| segment.ident.to_string()).collect();
            Ok(vec![segments.join("$")])
        }
        _ => Err(Error::new_spanned(pattern, "a label is a number, a constant, a state or `_`")),
    }
}
