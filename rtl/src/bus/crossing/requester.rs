// SPDX-License-Identifier: Apache-2.0
//! The bus's side of the crossing.

use super::Asks;
use crate::bus::{Asked, Served};
use crate::prim::*;

/// Sends accesses of the internal port to another clock, and brings back their answers.
#[synchronous(build: Build)]
pub struct Requester {
    /// The accesses.
    pub port: Served,
    /// The other clock's side.
    pub far: Asks,
    answered_sync: Synchronizer,
    waiting: Reg<Bit>,
    finished: Reg<Bit>,
    held: Reg<Asked>,
    held_rdata: Reg<Bits<32>>,
}

impl Logic for Requester {
    #[kernel]
    fn update(&mut self) {
        self.finished.d.next = false;
        if self.waiting.q.val() {
            if self.answered_sync.q.val() {
                self.waiting.d.next = false;
                self.finished.d.next = true;
                if !self.held.q.val().write {
                    self.held_rdata.d.next = self.far.answered_rdata.val();
                }
            }
        } else if self.port.request.val() & !self.finished.q.val() & !self.answered_sync.q.val() {
            self.waiting.d.next = true;
            self.held.d.next = self.port.access.val();
        }

        connect!(self.port: done = finished.q, rdata = held_rdata.q);
        connect!(self.far: asking = waiting.q, asked = held.q, answered = answered_sync.d);
    }
}
