// SPDX-License-Identifier: Apache-2.0
//! Performance counters of the golden model, by section of docs/pmu.md.

mod bench;
mod csrs;
mod events;
mod order;
mod reach;
