// SPDX-License-Identifier: Apache-2.0
//! The SBI PMU extension (EID 0x504D55) for firmware: all nine functions over the counters of one hart.
//!
//! Firmware implements [`Hardware`] (CSRs, shared memory), describes counters and events in a [`Platform`], and keeps
//! one [`Pmu`] for each hart. An `ecall` of the extension goes to [`Pmu::call`]; what firmware itself does is counted
//! with [`Pmu::record`]. Nothing is allocated. `docs/sbi-pmu.md` has each function with its errors.
//!
//! ```
//! # use tracewright_sbi_pmu::{Event, Hardware, Invalid, Platform, Pmu, SbiRet};
//! # use sbi_spec::pmu::{firmware_event, NUM_COUNTERS};
//! fn boot<H: Hardware>(hardware: H) -> Result<(), Invalid> {
//!     // mcycle, minstret, mhpmcounter3 and 4; the last two can count branches.
//!     let events = [Event { index: 5, selector: 0x21, counters: 0b11000 }];
//!     let platform = Platform { hardware: 0b11101, events: &events, firmware: 4, ..Platform::default() };
//!     let mut pmu = Pmu::new(&platform, hardware)?;
//!     pmu.reset();
//!     pmu.record(firmware_event::SET_TIMER, 1);
//!     let zero = H::Register::default();
//!     let SbiRet { error: _, value: _ } = pmu.call(NUM_COUNTERS, [zero; 6]);
//!     Ok(())
//! }
//! ```
#![no_std]
#![forbid(unsafe_code)]

/// The page's program runs.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/sbi-pmu.md")]
mod page {}

mod call;
mod configure;
mod counters;
mod event;
mod firmware;
mod hardware;
mod platform;
mod pmu;
mod register;
#[cfg(feature = "rustsbi")]
mod rustsbi;
mod set;
mod shared;
mod start_stop;

pub use hardware::{csr, Hardware, MemoryError};
pub use platform::{Event, Invalid, Platform, Raw, FIRMWARE_COUNTERS};
pub use pmu::Pmu;
pub use register::Register;
#[cfg(feature = "rustsbi")]
pub use rustsbi::RustSbi;
pub use sbi_spec::binary::SbiRet;
