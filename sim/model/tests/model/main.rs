// SPDX-License-Identifier: Apache-2.0
//! What the golden model does, by chapter of the specification and by rule of `docs/encoder.md`.

mod bench;
mod blocks;
mod branch_trace;
mod chapter_3;
mod chapter_7;
mod chapter_8;
mod fields;
mod history;
mod invariants;
mod jumps;
mod loss;
mod message;
mod on_off;
mod ownership;
mod partial;
mod period;
mod properties;
mod record;
mod repeat_branch;
mod returns;
mod rules;
mod run;
mod sram;
mod stimulus;
mod table_25;
mod table_26;
mod timestamps;
mod triggers;
