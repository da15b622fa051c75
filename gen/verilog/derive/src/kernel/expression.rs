// SPDX-License-Identifier: Apache-2.0
//! Expressions.

use super::scope::{name_of, Scope};
use super::{language, writer_of};
use proc_macro2::TokenStream;
use quote::{format_ident, quote, ToTokens};
use syn::{BinOp, Error, Expr, ExprCall, ExprField, ExprMethodCall, ExprPath, ExprStruct, GenericArgument, Member};
use syn::{PathArguments, Result, UnOp};

impl Scope {
    /// What writes an expression of the hardware.
    pub(super) fn expression(&mut self, expr: &Expr) -> Result<TokenStream> {
        let language = language();
        match expr {
            Expr::Paren(paren) => self.expression(&paren.expr),
            Expr::Group(group) => self.expression(&group.expr),
            Expr::Reference(reference) => self.expression(&reference.expr),
            Expr::Lit(literal) => Ok(quote!(#language::host(#literal))),
            Expr::MethodCall(call) if is_conversion(call) => self.expression(&call.receiver),
            Expr::Call(call) if cast_width(call).is_some() => self.cast(call),
            Expr::Path(path) => Ok(self.path(path)),
            Expr::If(_) | Expr::Match(_) | Expr::Block(_) => self.value(expr, "value"),
            Expr::Struct(record) if record.fields.iter().any(|field| self.is_hardware(&field.expr)) => {
                self.record(record)
            }
            _ if !self.is_hardware(expr) => Ok(quote!(#language::host(#expr))),
            Expr::Binary(binary) => {
                let operator = operator(&binary.op)?;
                let (left, right) = (self.expression(&binary.left)?, self.expression(&binary.right)?);
                Ok(quote!(#language::binary(#left, ::rust_hdl_core::ast::VerilogOp::#operator, #right)))
            }
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {
                let operand = self.expression(&unary.expr)?;
                Ok(quote!(#language::unary(::rust_hdl_core::ast::VerilogOpUnary::Not, #operand)))
            }
            Expr::Field(field) => self.field(field),
            Expr::MethodCall(call) => self.method(call),
            Expr::Call(call) => self.call(call),
            _ => Err(Error::new_spanned(
                expr,
                "not an expression of hardware: use operators, `if`, `match`, or a `#[kernel]` function",
            )),
        }
    }

    fn path(&self, path: &ExprPath) -> TokenStream {
        let language = language();
        let Some(last) = path.path.segments.last() else { return quote!(#path) };
        let text = last.ident.to_string();
        if let Some(name) = path.path.get_ident().filter(|name| self.is_hardware_name(name)) {
            return quote!(#name.clone());
        }
        let is_constant = text.chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
        if is_constant {
            return quote!(#language::constant(#text, #path));
        }
        match path.path.segments.len() {
            1 => quote!(#language::host(#path)),
            count => {
                let kind = &path.path.segments[count - 2].ident;
                let state = format!("{kind}${text}");
                quote!(#language::state(#state))
            }
        }
    }

    fn cast(&mut self, call: &ExprCall) -> Result<TokenStream> {
        let language = language();
        let Some(width) = cast_width(call) else { return Err(Error::new_spanned(call, "a cast says its width")) };
        let Some(operand) = call.args.first() else { return Err(Error::new_spanned(call, "a cast has an operand")) };
        let operand = self.expression(operand)?;
        Ok(quote!(#language::cast(#operand, #width)))
    }

    /// A field of a record: of a signal's value, or of a name whose type the kernel says.
    fn field(&mut self, field: &ExprField) -> Result<TokenStream> {
        let language = language();
        let (base, fields) = fields(field)?;
        let sample = match name_of(base).and_then(|name| self.kind(name)) {
            Some(kind) => quote!(<#kind as ::core::default::Default>::default()),
            None if name_of(base).is_some() => {
                let help = "the kernel must say the type of this value, as in `let x: Entry = ..`";
                return Err(Error::new_spanned(base, help));
            }
            None => quote!(#base),
        };
        let (offset, width) = place(&fields);
        let operand = self.expression(base)?;
        Ok(quote!({
            let record = #sample;
            #language::slice(#operand, #width, #language::host(#offset))
        }))
    }

    fn record(&mut self, record: &ExprStruct) -> Result<TokenStream> {
        let language = language();
        if let Some(rest) = &record.rest {
            return Err(Error::new_spanned(rest, "a record of hardware names all of its fields"));
        }
        let kind = &record.path;
        let mut parts = Vec::new();
        for field in &record.fields {
            let (offset, _) = place(&[&field.member]);
            let value = self.expression(&field.expr)?;
            parts.push(quote!((#value, #offset)));
        }
        Ok(quote!({
            let record = <#kind as ::core::default::Default>::default();
            #language::record(<#kind as ::rust_hdl_core::prelude::Synth>::BITS, vec![#(#parts),*])
        }))
    }

    fn method(&mut self, call: &ExprMethodCall) -> Result<TokenStream> {
        let language = language();
        let name = call.method.to_string();
        let arguments: Vec<&Expr> = call.args.iter().collect();
        if name == "val" && arguments.is_empty() {
            let (signal, path) = (&call.receiver, self.signal(&call.receiver)?);
            return Ok(quote!(#language::read(&#signal, #path)));
        }
        if is_self(&call.receiver) {
            let (writer, arguments) = (writer_of(&call.method), self.arguments(&arguments)?);
            return Ok(quote!(self.#writer(kernel, #(#arguments),*)));
        }
        let operand = self.expression(&call.receiver)?;
        let reduction = |operator: &str| {
            let operator = format_ident!("{operator}");
            quote!(#language::unary(::rust_hdl_core::ast::VerilogOpUnary::#operator, #operand))
        };
        match (name.as_str(), arguments.as_slice()) {
            ("any", []) => Ok(reduction("Any")),
            ("all", []) => Ok(reduction("All")),
            ("xor", []) => Ok(reduction("Xor")),
            ("get_bit", [index]) => {
                let index = self.expression(index)?;
                Ok(quote!(#language::bit(#operand, #index)))
            }
            ("get_bits", [index]) => {
                let Some(width) = call.turbofish.as_ref().and_then(|turbofish| turbofish.args.first()) else {
                    return Err(Error::new_spanned(call, "say how many bits, as in `x.get_bits::<4>(0)`"));
                };
                let (width, index) = (argument_value(width), self.expression(index)?);
                Ok(quote!(#language::slice(#operand, #width, #index)))
            }
            ("replace_bit", [index, value]) => {
                let (index, value) = (self.expression(index)?, self.expression(value)?);
                Ok(quote!(#language::replace_bit(#operand, #index, #value)))
            }
            _ => {
                let help =
                    "no method of hardware: there are val, any, all, xor, get_bit, get_bits, replace_bit, index, \
                            to_bits and into";
                Err(Error::new_spanned(&call.method, help))
            }
        }
    }

    /// A call of a formula.
    fn call(&mut self, call: &ExprCall) -> Result<TokenStream> {
        let Expr::Path(function) = &*call.func else {
            return Err(Error::new_spanned(&call.func, "hardware calls `#[kernel]` functions by their names"));
        };
        let mut path = function.path.clone();
        if let Some(last) = path.segments.last_mut() {
            last.ident = writer_of(&last.ident);
        }
        let arguments: Vec<&Expr> = call.args.iter().collect();
        let arguments = self.arguments(&arguments)?;
        Ok(quote!(#path(kernel, #(#arguments),*)))
    }

    /// The arguments of a call: what is not of the hardware goes as it stands.
    pub(super) fn arguments(&mut self, arguments: &[&Expr]) -> Result<Vec<TokenStream>> {
        let mut written = Vec::new();
        for argument in arguments {
            written.push(match self.is_hardware(argument) {
                true => self.expression(argument)?,
                false => argument.to_token_stream(),
            });
        }
        Ok(written)
    }

    /// What makes the path of a signal: `self.lane[i].valid` is `lane$2$valid` where `i` is 2.
    pub(super) fn signal(&self, expr: &Expr) -> Result<TokenStream> {
        let (mut format, mut indices) = (String::new(), Vec::new());
        self.path_of(expr, &mut format, &mut indices)?;
        let format = format.trim_start_matches('$');
        Ok(quote!(format!(#format, #(#indices),*)))
    }

    fn path_of(&self, expr: &Expr, format: &mut String, indices: &mut Vec<TokenStream>) -> Result<()> {
        match expr {
            Expr::Paren(paren) => self.path_of(&paren.expr, format, indices),
            Expr::Path(_) if is_self(expr) => Ok(()),
            Expr::Field(field) => {
                self.path_of(&field.base, format, indices)?;
                let name = field.member.to_token_stream().to_string();
                *format += &format!("${name}");
                Ok(())
            }
            Expr::Index(index) if self.is_hardware(&index.index) => {
                Err(Error::new_spanned(&index.index, "an index of signals is known when the Verilog is made"))
            }
            Expr::Index(index) => {
                self.path_of(&index.expr, format, indices)?;
                let index = &index.index;
                indices.push(quote!((#index)));
                *format += "${}";
                Ok(())
            }
            _ => Err(Error::new_spanned(expr, "a signal is a field of `self`, or of one of its fields")),
        }
    }
}

/// Whether an expression is `self`.
pub(super) fn is_self(expr: &Expr) -> bool {
    name_of(expr).is_some_and(|name| name == "self")
}

/// Whether a method only changes a value's Rust type.
fn is_conversion(call: &ExprMethodCall) -> bool {
    call.args.is_empty() && ["index", "to_bits", "into", "clone"].contains(&call.method.to_string().as_str())
}

/// The width that a call of `bits` or `bit_cast` casts to.
fn cast_width(call: &ExprCall) -> Option<TokenStream> {
    let Expr::Path(path) = &*call.func else { return None };
    let last = path.path.segments.last()?;
    if last.ident != "bits" && last.ident != "bit_cast" {
        return None;
    }
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => arguments.args.first().map(argument_value),
        _ => None,
    }
}

/// A const generic argument as a value.
fn argument_value(argument: &GenericArgument) -> TokenStream {
    quote!({ #argument })
}

/// The expression that fields are of, and the fields, the outermost first.
pub(super) fn fields(field: &ExprField) -> Result<(&Expr, Vec<&Member>)> {
    let mut members = vec![&field.member];
    let mut base = &*field.base;
    while let Expr::Field(inner) = base {
        members.insert(0, &inner.member);
        base = &inner.base;
    }
    Ok((base, members))
}

/// Offset and width of a field of `record`.
pub(super) fn place(fields: &[&Member]) -> (TokenStream, TokenStream) {
    let (mut offset, mut width) = (quote!(0usize), quote!(0usize));
    let mut record = quote!(record);
    for field in fields {
        let name = field.to_token_stream().to_string();
        let (of_offset, of_width) = (format_ident!("get_my_offset_{name}"), format_ident!("get_my_width_{name}"));
        offset = quote!(#offset + #record.#of_offset());
        width = quote!(#record.#of_width());
        record = quote!(#record.#field);
    }
    (offset, width)
}

fn operator(operator: &BinOp) -> Result<TokenStream> {
    let name = match operator {
        BinOp::Add(_) | BinOp::AddAssign(_) => "Add",
        BinOp::Sub(_) | BinOp::SubAssign(_) => "Sub",
        BinOp::Mul(_) | BinOp::MulAssign(_) => "Mul",
        BinOp::And(_) => "LogicalAnd",
        BinOp::Or(_) => "LogicalOr",
        BinOp::BitXor(_) | BinOp::BitXorAssign(_) => "BitXor",
        BinOp::BitAnd(_) | BinOp::BitAndAssign(_) => "BitAnd",
        BinOp::BitOr(_) | BinOp::BitOrAssign(_) => "BitOr",
        BinOp::Shl(_) | BinOp::ShlAssign(_) => "Shl",
        BinOp::Shr(_) | BinOp::ShrAssign(_) => "Shr",
        BinOp::Eq(_) => "Eq",
        BinOp::Lt(_) => "Lt",
        BinOp::Le(_) => "Le",
        BinOp::Ne(_) => "Ne",
        BinOp::Ge(_) => "Ge",
        BinOp::Gt(_) => "Gt",
        _ => return Err(Error::new_spanned(operator, "hardware does not have this operator")),
    };
    let name = format_ident!("{name}");
    Ok(quote!(#name))
}

/// The operator of an assignment such as `|=`.
pub(super) fn assigning_operator(op: &BinOp) -> Result<TokenStream> {
    operator(op)
}
