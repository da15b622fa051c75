// SPDX-License-Identifier: Apache-2.0
//! What travels together.

use tracewright_prim::*;

/// What a control says, of V=0 or of V=1.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Control {
    /// Record in S-mode; of V=1, in VS-mode.
    #[built(supervisor)]
    pub supervisor: Bit,
    /// Record in U-mode; of V=1, in VU-mode.
    #[built(user)]
    pub user: Bit,
    /// STE: external traps to S-mode, of V=1 to VS-mode, are recorded (Control Transfer Records 5.2.1).
    #[built(supervisor_traps)]
    pub traps: Bit,
    /// RASEMU: keep a stack of calls.
    #[built(ras)]
    pub ras: Bit,
    /// BPFRZ: freeze at breakpoints.
    #[built(freeze)]
    pub breakpoint: Bit,
    /// LCOFIFRZ: freeze at interrupts of counter overflows.
    #[built(freeze)]
    pub overflow: Bit,
    /// ETEN: external traps are recorded where MTE, STE or VSTE lets them (Control Transfer Records 5.2.1).
    #[built(draft_traps)]
    pub external: Bit,
    /// Transfer type filters, by itype.
    #[built(filters)]
    pub filters: Bits<16>,
}

/// What the controls say.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Controls {
    /// Record in M-mode.
    pub machine: Bit,
    /// MTE: external traps to M-mode are recorded (Control Transfer Records 5.2.1).
    #[built(traps)]
    pub machine_traps: Bit,
    /// The control of V=0.
    pub main: Control,
    /// The control of V=1.
    #[built(hypervisor)]
    pub guest: Control,
}

/// Bits of state enable.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Enables {
    /// CTR: access to the CSRs of Control Transfer Records.
    pub ctr: Bit,
    /// CSRIND: access to CSRs by select registers.
    #[built(supervisor)]
    pub indirect: Bit,
    /// SE0: access to the state enables of lower modes.
    #[built(supervisor)]
    pub enable: Bit,
}

/// An access, of the CSR port or the debug port.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Access {
    /// There is an access.
    pub valid: Bit,
    /// What is done to the CSR.
    pub op: Bits<3>,
    /// Number of the CSR. With `entry`: bits 9-2 are the entry, bits 1-0 its register (ctrsource, ctrtarget, ctrdata).
    pub address: Bits<12>,
    /// The access is to an entry, not to a CSR.
    pub entry: Bit,
    /// The access writes what the debug port brings.
    pub brings: Bit,
    /// The mode that the access comes from.
    pub privilege: Bits<3>,
}

/// What an access reads and writes, of the state outside the array.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Target {
    /// The access is to the control of V=0.
    pub control: Bit,
    /// The access is to what is M-mode's of the control, too.
    pub machine: Bit,
    /// The access is to the control of V=1.
    #[built(hypervisor)]
    pub guest: Bit,
    /// The access is to a control with CLR that acts: a 1 that is written there clears the records and the status. CLR
    /// of vsctrcontrol acts only where the access has V=1 (Control Transfer Records 2.3).
    #[built(draft)]
    pub clears: Bit,
    /// The access is to the status.
    pub status: Bit,
    /// The access is to the depth.
    #[built(ratified)]
    pub depth: Bit,
    /// The access is to miselect.
    #[built(draft)]
    pub machine_select: Bit,
    /// The access is to siselect.
    #[built(supervisor)]
    pub supervisor_select: Bit,
    /// The access is to vsiselect.
    #[built(hypervisor)]
    pub guest_select: Bit,
    /// The access is to mstateen0.
    #[built(enables)]
    pub machine_enable: Bit,
    /// The access is to hstateen0.
    #[built(hypervisor_enables)]
    pub hypervisor_enable: Bit,
    /// The access is to bits 63-32.
    #[built(narrow)]
    pub high: Bit,
    /// The access is to every record.
    #[built(ratified)]
    pub records: Bit,
}

