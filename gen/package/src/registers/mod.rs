// SPDX-License-Identifier: Apache-2.0
//! The registers of a build in the forms that other tools and software read, all made from the one description of them.
//!
//! A [`Map`] is what a build makes of a list of registers, a [`Block`] a component of a system with its map; an
//! [`Output`] is a form to write them in. The text depends on the map and the [`Origin`] alone: the same build gives
//! the same bytes.
//!
//! ```
//! use tracewright_regmap::{Features, SinkFeatures};
//! use tracewright_package::registers::{Map, Origin, Output};
//!
//! let map = Map::encoder(&Features::minimal(SinkFeatures::sram(4096)));
//! let origin = Origin { banner: "Made by hand.".into(), version: "1.0".into(), configuration: "01234567".into() };
//! let header = Output::CHeader.render(&map, &origin);
//! assert!(header.contains("#define TW_TE_CONTROL_TE_SINK_SRAM"));
//! ```

mod c_header;
mod csr;
mod ipxact;
mod json;
mod legal;
mod map;
mod markdown;
mod names;
mod output;
pub(crate) mod pmu;
mod reference;
mod rust_module;
mod svd;
mod system;
mod systemrdl;
mod words;

pub use csr::{ctr_c_header, ctr_reference, ctr_rust_module};
pub use json::{FieldJson, RegisterJson, ValueJson};
pub use legal::{legal_text, legal_values};
pub use map::{Component, Field, Map, Register, Software};
pub use names::{screaming_case, snake_case};
pub use output::{Origin, Output};
pub use pmu::{pmu_c_header, pmu_device_tree, pmu_reference, pmu_rust_module};
pub use reference::reference;
pub use system::Block;
