// SPDX-License-Identifier: Apache-2.0
//! The return stack (N-Trace 9.2): return addresses, in modes 2 and 3. Mode 1 has only the count of step/returns.rs.

use super::predictor::Move;
use crate::encoder::has::blocks;
use crate::prim::*;

/// Keeps return addresses, valid or not: a circular buffer of as many banks as a cycle has blocks, since each can push.
/// `tw_step` counts the valid ones, 0 to `return_stack_depth`, from 0 on after a message that synchronises.
/// Neighbours are in different banks. The blocks of a cycle write near one another: each bank once at most, but for
/// those that write over what another one of the cycle has written.
#[synchronous(build: Build)]
pub struct ReturnStack<const ADDR: usize> {
    /// What each block of the cycle does to the stack.
    #[count(blocks(build))]
    pub moved: Vec<Signal<In, Move<ADDR>>>,
    /// By block: the newest entry before it, unless another block of the cycle has written that.
    #[count(blocks(build))]
    pub newest: Vec<Signal<Out, Bits<ADDR>>>,
    /// The place above the newest entry, in the buffer. When it comes round again, a push writes over the oldest.
    top: Reg<Bits<6>>,
    #[count(blocks(build))]
    #[new(LutRam::new((build.encoder.return_stack_depth.next_power_of_two() as usize / blocks(build)).max(2)))]
    bank: Vec<LutRam<5, ADDR>>,
    /// Where the newest entries are.
    #[count(blocks(build))]
    place: Vec<Signal<Local, Bits<6>>>,
    /// Where each block writes.
    #[count(blocks(build))]
    write_place: Vec<Signal<Local, Bits<6>>>,
}

#[kernel]
impl<const ADDR: usize> ReturnStack<ADDR> {
    fn update(&mut self) {
        // What the blocks do counts places from below the top, as many as a cycle has blocks, so none is negative.
        let last: Move<ADDR> = self.moved[self.moved.len() - 1].val();
        self.top.d.next = (self.top.q.val() + bit_cast::<6, 4>(last.top_after)) - self.bank.len().to_bits::<6>();
        for d in 0..self.place.len() {
            self.place[d].next = self.top.q.val() - 1 - d.to_bits::<6>();
            self.write_place[d].next =
                (self.top.q.val() + bit_cast::<6, 4>(self.moved[d].val().written_at)) - self.bank.len().to_bits::<6>();
        }
        for b in 0..self.bank.len() {
            self.read(b);
            self.write(b);
        }
        for i in 0..self.newest.len() {
            self.newest[i].next = self.bank[0].read_data.val();
            let place = self.top.q.val() + bit_cast::<6, 4>(self.moved[i].val().newest);
            for b in 1..self.bank.len() {
                if (place & (self.bank.len() - 1).to_bits::<6>()) == b.to_bits::<6>() {
                    self.newest[i].next = self.bank[b].read_data.val();
                }
            }
        }
    }

    /// Reads the one of the newest entries that is in bank `b`: they are as many as banks, one in each.
    fn read(&mut self, b: usize) {
        self.bank[b].read_address.next = bits::<5>(0);
        for d in 0..self.place.len() {
            if (self.place[d].val() & (self.bank.len() - 1).to_bits::<6>()) == b.to_bits::<6>() {
                self.bank[b].read_address.next =
                    (self.place[d].val() >> self.bank.len().ilog2().to_bits::<6>()).get_bits::<5>(0);
            }
        }
    }

    /// Writes what the blocks push into a bank.
    fn write(&mut self, b: usize) {
        self.bank[b].write.next = false;
        self.bank[b].write_address.next = bits::<5>(0);
        self.bank[b].write_data.next = bits::<ADDR>(0);
        for i in 0..self.moved.len() {
            let moved: Move<ADDR> = self.moved[i].val();
            if (self.write_place[i].val() & (self.bank.len() - 1).to_bits::<6>()) == b.to_bits::<6>() {
                if moved.calls {
                    self.bank[b].write.next = true;
                }
                // With one block there is nothing to choose: `write` alone counts.
                if moved.calls | (self.bank.len() == 1) {
                    self.bank[b].write_address.next =
                        (self.write_place[i].val() >> self.bank.len().ilog2().to_bits::<6>()).get_bits::<5>(0);
                    self.bank[b].write_data.next = moved.return_addr;
                }
            }
        }
    }
}
