// SPDX-License-Identifier: Apache-2.0
//! The SRAM sink: a circular buffer on the chip, read through teRamData (Trace Control ch. 6).

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Packer};
use tracewright_prim::*;
use tracewright_regmap::*;

/// Writes 32-bit words to a single-port memory; where trace comes as bytes, they are gathered to words, first byte lowest.
///
/// The memory has one port: in the cycle before teRamData is read, the bus has it, and a word that is complete waits.
/// With teStopOnWrap the sink asks for tracing to stop when teWrap goes from 0 to 1; from then on it discards what still
/// arrives, so that nothing is overwritten, until teEnable is set again.
#[derive(Module)]
pub struct SramSink {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Returns every register to its reset value.
    pub clear: Signal<In, Bit>,
    /// There is a byte or a word.
    pub trace_valid: Signal<In, Bit>,
    /// It is taken.
    pub trace_ready: Signal<Out, Bit>,
    /// The byte: MDO and MSEO.
    pub byte_data: Vec<Signal<In, Bits<8>>>,
    /// The word, first byte lowest.
    pub word_data: Vec<Signal<In, Bits<32>>>,
    /// Nothing more will come: a partial word is filled with idle bytes, one a cycle, and written.
    pub flush: Vec<Signal<In, Bit>>,
    /// teStopOnWrap.
    pub stop_on_wrap: Signal<In, Bit>,
    /// teEnable.
    pub enable: Signal<In, Bit>,
    /// The buffer has filled, and tracing must stop.
    pub stop: Signal<Out, Bit>,
    /// No partial word is held.
    pub empty: Signal<Out, Bit>,
    /// Byte offset of the register.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<In, Bit>,
    /// The register will be read in the next cycle.
    pub bus_prepare: Signal<In, Bit>,
    /// The register is read in this cycle.
    pub bus_read: Signal<In, Bit>,
    /// The value written, complete.
    pub bus_merged: Signal<In, Bits<32>>,
    /// teRamData, 0 where another register is addressed; apart, because a memory answers late in the cycle.
    pub bus_memory: Signal<Out, Bits<32>>,
    /// teRamWP, in words.
    pub te_ram_wp: Signal<Out, Bits<30>>,
    /// teWrap.
    pub te_wrap: Signal<Out, Bit>,
    /// teRamRP, in words.
    pub te_ram_rp: Signal<Out, Bits<30>>,
    memory: Ram<18, 32>,
    held: Vec<Reg<Bits<24>>>,
    count: Vec<Reg<Bits<2>>>,
    write_at: Reg<Bits<18>>,
    wrapped: Reg<Bit>,
    read_at: Reg<Bits<18>>,
    stopped: Reg<Bit>,
    was_enabled: Reg<Bit>,
    byte_in: Vec<Signal<Local, Bits<8>>>,
    completes: Signal<Local, Bit>,
    waits: Signal<Local, Bit>,
    take: Signal<Local, Bit>,
    bus_has_port: Signal<Local, Bit>,
    write: Signal<Local, Bit>,
    at_last: Signal<Local, Bit>,
    word: Signal<Local, Bits<32>>,
    last: Constant<Bits<18>>,
    _bytes: usize,
    _words: usize,
}

impl SramSink {
    /// The SRAM sink of `build`.
    pub fn new(build: &Build) -> Self {
        let bytes = usize::from(build.encoder.packer == Packer::Byte);
        let words = (build.sink.sram_bytes / 4) as usize;
        SramSink {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            trace_valid: Default::default(),
            trace_ready: Default::default(),
            byte_data: vec![Default::default(); bytes],
            word_data: vec![Default::default(); 1 - bytes],
            flush: vec![Default::default(); bytes],
            stop_on_wrap: Default::default(),
            enable: Default::default(),
            stop: Default::default(),
            empty: Default::default(),
            bus_addr: Default::default(),
            bus_write: Default::default(),
            bus_prepare: Default::default(),
            bus_read: Default::default(),
            bus_merged: Default::default(),
            bus_memory: Default::default(),
            te_ram_wp: Default::default(),
            te_wrap: Default::default(),
            te_ram_rp: Default::default(),
            memory: Ram::new(words),
            held: (0..bytes).map(|_| Reg::new(build.reset)).collect(),
            count: (0..bytes).map(|_| Reg::new(build.reset)).collect(),
            write_at: Reg::new(build.reset),
            wrapped: Reg::new(build.reset),
            read_at: Reg::new(build.reset),
            stopped: Reg::new(build.reset),
            was_enabled: Reg::new(build.reset),
            byte_in: vec![Default::default(); bytes],
            completes: Default::default(),
            waits: Default::default(),
            take: Default::default(),
            bus_has_port: Default::default(),
            write: Default::default(),
            at_last: Default::default(),
            word: Default::default(),
            last: Constant::new((words - 1).to_bits()),
            _bytes: bytes,
            _words: 1 - bytes,
        }
    }
}

