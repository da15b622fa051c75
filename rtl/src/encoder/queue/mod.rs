// SPDX-License-Identifier: Apache-2.0
//! The queue of rows, each the entries of a cycle.

mod column;
mod finish;

pub use column::{Column, Read, Write};

use super::has::{blocks, has, Has};
use super::records::Entry;
use crate::prim::*;

/// A first-in first-out queue of rows: the entries of a cycle, the oldest first. A row enters whole, or `Events`
/// refuses all of it. It leaves entry by entry. The way of an entry: `entry_in`, `staged` (with several blocks),
/// memories, `oldest`, `finished`, `next_out` (both where builds decide late), `entry_out`.
#[synchronous(build: Build)]
pub struct Queue<const ADDR: usize> {
    /// Forgets all entries.
    pub clear: Signal<In, Bit>,
    /// By block: whether its entry enters. All entries of a cycle are one row, for which there must be room.
    #[count(blocks(build))]
    pub in_valid: Vec<Signal<In, Bit>>,
    /// By block: the entry that enters, if `in_valid`.
    #[count(blocks(build))]
    pub entry_in: Vec<Signal<In, Entry<ADDR>>>,
    /// Rows that there is room for; 3 stands for more as well.
    pub room: Signal<Out, Bits<2>>,
    /// Rows that there is room for, however many.
    #[built((has(build).ahead || has(build).late) && has(build).stall)]
    pub spare: Optional<Signal<Out, Bits<7>>>,
    /// There is room for a restart after a loss, and nothing has entered in the cycle before.
    pub may_restart: Signal<Out, Bit>,
    /// There is no entry.
    pub empty: Signal<Out, Bit>,
    /// There is an entry to take.
    pub out_valid: Signal<Out, Bit>,
    /// The entry leaves.
    pub out_ready: Signal<In, Bit>,
    /// The oldest entry.
    pub entry_out: Signal<Out, Entry<ADDR>>,
    /// The entry of each block is staged: it came in the cycle before. Rows of several entries are written a cycle
    /// later, so that no path leads from what decides on a row to all of the memories.
    #[count(blocks(build) * has(build).many as usize)]
    is_staged: Vec<Reg<Bit>>,
    /// The entry of each block, if it is staged.
    #[count(blocks(build) * has(build).many as usize)]
    staged: Vec<Reg<Entry<ADDR>>>,
    /// A row enters: from the next cycle on it takes room.
    enters: Signal<Local, Bit>,
    /// The oldest entry, out of the memories and finished, if `has_next`.
    #[built(has(build).late)]
    next_out: Optional<Reg<Entry<ADDR>>>,
    #[built(has(build).late)]
    has_next: Optional<Reg<Bit>>,
    /// The oldest entry in the memories.
    oldest: Signal<Local, Entry<ADDR>>,
    /// The oldest entry in the memories, with HIST and U-ADDR made.
    #[built(has(build).late)]
    finished: Optional<Signal<Local, Entry<ADDR>>>,
    /// The last address sent, which U-ADDR is relative to. `clear` leaves it: a trace starts with a whole address.
    #[built(!has(build).refers)]
    reference_addr: Optional<Reg<Bits<ADDR>>>,
    main: Column<64>,
    addr: Column<ADDR>,
    #[built(has(build).makes_hist)]
    lengths: Optional<Column<15>>,
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
    /// Which places of each row have an entry.
    #[built(has(build).many)]
    #[new(LutRam::new(build.encoder.queue_depth as usize))]
    used_places: Optional<LutRam<6, 4>>,
    /// Places of the oldest row whose entry has not left.
    #[built(has(build).many)]
    left: Optional<Reg<Bits<4>>>,
    write_row: Reg<Bits<6>>,
    read_row: Reg<Bits<6>>,
    /// Rows that are free.
    #[value(build.encoder.queue_depth.to_bits())]
    free: Reg<Bits<7>>,
    /// The register of `room`: the rows that are free, at most 3.
    #[value(bits(3))]
    shown: Reg<Bits<2>>,
    /// The memories have an entry.
    holds: Reg<Bit>,
    /// There is room for a restart, and nothing entered in the cycle before.
    has_restart_room: Reg<Bit>,
    /// An entry leaves the memories.
    pops_entry: Signal<Local, Bit>,
    /// The entry that is read is the last of its row.
    is_last: Signal<Local, Bit>,
    /// The last entry of a row leaves the memories.
    pops_row: Signal<Local, Bit>,
    /// A row was popped in the cycle before: a register, so that no path leads from what makes messages into the room.
    frees_row: Reg<Bit>,
    write: Signal<Local, Write>,
    read: Signal<Local, Read>,
    #[value(build.encoder.queue_depth.to_bits())]
    depth: Constant<Bits<7>>,
    #[value((2 * build.encoder.queue_depth - 1).to_bits())]
    free_mask: Constant<Bits<7>>,
    #[value((build.encoder.queue_depth - 1).to_bits())]
    last: Constant<Bits<6>>,
    /// Free rows that are enough for a restart.
    #[value(build.encoder.restart_rows().to_bits())]
    restart_room: Constant<Bits<7>>,
    /// `restart_room` less 1, for the row whose room becomes free in this cycle.
    #[value((build.encoder.restart_rows() - 1).to_bits())]
    restart_room_less: Constant<Bits<7>>,
    #[new(has(build))]
    _has: Has,
}

