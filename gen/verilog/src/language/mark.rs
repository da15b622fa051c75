// SPDX-License-Identifier: Apache-2.0
//! What the back end is told about a field, as an atom: rust-hdl's probes see nothing else.

use rust_hdl_core::ast::VerilogLiteral;
use rust_hdl_core::prelude::{Atom, AtomKind, PinConstraint, TypeDescriptor, TypeKind, VCDValue};

/// Tells the back end something about a field: its name and a number of bits.
pub(super) struct Mark<'a> {
    pub(super) name: &'a str,
    pub(super) bits: usize,
}

impl Atom for Mark<'_> {
    fn bits(&self) -> usize {
        self.bits
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

    fn descriptor(&self) -> TypeDescriptor {
        TypeDescriptor { name: self.name.into(), kind: TypeKind::Bits(self.bits) }
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
