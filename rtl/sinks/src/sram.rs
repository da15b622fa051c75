// SPDX-License-Identifier: Apache-2.0
//! The SRAM sink: a circular buffer on the chip, read through teRamData (Trace Control 4.5.1, Trace Control ch. 6).

mod pointers;
mod scrub;

use crate::{Gather, GatherPlan, Unit};
use pointers::Pointers;
use scrub::SramScrub;
use tracewright_prim::*;
use tracewright_regmap::*;

/// Lanes of 32 bits in a word.
fn lanes(build: &Build) -> usize {
    (build.sink.sram_width / 32) as usize
}

/// Bits of the index of a word.
fn row_bits(build: &Build) -> u32 {
    (8 * build.sink.sram_bytes / build.sink.sram_width).max(2).ilog2()
}

/// An SRAM outside.
#[bundle(build: Build)]
pub struct SramPort {
    /// SRAM: it is used in this cycle.
    pub enable: Signal<Out, Bit>,
    /// SRAM: the 32-bit lanes that are written; none for a read.
    #[width(build.sink.sram_width / 32)]
    pub write: Narrow<Out, 4>,
    /// SRAM: index of the word.
    #[width(row_bits(build))]
    pub address: Narrow<Out, 18>,
    /// SRAM: the word to write.
    #[width(build.sink.sram_width)]
    pub write_data: Narrow<Out, 128>,
    /// SRAM: the word read in the last cycle that read.
    #[width(build.sink.sram_width)]
    pub read_data: Narrow<In, 128>,
}

/// Writes words of trace to a single-port memory, in lanes of 32 bits; teRamWP and teRamRP count 32-bit words.
///
/// An access is recognised by its address a cycle ahead. In its cycle *act* (the next one shows what is read) an access
/// to teRamData has the port, and a complete word waits. After the word at teRamLimit teRamWP goes on at 0, where the
/// buffer begins, and trace overwrites the oldest; teRamRP likewise (`Pointers`, `tw_pointers`). With teStopOnWrap
/// tracing stops when teRamWP wraps: what still arrives is discarded, not written, until teEnable is set again.
#[synchronous(build: Build)]
pub struct SramSink<const IN: usize> {
    /// The component's Active bit is 0: pointers and teWrap get their reset values, and what is gathered is dropped.
    pub clear: Signal<In, Bit>,
    /// The registers are locked: the memory is overwritten with 0. Until it is, trace waits, and teRamData reads 0.
    #[built(build.scrubbed_words() > 0)]
    pub locked: Optional<Signal<In, Bit>>,
    /// Trace. A unit may have idle bytes: they are stored like others.
    pub unit: Unit<IN>,
    /// teEnable is 0 and nothing more will come: a partial word is filled with idle bytes, a unit a cycle, and written.
    pub flush: Signal<In, Bit>,
    /// The component's StopOnWrap bit.
    pub stop_on_wrap: Signal<In, Bit>,
    /// The component's Enable bit.
    pub enable: Signal<In, Bit>,
    /// With StopOnWrap: the word after which teRamWP wraps is written in this cycle. From the next cycle on the
    /// component's Enable bit is 0, and an encoder's teInstTracing.
    pub stop: Signal<Out, Bit>,
    /// No partial word is held: one of the things that teEmpty waits for.
    pub empty: Signal<Out, Bit>,
    /// Byte offset of the register; it is there a cycle before the access acts.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<In, Bit>,
    /// The register will be read in the next cycle.
    pub bus_prepare: Signal<In, Bit>,
    /// The register is read in this cycle.
    pub bus_read: Signal<In, Bit>,
    /// The value written.
    pub bus_wdata: Signal<In, Bits<32>>,
    /// The bytes of the register that are written: teRamData takes four or none.
    pub bus_strobe: Signal<In, Bits<4>>,
    /// What a write to teRamWP makes of the register: the pointer, and teWrap in bit 0.
    pub bus_write_at: Signal<In, Bits<32>>,
    /// teRamData is addressed: the bus reads `bus_memory`.
    pub bus_at_memory: Signal<Out, Bit>,
    /// The value of teRamData; apart from other registers, because a memory answers late in the cycle.
    pub bus_memory: Signal<Out, Bits<32>>,
    /// teRamLimit: byte address of the last word; bits that the memory's addresses do not have mean nothing.
    pub te_ram_limit: Signal<In, Bits<32>>,
    /// teRamWP, in 32-bit words.
    pub te_ram_wp: Signal<Out, Bits<30>>,
    /// teWrap: teRamWP has wrapped since it was last written.
    pub te_wrap: Signal<Out, Bit>,
    /// teRamRP, in 32-bit words.
    pub te_ram_rp: Signal<Out, Bits<30>>,
    /// Memory outside.
    #[built(build.sink.sram_macro)]
    pub sram: Optional<SramPort>,
    #[new(Gather::new(&GatherPlan { reset: build.reset, word_bytes: 4 * lanes(build), counts: false }))]
    gather: Gather<IN>,
    #[count(if build.sink.sram_macro { 0 } else { lanes(build) })]
    #[new(Ram::new((build.sink.sram_bytes / 4) as usize / lanes(build)))]
    memory: Vec<Ram<18, 32>>,
    pointers: Pointers,
    #[built(build.scrubbed_words() > 0)]
    scrub: Optional<SramScrub>,
    /// The buffer has filled with teStopOnWrap set: words that come are discarded.
    stopped: Reg<Bit>,
    was_enabled: Reg<Bit>,
    at_data: Reg<Bit>,
    at_write: Reg<Bit>,
    at_read: Reg<Bit>,
    address: Signal<Local, Bits<18>>,
    write_lanes: Signal<Local, Bits<4>>,
    #[count(lanes(build))]
    read_data: Vec<Signal<Local, Bits<32>>>,
    #[value((lanes(build) - 1).to_bits())]
    last_lane: Constant<Bits<18>>,
    #[value(((1_usize << lanes(build)) - 1).to_bits())]
    all_lanes: Constant<Bits<4>>,
    #[value((lanes(build).ilog2() as usize).to_bits())]
    lane_bits: Constant<Bits<18>>,
}

