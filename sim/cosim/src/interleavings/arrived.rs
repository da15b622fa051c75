// SPDX-License-Identifier: Apache-2.0
//! What arrived downstream of a sink, where components were reset and switched off meanwhile.

use crate::downstream::{hart, messages};
use std::collections::{BTreeSet, HashSet};
use tracewright_config::Build;
use tracewright_messages::Tcode;
use tracewright_model::codec::CUT;
use tracewright_peers::pins::GAP;

/// Messages as they were sent and as they arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Arrived {
    /// Messages that arrived.
    pub messages: u64,
    /// Of these, those that no hart has sent, or not in that order: of these there is a part only.
    pub damaged: u64,
    /// Messages that left a hart and did not arrive.
    pub missing: u64,
    /// Damaged messages that are more than the beginning of a sent one and a byte that ends it.
    pub torn: u64,
    /// Damaged messages that end with a whole ProgTraceSync: something was left ahead of a start.
    pub glued: u64,
}

/// The first byte of a ProgTraceSync.
const START: u8 = (Tcode::ProgTraceSync as u8) << 2;

/// Compares what a sink received with what the encoders sent, hart by hart.
pub(super) fn compare(build: &Build, sent: &[Vec<u8>], received: &[u8]) -> Arrived {
    // An error of the pins in front of a message is none of the message.
    let mut received = messages(received);
    received.retain(|message| *message != GAP);
    let mut of_hart: Vec<Vec<&[u8]>> = vec![Vec::new(); sent.len()];
    // Of a message that was cut, SRC may be gone.
    received.iter().for_each(|message| of_hart[hart(build, message).unwrap_or(0)].push(message));
    let mut arrived = Arrived { messages: received.len() as u64, ..Arrived::default() };
    let all: BTreeSet<&[u8]> = sent.iter().flat_map(|sent| messages(sent)).collect();
    arrived.torn =
        received.iter().filter(|message| !all.contains(*message) && !is_beginning(&all, message)).count() as u64;
    for (sent, received) in sent.iter().zip(&of_hart) {
        let sent = messages(sent);
        let whole = common(&sent, received);
        arrived.damaged += (received.len() - whole) as u64;
        arrived.missing += (sent.len() - whole) as u64;
        arrived.glued += glued(&sent, received);
    }
    arrived
}

/// Of these messages one begins with what is ahead of the last byte.
fn is_beginning(sent: &BTreeSet<&[u8]>, message: &[u8]) -> bool {
    let begin = &message[..message.len() - 1];
    sent.range(begin..).next().is_some_and(|first| first.starts_with(begin))
}

/// How many messages that were not sent end with a whole ProgTraceSync that was. The beginning of a message and an end
/// that was added to it is none.
fn glued(sent: &[&[u8]], received: &[&[u8]]) -> u64 {
    let whole: HashSet<&[u8]> = sent.iter().copied().collect();
    let starts = |message: &[u8]| (1..message.len()).any(|at| message[at] == START && whole.contains(&message[at..]));
    let is_cut = |message: &[u8]| match message.split_last() {
        Some((&CUT, begin)) => sent.iter().any(|sent| sent.starts_with(begin)),
        _ => false,
    };
    received.iter().filter(|message| !whole.contains(*message) && starts(message) && !is_cut(message)).count() as u64
}

/// How long the longest sequence is that both have, with others between.
fn common(a: &[&[u8]], b: &[&[u8]]) -> usize {
    let same = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[same..], &b[same..]);
    let mut best = vec![0; b.len() + 1];
    for a in a {
        let mut before = 0;
        for (at, b) in b.iter().enumerate() {
            let above = best[at + 1];
            best[at + 1] = if a == b { before + 1 } else { above.max(best[at]) };
            before = above;
        }
    }
    same + best[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_damaged_and_what_is_missing_is_counted() {
        let message = |byte: u8| vec![28 << 2, byte << 2, 0x0B];
        let sent = [(1..9).flat_map(message).collect::<Vec<u8>>()];
        let parts = [message(1), message(2), vec![28 << 2, 0x03], vec![0xFF], message(5), message(6), message(8)];
        let arrived = compare(&Build::default(), &sent, &parts.concat());
        assert_eq!(arrived, Arrived { messages: 6, damaged: 1, missing: 3, torn: 0, glued: 0 });
    }

    #[test]
    fn a_rest_that_looks_like_a_message_is_counted() {
        let sent = [vec![28 << 2, 0x04, 0x08, 0x0C, 0x03], vec![28 << 2, 0x10, 0x0B]].concat();
        let torn = |received: &[u8]| compare(&Build::default(), std::slice::from_ref(&sent), received).torn;
        for cut in 0..5 {
            assert_eq!(torn(&[&sent[..cut], &[0xFF; 3][..], &sent[5..]].concat()), 0, "{cut}");
            let rest = [&sent[..cut], &[0xFF][..], &sent[cut..]].concat();
            assert_eq!(torn(&rest), u64::from((1..4).contains(&cut)), "{cut}");
        }
    }

    #[test]
    fn a_start_that_something_is_left_ahead_of_is_counted() {
        let start = [0x24, 0x04, 0x08, 0x0F];
        let sent = [&[28 << 2, 0x04, 0x0B][..], &start].concat();
        let arrived = compare(&Build::default(), std::slice::from_ref(&sent), &[&[28 << 2, 0x04], &start[..]].concat());
        assert_eq!(arrived, Arrived { messages: 1, damaged: 1, missing: 2, torn: 1, glued: 1 });
        assert_eq!(compare(&Build::default(), std::slice::from_ref(&sent), &sent).glued, 0);

        // A byte that looks like a beginning is the last one of what was cut.
        let cut = [vec![28 << 2, 0x24, 0x0B], vec![0x24, CUT]].concat();
        assert_eq!(compare(&Build::default(), &[cut], &[28 << 2, 0x24, CUT]).glued, 0);
    }
}
