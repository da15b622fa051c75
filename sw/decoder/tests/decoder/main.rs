// SPDX-License-Identifier: Apache-2.0
//! The decoder against the specification's examples and another author's traces.

mod common;
mod options;
mod output;
mod rules;
mod spec_examples;
mod vectors;
