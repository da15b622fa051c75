// SPDX-License-Identifier: Apache-2.0
//! The PIB from chunks to pins, in Verilator with two clocks: what the specification says of its wires, and that
//! nothing is lost.

mod bench;
mod campaign;
mod chunks;
mod mutations;
mod pictures;
mod power;
mod settings;
mod waves;
mod wire;
