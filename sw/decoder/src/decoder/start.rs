// SPDX-License-Identifier: Apache-2.0
//! Whether a trace begins with a whole message.

use super::Decoder;
use crate::{ErrorKind, Item, Settings};
use tracewright_image::Image;
use tracewright_messages::reader::{RawMessage, Reader};
use tracewright_messages::{Field, Tcode};

/// Messages that must agree with the first one, if there are so many.
const AGREEING: usize = 32;
/// Instructions that are followed for it.
const FOLLOWED: u64 = 1 << 22;

/// Whether the trace begins with what reads as a message with which traces start, and is the rest of a longer one: it
/// has a timestamp and the two messages after it do not, or it is an Error with an ETYPE that is reserved or a vendor's
/// (N-Trace 7.4), and not all that there is.
pub(super) fn begins_with_a_rest(bytes: &[u8], settings: &Settings) -> bool {
    let mut reader = Reader::new(bytes, settings.src_bits);
    let Some(Ok(first)) = reader.next() else { return false };
    let has_stamp = |message: &RawMessage| message.get(Field::Tstamp).is_some();
    let others: Vec<RawMessage> = reader.flatten().take(2).collect();
    let has_odd_stamp = settings.timestamp_width == 0 && has_stamp(&first) && !others.iter().any(has_stamp);
    let is_odd_error = first.tcode == Tcode::Error && first.get(Field::EType) != Some(0);
    others.len() == 2 && (has_odd_stamp || is_odd_error)
}

/// Whether the trace begins with a whole synchronising message. Its bytes alone can't tell it from the rest of a longer
/// message that began before the buffer; that it leads into the program, and that what follows agrees with it, does.
/// ProgTraceSync, which traces begin with, is believed without that.
pub(super) fn begins_whole(bytes: &[u8], image: &Image, settings: &Settings) -> bool {
    let mut reader = Reader::new(bytes, settings.src_bits);
    let Some(Ok(first)) = reader.next() else { return false };
    let may_be_a_rest =
        matches!(first.tcode, Tcode::DirectBranchSync | Tcode::IndirectBranchSync | Tcode::IndirectBranchHistSync);
    if first.offset != 0 || !may_be_a_rest {
        return false;
    }
    let mut decoder = Decoder::new(image, &Settings { limit: settings.limit.min(FOLLOWED), ..*settings });
    decoder.begins_whole = true;
    let in_program = decoder.address(&first, Field::FAddr).is_ok_and(|address| image.instruction(address).is_some());
    let mut agrees = true;
    let mut check = |item| {
        if let Item::Error(error) = item {
            agrees &= matches!(error.kind, ErrorKind::Limit(_) | ErrorKind::UnknownCall);
        }
    };
    decoder.message(&first, &mut check);
    for read in reader.take(AGREEING) {
        if !decoder.synchronised {
            break;
        }
        decoder.take(read, &mut check);
    }
    in_program && agrees
}
