// SPDX-License-Identifier: Apache-2.0
//! mhpmevent: what a counter counts, in which modes, and its overflow (Sscofpmf).

use super::events::count_bits;
use tracewright_config::CtrModes;
use tracewright_prim::*;

/// mhpmevent of one counter: its lowest bits, SELECTOR, choose the event; bits 63-58 are OF and the filters by mode.
#[synchronous(build: Build)]
pub struct Event<const LOW: usize> {
    /// Signal b, bit s: bit b of how often the event with selector s happened in the cycle.
    #[count(count_bits(build))]
    pub happened: Vec<Signal<In, Bits<32>>>,
    /// The mode of the cycle, at the place of its filter bit: from bit 0 up VU, VS, U, S, M.
    pub mode: Signal<In, Bits<5>>,
    /// The counter stands still: in debug mode, or because its inhibit bit is 1.
    pub stands: Signal<In, Bit>,
    /// An access changes SELECTOR.
    pub loads: Signal<In, Bit>,
    /// An access changes bits 63-58.
    pub loads_upper: Signal<In, Bit>,
    /// What SELECTOR becomes.
    pub next_selector: Signal<In, Bits<5>>,
    /// What bits 63-58 become.
    pub next_upper: Signal<In, Bits<6>>,
    /// The counter carried out of its lower bits in the cycle before. The upper bits take the carry some cycles later
    /// (`tw_pmu_upper`), so that whether the counter wraps is known from them being full, and not from their carry.
    pub carried: Signal<In, Bit>,
    /// A visit to the counter's upper bits (`tw_pmu_upper`) has ended: they are `full` or not, until the next visit.
    pub settles: Signal<In, Bit>,
    /// The upper bits that the visit left are all 1: the next carry wraps the counter.
    pub full: Signal<In, Bit>,
    /// What the counter adds: how often its event happened in the cycle, or 0 where it stands still or is filtered.
    pub increment: Signal<Out, Bits<LOW>>,
    /// SELECTOR.
    pub selector: Signal<Out, Bits<5>>,
    /// Bits 63-58: OF, then MINH, SINH, UINH, VSINH, VUINH.
    pub upper: Signal<Out, Bits<6>>,
    /// The request of a local counter overflow interrupt, LCOFI (Sscofpmf): 1 for a cycle, two cycles after `carried`.
    #[built(build.pmu.sscofpmf)]
    pub asks: Optional<Signal<Out, Bit>>,
    selected: Reg<Bits<5>>,
    /// OF: the counter has overflowed since this was last cleared (Sscofpmf).
    #[built(build.pmu.sscofpmf)]
    overflow: Optional<Reg<Bit>>,
    /// xINH: the modes in which the counter does not count (Sscofpmf).
    #[built(build.pmu.sscofpmf)]
    filter: Optional<Reg<Bits<5>>>,
    /// The counter carried two cycles ago.
    #[built(build.pmu.sscofpmf)]
    due: Optional<Reg<Bit>>,
    /// The last visit that has ended left the upper bits all 1.
    #[built(build.pmu.sscofpmf)]
    was_full: Optional<Reg<Bit>>,
    /// The counter overflowed in the cycle before while OF was 0: `asks` out of a register.
    #[built(build.pmu.sscofpmf)]
    asked: Optional<Reg<Bit>>,
    #[value(build.pmu_features().map_or(0, |features| (1_u64 << features.selector_bits) - 1).to_bits())]
    selector_mask: Constant<Bits<5>>,
    #[value(filters(build).to_bits())]
    filter_mask: Constant<Bits<5>>,
}

/// The filter bits that there are, from bit 0 up: VU, VS, U, S, M. They are bits 58 to 62 of mhpmevent (Sscofpmf).
pub fn filters(build: &Build) -> u64 {
    match build.pmu.hart_modes {
        CtrModes::M => 0b10000,
        CtrModes::Mu => 0b10100,
        CtrModes::Msu => 0b11100,
        CtrModes::Msuh => 0b11111,
    }
}

impl<const LOW: usize> Logic for Event<LOW> {
    #[kernel]
    fn update(&mut self) {
        // What is counted: the event of SELECTOR. A number that no event has counts nothing.
        let selector = self.selected.q.val();
        let mut increment: Bits<LOW> = bits::<LOW>(0);
        for b in 0..self.happened.len() {
            let bit = bit_cast::<LOW, 1>(self.happened[b].val().get_bit(selector.index()).into());
            increment = increment | (bit << b.to_bits::<LOW>());
        }
        let filtered = (self.filter.q.val() & self.mode.val()).any();
        self.increment.next = if self.stands.val() | filtered { bits::<LOW>(0) } else { increment };

        // An access changes SELECTOR of this mhpmevent, or the bits above it.
        if self.loads.val() {
            self.selected.d.next = self.next_selector.val() & self.selector_mask.val();
        }
        if self.loads_upper.val() {
            self.filter.d.next = self.next_upper.val().get_bits::<5>(0) & self.filter_mask.val();
        }
        let upper =
            bit_cast::<6, 5>(self.filter.q.val()) | (bit_cast::<6, 1>(self.overflow.q.val().into()) << bits::<6>(5));
        let overflow: Bit =
            if self.loads_upper.val() { self.next_upper.val().get_bit(5) } else { self.overflow.q.val() };
        self.selector.next = selector;
        self.upper.next = upper;

        // A carry is an overflow where all upper bits of the counter are 1 before it. A visit that takes this carry
        // settles a cycle after `due` at the soonest, so `was_filled` is from before the carry. An overflow sets OF. It
        // asks for LCOFI only if OF is 0 after an access of the same cycle (Sscofpmf).
        let was_filled: Bit = if self.settles.val() { self.full.val() } else { self.was_full.q.val() };
        self.was_full.d.next = was_filled;
        // `carried` goes into the register `due`, and `asks` comes out of the register `asked`.
        connect!(self: carried = due.d, asks = asked.q);
        let overflows = self.due.q.val() & was_filled;
        self.overflow.d.next = overflow | overflows;
        self.asked.d.next = overflows & !overflow;
    }
}