impl Logic for SramSink {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, write_at, wrapped, read_at, stopped, was_enabled);
        self.memory.clock.next = self.clock.val();

        // A word that comes, or the next byte of one: trace, or idle to fill the last word.
        for i in 0..self._words {
            self.waits.next = self.bus_has_port.val();
            self.take.next = self.trace_valid.val();
            self.completes.next = true;
            self.word.next = self.word_data[i].val();
            self.empty.next = true;
        }
        for i in 0..self._bytes {
            self.held[i].clock.next = self.clock.val();
            self.held[i].rst_n.next = self.rst_n.val();
            self.held[i].d.next = self.held[i].q.val();
            self.count[i].clock.next = self.clock.val();
            self.count[i].rst_n.next = self.rst_n.val();
            self.count[i].d.next = self.count[i].q.val();
            self.byte_in[i].next = bits::<8>(0xFF);
            if self.trace_valid.val() {
                self.byte_in[i].next = self.byte_data[i].val();
            }
            self.completes.next = self.count[i].q.val() == bits::<2>(3);
            self.waits.next = self.completes.val() & self.bus_has_port.val();
            self.take.next = self.trace_valid.val() | (self.flush[i].val() & self.count[i].q.val().any());
            self.word.next =
                self.held[i].q.val().get_bits::<32>(0) | (self.byte_in[i].val().get_bits::<32>(0) << bits::<32>(24));
            self.empty.next = !self.count[i].q.val().any();
            if self.take.val() & !self.waits.val() {
                self.count[i].d.next = self.count[i].q.val() + bits::<2>(1);
                self.held[i].d.next = self.word.val().get_bits::<24>(8);
            }
            if self.clear.val() {
                self.count[i].d.next = bits::<2>(0);
            }
        }
        self.trace_ready.next = !self.waits.val();

        // The memory's port.
        self.bus_has_port.next = self.bus_prepare.val() & (self.bus_addr.val() == TE_RAM_DATA.to_bits::<12>());
        self.write.next = self.take.val() & !self.waits.val() & self.completes.val() & !self.stopped.q.val();
        self.memory.write.next = self.write.val();
        self.memory.write_data.next = self.word.val();
        self.memory.address.next = self.write_at.q.val();
        if self.bus_has_port.val() {
            self.memory.address.next = self.read_at.q.val();
        }

        // Where the next word goes.
        self.at_last.next = self.write_at.q.val() == self.last.val();
        self.stop.next = self.write.val() & self.at_last.val() & self.stop_on_wrap.val() & !self.wrapped.q.val();
        if self.write.val() {
            self.write_at.d.next = (self.write_at.q.val() + bits::<18>(1)) & self.last.val();
            if self.at_last.val() {
                self.wrapped.d.next = true;
            }
        }
        if self.stop.val() {
            self.stopped.d.next = true;
        }
        self.was_enabled.d.next = self.enable.val();
        if self.enable.val() & !self.was_enabled.q.val() {
            self.stopped.d.next = false;
        }

        // Registers.
        self.te_ram_wp.next = bit_cast::<30, 18>(self.write_at.q.val());
        self.te_wrap.next = self.wrapped.q.val();
        self.te_ram_rp.next = bit_cast::<30, 18>(self.read_at.q.val());
        self.bus_memory.next = bits::<32>(0);
        if self.bus_write.val() & (self.bus_addr.val() == TE_RAM_WP.to_bits::<12>()) {
            self.write_at.d.next = self.bus_merged.val().get_bits::<18>(TE_RAM_WP_TE_RAM_WP) & self.last.val();
            self.wrapped.d.next = self.bus_merged.val().get_bit(TE_RAM_WP_TE_WRAP);
        }
        if self.bus_write.val() & (self.bus_addr.val() == TE_RAM_RP.to_bits::<12>()) {
            self.read_at.d.next = self.bus_merged.val().get_bits::<18>(TE_RAM_RP_TE_RAM_RP) & self.last.val();
        }
        if self.bus_addr.val() == TE_RAM_DATA.to_bits::<12>() {
            self.bus_memory.next = self.memory.read_data.val();
            if self.bus_read.val() {
                self.read_at.d.next = (self.read_at.q.val() + bits::<18>(1)) & self.last.val();
            }
        }

        if self.clear.val() {
            self.write_at.d.next = bits::<18>(0);
            self.wrapped.d.next = false;
            self.read_at.d.next = bits::<18>(0);
            self.stopped.d.next = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracewright_prim::bench::{settle, Clocked};

    tracewright_prim::clocked! { [] SramSink; }

    const BYTES: u32 = 256;

    fn sink() -> SramSink {
        let mut build = Build::default();
        build.sink.sram_bytes = BYTES;
        SramSink::new(&build).reset()
    }

    fn send(sink: &mut SramSink, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            sink.trace_valid.next = true;
            sink.byte_data[0].next = u64::from(byte).to_bits();
            settle(sink);
            assert!(sink.trace_ready.val());
            sink.tick();
        }
        sink.trace_valid.next = false;
        settle(sink);
    }

    fn flush(sink: &mut SramSink) {
        sink.flush[0].next = true;
        settle(sink);
        while !sink.empty.val() {
            sink.tick();
        }
        sink.flush[0].next = false;
        settle(sink);
    }

    fn write(sink: &mut SramSink, addr: usize, value: u32) {
        sink.bus_addr.next = addr.to_bits();
        sink.bus_merged.next = value.to_bits();
        sink.bus_write.next = true;
        settle(sink);
        sink.tick();
        sink.bus_write.next = false;
        settle(sink);
    }

    fn read(sink: &mut SramSink, addr: usize) -> u32 {
        sink.bus_addr.next = addr.to_bits();
        sink.bus_prepare.next = true;
        settle(sink);
        sink.tick();
        sink.bus_prepare.next = false;
        sink.bus_read.next = true;
        settle(sink);
        let value = match addr {
            TE_RAM_WP => u64::from(sink.te_wrap.val()) | sink.te_ram_wp.val().to_u64() << TE_RAM_WP_TE_RAM_WP,
            TE_RAM_RP => sink.te_ram_rp.val().to_u64() << TE_RAM_RP_TE_RAM_RP,
            _ => sink.bus_memory.val().to_u64(),
        };
        sink.tick();
        sink.bus_read.next = false;
        settle(sink);
        value as u32
    }

    #[test]
    fn first_byte_lowest_and_idle_fills_the_last_word() {
        let mut sink = sink();
        send(&mut sink, [1, 2, 3, 4, 5, 6]);
        assert!(!sink.empty.val());
        flush(&mut sink);
        assert!(sink.empty.val());
        assert_eq!(read(&mut sink, TE_RAM_WP), 8);
        assert_eq!(read(&mut sink, TE_RAM_DATA), 0x0403_0201);
        assert_eq!(read(&mut sink, TE_RAM_DATA), 0xFFFF_0605);
        assert_eq!(read(&mut sink, TE_RAM_RP), 8);
        for held in 1..4 {
            send(&mut sink, (0..held).map(|_| 0));
            flush(&mut sink);
            write(&mut sink, TE_RAM_RP, 4 + 4 * held);
            assert_eq!(read(&mut sink, TE_RAM_DATA), !0 << (8 * held));
        }
    }

    #[test]
    fn wraps_and_says_so() {
        let mut sink = sink();
        send(&mut sink, (0..BYTES + 8).map(|i| i as u8));
        assert_eq!(read(&mut sink, TE_RAM_WP), 8 | 1);
        assert_eq!(read(&mut sink, TE_RAM_DATA), 0x0302_0100);
        write(&mut sink, TE_RAM_RP, BYTES - 4);
        assert_eq!(read(&mut sink, TE_RAM_DATA), 0xFFFE_FDFC);
        assert_eq!(read(&mut sink, TE_RAM_RP), 0, "the read pointer wraps too");
        write(&mut sink, TE_RAM_WP, 0);
        assert_eq!(read(&mut sink, TE_RAM_WP), 0, "writing it clears teWrap");
    }

    #[test]
    fn all_ones_discover_the_size() {
        let mut sink = sink();
        write(&mut sink, TE_RAM_WP, !0);
        assert_eq!(read(&mut sink, TE_RAM_WP), BYTES - 4 + 1);
        write(&mut sink, TE_RAM_RP, !0);
        assert_eq!(read(&mut sink, TE_RAM_RP), BYTES - 4);
    }

    #[test]
    fn stops_on_wrap_and_overwrites_nothing() {
        let mut sink = sink();
        sink.stop_on_wrap.next = true;
        send(&mut sink, (0..BYTES - 1).map(|_| 7));
        sink.trace_valid.next = true;
        settle(&mut sink);
        assert!(sink.stop.val(), "in the cycle of the last word");
        sink.tick();
        assert!(!sink.stop.val());
        send(&mut sink, (0..13).map(|_| 9));
        flush(&mut sink);
        assert_eq!(read(&mut sink, TE_RAM_WP), 1);
        assert_eq!(read(&mut sink, TE_RAM_DATA), 0x0707_0707);
        sink.enable.next = true;
        settle(&mut sink);
        sink.tick();
        send(&mut sink, [9; 4]);
        assert_eq!(read(&mut sink, TE_RAM_WP), 5, "enabled again, it goes on");
    }

    #[test]
    fn a_complete_word_waits_while_the_bus_has_the_port() {
        let mut sink = sink();
        send(&mut sink, [1, 2, 3]);
        sink.bus_addr.next = TE_RAM_DATA.to_bits();
        sink.bus_prepare.next = true;
        sink.trace_valid.next = true;
        sink.byte_data[0].next = bits(4);
        settle(&mut sink);
        assert!(!sink.trace_ready.val());
        sink.tick();
        sink.bus_prepare.next = false;
        settle(&mut sink);
        assert!(sink.trace_ready.val());
        sink.tick();
        sink.trace_valid.next = false;
        settle(&mut sink);
        assert_eq!(read(&mut sink, TE_RAM_DATA), 0x0403_0201);
    }

    #[test]
    fn words_are_written_as_they_come() {
        let mut build = Build::default();
        build.sink.sram_bytes = BYTES;
        build.encoder.packer = Packer::Word;
        let mut sink = SramSink::new(&build).reset();
        assert!(sink.flush.is_empty(), "the packer fills the last word");
        sink.trace_valid.next = true;
        for word in [0x0403_0201, 0xFFFF_0605u32] {
            sink.word_data[0].next = u64::from(word).to_bits();
            settle(&mut sink);
            assert!(sink.trace_ready.val() && sink.empty.val());
            sink.tick();
        }
        sink.bus_addr.next = TE_RAM_DATA.to_bits();
        sink.bus_prepare.next = true;
        settle(&mut sink);
        assert!(!sink.trace_ready.val(), "the bus has the port");
        sink.tick();
        sink.bus_prepare.next = false;
        sink.trace_valid.next = false;
        settle(&mut sink);
        assert_eq!(read(&mut sink, TE_RAM_WP), 8);
        assert_eq!(read(&mut sink, TE_RAM_DATA), 0x0403_0201);
        assert_eq!(read(&mut sink, TE_RAM_DATA), 0xFFFF_0605);
    }
}
