// SPDX-License-Identifier: Apache-2.0
//! The decoder against the golden model, on random programs, and on damaged traces.

mod damage;
mod letter;
mod program;
mod roundtrip;
#[path = "../shared/mod.rs"]
mod shared;
mod wander;
#[path = "../../../messages/tests/common/mod.rs"]
mod writer;
