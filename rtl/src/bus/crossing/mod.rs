// SPDX-License-Identifier: Apache-2.0
//! Accesses from a bus that has its own clock: a handshake of four phases.
//!
//! [`Requester`], in the bus's clock, keeps what an access asks for in registers and raises `asking`. [`Responder`], in
//! the encoder's clock, sees `asking` through a synchroniser, takes what the registers hold, makes the access, and
//! raises `answered`. The requester sees that through another synchroniser, takes what was read from the register that
//! holds it, and lowers `asking`; then `answered` falls, and another access may start. So `asking` and `answered` are
//! the only bits that are read while they may change; each other register is read by registers of the other clock, with
//! nothing between them, at least two of that clock's cycles after it changed.
//!
//! # Resets
//! Each side is reset in its own clock. Both may be reset together, in any order and for as long as it takes to reset
//! either. A side that is reset alone stays so for at least eight cycles of the other side's clock. Then:
//!
//! - A reset of the bus drops the access under way: either it is made as it was asked for, or not at all. Nobody is
//!   answered.
//! - A reset of the encoder does not drop it: it is made after the reset, if it was not answered before, even if it was
//!   made before the reset, which has undone it. If the answer was on its way what was read may read 0.

mod requester;
mod responder;

pub use requester::Requester;
pub use responder::Responder;

use super::Asked;
use crate::prim::*;

/// What is between the two clocks, as the bus's side has it.
#[bundle(build: Build, flat, peer = Answers)]
pub struct Asks {
    /// To the encoder's clock: there is an access.
    pub asking: Signal<Out, Bit>,
    /// To the encoder's clock: what the access asks for.
    pub asked: Signal<Out, Asked>,
    /// To the bus's clock: the access was made.
    pub answered: Signal<In, Bit>,
    /// To the bus's clock, from a register: what was read; stays until the next access is made.
    pub answered_rdata: Signal<In, Bits<32>>,
}
