// SPDX-License-Identifier: Apache-2.0
//! Tandem verification (Trace Protocol 3.1 and 3.2).

mod compare;
mod recover;

use crate::absent::runs_by_itself;
use crate::shadow::Shadow;
use crate::{
    Absent, Difference, Effects, Element, Error, Executed, Group, Identifier, Mismatch, Part, Reference, State, Widths,
};
use alloc::string::String;
use alloc::vec::Vec;
use recover::Recovery;

/// Instructions that a report shows before the one that it is about.
const LAST: usize = 10;

/// What verification came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Instructions, exceptions of them included, and interrupts that were compared.
    pub instructions: u64,
    /// Those after which reference and trace were not the same.
    pub mismatches: u64,
    /// Contradictions in the trace.
    pub errors: u64,
    /// The first of them.
    pub first_error: Option<Error>,
    /// Bytes that could not be used.
    pub skipped_bytes: u64,
    /// Instructions that the reference has executed by itself, where trace was lost.
    pub recovered: u64,
    /// How often trace was lost and the reference could not reach what followed.
    pub unsettled: u64,
}

/// A verifier: parts of a trace go in, mismatches come out.
pub struct Verifier<R> {
    reference: R,
    widths: Widths,
    absent: Absent,
    shadow: Shadow,
    /// States that trace gave, without an instruction, since the last one.
    outside: Vec<State>,
    /// States that the group gives.
    touched: Vec<State>,
    effects: Effects,
    differences: Vec<Difference>,
    last: [Option<Executed>; LAST],
    /// The oldest of them.
    oldest: usize,
    recovery: Recovery,
    summary: Summary,
}

impl<R: Reference> Verifier<R> {
    /// A verifier against `reference`, which has been reset.
    pub fn new(mut reference: R, widths: Widths, absent: Absent) -> Verifier<R> {
        let mut shadow = Shadow::new(widths);
        shadow.copy_from(&mut reference);
        Verifier {
            reference,
            widths,
            absent,
            shadow,
            outside: Vec::new(),
            touched: Vec::new(),
            effects: Effects::default(),
            differences: Vec::new(),
            last: [None; LAST],
            oldest: 0,
            recovery: Recovery::default(),
            summary: Summary::default(),
        }
    }

    /// What it came to so far.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The reference.
    pub fn reference(&self) -> &R {
        &self.reference
    }

    /// Takes in the next part of the trace.
    pub fn take(&mut self, part: &Part) -> Option<Mismatch> {
        match part {
            Part::Group(group) => self.group(group),
            Part::Outside(_, Element::Reset) => {
                self.reset();
                None
            }
            Part::Outside(_, element) => {
                self.shadow.apply(element, 0, &mut self.outside);
                None
            }
            Part::Error(error) => {
                self.summary.errors += 1;
                self.summary.first_error.get_or_insert(*error);
                self.lose(0);
                None
            }
            Part::Skipped(_, bytes) => {
                self.summary.skipped_bytes += bytes;
                self.lose(*bytes);
                None
            }
        }
    }

    fn reset(&mut self) {
        self.reference.reset();
        self.shadow.copy_from(&mut self.reference);
        self.outside.clear();
        self.recovery = Recovery::default();
    }

    fn group(&mut self, group: &Group) -> Option<Mismatch> {
        let begins = |element: &&Element| matches!(element, Element::Reset | Element::Initialisation);
        if let Some(element) = group.elements.iter().find(begins) {
            if *element == Element::Reset {
                self.reset();
            }
            self.initialise(group);
            return None;
        }
        if self.is_of_outside(group) {
            for element in &group.elements {
                self.shadow.apply(element, 0, &mut self.outside);
            }
            return None;
        }
        if !self.recovery.is_lost() {
            return self.step(group);
        }
        self.recover(group)
    }

    /// Whether a group is of no instruction or trap: counters, interrupts that are pending, and the bus.
    fn is_of_outside(&self, group: &Group) -> bool {
        group.elements.iter().all(|element| match *element {
            Element::Full(register, _) | Element::Offset(register, _) | Element::Mask(register, _) => {
                self.reference.non_deterministic(State::Register(register)) != 0
            }
            Element::State(identifier, _) => identifier == Identifier::Mtime,
            Element::Request { .. } | Element::Response { .. } => true,
            _ => false,
        })
    }

