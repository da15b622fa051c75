// SPDX-License-Identifier: Apache-2.0
//! The SBI PMU extension for firmware in C; `include/tracewright_sbi_pmu.h` says what each function does.
//!
//! Nothing but pointers is handled here: what they point to is for `tracewright-sbi-pmu`.
#![no_std]

mod hardware;
mod platform;
mod state;

pub use hardware::TwSbiPmuHardware;
pub use platform::TwSbiPmuPlatform;
pub use state::{
    tw_sbi_pmu_call, tw_sbi_pmu_init, tw_sbi_pmu_record, tw_sbi_pmu_record_platform, tw_sbi_pmu_reset, TwSbiPmu,
    TwSbiPmuRet, WORDS,
};

#[cfg(all(feature = "panic-handler", not(test)))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    loop {
        core::hint::spin_loop();
    }
}
