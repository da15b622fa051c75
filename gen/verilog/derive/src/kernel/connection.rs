// SPDX-License-Identifier: Apache-2.0
//! `connect!(plan: clear, full = fifo.full, flow.{start, stop});`: ports of a module inside, by their names.

use super::language;
use super::scope::Scope;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::parse::{Parse, ParseStream};
use syn::token::{Brace, Bracket};
use syn::{braced, bracketed, parse2, Error, Expr, Ident, Macro, Result, Token};

/// What a `connect!` says.
struct Connections {
    /// The module inside that the ports belong to.
    module: Expr,
    /// Ports, each with what it is connected to.
    ports: Vec<(Expr, Expr)>,
}

impl Parse for Connections {
    fn parse(input: ParseStream) -> Result<Self> {
        let inner = Place::parse(input, None)?;
        if !input.peek(Token![:]) {
            let help = "`connect!` names ports of a module inside: `connect!(inner: clear, full = fifo.full);`";
            return Err(Error::new_spanned(&inner.path, help));
        }
        input.parse::<Token![:]>()?;
        let mut ports = Vec::new();
        list(input, None, &inner.path, &mut ports)?;
        Ok(Connections { module: parse2(inner.root)?, ports })
    }
}

/// A field of `self`, or something in it: names with dots between, and indices.
struct Place {
    /// The expression.
    path: TokenStream,
    /// The field of `self`.
    root: TokenStream,
    /// The last name.
    name: Ident,
}

impl Place {
    /// Takes names and indices up to the end, or to the dot in front of a list in braces.
    fn parse(input: ParseStream, inside: Option<&Place>) -> Result<Place> {
        let name: Ident = input.parse()?;
        let mut path = match inside {
            Some(place) => place.path.clone(),
            None => Ident::new("self", name.span()).to_token_stream(),
        };
        path.extend(quote!(.#name));
        let mut place = Place { root: path.clone(), path, name };
        let mut is_root = true;
        loop {
            if input.peek(Bracket) {
                let inner;
                bracketed!(inner in input);
                let index: Expr = inner.parse()?;
                place.path.extend(quote!([#index]));
            } else if input.peek(Token![.]) && !input.peek2(Brace) {
                input.parse::<Token![.]>()?;
                let name: Ident = input.parse()?;
                place.path.extend(quote!(.#name));
                (place.name, is_root) = (name, false);
            } else {
                return Ok(place);
            }
            if is_root {
                place.root = place.path.clone();
            }
        }
    }
}

/// Takes a list of ports of `inner`, each with what it is connected to: the signal of its name if nothing else is said.
fn list(input: ParseStream, inside: Option<&Place>, inner: &TokenStream, found: &mut Vec<(Expr, Expr)>) -> Result<()> {
    while !input.is_empty() {
        let mut port: Option<Ident> = None;
        if input.peek2(Token![=]) {
            port = Some(input.parse()?);
            input.parse::<Token![=]>()?;
        }
        let place = Place::parse(input, inside)?;
        if input.peek(Token![.]) {
            if let Some(port) = port {
                let help = "a list has the names of its ports inside: `flow.{start, stop = halt}`";
                return Err(Error::new_spanned(port, help));
            }
            input.parse::<Token![.]>()?;
            let names;
            braced!(names in input);
            list(&names, Some(&place), inner, found)?;
        } else {
            let port = port.unwrap_or(place.name);
            found.push((parse2(quote!(#inner.#port))?, parse2(place.path)?));
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

impl Scope {
    /// What writes a `connect!`.
    pub(super) fn connection(&self, called: &Macro) -> Result<TokenStream> {
        let (language, Connections { module, ports }) = (language(), called.parse_body()?);
        let mut written = TokenStream::new();
        for (port, outer) in &ports {
            let (path, outer_path) = (self.signal(port)?, self.signal(outer)?);
            written.extend(quote! {
                #language::Connect::connect_hdl(&#port, &#outer, kernel, &#path, &#outer_path);
            });
        }
        Ok(quote!(if #language::Inside::is_there(&#module) { #written }))
    }
}

/// Whether a macro is `connect!`.
pub(super) fn is_connection(called: &Macro) -> bool {
    called.path.is_ident("connect")
}

/// The tokens of a function with every `connect!` as what it does.
pub(super) fn connected(tokens: TokenStream) -> Result<TokenStream> {
    let mut done = TokenStream::new();
    let mut rest = tokens.into_iter().peekable();
    while let Some(token) = rest.next() {
        match token {
            TokenTree::Group(group) => {
                let mut inside = Group::new(group.delimiter(), connected(group.stream())?);
                inside.set_span(group.span());
                done.extend([TokenTree::from(inside)]);
            }
            TokenTree::Ident(name) if name == "connect" && rest.peek().is_some_and(|next| is(next, '!')) => {
                rest.next();
                let Some(TokenTree::Group(group)) = rest.next() else {
                    return Err(Error::new_spanned(name, "`connect!` has its ports in parentheses"));
                };
                rest.next_if(|next| is(next, ';'));
                let (language, Connections { module, ports }) = (language(), parse2(group.stream())?);
                let (inner, outer): (Vec<_>, Vec<_>) = ports.into_iter().unzip();
                done.extend(quote! {
                    if #language::Inside::is_there(&#module) {
                        #(#language::Connect::connect(&mut #inner, &mut #outer);)*
                    }
                });
            }
            other => done.extend([other]),
        }
    }
    Ok(done)
}

fn is(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}
