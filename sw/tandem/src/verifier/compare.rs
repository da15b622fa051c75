// SPDX-License-Identifier: Apache-2.0
//! The comparison of an instruction (Trace Protocol 3.1, step 4).
//!
//! Both sides were the same before. What differs now is thus among the states that trace has given and those that the
//! reference has changed: neither alone would show a change that should not have been.

use super::Verifier;
use crate::absent::runs_by_itself;
use crate::{Difference, Element, Group, Identifier, Reference, Size, State, What};

impl<R: Reference> Verifier<R> {
    /// Collects the differences.
    pub(super) fn compare(&mut self, group: &Group) {
        self.differences.clear();
        self.compare_instruction(group);
        for at in 0..self.effects.changed.len() {
            let (state, value) = self.effects.changed[at];
            self.compare_state(state, Some(value));
        }
        for at in 0..self.touched.len() {
            let state = self.touched[at];
            if !self.effects.changed.iter().any(|(changed, _)| *changed == state) {
                let value = self.reference.read(state);
                self.compare_state(state, value);
            }
        }
        if !self.effects.hides_access {
            self.compare_access(group);
        }
    }

    #[inline]
    fn compare_state(&mut self, state: State, expected: Option<u64>) {
        let Some(expected) = expected else { return };
        let got = self.shadow.get(state);
        let mask = !self.reference.non_deterministic(state);
        if (expected ^ got) & mask != 0 && !runs_by_itself(state) {
            self.differ(What::State(state), Some(expected), Some(got));
        }
    }

    fn compare_instruction(&mut self, group: &Group) {
        let expected = self.effects.instruction.map(|(bits, length)| (bits, u64::from(length)));
        let got = group.instruction();
        if expected != got && !self.effects.hides_instruction {
            let bits = |instruction: Option<(u32, u64)>| instruction.map(|(bits, _)| bits.into());
            self.differ(What::Instruction, bits(expected), bits(got));
        }
    }

    fn compare_access(&mut self, group: &Group) {
        let access = self.effects.access;
        let expected = access.map(|access| access.address);
        let physical = group.state(Identifier::PhysicalAddress);
        let effective = group.state(Identifier::EffectiveAddress);
        if effective.is_some() && effective != expected {
            self.differ(What::EffectiveAddress, expected, effective);
        }
        // One of the two does, where they are the same.
        if physical != expected && (physical.is_some() || effective.is_none()) {
            self.differ(What::PhysicalAddress, expected, physical);
        }
        let expected = access.and_then(|access| access.store);
        let got = store(group);
        let data = |store: Option<(Size, u64)>| store.map(|(_, data)| data);
        let bytes = |store: Option<(Size, u64)>| store.map(|(size, _)| size.bytes() as u64);
        if data(expected) != data(got) {
            self.differ(What::StoreData, data(expected), data(got));
        }
        if bytes(expected) != bytes(got) {
            self.differ(What::StoreBytes, bytes(expected), bytes(got));
        }
    }

    fn differ(&mut self, what: What, expected: Option<u64>, got: Option<u64>) {
        if !self.absent.has(what) {
            self.differences.push(Difference { what, expected, got });
        }
    }
}

/// What a group's instruction stores.
pub(super) fn store(group: &Group) -> Option<(Size, u64)> {
    group.elements.iter().find_map(|element| match *element {
        Element::State(identifier, data) => identifier.store_size().map(|size| (size, data)),
        _ => None,
    })
}
