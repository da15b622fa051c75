// SPDX-License-Identifier: Apache-2.0
//! The Trace Control Interface of the golden model, by table and chapter of Trace Control 0.9.4.

mod bench;
mod chapter_11;
mod chapter_14;
mod chapter_15;
mod chapter_6;
mod chapter_7;
mod chapter_8;
mod chapter_9;
mod features;
mod lock;
mod made_up;
mod mock;
mod own_clock;
mod settings;
mod sinks;
mod te_control;
mod te_features;
mod walk;
