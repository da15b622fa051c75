// SPDX-License-Identifier: Apache-2.0
//! Statements: a kernel after its loops are unrolled and its names resolved.

use crate::expr::{Expr, NetId};

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Stmt {
    /// Bits of a net, from `offset` up, take a value of the same width.
    Assign { net: NetId, offset: usize, whole: bool, value: Expr },
    /// The first of two lists if the test is 1, else the second.
    If { test: Expr, then: Vec<Stmt>, otherwise: Vec<Stmt> },
    /// The list whose label equals the test, else the default.
    Case { test: Expr, arms: Vec<(Expr, Vec<Stmt>)>, default: Vec<Stmt> },
    /// A comment on the statements up to its [`Stmt::End`], which assign these nets.
    Note { text: String, of: Vec<NetId> },
    /// What the last comment that has not ended is about ends.
    End,
}

impl Stmt {
    /// The lists of statements inside.
    pub(crate) fn lists(&self) -> impl Iterator<Item = &[Stmt]> {
        let (arms, others): (&[_], [Option<&Vec<Stmt>>; 2]) = match self {
            Stmt::Assign { .. } | Stmt::Note { .. } | Stmt::End => (&[], [None, None]),
            Stmt::If { then, otherwise, .. } => (&[], [Some(then), Some(otherwise)]),
            Stmt::Case { arms, default, .. } => (arms, [Some(default), None]),
        };
        arms.iter().map(|(_, list)| list).chain(others.into_iter().flatten()).map(Vec::as_slice)
    }

    /// Calls `visit` with every expression directly in this statement, not in the lists inside.
    pub(crate) fn own_expressions(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Stmt::Assign { value, .. } => visit(value),
            Stmt::If { test, .. } => visit(test),
            Stmt::Case { test, arms, .. } => {
                visit(test);
                arms.iter().for_each(|(label, _)| visit(label));
            }
            Stmt::Note { .. } | Stmt::End => {}
        }
    }

    /// Calls `visit` with every expression in this statement and in those inside.
    pub(crate) fn expressions(&self, visit: &mut dyn FnMut(&Expr)) {
        self.own_expressions(visit);
        for list in self.lists() {
            list.iter().for_each(|stmt| stmt.expressions(visit));
        }
    }

    /// Calls `visit` with every net that is assigned.
    pub(crate) fn targets(&self, visit: &mut dyn FnMut(NetId)) {
        if let Stmt::Assign { net, .. } = self {
            visit(*net);
        }
        for list in self.lists() {
            list.iter().for_each(|stmt| stmt.targets(visit));
        }
    }

    /// Whether this statement assigns the net.
    pub(crate) fn assigns(&self, wanted: NetId) -> bool {
        let mut found = false;
        self.targets(&mut |net| found |= net == wanted);
        found
    }

    /// Whether this statement reads the net.
    pub(crate) fn reads(&self, wanted: NetId) -> bool {
        let mut found = false;
        self.expressions(&mut |expr| expr.nets(&mut |net| found |= net == wanted));
        found
    }

    /// This statement without what does not satisfy the condition; nothing if nothing is left.
    pub(crate) fn retain(self, keep: &dyn Fn(NetId) -> bool) -> Option<Stmt> {
        let all = |list: Vec<Stmt>| -> Vec<Stmt> { list.into_iter().filter_map(|stmt| stmt.retain(keep)).collect() };
        let stmt = match self {
            Stmt::Assign { net, .. } => return keep(net).then_some(self),
            Stmt::Note { .. } | Stmt::End => return Some(self),
            Stmt::If { test, then, otherwise } => Stmt::If { test, then: all(then), otherwise: all(otherwise) },
            Stmt::Case { test, arms, default } => Stmt::Case {
                test,
                arms: arms.into_iter().map(|(label, list)| (label, all(list))).collect(),
                default: all(default),
            },
        };
        let is_left = stmt.lists().flatten().any(Stmt::does);
        is_left.then_some(stmt)
    }

    /// Whether this statement is one, and no comment or end of one.
    pub(crate) fn does(&self) -> bool {
        !matches!(self, Stmt::Note { .. } | Stmt::End)
    }
}
