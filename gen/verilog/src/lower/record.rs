// SPDX-License-Identifier: Apache-2.0
//! Signals that are records: a net for each field.

use super::path::{index_value, resolved_path};
use super::Lower;
use crate::error::Problem;
use crate::expr::Expr;
use crate::stmt::Stmt;
use rust_hdl_core::ast::VerilogExpression;

/// Path, offset and width of each field.
type Fields = Vec<(String, usize, usize)>;

impl Lower<'_> {
    /// The fields of the record that an assignment is to.
    pub(super) fn record_of(&self, target: &VerilogExpression) -> Result<Option<Fields>, Problem> {
        let VerilogExpression::Signal(path) = target else { return Ok(None) };
        let path = path.trim_end_matches("$next");
        let path = resolved_path(path, |index| index_value(index, &|name| self.integer(name)))?;
        Ok(self.nets.record(&path).map(<[_]>::to_vec))
    }

    /// The value of a signal that is a record: fields that the build does not have are 0.
    pub(super) fn record_value(&self, path: &str) -> Option<Expr> {
        let fields = self.nets.record(path)?;
        let field = |(path, _, width): &(String, usize, usize)| match self.nets.find(path) {
            Some(net) => self.nets.value(net),
            None => Expr::constant(0u8, *width),
        };
        Some(Expr::concat(fields.iter().rev().map(field)))
    }

    /// Assigns bits of a record, from `offset` up, to the fields that they are.
    pub(super) fn assign_fields(
        &mut self,
        fields: &Fields,
        offset: usize,
        value: Expr,
        out: &mut Vec<Stmt>,
    ) -> Result<(), Problem> {
        let end = offset + value.width();
        for (path, start, width) in fields.iter().filter(|(_, start, width)| *start >= offset && start + width <= end) {
            if self.tree.is_absent(path) {
                continue;
            }
            let net = self.net(path)?;
            let part = self.slice(value.clone(), start - offset, *width);
            out.extend(self.assignment(net, 0, part));
        }
        Ok(())
    }
}