/// `target` where `holds` is 1, else none.
#[kernel]
pub fn when(target: Target, holds: Bit) -> Target {
    Target {
        control: target.control & holds,
        machine: target.machine & holds,
        guest: target.guest & holds,
        clears: target.clears & holds,
        status: target.status & holds,
        depth: target.depth & holds,
        machine_select: target.machine_select & holds,
        supervisor_select: target.supervisor_select & holds,
        guest_select: target.guest_select & holds,
        machine_enable: target.machine_enable & holds,
        hypervisor_enable: target.hypervisor_enable & holds,
        high: target.high & holds,
        records: target.records & holds,
    }
}

/// What is answered besides the value.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Verdict {
    /// The CSR is here.
    pub ours: Bit,
    /// The access raises an illegal-instruction exception.
    pub illegal: Bit,
    /// The access raises a virtual-instruction exception.
    pub refused: Bit,
}

/// An access on its way.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Flight {
    /// The access sets bits. With `sets` and `clears` it writes what was read, which is how the debug port writes.
    pub sets: Bit,
    /// The access clears bits.
    pub clears: Bit,
    /// What it writes.
    pub target: Target,
    /// The registers of an entry that the access writes: ctrsource, ctrtarget, ctrdata.
    pub registers: Bits<3>,
    /// The physical entry of the access.
    pub place: Bits<8>,
}

/// A block of the ingress port.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Block<const ADDR: usize> {
    /// A block retires.
    pub valid: Bit,
    /// How the block ends.
    pub itype: Bits<4>,
    /// The block ends with a transfer.
    pub transfers: Bit,
    /// The transfer is a breakpoint.
    #[built(freeze)]
    pub breakpoint: Bit,
    /// The transfer is the interrupt of a local counter overflow.
    #[built(freeze)]
    pub overflow: Bit,
    /// Address of the block's first instruction, without bit 0.
    pub address: Bits<ADDR>,
    /// How much further the source of the block's transfer is, in half-words.
    pub offset: Bits<6>,
    /// The transfer that ends the block was mispredicted.
    #[built(misp)]
    pub mispredict: Bit,
}

/// What a block does to the array.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Action {
    /// The transfer is recorded.
    pub records: Bit,
    /// The record shows where the transfer came from.
    pub source: Bit,
    /// The record shows where the transfer went to.
    pub target: Bit,
    /// The transfer pops, or swaps if it is recorded, too.
    #[built(ras)]
    pub pops: Bit,
}

/// Where a block leaves its mark.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Mark {
    /// The transfer is recorded.
    pub records: Bit,
    /// V of the entry becomes 0.
    #[built(ras)]
    pub pops: Bit,
    /// The physical entry of the transfer.
    pub place: Bits<8>,
}

/// A record as it goes to the array.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Entry<const ADDR: usize> {
    /// The record shows the source.
    pub shows_source: Bit,
    /// Address of the block that the transfer ends, without bit 0.
    pub address: Bits<ADDR>,
    /// How much further the source is, in half-words.
    pub offset: Bits<6>,
    /// The record shows the target.
    pub shows_target: Bit,
    /// Where the transfer went to, without bit 0.
    pub target: Bits<ADDR>,
    /// MISP of the record (Control Transfer Records 3.2).
    #[built(misp)]
    pub mispredict: Bit,
    /// TYPE of the record.
    #[built(types)]
    pub kind: Bits<4>,
    /// CCV: the cycle count of the record is valid.
    #[built(cycles)]
    pub counted: Bit,
    /// CC: the cycle count of the record.
    #[built(cycles)]
    pub count: Bits<16>,
}

/// What an access writes to an entry.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Brought<const ADDR: usize> {
    /// V of the record.
    pub valid: Bit,
    /// ctrsource, without V.
    pub source: Bits<ADDR>,
    /// ctrtarget, without MISP.
    pub target: Bits<ADDR>,
    /// MISP of the record (Control Transfer Records 3.2).
    #[built(misp)]
    pub mispredict: Bit,
    /// TYPE of the record.
    #[built(types)]
    pub kind: Bits<4>,
    /// CC of the record, then CCV.
    #[built(cycles)]
    pub count: Bits<17>,
}
