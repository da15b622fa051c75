// SPDX-License-Identifier: Apache-2.0
//! The period with which a repetition begins (N-Trace 9.3; docs/encoder.md, "HTM: repeated history").

use crate::encoder::has::full_hist;
use crate::encoder::records::Beginning;
use crate::prim::*;
use tracewright_config::Pattern;

/// Finds the shortest period that holds, and in the cycle after that how a repetition of that period would begin.
#[synchronous(build: Build)]
pub struct ShortestPeriod {
    /// By period: it holds (`tw_holding_periods`). Index 0 is period 1, a pattern of one branch.
    #[count(full_hist(build))]
    pub holds: Vec<Signal<In, Bit>>,
    /// How a repetition begins, two cycles later: `tw_history` begins it, if enough branches are not sent yet.
    pub begins: Signal<Out, Beginning>,
    /// A period below this node holds. Node 1 is the root, below n are 2n and 2n + 1; the periods are last.
    #[count(2 * leaves(build))]
    any: Vec<Signal<Local, Bit>>,
    /// By node of the tree: which period below it is the shortest.
    #[count(2 * leaves(build))]
    place: Vec<Signal<Local, Bits<5>>>,
    found: Reg<Bit>,
    first: Reg<Bits<5>>,
    beginning: Reg<Beginning>,
    #[new(Rom::new(table(full_hist(build))))]
    table: Rom<5, 12>,
    #[new(leaves(build))]
    _leaves: usize,
}

/// Periods, rounded up to a power of two.
fn leaves(build: &Build) -> usize {
    full_hist(build).next_power_of_two()
}

/// By period, bit 0 up: its patterns (5 bits); 1 less their branches beyond a full HIST, modulo 64 (6); none is beyond.
fn table(width: usize) -> Vec<u64> {
    let entry = |pattern: Pattern| {
        let beyond = pattern.beyond(width);
        (pattern.times | ((65 - beyond) % 64) << 5 | usize::from(beyond == 0) << 11) as u64
    };
    Pattern::all(width).into_iter().map(entry).collect()
}

#[kernel]
impl ShortestPeriod {
    fn update(&mut self) {
        self.any[0].next = false;
        self.place[0].next = bits::<5>(0);
        for i in 0..self._leaves {
            self.any[self._leaves + i].next = false;
            if i < self.holds.len() {
                self.any[self._leaves + i].next = self.holds[i].val();
            }
            self.place[self._leaves + i].next = bits::<5>(0);
        }
        for node in 1..self._leaves {
            self.any[node].next = self.any[2 * node].val() | self.any[2 * node + 1].val();
            self.place[node].next = if self.any[2 * node].val() {
                self.place[2 * node].val()
            } else {
                self.place[2 * node + 1].val() | (self._leaves >> (node.ilog2() + 1)).to_bits::<5>()
            };
        }
        self.found.d.next = self.any[1].val();
        self.first.d.next = self.place[1].val();
        self.table.address.next = self.first.q.val();
        let meaning = self.table.data.val();
        self.beginning.d.next.holds = self.found.q.val();
        self.beginning.d.next.period = self.first.q.val();
        self.beginning.d.next.times = meaning.get_bits::<5>(0);
        self.beginning.d.next.short = meaning.get_bits::<6>(5);
        self.beginning.d.next.fills = meaning.get_bit(11);
        self.begins.next = self.beginning.q.val();
    }
}
