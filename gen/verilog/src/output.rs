// SPDX-License-Identifier: Apache-2.0
//! From a block tree to files.

use crate::error::{Error, Problem};
use crate::module::{ports, Body, Lowered, Module, Port};
use crate::names::snake_case;
use crate::nets::register_style;
use crate::ports::{narrow, rename};
use crate::print::{print, LINE};
use crate::tree::Tree;
use crate::widths::fit;
use rust_hdl_core::prelude::Block;
use std::collections::{BTreeMap, BTreeSet};

/// How to write a design.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// What the names of all modules but the top start with, for example `tw_`.
    pub prefix: &'a str,
    /// Second line of every file: who made it, and from what. No line if empty.
    pub banner: &'a str,
    /// Rust constants that kernels name, and their values: rust-hdl passes on names only.
    pub constants: &'a [(&'a str, u64)],
    /// Ports of the top module that are narrower than in its kernel: name in the Verilog, and width in bits. Inputs are
    /// read with zeros above; of outputs, the upper bits are left out.
    pub widths: &'a [(&'a str, usize)],
    /// Ports of the top module that are called otherwise than their fields: name in the Verilog without this, and name;
    /// or what several names begin with, up to a `_`. What [`Options::widths`] says goes by the names without this.
    pub names: &'a [(&'a str, &'a str)],
    /// Types whose parts go by a name of their own, and what the names of modules inside them start with after the
    /// prefix.
    pub scopes: &'a [(&'a str, &'a str)],
    /// What the build has and does not have: fields of records that belong to a feature that is off are left out.
    pub features: &'a [(&'a str, bool)],
}

/// A module's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerilogFile {
    /// Name of the module, and of the file without `.v`.
    pub name: String,
    /// Contents.
    pub text: String,
}

impl VerilogFile {
    /// Name with its ending, and text, as tools that take files want them.
    pub fn source(&self) -> (String, String) {
        (format!("{}.v", self.name), self.text.clone())
    }
}

/// A design in Verilog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The modules; the top is the first.
    pub files: Vec<VerilogFile>,
    /// Ports of the top, in the order of its fields.
    pub ports: Vec<Port>,
    /// Bits of state in registers, memories not included.
    pub register_bits: usize,
}

/// Values of Rust constants by name, each with its place among them.
pub(crate) type Constants = BTreeMap<String, (usize, u64)>;

/// Writes the block `top` and everything in it as Verilog; the top module is called `name`.
///
/// The same block gives the same text. Fails where a kernel has what can't be written as Verilog, or what would be a
/// latch or an undriven net, and where [`Options::widths`] asks for a port that is not there or can't be that wide.
pub fn emit(top: &dyn Block, name: &str, options: &Options) -> Result<Output, Error> {
    let mut tree = Tree::of(top, name, options.features).map_err(|problem| Error { module: name.into(), problem })?;
    for (port, width) in options.widths {
        narrow(&mut tree, port, *width).map_err(|problem| Error::new(&tree, problem))?;
    }
    rename(&mut tree, options.names).map_err(|problem| Error::new(&tree, problem))?;
    let mut constants = Constants::new();
    for (place, (constant, value)) in options.constants.iter().enumerate() {
        if constants.insert(constant.to_string(), (place, *value)).is_some_and(|(_, other)| other != *value) {
            let problem = Problem::Unsupported(format!("the constant `{constant}`, which has two values,"));
            return Err(Error { module: name.into(), problem });
        }
    }
    let lowered = fit(&mut tree, &constants)?;
    let scopes = options.scopes.iter().map(|(of, scope)| (snake_case(of), scope.to_string())).collect();
    let mut library = Library { constants, scopes, lowered, variants: Vec::new(), added: BTreeMap::new() };
    let top = library.add(&tree, "")?;
    let register_bits = library.variants[top].register_bits;
    let names = library.names(top, name, options.prefix);
    let files = (0..library.variants.len()).rev().map(|id| library.file(id, &names, options.banner)).collect();
    Ok(Output { files, ports: ports(&tree), register_bits })
}

