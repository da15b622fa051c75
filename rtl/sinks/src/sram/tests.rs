// SPDX-License-Identifier: Apache-2.0
//! The registers of chapter 6 by cases, and the memory's port.

use super::*;
use tracewright_prim::bench::{settle, Clocked};

tracewright_prim::clocked! { [const IN: usize] SramSink<IN>; }

const BYTES: u32 = 256;

/// A sink of `BYTES` in words of `width` bits, its limit as after reset.
fn sink<const IN: usize>(width: u32) -> SramSink<IN> {
    let mut build = Build::default();
    build.sink.sram_bytes = BYTES;
    build.sink.sram_width = width;
    let mut sink = SramSink::new(&build).reset();
    set_limit(&mut sink, BYTES - 4);
    sink
}

fn set_limit<const IN: usize>(sink: &mut SramSink<IN>, limit: u32) {
    sink.te_ram_limit.next = u64::from(limit).to_bits();
    settle(sink);
}

/// Shows a unit: `bytes`, idle above.
fn show<const IN: usize>(sink: &mut SramSink<IN>, bytes: &[u8]) {
    let mut unit = vec![0xFF; IN / 8];
    unit[..bytes.len()].copy_from_slice(bytes);
    sink.unit.data.next =
        unit.iter().rev().fold(Bits::default(), |data: Bits<IN>, byte| (data << 8_u64) | u64::from(*byte).to_bits());
    sink.unit.bytes.next = bytes.len().to_bits();
    sink.unit.valid.next = true;
    settle(sink);
}

/// Sends bytes that nothing keeps waiting.
fn send<const IN: usize>(sink: &mut SramSink<IN>, bytes: impl IntoIterator<Item = u8>) {
    let bytes: Vec<u8> = bytes.into_iter().collect();
    for unit in bytes.chunks(IN / 8) {
        show(sink, unit);
        assert!(sink.unit.ready.val());
        sink.tick();
    }
    sink.unit.valid.next = false;
    settle(sink);
}

fn flush<const IN: usize>(sink: &mut SramSink<IN>) {
    sink.flush.next = true;
    settle(sink);
    while !sink.empty.val() {
        sink.tick();
    }
    sink.flush.next = false;
    settle(sink);
}

/// *idle*, *act* and *answer* of a write of the bytes that `strobe` says.
fn write_bytes<const IN: usize>(sink: &mut SramSink<IN>, addr: usize, value: u32, strobe: u64) {
    sink.bus_addr.next = addr.to_bits();
    sink.bus_wdata.next = u64::from(value).to_bits();
    sink.bus_write_at.next = u64::from(value).to_bits();
    sink.bus_strobe.next = strobe.to_bits();
    settle(sink);
    sink.tick();
    sink.bus_write.next = true;
    settle(sink);
    sink.tick();
    sink.bus_write.next = false;
    settle(sink);
    sink.tick();
}

fn write<const IN: usize>(sink: &mut SramSink<IN>, addr: usize, value: u32) {
    write_bytes(sink, addr, value, 15);
}

