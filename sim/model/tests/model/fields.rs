// SPDX-License-Identifier: Apache-2.0
//! What a sequence of messages says, read without the encoder's state.

use tracewright_messages::{rcode, Field, Tcode};
use tracewright_model::Message;

fn has_rcode(message: &Message, rcode: u8) -> bool {
    message.get(Field::RCode) == Some(rcode.into())
}

/// I-CNT of a message, under whichever name.
pub fn icnt(message: &Message) -> Option<u64> {
    let rdata = || message.get(Field::RData).filter(|_| has_rcode(message, rcode::I_CNT));
    message.get(Field::ICnt).or_else(rdata)
}

/// HIST of a message, under whichever name, and how often it was.
pub fn hist(message: &Message) -> Option<(u64, u64)> {
    let rdata = || message.get(Field::RData).filter(|_| !has_rcode(message, rcode::I_CNT));
    let times = message.get(Field::HRepeat).unwrap_or(1);
    message.get(Field::Hist).or_else(rdata).map(|hist| (hist, times))
}

/// Half-words that the messages report, those of repeated branches included.
pub fn half_words<'a>(messages: impl IntoIterator<Item = &'a Message>) -> u64 {
    let (mut sum, mut last) = (0, 0);
    for message in messages {
        sum += message.get(Field::BCnt).unwrap_or(0) * last;
        if let Some(icnt) = icnt(message) {
            sum += icnt;
            last = icnt;
        }
    }
    sum
}

/// Branches that the messages report in HIST, taken or not.
pub fn branches<'a>(messages: impl IntoIterator<Item = &'a Message>) -> Vec<bool> {
    let mut joined = Vec::new();
    for (hist, times) in messages.into_iter().filter_map(hist) {
        for _ in 0..times {
            joined.extend((0..hist.ilog2()).rev().map(|bit| hist >> bit & 1 == 1));
        }
    }
    joined
}

/// Taken branches that the messages report each by itself.
pub fn direct_branches<'a>(messages: impl IntoIterator<Item = &'a Message>) -> u64 {
    let (mut sum, mut last) = (0, 0);
    for message in messages {
        match message.tcode() {
            Tcode::RepeatBranch => sum += last * message.get(Field::BCnt).unwrap_or(0),
            Tcode::DirectBranch | Tcode::DirectBranchSync => {
                sum += 1;
                last = 1;
            }
            _ => last = 0,
        }
    }
    sum
}
