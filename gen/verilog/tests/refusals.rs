// SPDX-License-Identifier: Apache-2.0
//! What can't be written as Verilog is refused, with the module and the reason; it is never written differently.

use rust_hdl_core::prelude::*;
use tracewright_verilog::{emit, Module, Options, Problem};

/// A block of inputs, outputs and other fields that derives `Default`, and its kernel.
macro_rules! block {
    ($name:ident { $($field:ident: $kind:ty),* } $($update:tt)*) => {
        #[derive(Module, Default)]
        struct $name {
            $($field: $kind,)*
        }

        impl Logic for $name {
            $($update)*
        }
    };
}

fn problem<B: Block + Default>(module: &str) -> Problem {
    let error = emit(&B::default(), "top", &Options::default()).expect_err("the block is refused");
    assert_eq!(error.module, module);
    error.problem
}

block! { Latch { a: Signal<In, Bit>, y: Signal<Out, Bits<4>> }
    #[hdl_gen]
    fn update(&mut self) {
        if self.a.val() {
            self.y.next = bits::<4>(3);
        }
    }
}

#[test]
fn a_signal_without_a_value_on_some_path_is_a_latch() {
    assert_eq!(problem::<Latch>("Latch"), Problem::Latch("y".into()));
}

#[derive(Copy, Clone, Debug, Default, PartialEq, LogicStruct)]
struct Pair {
    low: Bits<3>,
    high: Bits<5>,
}

block! { Partial { a: Signal<In, Bits<3>>, y: Signal<Out, Pair> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next.low = self.a.val();
    }
}

block! { Nothing { a: Signal<In, Bits<3>>, y: Signal<Out, Bits<3>> }
    #[hdl_gen]
    fn update(&mut self) {}
}

block! { ReadLocal { unset: Signal<Local, Bits<3>>, y: Signal<Out, Bits<3>> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.unset.val();
    }
}

block! { Parent { y: Signal<Out, Pair>, child: Partial }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.child.y.val();
    }
}

#[test]
fn bits_and_ports_and_locals_without_a_driver_are_named() {
    assert_eq!(problem::<Partial>("Partial"), Problem::Undriven("y_high".into()));
    assert_eq!(problem::<Nothing>("Nothing"), Problem::Undriven("y".into()));
    assert_eq!(problem::<ReadLocal>("ReadLocal"), Problem::Undriven("unset".into()));
}

#[test]
fn an_error_inside_names_the_module_inside() {
    assert_eq!(problem::<Parent>("Partial"), Problem::Undriven("y_high".into()));
}

const SECRET: usize = 5;

block! { Unknown { a: Signal<In, Bits<8>>, y: Signal<Out, Bit> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().get_bit(SECRET);
    }
}

#[test]
fn a_constant_that_was_not_told_is_named() {
    assert_eq!(problem::<Unknown>("Unknown"), Problem::UnknownName("SECRET".into()));
    let told = Options { constants: &[("SECRET", 5)], ..Options::default() };
    assert!(emit(&Unknown::default(), "top", &told).is_ok());
}

block! { Index { a: Signal<In, Bits<4>>, y: Signal<Out, Bit> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val().index() + 1 == 16;
    }
}

block! { IndexToWider { a: Signal<In, Bits<4>>, y: Signal<Out, Bits<8>> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = (self.a.val().index() + 1).to_bits::<8>();
    }
}

#[test]
fn an_index_is_no_wider_than_its_signal() {
    assert_eq!(problem::<Index>("Index"), Problem::TooLarge { value: "16".into(), width: 4 });
    assert!(matches!(problem::<IndexToWider>("IndexToWider"), Problem::Width { left: 8, right: 4, .. }));
}

block! { SignedSum { a: Signal<In, Signed<4>>, y: Signal<Out, Signed<4>> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = signed_cast::<4>(unsigned_cast::<4>(self.a.val()));
    }
}

#[test]
fn signed_arithmetic_is_refused() {
    assert_eq!(problem::<SignedSum>("SignedSum"), Problem::Unsupported("signed arithmetic".into()));
}

