// SPDX-License-Identifier: Apache-2.0
//! What the sink has, and what it should have.

use crate::outlet::{Kept, Received};

/// What fills the last word.
pub(super) const IDLE: u8 = 0xFF;

/// Where the sink has something else than it should: offset, its byte, the byte that it should have.
pub(super) type Wrong = (usize, Option<u8>, Option<u8>);

/// Compares what the sink has with the trace that the model sent. Memory has words of so many bytes.
pub(super) fn compare(received: &Received, trace: &[u8], word: usize) -> Result<(), Wrong> {
    let bytes = &received.bytes;
    let first = match received.kept {
        Kept::All | Kept::Oldest => 0,
        // The newest part ends with the last word, which idle bytes fill.
        Kept::Newest => trace.len().next_multiple_of(word).saturating_sub(bytes.len()),
    };
    let expected = |n: usize| trace.get(n).copied().unwrap_or(IDLE);
    if let Some(n) = (0..bytes.len()).find(|n| bytes[*n] != expected(first + n)) {
        return Err((first + n, Some(bytes[n]), Some(expected(first + n))));
    }
    match received.kept {
        Kept::Oldest => Ok(()),
        _ if first + bytes.len() >= trace.len() => Ok(()),
        _ => Err((first + bytes.len(), None, trace.get(first + bytes.len()).copied())),
    }
}
