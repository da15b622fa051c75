// SPDX-License-Identifier: Apache-2.0
//! The queue of entries.

mod column;
mod spread;

pub use column::{Column, Read, Write};
pub use spread::Spread;

use super::has::{blocks, has, Has};
use super::records::Entry;
use crate::prim::*;

/// A first-in first-out queue of entries, with a write port for each block of a cycle and one read port. It takes or
/// refuses whole entries, so nothing else ever drops a part of one.
///
/// Entries may come at any of the ports, the oldest at the first.
#[synchronous(build: Build)]
pub struct Queue<const ADDR: usize> {
    /// Forgets everything.
    pub clear: Signal<In, Bit>,
    /// An entry enters; only while there is room.
    #[count(blocks(build))]
    pub in_valid: Vec<Signal<In, Bit>>,
    /// The entry that enters.
    #[count(blocks(build))]
    pub entry_in: Vec<Signal<In, Entry<ADDR>>>,
    /// Entries that there is room for; one more than twice the ports stands for more as well.
    pub room: Signal<Out, Bits<4>>,
    /// Entries that there is room for, however many.
    #[built((has(build).ahead || has(build).late) && has(build).stall)]
    pub spare: Optional<Signal<Out, Bits<7>>>,
    /// There is room for a restart after a loss.
    pub may_restart: Signal<Out, Bit>,
    /// There is an entry.
    pub out_valid: Signal<Out, Bit>,
    /// The entry leaves.
    pub out_ready: Signal<In, Bit>,
    /// The oldest entry.
    pub entry_out: Signal<Out, Entry<ADDR>>,
    /// Something repeats in the oldest entry.
    #[built(has(build).repeat)]
    pub repeats: Optional<Signal<Out, Bit>>,
    main: Column<64>,
    addr: Column<ADDR>,
    #[built(has(build).repeat)]
    repeat: Optional<Column<19>>,
    #[built(has(build).history)]
    repeat_hist: Optional<Column<32>>,
    #[built(has(build).context)]
    own: Optional<Column<6>>,
    #[built(has(build).contexts)]
    context: Optional<Column<64>>,
    #[built(has(build).time)]
    time: Optional<Column<64>>,
    #[built(has(build).many)]
    spread: Optional<Spread>,
    #[built(!has(build).many)]
    write_at: Optional<Reg<Bits<6>>>,
    read: Reg<Read>,
    #[value(build.encoder.queue_depth.to_bits())]
    free: Reg<Bits<7>>,
    /// Room as it is shown.
    #[value((2 * blocks(build) + 1).to_bits())]
    shown: Reg<Bits<4>>,
    holds: Reg<Bit>,
    leaves: Signal<Local, Bit>,
    /// Where each bank writes.
    #[count(blocks(build))]
    write: Vec<Signal<Local, Write>>,
    #[value(build.encoder.queue_depth.to_bits())]
    depth: Constant<Bits<7>>,
    #[value((2 * build.encoder.queue_depth - 1).to_bits())]
    free_mask: Constant<Bits<7>>,
    #[value((build.encoder.queue_depth as usize / blocks(build) - 1).to_bits())]
    last: Constant<Bits<6>>,
    #[value((blocks(build) - 1).to_bits())]
    last_bank: Constant<Bits<2>>,
    #[value((2 * blocks(build) + 1).to_bits())]
    full_room: Constant<Bits<4>>,
    #[value(build.encoder.restart_entries().to_bits())]
    restart_room: Constant<Bits<7>>,
    #[new(has(build))]
    _has: Has,
}

#[kernel]
impl<const ADDR: usize> Queue<ADDR> {
    fn update(&mut self) {
        self.choose_rows();
        self.keep_entries();

        // What leaves.
        connect!(self: out_valid = holds.q, spare = free.q, room = shown.q);
        self.leaves.next = self.holds.q.val() & self.out_ready.val();
        if self.leaves.val() {
            self.read.d.next.bank = (self.read.q.val().bank + 1) & self.last_bank.val();
            if self.read.q.val().bank == self.last_bank.val() {
                self.read.d.next.row = (self.read.q.val().row + 1) & self.last.val();
            }
        }

        // How much room is left.
        self.may_restart.next = self.free.q.val() >= self.restart_room.val();
        self.count();
        if self.clear.val() {
            self.read.d.next.row = bits::<6>(0);
            self.read.d.next.bank = bits::<2>(0);
            self.free.d.next = self.depth.val();
            self.shown.d.next = self.full_room.val();
            self.holds.d.next = false;
        }
    }

