// SPDX-License-Identifier: Apache-2.0
//! The system-memory sink: its modules against their Verilog, and the whole of it in front of memories.

mod bench;
mod buffer;
mod campaign;
mod case;
mod chapter_6;
mod modules;
mod pins;
mod run;
