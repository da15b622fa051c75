// SPDX-License-Identifier: Apache-2.0
//! What the CSRs outside the array hold and read, but for the status: Control Transfer Records 2.1 to 2.3, 3, 4 and 6.
//! The controls act in transfer.rs, on each block; state enables and selects act in decode.rs, on each access.

use super::description::{features, filters, is_draft, Positions};
use super::records::{Control, Controls, Enables, Target};
use tracewright_prim::*;

/// The registers.
#[synchronous(build: Build)]
pub struct Registers {
    /// The CSR that an access asks for (`tw_ctr_decode`). Where its mode may not read it, the answer is 0, not `word`.
    pub read: Signal<In, Target>,
    /// What that CSR reads; 0 if it is not one of these.
    pub word: Signal<Out, Bits<64>>,
    /// The CSR that an access writes, in the cycle of its answer; none if it reads, or may not (`tw_ctr_decode`).
    pub target: Signal<In, Target>,
    /// The value that is written, also by set and clear. With XLEN 32 either half of it is the same 32 bits.
    pub value: Signal<In, Bits<64>>,
    /// CLR, which reads 0, is written as 1 (Control Transfer Records 2.1): all entries and the status become 0. CLR of
    /// vsctrcontrol acts only in accesses with V=1 (Control Transfer Records 2.3): `tw_ctr_decode` sets `clears` so.
    pub clear: Signal<Out, Bit>,
    /// A control is written, whatever the value: the next record has CCV 0 (Control Transfer Records 5.3).
    pub control_written: Signal<Out, Bit>,
    /// What mctrcontrol (in 1.0 mctrctl) and vsctrcontrol say: by it `tw_ctr_transfer` decides what is recorded.
    pub controls: Signal<Out, Controls>,
    /// The last entry of the array: the depth less 1. Entries after it read 0 and ignore writes.
    pub last: Signal<Out, Bits<8>>,
    /// The last entry from the next cycle on. A write to DEPTH changes it; WRPTR keeps what fits (`tw_ctr_status`).
    pub next_last: Signal<Out, Bits<8>>,
    /// mstateen0: CTR (bit 55, in 1.0 bit 54), CSRIND (60), SE0 (63). `tw_ctr_decode` refuses modes below M by them.
    pub machine_enable: Signal<Out, Enables>,
    /// hstateen0, as it reads: 0 where mstateen0 is 0. `tw_ctr_decode` refuses VS and VU-mode by it; recording goes on.
    pub hypervisor_enable: Signal<Out, Enables>,
    /// miselect. From 0x200 to 0x2FF it names entry 0 to 255, which mireg, mireg2 and mireg3 then show.
    pub machine_select: Signal<Out, Bits<12>>,
    /// siselect: by 0x200 to 0x2FF it names the entry that sireg, sireg2 and sireg3 show where V=0.
    pub supervisor_select: Signal<Out, Bits<12>>,
    /// vsiselect: by 0x200 to 0x2FF it names the entry of vsireg to vsireg3, and in VS-mode of sireg to sireg3.
    pub guest_select: Signal<Out, Bits<12>>,
    /// M of mctrcontrol: record in M-mode. Apart from `main`, because sctrcontrol reaches `main` alone.
    machine: Reg<Bit>,
    /// MTE of mctrcontrol: record external traps to M-mode. Apart from `main`, as M is.
    #[built(build.ctr.external_traps)]
    machine_traps: Optional<Reg<Bit>>,
    /// The rest of mctrcontrol (Control Transfer Records 2.1), which holds while V=0. sctrcontrol is this, too.
    #[built(has_main(build))]
    main: Optional<Reg<Control>>,
    /// vsctrcontrol (Control Transfer Records 2.3), which holds while V=1. In VS-mode sctrcontrol is this.
    #[built(features(build).hypervisor)]
    guest: Optional<Reg<Control>>,
    /// DEPTH as 0.1.4 codes it, in both versions: a 1 for each doubling of 16 entries, so 0b0011 is a depth of 64.
    #[built(build.ctr.min_depth != build.ctr.max_depth)]
    #[value(groups(build.ctr.min_depth).to_bits())]
    doublings: Optional<Reg<Bits<4>>>,
    #[built(is_draft(build))]
    selected: Optional<Reg<Bits<12>>>,
    #[built(features(build).supervisor)]
    supervisor_selected: Optional<Reg<Bits<12>>>,
    #[built(features(build).hypervisor)]
    guest_selected: Optional<Reg<Bits<12>>>,
    #[built(build.ctr.state_enable)]
    enabled: Optional<Reg<Enables>>,
    #[built(build.ctr.state_enable && features(build).hypervisor)]
    guest_enabled: Optional<Reg<Enables>>,
    /// The fields of a control in the value that is written.
    written: Signal<Local, Control>,
    /// The codes of the smallest and of the largest depth that are built.
    #[value(groups(build.ctr.min_depth).to_bits())]
    fewest: Constant<Bits<4>>,
    #[value(groups(build.ctr.max_depth).to_bits())]
    most: Constant<Bits<4>>,
    #[value(filters(build).to_bits())]
    filters: Constant<Bits<16>>,
    #[new(is_draft(build))]
    _draft: bool,
    #[new(build.xlen == 32)]
    _narrow: bool,
    #[new(Positions::of(build))]
    _at: Positions,
}

