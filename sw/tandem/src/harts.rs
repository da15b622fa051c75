// SPDX-License-Identifier: Apache-2.0
//! The trace of several harts in one: what follows mhartid is of that hart.

use crate::{csr, Element, Group, Part, Register};

/// Whose a part of a trace is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// It says that what follows is of the hart with this mhartid.
    Names(u64),
    /// Of the hart with this mhartid.
    Hart(u64),
    /// It is of a hart, and which one is not known: where trace was lost, or if there is one hart.
    Unknown,
    /// Of every hart: any of them can have lost something.
    Every,
}

/// Tells whose the parts of a trace are: mhartid outside of groups is before all that a hart retires together.
///
/// ```
/// use tracewright_tandem::{Element, Group, Harts, Part, Register, Whose};
///
/// let mut harts = Harts::new();
/// let group = Group::default();
/// let names = Element::Full(Register::csr(0xF14), 2);
/// assert_eq!(harts.whose(&Part::Group(&group)), Whose::Unknown);
/// assert_eq!(harts.whose(&Part::Outside(0, names)), Whose::Names(2));
/// assert_eq!(harts.whose(&Part::Group(&group)), Whose::Hart(2));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Harts {
    current: Option<u64>,
}

impl Harts {
    /// For a trace from its beginning.
    pub const fn new() -> Harts {
        Harts { current: None }
    }

    /// Whose the next part is.
    pub fn whose(&mut self, part: &Part) -> Whose {
        match part {
            Part::Outside(_, Element::Full(register, hart)) if is_hart(*register) => {
                self.current = Some(*hart);
                return Whose::Names(*hart);
            }
            Part::Error(_) | Part::Skipped(..) => {
                self.current = None;
                return Whose::Every;
            }
            // No instruction changes mhartid: the end of the group was lost, and this is what the next one began with.
            Part::Group(group) if changes_hart(group) => self.current = None,
            Part::Group(_) | Part::Outside(..) => {}
        }
        self.current.map_or(Whose::Unknown, Whose::Hart)
    }

    /// The part as the verifier of the hart with this mhartid is to have it; none, if it is of no concern there. What
    /// is of a hart that is not known is skipped.
    pub fn of<'a>(&mut self, hart: u64, part: Part<'a>) -> Option<Part<'a>> {
        match (self.whose(&part), part) {
            (Whose::Hart(number), part) if number == hart => Some(part),
            (Whose::Names(_) | Whose::Hart(_), _) => None,
            (Whose::Every, part) => Some(part),
            (Whose::Unknown, Part::Group(group)) => Some(Part::Skipped(group.offset, group.bytes)),
            (Whose::Unknown, Part::Outside(offset, _)) => Some(Part::Skipped(offset, 0)),
            (Whose::Unknown, part) => Some(part),
        }
    }
}

fn is_hart(register: Register) -> bool {
    register == Register::csr(csr::MHARTID)
}

fn changes_hart(group: &Group) -> bool {
    let begins = |element: &Element| matches!(element, Element::Reset | Element::Initialisation);
    let changes = |element: &Element| matches!(element, Element::Full(register, _) if is_hart(*register));
    group.elements.iter().any(changes) && !group.elements.iter().any(begins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Error, Problem};
    use alloc::vec;

    const NAME: Element = Element::Full(Register::csr(csr::MHARTID), 7);

    #[test]
    fn after_an_error_nobody_is_known_until_the_next_mhartid() {
        let (mut harts, group) = (Harts::new(), Group { offset: 9, bytes: 5, ..Group::default() });
        assert_eq!(harts.of(7, Part::Group(&group)), Some(Part::Skipped(9, 5)));
        assert_eq!(harts.of(7, Part::Outside(0, NAME)), None);
        assert_eq!(harts.of(7, Part::Group(&group)), Some(Part::Group(&group)));
        assert_eq!(harts.of(6, Part::Group(&group)), None);
        let error = Part::Error(Error { offset: 3, problem: Problem::Cut });
        assert_eq!(harts.whose(&error), Whose::Every);
        assert_eq!(harts.of(7, Part::Group(&group)), Some(Part::Skipped(9, 5)));
    }

    #[test]
    fn a_group_that_changes_mhartid_has_lost_its_end() {
        let mut harts = Harts::new();
        harts.whose(&Part::Outside(0, NAME));
        let mut group = Group { elements: vec![Element::IncrementPc, NAME], ..Group::default() };
        assert_eq!(harts.whose(&Part::Group(&group)), Whose::Unknown);
        harts.whose(&Part::Outside(0, NAME));
        group.elements.insert(0, Element::Initialisation);
        assert_eq!(harts.whose(&Part::Group(&group)), Whose::Hart(7));
    }
}
