// SPDX-License-Identifier: Apache-2.0
//! Which names of a kernel are values of the hardware, and which are known when the Verilog is made.

use super::expression::is_self;
use quote::ToTokens;
use syn::visit::{visit_expr, Visit};
use syn::{BinOp, Block, Expr, Ident, Local, Pat, Stmt, Type};

/// Names, the innermost last.
#[derive(Clone, Default)]
pub(super) struct Scope {
    names: Vec<Name>,
}

#[derive(Clone)]
struct Name {
    name: String,
    /// Whether it is a value of the hardware.
    hardware: bool,
    /// Its type, if the kernel says it.
    kind: Option<Type>,
}

impl Scope {
    /// A name for what is known when the Verilog is made.
    pub(super) fn host(&mut self, name: &Ident) {
        self.names.push(Name { name: name.to_string(), hardware: false, kind: None });
    }

    /// A name for a value of the hardware.
    pub(super) fn hardware(&mut self, name: &Ident, kind: Option<Type>) {
        self.names.push(Name { name: name.to_string(), hardware: true, kind });
    }

    /// Whether a name is a value of the hardware.
    pub(super) fn is_hardware_name(&self, name: &Ident) -> bool {
        self.find(name).is_some_and(|found| found.hardware)
    }

    /// The name of the hardware's value that a statement names.
    pub(super) fn named_value<'a>(&self, statement: &'a Stmt) -> Option<&'a Ident> {
        let Stmt::Local(Local { pat, .. }) = statement else { return None };
        let pattern = if let Pat::Type(typed) = pat { &typed.pat } else { pat };
        let Pat::Ident(name) = pattern else { return None };
        Some(&name.ident).filter(|ident| name.mutability.is_none() && self.is_hardware_name(ident))
    }

    /// The type of a name, if the kernel says it.
    pub(super) fn kind(&self, name: &Ident) -> Option<&Type> {
        self.find(name).and_then(|found| found.kind.as_ref())
    }

    /// Whether an expression has a value of the hardware in it.
    pub(super) fn is_hardware(&self, expr: &Expr) -> bool {
        let mut search = Search { scope: self, found: false };
        search.visit_expr(expr);
        search.found
    }

    /// The names of the hardware, declared outside of these blocks, that statements in them assign.
    pub(super) fn assigned(&self, blocks: &[&Block]) -> Vec<Ident> {
        let mut search = Assigned { scope: self, found: Vec::new() };
        blocks.iter().for_each(|block| search.visit_block(block));
        search.found
    }

    fn find(&self, name: &Ident) -> Option<&Name> {
        self.names.iter().rev().find(|known| *name == known.name)
    }
}

/// Whether a type is one of numbers that are known when the Verilog is made.
pub(super) fn is_number(kind: &Type) -> bool {
    let text = kind.to_token_stream().to_string();
    ["usize", "u8", "u16", "u32", "u64", "i32"].contains(&text.as_str())
}

/// The one name that an expression is.
pub(super) fn name_of(expr: &Expr) -> Option<&Ident> {
    match expr {
        Expr::Path(path) => path.path.get_ident(),
        Expr::Paren(paren) => name_of(&paren.expr),
        _ => None,
    }
}

struct Search<'a> {
    scope: &'a Scope,
    found: bool,
}

impl<'ast> Visit<'ast> for Search<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.found |= match expr {
            // A formula of the module may read its signals.
            Expr::MethodCall(call) if is_self(&call.receiver) => true,
            Expr::MethodCall(call) => call.method == "val" && call.args.is_empty(),
            Expr::Path(_) => name_of(expr).is_some_and(|name| self.scope.is_hardware_name(name)),
            _ => false,
        };
        visit_expr(self, expr);
    }
}

struct Assigned<'a> {
    scope: &'a Scope,
    found: Vec<Ident>,
}

impl<'ast> Visit<'ast> for Assigned<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let target = match expr {
            Expr::Assign(assign) => name_of(&assign.left),
            Expr::Binary(binary) if assigning(&binary.op) => name_of(&binary.left),
            _ => None,
        };
        if let Some(name) = target {
            if self.scope.is_hardware_name(name) && !self.found.contains(name) {
                self.found.push(name.clone());
            }
        }
        visit_expr(self, expr);
    }
}

/// Whether an operator also assigns: `|=`.
pub(super) fn assigning(operator: &BinOp) -> bool {
    let text = operator.to_token_stream().to_string();
    text.len() > 1 && text.ends_with('=') && !["==", "!=", "<=", ">="].contains(&text.as_str())
}
