// SPDX-License-Identifier: Apache-2.0
//! The periods of branches that repeat (N-Trace 9.3; docs/encoder.md, "HTM: repeated history").

/// A pattern of so many branches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Branches of the pattern.
    pub length: usize,
    /// How many patterns a repetition begins with.
    pub times: usize,
    /// Branches in a row that must have been equal to the one a period before them.
    pub needed: usize,
}

impl Pattern {
    /// All periods of a HIST of `width` branches, the first to be tried first.
    pub fn all(width: usize) -> Vec<Pattern> {
        (1..=width).map(|length| Pattern::of(width, length)).collect()
    }

    /// The period of `length` branches. What is needed is rounded to few different numbers: each is an addition.
    fn of(width: usize, length: usize) -> Pattern {
        let times = width.div_ceil(length).max(2);
        let equal = (times - 1) * length;
        let needed = equal.next_multiple_of(4).max(2 * width / 3).min(width - 1).max(equal);
        Pattern { length, times, needed }
    }

    /// Branches that a repetition begins with, beyond those of a full HIST of `width` branches.
    pub fn beyond(&self, width: usize) -> usize {
        self.times * self.length - width
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repetition_begins_with_a_full_hist_and_two_patterns_at_least() {
        let found = |length| {
            let Pattern { times, needed, .. } = Pattern::of(31, length);
            (times, needed)
        };
        assert_eq!(found(1), (31, 30));
        assert_eq!(found(7), (5, 28));
        assert_eq!(found(11), (3, 24));
        assert_eq!(found(16), (2, 20));
        assert_eq!(found(30), (2, 30));
        assert_eq!(found(31), (2, 31));
    }

    #[test]
    fn all_branches_of_a_beginning_repetition_have_been_compared() {
        for width in 7..=31 {
            let all = Pattern::all(width);
            assert_eq!(all.iter().map(|pattern| pattern.length).collect::<Vec<_>>(), (1..=width).collect::<Vec<_>>());
            for pattern in all {
                assert!(pattern.needed >= (pattern.times - 1) * pattern.length, "{pattern:?} of {width}");
                assert!(pattern.beyond(width) <= width, "{pattern:?} of {width}");
                // A cycle has four blocks at most, and the hardware counts branches modulo 32.
                assert!((4..32).contains(&pattern.needed), "{pattern:?} of {width}");
            }
        }
    }
}
