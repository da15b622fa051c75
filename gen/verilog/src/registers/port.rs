// SPDX-License-Identifier: Apache-2.0
//! The input ports of a register file in the block simulator.

use crate::language::{Narrow, Optional};
use rust_hdl_core::prelude::{Bits, In, Signal};

/// An input port with the value of a field.
pub trait InputPort: Sized {
    /// A port of `width` bits.
    fn of_width(width: usize) -> Self;

    /// Its value; 0 where the build does not have the port.
    fn word(port: &Optional<Self>) -> u32;

    /// The port for fields of so many bits; not built where there is no such field.
    fn optional(width: Option<usize>) -> Optional<Self> {
        Optional::new(width.is_some(), Self::of_width(width.unwrap_or(1)))
    }
}

impl InputPort for Signal<In, bool> {
    fn of_width(_: usize) -> Self {
        Signal::default()
    }

    fn word(port: &Optional<Self>) -> u32 {
        port.val().into()
    }
}

impl<const N: usize> InputPort for Narrow<In, N> {
    fn of_width(width: usize) -> Self {
        Narrow::new(width)
    }

    fn word(port: &Optional<Self>) -> u32 {
        let value: Bits<N> = port.val();
        value.to_u64() as u32
    }
}
