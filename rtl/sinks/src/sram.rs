// SPDX-License-Identifier: Apache-2.0
//! The SRAM sink: a circular buffer on the chip, read through teRamData (Trace Control 4.5.1 and ch. 6).

mod pointers;
mod scrub;

use crate::Gather;
use pointers::Pointers;
use rust_hdl_core::prelude::*;
use scrub::SramScrub;
use tracewright_config::Build;
use tracewright_prim::{clock, dff_setup, Module, Ram, Reg};
use tracewright_regmap::*;

/// Writes words to a single-port memory, in lanes of 32 bits; pointers count 32-bit words.
///
/// An access is recognised by its address a cycle ahead. The memory has one port: in the *act* cycle of an access to teRamData the bus has it, and a word that is complete waits.
/// With teStopOnWrap the sink asks for tracing to stop when teRamWP wraps; from then on it discards what still
/// arrives, so that nothing is overwritten, until teEnable is set again.
#[derive(Module)]
pub struct SramSink<const IN: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Returns every register to its reset value.
    pub clear: Signal<In, Bit>,
    /// The registers are locked: the memory is overwritten with 0, and trace and the bus wait for that.
    pub locked: Vec<Signal<In, Bit>>,
    /// There is a unit.
    pub unit_valid: Signal<In, Bit>,
    /// It is taken.
    pub unit_ready: Signal<Out, Bit>,
    /// Its bytes, MDO and MSEO, the first one lowest; idle above those of trace.
    pub unit_data: Signal<In, Bits<IN>>,
    /// How many of its bytes are trace; memory holds the idle ones, too.
    pub unit_bytes: Vec<Signal<In, Bits<4>>>,
    /// Nothing more will come: a partial word is filled with idle bytes, a unit a cycle, and written.
    pub flush: Signal<In, Bit>,
    /// teStopOnWrap.
    pub stop_on_wrap: Signal<In, Bit>,
    /// teEnable.
    pub enable: Signal<In, Bit>,
    /// The buffer has filled, and tracing must stop.
    pub stop: Signal<Out, Bit>,
    /// No partial word is held.
    pub empty: Signal<Out, Bit>,
    /// Byte offset of the register, from the cycle before an access's first one here on.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<In, Bit>,
    /// The register will be read in the next cycle.
    pub bus_prepare: Signal<In, Bit>,
    /// The register is read in this cycle.
    pub bus_read: Signal<In, Bit>,
    /// The value written.
    pub bus_wdata: Signal<In, Bits<32>>,
    /// The bytes of it that are written: teRamData takes four or none.
    pub bus_strobe: Signal<In, Bits<4>>,
    /// What a write to teRamWP makes of the register that it reads as, which may be that of another sink.
    pub bus_write_at: Signal<In, Bits<32>>,
    /// teRamData is addressed.
    pub bus_at_memory: Signal<Out, Bit>,
    /// Its value; apart from other registers, because a memory answers late in the cycle.
    pub bus_memory: Signal<Out, Bits<32>>,
    /// teRamLimit: byte address of the last word; bits that the memory's addresses do not have mean nothing.
    pub te_ram_limit: Signal<In, Bits<32>>,
    /// teRamWP, in 32-bit words.
    pub te_ram_wp: Signal<Out, Bits<30>>,
    /// teWrap.
    pub te_wrap: Signal<Out, Bit>,
    /// teRamRP, in 32-bit words.
    pub te_ram_rp: Signal<Out, Bits<30>>,
    /// Memory outside: writes or reads in this cycle.
    pub sram_enable: Vec<Signal<Out, Bit>>,
    /// Memory outside: lanes of 32 bits that are written; it reads if there is none.
    pub sram_write: Vec<Signal<Out, Bits<4>>>,
    /// Memory outside: index of the word.
    pub sram_address: Vec<Signal<Out, Bits<18>>>,
    /// Memory outside: what is written, 32 bits of each lane.
    pub sram_write_data: Vec<Signal<Out, Bits<32>>>,
    /// Memory outside: the word read in the last cycle that read, 32 bits of each lane.
    pub sram_read_data: Vec<Signal<In, Bits<32>>>,
    gather: Gather<IN>,
    memory: Vec<Ram<18, 32>>,
    pointers: Pointers,
    scrub: Vec<SramScrub>,
    stopped: Reg<Bit>,
    was_enabled: Reg<Bit>,
    at_data: Reg<Bit>,
    at_write: Reg<Bit>,
    at_read: Reg<Bit>,
    bus_stores: Signal<Local, Bit>,
    bus_has_port: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    scrubs: Signal<Local, Bit>,
    address: Signal<Local, Bits<18>>,
    lane: Signal<Local, Bits<2>>,
    write_lanes: Signal<Local, Bits<4>>,
    write_data: Vec<Signal<Local, Bits<32>>>,
    read_data: Vec<Signal<Local, Bits<32>>>,
    last_lane: Constant<Bits<18>>,
    all_lanes: Constant<Bits<4>>,
    lane_bits: Constant<Bits<18>>,
    _lanes: usize,
    _inside: usize,
    _outside: usize,
    _bytes: usize,
    _scrub: usize,
}

