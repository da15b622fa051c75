// SPDX-License-Identifier: Apache-2.0
//! What the description of the CSRs says, as the kernels need it.

use tracewright_config::{Build, CtrMemory, CtrVersion, IngressForm};
use tracewright_regmap::csr::{
    Csr, CsrState, CtrFeatures, EntryRegister, Guard, VirtualAccess, CC, CCV, CSRIND, ENTRY_REGISTERS, FIRST_ENTRY,
    SE0, TYPE,
};

/// What decides on the hardware. A part that a build does not have is made all the same, and left out when the Verilog
/// is written: it is that of the draft.
pub(super) fn features(build: &Build) -> CtrFeatures {
    build.ctr_features().unwrap_or_else(|| {
        let mut drafted = build.clone();
        drafted.ctr.version = CtrVersion::V0_1_4;
        drafted.ctr_features().expect("a build with the draft")
    })
}

/// Whether the version is 0.1.4.
pub(super) fn is_draft(build: &Build) -> bool {
    build.ctr.version == CtrVersion::V0_1_4
}

/// Blocks a cycle, and banks of the array.
pub(super) fn blocks(build: &Build) -> usize {
    build.ingress.blocks as usize
}

/// Whether the array is of block RAM.
pub(super) fn is_block_ram(build: &Build) -> bool {
    build.ctr.memory == CtrMemory::Block
}

/// Whether blocks are single instructions.
pub(super) fn is_single(build: &Build) -> bool {
    build.ingress.form == IngressForm::Single
}

/// Each feature that a build has or does not have, by the name that fields of records give it.
pub fn names(build: &Build) -> Vec<(&'static str, bool)> {
    let has = features(build);
    vec![
        ("user", has.user),
        ("supervisor", has.supervisor),
        ("hypervisor", has.hypervisor),
        ("enables", has.state_enable),
        ("hypervisor_enables", has.state_enable && has.hypervisor),
        ("filters", has.filters),
        ("traps", has.external_traps),
        ("supervisor_traps", has.external_traps && has.supervisor),
        ("draft_traps", has.external_traps && is_draft(build)),
        ("ras", has.ras),
        ("freeze", has.freeze),
        ("misp", has.misp),
        ("types", has.types),
        ("cycles", has.cycles),
        ("draft", is_draft(build)),
        ("ratified", !is_draft(build)),
        ("narrow", has.xlen == 32),
    ]
}

/// A CSR: its number, and what follows from it.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub number: u64,
    pub state: CsrState,
    /// The CSR shows bits 63-32.
    pub high: bool,
    /// The CSR has the fields of M-mode.
    pub machine: bool,
    /// The CSR needs CTR of state enable.
    pub guarded: bool,
    /// The CSR is a select or a window.
    pub indirect: bool,
    /// The CSR needs SE0.
    pub enable: bool,
    /// VS-mode may not reach the CSR.
    pub refused: bool,
    /// VS-mode reaches a CSR of VS-mode by this number instead.
    pub redirected: bool,
}

impl Row {
    fn of(csr: &Csr) -> Row {
        Row {
            number: csr.number.into(),
            state: csr.state,
            high: csr.high,
            machine: csr.level() == 3,
            guarded: matches!(csr.guard, Guard::Ctr | Guard::Window),
            indirect: matches!(csr.guard, Guard::Select | Guard::Window),
            enable: csr.guard == Guard::StateEnable,
            refused: csr.virtual_access == VirtualAccess::Refused,
            redirected: matches!(csr.virtual_access, VirtualAccess::Redirected(_)),
        }
    }

    /// Whether the CSR shows this state.
    pub fn is(&self, state: CsrState) -> bool {
        self.state == state
    }

    /// Whether the CSR is a window to a register of the entry, by the number of the register.
    pub fn shows(&self, register: usize) -> bool {
        matches!(self.state, CsrState::Window(_, window) if window == ENTRY_REGISTERS[register].window)
    }
}

/// Every CSR of a build.
pub(super) fn rows(build: &Build) -> Vec<Row> {
    features(build).csrs().map(Row::of).collect()
}

/// Position of the least significant bit of each field in its state.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    pub machine: usize,
    pub supervisor: usize,
    pub user: usize,
    pub clear: usize,
    pub machine_traps: usize,
    pub traps: usize,
    pub ras: usize,
    pub breakpoint: usize,
    pub overflow: usize,
    /// DEPTH in a control of 0.1.4.
    pub depth: usize,
    /// DEPTH in sctrdepth.
    pub depth_number: usize,
    /// Filter of itype 0.
    pub filters: usize,
    pub external: usize,
    pub wrapped: usize,
    pub frozen: usize,
    pub ctr: usize,
    pub indirect: usize,
    pub enable: usize,
}

impl Positions {
    /// The positions of a build; 0 of what its version does not have.
    pub fn of(build: &Build) -> Positions {
        let features = CtrFeatures::full(features(build).version, 64);
        let find = |state: CsrState, name: &str| {
            let csrs = features.csrs().filter(|csr| csr.state == state && !csr.high);
            let fields = csrs.flat_map(|csr| csr.fields.iter().copied().flatten());
            fields.filter(|field| field.name == name).map(|field| field.lsb as usize).next().unwrap_or_default()
        };
        let control = |name| find(CsrState::Control, name);
        Positions {
            machine: control("M"),
            supervisor: control("S"),
            user: control("U"),
            clear: control("CLR"),
            machine_traps: control("MTE"),
            traps: control("STE"),
            ras: control("RASEMU"),
            breakpoint: control("BPFRZ"),
            overflow: control("LCOFIFRZ"),
            depth: control("DEPTH"),
            depth_number: find(CsrState::Depth, "DEPTH"),
            filters: control("EXCINH") - usize::from(tracewright_messages::itype::EXCEPTION),
            external: control("ETEN"),
            wrapped: find(CsrState::Status, "WRAP"),
            frozen: find(CsrState::Status, "FROZEN"),
            ctr: features.state_bit() as usize,
            indirect: CSRIND as usize,
            enable: SE0 as usize,
        }
    }
}

/// The filters that a build has, by itype.
pub(super) fn filters(build: &Build) -> u64 {
    let first = Positions::of(build).filters;
    let features = features(build);
    let Some(control) = features.csrs().find(|csr| csr.state == CsrState::Control && !csr.high) else { return 0 };
    let is_filter = |name: &str| name.ends_with("INH") || name == "NTBREN";
    let built = control.fields.iter().copied().flatten().filter(|field| is_filter(field.name));
    built.fold(0, |mask, field| mask | field.writable(&features)) >> first
}

/// Bits 11-8 of the select numbers that name an entry: 2, because these numbers are 0x200 to 0x2FF.
pub(super) const ENTRY_PAGE: u64 = FIRST_ENTRY >> 8;

/// Where ctrdata has what an entry keeps of it: TYPE in bits 3-0, then CCV, then CC.
#[derive(Clone, Debug)]
pub(super) struct DataPositions {
    pub kind: usize,
    pub counted: usize,
    pub count: usize,
}

pub(super) const DATA: DataPositions = DataPositions { kind: TYPE as usize, counted: CCV as usize, count: CC as usize };

/// The bits that a register of an entry keeps.
pub(super) fn kept(build: &Build, register: usize) -> u64 {
    EntryRegister::kept(&ENTRY_REGISTERS[register], &features(build))
}
