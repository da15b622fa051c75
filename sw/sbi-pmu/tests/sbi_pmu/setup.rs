// SPDX-License-Identifier: Apache-2.0
//! Harts that the tests share, and the words they are called with.

use crate::hart::Hart;
use sbi_spec::binary::{Error, SbiRegister};
use tracewright_sbi_pmu::{Event, Platform, Pmu, Raw, Register, SbiRet};

pub const SKIP_MATCH: u64 = 1;
pub const CLEAR_VALUE: u64 = 2;
pub const AUTO_START: u64 = 4;
pub const INIT_VALUE: u64 = 1;
pub const INIT_SNAPSHOT: u64 = 2;
pub const RESET: u64 = 1;
pub const TAKE_SNAPSHOT: u64 = 2;

pub const CYCLES: u64 = 1;
pub const INSTRUCTIONS: u64 = 2;
pub const BRANCHES: u64 = 5;
/// L1D read miss.
pub const L1D_MISS: u64 = 0x1_0001;
pub const RAW: u64 = 0x2_0000;
pub const RAW_V2: u64 = 0x3_0000;
pub const FIRMWARE: u64 = 0xF_0000;
pub const PLATFORM: u64 = 0xF_FFFF;

/// Selectors of the events.
pub const BRANCH_SELECTOR: u64 = 0x21;
pub const MISS_SELECTOR: u64 = 0x5_0000_0003;

/// mcycle, minstret, mhpmcounter3, 4, 6 and 7: 5 is a gap, as is 1. 8 to 11 are firmware's.
pub const HARDWARE: u32 = 0b1101_1101;

const EVENTS: [Event; 4] = [
    Event { index: 1, selector: 1, counters: 0b0000_1000 },
    Event { index: 2, selector: 2, counters: 0b0000_1000 },
    Event { index: 5, selector: BRANCH_SELECTOR, counters: 0b1001_1000 },
    Event { index: 0x1_0001, selector: MISS_SELECTOR, counters: 0b0101_0000 },
];

const RAWS: [Raw; 2] = [
    Raw { value: 0x100, mask: 0xFFFF_FFFF_FFFF_FF00, counters: 0b0001_0000 },
    Raw { value: 0x0012_0000_0000_0000, mask: !0xFFFF, counters: 0b0100_0000 },
];

/// Everything that there is.
pub const FULL: Platform = Platform {
    hardware: HARDWARE,
    counter_bits: 64,
    event_bits: 64,
    sscofpmf: true,
    smcntrpmf: true,
    inhibit_machine: false,
    events: &EVENTS,
    raw: &RAWS,
    firmware: 4,
    own_events: &[256, 65534],
    platform_events: &[7, u64::MAX],
    snapshot: true,
    event_info: true,
};

/// Nothing that can be left out, apart from the events.
pub const PLAIN: Platform = Platform { sscofpmf: false, smcntrpmf: false, ..FULL };

/// A hart after reset, with every counter stopped.
pub fn hart<R: Register>(platform: &'static Platform<'static>) -> Pmu<'static, Hart<R>> {
    let mut pmu = Pmu::new(platform, Hart::new(platform)).unwrap();
    pmu.reset();
    pmu.hardware().inhibit = u64::from(HARDWARE);
    pmu.hardware().written.clear();
    pmu
}

/// Sets, by base and mask, with a counter that `FULL` does not have: gaps, and indexes past the last one and past XLEN.
pub fn bad_sets<R: Register>() -> Vec<(u64, u64)> {
    let top = 1 << (R::BITS - 1);
    let gaps = [(0, 0b11), (1, 1), (0, 0x38), (5, 1), (0, 0x1FF9), (12, 1), (0, top), (31, top), (33, top)];
    let ends = [(u64::MAX, 1), (u64::MAX, 9), (u64::MAX - 2, 0b1000), (64, 1), (top, 1)];
    gaps.into_iter().chain(ends).collect()
}

/// The functions with numbers for arguments, and what they give.
pub trait Calls {
    fn ask(&mut self, fid: usize, arguments: &[u64]) -> Result<u64, Error>;

    fn configure(&mut self, base: u64, mask: u64, flags: u64, event: u64, data: u64) -> Result<u64, Error> {
        self.ask(2, &[base, mask, flags, event, data])
    }

    fn start(&mut self, base: u64, mask: u64, flags: u64, value: u64) -> Result<u64, Error> {
        self.ask(3, &[base, mask, flags, value])
    }

    fn stop(&mut self, base: u64, mask: u64, flags: u64) -> Result<u64, Error> {
        self.ask(4, &[base, mask, flags])
    }
}

impl<R: Register> Calls for Pmu<'_, Hart<R>> {
    /// Through the dispatcher; the last argument of configure and start has 64 bits.
    fn ask(&mut self, fid: usize, arguments: &[u64]) -> Result<u64, Error> {
        let mut registers = [R::default(); 6];
        for (register, &argument) in registers.iter_mut().zip(arguments) {
            *register = R::low(argument);
        }
        let wide = match fid {
            2 => 4,
            3 => 3,
            _ => 5,
        };
        if R::BITS == 32 && wide < arguments.len() {
            registers[wide + 1] = R::low(arguments[wide] >> 32);
        }
        outcome(self.call(fid, registers))
    }
}

/// The two registers as a result.
pub fn outcome<R: Register>(ret: SbiRet<R>) -> Result<u64, Error> {
    let error = match R::BITS {
        32 => ret.error.wide() as i32 as usize,
        _ => ret.error.wide() as usize,
    };
    assert!(error == 0 || ret.value == R::ZERO, "an error with a value");
    usize::into_result(SbiRet { error, value: ret.value.wide() as usize }).map(|value| value as u64)
}

/// Runs a test on RV32 and on RV64.
#[macro_export]
macro_rules! on_both {
    ($($(#[$attribute:meta])* fn $name:ident<$r:ident>() $body:block)*) => {$(
        #[test]
        $(#[$attribute])*
        fn $name() {
            fn on<$r: tracewright_sbi_pmu::Register>() $body
            on::<u32>();
            on::<u64>();
        }
    )*};
}
