// SPDX-License-Identifier: Apache-2.0
//! 11.11 and 11.12: reading firmware counters.

use crate::on_both;
use crate::setup::*;
use sbi_spec::binary::Error;
use tracewright_sbi_pmu::Register;

on_both! {
    fn sbi_pmu_11_11_success_the_lowest_xlen_bits<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.start(10, 1, INIT_VALUE, 0xFEDC_BA98_7654_3210), Ok(0));
        let expected = if R::BITS == 32 { 0x7654_3210 } else { 0xFEDC_BA98_7654_3210 };
        assert_eq!(pmu.ask(5, &[10]), Ok(expected));
        assert_eq!(pmu.ask(5, &[9]), Ok(0));
    }

    fn sbi_pmu_11_12_success_the_upper_32_bits_on_rv32_and_0_on_rv64<R>() {
        let mut pmu = hart::<R>(&FULL);
        assert_eq!(pmu.start(10, 1, INIT_VALUE, 0xFEDC_BA98_7654_3210), Ok(0));
        assert_eq!(pmu.ask(6, &[10]), Ok(if R::BITS == 32 { 0xFEDC_BA98 } else { 0 }));
    }

    fn sbi_pmu_11_11_invalid_param_hardware_counters_and_none<R>() {
        no_firmware_counter::<R>(5);
    }

    fn sbi_pmu_11_12_invalid_param_hardware_counters_and_none<R>() {
        no_firmware_counter::<R>(6);
    }
}

fn no_firmware_counter<R: Register>(fid: usize) {
    for index in [0, 1, 2, 3, 4, 5, 6, 7, 12, 31, 32, 64, 1 << (R::BITS - 1) | 8, u64::MAX] {
        assert_eq!(hart::<R>(&FULL).ask(fid, &[index]), Err(Error::InvalidParam), "{index}");
    }
}
