// SPDX-License-Identifier: Apache-2.0
//! What `#[kernel]` and `#[derive(Module)]` write code with: the parts of the hardware language that rust-hdl does not
//! have.

mod connect;
mod kernel;
mod link;
mod mark;
mod narrow;
mod optional;
mod value;
mod wired;

pub use connect::{Connect, Inner, Inside, Net, Own, Port, Way, Whose};
pub(crate) use kernel::{is_ours, CHOICE, END, LET, ROUND};
pub use kernel::{rounds, Expression, Kernel};
pub use link::{Join, Link};
pub use narrow::{Narrow, NARROW};
pub use optional::Optional;
pub(crate) use optional::ABSENT;
pub use value::{
    binary, bit, cast, constant, host, joined, read, record, replace_bit, slice, state, unary, Argument, Host, Source,
};
pub use wired::{hold, Make, Wired, With};
