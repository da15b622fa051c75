// SPDX-License-Identifier: Apache-2.0
//! The ATB sink with a slave of ATB v1.1 and a joiner ahead of it, in Verilator with two clocks; its modules against
//! the simulator.

mod bench;
mod campaign;
mod case;
mod cut;
mod flush;
mod modules;
mod settings;
mod signals;
mod source;
