// SPDX-License-Identifier: Apache-2.0
//! What chapter 6 and docs/sinks.md say of the system-memory sink, case by case, in rust-hdl's simulator.

use rust_hdl_core::prelude::*;
use tracewright_config::{Build, Sink, SinkKind};
use tracewright_peers::buses::{AxiMemory, AxiOut, Pace, Response, Settings};
use tracewright_prim::bench::settle;
use tracewright_regmap::{TE_RAM_BASE, TE_RAM_LIMIT, TE_RAM_WP};
use tracewright_sinks::SbaSink;

const BASE: u64 = 0x5_8000_0000;

/// A sink of four-word bursts that is given bytes, and a fast memory.
struct Bench {
    sink: SbaSink<8>,
    memory: AxiMemory,
    stops: u32,
    errors: Vec<u64>,
}

impl Bench {
    /// With a buffer from `BASE` + `base` to `BASE` + `limit`, where teRamWP is at its begin.
    fn new(base: u32, limit: u32) -> Bench {
        Bench::of_bursts(4, base, limit)
    }

    /// Likewise, with bursts of so many words.
    fn of_bursts(sba_burst: u32, base: u32, limit: u32) -> Bench {
        Bench::of_words(32, sba_burst, base, limit)
    }

    /// Likewise, of words of so many bits.
    fn of_words(sba_width: u32, sba_burst: u32, base: u32, limit: u32) -> Bench {
        let mut bench = Bench::unprogrammed(sba_width, sba_burst, base, limit);
        bench.write(TE_RAM_BASE, 0);
        bench.write(TE_RAM_LIMIT, 0);
        bench.point(BASE as u32 + base);
        bench
    }

    /// Likewise, with the values of teRamBase and teRamLimit there, but not written.
    fn unprogrammed(sba_width: u32, sba_burst: u32, base: u32, limit: u32) -> Bench {
        let sink = Sink { kind: SinkKind::Sba.into(), sba_width, sba_burst, sba_address: 64, ..Sink::default() };
        let mut sink = SbaSink::<8>::new(&Build { sink, ..Build::default() });
        sink.connect_all();
        let window = BASE + u64::from(base & !3)..=BASE + u64::from(limit.max(base) | 3);
        let memory = AxiMemory::new(Settings { pace: Pace::fast(), ..Settings::new(sba_width, window, 1) });
        let mut bench = Bench { sink, memory, stops: 0, errors: Vec::new() };
        bench.cycle();
        bench.sink.rst_n.next = true;
        let at = |offset: u32| (BASE as u32 + offset).to_bits();
        bench.sink.te_ram_base.next = at(base);
        bench.sink.te_ram_base_high.next = (BASE >> 32).to_bits();
        bench.sink.te_ram_limit.next = at(limit);
        bench.sink.enable.next = true;
        bench.cycle();
        bench
    }

    fn cycle(&mut self) {
        let sink = &mut self.sink;
        let shown = self.memory.inputs();
        sink.clock.next = false.into();
        sink.m_axi.awready.next = shown.awready;
        sink.m_axi.wready.next = shown.wready;
        sink.m_axi.bvalid.next = shown.bvalid;
        sink.m_axi.bresp.next = u64::from(shown.bresp).to_bits();
        settle(sink);
        self.stops += u32::from(sink.stop.val());
        if sink.error_set.val() {
            self.errors.push(sink.error_response.val().to_u64());
        }
        let byte = |value: u64| value as u8;
        let word = |low| u128::from(sink.m_axi.wdata.val().get_bits::<64>(low).to_u64());
        self.memory.cycle(&AxiOut {
            awvalid: sink.m_axi.awvalid.val(),
            awaddr: sink.m_axi.awaddr.val().to_u64(),
            awlen: byte(sink.m_axi.awlen.val().to_u64()),
            awsize: byte(sink.m_axi.awsize.val().to_u64()),
            awburst: byte(sink.m_axi.awburst.val().to_u64()),
            awcache: byte(sink.m_axi.awcache.val().to_u64()),
            awprot: byte(sink.m_axi.awprot.val().to_u64()),
            wvalid: sink.m_axi.wvalid.val(),
            wdata: word(0) | word(64) << 64,
            wstrb: sink.m_axi.wstrb.val().to_u64() as u16,
            wlast: sink.m_axi.wlast.val(),
            bready: sink.m_axi.bready.val(),
            ..AxiOut::default()
        });
        sink.clock.next = true.into();
        settle(sink);
    }

