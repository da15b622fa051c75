// SPDX-License-Identifier: Apache-2.0
//! The rules of TileLink, in every cycle.

use super::super::rules::{Held, Patience};
use super::super::Violation;
use super::{Request, Response, ACCESS_ACK_DATA};
use std::collections::VecDeque;

/// A cycle of the bus.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    /// A request has begun and not been answered.
    pub(super) open: bool,
    /// What is taken on channel A.
    pub(super) a: Option<Request>,
    /// What is offered on channel D, and whether it is taken.
    pub(super) d: Option<Response>,
    pub(super) d_taken: bool,
}

/// What the hardware must do, cycle by cycle.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    d: Held<Response>,
    requests: VecDeque<Request>,
    patience: Patience,
}

impl Rules {
    pub(super) fn new() -> Rules {
        Rules { d: Held::new(), requests: VecDeque::new(), patience: Patience::default() }
    }

    /// Returns what is answered in this cycle.
    pub(super) fn check(&mut self, seen: &Seen) -> Result<Option<(Request, Response)>, Violation> {
        let broken = |rule| Violation { bus: "TileLink", rule };
        self.requests.extend(seen.a);
        if !self.patience.lasts(seen.open && seen.d.is_none()) {
            return Err(broken("a request is answered"));
        }
        if !self.d.is_stable(seen.d, seen.d_taken) {
            return Err(broken("what channel D shows stays until it is taken"));
        }
        let Some(response) = seen.d else { return Ok(None) };
        let request = *self.requests.front().ok_or(broken("an answer follows a request"))?;
        let denies = !request.form.is_done(request.address);
        let has_data = response.opcode == ACCESS_ACK_DATA;
        let rules = [
            (response.source == request.source, "an answer has its request's source, in order"),
            (response.size == request.form.size, "an answer has its request's size"),
            (
                request.form.answer().is_none_or(|opcode| opcode == response.opcode),
                "an answer has the opcode of its request",
            ),
            (response.param == 0, "an answer has no param"),
            (response.denied == denies, "what can't be done is denied, and nothing else"),
            (response.corrupt == (denies && has_data), "data of what is denied is corrupt, and nothing else"),
            (!denies || response.data == 0, "what is denied reads 0"),
        ];
        if let Some((_, rule)) = rules.iter().find(|(is_kept, _)| !is_kept) {
            return Err(broken(rule));
        }
        if !seen.d_taken {
            return Ok(None);
        }
        self.requests.pop_front();
        Ok(Some((request, response)))
    }
}
