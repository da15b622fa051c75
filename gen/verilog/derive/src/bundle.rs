// SPDX-License-Identifier: Apache-2.0
//! `#[derive(Bundle)]`: the signals of a bus or a handshake, each with its direction.

use crate::module::{made, wired_by_parts};
use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::{Data, DeriveInput, Error, Result};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
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
    let made = made(input, data.fields.iter())?;
    let wired = wired_by_parts(input);
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
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
                #(::rust_hdl_core::block::Block::accept(&self.#names, #labels, probe);)*
                probe.visit_end_namespace(name, self);
            }
        }

        #[automatically_derived]
        impl #impl_generics ::tracewright_verilog::language::Link for #name #type_generics #where_clause {
            fn link(&mut self, inner: &mut Self) {
                #(::tracewright_verilog::language::Link::link(&mut self.#names, &mut inner.#names);)*
            }
            fn link_hdl(&self, kernel: &mut ::tracewright_verilog::language::Kernel, outer: &str, inner: &str) {
                #(::tracewright_verilog::language::Link::link_hdl(
                    &self.#names,
                    kernel,
                    &format!("{outer}${}", #labels),
                    &format!("{inner}${}", #labels),
                );)*
            }
        }
        #wired
        #made
    })
}
