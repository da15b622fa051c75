// SPDX-License-Identifier: Apache-2.0
//! The macros that hardware is written with: `#[derive(Module)]` for what a module has, `#[kernel]` for what it does.

mod bundle;
mod documentation;
mod kernel;
mod module;
mod record;
#[cfg(test)]
mod tests;
mod whole;

use proc_macro::TokenStream;
use syn::{parse_macro_input, DeriveInput, Error, Item};

/// Makes a struct of signals and blocks a rust-hdl `Block` that the back end can name and describe.
///
/// Used in place of rust-hdl's `LogicBlock`, with the same rules: named fields; a field whose name starts with `_` is
/// not part of the hardware. The module's name is the struct's; the first paragraphs of the doc comments of the struct
/// and of its fields become comments in the Verilog; const generics and `_fields` of type `usize` tell variants apart.
///
/// A module with fields `clock` and `rst_n` connects its registers and the modules in it to them, unless its kernel
/// connects them otherwise, and registers hold their values unless the kernel says otherwise.
///
/// `#[module(name: Context)]` on the struct derives `new(name: &Context)`; with `#[module(name: impl Trait)]` it is
/// `new(name: impl Trait)`, for whatever has the trait. It says so once for each field where its type does not:
///
/// | attribute | the field |
/// |---|---|
/// | none | is what `Make<Context>` makes: a signal, a register that resets to 0, a module of the same context |
/// | `#[built(condition)]` | an `Optional`, there if the condition holds |
/// | `#[count(number)]` | a `Vec` of so many |
/// | `#[width(bits)]` | a `Narrow` port that has so many bits |
/// | `#[value(expression)]` | a constant, or the value that a register resets to |
/// | `#[new(expression)]` | the expression |
#[proc_macro_derive(Module, attributes(module, built, count, width, value, new))]
pub fn module(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    module::expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// `#[synchronous(name: Context)]` is `#[derive(Module)]` with `#[module(name: Context)]`, and puts ports `clock` and
/// `rst_n` in front of the fields.
#[proc_macro_attribute]
pub fn synchronous(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    whole::synchronous(arguments.into(), item).unwrap_or_else(Error::into_compile_error).into()
}

/// `#[bundle(name: Context, flat, peer = Name)]` is `#[derive(Bundle)]` with `#[module(name: Context)]`, `#[flat]` and
/// `#[peer(Name)]`; without the latter two where it does not have them.
#[proc_macro_attribute]
pub fn bundle(arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as DeriveInput);
    whole::bundle(arguments.into(), item).unwrap_or_else(Error::into_compile_error).into()
}

/// Makes a struct a type of signals: its values travel together, and the Verilog has a net for each field.
///
/// It also derives `Copy`, `Clone`, `Debug`, `Default` and `PartialEq`. A field with `#[built(feature)]` is not in the
/// Verilog where the feature is off in `Options::features`; it then reads as 0.
#[proc_macro_derive(Record, attributes(built))]
pub fn record(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    record::expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Makes a struct of signals a bundle: the signals of a bus or a handshake, as the module that has them sees their
/// directions.
///
/// `self.bus.link(&mut self.inner.bus)` hands all of them to a module inside. `new` is derived as for [`macro@Module`].
///
/// `#[peer(Name)]` makes the bundle `Name` as well: the same signals in the other direction. `self.one.bus.join(&mut
/// self.other.bus)` connects two modules inside, of which one has the bundle and the other its peer.
///
/// The Verilog calls a signal of a bundle by the names of both. In a bundle that is `#[flat]`, it has its own name
/// alone, unless the bundle is one of several in a `Vec`.
#[proc_macro_derive(Bundle, attributes(module, built, count, width, value, new, flat, peer))]
pub fn derive_bundle(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    bundle::expand(&input).unwrap_or_else(Error::into_compile_error).into()
}

/// Makes a function hardware: what it does is simulated as it stands, and written as Verilog.
///
/// On `update(&mut self)` in `impl Logic`, it is the kernel of a module. On another method with `&mut self` it is a
/// part of a kernel, which the kernel calls. On a function of values it is a formula that kernels use. On an `impl` of
/// the module it is all of these, for every function in it.
///
/// Beyond what rust-hdl's `#[hdl_gen]` takes: `let`, also `let mut`; `if` and `match` that give a value; loops,
/// conditions and indices of anything that is known when the Verilog is made; calls of parts and formulas. Comments
/// become comments in the Verilog.
///
/// `connect!(plan: clear, full = fifo.full, flow.{start, stop});` connects ports of the module `self.plan`: `clear` to
/// `self.clear`, `full` to `self.fifo.full`, and `start` and `stop` to those of `self.flow`.
#[proc_macro_attribute]
pub fn kernel(_arguments: TokenStream, item: TokenStream) -> TokenStream {
    let item = parse_macro_input!(item as Item);
    kernel::expand_item(&item).unwrap_or_else(Error::into_compile_error).into()
}
