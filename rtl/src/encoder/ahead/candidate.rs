// SPDX-License-Identifier: Apache-2.0
//! The ways in which the branches of a full HIST can be seen as a repetition.

/// Oldest branches that can be split off: none, or as many as fill the bytes of ResourceFull.
pub const SPLITS: [usize; 4] = [0, 1, 7, 13];

/// `split` branches, then a pattern of `period` over and over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Oldest branches that are not part of the repetition.
    pub split: usize,
    /// Branches of the pattern.
    pub period: usize,
    /// Branches that must follow to complete the last pattern.
    pub missing: usize,
    /// How many patterns there are then.
    pub times: usize,
}

impl Candidate {
    /// The candidate of this split and period in a HIST of `width` branches, if it is one.
    pub fn of(width: usize, split: usize, period: usize) -> Option<Candidate> {
        let rest = width.checked_sub(split)?;
        if period == 0 || period > rest || split > 0 && period == rest {
            return None;
        }
        let times = rest / period + 1;
        let candidate = Candidate { split, period, missing: times * period - rest, times };
        (split == 0 || candidate.is_kept(width)).then_some(candidate)
    }

    /// All candidates of a HIST of `width` branches, the first to be tried first.
    pub fn all(width: usize) -> Vec<Candidate> {
        let periods = |split| (1..=width).filter_map(move |period| Candidate::of(width, split, period));
        let mut all: Vec<_> = SPLITS.into_iter().flat_map(periods).collect();
        all.sort_by_key(|candidate| (candidate.split + candidate.period, candidate.period));
        all
    }

    /// Whether a candidate with a split earns its gates: a run, or the beginning of a long period after one odd
    /// branch, that takes no more bytes a branch than a full HIST does.
    fn is_kept(&self, width: usize) -> bool {
        let once = |branches: usize| 1 + (5 + branches).div_ceil(6);
        let count_bits = (usize::BITS - self.times.leading_zeros()) as usize;
        let bytes = once(self.split) + once(self.period) + count_bits.div_ceil(6);
        let is_useful = self.period == 1 || self.split == 1 && 2 * self.period > width;
        is_useful && bytes * width <= once(width) * (self.split + self.times * self.period)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidates(width: usize) -> Vec<(usize, usize)> {
        Candidate::all(width).into_iter().map(|candidate| (candidate.split, candidate.period)).collect()
    }

    #[test]
    fn a_hist_of_31_branches_has_46_candidates() {
        let whole = (1..=31).map(|period| (0, period));
        let after_one = [1].into_iter().chain(18..=29).map(|period| (1, period));
        let mut expected: Vec<_> = whole.chain(after_one).chain([(7, 1), (13, 1)]).collect();
        expected.sort_by_key(|&(split, period)| (split + period, period));
        assert_eq!(candidates(31), expected);
    }

    #[test]
    fn the_whole_of_a_small_hist_is_always_a_candidate() {
        assert_eq!(candidates(1), [(0, 1)]);
        assert_eq!(candidates(2), [(0, 1), (0, 2)]);
    }

    #[test]
    fn what_is_missing_completes_the_last_pattern() {
        let found = |split, period| Candidate::of(31, split, period).map(|c| (c.missing, c.times));
        assert_eq!(found(0, 7), Some((4, 5)));
        assert_eq!(found(0, 31), Some((31, 2)));
        assert_eq!(found(1, 18), Some((6, 2)));
        assert_eq!(found(13, 1), Some((1, 19)));
    }
}
