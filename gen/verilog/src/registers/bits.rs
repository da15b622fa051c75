// SPDX-License-Identifier: Apache-2.0
//! Pieces of Verilog: literals, bits of nets, values of fields.

use super::Part;
use tracewright_regmap::Legal;

/// A literal of exactly this width: single digits in decimal, more in hexadecimal.
pub(super) fn literal(value: u32, width: usize) -> String {
    match width {
        1 => format!("1'b{value}"),
        _ if value < 8 => format!("{width}'d{value}"),
        _ => format!("{width}'h{value:x}"),
    }
}

/// `[7:0] ` to declare so many bits; nothing for one.
pub(super) fn range(width: usize) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0] ", width - 1),
    }
}

/// Some bits of a net that is `of` bits wide.
pub(super) fn select(net: &str, of: usize, lsb: usize, width: usize) -> String {
    match width {
        _ if width == of => net.into(),
        1 => format!("{net}[{lsb}]"),
        _ => format!("{net}[{}:{lsb}]", lsb + width - 1),
    }
}

/// Parts of a value, the highest first, in one.
pub(super) fn concat(parts: &[String]) -> String {
    match parts {
        [one] => one.clone(),
        many => format!("{{{}}}", many.join(", ")),
    }
}

/// A net that has the bits of a field from `lsb` up.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    pub(super) net: &'a str,
    /// Width of the net.
    pub(super) of: usize,
    pub(super) lsb: usize,
}

impl Source<'_> {
    /// Bits `from` to before `to` of a field.
    pub(super) fn bits(&self, from: usize, to: usize) -> String {
        select(self.net, self.of, self.lsb + from, to - from)
    }

    /// Bits `from` to before `to` of what a field becomes when this is written to it: bits that can't be other than 0
    /// or 1 are. Also the bits of the source that count.
    pub(super) fn stored(&self, part: &Part, from: usize, to: usize) -> (String, u32) {
        let (possible, certain) = (part.possible(), part.certain());
        let constant = |bit: usize| match (possible >> bit & 1, certain >> bit & 1) {
            (0, _) => Some(0),
            (_, 1) => Some(1),
            _ => None,
        };
        let (mut parts, mut used, mut start) = (Vec::new(), 0, from);
        while start < to {
            let kind = constant(start);
            let end = (start..to).find(|bit| constant(*bit).is_some() != kind.is_some()).unwrap_or(to);
            if kind.is_some() {
                parts.push(literal(certain >> start & mask(end - start), end - start));
            } else {
                parts.push(self.bits(start, end));
                used |= mask(end - start) << start;
            }
            start = end;
        }
        parts.reverse();
        (concat(&parts), used)
    }

    /// Whether a whole field has one of the values that it can have.
    pub(super) fn accepts(&self, part: &Part) -> String {
        let width = part.field.width;
        let whole = self.bits(0, width);
        if let Legal::Range(first, last) = part.legal {
            // Bounds that every value keeps are not compared.
            let bounds = [(first > 0, ">=", first), (last < mask(width), "<=", last)];
            let compared = bounds.into_iter().filter(|(compared, ..)| *compared);
            let inside: Vec<String> =
                compared.map(|(_, than, bound)| format!("{whole} {than} {}", literal(bound, width))).collect();
            return format!("({})", inside.join(" && "));
        }
        let equal: Vec<String> = part.values().map(|value| format!("{whole} == {}", literal(value, width))).collect();
        format!("({})", equal.join(" || "))
    }
}

/// So many ones.
pub(super) fn mask(width: usize) -> u32 {
    u32::MAX >> (u32::BITS as usize - width)
}
