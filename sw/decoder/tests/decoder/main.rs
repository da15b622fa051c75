// SPDX-License-Identifier: Apache-2.0
//! The decoder against the specification's examples and another author's traces.

mod addresses;
mod common;
mod jumps;
mod options;
mod output;
mod ownership;
mod rules;
mod spec_examples;
mod synchronisation;
mod table_25;
mod timestamps;
mod vectors;
mod whole;
