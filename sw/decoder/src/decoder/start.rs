// SPDX-License-Identifier: Apache-2.0
//! Whether a trace begins with a whole message.

use super::Decoder;
use crate::{ErrorKind, Item, Settings};
use tracewright_image::Image;
use tracewright_messages::reader::Reader;
use tracewright_messages::{Field, Tcode};

/// Messages that must agree with the first one, if there are so many.
const AGREEING: usize = 32;
/// Instructions that are followed for it.
const FOLLOWED: u64 = 1 << 22;

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
