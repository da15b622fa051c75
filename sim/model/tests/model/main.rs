// SPDX-License-Identifier: Apache-2.0
//! What the golden model does, by chapter of the specification and by rule of `docs/encoder.md`.

mod bench;
mod branch_trace;
mod chapter_3;
mod chapter_7;
mod chapter_8;
mod history;
mod loss;
mod message;
mod on_off;
mod ownership;
mod period;
mod properties;
mod record;
mod repeat_branch;
mod rules;
mod run;
mod sram;
mod stimulus;
mod table_26;
