// SPDX-License-Identifier: Apache-2.0
//! The message queue: whole messages in one common shape.

mod column;
mod entries;
mod spread;

pub use column::Column;
pub use entries::Queue as Entries;
pub use spread::Spread;

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
    free: Reg<Bits<7>>,
    free_or_three: Reg<Bits<2>>,
    holds: Reg<Bit>,
    leaves: Signal<Local, Bit>,
    message: Signal<Local, Bits<WIDTH>>,
    depth: Constant<Bits<7>>,
    free_mask: Constant<Bits<7>>,
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
            free: Reg::with(build.reset, u64::from(depth).to_bits()),
            free_or_three: Reg::with(build.reset, bits(3)),
            holds: Reg::new(build.reset),
            leaves: Default::default(),
            message: Default::default(),
            depth: Constant::new(u64::from(depth).to_bits()),
            free_mask: Constant::new(u64::from(2 * depth - 1).to_bits()),
            last: Constant::new(u64::from(depth - 1).to_bits()),
        }
    }
}

impl<const ADDR: usize, const WIDTH: usize> Logic for Queue<ADDR, WIDTH> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_at, read_at, free, free_or_three, holds);

        self.store.clock.next = self.clock.val();
        self.store.write.next = self.in_valid.val();
        self.store.write_address.next = self.write_at.q.val();
        self.store.write_data.next = bit_cast::<WIDTH, 3>(self.in_kind.val())
            | (bit_cast::<WIDTH, 6>(self.in_fixed.val()) << bits::<7>(3))
            | (bit_cast::<WIDTH, 22>(self.in_count.val()) << bits::<7>(9))
            | (bit_cast::<WIDTH, 32>(self.in_hist.val()) << bits::<7>(31))
            | (bit_cast::<WIDTH, ADDR>(self.in_addr.val()) << bits::<7>(63));
        self.store.read_address.next = self.read_at.q.val();
        self.message.next = self.store.read_data.val();
        self.out_kind.next = self.message.val().get_bits::<3>(0);
        self.out_fixed.next = self.message.val().get_bits::<6>(3);
        self.out_count.next = self.message.val().get_bits::<22>(9);
        self.out_hist.next = self.message.val().get_bits::<32>(31);
        self.out_addr.next = self.message.val().get_bits::<ADDR>(63);

        self.out_valid.next = self.holds.q.val();
        self.room.next = self.free_or_three.q.val();
        self.leaves.next = self.holds.q.val() & self.out_ready.val();
        if self.in_valid.val() {
            self.write_at.d.next = (self.write_at.q.val() + bits::<6>(1)) & self.last.val();
        }
        if self.leaves.val() {
            self.read_at.d.next = (self.read_at.q.val() + bits::<6>(1)) & self.last.val();
        }
        if self.in_valid.val() & !self.leaves.val() {
            self.free.d.next = (self.free.q.val() - bits::<7>(1)) & self.free_mask.val();
            if !self.free_or_three.q.val().all() | (self.free.q.val() == bits::<7>(3)) {
                self.free_or_three.d.next = self.free_or_three.q.val() - bits::<2>(1);
            }
            self.holds.d.next = true;
        } else if !self.in_valid.val() & self.leaves.val() {
            self.free.d.next = (self.free.q.val() + bits::<7>(1)) & self.free_mask.val();
            if !self.free_or_three.q.val().all() {
                self.free_or_three.d.next = self.free_or_three.q.val() + bits::<2>(1);
            }
            self.holds.d.next = self.free.q.val() != bit_cast::<7, 6>(self.last.val());
        }
        if self.clear.val() {
            self.write_at.d.next = bits::<6>(0);
            self.read_at.d.next = bits::<6>(0);
            self.free.d.next = self.depth.val();
            self.free_or_three.d.next = bits::<2>(3);
            self.holds.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{settle, Clocked};

    type Small = Queue<31, 94>;

    fn small() -> Small {
        let mut build = Build::default();
        build.encoder.queue_depth = 4;
        Small::new(&build).reset()
    }

    fn put(queue: &mut Small, n: u64) {
        queue.in_valid.next = true;
        queue.in_kind.next = (n % 8).to_bits();
        queue.in_fixed.next = (n * 3 % 64).to_bits();
        queue.in_count.next = (n * 0x1_0001 % (1 << 22)).to_bits();
        queue.in_addr.next = (n * 0x123_4567 % (1 << 31)).to_bits();
        queue.in_hist.next = (n * 0x89_ABCD % (1 << 32)).to_bits();
        settle(queue);
        queue.tick();
        queue.in_valid.next = false;
        settle(queue);
    }

    fn take(queue: &mut Small, n: u64) {
        assert!(queue.out_valid.val(), "message {n}");
        assert_eq!(queue.out_kind.val(), (n % 8).to_bits());
        assert_eq!(queue.out_fixed.val(), (n * 3 % 64).to_bits());
        assert_eq!(queue.out_count.val(), (n * 0x1_0001 % (1 << 22)).to_bits());
        assert_eq!(queue.out_addr.val(), (n * 0x123_4567 % (1 << 31)).to_bits());
        assert_eq!(queue.out_hist.val(), (n * 0x89_ABCD % (1 << 32)).to_bits());
        queue.out_ready.next = true;
        settle(queue);
        queue.tick();
        queue.out_ready.next = false;
        settle(queue);
    }

    #[test]
    fn keeps_order_and_every_field_around_the_end() {
        let mut queue = small();
        for round in 0..5 {
            for n in 0..3 {
                put(&mut queue, round * 3 + n + 1);
            }
            for n in 0..3 {
                take(&mut queue, round * 3 + n + 1);
            }
        }
        assert!(!queue.out_valid.val());
    }

    #[test]
    fn tells_its_room() {
        let mut queue = small();
        for room in [3, 3, 2, 1] {
            assert_eq!(queue.room.val(), bits(room));
            put(&mut queue, room);
        }
        assert_eq!(queue.room.val(), bits(0));
        for room in [1, 2, 3, 3] {
            queue.out_ready.next = true;
            settle(&mut queue);
            queue.tick();
            assert_eq!(queue.room.val(), bits(room));
        }
    }

    #[test]
    fn a_full_queue_takes_and_gives_in_one_cycle_when_not_full() {
        let mut queue = small();
        put(&mut queue, 1);
        put(&mut queue, 2);
        queue.out_ready.next = true;
        put(&mut queue, 3);
        queue.out_ready.next = false;
        settle(&mut queue);
        assert_eq!(queue.room.val(), bits(2));
        take(&mut queue, 2);
        take(&mut queue, 3);
    }

    #[test]
    fn clear_forgets() {
        let mut queue = small();
        put(&mut queue, 1);
        queue.clear.next = true;
        settle(&mut queue);
        queue.tick();
        assert!(!queue.out_valid.val());
        assert_eq!(queue.room.val(), bits(3));
    }
}