/// *idle*, *act* and *answer* of a read.
fn read<const IN: usize>(sink: &mut SramSink<IN>, addr: usize) -> u32 {
    sink.bus_addr.next = addr.to_bits();
    settle(sink);
    sink.tick();
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

/// `count` words from `addr` on.
fn words<const IN: usize>(sink: &mut SramSink<IN>, addr: u32, count: usize) -> Vec<u32> {
    write(sink, TE_RAM_RP, addr);
    (0..count).map(|_| read(sink, TE_RAM_DATA)).collect()
}

#[test]
fn tci_ch_6_the_first_byte_is_lowest_and_idle_fills_the_last_word() {
    fn check<const IN: usize>(width: u32) {
        for length in 1..33 {
            let mut sink = sink::<IN>(width);
            let trace: Vec<u8> = (1..=length).collect();
            send(&mut sink, trace.clone());
            flush(&mut sink);
            let filled = trace.len().next_multiple_of(width as usize / 8);
            assert_eq!(read(&mut sink, TE_RAM_WP), filled as u32, "{length} bytes to words of {width}");
            let memory: Vec<u8> = words(&mut sink, 0, filled / 4).iter().flat_map(|word| word.to_le_bytes()).collect();
            assert_eq!(memory[..trace.len()], trace);
            assert!(memory[trace.len()..].iter().all(|byte| *byte == 0xFF), "idle above");
        }
    }
    for width in [32, 64, 128] {
        check::<8>(width);
        check::<32>(width);
    }
    check::<64>(64);
    check::<64>(128);
}

#[test]
fn tci_ch_6_te_ram_wp_goes_to_the_base_after_the_word_at_the_limit_and_te_wrap_says_so() {
    let mut sink = sink::<8>(32);
    send(&mut sink, (0..BYTES - 1).map(|i| i as u8));
    assert_eq!(read(&mut sink, TE_RAM_WP), BYTES - 4, "next is the word at the limit");
    send(&mut sink, [255, 0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(read(&mut sink, TE_RAM_WP), 8 | 1);
    assert_eq!(words(&mut sink, 0, 1), [0x0302_0100]);
    assert_eq!(words(&mut sink, BYTES - 4, 1), [0xFFFE_FDFC]);
}

#[test]
fn tci_ch_6_te_wrap_is_only_set_to_0_if_te_ram_wp_is_written() {
    let mut sink = sink::<32>(32);
    send(&mut sink, (0..BYTES).map(|_| 1));
    assert_eq!(read(&mut sink, TE_RAM_WP), 1);
    send(&mut sink, [1; 8]);
    for register in [TE_RAM_RP, TE_RAM_LIMIT, TE_RAM_DATA] {
        write(&mut sink, register, 0);
    }
    assert_eq!(read(&mut sink, TE_RAM_WP), 8 | 1);
    write(&mut sink, TE_RAM_WP, 0x10);
    assert_eq!(read(&mut sink, TE_RAM_WP), 0x10);
    write(&mut sink, TE_RAM_WP, 0x10 | 2 | 1);
    assert_eq!(read(&mut sink, TE_RAM_WP), 0x10 | 1, "bit 1 is always 0");
}

#[test]
fn tci_ch_6_the_limit_makes_the_buffer_smaller() {
    let mut sink = sink::<32>(32);
    set_limit(&mut sink, 0x10);
    send(&mut sink, (0..0x14).map(|_| 1));
    assert_eq!(read(&mut sink, TE_RAM_WP), 1);
    send(&mut sink, [2; 4]);
    assert_eq!(words(&mut sink, 0, 6), [0x0202_0202, 0x0101_0101, 0x0101_0101, 0x0101_0101, 0x0101_0101, 0x0202_0202]);
    assert_eq!(read(&mut sink, TE_RAM_RP), 4, "the word at the limit, then the first one");
}

#[test]
fn tci_ch_6_beyond_a_limit_that_was_moved_below_them_pointers_wrap_at_the_end_of_memory() {
    let mut sink = sink::<32>(32);
    set_limit(&mut sink, 0x10);
    write(&mut sink, TE_RAM_WP, 0x14);
    send(&mut sink, (0..BYTES - 0x18).map(|_| 3));
    assert_eq!(read(&mut sink, TE_RAM_WP), BYTES - 4);
    send(&mut sink, [4; 4]);
    assert_eq!(read(&mut sink, TE_RAM_WP), 1);
    assert_eq!(words(&mut sink, BYTES - 8, 3)[..2], [0x0303_0303, 0x0404_0404]);
    assert_eq!(read(&mut sink, TE_RAM_RP), 4);
}

#[test]
fn tci_ch_6_the_limit_of_wide_words_is_the_word_that_contains_it() {
    for (width, limit) in [(64, 0x08), (64, 0x0C), (128, 0x10), (128, 0x14), (128, 0x1C)] {
        let mut sink = sink::<32>(width);
        set_limit(&mut sink, limit);
        let end = (limit + 1).next_multiple_of(width / 8);
        send(&mut sink, (0..end - width / 8).map(|i| i as u8));
        assert_eq!(read(&mut sink, TE_RAM_WP), end - width / 8, "words of {width}, limit {limit:x}");
        send(&mut sink, (0..width / 8).map(|i| i as u8));
        assert_eq!(read(&mut sink, TE_RAM_WP), 1, "words of {width}, limit {limit:x}");
        write(&mut sink, TE_RAM_RP, end - 4);
        read(&mut sink, TE_RAM_DATA);
        assert_eq!(read(&mut sink, TE_RAM_RP), 0, "its last 32 bits");
    }
}

#[test]
fn tci_ch_6_all_ones_discover_the_size() {
    for (width, wp) in [(32, BYTES - 4), (64, BYTES - 8), (128, BYTES - 16)] {
        let mut sink = sink::<8>(width);
        write(&mut sink, TE_RAM_WP, !0);
        assert_eq!(read(&mut sink, TE_RAM_WP), wp | 1, "on a natural boundary of {width} bits");
        write(&mut sink, TE_RAM_RP, !0);
        assert_eq!(read(&mut sink, TE_RAM_RP), BYTES - 4);
    }
}

#[test]
fn tci_ch_6_te_ram_data_is_32_bits_whatever_the_width_and_te_ram_rp_moves_on_with_each_access() {
    for width in [32, 64, 128] {
        let mut sink = sink::<8>(width);
        for n in 0..BYTES / 4 {
            assert_eq!(read(&mut sink, TE_RAM_RP), 4 * n);
            write(&mut sink, TE_RAM_DATA, 0x0101_0101 * n);
        }
        assert_eq!(read(&mut sink, TE_RAM_RP), 0, "wrapped around");
        write(&mut sink, TE_RAM_RP, 0x14);
        write(&mut sink, TE_RAM_DATA, 0xABCD_EF01);
        assert_eq!(words(&mut sink, 0x10, 3), [0x0404_0404, 0xABCD_EF01, 0x0606_0606]);
        assert_eq!(read(&mut sink, TE_RAM_RP), 0x1C);
        assert_eq!(read(&mut sink, TE_RAM_WP), 0, "trace's pointer stays");
    }
}

#[test]
fn tci_ch_6_a_write_of_some_bytes_of_te_ram_data_does_nothing() {
    let mut sink = sink::<8>(64);
    write(&mut sink, TE_RAM_DATA, 0x1234_5678);
    for strobe in 1..15 {
        write(&mut sink, TE_RAM_RP, 0);
        write_bytes(&mut sink, TE_RAM_DATA, 0, strobe);
        assert_eq!(read(&mut sink, TE_RAM_RP), 0);
        assert_eq!(words(&mut sink, 0, 1), [0x1234_5678]);
    }
}

/// A sink whose lock clears the memory, full of 7; the registers are not locked.
fn lockable<const IN: usize>(width: u32) -> SramSink<IN> {
    let mut build = Build::default();
    (build.sink.sram_bytes, build.sink.sram_width, build.bus.lock) = (BYTES, width, true);
    let mut sink = SramSink::new(&build).reset();
    set_limit(&mut sink, BYTES - 4);
    send(&mut sink, (0..BYTES).map(|_| 7));
    sink
}

fn lock<const IN: usize>(sink: &mut SramSink<IN>, cycles: u32) {
    sink.locked.next = true;
    settle(sink);
    (0..cycles).for_each(|_| sink.tick());
    sink.locked.next = false;
    settle(sink);
}

#[test]
fn a_lock_clears_the_memory_a_word_a_cycle_and_what_is_read_meanwhile_is_0() {
    for width in [32, 64, 128] {
        let count = BYTES / (width / 8);
        for cycles in [1, 9, 200] {
            let mut sink = lockable::<8>(width);
            write(&mut sink, TE_RAM_RP, BYTES - 4);
            lock(&mut sink, cycles);
            assert_eq!(read(&mut sink, TE_RAM_DATA), 0, "not cleared yet, and not seen");
            let left = (1 + count).saturating_sub(cycles + 3);
            (0..left).for_each(|_| sink.tick());
            assert_eq!(words(&mut sink, 0, BYTES as usize / 4 - 1)[1..], vec![0; BYTES as usize / 4 - 2]);
        }
    }
}

#[test]
fn trace_waits_while_the_memory_is_cleared() {
    let mut sink = lockable::<32>(32);
    lock(&mut sink, 1);
    show(&mut sink, &[1, 2, 3, 4]);
    for cycle in 0..BYTES / 4 {
        assert!(!sink.unit.ready.val(), "cycle {cycle}");
        sink.tick();
    }
    assert!(sink.unit.ready.val());
    sink.tick();
    sink.unit.valid.next = false;
    settle(&mut sink);
    assert_eq!(words(&mut sink, 0, 2), [0x0403_0201, 0]);
}

#[test]
fn tci_4_5_1_stops_on_wrap_and_overwrites_nothing() {
    let mut sink = sink::<8>(32);
    set_limit(&mut sink, 0x3C);
    sink.stop_on_wrap.next = true;
    send(&mut sink, [7; 0x3F]);
    show(&mut sink, &[7]);
    assert!(sink.stop.val(), "in the cycle of the word at the limit");
    sink.tick();
    assert!(!sink.stop.val());
    send(&mut sink, [9; 13]);
    flush(&mut sink);
    assert_eq!(read(&mut sink, TE_RAM_WP), 1);
    assert_eq!(words(&mut sink, 0, 1), [0x0707_0707]);
    sink.enable.next = true;
    settle(&mut sink);
    sink.tick();
    send(&mut sink, [9; 4]);
    assert_eq!(read(&mut sink, TE_RAM_WP), 5, "enabled again, it goes on");
    send(&mut sink, [8; 0x3B]);
    show(&mut sink, &[8]);
    assert!(sink.stop.val(), "though teWrap is 1 from the run before");
    sink.tick();
    send(&mut sink, [6; 13]);
    assert_eq!(words(&mut sink, 0, 1), [0x0909_0909]);
}

#[test]
fn tci_ch_6_trace_waits_for_the_cycle_in_which_te_ram_data_has_the_port_and_no_other() {
    let mut sink = sink::<32>(32);
    write(&mut sink, TE_RAM_RP, 0x20);
    for (addr, prepare, store, strobe, waits) in [
        (TE_RAM_DATA, true, false, 0, true),
        (TE_RAM_DATA, false, true, 15, true),
        (TE_RAM_DATA, false, true, 7, true),
        (TE_RAM_DATA, false, false, 15, false),
        (TE_RAM_RP, true, false, 0, false),
        (TE_RAM_LIMIT, false, true, 15, false),
    ] {
        sink.unit.valid.next = false;
        sink.bus_addr.next = addr.to_bits();
        settle(&mut sink);
        sink.tick();
        show(&mut sink, &[1, 2, 3, 4]);
        sink.bus_strobe.next = bits(strobe);
        (sink.bus_prepare.next, sink.bus_write.next) = (prepare, store);
        settle(&mut sink);
        assert_eq!(sink.unit.ready.val(), !waits);
        (sink.bus_prepare.next, sink.bus_write.next) = (false, false);
        settle(&mut sink);
        assert!(sink.unit.ready.val());
    }
}

#[test]
fn a_word_in_the_cycle_of_a_write_to_te_ram_wp_is_stored_where_it_was_and_what_is_written_stays() {
    let mut sink = sink::<32>(32);
    set_limit(&mut sink, 0x10);
    write(&mut sink, TE_RAM_WP, 0x10);
    sink.stop_on_wrap.next = true;
    show(&mut sink, &[1, 2, 3, 4]);
    sink.bus_write.next = true;
    sink.bus_addr.next = TE_RAM_WP.to_bits();
    sink.bus_write_at.next = bits(0x20);
    settle(&mut sink);
    assert!(sink.stop.val(), "stop on wrap goes by the word");
    sink.tick();
    (sink.unit.valid.next, sink.bus_write.next) = (false, false);
    settle(&mut sink);
    assert_eq!(read(&mut sink, TE_RAM_WP), 0x20);
    assert_eq!(words(&mut sink, 0x10, 1), [0x0403_0201]);
}
