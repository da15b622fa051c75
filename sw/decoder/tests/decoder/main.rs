// SPDX-License-Identifier: Apache-2.0
//! The decoder against the specification's examples, another author's traces, the golden model, and damage.

mod common;
mod damage;
mod options;
mod output;
mod roundtrip;
mod rules;
mod spec_examples;
mod vectors;
mod wander;
