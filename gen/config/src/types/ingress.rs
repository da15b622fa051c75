// SPDX-License-Identifier: Apache-2.0
//! The ingress port.

use crate::Adapter;
use serde::{Deserialize, Serialize};

/// The ingress port.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Ingress {
    /// What a block holds.
    pub form: IngressForm,
    /// Width of `itype` in bits.
    pub itype_width: u32,
    /// Width of `iretire` in bits in block form; in single form it is 1, whatever this says.
    pub iretire_width: u32,
    /// Blocks a cycle.
    pub blocks: u32,
    /// Whether the port has `trigger`: trace-on, trace-off, and trace-notify for each block.
    pub triggers: bool,
    /// Whether the port has `reset`.
    pub reset: bool,
    /// Whether the port has `low_power`.
    pub low_power: bool,
    /// Whether `iaddr` of an interrupt by itself is defined: the address of the instruction that would have run next.
    pub interrupt_address: bool,
    /// What is between the port and the core.
    pub adapter: Adapter,
}

/// What a block of the ingress port holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum IngressForm {
    /// `iretire` counts half-words of one or more instructions at consecutive addresses.
    Block,
    /// `iretire` is 0 or 1 instruction.
    Single,
}

impl Default for Ingress {
    fn default() -> Self {
        Ingress {
            form: IngressForm::Block,
            itype_width: 4,
            iretire_width: 4,
            blocks: 1,
            triggers: false,
            reset: false,
            low_power: false,
            interrupt_address: false,
            adapter: Adapter::None,
        }
    }
}

impl Ingress {
    /// Most half-words that a block can hold: what `iretire` can count, or one 32-bit instruction in single form.
    pub fn max_half_words(&self) -> u32 {
        match self.form {
            IngressForm::Block => (1 << self.iretire_width) - 1,
            IngressForm::Single => 2,
        }
    }

    /// Width of the `iretire` port in bits.
    pub fn iretire_bits(&self) -> u32 {
        match self.form {
            IngressForm::Block => self.iretire_width,
            IngressForm::Single => 1,
        }
    }
}
