// SPDX-License-Identifier: Apache-2.0
//! What a trace was like as a whole.

use std::collections::BTreeMap;

/// What there is to say of a trace when it has been decoded.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Summary {
    /// Place of the message in whose middle the trace ends.
    pub cut: Option<usize>,
    /// Whether decoding stopped at [`crate::Settings::limit`], before the end of the trace.
    pub limited: bool,
    /// How many messages came from each source, where they have a SRC field. What can't be read does not count, and
    /// what follows the place where decoding stopped does not either.
    pub sources: BTreeMap<u16, u64>,
}

/// Counts messages by their source.
#[derive(Debug)]
pub(crate) struct Sources {
    /// A count for each source that fits into SRC; none where there is no such field.
    counts: Vec<u64>,
}

impl Sources {
    pub(crate) fn new(src_bits: u32) -> Sources {
        let sources = if src_bits == 0 { 0 } else { 1 << src_bits.min(tracewright_messages::max::SRC) };
        Sources { counts: vec![0; sources] }
    }

    pub(crate) fn count(&mut self, src: u16) {
        if let Some(count) = self.counts.get_mut(usize::from(src)) {
            *count += 1;
        }
    }

    /// The sources that were met.
    pub(crate) fn seen(&self) -> BTreeMap<u16, u64> {
        self.counts
            .iter()
            .enumerate()
            .filter(|(_, &count)| count > 0)
            .map(|(src, &count)| (src as u16, count))
            .collect()
    }
}
