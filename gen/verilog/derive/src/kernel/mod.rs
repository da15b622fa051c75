// SPDX-License-Identifier: Apache-2.0
//! `#[kernel]`: a function as it stands, for the simulator, and beside it what writes the same as a syntax tree.

mod assignment;
mod comments;
mod connection;
mod expression;
mod scope;
mod statement;
#[cfg(test)]
mod tests;
mod value;

use connection::connected;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, ToTokens};
use scope::{is_number, Scope};
use syn::{Error, FnArg, Ident, ImplItem, ImplItemFn, Item, ItemFn, ItemImpl, Pat, Result, ReturnType, Type};

/// Where the code is that kernels are written with.
fn language() -> TokenStream {
    quote!(::tracewright_verilog::language)
}

/// The function that writes what the function `name` does.
fn writer_of(name: &Ident) -> Ident {
    format_ident!("{name}_hdl")
}

/// A function, or all functions of a module.
pub(crate) fn expand_item(item: &Item) -> Result<TokenStream> {
    match item {
        Item::Fn(function) => expand(function),
        Item::Impl(functions) if functions.trait_.is_none() => expand_impl(functions),
        other => Err(Error::new_spanned(other, "a kernel is a function, or an `impl` of functions")),
    }
}

/// The functions of a module: `update` is what rust-hdl calls.
fn expand_impl(item: &ItemImpl) -> Result<TokenStream> {
    let (mut update, mut others) = (TokenStream::new(), TokenStream::new());
    for function in &item.items {
        let ImplItem::Fn(ImplItemFn { attrs, vis, sig, block, .. }) = function else {
            return Err(Error::new_spanned(function, "an `impl` of hardware has functions"));
        };
        let function =
            ItemFn { attrs: attrs.clone(), vis: vis.clone(), sig: sig.clone(), block: Box::new(block.clone()) };
        let list = if sig.ident == "update" { &mut update } else { &mut others };
        list.extend(expand(&function)?);
    }
    let (name, (generics, _, condition)) = (&item.self_ty, item.generics.split_for_impl());
    let logic = (!update.is_empty()).then(|| {
        quote! {
            impl #generics ::rust_hdl_core::logic::Logic for #name #condition {
                #update
            }
        }
    });
    Ok(quote! {
        #logic

        impl #generics #name #condition {
            #others
        }
    })
}

pub(crate) fn expand(item: &ItemFn) -> Result<TokenStream> {
    let takes_self = matches!(item.sig.inputs.first(), Some(FnArg::Receiver(_)));
    let writer = match (&item.sig.output, takes_self) {
        (ReturnType::Default, true) if item.sig.ident == "update" && item.sig.inputs.len() == 1 => kernel(item)?,
        (ReturnType::Default, true) => part(item)?,
        (ReturnType::Type(..), _) => formula(item)?,
        (ReturnType::Default, false) => {
            let help = "a kernel is `fn update(&mut self)`, a part of one has `&mut self`, a formula returns a value";
            return Err(Error::new_spanned(&item.sig, help));
        }
    };
    let simulated = connected(item.to_token_stream())?;
    Ok(quote! {
        #simulated

        #[doc(hidden)]
        #[automatically_derived]
        #[allow(unused, clippy::all)]
        #writer
    })
}

/// `hdl()` of a module.
fn kernel(item: &ItemFn) -> Result<TokenStream> {
    let language = language();
    let body = Scope::default().statements(&item.block)?;
    Ok(quote! {
        fn hdl(&self) -> ::rust_hdl_core::ast::Verilog {
            let mut owned = #language::Kernel::new();
            {
                let kernel = &mut owned;
                #body
            }
            owned.finish()
        }
    })
}

/// Writes a part of a kernel.
fn part(item: &ItemFn) -> Result<TokenStream> {
    let (vis, name, generics) = (&item.vis, writer_of(&item.sig.ident), &item.sig.generics);
    let mut scope = Scope::default();
    let (parameters, conversions) = parameters(item, &mut scope)?;
    let body = scope.statements(&item.block)?;
    let language = language();
    Ok(quote! {
        #vis fn #name #generics (&self, kernel: &mut #language::Kernel, #(#parameters),*) {
            #conversions
            #body
        }
    })
}

/// Writes a formula, and is its value, which has the formula's name.
fn formula(item: &ItemFn) -> Result<TokenStream> {
    let (vis, name, generics) = (&item.vis, writer_of(&item.sig.ident), &item.sig.generics);
    let mut scope = Scope::default();
    let (parameters, conversions) = parameters(item, &mut scope)?;
    let body = scope.value_block(&item.block, &item.sig.ident.to_string())?;
    let receiver = matches!(item.sig.inputs.first(), Some(FnArg::Receiver(_))).then(|| quote!(&self,));
    let language = language();
    Ok(quote! {
        #vis fn #name #generics (#receiver kernel: &mut #language::Kernel, #(#parameters),*) -> #language::Expression {
            #conversions
            #body
        }
    })
}

/// The parameters of what writes a function: a number stays one, and everything else becomes an expression.
fn parameters(item: &ItemFn, scope: &mut Scope) -> Result<(Vec<TokenStream>, TokenStream)> {
    let language = language();
    let (mut parameters, mut conversions) = (Vec::new(), TokenStream::new());
    for input in &item.sig.inputs {
        let FnArg::Typed(typed) = input else { continue };
        let Pat::Ident(name) = &*typed.pat else {
            return Err(Error::new_spanned(&typed.pat, "a parameter of a kernel has a name"));
        };
        let (name, kind) = (&name.ident, &typed.ty);
        if is_number(kind) {
            scope.host(name);
            parameters.push(quote!(#name: #kind));
        } else {
            scope.hardware(name, Some(Type::clone(kind)));
            parameters.push(quote!(#name: impl #language::Argument));
            conversions.extend(quote!(let mut #name = #language::Argument::argument(#name);));
        }
    }
    Ok((parameters, conversions))
}