/// The distinct modules of a design, those inside others first.
struct Library {
    constants: Constants,
    /// By a type, what the names of modules inside it start with.
    scopes: BTreeMap<String, String>,
    /// By the kind of module, what its kernel comes to, until it is added.
    lowered: BTreeMap<usize, Lowered>,
    variants: Vec<Variant>,
    /// Which variant a kind of module in a scope is, by the type's name.
    added: BTreeMap<(usize, String, String), usize>,
}

/// A module whose name is not chosen yet.
struct Variant {
    /// The type's name in snake case.
    named: String,
    /// The same with the scope that the module is in.
    base: String,
    doc: String,
    /// What may tell it from other variants of its type.
    parameters: Vec<(String, usize)>,
    /// The fields that it has, which may do so, too.
    fields: Vec<String>,
    /// From the ports to `endmodule`, with [`mark`]s for the names of modules.
    text: String,
    /// The same for any values of the module's own parameters.
    general: String,
    /// Bits in its registers, and in those of the modules inside it.
    register_bits: usize,
}

/// Stands for the name of a module in text.
fn mark(id: usize) -> String {
    format!("\u{1}{id}\u{2}")
}

/// A text with the names of modules for their marks.
fn with_names(text: &str, names: &[String]) -> String {
    let mut parts = text.split(['\u{1}', '\u{2}']);
    let mut named: String = parts.next().unwrap_or_default().into();
    while let (Some(id), Some(text)) = (parts.next(), parts.next()) {
        named += id.parse().ok().and_then(|id: usize| names.get(id)).map_or("", String::as_str);
        named += text;
    }
    named
}

impl Library {
    /// Adds a block and those inside it, in a scope; says which variant it is.
    fn add(&mut self, tree: &Tree, scope: &str) -> Result<usize, Error> {
        let named = match &tree.about {
            Some(about) => snake_case(&about.name),
            None => snake_case(tree.name.split('$').next().unwrap_or(&tree.name)),
        };
        // The same module may be there many times, as a hart's.
        let key = (tree.kind, scope.to_string(), named.clone());
        if let Some(id) = self.added.get(&key) {
            return Ok(*id);
        }
        let inner = self.scopes.get(&named).cloned().unwrap_or_else(|| scope.to_string());
        let mut inside = BTreeMap::new();
        for (index, child) in tree.children.iter().enumerate() {
            if register_style(child).is_none() {
                inside.insert(index, self.add(child, &inner)?);
            }
        }
        let mut module = Module::of(tree, &self.constants, self.lowered.remove(&tree.kind))?;
        let print = |module: &Module| print(module, &self.constants, &|child| mark(inside[&child]));
        let text = print(&module);
        let has_parameters = matches!(&module.body, Body::Text(text) if !text.parameters.is_empty());
        if let Body::Text(text) = &mut module.body {
            *text = text.general();
        }
        let general = if has_parameters { print(&module) } else { text.clone() };
        let base = format!("{scope}{named}");
        let same = |variant: &Variant| variant.base == base && variant.general == general;
        if let Some(id) = self.variants.iter().position(same) {
            self.added.insert(key, id);
            return Ok(id);
        }
        self.added.insert(key, self.variants.len());
        let register_bits =
            module.register_bits() + inside.values().map(|id| self.variants[*id].register_bits).sum::<usize>();
        let about = tree.about.as_ref();
        self.variants.push(Variant {
            named,
            base,
            doc: about.map(|about| about.doc.clone()).unwrap_or_default(),
            parameters: about.filter(|_| !has_parameters).map(|about| about.parameters.clone()).unwrap_or_default(),
            fields: tree.fields(),
            text,
            general,
            register_bits,
        });
        Ok(self.variants.len() - 1)
    }

