// SPDX-License-Identifier: Apache-2.0
//! `#[synchronous(..)]` and `#[bundle(..)]`: structs of hardware with all that is said of them in one line.

use crate::{bundle as bundles, module};
use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::parse::Parser;
use syn::{parse_quote, Attribute, Data, DeriveInput, Error, Field, Fields, Result};

/// Attributes that only these macros read.
const OURS: [&str; 7] = ["built", "count", "width", "value", "new", "flat", "peer"];

/// A module with a clock and a reset.
pub(crate) fn synchronous(arguments: TokenStream, mut input: DeriveInput) -> Result<TokenStream> {
    let fields = match &mut input.data {
        Data::Struct(data) => match &mut data.fields {
            Fields::Named(fields) => Some(&mut fields.named),
            _ => None,
        },
        _ => None,
    };
    let Some(fields) = fields else { return Err(Error::new_spanned(&input, "a module is a struct with fields")) };
    let ports = [
        quote!(#[doc = " Rising edge."] pub clock: ::rust_hdl_core::prelude::Signal<
            ::rust_hdl_core::prelude::In,
            ::rust_hdl_core::prelude::Clock,
        >),
        quote!(#[doc = " Active low."] pub rst_n: ::rust_hdl_core::prelude::Signal<
            ::rust_hdl_core::prelude::In,
            ::rust_hdl_core::prelude::Bit,
        >),
    ];
    for (index, port) in ports.into_iter().enumerate() {
        fields.insert(index, Field::parse_named.parse2(port)?);
    }
    let expanded = module::expand(&described(&arguments, &input))?;
    Ok(declared(input, expanded))
}

/// A bundle.
pub(crate) fn bundle(arguments: TokenStream, input: DeriveInput) -> Result<TokenStream> {
    let expanded = bundles::expand(&described(&arguments, &input))?;
    Ok(declared(input, expanded))
}

/// The struct as the derives take it.
fn described(arguments: &TokenStream, input: &DeriveInput) -> DeriveInput {
    let mut described = input.clone();
    described.attrs.push(parse_quote!(#[module(#arguments)]));
    described
}

/// The struct without what only these macros read, and what is made of it.
fn declared(mut input: DeriveInput, expanded: TokenStream) -> TokenStream {
    let is_other = |attribute: &Attribute| !OURS.iter().any(|name| attribute.path().is_ident(name));
    input.attrs.retain(is_other);
    if let Data::Struct(data) = &mut input.data {
        data.fields.iter_mut().for_each(|field| field.attrs.retain(is_other));
    }
    let mut tokens = input.into_token_stream();
    tokens.extend(expanded);
    tokens
}
