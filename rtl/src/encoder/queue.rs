// SPDX-License-Identifier: Apache-2.0
//! The queue of entries.

mod column;
mod entries;
mod spread;

pub use column::Column;
pub use entries::Queue;
pub use spread::Spread;