/// Whether mctrcontrol has fields besides M, MTE, CLR and DEPTH.
fn has_main(build: &Build) -> bool {
    let has = features(build);
    has.user || has.filters || has.external_traps && is_draft(build) || has.ras || has.freeze
}

/// The code of a depth in 0.1.4: 0 for 16, 1 for 32, 3 for 64, 7 for 128, 15 for 256.
fn groups(depth: u32) -> u64 {
    u64::from(depth / 16 - 1)
}

/// A bit in its place.
#[kernel]
fn placed(bit: Bit, at: usize) -> Bits<64> {
    bit_cast::<64, 1>(bit.into()) << at.to_bits::<6>()
}

#[kernel]
impl Registers {
    fn update(&mut self) {
        connect!(controls.next: machine = machine.q, machine_traps = machine_traps.q, main = main.q, guest = guest.q);
        let doublings: Bits<4> = if self.doublings.is_built() { self.doublings.q.val() } else { self.most.val() };
        self.last.next = (bit_cast::<8, 4>(doublings) << bits::<8>(4)) | bits::<8>(15);
        connect!(self: machine_select = selected.q, supervisor_select = supervisor_selected.q,
            guest_select = guest_selected.q, machine_enable = enabled.q);
        let enabled: Enables = self.enabled.q.val();
        let guest_enabled: Enables = self.guest_enabled.q.val();
        self.hypervisor_enable.next.ctr = guest_enabled.ctr & enabled.ctr;
        self.hypervisor_enable.next.indirect = guest_enabled.indirect & enabled.indirect;
        self.hypervisor_enable.next.enable = false;
        self.write_controls();
        self.write_others();
        self.read();
    }

    /// What the controls become. With XLEN 32 their upper halves, of ETEN and the filters, have numbers of their own
    /// (`high`). What is not built has no register and reads 0, whatever is written, as custom bits 63-60 do: WARL.
    fn write_controls(&mut self) {
        let target: Target = self.target.val();
        let value = self.value.val();
        let low = !target.high;
        let high: Bit = if self._narrow { target.high } else { true };
        self.control_written.next = target.control | target.guest;
        self.clear.next = target.clears & low & value.get_bit(self._at.clear) & self._draft;
        if target.machine & low {
            self.machine.d.next = value.get_bit(self._at.machine);
            self.machine_traps.d.next = value.get_bit(self._at.machine_traps);
        }
        self.written.next.supervisor = value.get_bit(self._at.supervisor);
        self.written.next.user = value.get_bit(self._at.user);
        self.written.next.traps = value.get_bit(self._at.traps);
        self.written.next.ras = value.get_bit(self._at.ras);
        self.written.next.breakpoint = value.get_bit(self._at.breakpoint);
        self.written.next.overflow = value.get_bit(self._at.overflow);
        self.written.next.external = value.get_bit(self._at.external);
        self.written.next.filters = value.get_bits::<16>(self._at.filters) & self.filters.val();
        let written: Control = self.written.val();
        if target.control & low {
            self.main.d.next = self.written.val();
            connect!(main.d.next: main.q.val().{external, filters});
        }
        if target.control & high {
            self.main.d.next.external = written.external;
            self.main.d.next.filters = written.filters;
        }
        if target.guest & low {
            self.guest.d.next = self.written.val();
            connect!(guest.d.next: guest.q.val().{external, filters});
        }
        if target.guest & high {
            self.guest.d.next.external = written.external;
            self.guest.d.next.filters = written.filters;
        }
    }

