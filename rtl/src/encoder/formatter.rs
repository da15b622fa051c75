// SPDX-License-Identifier: Apache-2.0
//! The formatter: from an entry to its messages, and from each to its fields.

mod fields;
mod sequence;
mod stamp;

pub use fields::Formatter;
pub use sequence::Sequence;
pub use stamp::Stamp;