impl<const IN: usize> SramSink<IN> {
    /// The SRAM sink of `build`, whose packer is `IN` bits wide.
    pub fn new(build: &Build) -> Self {
        let lanes = (build.sink.sram_width / 32) as usize;
        let size = (build.sink.sram_bytes / 4) as usize;
        let macros = usize::from(build.sink.sram_macro);
        let (inside, outside) = (lanes * (1 - macros), lanes * macros);
        let bytes = usize::from(IN > 8);
        let scrub = usize::from(build.scrubbed_words() > 0);
        SramSink {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            locked: vec![Default::default(); scrub],
            unit_valid: Default::default(),
            unit_ready: Default::default(),
            unit_data: Default::default(),
            unit_bytes: vec![Default::default(); bytes],
            flush: Default::default(),
            stop_on_wrap: Default::default(),
            enable: Default::default(),
            stop: Default::default(),
            empty: Default::default(),
            bus_addr: Default::default(),
            bus_write: Default::default(),
            bus_prepare: Default::default(),
            bus_read: Default::default(),
            bus_wdata: Default::default(),
            bus_strobe: Default::default(),
            bus_write_at: Default::default(),
            bus_at_memory: Default::default(),
            bus_memory: Default::default(),
            te_ram_limit: Default::default(),
            te_ram_wp: Default::default(),
            te_wrap: Default::default(),
            te_ram_rp: Default::default(),
            sram_enable: vec![Default::default(); macros],
            sram_write: vec![Default::default(); macros],
            sram_address: vec![Default::default(); macros],
            sram_write_data: vec![Default::default(); outside],
            sram_read_data: vec![Default::default(); outside],
            gather: Gather::new(build.reset, IN / 8, 4 * lanes),
            memory: vec![Ram::new(size / lanes); inside],
            pointers: Pointers::new(build),
            scrub: (0..scrub).map(|_| SramScrub::new(build)).collect(),
            stopped: Reg::new(build.reset),
            was_enabled: Reg::new(build.reset),
            at_data: Reg::new(build.reset),
            at_write: Reg::new(build.reset),
            at_read: Reg::new(build.reset),
            bus_stores: Default::default(),
            bus_has_port: Default::default(),
            write: Default::default(),
            scrubs: Default::default(),
            address: Default::default(),
            lane: Default::default(),
            write_lanes: Default::default(),
            write_data: vec![Default::default(); lanes],
            read_data: vec![Default::default(); lanes],
            last_lane: Constant::new((lanes - 1).to_bits()),
            all_lanes: Constant::new(((1_usize << lanes) - 1).to_bits()),
            lane_bits: Constant::new((lanes.ilog2() as usize).to_bits()),
            _lanes: lanes,
            _inside: inside,
            _outside: macros,
            _bytes: bytes,
            _scrub: scrub,
        }
    }
}