#[kernel]
impl<const ADDR: usize> Queue<ADDR> {
    fn update(&mut self) {
        self.enter();
        self.keep_entries();
        self.offer();
        if self._has.late {
            self.finish();
        }
        self.leave();
        self.count();
        connect!(self: spare = free.q, room = shown.q, may_restart = has_restart_room.q);
        // `has_restart_room` is not cleared: it is found from `free` in every cycle.
        if self.clear.val() {
            self.write_row.d.next = bits::<6>(0);
            self.read_row.d.next = bits::<6>(0);
            self.left.d.next = bits::<4>(0);
            self.free.d.next = self.depth.val();
            self.shown.d.next = bits::<2>(3);
            self.holds.d.next = false;
            self.has_next.d.next = false;
            self.frees_row.d.next = false;
            for b in 0..self.is_staged.len() {
                self.is_staged[b].d.next = false;
            }
        }
    }

    /// Stages the entries that enter, and says into which row and which of its places they are written.
    fn enter(&mut self) {
        let mut enters: Bit = false;
        let mut used_places: Bits<4> = bits::<4>(0);
        for b in 0..self.in_valid.len() {
            enters |= self.in_valid[b].val();
            let is_written: Bit = if self._has.many { self.is_staged[b].q.val() } else { self.in_valid[b].val() };
            used_places = used_places | (bit_cast::<4, 1>(is_written.into()) << b.to_bits::<4>());
        }
        self.enters.next = enters;
        for b in 0..self.staged.len() {
            self.is_staged[b].d.next = self.in_valid[b].val();
            self.staged[b].d.next = self.entry_in[b].val();
        }
        self.write.next.enable = used_places.any();
        self.write.next.row = self.write_row.q.val();
        if used_places.any() {
            self.write_row.d.next = (self.write_row.q.val() + 1) & self.last.val();
        }
        connect!(used_places: write.val().{write = enable, write_address = row});
        self.used_places.write_data.next = used_places;
    }

    /// Gives the oldest entry. Builds that decide late register it, so that no path leads from a memory into messages.
    fn offer(&mut self) {
        let is_free = !self.has_next.q.val() | self.out_ready.val();
        self.pops_entry.next = self.holds.q.val() & if self._has.late { is_free } else { self.out_ready.val() };
        if is_free {
            self.has_next.d.next = self.holds.q.val();
            self.next_out.d.next = self.finished.val();
        }
        let mut is_staged: Bit = false;
        for b in 0..self.is_staged.len() {
            is_staged |= self.is_staged[b].q.val();
        }
        self.empty.next = !self.holds.q.val() & !self.has_next.q.val() & !is_staged;
        self.out_valid.next = if self._has.late { self.has_next.q.val() } else { self.holds.q.val() };
        self.entry_out.next = if self._has.late { self.next_out.q.val() } else { self.oldest.val() };
    }

    /// Says which entry is the oldest. The next row's places are read ahead, so that the choice is out of a register.
    fn leave(&mut self) {
        let left = self.left.q.val();
        let rest: Bits<4> = left & (left - 1);
        let mut is_found: Bit = false;
        self.read.next.place = bits::<2>(0);
        for b in 0..self.in_valid.len() {
            if left.get_bit(b) & !is_found {
                self.read.next.place = b.to_bits::<2>();
            }
            is_found |= left.get_bit(b);
        }
        self.is_last.next = !rest.any();
        self.pops_row.next = self.pops_entry.val() & self.is_last.val();
        self.frees_row.d.next = self.pops_row.val();
        self.read.next.row = self.read_row.q.val();
        if self.pops_entry.val() {
            self.left.d.next = if self.is_last.val() { self.used_places.read_data.val() } else { rest };
        }
        let next_row = (self.read_row.q.val() + 1) & self.last.val();
        self.used_places.read_address.next = next_row;
        if self.pops_row.val() {
            self.read_row.d.next = next_row;
        }
        let is_only = next_row == self.write_row.q.val();
        let remains = self.holds.q.val() & !(self.pops_row.val() & is_only);
        self.holds.d.next = self.write.val().enable | remains;
        if self.write.val().enable & !remains {
            self.left.d.next = self.used_places.write_data.val();
        }
    }

