// SPDX-License-Identifier: Apache-2.0
//! `#[derive(Bundle)]`: the signals of a bus or a handshake, each with its direction.

use crate::documentation::first_paragraph;
use crate::module::{made, wired_by_parts};
use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::{parse_quote, Data, DeriveInput, Error, GenericArgument, Ident, PathArguments, Result, Type};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let mut one = bundle(input)?;
    let Some(attribute) = input.attrs.iter().find(|attribute| attribute.path().is_ident("peer")) else {
        return Ok(one);
    };
    let peer = peer(input, attribute.parse_args()?)?;
    one.extend(declared(&peer));
    one.extend(bundle(&peer)?);
    one.extend(joined(input, &peer.ident));
    one.extend(joined(&peer, &input.ident));
    one.extend(connected(input, &peer.ident));
    one.extend(connected(&peer, &input.ident));
    Ok(one)
}

fn bundle(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(input, "a bundle is a struct"));
    };
    let mut names = Vec::new();
    for field in &data.fields {
        let Some(name) = &field.ident else {
            return Err(Error::new_spanned(field, "the fields of a bundle have names"));
        };
        names.push(name);
    }
    let labels: Vec<_> = names.iter().map(|name| name.to_token_stream().to_string()).collect();
    let docs: Vec<_> = data.fields.iter().map(|field| first_paragraph(&field.attrs)).collect();
    let flat = input.attrs.iter().find(|attribute| attribute.path().is_ident("flat")).map(|_| quote!(("flat", 1)));
    let made = made(input, data.fields.iter())?;
    let wired = wired_by_parts(input);
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let connected = connected(input, name);
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics ::rust_hdl_core::logic::Logic for #name #type_generics #where_clause {
            fn update(&mut self) {}
        }

        #[automatically_derived]
        impl #impl_generics ::rust_hdl_core::block::Block for #name #type_generics #where_clause {
            fn connect_all(&mut self) {
                #(::rust_hdl_core::block::Block::connect_all(&mut self.#names);)*
            }
            fn update_all(&mut self) {
                #(::rust_hdl_core::block::Block::update_all(&mut self.#names);)*
            }
            fn has_changed(&self) -> bool {
                false #(|| ::rust_hdl_core::block::Block::has_changed(&self.#names))*
            }
            fn accept(&self, name: &str, probe: &mut dyn ::rust_hdl_core::probe::Probe) {
                probe.visit_start_namespace(name, self);
                ::tracewright_verilog::Description {
                    name: "",
                    doc: "",
                    parameters: vec![#flat],
                    fields: &[#((#labels, #docs)),*],
                }
                .accept(probe);
                #(::rust_hdl_core::block::Block::accept(&self.#names, #labels, probe);)*
                probe.visit_end_namespace(name, self);
            }
        }

        #[automatically_derived]
        impl #impl_generics ::tracewright_verilog::language::Link for #name #type_generics #where_clause {
            fn link(&mut self, inner: &mut Self) {
                #(::tracewright_verilog::language::Link::link(&mut self.#names, &mut inner.#names);)*
            }
            fn link_hdl(
                &self,
                inner: &Self,
                kernel: &mut ::tracewright_verilog::language::Kernel,
                path: &str,
                inner_path: &str,
            ) {
                #(::tracewright_verilog::language::Link::link_hdl(
                    &self.#names,
                    &inner.#names,
                    kernel,
                    &format!("{path}${}", #labels),
                    &format!("{inner_path}${}", #labels),
                );)*
            }
        }
        #wired
        #connected
        #made
    })
}

