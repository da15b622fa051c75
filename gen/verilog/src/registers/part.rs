// SPDX-License-Identifier: Apache-2.0
//! The names and values of a field in the text.

use super::bits::{literal, Source};
use super::Part;
use tracewright_regmap::{Access, Legal};

/// The net with the whole of what a write gives a field.
pub(super) struct Written {
    pub(super) net: String,
    pub(super) width: usize,
}

impl Written {
    pub(super) fn source(&self) -> Source<'_> {
        Source { net: &self.net, of: self.width, lsb: 0 }
    }
}

pub(super) fn written(part: &Part) -> Written {
    let width = if is_chosen(part) { part.field.width } else { part.width() };
    Written { net: format!("{}_written", part.name), width }
}

/// The bus's data as a source of a field.
pub(super) fn bus(part: &Part) -> Source<'static> {
    Source { net: "bus_wdata", of: 32, lsb: part.field.lsb }
}

/// Whether a field has a list of values, or a range.
pub(super) fn is_chosen(part: &Part) -> bool {
    matches!(part.legal, Legal::OneOf(_) | Legal::Range(..))
}

pub(super) fn is_cleared_by_reading(part: &Part) -> bool {
    part.field.access == Access::ClearOnRead
}

/// The register of a field.
pub(super) fn kept(part: &Part) -> String {
    match part.base {
        Some(_) => format!("{}_difference_q", part.name),
        None => format!("{}_q", part.name),
    }
}

/// The net with the value of a stored field.
pub(super) fn value(part: &Part) -> String {
    match part.base {
        Some(_) => part.name.clone(),
        None => kept(part),
    }
}

/// The assignment of a field's reset value.
pub(super) fn reset(part: &Part) -> String {
    let value = if part.base.is_some() { 0 } else { part.reset };
    format!("{} <= {};", kept(part), literal(value, part.width()))
}