    /// teRamWP is written.
    fn point(&mut self, value: u32) {
        self.write(TE_RAM_WP, value);
    }

    /// A register is written, and what comes after that is over.
    fn write(&mut self, register: usize, value: u32) {
        self.sink.bus_addr.next = register.to_bits();
        self.sink.bus_merged.next = value.to_bits();
        self.sink.bus_write.next = true;
        self.cycle();
        self.sink.bus_write.next = false;
        (0..3).for_each(|_| self.cycle());
    }

    /// teRamLimit is written.
    fn limit(&mut self, limit: u32) {
        self.sink.te_ram_limit.next = (BASE as u32).wrapping_add(limit).to_bits();
        self.write(TE_RAM_LIMIT, 0);
    }

    fn send(&mut self, bytes: impl IntoIterator<Item = u8>) {
        for byte in bytes {
            self.sink.unit.valid.next = true;
            self.sink.unit.data.next = u64::from(byte).to_bits();
            settle(&mut self.sink);
            while !self.sink.unit.ready.val() {
                self.cycle();
            }
            self.cycle();
        }
        self.sink.unit.valid.next = false;
        settle(&mut self.sink);
    }

    fn flush(&mut self) {
        self.sink.flush.next = true;
        settle(&mut self.sink);
        while !self.sink.empty.val() {
            self.cycle();
        }
        self.sink.flush.next = false;
        assert_eq!(self.memory.check(), Ok(()));
    }

    /// Offsets of the words that were written, and the words.
    fn written(&self) -> Vec<(u64, u128)> {
        self.memory.store().log().iter().map(|write| (write.address.wrapping_sub(BASE), write.data)).collect()
    }

    /// teRamWP as an offset, and teWrap.
    fn pointer(&self) -> (u32, bool) {
        let at = (self.sink.te_ram_wp.val().to_u64() << 2) as u32;
        (at.wrapping_sub(BASE as u32), self.sink.te_wrap.val())
    }
}

fn offsets(bench: &Bench) -> Vec<u64> {
    bench.written().iter().map(|(offset, _)| *offset).collect()
}

#[test]
fn first_byte_lowest_and_idle_fills_the_last_word() {
    let mut bench = Bench::new(0, 0x100);
    bench.send([1, 2, 3, 4, 5, 6]);
    bench.flush();
    assert_eq!(bench.written(), [(0, 0x0403_0201), (4, 0xFFFF_0605)]);
    assert_eq!(bench.pointer(), (8, false));
}

#[test]
fn a_burst_begins_with_as_many_words_as_it_may_have() {
    let mut bench = Bench::new(0, 0x100);
    bench.send([7; 15]);
    (0..50).for_each(|_| bench.cycle());
    assert_eq!((bench.written().len(), bench.pointer()), (0, (0, false)));
    assert!(!bench.sink.empty.val());
    bench.send([7; 1]);
    (0..50).for_each(|_| bench.cycle());
    assert_eq!((bench.written().len(), bench.pointer()), (4, (16, false)));
    assert!(bench.sink.empty.val());
}

#[test]
fn a_burst_of_n_words_comes_every_n_and_7_cycles() {
    let mut bench = Bench::of_bursts(1, 0, 0x100);
    bench.send([7; 40]);
    let cycles: Vec<u64> = bench.memory.store().log().iter().map(|write| write.cycle).collect();
    assert!(cycles.len() > 5 && cycles.windows(2).all(|pair| pair[1] - pair[0] == 1 + 7), "{cycles:?}");
}

#[test]
fn after_the_word_at_the_limit_comes_the_base_and_wrap_is_set() {
    let mut bench = Bench::new(0x10, 0x18);
    bench.send([0; 12]);
    bench.flush();
    assert_eq!(bench.pointer(), (0x10, true));
    bench.send([0; 8]);
    bench.flush();
    assert_eq!(offsets(&bench), [0x10, 0x14, 0x18, 0x10, 0x14]);
    assert_eq!(bench.pointer(), (0x18, true));
    bench.point(BASE as u32 + 0x14);
    settle(&mut bench.sink);
    assert_eq!(bench.pointer(), (0x14, false), "writing it clears teWrap");
}

