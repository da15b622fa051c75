// SPDX-License-Identifier: Apache-2.0
//! The funnel, the joiner and the router: against what docs/sinks.md says of them, and against their Verilog.

mod bench;
mod fair;
mod joiner;
mod levels;
mod modules;
mod random;
mod reference;
mod router;
mod source;
