// SPDX-License-Identifier: Apache-2.0
//! Where code lies and how long instructions are.

use super::Knobs;
use rand::rngs::SmallRng;
use rand::Rng;
use tracewright_config::{Build, IngressForm};
use tracewright_messages::Block;

/// What the ingress of a build can say of code.
#[derive(Clone, Debug)]
pub(super) struct Code {
    form: IngressForm,
    max_half_words: u32,
    address_mask: u64,
}

impl Code {
    pub(super) fn new(build: &Build) -> Self {
        Code {
            form: build.ingress.form,
            max_half_words: build.ingress.max_half_words(),
            address_mask: u64::MAX >> (u64::BITS - build.xlen) & !1,
        }
    }

    /// Blocks that it takes to fill a counter of half-words of this width.
    pub(super) fn blocks_to_fill(&self, width: u32) -> u32 {
        (1 << width) / self.max_half_words
    }

    /// An address that a jump may lead to.
    pub(super) fn target(&self, rng: &mut SmallRng, knobs: &Knobs) -> u64 {
        let anywhere = rng.random::<u64>();
        let address = if rng.random_bool(knobs.far) {
            // Canonical for some virtual memory: the upper bits are copies of one bit.
            let copies = u64::BITS - knobs.canonical_bits;
            ((anywhere << copies) as i64 >> copies) as u64
        } else {
            knobs.base ^ (anywhere & (u64::MAX >> (u64::BITS - knobs.address_bits)))
        };
        address & self.address_mask
    }

    /// Any value of `iaddr`: the port leaves it undefined where nothing retired.
    pub(super) fn undefined(&self, rng: &mut SmallRng) -> u64 {
        rng.random::<u64>() & (self.address_mask | 1)
    }

    /// The address after a block.
    pub(super) fn after(&self, block: &Block) -> u64 {
        let half_words = match self.form {
            IngressForm::Block => block.iretire,
            IngressForm::Single => block.iretire << block.ilastsize,
        };
        block.iaddr.wrapping_add(2 * u64::from(half_words)) & self.address_mask
    }

    /// `iretire` and `ilastsize` of a block in which something retired; `full` asks for as much as a block can hold.
    pub(super) fn retired(&self, full: bool, rng: &mut SmallRng, knobs: &Knobs) -> (u32, u8) {
        let size = |rng: &mut SmallRng| if rng.random_bool(knobs.compressed) { 1 } else { 2 };
        let mut last = size(rng);
        if self.form == IngressForm::Single {
            return (1, last as u8 - 1);
        }
        let instructions = if full { self.max_half_words } else { rng.random_range(1..=knobs.instructions) };
        let mut half_words = last;
        for _ in 1..instructions {
            let more = size(rng);
            if half_words + more > self.max_half_words {
                break;
            }
            half_words += more;
            last = more;
        }
        (half_words, last as u8 - 1)
    }
}
