// SPDX-License-Identifier: Apache-2.0
//! From a configuration to the hardware: widths of the configuration become types.

use crate::Top;
use rust_hdl_core::prelude::Block;
use tracewright_config::Build;

/// Something to do with the hardware of a build, whatever its type.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<B: Block>(self, top: &mut B) -> Self::Output;
}

/// Hands the hardware of `build` to `visitor`.
///
/// # Panics
/// If `build` was not validated.
pub fn with_top<V: Visitor>(build: &Build, visitor: V) -> V::Output {
    match build.xlen {
        32 => with_address::<32, 31, 94, 36, V>(build, visitor),
        64 => with_address::<64, 63, 126, 63, V>(build, visitor),
        xlen => panic!("xlen {xlen} was not validated"),
    }
}

fn with_address<const XLEN: usize, const ADDR: usize, const WIDTH: usize, const PIECE: usize, V: Visitor>(
    build: &Build,
    visitor: V,
) -> V::Output {
    match build.ingress.itype_width {
        3 => with_itype::<XLEN, ADDR, WIDTH, PIECE, 3, V>(build, visitor),
        4 => with_itype::<XLEN, ADDR, WIDTH, PIECE, 4, V>(build, visitor),
        width => panic!("itype_width {width} was not validated"),
    }
}

fn with_itype<
    const XLEN: usize,
    const ADDR: usize,
    const WIDTH: usize,
    const PIECE: usize,
    const ITYPE: usize,
    V: Visitor,
>(
    build: &Build,
    visitor: V,
) -> V::Output {
    macro_rules! top {
        ($iretire:literal) => {
            visitor.visit(&mut Top::<XLEN, ADDR, WIDTH, PIECE, ITYPE, $iretire>::new(build))
        };
    }
    match build.ingress.iretire_bits() {
        1 => top!(1),
        2 => top!(2),
        3 => top!(3),
        4 => top!(4),
        5 => top!(5),
        6 => top!(6),
        width => panic!("iretire_width {width} was not validated"),
    }
}