block! { Tangle { a: Signal<In, Bit>, b: Signal<In, Bits<4>>, x: Signal<Local, Bits<4>>, y: Signal<Out, Bits<4>> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = bits::<4>(0);
        if self.a.val() {
            self.y.next = self.x.val();
            self.x.next = self.b.val();
        } else {
            self.x.next = bits::<4>(1);
        }
    }
}

#[test]
fn a_read_that_can_not_see_the_last_value_is_refused() {
    assert_eq!(problem::<Tangle>("Tangle"), Problem::ReadTooEarly("x".into()));
}

block! { Hoist { a: Signal<In, Bits<8>>, b: Signal<In, Bits<8>>, x: Signal<Local, Bits<8>>, y: Signal<Out, Bits<4>> }
    #[hdl_gen]
    fn update(&mut self) {
        self.x.next = self.a.val();
        self.y.next = bits::<4>(0);
        if self.b.val().any() {
            self.x.next = self.b.val();
            self.y.next = (self.x.val() + self.a.val()).get_bits::<4>(3);
        }
    }
}

#[test]
fn a_slice_of_a_value_that_changes_in_the_same_statement_is_refused() {
    assert!(matches!(problem::<Hoist>("Hoist"), Problem::Unsupported(what) if what.contains("`x`")));
}

mod other {
    use rust_hdl_core::prelude::*;

    /// As many states as the other type of that name, in another order.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, LogicState)]
    pub enum Mode {
        Fast,
        Slow,
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, LogicState)]
enum Mode {
    Slow,
    Fast,
}

block! { Modes { a: Signal<In, Mode>, b: Signal<In, other::Mode>, y: Signal<Out, Bit> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = ((self.a.val() == Mode::Slow) & (self.b.val() == other::Mode::Slow))
            | ((self.a.val() == Mode::Fast) & (self.b.val() == other::Mode::Fast));
    }
}

#[test]
fn states_of_two_types_with_one_name_are_refused() {
    assert_eq!(problem::<Modes>("Modes"), Problem::Unsupported("`Mode$Slow`, a state of two types,".into()));
}

#[test]
fn a_constant_with_two_values_is_refused() {
    let options = Options { constants: &[("SECRET", 5), ("SECRET", 6)], ..Options::default() };
    assert!(emit(&Unknown::default(), "top", &options).is_err());
    let options = Options { constants: &[("SECRET", 5), ("SECRET", 5)], ..Options::default() };
    assert!(emit(&Unknown::default(), "top", &options).is_ok());
}

block! { Idle { y: Signal<Out, Bits<4>> }
    #[hdl_gen]
    fn update(&mut self) {
        match bits::<2>(2).index() {
            1 => self.y.next = bits::<4>(1),
            2 => self.y.next = bits::<4>(2),
            _ => self.y.next = bits::<4>(3),
        }
    }
}

#[test]
fn a_block_that_no_signal_would_start_is_refused() {
    assert!(matches!(problem::<Idle>("Idle"), Problem::Unsupported(what) if what.contains("`y`")));
}

block! { Copy { a: Signal<In, Bits<4>>, y: Signal<Out, Bits<4>> }
    #[hdl_gen]
    fn update(&mut self) {
        self.y.next = self.a.val();
    }
}

fn narrowed(widths: &[(&str, usize)]) -> Result<Vec<usize>, Problem> {
    let output = emit(&Copy::default(), "top", &Options { widths, ..Options::default() });
    output.map(|output| output.ports.iter().map(|port| port.width).collect()).map_err(|error| error.problem)
}

#[test]
fn a_width_that_a_port_can_not_have_is_refused() {
    assert_eq!(narrowed(&[("a", 1)]), Ok(vec![1, 4]));
    assert_eq!(narrowed(&[("y", 1)]), Ok(vec![4, 1]));
    assert_eq!(narrowed(&[("none", 1)]), Err(Problem::NoPort("none".into())));
    for (port, width) in [("a", 0), ("a", 5), ("y", 5)] {
        assert_eq!(narrowed(&[(port, width)]), Err(Problem::PortWidth { port: port.into(), width, most: 4 }));
    }
}
