// SPDX-License-Identifier: Apache-2.0
//! Widths that a build needs: kernels are written for the widest build, and what a build does not use of a net is left
//! out of the Verilog, through all levels of modules.
//!
//! A net keeps its lower bits, up to the highest one that may be other than 0 ([`known`]) and that something depends on
//! ([`wanted`]). A port of which nothing is left is not there.

mod hierarchy;
mod inside;
mod known;
mod lean;
mod wanted;

pub(crate) use hierarchy::fit;
pub(crate) use inside::narrowed;

use known::known;
use wanted::wanted;
