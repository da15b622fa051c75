// SPDX-License-Identifier: Apache-2.0
//! What an access does to bits.

use tracewright_prim::*;

/// What an access makes of bits: where `puts` is 1 the ones of the operand come in; where `drops` is 1 old bits go, all
/// with `puts`, else those that are 1 in the operand. Both are 1 for a write, one of them for set or clear.
#[kernel]
pub fn changed<const N: usize>(old: Bits<N>, operand: Bits<N>, puts: Bits<N>, drops: Bits<N>) -> Bits<N> {
    (puts & operand) | (old & !(drops & (puts | operand)))
}

/// As many bits, all like this one.
#[kernel]
pub fn all<const N: usize>(bit: Bit) -> Bits<N> {
    let ones: Bits<N> = if bit { !bits::<N>(0) } else { bits::<N>(0) };
    ones
}
