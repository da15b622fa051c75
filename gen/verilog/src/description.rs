// SPDX-License-Identifier: Apache-2.0
//! What a block tells the back end beyond its signals. rust-hdl's [`Probe`] hands over blocks without their types and
//! atoms without their doc comments, so a description travels as one more atom, right after the start of the block's
//! scope.

use rust_hdl_core::ast::VerilogLiteral;
use rust_hdl_core::prelude::{Atom, AtomKind, PinConstraint, Probe, TypeDescriptor, TypeField, TypeKind, VCDValue};

/// Name of the atom that carries a description; no Rust field can have it.
pub(crate) const ATOM: &str = "$description";

/// Parameter of a bundle whose signals go by their own names, without the bundle's.
pub(crate) const FLAT: &str = "flat";

/// Name, parameters and doc comments of a block, as `#[derive(Module)]` collects them, or of a bundle.
#[derive(Clone, Debug)]
pub struct Description {
    /// Name of the Rust type.
    pub name: &'static str,
    /// First paragraph of the type's doc comment, on one line; may be empty.
    pub doc: &'static str,
    /// What tells variants of the type apart: name and value.
    pub parameters: Vec<(&'static str, usize)>,
    /// Fields of the type with the first paragraph of their doc comments.
    pub fields: &'static [(&'static str, &'static str)],
}

impl Description {
    /// Shows the description to a probe. The caller has started the scope of the block described.
    pub fn accept(&self, probe: &mut dyn Probe) {
        probe.visit_atom(ATOM, self);
    }
}

/// Reset of a register primitive, told to the back end as the text of the primitive's `hdl()`. The primitive has the
/// atoms `clock`, `rst_n`, `d`, `q` and, as a constant with the reset value, `init`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterStyle {
    /// `rst_n` resets at once.
    Async,
    /// `rst_n` resets at the rising edge of the clock.
    Sync,
}

impl RegisterStyle {
    /// What `hdl()` returns, as `Verilog::Custom`.
    pub fn text(self) -> &'static str {
        match self {
            RegisterStyle::Async => "// register with asynchronous reset",
            RegisterStyle::Sync => "// register with synchronous reset",
        }
    }

    /// The style that the text stands for, if it is one of [`RegisterStyle::text`].
    pub(crate) fn from_text(text: &str) -> Option<RegisterStyle> {
        [RegisterStyle::Async, RegisterStyle::Sync].into_iter().find(|style| style.text() == text)
    }
}

impl Atom for Description {
    fn bits(&self) -> usize {
        0
    }

    fn connected(&self) -> bool {
        true
    }

    fn changed(&self) -> bool {
        false
    }

    fn kind(&self) -> AtomKind {
        AtomKind::Constant
    }

    /// The description, as a composite of `doc`, `parameter.*` and `field.*`.
    fn descriptor(&self) -> TypeDescriptor {
        let entry = |fieldname: String, name: &str, bits: usize| {
            Box::new(TypeField { fieldname, kind: TypeDescriptor { name: name.into(), kind: TypeKind::Bits(bits) } })
        };
        let mut entries = vec![entry("doc".into(), self.doc, 0)];
        entries.extend(self.parameters.iter().map(|(name, value)| entry(format!("parameter.{name}"), "", *value)));
        entries.extend(self.fields.iter().map(|(name, doc)| entry(format!("field.{name}"), doc, 0)));
        TypeDescriptor { name: self.name.into(), kind: TypeKind::Composite(entries) }
    }

    fn vcd(&self) -> VCDValue {
        VCDValue::String(self.name.into())
    }

    fn id(&self) -> usize {
        0
    }

    fn verilog(&self) -> VerilogLiteral {
        false.into()
    }

    fn constraints(&self) -> Vec<PinConstraint> {
        Vec::new()
    }
}
