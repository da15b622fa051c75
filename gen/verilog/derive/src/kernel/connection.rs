// SPDX-License-Identifier: Apache-2.0
//! `connect!(plan: clear, full = fifo.full, flow.{start, stop});`: ports of a module inside, by their names.

use super::language;
use super::scope::Scope;
use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{quote, ToTokens};
use syn::parse::{Parse, ParseStream};
use syn::token::{Brace, Bracket, Paren};
use syn::{
    braced, bracketed, parenthesized, parse2, parse_quote, Error, Expr, ExprAssign, Ident, Macro, Result, Token,
};

/// What a `connect!` says.
struct Connections {
    /// The module inside that the ports belong to; none if they are the module's own, or fields of a record.
    module: Option<Expr>,
    /// The list of modules, of which each is connected.
    all: Option<TokenStream>,
    /// What is connected, in the order of the list.
    pairs: Vec<Pair>,
}

/// A port, or a field of a record, with what it is connected to.
struct Pair {
    port: Expr,
    outer: Expr,
    way: Way,
}

/// What says in which direction a value goes.
enum Way {
    /// The direction of a port of a module inside.
    Inner,
    /// The direction of a port of the module itself.
    Own,
    /// One of both ends is a field of a record: the port takes its value,
    Takes,
    /// or gives it its own.
    Gives,
}

impl Parse for Connections {
    fn parse(input: ParseStream) -> Result<Self> {
        let head = match input.peek(Token![self]) {
            true => Place::of_self(input)?,
            false => Place::parse(input, None)?,
        };
        if !input.peek(Token![:]) {
            let help = "`connect!` names ports of a module inside: `connect!(inner: clear, full = fifo.full);`";
            return Err(Error::new_spanned(&head.path, help));
        }
        input.parse::<Token![:]>()?;
        let mut pairs = Vec::new();
        list(input, None, &head, &mut pairs)?;
        let all = head.all.clone();
        let module = (!head.is_own && head.end.is_none()).then(|| parse2(head.root)).transpose()?;
        Ok(Connections { module, all, pairs })
    }
}

/// A field of `self`, or something in it: names with dots between, and indices.
#[derive(Clone)]
struct Place {
    /// The expression.
    path: TokenStream,
    /// The field of `self`.
    root: TokenStream,
    /// The last name.
    name: Ident,
    /// `self` stands in front.
    is_own: bool,
    /// `next` or `val` of a record whose field it is.
    end: Option<&'static str>,
    /// The list whose elements `[..]` stands for.
    all: Option<TokenStream>,
}

impl Place {
    /// Takes `self`, and what follows.
    fn of_self(input: ParseStream) -> Result<Place> {
        let own: Token![self] = input.parse()?;
        let (path, name) = (own.to_token_stream(), Ident::new("self", own.span));
        let place = Place { root: path.clone(), path, name, is_own: true, end: None, all: None };
        place.rest(input)
    }