/// Connects the bundle of a module inside to the signals of `outer`, field by field.
fn connected(input: &DeriveInput, outer: &Ident) -> TokenStream {
    let Data::Struct(data) = &input.data else { return TokenStream::new() };
    let names: Vec<_> = data.fields.iter().map(|field| &field.ident).collect();
    let labels: Vec<_> = names.iter().map(|name| name.to_token_stream().to_string()).collect();
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let language = quote!(::tracewright_verilog::language);
    quote! {
        #[automatically_derived]
        impl #impl_generics #language::Connect<#outer #type_generics, #language::Inner> for #name #type_generics #where_clause {
            fn connect(&mut self, outer: &mut #outer #type_generics) {
                #(#language::Connect::<_, #language::Inner>::connect(&mut self.#names, &mut outer.#names);)*
            }
            fn connect_hdl(
                &self,
                outer: &#outer #type_generics,
                kernel: &mut #language::Kernel,
                path: &str,
                outer_path: &str,
            ) {
                #(#language::Connect::<_, #language::Inner>::connect_hdl(
                    &self.#names,
                    &outer.#names,
                    kernel,
                    &format!("{path}${}", #labels),
                    &format!("{outer_path}${}", #labels),
                );)*
            }
        }

        #[automatically_derived]
        impl #impl_generics #language::Connect<#language::Optional<#outer #type_generics>, #language::Inner>
            for #name #type_generics #where_clause
        {
            fn connect(&mut self, outer: &mut #language::Optional<#outer #type_generics>) {
                if outer.is_built() {
                    #language::Connect::<_, #language::Inner>::connect(self, &mut **outer);
                }
            }
            fn connect_hdl(
                &self,
                outer: &#language::Optional<#outer #type_generics>,
                kernel: &mut #language::Kernel,
                path: &str,
                outer_path: &str,
            ) {
                if outer.is_built() {
                    #language::Connect::<_, #language::Inner>::connect_hdl(self, &**outer, kernel, path, outer_path);
                }
            }
        }
    }
}

/// The struct with every direction turned round.
fn peer(input: &DeriveInput, name: Ident) -> Result<DeriveInput> {
    let mut peer = input.clone();
    peer.ident = name;
    peer.attrs.retain(|attribute| !attribute.path().is_ident("peer"));
    if let Data::Struct(data) = &mut peer.data {
        data.fields.iter_mut().for_each(|field| field.ty = turned(&field.ty));
    }
    Ok(peer)
}

/// A signal in the other direction; the peer of a bundle.
fn turned(kind: &Type) -> Type {
    let bundle = || parse_quote!(<#kind as ::tracewright_verilog::language::Join>::Peer);
    let Type::Path(path) = kind else { return bundle() };
    let mut path = path.clone();
    let Some(last) = path.path.segments.last_mut() else { return bundle() };
    let PathArguments::AngleBracketed(arguments) = &mut last.arguments else { return bundle() };
    let Some(GenericArgument::Type(first)) = arguments.args.first_mut() else { return bundle() };
    match last.ident.to_string().as_str() {
        "Signal" | "Narrow" => match first.to_token_stream().to_string().as_str() {
            "In" => *first = parse_quote!(Out),
            "Out" => *first = parse_quote!(In),
            _ => return bundle(),
        },
        "Vec" | "Optional" => *first = turned(first),
        _ => return bundle(),
    }
    Type::Path(path)
}

/// The declaration of a struct that no source has.
fn declared(peer: &DeriveInput) -> TokenStream {
    let mut plain = peer.clone();
    let is_doc = |attribute: &syn::Attribute| attribute.path().is_ident("doc");
    plain.attrs.retain(is_doc);
    if let Data::Struct(data) = &mut plain.data {
        data.fields.iter_mut().for_each(|field| field.attrs.retain(is_doc));
    }
    plain.to_token_stream()
}

fn joined(input: &DeriveInput, peer: &Ident) -> TokenStream {
    let Data::Struct(data) = &input.data else { return TokenStream::new() };
    let names: Vec<_> = data.fields.iter().map(|field| &field.ident).collect();
    let labels: Vec<_> = names.iter().map(|name| name.to_token_stream().to_string()).collect();
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics ::tracewright_verilog::language::Join for #name #type_generics #where_clause {
            type Peer = #peer #type_generics;

            fn join(&mut self, peer: &mut Self::Peer) {
                #(::tracewright_verilog::language::Join::join(&mut self.#names, &mut peer.#names);)*
            }
            fn join_hdl(
                &self,
                peer: &Self::Peer,
                kernel: &mut ::tracewright_verilog::language::Kernel,
                path: &str,
                peer_path: &str,
            ) {
                #(::tracewright_verilog::language::Join::join_hdl(
                    &self.#names,
                    &peer.#names,
                    kernel,
                    &format!("{path}${}", #labels),
                    &format!("{peer_path}${}", #labels),
                );)*
            }
        }
    }
}