    /// What DEPTH, selects and state enables become. A bit of hstateen0 keeps its value while it is 0 in mstateen0.
    fn write_others(&mut self) {
        let target: Target = self.target.val();
        let value = self.value.val();
        // A depth that is not built becomes the nearest that is (Control Transfer Records 6). In 0.1.4 the highest 1 of
        // the code counts: all below it become 1. In 1.0 the number is how many bits are 1, at most four.
        let code = value.get_bits::<4>(self._at.depth);
        let half = code | (code >> bits::<4>(1));
        let size = value.get_bits::<3>(self._at.depth_number);
        let from_size = bit_cast::<4, 1>(size.any().into())
            | (bit_cast::<4, 1>(size.get_bits::<2>(1).any().into()) << bits::<4>(1))
            | (bit_cast::<4, 1>((size.get_bit(2) | size.get_bits::<2>(0).all()).into()) << bits::<4>(2))
            | (bit_cast::<4, 1>(size.get_bit(2).into()) << bits::<4>(3));
        let asked: Bits<4> = if self._draft { half | (half >> bits::<4>(2)) } else { from_size };
        let writes_depth: Bit = if self._draft { target.control & !target.high } else { target.depth };
        let built = (asked & self.most.val()) | self.fewest.val();
        self.next_last.next = self.last.val();
        if writes_depth {
            self.doublings.d.next = built;
            self.next_last.next = (bit_cast::<8, 4>(built) << bits::<8>(4)) | bits::<8>(15);
        }

        if target.machine_select {
            self.selected.d.next = value.get_bits::<12>(0);
        }
        if target.supervisor_select {
            self.supervisor_selected.d.next = value.get_bits::<12>(0);
        }
        if target.guest_select {
            self.guest_selected.d.next = value.get_bits::<12>(0);
        }
        let high: Bit = if self._narrow { target.high } else { true };
        let enabled: Enables = self.enabled.q.val();
        if target.machine_enable & high {
            self.enabled.d.next.ctr = value.get_bit(self._at.ctr);
            self.enabled.d.next.indirect = value.get_bit(self._at.indirect);
            self.enabled.d.next.enable = value.get_bit(self._at.enable);
        }
        if target.hypervisor_enable & high & enabled.ctr {
            self.guest_enabled.d.next.ctr = value.get_bit(self._at.ctr);
        }
        if target.hypervisor_enable & high & enabled.indirect {
            self.guest_enabled.d.next.indirect = value.get_bit(self._at.indirect);
        }
    }

    /// What is read: each field at its bit (`_at`), 0 elsewhere. vsctrcontrol only reads mctrcontrol's DEPTH (0.1.4).
    fn read(&mut self) {
        let read: Target = self.read.val();
        let main: Control = self.main.q.val();
        let guest: Control = self.guest.q.val();
        let is_main = read.control;
        let is_guest = read.guest;
        let flags = placed((is_main & main.supervisor) | (is_guest & guest.supervisor), self._at.supervisor)
            | placed((is_main & main.user) | (is_guest & guest.user), self._at.user)
            | placed((is_main & main.traps) | (is_guest & guest.traps), self._at.traps)
            | placed((is_main & main.ras) | (is_guest & guest.ras), self._at.ras)
            | placed((is_main & main.breakpoint) | (is_guest & guest.breakpoint), self._at.breakpoint)
            | placed((is_main & main.overflow) | (is_guest & guest.overflow), self._at.overflow)
            | placed((is_main & main.external) | (is_guest & guest.external), self._at.external)
            | placed(read.machine & self.machine.q.val(), self._at.machine)
            | placed(read.machine & self.machine_traps.q.val(), self._at.machine_traps);
        let main_filters: Bits<16> = if is_main { main.filters } else { bits::<16>(0) };
        let guest_filters: Bits<16> = if is_guest { guest.filters } else { bits::<16>(0) };
        let doublings = self.last.val().get_bits::<4>(4);
        let size = bit_cast::<3, 1>(doublings.get_bit(0).into())
            + bit_cast::<3, 1>(doublings.get_bit(1).into())
            + bit_cast::<3, 1>(doublings.get_bit(2).into())
            + bit_cast::<3, 1>(doublings.get_bit(3).into());
        let has_depth = self._draft & (is_main | is_guest);
        let depth: Bits<4> = if has_depth { doublings } else { bits::<4>(0) };
        let depth_number: Bits<3> = if read.depth { size } else { bits::<3>(0) };
        let machine_select: Bits<12> = if read.machine_select { self.selected.q.val() } else { bits::<12>(0) };
        let supervisor_select: Bits<12> =
            if read.supervisor_select { self.supervisor_selected.q.val() } else { bits::<12>(0) };
        let guest_select: Bits<12> = if read.guest_select { self.guest_selected.q.val() } else { bits::<12>(0) };
        let machine: Enables = self.machine_enable.val();
        let hypervisor: Enables = self.hypervisor_enable.val();
        let of_machine = read.machine_enable;
        let of_hypervisor = read.hypervisor_enable;
        let enables = placed((of_machine & machine.ctr) | (of_hypervisor & hypervisor.ctr), self._at.ctr)
            | placed((of_machine & machine.indirect) | (of_hypervisor & hypervisor.indirect), self._at.indirect)
            | placed(of_machine & machine.enable, self._at.enable);
        self.word.next = flags
            | enables
            | (bit_cast::<64, 16>(main_filters | guest_filters) << self._at.filters.to_bits::<6>())
            | (bit_cast::<64, 4>(depth) << self._at.depth.to_bits::<6>())
            | (bit_cast::<64, 3>(depth_number) << self._at.depth_number.to_bits::<6>())
            | bit_cast::<64, 12>(machine_select | supervisor_select | guest_select);
    }
}
