// SPDX-License-Identifier: Apache-2.0
//! 11.9: starting sets of counters.

use crate::hart::{Mode, MEMORY, OF};
use crate::on_both;
use crate::setup::*;
use sbi_spec::binary::Error;
use tracewright_sbi_pmu::{Hardware, Platform, Pmu};

const NARROW: Platform = Platform { counter_bits: 40, ..FULL };

on_both! {
    fn sbi_pmu_11_9_success_a_set_starts_in_one_write<R>() {
        let mut pmu = hart::<R>(&PLAIN);
        assert_eq!(pmu.start(0, 0xF5D, 0, 99), Ok(0));
        assert_eq!(pmu.hardware().written, [(0x320, 0x80)]);
        assert_eq!(pmu.hardware().counters, [0; 32]);
        for index in 8..12 {
            assert_eq!(pmu.start(index, 1, 0, 0), Err(Error::AlreadyStarted));
        }
    }

    fn sbi_pmu_11_9_success_without_flags_the_value_stays<R>() {
        let mut pmu = hart::<R>(&FULL);
        pmu.hardware().counters[4] = 1 << 63 | 5;
        assert_eq!(pmu.start(4, 1, 0, 99), Ok(0));
        assert_eq!(pmu.hardware().counters[4], 1 << 63 | 5);
    }

    fn sbi_pmu_11_9_success_set_init_value_has_64_bits<R>() {
        let mut pmu = hart::<R>(&FULL);
        let value = 0xFEDC_BA98_7654_3210;
        assert_eq!(pmu.start(4, 0b1_1001, INIT_VALUE, value), Ok(0));
        assert_eq!((pmu.hardware().counters[4], pmu.hardware().counters[7]), (value, value));
        let low = if R::BITS == 32 { value & 0xFFFF_FFFF } else { value };
        assert_eq!((pmu.ask(5, &[8]), pmu.ask(6, &[8])), (Ok(low), Ok((value ^ low) >> 32)));
    }

    fn sbi_pmu_11_9_success_a_value_has_the_bits_of_its_counter<R>() {
        let mut pmu = hart::<R>(&NARROW);
        assert_eq!(pmu.start(4, 1, INIT_VALUE, u64::MAX - 2), Ok(0));
        assert_eq!(pmu.hardware().counters[4], (1 << 40) - 3);
        assert!(pmu.hardware().written.iter().all(|(csr, value)| match (R::BITS, csr) {
            (32, 0xB84) => *value == 0xFF,
            (64, 0xB04) => *value == (1 << 40) - 3,
            _ => true,
        }));
        assert_eq!(pmu.start(0, 1, INIT_VALUE, u64::MAX - 2), Ok(0));
        assert_eq!(pmu.hardware().counters[0], u64::MAX - 2);
    }

    fn sbi_pmu_11_9_success_init_snapshot_is_relative_to_the_base<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.ask(7, &[MEMORY.start, 0, 0]), Ok(0));
        for place in 0..64 {
            pmu.hardware().set_wide(MEMORY.start + 8 + 8 * place, (100 + place) << 32 | place);
        }
        let before = pmu.hardware().memory.clone();
        assert_eq!(pmu.start(3, 0b110_0011, INIT_SNAPSHOT, 99), Ok(0));
        let value = |place: u64| (100 + place) << 32 | place;
        assert_eq!(pmu.hardware().counters[3..8], [value(0), value(1), 0, 0, 0]);
        assert_eq!((pmu.ask(5, &[8]), pmu.ask(5, &[9])), (Ok(R::low(value(5)).wide()), Ok(R::low(value(6)).wide())));
        assert_eq!(pmu.hardware().memory, before);
    }

    fn sbi_pmu_11_9_success_the_empty_set<R>() {
        for base in [0, 1, 5, 64, u64::MAX] {
            let mut pmu = hart::<R>(&FULL);
            assert_eq!(pmu.start(base, 0, 0, 0), Ok(0));
            assert_eq!(pmu.start(base, 0, INIT_VALUE, 5), Ok(0));
            assert_eq!(pmu.start(base, 0, INIT_SNAPSHOT, 0), Err(Error::NoShmem));
            assert!(pmu.hardware().written.is_empty());
        }
    }

    fn sbi_pmu_11_9_invalid_param_a_counter_that_does_not_exist<R>() {
        for (base, mask) in bad_sets::<R>() {
            for flags in [0, INIT_VALUE, INIT_SNAPSHOT] {
                let mut pmu = hart::<R>(&FULL);
                assert_eq!(pmu.start(base, mask, flags, 5), Err(Error::InvalidParam), "{base} {mask:#x}");
                assert!(pmu.hardware().written.is_empty());
            }
        }
    }

    fn sbi_pmu_11_9_invalid_param_every_reserved_flag<R>() {
        for bit in 2..R::BITS {
            let mut pmu = hart::<R>(&FULL);
            assert_eq!(pmu.start(0, 0x18, 1 << bit, 0), Err(Error::InvalidParam), "bit {bit}");
            assert!(pmu.hardware().written.is_empty());
        }
    }

    fn sbi_pmu_11_9_invalid_param_both_sources_of_the_value<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.start(4, 1, INIT_VALUE | INIT_SNAPSHOT, 0), Err(Error::InvalidParam));
        assert!(pmu.hardware().written.is_empty());
    }

    fn sbi_pmu_11_9_already_started_and_the_others_start_all_the_same<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(3, 1, AUTO_START, BRANCHES, 0), Ok(3));
        assert_eq!(pmu.configure(9, 1, AUTO_START, FIRMWARE, 0), Ok(9));
        pmu.hardware().counters[3] = 5;
        pmu.record(0, 6);
        assert_eq!(pmu.start(0, 0xF18, INIT_VALUE, 40), Err(Error::AlreadyStarted));
        assert_eq!(pmu.hardware().inhibit, 0xC5);
        // Those that were running go on from where they are.
        assert_eq!((pmu.hardware().counters[3], pmu.hardware().counters[4]), (5, 40));
        assert_eq!((pmu.ask(5, &[8]), pmu.ask(5, &[9])), (Ok(40), Ok(6)));
        assert_eq!(pmu.start(4, 1, 0, 0), Err(Error::AlreadyStarted));
    }

    fn sbi_pmu_11_9_no_shmem_before_any_counter_is_touched<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.start(3, 0x63, INIT_SNAPSHOT, 0), Err(Error::NoShmem));
        assert!(pmu.hardware().written.is_empty());
        assert_eq!(pmu.start(8, 0xF, 0, 0), Ok(0));
        // The set is looked at first, whether its counters run last.
        assert_eq!(pmu.start(5, 1, INIT_SNAPSHOT, 0), Err(Error::InvalidParam));
        assert_eq!(pmu.start(8, 1, INIT_SNAPSHOT, 0), Err(Error::NoShmem));
    }

    fn sbi_pmu_11_9_failed_before_any_counter_is_touched<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.ask(7, &[MEMORY.start, 0, 0]), Ok(0));
        pmu.hardware().broken = Some(MEMORY.start + 16);
        assert_eq!(pmu.start(3, 0x63, INIT_SNAPSHOT, 0), Err(Error::Failed));
        assert!(pmu.hardware().written.is_empty());
        assert_eq!(pmu.start(8, 3, 0, 0), Ok(0));
    }

    fn sbi_pmu_11_9_an_overflow_from_before_can_interrupt_again<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(4, 1, 0, L1D_MISS, 0), Ok(4));
        for _ in 0..3 {
            assert_eq!(pmu.start(4, 1, INIT_VALUE, u64::MAX), Ok(0));
            assert_eq!(pmu.hardware().events[4], MISS_SELECTOR);
            pmu.hardware().happen(MISS_SELECTOR, 4, Mode::S);
            assert_eq!(pmu.hardware().events[4], OF | MISS_SELECTOR);
            assert_eq!(pmu.stop(4, 1, 0), Ok(0));
            assert_eq!(pmu.hardware().counters[4], 3);
            // Software has taken the interrupt.
            assert!(std::mem::take(&mut pmu.hardware().pending));
        }
    }

    fn sbi_pmu_11_9_an_overflow_stays_while_its_interrupt_is_pending<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.configure(4, 1, 0, L1D_MISS, 0), Ok(4));
        pmu.hardware().events[4] |= OF;
        pmu.hardware().pending = true;
        assert_eq!(pmu.start(4, 1, 0, 0), Ok(0));
        assert_eq!(pmu.hardware().events[4], OF | MISS_SELECTOR);
    }
}

