// SPDX-License-Identifier: Apache-2.0
//! A copy of the block tree, as rust-hdl's [`Probe`] shows it.

mod comments;

use crate::description::{RegisterStyle, ATOM, FLAT};
use crate::error::Problem;
use crate::language::{ABSENT, NARROW};
use crate::records::{parts, unknown, Part};
use rust_hdl_core::ast::VerilogLiteral;
use rust_hdl_core::prelude::{Atom, AtomKind, Block, Probe, TypeDescriptor, TypeKind, Verilog};
use std::collections::BTreeMap;

/// Stands in front of the label of a signal in a flat bundle that is one of an array.
const ELEMENT: char = '!';

/// A block.
#[derive(Debug)]
pub(crate) struct Tree {
    /// Field that holds the block, elements of a `Vec` with `$` and their index.
    pub(crate) name: String,
    /// What `#[derive(Module)]` tells.
    pub(crate) about: Option<About>,
    /// Signals and constants, in the order of the fields.
    pub(crate) atoms: Vec<Leaf>,
    /// Fields that the build does not have.
    pub(crate) absent: Vec<String>,
    /// Doc comments of fields, by their paths.
    pub(crate) docs: Vec<(String, String)>,
    /// Signals that are records, by their paths: their fields' names, offsets and widths, in the order of the fields.
    pub(crate) records: BTreeMap<String, Vec<(String, usize, usize)>>,
    /// Blocks inside, in the order of the fields.
    pub(crate) children: Vec<Tree>,
    /// What the block does.
    pub(crate) body: Verilog,
    /// Number of the blocks that are equal to this one.
    pub(crate) kind: usize,
}

/// A signal or constant.
#[derive(Clone, Debug)]
pub(crate) struct Leaf {
    /// Field that holds it; inside bundles with the bundle's name and `$` before it.
    pub(crate) name: String,
    /// The same without the names of flat bundles: what the Verilog's name is made from.
    pub(crate) label: String,
    /// What its record's type says of it, where it is a field of a record; else empty.
    pub(crate) doc: String,
    /// Direction, or constant.
    pub(crate) kind: AtomKind,
    /// Width in bits, as the kernel has it.
    pub(crate) width: usize,
    /// Width in bits of the port: less than `width` where the port is narrowed, 0 where the design does not use it.
    pub(crate) port_width: usize,
    /// Name of the port in the Verilog, where it is not made from the field's.
    pub(crate) port_name: Option<String>,
    /// Type.
    pub(crate) descriptor: TypeDescriptor,
    /// Current value: of interest for constants only.
    pub(crate) value: VerilogLiteral,
}

/// What `#[derive(Module)]` tells about a block.
#[derive(Debug, Default)]
pub(crate) struct About {
    /// Name of the type.
    pub(crate) name: String,
    /// Doc comment of the type.
    pub(crate) doc: String,
    /// What tells variants apart.
    pub(crate) parameters: Vec<(String, usize)>,
}

impl Tree {
    /// Copies the tree of a block. An error if it is not one block, but a signal or an array, or if a record names a
    /// feature that is not there.
    pub(crate) fn of(top: &dyn Block, name: &str, features: &[(&str, bool)]) -> Result<Tree, Problem> {
        let mut builder = Builder { features, open: Vec::new(), width: None, done: Vec::new(), unknown: None };
        top.accept(name, &mut builder);
        match (builder.unknown, builder.done.pop()) {
            (Some(feature), _) => Err(Problem::UnknownFeature(feature)),
            (None, Some(tree)) if builder.done.is_empty() => Ok(tree),
            _ => Err(Problem::Unsupported("a top that is not one module".into())),
        }
    }

    /// What errors call the block.
    pub(crate) fn type_name(&self) -> &str {
        self.about.as_ref().map_or(&self.name, |about| &about.name)
    }

    /// The fields of the block itself that it has.
    pub(crate) fn fields(&self) -> Vec<String> {
        let fields = self.docs.iter().map(|(field, _)| field);
        fields.filter(|field| !field.contains('$') && !self.absent.contains(field)).cloned().collect()
    }

    /// Whether a path leads to a field that the build does not have, here or in a module inside.
    pub(crate) fn is_absent(&self, path: &str) -> bool {
        let inside = |child: &Tree| {
            let inside = path.strip_prefix(&child.name).and_then(|rest| rest.strip_prefix('$'));
            inside.is_some_and(|inside| child.absent.iter().any(|field| leads(field, inside)))
        };
        self.absent.iter().any(|field| leads(field, path)) || self.children.iter().any(inside)
    }
}

impl Tree {
    /// Flat bundles of an array go by the array's name, unless there is only one.
    fn name_alone(&mut self) {
        let labels: Vec<String> = self.atoms.iter().map(|leaf| leaf.label.clone()).collect();
        for leaf in &mut self.atoms {
            let Some((array, _)) = leaf.label.strip_prefix(ELEMENT).and_then(|element| element.split_once('$')) else {
                continue;
            };
            let second = format!("{ELEMENT}{array}$1$");
            let alone = match labels.iter().any(|label| label.starts_with(&second)) {
                true => leaf.label.trim_start_matches(ELEMENT),
                false => leaf.label[ELEMENT.len_utf8() + array.len()..].trim_start_matches("$0$"),
            };
            leaf.label = alone.to_string();
        }
    }
}

/// Whether a path is that of a field, or of something in it.
fn leads(field: &str, path: &str) -> bool {
    path.strip_prefix(field).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'))
}

