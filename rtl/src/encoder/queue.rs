// SPDX-License-Identifier: Apache-2.0
//! The message queue: whole messages in one common shape.

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::Build;

/// A first-in first-out queue of messages. It takes or refuses whole messages, so nothing else ever drops a part of one.
///
/// `WIDTH` is the width of a stored message: `63 + ADDR`.
#[derive(Module)]
pub struct Queue<const ADDR: usize, const WIDTH: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// A message enters; only while there is room.
    pub in_valid: Signal<In, Bit>,
    /// Which message, in which form.
    pub in_kind: Signal<In, Bits<3>>,
    /// Its fixed-length fields.
    pub in_fixed: Signal<In, Bits<6>>,
    /// Its count.
    pub in_count: Signal<In, Bits<22>>,
    /// Its address.
    pub in_addr: Signal<In, Bits<ADDR>>,
    /// Its history.
    pub in_hist: Signal<In, Bits<32>>,
    /// Messages that there is room for; 3 stands for more as well.
    pub room: Signal<Out, Bits<2>>,
    /// There is a message.
    pub out_valid: Signal<Out, Bit>,
    /// The message leaves.
    pub out_ready: Signal<In, Bit>,
    /// Which message, in which form.
    pub out_kind: Signal<Out, Bits<3>>,
    /// Its fixed-length fields.
    pub out_fixed: Signal<Out, Bits<6>>,
    /// Its count.
    pub out_count: Signal<Out, Bits<22>>,
    /// Its address.
    pub out_addr: Signal<Out, Bits<ADDR>>,
    /// Its history.
    pub out_hist: Signal<Out, Bits<32>>,
    store: LutRam<6, WIDTH>,
    write_at: Reg<Bits<6>>,
    read_at: Reg<Bits<6>>,
    level: Reg<Bits<7>>,
    leaves: Signal<Local, Bit>,
    free: Signal<Local, Bits<7>>,
    message: Signal<Local, Bits<WIDTH>>,
    depth: Constant<Bits<7>>,
    last: Constant<Bits<6>>,
}

impl<const ADDR: usize, const WIDTH: usize> Queue<ADDR, WIDTH> {
    /// The queue of `build`.
    pub fn new(build: &Build) -> Self {
        let depth = build.encoder.queue_depth;
        Queue {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            in_valid: Default::default(),
            in_kind: Default::default(),
            in_fixed: Default::default(),
            in_count: Default::default(),
            in_addr: Default::default(),
            in_hist: Default::default(),
            room: Default::default(),
            out_valid: Default::default(),
            out_ready: Default::default(),
            out_kind: Default::default(),
            out_fixed: Default::default(),
            out_count: Default::default(),
            out_addr: Default::default(),
            out_hist: Default::default(),
            store: LutRam::new(depth as usize),
            write_at: Reg::new(build.reset),
            read_at: Reg::new(build.reset),
            level: Reg::new(build.reset),
            leaves: Default::default(),
            free: Default::default(),
            message: Default::default(),
            depth: Constant::new(u64::from(depth).to_bits()),
            last: Constant::new(u64::from(depth - 1).to_bits()),
        }
    }
}

impl<const ADDR: usize, const WIDTH: usize> Logic for Queue<ADDR, WIDTH> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_at, read_at, level);

        self.store.clock.next = self.clock.val();
        self.store.write.next = self.in_valid.val();
        self.store.write_address.next = self.write_at.q.val();
        self.store.write_data.next = bit_cast::<WIDTH, 3>(self.in_kind.val())
            | (bit_cast::<WIDTH, 6>(self.in_fixed.val()) << bits::<WIDTH>(3))
            | (bit_cast::<WIDTH, 22>(self.in_count.val()) << bits::<WIDTH>(9))
            | (bit_cast::<WIDTH, 32>(self.in_hist.val()) << bits::<WIDTH>(31))
            | (bit_cast::<WIDTH, ADDR>(self.in_addr.val()) << bits::<WIDTH>(63));
        self.store.read_address.next = self.read_at.q.val();
        self.message.next = self.store.read_data.val();
        self.out_kind.next = self.message.val().get_bits::<3>(0);
        self.out_fixed.next = self.message.val().get_bits::<6>(3);
        self.out_count.next = self.message.val().get_bits::<22>(9);
        self.out_hist.next = self.message.val().get_bits::<32>(31);
        self.out_addr.next = self.message.val().get_bits::<ADDR>(63);

        self.out_valid.next = self.level.q.val().any();
        self.leaves.next = self.level.q.val().any() & self.out_ready.val();
        if self.in_valid.val() {
            self.write_at.d.next = (self.write_at.q.val() + bits::<6>(1)) & self.last.val();
        }
        if self.leaves.val() {
            self.read_at.d.next = (self.read_at.q.val() + bits::<6>(1)) & self.last.val();
        }
        if self.in_valid.val() & !self.leaves.val() {
            self.level.d.next = self.level.q.val() + bits::<7>(1);
        } else if !self.in_valid.val() & self.leaves.val() {
            self.level.d.next = self.level.q.val() - bits::<7>(1);
        }
        if self.clear.val() {
            self.write_at.d.next = bits::<6>(0);
            self.read_at.d.next = bits::<6>(0);
            self.level.d.next = bits::<7>(0);
        }

        self.free.next = self.depth.val() - self.level.q.val();
        self.room.next = self.free.val().get_bits::<2>(0);
        if (self.free.val() >> bits::<7>(2)).any() {
            self.room.next = bits::<2>(3);
        }
    }
}
