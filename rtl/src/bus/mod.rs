// SPDX-License-Identifier: Apache-2.0
//! The control buses: what turns their transfers into accesses (docs/control.md, "From the bus to the registers").

mod apb4;

pub use apb4::Apb4;
