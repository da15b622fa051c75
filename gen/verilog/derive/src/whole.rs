// SPDX-License-Identifier: Apache-2.0
//! `#[synchronous(..)]` and `#[bundle(..)]`: structs of hardware with all that is said of them in one line.

use crate::{bundle as bundles, module};
use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::parse::{Parse, ParseStream, Parser};
use syn::{parse2, parse_quote, Attribute, Data, DeriveInput, Error, Field, Fields, Ident, Result, Token, Type};

/// Attributes that only these macros read.
const OURS: [&str; 5] = ["built", "count", "width", "value", "new"];

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
    let Bundle { context, is_flat, peer } = parse2(arguments)?;
    let mut described = described(&context, &input);
    if is_flat {
        described.attrs.push(parse_quote!(#[flat]));
    }
    if let Some(peer) = peer {
        described.attrs.push(parse_quote!(#[peer(#peer)]));
    }
    let expanded = bundles::expand(&described)?;
    Ok(declared(input, expanded))
}

/// What is said of a bundle: `name: Context, flat, peer = Name`.
struct Bundle {
    context: TokenStream,
    is_flat: bool,
    peer: Option<Ident>,
}

impl Parse for Bundle {
    fn parse(input: ParseStream) -> Result<Self> {
        let name: Ident = input.parse()?;
        input.parse::<Token![:]>()?;
        let kind: Type = input.parse()?;
        let mut bundle = Bundle { context: quote!(#name: #kind), is_flat: false, peer: None };
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            let word: Ident = input.parse()?;
            if word == "flat" {
                bundle.is_flat = true;
            } else if word == "peer" {
                input.parse::<Token![=]>()?;
                bundle.peer = Some(input.parse()?);
            } else {
                return Err(Error::new_spanned(word, "a bundle is `flat`, and has a `peer = Name`"));
            }
        }
        Ok(bundle)
    }
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
