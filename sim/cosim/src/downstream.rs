// SPDX-License-Identifier: Apache-2.0
//! What arrived downstream of a sink, against what left the encoders.

use crate::error::SinkError;
use crate::outlet::{Kept, Received};
use tracewright_config::Build;
use tracewright_messages::IDLE;

/// MSEO of the last byte of a message, and of idle bytes.
const LAST: u8 = 0b11;
/// Bits of TCODE.
const TCODE_BITS: usize = 6;
/// Bits of MDO.
const MDO_BITS: usize = 6;

/// Compares what a sink received with what the encoders sent, byte by byte, each hart's by itself. Gives what was
/// received without idle bytes, and without the part of a message that a buffer begins with that has overwritten the
/// rest of it.
pub(crate) fn compare(build: &Build, sent: &[Vec<u8>], received: Received) -> Result<Vec<u8>, SinkError> {
    let Received { bytes, kept: part } = received;
    let start = match bytes.iter().position(|byte| byte & LAST == LAST) {
        Some(end) if part == Kept::Newest => end + 1,
        None if part == Kept::Newest => bytes.len(),
        _ => 0,
    };
    let messages = messages(&bytes[start..]);
    let mut expected: Vec<&[u8]> = sent.iter().map(Vec::as_slice).collect();
    if part == Kept::Newest {
        // Of each hart, the newest part is there.
        let mut counts = vec![0; expected.len()];
        for message in &messages {
            counts[hart(build, message)?] += message.len();
        }
        for (hart, (bytes, count)) in expected.iter_mut().zip(counts).enumerate() {
            let oldest = bytes.len().checked_sub(count).ok_or(SinkError::More { hart })?;
            *bytes = &bytes[oldest..];
        }
    }
    let mut kept = Vec::with_capacity(bytes.len());
    for message in messages {
        // Where a buffer stopped before SRC, the part of a message that it has is any hart's that would send it next.
        let hart = match part == Kept::Oldest && !tells_hart(build, message) {
            true => expected.iter().position(|rest| rest.starts_with(message)).unwrap_or(0),
            false => hart(build, message)?,
        };
        let rest = expected[hart].strip_prefix(message);
        let offset = sent[hart].len() - expected[hart].len();
        expected[hart] = rest.ok_or_else(|| SinkError::Differs { hart, offset, message: message.to_vec() })?;
        kept.extend_from_slice(message);
    }
    match expected.iter().position(|rest| !rest.is_empty()) {
        // What came when the buffer was full is nowhere.
        _ if part == Kept::Oldest => Ok(kept),
        Some(hart) => Err(SinkError::Missing { hart, bytes: expected[hart].len() }),
        None => Ok(kept),
    }
}

/// The messages, without the idle bytes between them. What comes after the last one's end is one, too, if it is
/// more than idle bytes.
pub(crate) fn messages(mut bytes: &[u8]) -> Vec<&[u8]> {
    let mut messages = Vec::new();
    loop {
        let idle = bytes.iter().take_while(|byte| **byte == IDLE).count();
        bytes = &bytes[idle..];
        if bytes.is_empty() {
            return messages;
        }
        let end = bytes.iter().position(|byte| byte & LAST == LAST).map_or(bytes.len(), |last| last + 1);
        let (message, rest) = bytes.split_at(end);
        messages.push(message);
        bytes = rest;
    }
}

/// Whether so much of a message is there that it is known whose it is: its end, or all of SRC.
fn tells_hart(build: &Build, message: &[u8]) -> bool {
    let bits = TCODE_BITS + build.encoder.src_bits as usize;
    MDO_BITS * message.len() >= bits || message.last().is_some_and(|byte| byte & LAST == LAST)
}

