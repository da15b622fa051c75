// SPDX-License-Identifier: Apache-2.0
//! `#[derive(Module)]`: rust-hdl's `LogicBlock`, the names and doc comments that the Verilog back end prints, and
//! `new`.

use crate::documentation::first_paragraph;
use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::parse::{Parse, ParseStream};
use syn::{parse_quote, Attribute, Data, DeriveInput, Error, Expr, Field, GenericParam, Ident, Result, Token, Type};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
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
    let wired = wired(input, &hardware, &labels);
    let made = made(input, data.fields.iter())?;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics ::rust_hdl_core::block::Block for #name #type_generics #where_clause {
            fn connect_all(&mut self) {
                ::rust_hdl_core::logic::Logic::connect(self);
                #(::rust_hdl_core::block::Block::connect_all(&mut self.#fields);)*
            }
            fn update_all(&mut self) {
                self.wire_fields();
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
        #wired
        #made
    })
}

/// Connects what is inside a module to its clock and reset, and the module itself to those of the one that it is in.
fn wired(input: &DeriveInput, hardware: &[&Field], labels: &[String]) -> TokenStream {
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    let has = |wanted: &str| labels.iter().any(|label| label == wanted);
    let is_register = has("clock") && has("d") && has("q") && has("init");
    let own = match (has("clock"), has("rst_n")) {
        (true, true) => quote! {
            self.clock.next = clock;
            self.rst_n.next = rst_n;
        },
        (true, false) => quote!(self.clock.next = clock;),
        _ => TokenStream::new(),
    };
    let hold = is_register.then(|| quote!(::tracewright_verilog::language::hold(&mut self.d, &self.q);));
    // A signal has no clock: the call would do nothing, many times a cycle.
    let inner = hardware.iter().filter(|field| !is_register && !is_signal(&field.ty));
    let inner: Vec<_> = inner.map(|field| &field.ident).collect();
    let fields = match has("clock") && has("rst_n") && !inner.is_empty() {
        true => quote! {
            let (clock, rst_n) = (self.clock.val(), self.rst_n.val());
            #(::tracewright_verilog::language::Wired::wire(&mut self.#inner, clock, rst_n);)*
        },
        false => TokenStream::new(),
    };
    quote! {
        #[automatically_derived]
        impl #impl_generics ::tracewright_verilog::language::Wired for #name #type_generics #where_clause {
            fn wire(&mut self, clock: ::rust_hdl_core::prelude::Clock, rst_n: bool) {
                #own
                #hold
            }
        }

        #[automatically_derived]
        impl #impl_generics ::tracewright_verilog::language::Inside for #name #type_generics #where_clause {}

        #[automatically_derived]
        impl #impl_generics #name #type_generics #where_clause {
            fn wire_fields(&mut self) {
                #fields
            }
        }
    }
}

/// What has no clock of its own.
pub(crate) fn wired_by_parts(input: &DeriveInput) -> TokenStream {
    let name = &input.ident;
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #impl_generics ::tracewright_verilog::language::Wired for #name #type_generics #where_clause {}
    }
}

/// Whether a field is a signal, or several.
fn is_signal(kind: &Type) -> bool {
    let text: String = kind.to_token_stream().to_string().split_whitespace().collect();
    let inner = text.trim_start_matches("Vec<").trim_start_matches("Optional<").trim_start_matches('[');
    let inner = inner.trim_start_matches("::rust_hdl_core::prelude::");
    ["Signal<", "Narrow<", "Constant<"].iter().any(|signal| inner.starts_with(signal))
}

/// `#[module(name: Context)]`.
struct Context {
    name: Ident,
    kind: Type,
}

impl Parse for Context {
    fn parse(input: ParseStream) -> Result<Self> {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        Ok(Context { name, kind: input.parse()? })
    }
}