    /// Takes names and indices up to the end, or to the dot in front of a list in braces.
    fn parse(input: ParseStream, inside: Option<&Place>) -> Result<Place> {
        let name: Ident = input.parse()?;
        let (mut path, end, all) = match inside {
            Some(place) => (place.path.clone(), place.end, place.all.clone()),
            None => (Ident::new("self", name.span()).to_token_stream(), None, None),
        };
        path.extend(quote!(.#name));
        let mut place = Place { root: path.clone(), path, name, is_own: false, end, all };
        while input.peek(Bracket) {
            place.index(input)?;
            place.root = place.path.clone();
        }
        place.rest(input)
    }

    fn rest(mut self, input: ParseStream) -> Result<Place> {
        loop {
            if input.peek(Bracket) {
                self.index(input)?;
            } else if input.peek(Token![.]) && !input.peek2(Brace) {
                input.parse::<Token![.]>()?;
                let name: Ident = input.parse()?;
                self.path.extend(quote!(.#name));
                if input.peek(Paren) {
                    let nothing;
                    parenthesized!(nothing in input);
                    self.path.extend(quote!(()));
                    self.end = Some("val");
                    if name != "val" || !nothing.is_empty() {
                        return Err(Error::new_spanned(
                            name,
                            "a list of connections has names, and no calls but `val()`",
                        ));
                    }
                } else if name == "next" {
                    self.end = Some("next");
                } else {
                    self.name = name;
                }
            } else {
                return Ok(self);
            }
        }
    }

    fn index(&mut self, input: ParseStream) -> Result<()> {
        let inner;
        bracketed!(inner in input);
        let mut index: Expr = inner.parse()?;
        if matches!(&index, Expr::Range(range) if range.start.is_none() && range.end.is_none()) {
            self.all = Some(self.path.clone());
            index = parse_quote!(each);
        }
        self.path.extend(quote!([#index]));
        Ok(())
    }
}

/// Takes a list of ports of `head`, each with what it is connected to: the signal of its name if nothing else is said.
fn list(input: ParseStream, inside: Option<&Place>, head: &Place, found: &mut Vec<Pair>) -> Result<()> {
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
            list(&names, Some(&place), head, found)?;
        } else {
            found.push(Pair::of(head, port, place)?);
        }
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
    }
    Ok(())
}

impl Pair {
    fn of(head: &Place, port: Option<Ident>, outer: Place) -> Result<Pair> {
        if outer.all.is_some() && head.all.is_none() {
            let help =
                "`[..]` is each of several where it stands in front of the colon, too: `connect!(lane[..]: a[..]);`";
            return Err(Error::new_spanned(outer.path, help));
        }
        let (inner, port, path) = (&head.path, port.unwrap_or(outer.name), outer.path);
        let (port, outer, way) = match (head.end, outer.end) {
            (None, None) => (quote!(#inner.#port), path, if head.is_own { Way::Own } else { Way::Inner }),
            (None, Some("val")) => (quote!(#inner.#port.next), path, Way::Takes),
            (None, _) => (quote!(#inner.#port.val()), path, Way::Gives),
            (Some("next"), Some("val")) => (quote!(#inner.#port), path, Way::Takes),
            (Some("val"), None) => (quote!(#inner.#port), quote!(#path.next), Way::Gives),
            (Some("next"), None) => (quote!(#inner.#port), quote!(#path.val()), Way::Takes),
            _ => return Err(Error::new_spanned(path, "a field of `next` takes a value: this gives or takes none")),
        };
        Ok(Pair { port: parse2(port)?, outer: parse2(outer)?, way })
    }

    /// The type that says whose port it is.
    fn whose(&self) -> TokenStream {
        let language = language();
        match self.way {
            Way::Own => quote!(#language::Own),
            _ => quote!(#language::Inner),
        }
    }

    /// The assignment that it is, where a field of a record is at an end.
    fn assignment(&self) -> Option<ExprAssign> {
        let (port, outer) = (&self.port, &self.outer);
        match self.way {
            Way::Takes => Some(parse_quote!(#port = #outer)),
            Way::Gives => Some(parse_quote!(#outer = #port)),
            _ => None,
        }
    }
}

impl Scope {
    /// What writes a `connect!`.
    pub(super) fn connection(&mut self, called: &Macro) -> Result<TokenStream> {
        let (language, Connections { module, all, pairs }) = (language(), called.parse_body()?);
        let mut written = TokenStream::new();
        for pair in &pairs {
            if let Some(assignment) = pair.assignment() {
                written.extend(self.assign(&assignment)?);
                continue;
            }
            let (port, outer) = (&pair.port, &pair.outer);
            let (path, outer_path) = (self.signal(port)?, self.signal(outer)?);
            let whose = pair.whose();
            written.extend(quote!(
                #language::Connect::<_, #whose>::connect_hdl(&#port, &#outer, kernel, &#path, &#outer_path);
            ));
        }
        Ok(of_all(&all, of_module(&module, written)))
    }
}

impl ToTokens for Connections {
    /// What a `connect!` does.
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let language = language();
        let done = self.pairs.iter().map(|pair| match (pair.assignment(), &pair.port, &pair.outer) {
            (Some(assignment), ..) => quote!(#assignment;),
            (None, port, outer) => {
                let whose = pair.whose();
                quote!(#language::Connect::<_, #whose>::connect(&mut #port, &mut #outer);)
            }
        });
        tokens.extend(of_all(&self.all, of_module(&self.module, quote!(#(#done)*))));
    }
}

/// What is done if the module is there.
fn of_module(module: &Option<Expr>, done: TokenStream) -> TokenStream {
    let language = language();
    match module {
        Some(module) => quote!(if #language::Inside::is_there(&#module) { #done }),
        None => quote!({ #done }),
    }
}

/// What is done for each of a list.
fn of_all(all: &Option<TokenStream>, done: TokenStream) -> TokenStream {
    match all {
        Some(all) => quote!(for each in 0..#all.len() { #done }),
        None => done,
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
                parse2::<Connections>(group.stream())?.to_tokens(&mut done);
            }
            other => done.extend([other]),
        }
    }
    Ok(done)
}

fn is(token: &TokenTree, character: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == character)
}
