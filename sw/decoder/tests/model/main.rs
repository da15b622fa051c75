// SPDX-License-Identifier: Apache-2.0
//! The decoder against the golden model, on random programs, and on damaged traces.

#[path = "../decoder/common.rs"]
mod common;
mod damage;
mod roundtrip;
mod wander;