impl<const IN: usize> Logic for SramSink<IN> {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, stopped, was_enabled, at_data, at_write, at_read);
        clock!(self, clock, gather, pointers);

        // Words.
        self.gather.clear.next = self.clear.val();
        self.gather.unit_valid.next = self.unit_valid.val();
        self.gather.unit_data.next = self.unit_data.val();
        for i in 0..self._bytes {
            self.gather.unit_bytes[i].next = self.unit_bytes[i].val();
        }
        self.gather.flush.next = self.flush.val();
        self.gather.word_ready.next = !self.bus_has_port.val() & !self.scrubs.val();
        self.unit_ready.next = self.gather.unit_ready.val();
        self.empty.next = self.gather.empty.val();

        // The memory's port.
        self.at_data.d.next = self.bus_addr.val() == TE_RAM_DATA.to_bits::<12>();
        self.at_write.d.next = self.bus_addr.val() == TE_RAM_WP.to_bits::<12>();
        self.at_read.d.next = self.bus_addr.val() == TE_RAM_RP.to_bits::<12>();
        self.bus_stores.next = self.bus_write.val() & self.at_data.q.val() & self.bus_strobe.val().all();
        self.bus_has_port.next = (self.bus_prepare.val() & self.at_data.q.val()) | self.bus_stores.val();
        self.write.next =
            self.gather.word_valid.val() & !self.bus_has_port.val() & !self.scrubs.val() & !self.stopped.q.val();
        self.lane.next = (self.pointers.read_position.val() & self.last_lane.val()).get_bits::<2>(0);
        self.write_lanes.next = bits::<4>(0);
        if self.write.val() {
            self.write_lanes.next = self.all_lanes.val();
        }
        if self.bus_stores.val() {
            self.write_lanes.next = bits::<4>(1) << self.lane.val();
        }
        self.address.next = self.pointers.position.val() >> self.lane_bits.val();
        self.scrubs.next = false;
        for i in 0..self._scrub {
            self.scrub[i].clock.next = self.clock.val();
            self.scrub[i].rst_n.next = self.rst_n.val();
            self.scrub[i].locked.next = self.locked[i].val();
            self.scrubs.next = self.scrub[i].active.val();
            if self.scrub[i].active.val() {
                self.write_lanes.next = self.all_lanes.val();
                self.address.next = self.scrub[i].address.val();
            }
        }
        for i in 0..self._lanes {
            self.write_data[i].next = self.gather.word_data[i * 4].val().get_bits::<32>(0)
                | (self.gather.word_data[i * 4 + 1].val().get_bits::<32>(0) << bits::<5>(8))
                | (self.gather.word_data[i * 4 + 2].val().get_bits::<32>(0) << bits::<5>(16))
                | (self.gather.word_data[i * 4 + 3].val().get_bits::<32>(0) << bits::<5>(24));
            if self.bus_stores.val() {
                self.write_data[i].next = self.bus_wdata.val();
            }
            if self.scrubs.val() {
                self.write_data[i].next = bits::<32>(0);
            }
        }
        for i in 0..self._inside {
            self.memory[i].clock.next = self.clock.val();
            self.memory[i].write.next = self.write_lanes.val().get_bit(i);
            self.memory[i].address.next = self.address.val();
            self.memory[i].write_data.next = self.write_data[i].val();
            self.read_data[i].next = self.memory[i].read_data.val();
        }
        for m in 0..self._outside {
            self.sram_enable[m].next = self.write.val() | self.bus_has_port.val() | self.scrubs.val();
            self.sram_write[m].next = self.write_lanes.val();
            self.sram_address[m].next = self.address.val();
            for i in 0..self._lanes {
                self.sram_write_data[i].next = self.write_data[i].val();
                self.read_data[i].next = self.sram_read_data[i].val();
            }
        }

        // Where it goes, and where that ends.
        self.pointers.clear.next = self.clear.val();
        self.pointers.write.next = self.write.val();
        self.pointers.bus_has_port.next = self.bus_has_port.val();
        self.pointers.bus_stores.next = self.bus_stores.val();
        self.pointers.bus_reads.next = self.bus_read.val() & self.at_data.q.val();
        self.pointers.load_write.next = self.bus_write.val() & self.at_write.q.val();
        self.pointers.load_read.next = self.bus_write.val() & self.at_read.q.val();
        self.pointers.bus_wdata.next = self.bus_wdata.val();
        self.pointers.bus_strobe.next = self.bus_strobe.val();
        self.pointers.bus_write_at.next = self.bus_write_at.val();
        self.pointers.te_ram_limit.next = self.te_ram_limit.val();
        self.stop.next = self.write.val() & self.pointers.wraps.val() & self.stop_on_wrap.val();
        if self.stop.val() {
            self.stopped.d.next = true;
        }
        self.was_enabled.d.next = self.enable.val();
        if (self.enable.val() & !self.was_enabled.q.val()) | self.clear.val() {
            self.stopped.d.next = false;
        }

        // Registers.
        self.te_ram_wp.next = bit_cast::<30, 18>(self.pointers.write_position.val());
        self.te_wrap.next = self.pointers.te_wrap.val();
        self.te_ram_rp.next = bit_cast::<30, 18>(self.pointers.read_position.val());
        self.bus_at_memory.next = self.at_data.q.val();
        self.bus_memory.next = self.read_data[0].val();
        for i in 0..self._lanes {
            if self.lane.val() == i.to_bits::<2>() {
                self.bus_memory.next = self.read_data[i].val();
            }
        }
        for i in 0..self._scrub {
            if self.scrub[i].blank.val() {
                self.bus_memory.next = bits::<32>(0);
            }
        }
    }
}

#[cfg(test)]
mod tests;
