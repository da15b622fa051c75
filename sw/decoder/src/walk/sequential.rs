// SPDX-License-Identifier: Apache-2.0
//! Jumps to an address that the instruction before them loads (N-Trace 9.1).

use std::collections::VecDeque;
use tracewright_image::Image;
use tracewright_messages::isa::Flow;

/// Which jumps are sequentially inferable: both instructions must be in the same message, so it matters where I-CNT was
/// sent. Places are half-words since the last synchronising message.
#[derive(Clone, Debug)]
pub(super) struct Sequential {
    enabled: bool,
    /// Half-words that I-CNT fields have reported.
    reported: i64,
    /// Where I-CNT was sent, as far as the walker may still come by.
    ends: VecDeque<i64>,
}

impl Sequential {
    pub(super) fn new(enabled: bool) -> Sequential {
        Sequential { enabled, reported: 0, ends: VecDeque::new() }
    }

    /// Starts afresh.
    pub(super) fn restart(&mut self) {
        self.reported = 0;
        self.ends.clear();
    }

    /// Notes a reported I-CNT; `ahead` half-words of those before it are not yet followed.
    pub(super) fn add_count(&mut self, icnt: u32, ahead: i64) {
        if self.enabled {
            self.forget_before(self.reported - ahead);
            self.reported += i64::from(icnt);
            self.ends.push_back(self.reported);
        }
    }

    fn forget_before(&mut self, place: i64) {
        while self.ends.front().is_some_and(|&end| end < place) {
            self.ends.pop_front();
        }
    }

    /// The target of the indirect jump at `pc` through the register `rs1`, if the instruction at `last`, which was
    /// executed before it, gives it. `ahead` half-words are reported and not yet followed, those of the jump included.
    pub(super) fn target(&mut self, image: &Image, last: u64, pc: u64, rs1: u8, ahead: i64) -> Option<u64> {
        if !self.enabled {
            return None;
        }
        let place = self.reported - ahead;
        self.forget_before(place);
        if self.ends.front() == Some(&place) {
            return None;
        }
        let Flow::Upper { rd, value, relative } = image.instruction(last)?.flow else { return None };
        if rd != rs1 {
            return None;
        }
        let jump = image.fetch(pc)?;
        let offset = if jump & 3 == 3 { jump as i32 >> 20 } else { 0 };
        let base = if relative { last } else { 0 };
        let target = base.wrapping_add_signed(value.into()).wrapping_add_signed(offset.into());
        Some(image.xlen().wrap(target & !1))
    }
}