#[test]
fn a_pointer_outside_is_not_used() {
    for outside in [0xC, 0x40, 0x8000_0000] {
        let mut bench = Bench::new(0x10, 0x3C);
        bench.point((BASE as u32).wrapping_add(outside));
        bench.send([0; 8]);
        bench.flush();
        assert_eq!(offsets(&bench), [0x10, 0x14], "{outside:x}");
    }
}

/// Base and limit, words of so many bits, and the words of the buffer.
const BUFFERS: &[(u32, u32, u32, &[u64])] = &[
    (0x10, 0x18, 32, &[0x10, 0x14, 0x18]),
    (0x13, 0x1B, 32, &[0x10, 0x14, 0x18]),
    (0x10, 0x10, 32, &[0x10]),
    (0x10, 0x1C, 64, &[0x10, 0x18]),
    (0x10, 0x20, 64, &[0x10, 0x18]),
    (0x14, 0x24, 64, &[0x18, 0x20]),
    (0x10, 0x14, 64, &[0x10]),
    (0x14, 0x3C, 128, &[0x20, 0x30]),
    (0x10, 0x38, 128, &[0x10, 0x20]),
    (0x1C, 0x2C, 128, &[0x20]),
];

#[test]
fn only_whole_words_from_base_to_limit_are_written() {
    for &(base, limit, width, words) in BUFFERS {
        let mut bench = Bench::of_words(width, 4, base, limit);
        assert!(!bench.sink.no_buffer.val());
        bench.send(vec![7; width as usize / 8 * (words.len() + 1)]);
        bench.flush();
        let expected: Vec<u64> = words.iter().chain(&words[..1]).copied().collect();
        assert_eq!(offsets(&bench), expected, "{base:x} to {limit:x}, words of {width}");
        let second = words.get(1).unwrap_or(&words[0]);
        assert_eq!(bench.pointer(), (*second as u32, true), "{base:x} to {limit:x}, words of {width}");
    }
}

#[test]
fn without_a_whole_word_from_base_to_limit_trace_waits_until_there_is_one() {
    for (base, limit, width) in [(0x10, 0x0C, 32), (0x10, 0, 32), (0x10, 0x10, 64), (0x14, 0x18, 64), (0x14, 0x28, 128)]
    {
        let mut bench = Bench::of_words(width, 4, base, limit);
        assert!(bench.sink.no_buffer.val(), "{base:x} to {limit:x}, words of {width}");
        let before = bench.pointer();
        // The FIFO holds four words, and all but the last byte of another is gathered.
        bench.send(vec![7; width as usize / 8 * 5 - 1]);
        bench.sink.unit.valid.next = true;
        (0..100).for_each(|_| bench.cycle());
        assert!(!bench.sink.unit.ready.val() && !bench.sink.empty.val(), "trace waits");
        bench.sink.unit.valid.next = false;
        bench.sink.flush.next = true;
        (0..100).for_each(|_| bench.cycle());
        assert_eq!((bench.written().len(), bench.pointer()), (0, before));
        bench.sink.flush.next = false;
        bench.limit(0x7C);
        assert!(!bench.sink.no_buffer.val());
        bench.memory.store_mut().set_window(BASE + u64::from(base)..=BASE + 0x7F);
        bench.flush();
        let first = u64::from(base).next_multiple_of(u64::from(width / 8));
        let expected: Vec<u64> = (0..5).map(|n| first + n * u64::from(width / 8)).collect();
        assert_eq!(offsets(&bench), expected, "nothing is lost");
    }
}

#[test]
fn what_waits_for_a_buffer_is_dropped_by_te_active() {
    let mut bench = Bench::new(0x10, 0);
    bench.send([7; 19]);
    bench.sink.clear.next = true;
    bench.cycle();
    bench.sink.clear.next = false;
    settle(&mut bench.sink);
    assert!(bench.sink.empty.val());
}