impl Tree {
    fn add_record(&mut self, record: Leaf, parts: Vec<Part>) {
        let mut fields = Vec::new();
        for part in parts {
            let name = format!("{}${}", record.name, part.name);
            fields.push((name.clone(), part.offset, part.width));
            match part.is_built {
                true => self.atoms.push(Leaf {
                    name,
                    label: format!("{}${}", record.label, part.name),
                    doc: part.doc,
                    width: part.width,
                    port_width: part.width,
                    descriptor: part.descriptor,
                    ..record.clone()
                }),
                false => self.absent.push(name),
            }
        }
        self.records.insert(record.name, fields);
    }
}

impl Leaf {
    /// Whether the signal is a port of its block.
    pub(crate) fn is_port(&self) -> bool {
        self.kind.is_parameter()
    }
}

impl About {
    /// What a description says, and the doc comments of the fields that it describes.
    fn of(descriptor: TypeDescriptor) -> (About, Vec<(String, String)>) {
        let (mut about, mut docs) = (About { name: descriptor.name, ..About::default() }, Vec::new());
        let TypeKind::Composite(entries) = descriptor.kind else { return (about, docs) };
        for entry in entries {
            let text = entry.kind.name;
            match (entry.fieldname.split_once('.'), entry.kind.kind) {
                (Some(("parameter", name)), TypeKind::Bits(value)) => about.parameters.push((name.into(), value)),
                (Some((_, name)), _) => docs.push((name.into(), text)),
                (None, _) => about.doc = text,
            }
        }
        (about, docs)
    }
}

/// Builds the tree while the probe walks.
struct Builder<'a> {
    features: &'a [(&'a str, bool)],
    /// The blocks whose scopes have started, with the bundles that have.
    open: Vec<(Tree, Vec<Namespace>)>,
    /// Width of the port that comes next, if it is narrow.
    width: Option<usize>,
    done: Vec<Tree>,
    /// A feature that a record names, and that is not there.
    unknown: Option<String>,
}

/// A bundle.
struct Namespace {
    name: String,
    /// Its signals go by their own names.
    is_flat: bool,
}

impl Namespace {
    /// What the names of the bundle's signals begin with.
    fn shown(&self) -> String {
        match (self.is_flat, self.name.contains('$')) {
            (true, false) => String::new(),
            (true, true) => format!("{ELEMENT}{}$", self.name),
            (false, _) => format!("{}$", self.name),
        }
    }
}

impl Builder<'_> {
    /// What a block tells about itself, or a bundle in it.
    fn describe(&mut self, descriptor: TypeDescriptor) {
        let Some((tree, namespace)) = self.open.last_mut() else { return };
        let (about, docs) = About::of(descriptor);
        let path: String = namespace.iter().map(|bundle| format!("{}$", bundle.name)).collect();
        tree.docs.extend(docs.into_iter().map(|(field, doc)| (format!("{path}{field}"), doc)));
        match namespace.last_mut() {
            Some(bundle) => bundle.is_flat = about.parameters.iter().any(|(name, _)| name == FLAT),
            None => tree.about = Some(about),
        }
    }
}

impl Probe for Builder<'_> {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        let body = node.hdl();
        let (atoms, absent, docs, children) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (name, records) = (name.into(), BTreeMap::new());
        let tree = Tree { name, about: None, atoms, absent, docs, records, children, body, kind: 0 };
        self.open.push((tree, Vec::new()));
    }

    fn visit_start_namespace(&mut self, name: &str, _node: &dyn Block) {
        if let Some((_, namespace)) = self.open.last_mut() {
            namespace.push(Namespace { name: name.into(), is_flat: false });
        }
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        match name {
            ATOM => return self.describe(signal.descriptor()),
            NARROW => {
                self.width = Some(signal.bits());
                return;
            }
            _ => {}
        }
        let Some((tree, namespace)) = self.open.last_mut() else { return };
        let field = if name == ABSENT { signal.descriptor().name } else { name.into() };
        let path: Vec<&str> = namespace.iter().map(|bundle| bundle.name.as_str()).chain([field.as_str()]).collect();
        if name == ABSENT {
            tree.absent.push(path.join("$"));
            return;
        }
        let shown: String = namespace.iter().map(Namespace::shown).collect();
        let leaf = Leaf {
            name: path.join("$"),
            label: shown + &field,
            doc: String::new(),
            kind: signal.kind(),
            width: signal.bits(),
            port_width: self.width.take().unwrap_or(signal.bits()),
            port_name: None,
            descriptor: signal.descriptor(),
            value: signal.verilog(),
        };
        // A module whose text is its own has its ports whole, but for a register, which is written into the module
        // around it.
        let is_text = matches!(&tree.body, Verilog::Custom(text) if RegisterStyle::from_text(text).is_none());
        if !self.features.is_empty() && self.unknown.is_none() {
            self.unknown = unknown(&leaf.descriptor, self.features);
        }
        match parts(&leaf.descriptor, self.features) {
            Some(parts) if !is_text && leaf.kind != AtomKind::Constant => tree.add_record(leaf, parts),
            _ => tree.atoms.push(leaf),
        }
    }

    fn visit_end_namespace(&mut self, _name: &str, _node: &dyn Block) {
        if let Some((_, namespace)) = self.open.last_mut() {
            namespace.pop();
        }
    }

    fn visit_end_scope(&mut self, _name: &str, _node: &dyn Block) {
        let Some((mut tree, _)) = self.open.pop() else { return };
        tree.name_alone();
        match self.open.last_mut() {
            Some((parent, _)) => parent.children.push(tree),
            None => self.done.push(tree),
        }
    }
}
