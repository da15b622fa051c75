// SPDX-License-Identifier: Apache-2.0
//! The trace of several harts, as a funnel merges it: what retires together is in one piece, each hart's in order.

use super::received::{Wrong, IDLE};
use crate::outlet::{Kept, Received};

/// What each hart retired together, as the model sent it; oldest first.
pub(super) type Pieces<'a> = Vec<Vec<&'a [u8]>>;

/// Compares what the sink has with the pieces of all harts, in any order between harts. Memory has words of so many
/// bytes.
pub(super) fn compare(received: &Received, harts: Pieces<'_>, word: usize) -> Result<(), Wrong> {
    match received.kept {
        Kept::Newest => newest(&received.bytes, harts, word),
        Kept::All | Kept::Oldest => oldest(received, harts, word, None).map(drop),
    }
}

/// The same with a hart whose encoder became inactive: its last pieces can be missing. Returns their bytes.
pub(super) fn compare_cut(received: &Received, harts: Pieces<'_>, word: usize, cut: usize) -> Result<usize, Wrong> {
    oldest(received, harts, word, Some(cut))
}

fn oldest<'a>(received: &Received, mut harts: Pieces<'a>, word: usize, cut: Option<usize>) -> Result<usize, Wrong> {
    let bytes = &received.bytes[..];
    harts.iter_mut().for_each(|pieces| pieces.reverse());
    let mut at = 0;
    while let Some(hart) =
        harts.iter_mut().find(|pieces| matches!(pieces.last(), Some(next) if bytes[at..].starts_with(next)))
    {
        at += hart.pop().map_or(0, <[u8]>::len);
    }
    let rest = &bytes[at..];
    let must_come = |(hart, pieces): (usize, &Vec<&'a [u8]>)| pieces.last().copied().filter(|_| cut != Some(hart));
    let left = || harts.iter().enumerate().filter_map(must_come);
    let missing = || cut.map_or(0, |hart| harts[hart].iter().map(|piece| piece.len()).sum());
    match received.kept {
        _ if is_idle(rest, word) && left().next().is_none() => Ok(missing()),
        // The buffer is full in the middle of a piece.
        Kept::Oldest if left().any(|next| next.starts_with(rest)) => Ok(0),
        _ => {
            // The piece that is the longest as the model has it tells where the difference is.
            let same = |next: &[u8]| next.iter().zip(rest).take_while(|(next, byte)| next == byte).count();
            let nearest = left().max_by_key(|next| same(next));
            let from = nearest.map_or(0, same);
            Err((at + from, rest.get(from).copied(), nearest.and_then(|next| next.get(from).copied())))
        }
    }
}

/// The newest part ends with the last piece, and begins within one.
fn newest(bytes: &[u8], mut harts: Pieces<'_>, word: usize) -> Result<(), Wrong> {
    let last = |harts: &Pieces<'_>, end: usize| {
        harts.iter().position(|pieces| matches!(pieces.last(), Some(piece) if bytes[..end].ends_with(piece)))
    };
    // Bytes of the last piece can be as idle ones are.
    let idle = (0..word.min(bytes.len() + 1)).filter(|idle| is_idle(&bytes[bytes.len() - idle..], word));
    let Some(end) = idle.map(|idle| bytes.len() - idle).find(|end| last(&harts, *end).is_some()) else {
        return Err((bytes.len(), bytes.last().copied(), None));
    };
    let mut at = end;
    while let Some(hart) = last(&harts, at) {
        at -= harts[hart].pop().map_or(0, <[u8]>::len);
    }
    match harts.iter().any(|pieces| matches!(pieces.last(), Some(piece) if piece.ends_with(&bytes[..at]))) || at == 0 {
        true => Ok(()),
        false => Err((at, bytes[..at].last().copied(), None)),
    }
}

/// Whether nothing but what fills a word is there.
fn is_idle(bytes: &[u8], word: usize) -> bool {
    bytes.len() < word.max(1) && bytes.iter().all(|byte| *byte == IDLE)
}