#[test]
fn without_base_and_limit_written_there_is_no_buffer() {
    for (first, second) in [(TE_RAM_BASE, TE_RAM_LIMIT), (TE_RAM_LIMIT, TE_RAM_BASE)] {
        let mut bench = Bench::unprogrammed(32, 4, 0, 0x7C);
        bench.send([7; 16]);
        for register in [TE_RAM_WP, first, first] {
            (0..50).for_each(|_| bench.cycle());
            assert!(bench.sink.no_buffer.val() && bench.written().is_empty());
            bench.write(register, BASE as u32);
        }
        bench.write(second, 0);
        assert!(!bench.sink.no_buffer.val());
        bench.flush();
        assert_eq!(offsets(&bench), [0, 4, 8, 12]);
        // What is not active has none again.
        bench.sink.clear.next = true;
        bench.cycle();
        bench.sink.clear.next = false;
        settle(&mut bench.sink);
        assert!(bench.sink.no_buffer.val());
    }
}

#[test]
fn a_limit_that_moves_below_the_pointer_has_trace_go_on_at_the_base() {
    let mut bench = Bench::new(0, 0x7C);
    bench.send([7; 48]);
    bench.flush();
    bench.limit(0x1C);
    bench.send([7; 16]);
    bench.flush();
    assert_eq!(offsets(&bench)[12..], [0, 4, 8, 12]);
    assert_eq!(bench.pointer(), (16, false));
}

#[test]
fn a_buffer_ends_where_its_high_address_bits_do() {
    let limit = 0x7FFF_FFFC;
    let mut bench = Bench::new(limit - 4, limit);
    bench.send([0; 12]);
    bench.flush();
    let limit = u64::from(limit);
    assert_eq!(offsets(&bench), [limit - 4, limit, limit - 4]);
}

#[test]
fn stops_on_wrap_and_overwrites_nothing() {
    let mut bench = Bench::new(0, 0x14);
    bench.sink.stop_on_wrap.next = true;
    bench.send([7; 60]);
    bench.flush();
    assert_eq!((bench.written().len(), bench.stops, bench.pointer()), (6, 1, (0, true)));
    bench.sink.enable.next = false;
    bench.cycle();
    bench.sink.enable.next = true;
    bench.cycle();
    bench.send([9; 4]);
    bench.flush();
    assert_eq!(bench.written().last(), Some(&(0, 0x0909_0909)), "enabled again, it goes on");
    assert_eq!(bench.stops, 1);
    bench.send([8; 60]);
    bench.flush();
    assert_eq!((bench.written().len(), bench.stops), (12, 2), "though teWrap is 1 from the run before");
}

#[test]
fn an_error_is_told_and_its_words_count_as_written() {
    let mut bench = Bench::new(0, 0x100);
    bench.memory.store_mut().settings_mut().faults.addresses =
        vec![(BASE + 4..=BASE + 7, Response::Decode), (BASE + 16..=BASE + 16, Response::Error)];
    bench.send([7; 40]);
    bench.flush();
    assert_eq!(bench.errors, [3, 2], "one for each burst");
    assert_eq!((bench.written().len(), bench.pointer()), (10, (40, false)));
}

#[test]
fn what_is_not_active_finishes_its_burst_and_drops_the_rest() {
    let mut bench = Bench::new(0, 0x100);
    bench.send([7; 16]);
    while !bench.sink.m_axi.awvalid.val() {
        bench.cycle();
    }
    bench.sink.clear.next = true;
    bench.cycle();
    assert!(!bench.sink.empty.val());
    while !bench.sink.empty.val() {
        bench.cycle();
    }
    assert_eq!(bench.written().len(), 4);
    assert_eq!(bench.sink.te_ram_wp.val().to_u64(), 0);
    bench.sink.clear.next = false;
    bench.write(TE_RAM_BASE, 0);
    bench.write(TE_RAM_LIMIT, 0);
    bench.send([8; 3]);
    bench.sink.clear.next = true;
    bench.cycle();
    bench.sink.clear.next = false;
    settle(&mut bench.sink);
    assert!(bench.sink.empty.val());
    bench.flush();
    assert_eq!(bench.written().len(), 4);
}
