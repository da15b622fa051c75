// SPDX-License-Identifier: Apache-2.0
//! The blocks that a hart's own software sees as CSRs (docs/ctr.md, docs/pmu.md).

pub mod codes;
pub mod ctr;
pub mod pmu;
mod port;

pub use port::CsrPort;
pub use tracewright_verilog::Port;