    /// What enters, and where.
    fn choose_rows(&mut self) {
        connect!(spread: clear, valid = in_valid, write);
        if !self._has.many {
            connect!(write[0].next: enable = in_valid[0], row = write_at.q);
        }
        if self.in_valid[0].val() {
            self.write_at.d.next = (self.write_at.q.val() + 1) & self.last.val();
        }
        if self.clear.val() {
            self.write_at.d.next = bits::<6>(0);
        }
    }

    /// Each part of an entry is in a memory of its own.
    fn keep_entries(&mut self) {
        for i in 0..self.write.len() {
            let entry: Entry<ADDR> = self.entry_in[i].val();
            self.main.data[i].next = entry.kind.get_bits::<64>(0)
                | (entry.fixed.get_bits::<64>(0) << bits::<6>(4))
                | (entry.count.get_bits::<64>(0) << bits::<6>(10))
                | (entry.hist.get_bits::<64>(0) << bits::<6>(32));
            self.addr.data[i].next = entry.addr;
            // Whether something repeats is known where the entry leaves, without a look at how often.
            self.repeat.data[i].next = bit_cast::<19, 18>(entry.repeat_count)
                | (bit_cast::<19, 1>(entry.repeat_count.any().into()) << bits::<19>(18));
            self.repeat_hist.data[i].next = entry.repeat_hist;
            self.own.data[i].next = entry.own.get_bits::<6>(0) | (entry.privilege.get_bits::<6>(0) << bits::<3>(3));
            self.context.data[i].next = entry.context;
            self.time.data[i].next = entry.time;
        }
        connect!(main: write, read = read.q);
        connect!(addr: write, read = read.q);
        connect!(repeat: write, read = read.q);
        connect!(repeat_hist: write, read = read.q);
        connect!(own: write, read = read.q);
        connect!(context: write, read = read.q);
        connect!(time: write, read = read.q);
        let main = self.main.out.val();
        let own = self.own.out.val();
        self.entry_out.next.kind = main.get_bits::<4>(0);
        self.entry_out.next.fixed = main.get_bits::<6>(4);
        self.entry_out.next.count = main.get_bits::<22>(10);
        self.entry_out.next.hist = main.get_bits::<32>(32);
        let repeat = self.repeat.out.val();
        self.entry_out.next.repeat_count = repeat.get_bits::<18>(0);
        self.repeats.next = repeat.get_bit(18);
        self.entry_out.next.repeat_shift = bits::<5>(0);
        connect!(entry_out.next: addr = addr.out, repeat_hist = repeat_hist.out, context = context.out,
            time = time.out);
        self.entry_out.next.own = own.get_bits::<3>(0);
        self.entry_out.next.privilege = own.get_bits::<3>(3);
    }

    /// Counts the room. How many enter and whether one leaves is known last, so each sum is there before.
    fn count(&mut self) {
        let free = self.free.q.val();
        let count: Bits<3> =
            if self._has.many { self.spread.count.val() } else { bit_cast::<3, 1>(self.in_valid[0].val().into()) };
        let mut left: Bits<7> = free;
        let mut freed: Bits<7> = free + 1;
        let mut shown: Bits<4> = self.shown.q.val();
        let most = self.full_room.val();
        let wide = bit_cast::<7, 4>(most);
        let room_of_one = if free + 1 > wide { most } else { (free + 1).get_bits::<4>(0) };
        let mut shown_freed: Bits<4> = room_of_one;
        for n in 1..=self.in_valid.len() {
            let one_less = free - (n - 1).to_bits::<7>();
            let less = free - n.to_bits::<7>();
            let room_freed = if one_less > wide { most } else { one_less.get_bits::<4>(0) };
            let room_left = if less > wide { most } else { less.get_bits::<4>(0) };
            let enter = count == n.to_bits::<3>();
            if enter {
                left = less;
                freed = one_less;
                shown = room_left;
                shown_freed = room_freed;
            }
        }
        let free_after = if self.leaves.val() { freed } else { left };
        self.free.d.next = free_after & self.free_mask.val();
        let is_last = self.leaves.val() & ((free + 1) == self.depth.val());
        self.holds.d.next = count.any() | (self.holds.q.val() & !is_last);
        self.shown.d.next = if self.leaves.val() { shown_freed } else { shown };
    }
}

#[cfg(test)]
mod tests;
