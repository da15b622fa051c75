// SPDX-License-Identifier: Apache-2.0
//! Ports whose width the build says.

use super::mark::Mark;
use super::{Join, Kernel, Link, Optional, Source, Wired};
use rust_hdl_core::prelude::{Bits, Block, Direction, In, Logic, Out, Probe, Signal};
use std::ops::{Deref, DerefMut};

/// Name of the atom that says how wide the port after it is; no Rust field can have it.
pub const NARROW: &str = "$narrow";

/// A port of at most `N` bits: a kernel uses it as one of `N`, the Verilog has those that the build has.
///
/// The upper bits read as 0, and what is assigned to them vanishes.
#[derive(Clone, Debug)]
pub struct Narrow<D: Direction, const N: usize> {
    width: usize,
    mask: Bits<N>,
    signal: Signal<D, Bits<N>>,
}

impl<D: Direction, const N: usize> Narrow<D, N> {
    /// A port of `width` bits.
    ///
    /// # Panics
    /// If it has none, or more than `N`.
    pub fn new(width: usize) -> Self {
        assert!((1..=N).contains(&width), "a port of {width} bits, of 1 to {N}");
        let mask = (0..width).fold(Bits::default(), |mask: Bits<N>, bit| mask.replace_bit(bit, true));
        Narrow { width, mask, signal: Signal::default() }
    }
}

impl<D: Direction, const N: usize> Default for Narrow<D, N> {
    fn default() -> Self {
        Narrow::new(N)
    }
}

macro_rules! readable {
    ($($direction:ty),+) => {
        $(impl<const N: usize> Narrow<$direction, N> {
            /// The value; 0 in the bits that the build does not have.
            pub fn val(&self) -> Bits<N> {
                match self.width == N {
                    true => self.signal.val(),
                    false => self.signal.val() & self.mask,
                }
            }
        }

        impl<const N: usize> Optional<Narrow<$direction, N>> {
            /// The value; 0 where the build does not have the port.
            pub fn val(&self) -> Bits<N> {
                match self.is_built() {
                    true => (**self).val(),
                    false => Bits::default(),
                }
            }
        })+
    };
}
readable!(In, Out);

impl<D: Direction, const N: usize> Deref for Narrow<D, N> {
    type Target = Signal<D, Bits<N>>;

    fn deref(&self) -> &Self::Target {
        &self.signal
    }
}

impl<D: Direction, const N: usize> DerefMut for Narrow<D, N> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.signal
    }
}

impl<D: Direction, const N: usize> Logic for Narrow<D, N> {
    fn update(&mut self) {}
}

impl<D: Direction, const N: usize> Block for Narrow<D, N> {
    fn connect_all(&mut self) {
        self.signal.connect_all();
    }

    fn update_all(&mut self) {
        self.signal.update_all();
    }

    fn has_changed(&self) -> bool {
        self.signal.has_changed()
    }

    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        probe.visit_atom(NARROW, &Mark { name, bits: self.width });
        self.signal.accept(name, probe);
    }
}

impl<D: Direction, const N: usize> Wired for Narrow<D, N> {}

impl<D: Direction, const N: usize> Source for Narrow<D, N> {
    const BITS: usize = N;
}

impl<D: Direction, const N: usize> Link for Narrow<D, N>
where
    Signal<D, Bits<N>>: Link,
{
    fn link(&mut self, inner: &mut Self) {
        self.signal.link(&mut inner.signal);
    }

    fn link_hdl(&self, inner: &Self, kernel: &mut Kernel, path: &str, inner_path: &str) {
        self.signal.link_hdl(&inner.signal, kernel, path, inner_path);
    }
}

impl<const N: usize> Join for Narrow<In, N> {
    type Peer = Narrow<Out, N>;

    fn join(&mut self, peer: &mut Narrow<Out, N>) {
        self.next = peer.val();
    }

    fn join_hdl(&self, peer: &Narrow<Out, N>, kernel: &mut Kernel, path: &str, peer_path: &str) {
        self.signal.join_hdl(&peer.signal, kernel, path, peer_path);
    }
}

impl<const N: usize> Join for Narrow<Out, N> {
    type Peer = Narrow<In, N>;

    fn join(&mut self, peer: &mut Narrow<In, N>) {
        peer.next = self.val();
    }

    fn join_hdl(&self, peer: &Narrow<In, N>, kernel: &mut Kernel, path: &str, peer_path: &str) {
        self.signal.join_hdl(&peer.signal, kernel, path, peer_path);
    }
}
