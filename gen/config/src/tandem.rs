// SPDX-License-Identifier: Apache-2.0
//! The encoder of tandem-verification trace.

use crate::{Build, Choice, Encoder, Packer, Power, Set, SinkKind, Timestamp};
use serde::{Deserialize, Serialize};
use tracewright_regmap::{Defaults, Features};

/// The encoder of tandem-verification trace (docs/tandem.md).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Tandem {
    /// Whether there is one.
    pub built: bool,
    /// Whether it has registers on the control bus, and sinks; otherwise it is controlled by ports, and its trace is
    /// one.
    pub registers: bool,
    /// Bits of a floating-point register; 0 where the hart has none.
    pub flen: u32,
    /// Bits of a physical address.
    pub mlen: u32,
    /// What the port has, and trace can have.
    pub classes: Set<TandemClass>,
    /// CSRs that change with one instruction.
    pub csrs: u32,
    /// Instructions a cycle.
    pub instructions: u32,
    /// Whether registers go in incremental forms, where they are shorter.
    pub increments: bool,
    /// Whether an end of a group that another one follows is left out.
    pub elide_end: bool,
    /// What leaves the encoder in a cycle.
    pub packer_bytes: Packer,
    /// mhartid of the first of several harts; the others count up.
    pub hart_id: u32,
}

/// A class of what is traced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TandemClass {
    /// Instructions.
    Instruction,
    /// Integer registers.
    Gpr,
    /// Floating-point registers.
    Fpr,
    /// CSRs, fcsr among them.
    Csr,
    /// Privilege mode.
    Privilege,
    /// Physical addresses.
    Paddr,
    /// Effective addresses.
    Eaddr,
    /// What is stored.
    Store,
    /// The memory bus.
    Memory,
    /// State that changes by itself.
    Outside,
}

impl Choice for TandemClass {
    const ALL: &'static [TandemClass] = &[
        TandemClass::Instruction,
        TandemClass::Gpr,
        TandemClass::Fpr,
        TandemClass::Csr,
        TandemClass::Privilege,
        TandemClass::Paddr,
        TandemClass::Eaddr,
        TandemClass::Store,
        TandemClass::Memory,
        TandemClass::Outside,
    ];
}

impl Default for Tandem {
    fn default() -> Self {
        let classes = TandemClass::ALL.iter().copied();
        Tandem {
            built: false,
            registers: true,
            flen: 0,
            mlen: 32,
            classes: classes.filter(|class| *class != TandemClass::Memory).collect(),
            csrs: 4,
            instructions: 1,
            increments: true,
            elide_end: true,
            packer_bytes: Packer::Byte,
            hart_id: 0,
        }
    }
}

impl Build {
    /// Whether the encoder of tandem-verification trace has this class.
    pub fn has_tandem(&self, class: TandemClass) -> bool {
        self.tandem.classes.has(class) && (class != TandemClass::Fpr || self.tandem.flen > 0)
    }

    /// Whether there is an encoder of tandem-verification trace with registers and sinks.
    pub fn records_tandem(&self) -> bool {
        self.tandem.built && self.tandem.registers
    }

    /// Whether this is the encoder of tandem-verification trace of one of several harts: its trace tells which one.
    pub fn tells_hart(&self) -> bool {
        self.tandem.built && self.sink.kind.is_only(SinkKind::Funnel)
    }

    /// Whether there are registers on a control bus, and sinks.
    pub fn has_sinks(&self) -> bool {
        self.encoder.built || self.records_tandem()
    }

    /// What decides on the registers of an encoder of tandem-verification trace.
    pub fn tandem_features(&self) -> Features {
        let is_built = |class: &TandemClass| self.has_tandem(*class);
        let built = TandemClass::ALL.iter().filter(|class| is_built(class));
        let pib_divider = self.defaults.pib_divider;
        let defaults = Defaults { stop_on_wrap: self.defaults.te_stop_on_wrap, pib_divider, ..Defaults::ZERO };
        let tandem_classes = built.fold(0, |classes, class| classes | 1 << *class as u32);
        Features { tandem_classes, defaults, ..Features::minimal(self.sink.features()) }
    }

    /// The build as the hardware that is around an encoder has it. Around one of tandem-verification trace that is its
    /// packer, and nothing of the N-Trace encoder.
    pub fn around(&self) -> Build {
        if !self.tandem.built {
            return self.clone();
        }
        let encoder = Encoder { built: false, packer: self.tandem.packer_bytes, ..Encoder::default() };
        Build { encoder, timestamp: Timestamp::default(), power: Power::default(), ..self.clone() }
    }
}