#[test]
fn sbi_pmu_11_9_rv32_writes_low_as_0_then_high_then_low() {
    let mut pmu = hart::<u32>(&PLAIN);
    assert_eq!(pmu.start(4, 1, INIT_VALUE, 0x1_FFFF_FFFF), Ok(0));
    let expected = [(0xB04, 0), (0xB84, 1), (0xB04, 0xFFFF_FFFF), (0x320, 0xCD)];
    assert_eq!(pmu.hardware().written, expected);
}

/// A counter of which the low half wraps between two reads.
struct Wrapping {
    reads: u32,
}

impl Hardware for Wrapping {
    type Register = u32;

    fn read(&mut self, csr: u16) -> u32 {
        match csr {
            0xB00 | 0xB80 => {
                self.reads += 1;
                let value = 0x5_FFFF_FFFE + u64::from(self.reads);
                (value >> if csr == 0xB80 { 32 } else { 0 }) as u32
            }
            _ => 0,
        }
    }

    fn write(&mut self, _: u16, _: u32) {}

    fn check(&mut self, _: u64, _: u64) -> Result<(), tracewright_sbi_pmu::MemoryError> {
        Ok(())
    }

    fn load(&mut self, _: u64) -> Result<u32, tracewright_sbi_pmu::MemoryError> {
        Ok(0)
    }

    fn store(&mut self, address: u64, value: u32) -> Result<(), tracewright_sbi_pmu::MemoryError> {
        if address == 0xC {
            assert_eq!(value, 6, "the halves do not fit together");
        }
        Ok(())
    }
}

#[test]
fn sbi_pmu_11_10_rv32_reads_halves_that_fit_together() {
    let platform = Platform::default();
    let mut pmu = Pmu::new(&platform, Wrapping { reads: 0 }).unwrap();
    assert_eq!(outcome(pmu.snapshot_set_shmem(0, 0, 0)), Ok(0));
    assert_eq!(outcome(pmu.counter_stop(0, 1, 2)), Ok(0));
    assert_eq!(pmu.hardware().reads, 6);
}
