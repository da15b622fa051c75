// SPDX-License-Identifier: Apache-2.0
//! Where the SRAM is written and read next: teRamWP, teWrap and teRamRP (Trace Control ch. 6).

use super::lanes;
use crate::Merge;
use tracewright_prim::*;
use tracewright_regmap::*;

/// teRamWP and teRamRP count 32-bit words from 0, where the SRAM's buffer begins: teRamBase reads 0, or is another
/// sink's. After the word at teRamLimit, or the last of the memory, each goes to 0.
///
/// One comparison with the limit serves both pointers: teRamRP is compared while the bus has the port, else teRamWP.
/// So teRamRP moves on in the cycle after that (`bus_reads`, or `stored` after a write); nothing can read it before.
#[synchronous(build: Build)]
pub struct Pointers {
    /// Returns teRamWP, teWrap and teRamRP to their reset values.
    pub clear: Signal<In, Bit>,
    /// A word of trace is written in this cycle, in which the bus does not have the port.
    pub write: Signal<In, Bit>,
    /// The bus has the memory's port in this cycle.
    pub bus_has_port: Signal<In, Bit>,
    /// All four bytes of teRamData are written in this cycle. A write of fewer does nothing.
    pub bus_stores: Signal<In, Bit>,
    /// teRamData is read in this cycle: the one after that in which the bus had the port.
    pub bus_reads: Signal<In, Bit>,
    /// teRamWP is written in this cycle.
    pub load_write: Signal<In, Bit>,
    /// teRamRP is written in this cycle.
    pub load_read: Signal<In, Bit>,
    /// The value written.
    pub bus_wdata: Signal<In, Bits<32>>,
    /// The bytes of the register that are written.
    pub bus_strobe: Signal<In, Bits<4>>,
    /// teRamWP as that write leaves it, with the bytes that are not written.
    pub bus_write_at: Signal<In, Bits<32>>,
    /// teRamLimit: byte address of the last 32 bits; the word that they are in is the last one of the buffer.
    pub te_ram_limit: Signal<In, Bits<32>>,
    /// Where this cycle writes or reads.
    pub position: Signal<Out, Bits<18>>,
    /// teRamWP wraps after the word that is written in this cycle; means nothing while the bus has the port.
    pub wraps: Signal<Out, Bit>,
    /// teRamWP: where the next word of trace goes. The bits that say which 32 bits of a word are 0.
    pub write_position: Signal<Out, Bits<18>>,
    /// teRamRP: which 32 bits teRamData shows.
    pub read_position: Signal<Out, Bits<18>>,
    /// teWrap: teRamWP has wrapped. A write to teRamWP sets or clears it, by bit 0 of what is written.
    pub te_wrap: Signal<Out, Bit>,
    write_at: Reg<Bits<18>>,
    wrapped: Reg<Bit>,
    read_at: Reg<Bits<18>>,
    /// If the bus had the port in the cycle before: teRamRP was then at the last 32 bits of the buffer.
    ends: Reg<Bit>,
    /// All of teRamData was written in the cycle before.
    stored: Reg<Bit>,
    #[new(Merge::default())]
    read_merge: Merge,
    counted_write: Signal<Local, Bits<18>>,
    loaded_write: Signal<Local, Bits<18>>,
    counted_read: Signal<Local, Bits<18>>,
    loaded_read: Signal<Local, Bits<18>>,
    #[value(size(build).to_bits())]
    size: Constant<Bits<19>>,
    #[value((size(build) - 1).to_bits())]
    last: Constant<Bits<18>>,
    /// The bits of a pointer that say which word of the memory it is; those below say which 32 bits of the word.
    #[value((size(build) - lanes(build)).to_bits())]
    aligned: Constant<Bits<18>>,
    #[value(lanes(build).to_bits())]
    step: Constant<Bits<19>>,
}

/// Words of 32 bits in the memory: a power of two.
fn size(build: &Build) -> usize {
    (build.sink.sram_bytes / 4) as usize
}

impl Logic for Pointers {
    #[kernel]
    fn update(&mut self) {
        let pointer = if self.bus_has_port.val() { self.read_at.q.val() } else { self.write_at.q.val() };
        self.position.next = pointer;
        let limit = self.te_ram_limit.val().get_bits::<18>(TE_RAM_LIMIT_TE_RAM_LIMIT);
        let at_limit = !((pointer ^ limit) & self.aligned.val()).any();
        let above = bit_cast::<19, 18>(self.write_at.q.val()) + self.step.val();
        let starts_again = at_limit | (above & self.size.val()).any();
        self.wraps.next = starts_again;

        // Whether teRamRP is at the last 32 bits of the word at the limit, if this is the bus's cycle.
        self.ends.d.next = at_limit & ((self.read_at.q.val() | self.aligned.val()) == self.last.val());
        self.stored.d.next = self.bus_stores.val();
        let step_read = self.stored.q.val() | self.bus_reads.val();

        // Each pointer is what was counted or what was written, or 0, so that a bit of it takes one lookup table.
        self.counted_write.next = bits::<18>(0);
        if !at_limit & !self.load_write.val() & !self.clear.val() {
            self.counted_write.next = above.get_bits::<18>(0) & self.aligned.val();
        }
        self.loaded_write.next = bits::<18>(0);
        if self.load_write.val() & !self.clear.val() {
            self.loaded_write.next = self.bus_write_at.val().get_bits::<18>(TE_RAM_WP_TE_RAM_WP) & self.aligned.val();
        }
        if self.write.val() | self.load_write.val() | self.clear.val() {
            self.write_at.d.next = self.counted_write.val() | self.loaded_write.val();
        }
        self.counted_read.next = bits::<18>(0);
        if !self.ends.q.val() & !self.load_read.val() & !self.clear.val() {
            self.counted_read.next = (self.read_at.q.val() + bits::<18>(1)) & self.last.val();
        }
        self.read_merge.old.next = bit_cast::<32, 18>(self.read_at.q.val()) << bits::<5>(2);
        connect!(read_merge: wdata = bus_wdata, strobe = bus_strobe);
        self.loaded_read.next = bits::<18>(0);
        if self.load_read.val() & !self.clear.val() {
            self.loaded_read.next = self.read_merge.merged.val().get_bits::<18>(TE_RAM_RP_TE_RAM_RP) & self.last.val();
        }
        if step_read | self.load_read.val() | self.clear.val() {
            self.read_at.d.next = self.counted_read.val() | self.loaded_read.val();
        }

        if self.write.val() & starts_again {
            self.wrapped.d.next = true;
        }
        if self.load_write.val() {
            self.wrapped.d.next = self.bus_write_at.val().get_bit(TE_RAM_WP_TE_WRAP);
        }
        if self.clear.val() {
            self.wrapped.d.next = false;
        }
        connect!(self: write_position = write_at.q, read_position = read_at.q, te_wrap = wrapped.q);
    }
}
