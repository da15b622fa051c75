// SPDX-License-Identifier: Apache-2.0
//! The dispatcher (SBI PMU 11.15): a function by its number, with the registers of the `ecall`.

use crate::{Hardware, Pmu, Register, SbiRet};
use sbi_spec::pmu;

impl<H: Hardware> Pmu<'_, H> {
    /// Answers an `ecall` with EID 0x504D55: `fid` is a6, `arguments` are a0 to a5; `error` goes to a0, `value` to a1.
    ///
    /// On RV32 an argument of 64 bits takes two registers, its low half first. NOT_SUPPORTED: there is no such
    /// function.
    pub fn call(&mut self, fid: usize, arguments: [H::Register; 6]) -> SbiRet<H::Register> {
        let [a0, a1, a2, a3, a4, a5] = arguments;
        match fid {
            pmu::NUM_COUNTERS => self.num_counters(),
            pmu::COUNTER_GET_INFO => self.counter_get_info(a0),
            pmu::COUNTER_CONFIG_MATCHING => self.counter_config_matching(a0, a1, a2, a3, long(a4, a5)),
            pmu::COUNTER_START => self.counter_start(a0, a1, a2, long(a3, a4)),
            pmu::COUNTER_STOP => self.counter_stop(a0, a1, a2),
            pmu::COUNTER_FW_READ => self.counter_fw_read(a0),
            pmu::COUNTER_FW_READ_HI => self.counter_fw_read_hi(a0),
            pmu::SNAPSHOT_SET_SHMEM => self.snapshot_set_shmem(a0, a1, a2),
            pmu::EVENT_GET_INFO => self.event_get_info(a0, a1, a2, a3),
            _ => SbiRet::not_supported(),
        }
    }
}

/// An argument of 64 bits in one register or two.
fn long<R: Register>(low: R, high: R) -> u64 {
    match R::BITS {
        32 => high.wide() << 32 | low.wide(),
        _ => low.wide(),
    }
}
