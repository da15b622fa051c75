// SPDX-License-Identifier: Apache-2.0
//! What travels together: structs that are one signal each.

use tracewright_prim::*;

/// What a control says: mctrcontrol, which holds while V=0, or vsctrcontrol, which holds while V=1.
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
    /// RASEMU: keep a stack of calls. Calls are recorded, returns pop them, swaps do both; filters do not count.
    #[built(ras)]
    pub ras: Bit,
    /// BPFRZ: a breakpoint exception sets FROZEN.
    #[built(freeze)]
    pub breakpoint: Bit,
    /// LCOFIFRZ: the trap of a local counter overflow interrupt sets FROZEN.
    #[built(freeze)]
    pub overflow: Bit,
    /// ETEN: external traps are recorded where MTE, STE or VSTE lets them (Control Transfer Records 5.2.1).
    #[built(draft_traps)]
    pub external: Bit,
    /// Transfer type filters, bit 32 + n of the control for itype n: 1 keeps it out, but lets in itype 4 (NTBREN).
    #[built(filters)]
    pub filters: Bits<16>,
}

/// What the controls of a hart say.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Controls {
    /// M of mctrcontrol: record in M-mode.
    pub machine: Bit,
    /// MTE: external traps to M-mode are recorded (Control Transfer Records 5.2.1).
    #[built(traps)]
    pub machine_traps: Bit,
    /// mctrcontrol, but for M and MTE: it holds while V=0.
    pub main: Control,
    /// vsctrcontrol: it holds while V=1.
    #[built(hypervisor)]
    pub guest: Control,
}

/// Bits of a state enable, mstateen0 or hstateen0.
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
    /// What is done to the CSR: 1 read, 2 write, 3 set, 4 clear, 5 SCTRCLR.
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
    /// The access is to M and MTE of the control, too: it is to mctrcontrol, not to sctrcontrol.
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
    /// The access is to bits 63-32, which have a number of their own with XLEN 32.
    #[built(narrow)]
    pub high: Bit,
    /// The access is to every record: it is SCTRCLR.
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
    /// This unit answers the access: the CSR is here.
    pub ours: Bit,
    /// The access raises an illegal-instruction exception.
    pub illegal: Bit,
    /// The access raises a virtual-instruction exception.
    pub refused: Bit,
}

/// An access on its way, from reading to writing.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Flight {
    /// The access sets bits. With `sets` and `clears` it writes what was read, which is how the debug port writes.
    pub sets: Bit,
    /// The access clears bits.
    pub clears: Bit,
    /// What the access writes outside the array.
    pub target: Target,
    /// The registers of an entry that the access writes: ctrsource, ctrtarget, ctrdata.
    pub registers: Bits<3>,
    /// The physical entry of the access.
    pub place: Bits<8>,
}

/// A block of the ingress port.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
pub struct Block<const ADDR: usize> {
    /// The block is there: instructions retired in it, or its itype is not 0.
    pub valid: Bit,
    /// How the block ends.
    pub itype: Bits<4>,
    /// The block ends with a transfer: its itype is 1 to 5 or 8 to 15.
    pub transfers: Bit,
    /// The transfer is a breakpoint exception.
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
    /// The record shows where the transfer came from; if not, its source is 0.
    pub source: Bit,
    /// The record shows where the transfer went to; if not, its target is 0.
    pub target: Bit,
    /// The transfer pops the newest record, a return of RAS emulation; if also recorded, it takes that one's place.
    #[built(ras)]
    pub pops: Bit,
}

/// Where a block leaves its mark in the array, and which.
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
    /// MISP of the record (Control Transfer Records 3.2), as the hart shows it with the transfer; 0 of traps.
    #[built(misp)]
    pub mispredict: Bit,
    /// TYPE of the record: the itype of its block.
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
    /// V of the entry.
    pub valid: Bit,
    /// ctrsource, without V.
    pub source: Bits<ADDR>,
    /// ctrtarget, without MISP.
    pub target: Bits<ADDR>,
    /// MISP of the entry (Control Transfer Records 3.2).
    #[built(misp)]
    pub mispredict: Bit,
    /// TYPE of the entry.
    #[built(types)]
    pub kind: Bits<4>,
    /// CC of the entry, then CCV.
    #[built(cycles)]
    pub count: Bits<17>,
}
