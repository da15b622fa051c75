// SPDX-License-Identifier: Apache-2.0
//! Bundles that are handed on: to a module inside, which has the same, or from one module inside to another, its peer.

use super::{Expression, Kernel, Optional};
use rust_hdl_core::ast::VerilogExpression;
use rust_hdl_core::prelude::{In, Out, Signal, Synth};

/// Signals that can be handed to a module inside: inputs go in, outputs come out.
pub trait Link<Inner = Self> {
    /// `self` is the module's own, `inner` that of a module in it.
    fn link(&mut self, inner: &mut Inner);
    /// Writes the same: `path` and `inner_path` are those of both.
    fn link_hdl(&self, inner: &Inner, kernel: &mut Kernel, path: &str, inner_path: &str);
}

/// Signals of a module inside that can be connected to those of another: the outputs of each are the inputs of the
/// other.
pub trait Join {
    /// The same signals in the other direction.
    type Peer: Join<Peer = Self>;
    /// Connects both.
    fn join(&mut self, peer: &mut Self::Peer);
    /// Writes the same: `path` and `peer_path` are those of both.
    fn join_hdl(&self, peer: &Self::Peer, kernel: &mut Kernel, path: &str, peer_path: &str);
}

fn signal(path: &str) -> Expression {
    VerilogExpression::Signal(path.into())
}

impl<T: Synth> Link for Signal<In, T> {
    fn link(&mut self, inner: &mut Self) {
        inner.next = self.val();
    }

    fn link_hdl(&self, _inner: &Self, kernel: &mut Kernel, path: &str, inner_path: &str) {
        kernel.assign(inner_path.into(), signal(path));
    }
}

impl<T: Synth> Link for Signal<Out, T> {
    fn link(&mut self, inner: &mut Self) {
        self.next = inner.val();
    }

    fn link_hdl(&self, _inner: &Self, kernel: &mut Kernel, path: &str, inner_path: &str) {
        kernel.assign(path.into(), signal(inner_path));
    }
}

impl<T: Synth> Join for Signal<In, T> {
    type Peer = Signal<Out, T>;

    fn join(&mut self, peer: &mut Signal<Out, T>) {
        self.next = peer.val();
    }

    fn join_hdl(&self, _peer: &Signal<Out, T>, kernel: &mut Kernel, path: &str, peer_path: &str) {
        kernel.assign(path.into(), signal(peer_path));
    }
}

impl<T: Synth> Join for Signal<Out, T> {
    type Peer = Signal<In, T>;

    fn join(&mut self, peer: &mut Signal<In, T>) {
        peer.next = self.val();
    }

    fn join_hdl(&self, _peer: &Signal<In, T>, kernel: &mut Kernel, path: &str, peer_path: &str) {
        kernel.assign(peer_path.into(), signal(path));
    }
}

impl<L: Link> Link for Vec<L> {
    fn link(&mut self, inner: &mut Self) {
        self.iter_mut().zip(inner).for_each(|(outer, inner)| outer.link(inner));
    }

    fn link_hdl(&self, inner: &Self, kernel: &mut Kernel, path: &str, inner_path: &str) {
        for (index, (outer, inner)) in self.iter().zip(inner).enumerate() {
            outer.link_hdl(inner, kernel, &format!("{path}${index}"), &format!("{inner_path}${index}"));
        }
    }
}

impl<J: Join> Join for Vec<J> {
    type Peer = Vec<J::Peer>;

    fn join(&mut self, peer: &mut Self::Peer) {
        self.iter_mut().zip(peer).for_each(|(one, other)| one.join(other));
    }

    fn join_hdl(&self, peer: &Self::Peer, kernel: &mut Kernel, path: &str, peer_path: &str) {
        for (index, (one, other)) in self.iter().zip(peer).enumerate() {
            one.join_hdl(other, kernel, &format!("{path}${index}"), &format!("{peer_path}${index}"));
        }
    }
}

impl<L: Link> Link for Optional<L> {
    fn link(&mut self, inner: &mut Self) {
        if self.is_built() {
            (**self).link(&mut **inner);
        }
    }

    fn link_hdl(&self, inner: &Self, kernel: &mut Kernel, path: &str, inner_path: &str) {
        if self.is_built() {
            (**self).link_hdl(&**inner, kernel, path, inner_path);
        }
    }
}

/// What a module has only where it has the module inside.
impl<L: Link> Link<L> for Optional<L> {
    fn link(&mut self, inner: &mut L) {
        if self.is_built() {
            (**self).link(inner);
        }
    }

    fn link_hdl(&self, inner: &L, kernel: &mut Kernel, path: &str, inner_path: &str) {
        if self.is_built() {
            (**self).link_hdl(inner, kernel, path, inner_path);
        }
    }
}

impl<J: Join> Join for Optional<J> {
    type Peer = Optional<J::Peer>;

    fn join(&mut self, peer: &mut Self::Peer) {
        if self.is_built() && peer.is_built() {
            (**self).join(&mut **peer);
        }
    }

    fn join_hdl(&self, peer: &Self::Peer, kernel: &mut Kernel, path: &str, peer_path: &str) {
        if self.is_built() && peer.is_built() {
            (**self).join_hdl(&**peer, kernel, path, peer_path);
        }
    }
}