impl<const IN: usize> Logic for SramSink<IN> {
    #[kernel]
    fn update(&mut self) {
        // Words are gathered of bytes, which have MSEO in bits 1 and 0, the first one lowest (Trace Control ch. 6).
        connect!(gather: clear, unit, flush, empty);

        // Which register is accessed, found a cycle ahead.
        self.at_data.d.next = self.bus_addr.val() == TE_RAM_DATA.to_bits::<12>();
        self.at_write.d.next = self.bus_addr.val() == TE_RAM_WP.to_bits::<12>();
        self.at_read.d.next = self.bus_addr.val() == TE_RAM_RP.to_bits::<12>();
        let bus_stores = self.bus_write.val() & self.at_data.q.val() & self.bus_strobe.val().all();
        let bus_has_port = (self.bus_prepare.val() | self.bus_write.val()) & self.at_data.q.val();
        self.gather.word_ready.next = !bus_has_port & !self.scrub.active.val();
        let write = self.gather.word_valid.val() & !bus_has_port & !self.scrub.active.val() & !self.stopped.q.val();
        let lane = (self.pointers.read_position.val() & self.last_lane.val()).get_bits::<2>(0);
        self.write_lanes.next = bits::<4>(0);
        if write {
            self.write_lanes.next = self.all_lanes.val();
        }
        if bus_stores {
            self.write_lanes.next = bits::<4>(1) << lane;
        }
        self.address.next = self.pointers.position.val() >> self.lane_bits.val();
        self.scrub.locked.next = self.locked.val();
        if self.scrub.active.val() {
            self.write_lanes.next = self.all_lanes.val();
            self.address.next = self.scrub.address.val();
        }
        let mut word: Bits<128> = 0.into();
        for i in 0..self.read_data.len() {
            let gathered = self.gather.word_data[i * 4].val().get_bits::<32>(0)
                | (self.gather.word_data[i * 4 + 1].val().get_bits::<32>(0) << bits::<5>(8))
                | (self.gather.word_data[i * 4 + 2].val().get_bits::<32>(0) << bits::<5>(16))
                | (self.gather.word_data[i * 4 + 3].val().get_bits::<32>(0) << bits::<5>(24));
            let stored = if bus_stores { self.bus_wdata.val() } else { gathered };
            let write_data = if self.scrub.active.val() { bits::<32>(0) } else { stored };
            word = word | (write_data.get_bits::<128>(0) << (i * 32).to_bits::<7>());
            if self.sram.is_built() {
                self.read_data[i].next = self.sram.read_data.val().get_bits::<32>(i * 32);
            } else {
                self.memory[i].write.next = self.write_lanes.val().get_bit(i);
                connect!(memory[i]: address, read_data[i]);
                self.memory[i].write_data.next = write_data;
            }
        }
        self.sram.enable.next = write | bus_has_port | self.scrub.active.val();
        connect!(self.sram: write = write_lanes, address);
        self.sram.write_data.next = word;

        // The pointers say where a word goes, and when the buffer is full. Each access to teRamData moves teRamRP on.
        connect!(pointers: clear, bus_wdata, bus_strobe, bus_write_at, te_ram_limit);
        self.pointers.write.next = write;
        self.pointers.bus_has_port.next = bus_has_port;
        self.pointers.bus_stores.next = bus_stores;
        self.pointers.bus_reads.next = self.bus_read.val() & self.at_data.q.val();
        self.pointers.load_write.next = self.bus_write.val() & self.at_write.q.val();
        self.pointers.load_read.next = self.bus_write.val() & self.at_read.q.val();
        self.stop.next = write & self.pointers.wraps.val() & self.stop_on_wrap.val();
        if self.stop.val() {
            self.stopped.d.next = true;
        }
        self.was_enabled.d.next = self.enable.val();
        if (self.enable.val() & !self.was_enabled.q.val()) | self.clear.val() {
            self.stopped.d.next = false;
        }

        // Registers.
        self.te_ram_wp.next = bit_cast::<30, 18>(self.pointers.write_position.val());
        connect!(self: bus_memory = read_data[0], pointers.te_wrap, bus_at_memory = at_data.q);
        self.te_ram_rp.next = bit_cast::<30, 18>(self.pointers.read_position.val());
        for i in 0..self.read_data.len() {
            if lane == i.to_bits::<2>() {
                self.bus_memory.next = self.read_data[i].val();
            }
        }
        if self.scrub.blank.val() {
            self.bus_memory.next = bits::<32>(0);
        }
    }
}

#[cfg(test)]
mod tests;