    /// State and memory change from outside of the hart: shadow and reference take them over.
    fn initialise(&mut self, group: &Group) {
        self.touched.clear();
        for element in &group.elements {
            self.shadow.apply(element, 0, &mut self.touched);
            if let Element::Request { address, size, data: Some(data), .. } = *element {
                self.reference.write_memory(address, &data.to_le_bytes()[..size.bytes()]);
            }
        }
        for &state in &self.touched {
            self.reference.write(state, self.shadow.get(state));
        }
    }

    /// Steps 1 to 5 of 3.1.
    fn step(&mut self, group: &Group) -> Option<Mismatch> {
        let (at, executed) = self.execute(group);
        self.compare(group);
        let mismatch = if executed.is_ok() && self.differences.is_empty() {
            self.recovery.pass();
            None
        } else {
            self.mismatch(group, at, executed.err())
        };
        self.remember(at);
        mismatch
    }

    /// Steps 1 to 3: the shadow state takes over the group, the reference the part that is not deterministic; then it
    /// executes.
    fn execute(&mut self, group: &Group) -> (Executed, Result<(), String>) {
        let instruction = group.instruction();
        let number = self.summary.instructions;
        let at = Executed { number, offset: group.offset, pc: self.shadow.get(State::Pc), instruction };
        self.summary.instructions += 1;
        self.touched.clear();
        let length = instruction.map_or(0, |(_, length)| length);
        for element in &group.elements {
            self.shadow.apply(element, length, &mut self.touched);
        }
        for &state in self.outside.iter().chain(&self.touched) {
            let mask = self.reference.non_deterministic(state);
            if mask != 0 {
                let kept = self.reference.read(state).unwrap_or(0) & !mask;
                self.reference.write(state, kept | self.shadow.get(state) & mask);
            }
        }
        self.outside.clear();
        self.effects.clear();
        let flag = 1 << (self.widths.xlen - 1);
        let interrupt = match instruction {
            None => {
                let cause = group.trap().map(|cause| self.shadow.get(State::Register(cause)));
                cause.filter(|cause| cause & flag != 0).map(|cause| cause & !flag)
            }
            Some(_) => None,
        };
        let executed = self.reference.execute(interrupt, &mut self.effects);
        (at, executed.map_err(|stuck| stuck.0))
    }

    /// Step 5: reports, and copies the shadow state to the reference.
    fn mismatch(&mut self, group: &Group, at: Executed, stuck: Option<String>) -> Option<Mismatch> {
        if self.recovery.goes_on() {
            self.summary.instructions -= 1;
            self.summary.recovered += 1;
            return None;
        }
        self.copy_shadow();
        self.copy_store(group);
        self.summary.mismatches += 1;
        let differences = self.differences.clone();
        let (newer, older) = self.last.split_at(self.oldest);
        let last = older.iter().chain(newer).flatten().copied().collect();
        Some(Mismatch { at, differences, stuck, after_loss: self.recovery.is_unsettled(), last })
    }

    fn copy_shadow(&mut self) {
        for state in self.reference.states() {
            let value = self.shadow.get(state);
            let excluded = self.absent.has(crate::What::State(state)) || runs_by_itself(state);
            if !excluded && self.reference.read(state) != Some(value) {
                self.reference.write(state, value);
            }
        }
    }

    /// Of memory, the trace has what the instruction stores.
    fn copy_store(&mut self, group: &Group) {
        let address = [Identifier::PhysicalAddress, Identifier::EffectiveAddress].map(|which| group.state(which));
        let store = compare::store(group);
        if let (Some(address), Some((size, data))) = (address[0].or(address[1]), store) {
            self.reference.write_memory(address, &data.to_le_bytes()[..size.bytes()]);
        }
    }

    fn remember(&mut self, at: Executed) {
        self.last[self.oldest] = Some(at);
        self.oldest = (self.oldest + 1) % LAST;
    }
}
