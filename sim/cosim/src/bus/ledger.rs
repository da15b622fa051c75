// SPDX-License-Identifier: Apache-2.0
//! Whether what arrives at the registers is what was asked for on the bus, and what is answered is what they said.

use super::{Answer, Violation};
use std::collections::VecDeque;

/// An access as the registers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    /// Write, else read.
    pub write: bool,
    /// Offset in bytes, a multiple of 4.
    pub offset: u32,
    /// What is written; 0 of a read.
    pub data: u32,
    /// Bytes that are written; 0 of a read.
    pub strobe: u8,
}

/// A transfer that has not been answered.
#[derive(Clone, Copy, Debug)]
struct Open {
    /// What must arrive inside, if anything.
    access: Option<Access>,
    /// What the registers said.
    inside: Option<u32>,
}

/// Transfers under way. Writes stay in order, and reads do; between the two there is an order only where the bus has
/// one.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    /// Reads, then writes.
    open: [VecDeque<Open>; 2],
}

impl Ledger {
    /// A transfer has begun; `access` is what must arrive inside.
    pub fn begin(&mut self, write: bool, access: Option<Access>) {
        self.open[usize::from(write)].push_back(Open { access, inside: None });
    }

    /// An access was done inside, and `read` was what it read.
    pub fn inside(&mut self, access: Access, read: u32) -> Result<(), Violation> {
        let list = &mut self.open[usize::from(access.write)];
        // What is answered with an error never comes.
        let next = list.iter_mut().find(|open| open.access.is_some() && open.inside.is_none());
        let next = next.ok_or(broken("nothing arrives inside that was not asked for"))?;
        if next.access != Some(access) {
            return Err(broken("what arrives inside is what was asked for, in order"));
        }
        next.inside = Some(read);
        Ok(())
    }

    /// The oldest transfer of its direction was answered.
    pub fn answered(&mut self, answer: &Answer) -> Result<(), Violation> {
        let open = self.open[usize::from(answer.write)].pop_front();
        match open.ok_or(broken("nothing is answered that was not asked for"))? {
            Open { access: None, .. } if !answer.error => Err(broken("what can't be done is answered with an error")),
            Open { access: None, .. } => Ok(()),
            Open { .. } if answer.error => Err(broken("what can be done is not answered with an error")),
            Open { inside: None, .. } => Err(broken("nothing is answered before it is done inside")),
            Open { inside: Some(read), .. } if !answer.write && answer.data != read => {
                Err(broken("what is read is what the registers said"))
            }
            _ => Ok(()),
        }
    }

    /// Whether all that was asked for has been answered.
    pub fn is_settled(&self) -> bool {
        self.open.iter().all(VecDeque::is_empty)
    }
}

const fn broken(rule: &'static str) -> Violation {
    Violation { bus: "register access", rule }
}

#[cfg(test)]
mod tests {
    use super::*;

    const READ: Access = Access { write: false, offset: 4, data: 0, strobe: 0 };
    const WRITE: Access = Access { write: true, offset: 8, data: 7, strobe: 3 };

    fn ledger(list: &[Option<Access>]) -> Ledger {
        let mut ledger = Ledger::default();
        list.iter().for_each(|access| ledger.begin(access.is_some_and(|access| access.write), *access));
        ledger
    }

    fn answer(write: bool, data: u32) -> Answer {
        Answer { write, data, error: false }
    }

    #[test]
    fn what_is_asked_for_arrives_and_is_answered() {
        let mut ledger = ledger(&[Some(READ), Some(WRITE), None]);
        ledger.inside(WRITE, 0).unwrap();
        ledger.inside(READ, 5).unwrap();
        ledger.answered(&answer(false, 5)).unwrap();
        ledger.answered(&answer(true, 99)).unwrap();
        assert!(!ledger.is_settled(), "the one that is an error");
        ledger.answered(&Answer { error: true, ..answer(false, 0) }).unwrap();
        assert!(ledger.is_settled());
    }

    #[test]
    fn an_access_out_of_nothing_is_reported() {
        assert!(ledger(&[]).inside(READ, 0).is_err());
        assert!(ledger(&[None]).inside(READ, 0).is_err(), "an error does not arrive");
        let mut twice = ledger(&[Some(READ)]);
        twice.inside(READ, 0).unwrap();
        assert!(twice.inside(READ, 0).is_err());
    }

    #[test]
    fn an_access_that_changes_on_its_way_is_reported() {
        for wrong in [Access { offset: 12, ..WRITE }, Access { data: 6, ..WRITE }, Access { strobe: 7, ..WRITE }] {
            assert!(ledger(&[Some(WRITE)]).inside(wrong, 0).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_wrong_answer_is_reported() {
        assert!(ledger(&[]).answered(&answer(false, 0)).is_err(), "nobody asked");
        assert!(ledger(&[Some(READ)]).answered(&answer(false, 0)).is_err(), "too early");
        assert!(ledger(&[None]).answered(&answer(false, 0)).is_err(), "no error");
        let mut done = ledger(&[Some(READ)]);
        done.inside(READ, 5).unwrap();
        assert!(done.clone().answered(&answer(false, 4)).is_err(), "other data");
        assert!(done.answered(&Answer { error: true, ..answer(false, 5) }).is_err(), "an error");
    }
}
