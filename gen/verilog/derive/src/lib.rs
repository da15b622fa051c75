// SPDX-License-Identifier: Apache-2.0
//! `#[derive(Module)]`: rust-hdl's `LogicBlock`, plus the names and doc comments that the Verilog back end prints.

use proc_macro::TokenStream;
use quote::{quote, ToTokens};
use syn::{parse_macro_input, Attribute, Data, DeriveInput, Error, Expr, Field, GenericParam, Lit, Meta, Result};

/// Makes a struct of signals and blocks a rust-hdl `Block` that the back end can name and describe.
///
/// Used in place of rust-hdl's `LogicBlock`, with the same rules: named fields; a field whose name starts with `_` is
/// not part of the hardware. The module's name is the struct's; the first paragraphs of the doc comments of the struct and of
/// its fields become comments in the Verilog; const generics and `_fields` of type `usize` tell variants apart.
#[proc_macro_derive(Module)]
pub fn module(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

fn expand(input: &DeriveInput) -> Result<proc_macro2::TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(input, "a module is a struct"));
    };
    let hardware = named(data.fields.iter(), |name| !name.starts_with('_'))?;
    let settings = named(data.fields.iter(), |name| name.starts_with('_'))?;
    let fields: Vec<_> = hardware.iter().map(|field| &field.ident).collect();
    let labels: Vec<_> = fields.iter().map(|name| name.to_token_stream().to_string()).collect();
    let docs: Vec<_> = hardware.iter().map(|field| first_paragraph(&field.attrs)).collect();
    let parameters = parameters(input, &settings);
    let name = &input.ident;
    let label = name.to_string();
    let doc = first_paragraph(&input.attrs);
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics ::rust_hdl_core::block::Block for #name #type_generics #where_clause {
            fn connect_all(&mut self) {
                ::rust_hdl_core::logic::Logic::connect(self);
                #(::rust_hdl_core::block::Block::connect_all(&mut self.#fields);)*
            }
            fn update_all(&mut self) {
                ::rust_hdl_core::logic::Logic::update(self);
                #(::rust_hdl_core::block::Block::update_all(&mut self.#fields);)*
            }
            fn has_changed(&self) -> bool {
                false #(|| ::rust_hdl_core::block::Block::has_changed(&self.#fields))*
            }
            fn accept(&self, name: &str, probe: &mut dyn ::rust_hdl_core::probe::Probe) {
                probe.visit_start_scope(name, self);
                ::tracewright_verilog::Description {
                    name: #label,
                    doc: #doc,
                    parameters: vec![#(#parameters),*],
                    fields: &[#((#labels, #docs)),*],
                }
                .accept(probe);
                #(::rust_hdl_core::block::Block::accept(&self.#fields, #labels, probe);)*
                probe.visit_end_scope(name, self);
            }
        }
    })
}

/// The fields whose names satisfy the condition.
fn named<'a>(fields: impl Iterator<Item = &'a Field>, wanted: impl Fn(&str) -> bool) -> Result<Vec<&'a Field>> {
    let mut found = Vec::new();
    for field in fields {
        let Some(name) = &field.ident else {
            return Err(Error::new_spanned(field, "the fields of a module have names"));
        };
        if wanted(&name.to_string()) {
            found.push(field);
        }
    }
    Ok(found)
}

/// Name and value of what tells two variants of a module apart: const generics and `_fields` of type `usize`.
fn parameters(input: &DeriveInput, settings: &[&Field]) -> Vec<proc_macro2::TokenStream> {
    let generics = input.generics.params.iter().filter_map(|parameter| match parameter {
        GenericParam::Const(parameter) => {
            let (name, label) = (&parameter.ident, parameter.ident.to_string());
            Some(quote!((#label, #name as usize)))
        }
        _ => None,
    });
    let settings = settings.iter().filter(|field| field.ty.to_token_stream().to_string() == "usize").map(|field| {
        let name = &field.ident;
        let label = name.to_token_stream().to_string();
        let label = label.trim_start_matches('_');
        quote!((#label, self.#name))
    });
    generics.chain(settings).collect()
}

/// The first paragraph of a doc comment, on one line.
fn first_paragraph(attributes: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes {
        let Meta::NameValue(pair) = &attribute.meta else { continue };
        if !pair.path.is_ident("doc") {
            continue;
        }
        let Expr::Lit(literal) = &pair.value else { continue };
        let Lit::Str(text) = &literal.lit else { continue };
        let text = text.value().trim().to_string();
        if text.is_empty() && !lines.is_empty() {
            break;
        }
        lines.push(text);
    }
    lines.join(" ").trim().to_string()
}