/// Whose message it is: SRC, after TCODE (N-Trace 3.2).
pub(crate) fn hart(build: &Build, message: &[u8]) -> Result<usize, SinkError> {
    if build.system.harts == 1 {
        return Ok(0);
    }
    let bit = |n: usize| message.get(n / MDO_BITS).map_or(0, |byte| u32::from(*byte) >> (n % MDO_BITS + 2) & 1);
    let bits = (0..build.encoder.src_bits as usize).map(|n| bit(TCODE_BITS + n) << n);
    let src = bits.fold(0, |src, bit| src | bit);
    let hart = src.checked_sub(build.encoder.src_id).filter(|hart| *hart < build.system.harts);
    hart.map(|hart| hart as usize).ok_or_else(|| SinkError::Source { src, message: message.to_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracewright_config::System;

    /// A message of a hart with one bit of SRC, with so many more bytes.
    fn message(src: u8, more: usize) -> Vec<u8> {
        let mut bytes = vec![28 << 2, src << 2];
        bytes.extend(vec![0x10; more]);
        bytes.push(0x0B);
        bytes
    }

    fn two() -> Build {
        let mut build = Build { system: System { harts: 2, ..System::default() }, ..Build::default() };
        build.encoder.src_bits = 1;
        build
    }

    fn whole(bytes: Vec<u8>) -> Received {
        Received { bytes, kept: Kept::All }
    }

    #[test]
    fn messages_may_be_interleaved_and_padded() {
        let sent = [[message(0, 1), message(0, 5)].concat(), message(1, 2)];
        let bytes = [message(0, 1), vec![IDLE; 3], message(1, 2), message(0, 5), vec![IDLE]].concat();
        assert_eq!(compare(&two(), &sent, whole(bytes)).unwrap().len(), 4 + 8 + 5);
    }

    #[test]
    fn what_is_missing_or_wrong_is_told() {
        let sent = [[message(0, 1), message(0, 5)].concat(), message(1, 2)];
        let missing = compare(&two(), &sent, whole([message(1, 2), message(0, 1)].concat())).unwrap_err();
        assert!(matches!(missing, SinkError::Missing { hart: 0, bytes: 8 }), "{missing}");
        let swapped = [message(0, 5), message(0, 1), message(1, 2)].concat();
        assert!(matches!(compare(&two(), &sent, whole(swapped)), Err(SinkError::Differs { hart: 0, offset: 0, .. })));
        let more = [sent.concat(), message(1, 0)].concat();
        assert!(matches!(compare(&two(), &sent, whole(more)), Err(SinkError::Differs { hart: 1, .. })));
    }

    #[test]
    fn a_buffer_that_wrapped_has_the_newest_part() {
        let sent = [[message(0, 1), message(0, 5), message(0, 2)].concat(), message(1, 2)];
        let newest = [&message(0, 5)[3..], &message(1, 2), &message(0, 2), &[IDLE]].concat();
        let received = Received { bytes: newest, kept: Kept::Newest };
        assert_eq!(compare(&two(), &sent, received).unwrap(), [message(1, 2), message(0, 2)].concat());
    }
    #[test]
    fn a_buffer_that_stopped_has_the_oldest_part() {
        let sent = [[message(0, 1), message(0, 5), message(0, 2)].concat(), message(1, 2)];
        let oldest = [&message(0, 1), &message(1, 2), &message(0, 5)[..4]].concat();
        let received = |bytes| Received { bytes, kept: Kept::Oldest };
        assert_eq!(compare(&two(), &sent, received(oldest.clone())).unwrap(), oldest);
        let not_from_the_first = compare(&two(), &sent, received(message(0, 5)));
        assert!(matches!(not_from_the_first, Err(SinkError::Differs { hart: 0, offset: 0, .. })));
    }

    #[test]
    fn a_buffer_that_stopped_ahead_of_src_has_the_message_of_any_hart_that_sends_it_next() {
        let other = vec![4 << 2, 1 << 2, 0x10, 0x0B];
        let sent = [[message(0, 1), message(0, 2)].concat(), [message(1, 2), other.clone()].concat()];
        let stopped = |last: &[u8]| {
            let bytes = [&message(0, 1), &message(1, 2), last].concat();
            compare(&two(), &sent, Received { bytes, kept: Kept::Oldest })
        };
        for last in [&other[..1], &other[..2], &message(0, 2)[..1]] {
            assert_eq!(stopped(last).map(|kept| kept.len()), Ok(4 + 5 + last.len()), "{last:02x?}");
        }
        // No hart sends that next, and this one does not send what another one does.
        for last in [[8 << 2].as_slice(), &[4 << 2, 0], &[4 << 2 | LAST]] {
            assert!(matches!(stopped(last), Err(SinkError::Differs { hart: 0, .. })), "{last:02x?}");
        }
        // What is not the end of a buffer that stopped is whole.
        let bytes = [&message(0, 1), &message(1, 2), &message(0, 2), &other[..1]].concat();
        assert!(matches!(compare(&two(), &sent, whole(bytes)), Err(SinkError::Differs { hart: 0, .. })));
    }
}
