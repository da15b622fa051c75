// SPDX-License-Identifier: Apache-2.0
//! 11.6 and 11.7: how many counters there are, and what each is; and numbers of functions.

use crate::hart::Hart;
use crate::on_both;
use crate::setup::*;
use sbi_spec::binary::Error;
use tracewright_sbi_pmu::{Platform, Pmu};

on_both! {
    fn sbi_pmu_11_6_success_num_counters_is_above_every_index<R>() {
        assert_eq!(hart::<R>(&FULL).ask(0, &[]), Ok(12));
        let number = |platform: Platform| Pmu::new(&platform, Hart::<R>::new(&platform)).unwrap().ask(0, &[]);
        assert_eq!(number(Platform { firmware: 0, ..FULL }), Ok(8));
        assert_eq!(number(Platform::default()), Ok(3));
        assert_eq!(number(Platform { hardware: !2, firmware: 16, ..Platform::default() }), Ok(48));
        assert_eq!(number(Platform { hardware: 0, ..Platform::default() }), Ok(0));
    }

    fn sbi_pmu_11_7_success_hardware_counters_have_csr_and_width<R>() {
        let platform = Platform { counter_bits: 40, ..FULL };
        let mut pmu = Pmu::new(&platform, Hart::<R>::new(&platform)).unwrap();
        for (index, bits) in [(0, 64), (2, 64), (3, 40), (4, 40), (6, 40), (7, 40)] {
            assert_eq!(pmu.ask(1, &[index]), Ok((bits - 1) << 12 | (0xC00 + index)));
        }
    }

    fn sbi_pmu_11_7_success_firmware_counters_have_the_top_bit<R>() {
        for index in 8..12 {
            let info = hart::<R>(&FULL).ask(1, &[index]).unwrap();
            assert_eq!(info >> (R::BITS - 1), 1);
            // Supervisor software takes the width from here.
            assert_eq!(info << (65 - R::BITS) >> (65 - R::BITS), 63 << 12);
        }
    }

    fn sbi_pmu_11_7_invalid_param_no_such_counter<R>() {
        for index in [1, 5, 12, 31, 32, 63, 64, 256, u64::MAX, 1 << (R::BITS - 1)] {
            assert_eq!(hart::<R>(&FULL).ask(1, &[index]), Err(Error::InvalidParam), "{index}");
        }
    }

    fn sbi_pmu_11_15_no_other_function<R>() {
        for fid in [9, 10, 100, usize::MAX] {
            assert_eq!(hart::<R>(&FULL).ask(fid, &[]), Err(Error::NotSupported));
        }
    }
}
