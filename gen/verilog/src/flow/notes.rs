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

/// The statements without comments of which nothing is left that they are about. Comments have no ends any more.
pub(super) fn kept(statements: Vec<Stmt>) -> Vec<Stmt> {
    let mut kept: Vec<Stmt> = Vec::new();
    let mut open = Vec::new();
    for mut stmt in statements {
        match &mut stmt {
            Stmt::Assign { .. } => {}
            Stmt::If { then, otherwise, .. } => [then, otherwise].into_iter().for_each(inside),
            Stmt::Case { arms, default, .. } => arms.iter_mut().map(|(_, list)| list).chain([default]).for_each(inside),
            Stmt::Note { .. } => open.push(kept.len()),
            Stmt::End => {
                let start = open.pop().unwrap_or_default();
                if !kept[start..].iter().any(Stmt::does) {
                    kept.truncate(start);
                }
                continue;
            }
        }
        kept.push(stmt);
    }
    kept
}

fn inside(list: &mut Vec<Stmt>) {
    *list = kept(std::mem::take(list));
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
