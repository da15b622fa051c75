// SPDX-License-Identifier: Apache-2.0
//! Bundles of a module that are those of a module in it.

use super::{Expression, Kernel, Optional};
use rust_hdl_core::ast::VerilogExpression;
use rust_hdl_core::prelude::{In, Out, Signal, Synth};

/// Signals that can be handed to a module inside: inputs go in, outputs come out.
pub trait Link {
    /// `self` is the module's own, `inner` that of a module in it.
    fn link(&mut self, inner: &mut Self);
    /// Writes the same: `outer` and `inner` are the paths of both.
    fn link_hdl(&self, kernel: &mut Kernel, outer: &str, inner: &str);
}

fn signal(path: &str) -> Expression {
    VerilogExpression::Signal(path.into())
}

impl<T: Synth> Link for Signal<In, T> {
    fn link(&mut self, inner: &mut Self) {
        inner.next = self.val();
    }

    fn link_hdl(&self, kernel: &mut Kernel, outer: &str, inner: &str) {
        kernel.assign(inner.into(), signal(outer));
    }
}

impl<T: Synth> Link for Signal<Out, T> {
    fn link(&mut self, inner: &mut Self) {
        self.next = inner.val();
    }

    fn link_hdl(&self, kernel: &mut Kernel, outer: &str, inner: &str) {
        kernel.assign(outer.into(), signal(inner));
    }
}

impl<L: Link> Link for Vec<L> {
    fn link(&mut self, inner: &mut Self) {
        self.iter_mut().zip(inner).for_each(|(outer, inner)| outer.link(inner));
    }

    fn link_hdl(&self, kernel: &mut Kernel, outer: &str, inner: &str) {
        for (index, element) in self.iter().enumerate() {
            element.link_hdl(kernel, &format!("{outer}${index}"), &format!("{inner}${index}"));
        }
    }
}

impl<L: Link> Link for Optional<L> {
    fn link(&mut self, inner: &mut Self) {
        if self.is_built() {
            (**self).link(inner);
        }
    }

    fn link_hdl(&self, kernel: &mut Kernel, outer: &str, inner: &str) {
        if self.is_built() {
            (**self).link_hdl(kernel, outer, inner);
        }
    }
}