    /// Writes and reads the memories: each part of an entry is in one of its own.
    fn keep_entries(&mut self) {
        for i in 0..self.entry_in.len() {
            let entry: Entry<ADDR> = if self._has.many { self.staged[i].q.val() } else { self.entry_in[i].val() };
            // Kind, fixed-length fields, count and HIST fill all 64 bits: 4 + 6 + 22 + 32.
            self.main.data[i].next = entry.kind.get_bits::<64>(0)
                | (entry.fixed.get_bits::<64>(0) << bits::<6>(4))
                | (entry.count.get_bits::<64>(0) << bits::<6>(10))
                | (entry.hist.get_bits::<64>(0) << bits::<6>(32));
            self.addr.data[i].next = entry.addr;
            self.repeat.data[i].next =
                bit_cast::<19, 18>(entry.repeat_count) | (bit_cast::<19, 1>(entry.repeats.into()) << bits::<19>(18));
            self.repeat_hist.data[i].next = entry.repeat_hist;
            self.lengths.data[i].next = bit_cast::<15, 5>(entry.held)
                | (bit_cast::<15, 5>(entry.repeat_held) << bits::<4>(5))
                | (bit_cast::<15, 5>(entry.left_out) << bits::<4>(10));
            self.own.data[i].next = entry.own.get_bits::<6>(0) | (entry.privilege.get_bits::<6>(0) << bits::<3>(3));
            self.context.data[i].next = entry.context;
            self.time.data[i].next = entry.time;
        }
        connect!(main: write, read);
        connect!(addr: write, read);
        connect!(repeat: write, read);
        connect!(repeat_hist: write, read);
        connect!(lengths: write, read);
        connect!(own: write, read);
        connect!(context: write, read);
        connect!(time: write, read);
        let main = self.main.out.val();
        let own = self.own.out.val();
        let repeat = self.repeat.out.val();
        let lengths = self.lengths.out.val();
        self.oldest.next.kind = main.get_bits::<4>(0);
        self.oldest.next.fixed = main.get_bits::<6>(4);
        self.oldest.next.count = main.get_bits::<22>(10);
        self.oldest.next.hist = main.get_bits::<32>(32);
        self.oldest.next.addr = self.addr.out.val();
        self.oldest.next.repeat_count = repeat.get_bits::<18>(0);
        self.oldest.next.repeats = repeat.get_bit(18);
        self.oldest.next.repeat_hist = self.repeat_hist.out.val();
        self.oldest.next.held = lengths.get_bits::<5>(0);
        self.oldest.next.repeat_held = lengths.get_bits::<5>(5);
        self.oldest.next.left_out = lengths.get_bits::<5>(10);
        self.oldest.next.own = own.get_bits::<3>(0);
        self.oldest.next.privilege = own.get_bits::<3>(3);
        self.oldest.next.context = self.context.out.val();
        self.oldest.next.time = self.time.out.val();
    }

    /// Counts the rows that are free. Whether a row enters is known last, so both sums are made before it is known.
    fn count(&mut self) {
        let enters = self.enters.val();
        let free = self.free.q.val();
        let more = (free + 1) & self.free_mask.val();
        let less = (free - 1) & self.free_mask.val();
        let is_more = self.frees_row.q.val() & !enters;
        let is_less = enters & !self.frees_row.q.val();
        let three = bits::<7>(3);
        if is_more {
            self.free.d.next = more;
            self.shown.d.next = if more > three { bits::<2>(3) } else { more.get_bits::<2>(0) };
        } else if is_less {
            self.free.d.next = less;
            self.shown.d.next = if less > three { bits::<2>(3) } else { less.get_bits::<2>(0) };
        }
        // A row that enters makes `has_restart_room` 0 and is not subtracted: no row enters while a restart waits.
        let is_enough = free >= self.restart_room.val();
        let is_enough_freed = free >= self.restart_room_less.val();
        self.has_restart_room.d.next = !enters & if self.frees_row.q.val() { is_enough_freed } else { is_enough };
    }
}

#[cfg(test)]
mod tests;
