// SPDX-License-Identifier: Apache-2.0
//! Statements of combinational blocks as text.

use super::{comment, Printer};
use crate::expr::{Expr, Unary};
use crate::stmt::Stmt;

impl Printer<'_> {
    /// The statement, indented.
    pub(super) fn statement(&mut self, stmt: &Stmt, indent: usize) {
        let margin = " ".repeat(indent);
        match stmt {
            Stmt::Assign { net, offset, value, .. } => {
                let target = self.part(*net, *offset, value.width(), None);
                self.assignment(&format!("{margin}{target} = "), value);
            }
            Stmt::Note { text, .. } => self.line(&comment(text, indent)),
            Stmt::End => {}
            Stmt::If { test, then, otherwise } if then.is_empty() => {
                let test = Expr::unary(Unary::Not, test.clone());
                self.conditional(&margin, &test, otherwise, &[]);
            }
            Stmt::If { test, then, otherwise } => self.conditional(&margin, test, then, otherwise),
            Stmt::Case { test, arms, default } => {
                let test = self.expression(test);
                self.line(&format!("{margin}case ({test})"));
                for same in arms.chunk_by(|(_, list), (_, next)| list == next) {
                    let labels: Vec<String> = same.iter().map(|(label, _)| self.expression(label)).collect();
                    let labels = labels.join(&format!(",\n{margin}  "));
                    self.arm(&labels, &same[0].1, indent + 2);
                }
                self.arm("default", default, indent + 2);
                self.line(&format!("{margin}endcase"));
            }
        }
    }

    fn conditional(&mut self, margin: &str, test: &Expr, then: &[Stmt], otherwise: &[Stmt]) {
        let test = self.wrapped(test, margin.len() + 8, super::LINE - margin.len() - 12);
        self.line(&format!("{margin}if ({test}) begin"));
        self.list(then, margin.len() + 2);
        let mut rest = otherwise;
        // `else if` as long as nothing else is in the other branch.
        while let [Stmt::If { test, then, otherwise }] = rest {
            if then.is_empty() {
                break;
            }
            let test = self.wrapped(test, margin.len() + 8, super::LINE - margin.len() - 18);
            self.line(&format!("{margin}end else if ({test}) begin"));
            self.list(then, margin.len() + 2);
            rest = otherwise;
        }
        if !rest.is_empty() {
            self.line(&format!("{margin}end else begin"));
            self.list(rest, margin.len() + 2);
        }
        self.line(&format!("{margin}end"));
    }

    fn arm(&mut self, label: &str, list: &[Stmt], indent: usize) {
        let margin = " ".repeat(indent);
        if list.is_empty() {
            self.line(&format!("{margin}{label}: ;"));
            return;
        }
        self.line(&format!("{margin}{label}: begin"));
        self.list(list, indent + 2);
        self.line(&format!("{margin}end"));
    }

    fn list(&mut self, list: &[Stmt], indent: usize) {
        list.iter().for_each(|stmt| self.statement(stmt, indent));
    }
}
