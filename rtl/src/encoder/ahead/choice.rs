// SPDX-License-Identifier: Apache-2.0
//! The candidate with which a repetition begins (docs/encoder.md, "HTM: repeated history").

use super::candidate::{Candidate, SPLITS};
use crate::encoder::records::Beginning;
use crate::prim::*;

/// Finds the first candidate that is one to choose, and in the cycle after that what it means.
#[synchronous(build: Build)]
pub struct Choice {
    /// By candidate: it is one to choose.
    #[count(Candidate::all(width(build)).len())]
    pub leaf: Vec<Signal<In, Bit>>,
    /// How a repetition begins, two cycles later.
    pub begins: Signal<Out, Beginning>,
    /// A tree: node 1 is its root, below node n are 2n and 2n + 1, and the candidates are the last.
    #[count(2 * leaves(build))]
    any: Vec<Signal<Local, Bit>>,
    /// By node of the tree: which candidate below it is the first.
    #[count(2 * leaves(build))]
    place: Vec<Signal<Local, Bits<6>>>,
    first: Reg<Bits<6>>,
    kept: Reg<Beginning>,
    #[new(Rom::new(table(width(build))))]
    table: Rom<6, 18>,
    #[new(leaves(build))]
    _leaves: usize,
}

/// Branches of a full HIST.
fn width(build: &Build) -> usize {
    build.encoder.hist_width as usize - 1
}

/// Candidates, rounded up to a power of two.
fn leaves(build: &Build) -> usize {
    Candidate::all(width(build)).len().next_power_of_two()
}

/// By candidate, from the lowest bit up: its period and what is missing, each less 1, split, and how many patterns.
fn table(width: usize) -> Vec<u64> {
    let entry = |candidate: Candidate| {
        let split = SPLITS.iter().position(|split| *split == candidate.split).unwrap_or(0);
        let fields = (candidate.period - 1) | (candidate.missing - 1) << 5 | split << 10 | candidate.times << 12;
        fields as u64
    };
    Candidate::all(width).into_iter().map(entry).collect()
}

impl Logic for Choice {
    #[kernel]
    fn update(&mut self) {
        self.any[0].next = false;
        self.place[0].next = bits::<6>(0);
        for i in 0..self._leaves {
            self.any[self._leaves + i].next = false;
            if i < self.leaf.len() {
                self.any[self._leaves + i].next = self.leaf[i].val();
            }
            self.place[self._leaves + i].next = bits::<6>(0);
        }
        for node in 1..self._leaves {
            self.any[node].next = self.any[2 * node].val() | self.any[2 * node + 1].val();
            self.place[node].next = if self.any[2 * node].val() {
                self.place[2 * node].val()
            } else {
                self.place[2 * node + 1].val() | (self._leaves >> (node.ilog2() + 1)).to_bits::<6>()
            };
        }
        self.first.d.next = self.place[1].val();
        self.table.address.next = self.first.q.val();
        let meaning = self.table.data.val();
        self.kept.d.next.period = meaning.get_bits::<5>(0);
        self.kept.d.next.missing = meaning.get_bits::<5>(5);
        self.kept.d.next.split = meaning.get_bits::<2>(10);
        self.kept.d.next.times = meaning.get_bits::<6>(12);
        self.begins.next = self.kept.q.val();
    }
}
