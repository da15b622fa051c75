// SPDX-License-Identifier: Apache-2.0
//! The encoder's side of the crossing.

use super::Answers;
use crate::bus::{Asked, Asking};
use crate::prim::*;

/// Where an access is. `Taken` and `Doubted` wait until a fall of `asking` would be seen in `Checked`.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum CrossingState {
    Idle,
    Taken,
    Doubted,
    Checked,
    Access,
}

/// Makes accesses on the internal port that another clock asks for.
///
/// What the access asks for counts only if `asking` is still high three cycles after it was taken: then its registers
/// were not reset before they were read.
#[synchronous(build: Build)]
pub struct Responder {
    /// The other clock's side.
    pub far: Answers,
    /// The accesses.
    pub port: Asking,
    asking_sync: Synchronizer,
    step: Reg<CrossingState>,
    made: Reg<Bit>,
    made_rdata: Reg<Bits<32>>,
    taken: Reg<Asked>,
}

impl Logic for Responder {
    #[kernel]
    fn update(&mut self) {
        match self.step.q.val() {
            CrossingState::Idle => {
                if self.asking_sync.q.val() & !self.made.q.val() {
                    self.taken.d.next = self.far.asked.val();
                    self.step.d.next = CrossingState::Taken;
                }
            }
            CrossingState::Taken => self.step.d.next = CrossingState::Doubted,
            CrossingState::Doubted => self.step.d.next = CrossingState::Checked,
            CrossingState::Checked => {
                self.step.d.next = CrossingState::Idle;
                if self.asking_sync.q.val() {
                    self.step.d.next = CrossingState::Access;
                }
            }
            CrossingState::Access => {
                if self.port.done.val() {
                    self.made.d.next = true;
                    self.made_rdata.d.next = self.port.rdata.val();
                    self.step.d.next = CrossingState::Idle;
                }
            }
        }
        if !self.asking_sync.q.val() {
            self.made.d.next = false;
        }

        self.port.request.next = self.step.q.val() == CrossingState::Access;
        self.port.access.next = self.taken.q.val();
        connect!(self.far: asking = asking_sync.d, answered = made.q, answered_rdata = made_rdata.q);
    }
}
