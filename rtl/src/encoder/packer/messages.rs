// SPDX-License-Identifier: Apache-2.0
//! The packer of a message a cycle.

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// Holds a whole message, so that its last step has a cycle of its own.
#[derive(Module)]
pub struct Messages {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets what comes; a message that is shown stays until it is taken.
    pub clear: Signal<In, Bit>,
    /// There is a whole message.
    pub whole_valid: Signal<In, Bit>,
    /// The whole message is taken.
    pub whole_ready: Signal<Out, Bit>,
    /// Its bytes, the first one lowest.
    pub whole_data: Signal<In, Bits<304>>,
    /// How many there are.
    pub whole_count: Signal<In, Bits<6>>,
    /// There is a message.
    pub message_valid: Signal<Out, Bit>,
    /// The message is taken.
    pub message_ready: Signal<In, Bit>,
    /// Its bytes.
    pub message_data: Signal<Out, Bits<304>>,
    /// How many there are.
    pub message_bytes: Signal<Out, Bits<6>>,
    valid: Reg<Bit>,
    data: Reg<Bits<304>>,
    bytes: Reg<Bits<6>>,
    take: Signal<Local, Bit>,
}

impl Messages {
    /// What holds the messages of `build`.
    pub fn new(build: &Build) -> Self {
        Messages {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            whole_valid: Default::default(),
            whole_ready: Default::default(),
            whole_data: Default::default(),
            whole_count: Default::default(),
            message_valid: Default::default(),
            message_ready: Default::default(),
            message_data: Default::default(),
            message_bytes: Default::default(),
            valid: Reg::new(build.reset),
            data: Reg::new(build.reset),
            bytes: Reg::new(build.reset),
            take: Default::default(),
        }
    }
}

impl Logic for Messages {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, valid, data, bytes);
        self.take.next = !self.valid.q.val() | self.message_ready.val();
        self.whole_ready.next = self.take.val();
        if self.take.val() {
            self.valid.d.next = self.whole_valid.val();
            self.data.d.next = self.whole_data.val();
            self.bytes.d.next = self.whole_count.val();
        }
        self.message_valid.next = self.valid.q.val();
        self.message_data.next = self.data.q.val();
        self.message_bytes.next = self.bytes.q.val();
        if self.clear.val() & self.take.val() {
            self.valid.d.next = false;
        }
    }
}