    /// The names of the variants: of the type alone where it has one variant, else with the parameters that differ, and
    /// with the fewest fields that tell apart what has them from what does not.
    fn names(&self, top: usize, top_name: &str, prefix: &str) -> Vec<String> {
        let mut names: Vec<String> =
            self.variants.iter().map(|variant| self.with_parameters(variant, prefix)).collect();
        let fields = self.variants.iter().flat_map(|variant| variant.fields.iter().map(|field| (&variant.base, field)));
        for (base, field) in fields {
            let has = |id: usize| self.variants[id].base == *base && self.variants[id].fields.contains(field);
            let tells_apart = |id: usize| (0..names.len()).any(|other| names[other] == names[id] && !has(other));
            let longer: Vec<usize> = (0..names.len()).filter(|id| has(*id) && tells_apart(*id)).collect();
            longer.into_iter().for_each(|id| names[id] += &format!("_{field}"));
        }
        names[top] = top_name.to_string();
        let mut taken = BTreeSet::from([top_name.to_string()]);
        for (_, name) in names.iter_mut().enumerate().filter(|(id, _)| *id != top) {
            let mut free = name.clone();
            let mut count = 1;
            while !taken.insert(free.clone()) {
                count += 1;
                free = format!("{name}_{count}");
            }
            *name = free;
        }
        names
    }

    /// The name of a variant's type, with the parameters that are others in other variants.
    fn with_parameters(&self, variant: &Variant, prefix: &str) -> String {
        let mut name = format!("{prefix}{}", variant.base);
        for parameter in &variant.parameters {
            let mut others = self.variants.iter().filter(|other| other.base == variant.base);
            if others.any(|other| !other.parameters.contains(parameter)) {
                name += &format!("_{}{}", parameter.0.to_ascii_lowercase(), parameter.1);
            }
        }
        name
    }

    /// A sentence of a type for a reader of one module: with the values of its parameters, and the names of modules.
    fn plain(&self, sentence: &str, variant: &Variant, names: &[String]) -> String {
        let mut plain = sentence.to_string();
        for (parameter, value) in &variant.parameters {
            plain = plain.replace(&format!("`{parameter}`"), &value.to_string());
        }
        for (other, name) in self.variants.iter().zip(names) {
            let is_it = |link: &&str| snake_case(link) == other.named;
            let links: Vec<String> = links(&plain).filter(is_it).map(|link| format!("[`{link}`]")).collect();
            links.iter().for_each(|link| plain = plain.replace(link, &format!("`{name}`")));
        }
        plain.replace("[`", "`").replace("`]", "`")
    }

    fn file(&self, id: usize, names: &[String], banner: &str) -> VerilogFile {
        let variant = &self.variants[id];
        let name = names[id].clone();
        let body = with_names(&variant.text, names);
        // One sentence: a header is no manual.
        let mut header = match first_sentence(&variant.doc) {
            "" => format!("// {name}\n"),
            doc => wrapped(&format!("{name}: {}.", self.plain(doc.trim_end_matches('.'), variant, names))),
        };
        if !banner.is_empty() {
            header += &format!("// {banner}\n");
        }
        let text = format!("{header}`default_nettype none\n\nmodule {name} {body}\n`default_nettype wire\n");
        VerilogFile { name, text }
    }
}

/// What a sentence links to.
fn links(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split("[`").skip(1).filter_map(|rest| rest.split_once("`]").map(|(link, _)| link))
}

/// A comment, in lines that fit a page.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::from("//")];
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < LINE => *line += &format!(" {word}"),
            _ => lines.push(format!("//   {word}")),
        }
    }
    lines.join("\n") + "\n"
}

/// The first sentence of a text: up to a full stop that a capital letter or code follows, so not up to "ch." of
/// "ch. 6".
fn first_sentence(text: &str) -> &str {
    let begins = |rest: &str| rest.starts_with(|next: char| next.is_uppercase() || next == '`' || next == '[');
    let mut stops = text.match_indices(". ").map(|(at, _)| at);
    stops.find(|at| begins(&text[at + 2..])).map_or(text, |at| &text[..at])
}
