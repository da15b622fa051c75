// SPDX-License-Identifier: Apache-2.0
//! `#[derive(Record)]`: values that travel together.

use crate::documentation::first_paragraph;
use crate::module::find;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Data, DeriveInput, Error, Ident, Result};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let Data::Struct(data) = &input.data else {
        return Err(Error::new_spanned(input, "a record is a struct"));
    };
    let (mut names, mut kinds, mut labels) = (Vec::new(), Vec::new(), Vec::new());
    for field in &data.fields {
        let Some(name) = &field.ident else {
            return Err(Error::new_spanned(field, "the fields of a record have names"));
        };
        let feature = find(&field.attrs, "built")?;
        let feature: Option<Ident> = feature.map(|attribute| attribute.parse_args()).transpose()?;
        labels.push(match feature {
            Some(feature) => format!("{name}?{feature}"),
            None => name.to_string(),
        });
        names.push(name);
        kinds.push(&field.ty);
    }
    let widths: Vec<_> = names.iter().map(|name| format_ident!("get_my_width_{name}")).collect();
    let offsets: Vec<_> = names.iter().map(|name| format_ident!("get_my_offset_{name}")).collect();
    let below: Vec<_> = (0..names.len())
        .map(|index| {
            let lower = &kinds[..index];
            quote!(0usize #(+ <#lower as ::rust_hdl_core::prelude::Synth>::BITS)*)
        })
        .collect();
    let name = &input.ident;
    // The type's name, and a line for each field: its doc comment.
    let docs = data.fields.iter().map(|field| format!("\n{}", first_paragraph(&field.attrs)));
    let label = name.to_string() + &docs.collect::<String>();
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        #[doc(hidden)]
        impl #impl_generics #name #type_generics #where_clause {
            #(
                pub fn #widths(&self) -> usize {
                    <#kinds as ::rust_hdl_core::prelude::Synth>::BITS
                }
                pub fn #offsets(&self) -> usize {
                    #below
                }
            )*
        }

        #[automatically_derived]
        impl #impl_generics ::rust_hdl_core::prelude::Synth for #name #type_generics #where_clause {
            const BITS: usize = 0usize #(+ <#kinds as ::rust_hdl_core::prelude::Synth>::BITS)*;

            fn descriptor() -> ::rust_hdl_core::prelude::TypeDescriptor {
                ::rust_hdl_core::prelude::TypeDescriptor {
                    name: #label.into(),
                    kind: ::rust_hdl_core::prelude::TypeKind::Composite(vec![#(
                        Box::new(::rust_hdl_core::prelude::TypeField {
                            fieldname: #labels.into(),
                            kind: <#kinds as ::rust_hdl_core::prelude::Synth>::descriptor(),
                        })
                    ),*]),
                }
            }

            fn vcd(self) -> ::rust_hdl_core::prelude::VCDValue {
                ::rust_hdl_core::prelude::VCDValue::Composite(vec![#(
                    Box::new(::rust_hdl_core::prelude::Synth::vcd(self.#names))
                ),*])
            }

            fn verilog(self) -> ::rust_hdl_core::ast::VerilogLiteral {
                ::tracewright_verilog::language::joined(&[#(
                    (
                        ::rust_hdl_core::prelude::Synth::verilog(self.#names),
                        <#kinds as ::rust_hdl_core::prelude::Synth>::BITS,
                    )
                ),*])
            }
        }
    })
}