/// `new`, and `Make` for modules around this one.
pub(crate) fn made<'a>(input: &DeriveInput, fields: impl Iterator<Item = &'a Field>) -> Result<TokenStream> {
    let Some(attribute) = find(&input.attrs, "module")? else { return Ok(TokenStream::new()) };
    let Context { name: context, kind } = attribute.parse_args()?;
    let mut values = Vec::new();
    for field in fields {
        let (name, value) = (&field.ident, made_field(field, &context)?);
        values.push(quote!(#name: #value));
    }
    let name = &input.ident;
    let doc = format!("What `{context}` says.");
    let (impl_generics, type_generics, where_clause) = input.generics.split_for_impl();
    if let Type::ImplTrait(bounds) = &kind {
        let bounds = &bounds.bounds;
        let mut generics = input.generics.clone();
        generics.params.push(parse_quote!(MadeOf: #bounds));
        let (make_generics, _, _) = generics.split_for_impl();
        return Ok(quote! {
            #[automatically_derived]
            impl #impl_generics #name #type_generics #where_clause {
                #[doc = #doc]
                pub fn new(#context: #kind) -> Self {
                    let #context = &#context;
                    #name { #(#values),* }
                }
            }

            #[automatically_derived]
            impl #make_generics ::tracewright_verilog::language::Make<MadeOf> for #name #type_generics #where_clause {
                fn make(#context: &MadeOf) -> Self {
                    #name::new(#context)
                }
            }
        });
    }
    Ok(quote! {
        #[automatically_derived]
        impl #impl_generics #name #type_generics #where_clause {
            #[doc = #doc]
            pub fn new(#context: &#kind) -> Self {
                #name { #(#values),* }
            }
        }

        #[automatically_derived]
        impl #impl_generics ::tracewright_verilog::language::Make<#kind> for #name #type_generics #where_clause {
            fn make(#context: &#kind) -> Self {
                #name::new(#context)
            }
        }
    })
}

fn made_field(field: &Field, context: &Ident) -> Result<TokenStream> {
    let argument = |name: &str| find(&field.attrs, name)?.map(|attribute| attribute.parse_args::<Expr>()).transpose();
    let (built, count, value, new) = (argument("built")?, argument("count")?, argument("value")?, argument("new")?);
    let width = argument("width")?;
    let kind = outermost(&field.ty);
    let is_narrow = field.ty.to_token_stream().to_string().contains("Narrow <");
    let one = match (&value, &new, &width) {
        (None, Some(new), None) => quote!(#new),
        (Some(value), None, None) => quote!(::tracewright_verilog::language::With::with(#context, #value)),
        (None, None, Some(width)) if is_narrow => {
            quote!(::tracewright_verilog::language::Narrow::new((#width) as usize))
        }
        (None, None, Some(width)) => {
            return Err(Error::new_spanned(width, "a port with a width of its own is a Narrow<..>"))
        }
        (None, None, None) if is_narrow => {
            return Err(Error::new_spanned(field, "a Narrow says how wide it is: #[width(bits)]"))
        }
        (None, None, None) => quote!(::tracewright_verilog::language::Make::make(#context)),
        _ => return Err(Error::new_spanned(field, "a field has a #[value], a #[width] or is #[new]: one of them")),
    };
    match (kind.as_str(), &built, &count) {
        ("Optional", Some(built), None) => Ok(quote!(::tracewright_verilog::language::Optional::new(#built, #one))),
        ("Vec", None, Some(count)) => Ok(quote!((0..#count as usize).map(|_| #one).collect())),
        ("Vec", None, None) if new.is_some() => Ok(one),
        (_, None, None) if kind != "Vec" && kind != "Optional" => Ok(one),
        ("Vec", ..) => Err(Error::new_spanned(field, "a Vec says how many it has: #[count(number)]")),
        ("Optional", ..) => Err(Error::new_spanned(field, "an Optional says when it is there: #[built(condition)]")),
        (_, Some(other), _) => Err(Error::new_spanned(other, "what is not always there is an Optional<..>")),
        (_, _, Some(other)) => Err(Error::new_spanned(other, "what there are several of is a Vec<..>")),
        _ => Ok(one),
    }
}

/// `Vec` of `Vec<Signal<..>>`.
fn outermost(kind: &Type) -> String {
    match kind {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default(),
        _ => String::new(),
    }
}

/// The attribute of this name, if there is one.
pub(crate) fn find<'a>(attributes: &'a [Attribute], name: &str) -> Result<Option<&'a Attribute>> {
    let mut all = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    let first = all.next();
    match all.next() {
        Some(second) => Err(Error::new_spanned(second, format!("#[{name}] is there already: say it all in one"))),
        None => Ok(first),
    }
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
fn parameters(input: &DeriveInput, settings: &[&Field]) -> Vec<TokenStream> {
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
