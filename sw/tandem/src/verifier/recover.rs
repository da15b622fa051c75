// SPDX-License-Identifier: Apache-2.0
//! Going on where trace was lost.
//!
//! The reference executes by itself, up to an instruction that is as the first group after the loss that gives pc in
//! full. Its state then is the hart's, memory included. Where it does not get there, for an interrupt in what was lost,
//! it takes over what trace gives, and differences are reported as ones after a loss, up to a reset.

use super::Verifier;
use crate::{Element, Group, Identifier, Mismatch, Reference, State};

/// Fewest bytes of an instruction's group: begin, increment pc, a 16-bit instruction.
const FEWEST_BYTES: u64 = 5;
/// Instructions that may have been lost beyond what the bytes say: those of the group that broke.
const MORE: u64 = 4;
/// Instructions without a difference after which the place that was found counts as the right one, and not as an
/// earlier turn of the same loop.
const TRUSTED: u64 = 256;

/// How far it is.
#[derive(Default)]
pub(super) struct Recovery {
    /// Trace was lost: so many instructions at most have been since then.
    lost: Option<u64>,
    /// A place was found, so many may still be missing, and so many more must follow without a difference.
    found: Option<(u64, u64)>,
    unsettled: bool,
}

impl Recovery {
    pub(super) fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    pub(super) fn is_unsettled(&self) -> bool {
        self.unsettled
    }

    /// After an instruction without a difference.
    pub(super) fn pass(&mut self) {
        self.found = self.found.and_then(|(missing, left)| Some((missing, left.checked_sub(1)?)));
    }

    /// After a difference: whether the place that was found was an earlier one, and the search goes on.
    pub(super) fn goes_on(&mut self) -> bool {
        match self.found.take() {
            Some((missing, _)) if missing > 0 => {
                self.lost = Some(missing + 1);
                true
            }
            _ => false,
        }
    }
}

impl<R: Reference> Verifier<R> {
    /// So many bytes of trace were lost.
    pub(super) fn lose(&mut self, bytes: u64) {
        let lost = self.recovery.lost.unwrap_or(MORE) + bytes.div_ceil(FEWEST_BYTES);
        self.recovery.lost = Some(lost);
    }

    /// Takes a group after a loss.
    pub(super) fn recover(&mut self, group: &Group) -> Option<Mismatch> {
        let most = self.recovery.lost.unwrap_or_default() + 1;
        let (Some(pc), Some(_)) = (group.state(Identifier::Pc), group.instruction()) else {
            self.recovery.lost = Some(most);
            return None;
        };
        for tried in 0..most {
            self.effects.clear();
            if self.reference.execute(None, &mut self.effects).is_err() {
                break;
            }
            if self.reference.read(State::Pc) == Some(pc) && self.is_as(group) {
                self.summary.recovered += tried + 1;
                self.shadow.copy_from(&mut self.reference);
                self.outside.clear();
                self.recovery.lost = None;
                self.recovery.found = Some((most - tried - 1, TRUSTED));
                return None;
            }
        }
        self.summary.unsettled += 1;
        self.recovery.lost = None;
        self.recovery.unsettled = true;
        self.take_over(group);
        None
    }

    /// Whether the reference has what the group gives in full, and has executed its instruction.
    fn is_as(&mut self, group: &Group) -> bool {
        let instruction = self.effects.instruction.map(|(bits, length)| (bits, u64::from(length)));
        (self.effects.hides_instruction || instruction == group.instruction())
            && group.elements.iter().all(|element| match *element {
                Element::Full(register, value) => {
                    let state = State::Register(register);
                    let mask = !self.reference.non_deterministic(state);
                    self.reference.read(state).is_none_or(|found| (found ^ value) & mask == 0)
                }
                _ => true,
            })
    }

    /// Shadow and reference take over what the group gives in full.
    fn take_over(&mut self, group: &Group) {
        self.shadow.copy_from(&mut self.reference);
        self.touched.clear();
        for element in &group.elements {
            if matches!(element, Element::Full(..) | Element::State(..)) {
                self.shadow.apply(element, 0, &mut self.touched);
            }
        }
        for &state in &self.touched {
            self.reference.write(state, self.shadow.get(state));
        }
        self.copy_store(group);
    }
}
