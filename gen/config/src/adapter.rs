// SPDX-License-Identifier: Apache-2.0
//! What stands between a core and the ingress port.

use serde::{Deserialize, Serialize};

/// What is generated beside the whole, to connect a core to its ingress port.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adapter {
    /// Nothing: the core has the port.
    #[default]
    None,
    /// An adapter from the RISC-V Formal Interface (docs/rvfi.md).
    Rvfi,
}
