// SPDX-License-Identifier: Apache-2.0
//! Comments of kernels: each stands ahead of what it is about, and goes where that goes.

use super::{Driver, Flow};
use crate::expr::NetId;
use crate::stmt::Stmt;

/// Which of the statements that follow a comment is the first that it is about.
pub(super) fn subject(note: &Stmt, following: &[Stmt]) -> Option<usize> {
    let Stmt::Note { of, .. } = note else { return None };
    following.iter().position(|stmt| of.iter().any(|net| stmt.assigns(*net)))
}

/// The statements without comments on what the build does not have.
pub(super) fn kept(statements: Vec<Stmt>) -> Vec<Stmt> {
    let stays = |index: usize| match &statements[index] {
        note @ Stmt::Note { .. } => subject(note, &statements[index + 1..]).is_some(),
        _ => true,
    };
    let stays: Vec<bool> = (0..statements.len()).map(stays).collect();
    let mut kept: Vec<Stmt> =
        statements.into_iter().zip(stays).filter_map(|(stmt, stays)| stays.then_some(stmt)).collect();
    kept.iter_mut().for_each(inside);
    kept
}

/// In the lists of a statement a comment is about the statement right after it: nothing moves there.
fn inside(stmt: &mut Stmt) {
    let adjacent = |list: &mut Vec<Stmt>| {
        let next = |index: usize| list[index + 1..].iter().position(|stmt| !matches!(stmt, Stmt::Note { .. }));
        let stays = |index: usize| match &list[index] {
            note @ Stmt::Note { .. } => subject(note, &list[index + 1..]).is_some_and(|at| next(index) == Some(at)),
            _ => true,
        };
        let stays: Vec<bool> = (0..list.len()).map(stays).collect();
        let mut stays = stays.into_iter();
        list.retain(|_| stays.next() == Some(true));
        list.iter_mut().for_each(inside);
    };
    match stmt {
        Stmt::Assign { .. } | Stmt::Note { .. } => {}
        Stmt::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(adjacent),
        Stmt::Case { arms, default, .. } => arms.iter_mut().map(|(_, list)| list).chain([default]).for_each(adjacent),
    }
}

impl Flow {
    /// Takes the drivers, each after the comments on it. A comment on what has become part of a connection goes there.
    pub(super) fn with_notes(&mut self, drivers: Vec<Driver>) {
        let mut notes = Vec::new();
        for driver in drivers {
            let Driver::Note { text, of } = driver else {
                self.place_notes(&mut notes, Some(&driver));
                self.drivers.push(driver);
                continue;
            };
            notes.push((text, of));
        }
        self.place_notes(&mut notes, None);
    }

    fn place_notes(&mut self, notes: &mut Vec<(String, Vec<NetId>)>, next: Option<&Driver>) {
        for (text, of) in notes.drain(..) {
            if next.is_some_and(|driver| is_about(&of, driver)) {
                self.drivers.push(Driver::Note { text, of });
            } else if let Some(net) = of.iter().find(|net| self.inline.contains_key(net)) {
                let note = self.notes.entry(*net).or_default();
                if !note.is_empty() {
                    note.push('\n');
                }
                note.push_str(&text);
            }
        }
    }
}

fn is_about(of: &[NetId], driver: &Driver) -> bool {
    match driver {
        Driver::Assign { net, .. } => of.contains(net),
        Driver::Always(list) => list.iter().any(|stmt| of.iter().any(|net| stmt.assigns(*net))),
        Driver::Note { .. } => false,
    }
}
