// SPDX-License-Identifier: Apache-2.0
//! What connects a core to the ingress port: adapters beside the whole (docs/rvfi.md).

mod build;
pub mod codes;
mod rvfi;

pub use build::{adapter, output, TOP};
pub use rvfi::{Decode, Rvfi};
