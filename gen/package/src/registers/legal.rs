// SPDX-License-Identifier: Apache-2.0
//! Legal values, for people.

use tracewright_regmap::Legal;

/// The legal values of a field of `width` bits: `any`, `5`, `0-3`, `3, 6`, or, where bits are missing, `bits 3, 1-0`,
/// or, where bits are always 1, `bits 7-2, with 1-0 always 1`.
pub fn legal_text(legal: Legal, width: usize) -> String {
    match legal {
        Legal::Fixed(value) => value.to_string(),
        Legal::Bits(u32::MAX) => "any".into(),
        Legal::Bits(mask) if mask & mask.wrapping_add(1) == 0 && width < 32 => format!("0-{mask}"),
        Legal::Bits(mask) => format!("bits {}", ranges(mask)),
        Legal::BitsAndOnes(mask, ones) => format!("bits {}, with {} always 1", ranges(mask), ranges(ones)),
        Legal::Range(first, last) => format!("{first}-{last}"),
        Legal::OneOf(_) => legal_values(legal).iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
    }
}

/// The legal values where they are listed one by one.
pub fn legal_values(legal: Legal) -> Vec<u32> {
    match legal {
        Legal::OneOf(set) => (0..u32::BITS).filter(|value| set >> value & 1 != 0).collect(),
        Legal::Fixed(_) | Legal::Bits(_) | Legal::BitsAndOnes(..) | Legal::Range(..) => Vec::new(),
    }
}

/// The ones of `mask` as ranges, from the highest down.
pub(crate) fn ranges(mask: u32) -> String {
    let mut texts = Vec::new();
    let mut rest = mask;
    while rest != 0 {
        let high = u32::BITS - 1 - rest.leading_zeros();
        let length = (rest << (u32::BITS - 1 - high)).leading_ones();
        let low = high + 1 - length;
        texts.push(if low == high { low.to_string() } else { format!("{high}-{low}") });
        rest &= ((1u64 << low) - 1) as u32;
    }
    texts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_ranges_of_bits_from_the_top() {
        assert_eq!(ranges(0), "");
        assert_eq!(ranges(0b1011), "3, 1-0");
        assert_eq!(ranges(u32::MAX), "31-0");
        assert_eq!(ranges(1 << 31 | 1), "31, 0");
    }

    #[test]
    fn legal_values_are_told_in_the_shortest_way() {
        assert_eq!(legal_text(Legal::Fixed(4), 4), "4");
        assert_eq!(legal_text(Legal::Bits(3), 4), "0-3");
        assert_eq!(legal_text(Legal::Bits(0b1010), 4), "bits 3, 1");
        assert_eq!(legal_text(Legal::Bits(u32::MAX), 32), "any");
        assert_eq!(legal_text(Legal::OneOf(1 << 3 | 1 << 6), 3), "3, 6");
        assert_eq!(legal_text(Legal::Range(1, 111), 7), "1-111");
        assert_eq!(legal_text(Legal::BitsAndOnes(0xFC, 3), 30), "bits 7-2, with 1-0 always 1");
    }

    #[test]
    fn values_are_listed_only_where_they_are_a_set() {
        assert_eq!(legal_values(Legal::OneOf(1 << 3 | 1 << 31)), [3, 31]);
        assert!(legal_values(Legal::Bits(3)).is_empty());
    }
}
