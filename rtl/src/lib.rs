// SPDX-License-Identifier: Apache-2.0
//! The trace hardware in rust-hdl.

pub mod prim;
