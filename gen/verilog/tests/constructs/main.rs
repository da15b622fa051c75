// SPDX-License-Identifier: Apache-2.0
//! Every construct of a kernel means the same in Verilog. A block's name says what its outputs depend on.

mod arithmetic;
mod connections;
mod control;
mod hierarchy;
mod language;
mod selection;
mod widths;

use verilator_sys::differential::Batch;

/// Stimulus is a few hundred cycles: most blocks have inputs of some eight bits, and corner values come often.
const CYCLES: usize = 600;

#[test]
fn every_construct_means_the_same_in_verilog() {
    let mut batch = Batch::new(control::CONSTANTS);
    arithmetic::add(&mut batch);
    selection::add(&mut batch);
    connections::add(&mut batch);
    control::add(&mut batch);
    hierarchy::add(&mut batch);
    language::add(&mut batch);
    widths::add(&mut batch);
    if let Err(error) = batch.run(CYCLES, 1) {
        panic!("{error}");
    }
}

/// A block of inputs, outputs and other fields that derives `Default`, and its kernel.
macro_rules! block {
    (
        $name:ident { $($input:ident: $in:ty),* => $($output:ident: $out:ty),* $(; $($field:ident: $kind:ty),*)? }
        $($update:tt)*
    ) => {
        #[derive(Module, Default)]
        pub struct $name {
            $(pub $input: Signal<In, $in>,)*
            $(pub $output: Signal<Out, $out>,)*
            $($($field: $kind,)*)?
        }

        impl Logic for $name {
            $($update)*
        }
    };
}
pub(crate) use block;
