// SPDX-License-Identifier: Apache-2.0
//! What a description of a CSR is made of.

use super::CtrFeatures;

/// The version of the specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CtrVersion {
    /// 0.1.4, the draft.
    V0_1_4,
    /// 1.0, ratified.
    V1_0,
}

/// A CSR: a number and what it shows.
#[derive(Clone, Copy, Debug)]
pub struct Csr {
    /// The specification's spelling.
    pub name: &'static str,
    /// Its number. Bits 9-8 are the least privilege that reaches it: 1 for S, 2 for HS, 3 for M.
    pub number: u16,
    /// What it is for.
    pub doc: &'static str,
    /// Where it is described.
    pub spec: &'static str,
    /// What a build must have for the CSR to exist.
    pub needs: CtrFeature,
    /// The state that it reads and writes.
    pub state: CsrState,
    /// It shows bits 63-32 of the state, and exists where XLEN is 32 alone.
    pub high: bool,
    /// What an access from VS-mode does, where the number is one of S-mode.
    pub virtual_access: VirtualAccess,
    /// Which bits of mstateen0 and hstateen0 it takes.
    pub guard: Guard,
    /// Fields of the state that this CSR shows, from bit 0 up. Other bits read 0 and ignore writes (WPRI).
    pub fields: &'static [&'static [CsrField]],
}

/// The state that CSRs show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsrState {
    /// Control for V=0.
    Control,
    /// Control for V=1.
    VirtualControl,
    /// Write pointer and freeze.
    Status,
    /// The depth of 1.0; in 0.1.4 it is in the control.
    Depth,
    /// The number of an indirect register.
    Select(Select),
    /// One of the six windows, 1 to 6, to the register that this selects.
    Window(Select, u8),
    /// State enable for modes below M.
    MachineEnable,
    /// State enable for V=1.
    HypervisorEnable,
}

/// The three selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Select {
    /// miselect.
    Machine,
    /// siselect.
    Supervisor,
    /// vsiselect.
    Virtual,
}

/// What an access from VS-mode to a CSR of S-mode does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VirtualAccess {
    /// It reaches the same state.
    Same,
    /// It reaches the CSR of this number.
    Redirected(u16),
    /// It raises a virtual-instruction exception.
    Refused,
}

/// The bits of mstateen0 that an access from below M-mode needs, and of hstateen0 that one from VS-mode needs as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// None.
    Free,
    /// CTR.
    Ctr,
    /// CSRIND.
    Select,
    /// CSRIND, and CTR where a record of the array is selected.
    Window,
    /// SE0 of mstateen0.
    StateEnable,
}

/// A field of a CSR.
#[derive(Clone, Copy, Debug)]
pub struct CsrField {
    /// The specification's spelling.
    pub name: &'static str,
    /// Position of its least significant bit in the 64-bit state.
    pub lsb: u32,
    /// Width in bits.
    pub width: u32,
    /// What a build must have for the field; without it the field is read-only 0.
    pub needs: CtrFeature,
    /// Which values it takes.
    pub legal: CsrLegal,
    /// What it means.
    pub doc: &'static str,
}

/// Which values a field takes, where the build has it. All are WARL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CsrLegal {
    /// Every value that fits.
    Any,
    /// It reads 0; writing 1 acts.
    WriteOne,
    /// The code of a depth of 0.1.4: 0, 1, 3, 7, 15. Others become the code with the same highest bit.
    DepthOnes,
    /// The code of a depth of 1.0: 0 to 4.
    DepthCount,
    /// It reads the depth that another CSR sets.
    DepthShown,
    /// The bits of an index into the array at the present depth.
    Pointer,
    /// The bits of a cycle count that the build has.
    CycleCount,
}

/// What a build of CTR must have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CtrFeature {
    /// Nothing: every build has it.
    Always,
    /// U-mode.
    User,
    /// S-mode.
    Supervisor,
    /// The H extension.
    Hypervisor,
    /// mstateen0.
    StateEnable,
    /// mstateen0 and the H extension.
    HypervisorEnable,
    /// Transfer type filters.
    Filters,
    /// External traps.
    ExternalTraps,
    /// External traps and S-mode.
    SupervisorTraps,
    /// RAS emulation.
    Ras,
    /// Freeze by hardware.
    Freeze,
    /// MISP in entries.
    Misp,
    /// TYPE in entries.
    Types,
    /// Cycle counts in entries.
    Cycles,
}

/// A register of an entry of the array.
#[derive(Clone, Copy, Debug)]
pub struct EntryRegister {
    /// The specification's spelling.
    pub name: &'static str,
    /// The window that shows it: 1 for *ireg, 2 for *ireg2.
    pub window: u8,
    /// What it is for.
    pub doc: &'static str,
    /// Where it is described.
    pub spec: &'static str,
    /// Fields, from bit 0 up.
    pub fields: &'static [CsrField],
}

impl Csr {
    /// The least privilege that reaches it: 1 for S, 2 for HS, 3 for M.
    pub const fn level(&self) -> u16 {
        self.number >> 8 & 3
    }

    /// Whether a build has it.
    pub const fn present(&self, features: &CtrFeatures) -> bool {
        features.has(self.needs) && (!self.high || features.xlen == 32)
    }

    /// Its fields as a build shows them: with the half of the state and the bits that XLEN leaves.
    pub fn shown(&self, features: &CtrFeatures) -> impl Iterator<Item = CsrField> {
        let (first, end) = match (self.high, features.xlen) {
            (true, _) => (32, 64),
            (false, xlen) => (0, xlen),
        };
        let fields = self.fields.iter().copied().flatten();
        fields.filter_map(move |field| cut(*field, first, end))
    }

    /// The bits of the 64-bit state that a write can change in a build.
    pub fn writable(&self, features: &CtrFeatures) -> u64 {
        let first = if self.high { 32 } else { 0 };
        self.shown(features).fold(0, |mask, field| mask | field.writable(features) << first)
    }
}

impl EntryRegister {
    /// Its fields with the bits that XLEN leaves.
    pub fn shown(&self, features: &CtrFeatures) -> impl Iterator<Item = CsrField> {
        let xlen = features.xlen;
        self.fields.iter().filter_map(move |field| cut(*field, 0, xlen))
    }

    /// The bits that a build keeps.
    pub fn kept(&self, features: &CtrFeatures) -> u64 {
        self.shown(features).fold(0, |mask, field| mask | field.writable(features))
    }
}

/// What of a field stands from bit `first` to below `end`, with positions from `first`.
fn cut(field: CsrField, first: u32, end: u32) -> Option<CsrField> {
    let top = (field.lsb + field.width).min(end);
    (field.lsb >= first && field.lsb < top).then(|| CsrField {
        lsb: field.lsb - first,
        width: top - field.lsb,
        ..field
    })
}

impl CsrField {
    /// The field's bits, all ones.
    pub const fn mask(&self) -> u64 {
        (u64::MAX >> (64 - self.width)) << self.lsb
    }

    /// Those of them that a write can change in a build.
    pub const fn writable(&self, features: &CtrFeatures) -> u64 {
        if !features.has(self.needs) {
            return 0;
        }
        match self.legal {
            CsrLegal::Any | CsrLegal::WriteOne | CsrLegal::Pointer => self.mask(),
            CsrLegal::DepthShown => 0,
            CsrLegal::DepthOnes | CsrLegal::DepthCount if features.min_depth == features.max_depth => 0,
            CsrLegal::DepthOnes | CsrLegal::DepthCount => self.mask(),
            CsrLegal::CycleCount => (0xFFF | ((1 << features.exponent_bits) - 1) << 12) << self.lsb,
        }
    }
}
