// SPDX-License-Identifier: Apache-2.0
//! A trace funnel with its registers (Trace Control ch. 11).

mod kernel;
mod new;

use crate::control::Registers;
use crate::prim::Module;
use crate::sinks::Funnel;
use rust_hdl_core::prelude::*;

/// A funnel and its registers.
#[derive(Module)]
pub struct Merger<const OUT: usize> {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Each input has a chunk of trace.
    pub in_valid: Vec<Signal<In, Bit>>,
    /// It is taken.
    pub in_ready: Vec<Signal<Out, Bit>>,
    /// The chunk, first byte lowest.
    pub in_data: Vec<Signal<In, Bits<OUT>>>,
    /// How many bytes it has.
    pub in_bytes: Vec<Signal<In, Bits<6>>>,
    /// It ends a message.
    pub in_last: Vec<Signal<In, Bit>>,
    /// The registers are locked.
    pub locked: Vec<Signal<In, Bit>>,
    /// Byte offset of the register.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<In, Bit>,
    /// The register is read in this cycle.
    pub bus_read: Signal<In, Bit>,
    /// The value written.
    pub bus_wdata: Signal<In, Bits<32>>,
    /// The bytes of it that are written.
    pub bus_strobe: Signal<In, Bits<4>>,
    /// The register's value, 0 where there is none, or where it is a memory's.
    pub bus_rdata: Signal<Out, Bits<32>>,
    /// There is a chunk of trace.
    pub trace_valid: Signal<Out, Bit>,
    /// It is taken.
    pub trace_ready: Signal<In, Bit>,
    /// The chunk, first byte lowest.
    pub trace_data: Signal<Out, Bits<OUT>>,
    /// How many bytes it has.
    pub trace_bytes: Vec<Signal<Out, Bits<6>>>,
    /// It ends a message.
    pub trace_last: Vec<Signal<Out, Bit>>,
    /// tfActive.
    pub active: Signal<Out, Bit>,
    /// tfEnable.
    pub enable: Signal<Out, Bit>,
    /// Everything has left the funnel.
    pub drained: Signal<Out, Bit>,
    /// Everything has left what is behind it.
    pub sinks_empty: Signal<In, Bit>,
    /// tfSink.
    pub sink: Vec<Signal<Out, Bits<4>>>,
    /// tfStopOnWrap.
    pub stop_on_wrap: Vec<Signal<Out, Bit>>,
    /// The buffer has filled, and the funnel must stop.
    pub stop: Vec<Signal<In, Bit>>,
    /// teRamBase.
    pub te_ram_base: Vec<Signal<Out, Bits<32>>>,
    /// teRamBaseHigh.
    pub te_ram_base_high: Vec<Signal<Out, Bits<32>>>,
    /// teRamLimit.
    pub te_ram_limit: Vec<Signal<Out, Bits<32>>>,
    /// teRamWP, in words.
    pub te_ram_wp: Vec<Signal<In, Bits<30>>>,
    /// teWrap.
    pub te_wrap: Vec<Signal<In, Bit>>,
    /// teRamRP, in words.
    pub te_ram_rp: Vec<Signal<In, Bits<30>>>,
    /// The bus has answered with an error.
    pub sba_error: Vec<Signal<In, Bit>>,
    /// sbaError.
    pub sba_failed: Vec<Signal<Out, Bit>>,
    /// Which one was the first.
    pub sba_response: Vec<Signal<In, Bits<2>>>,
    /// There is no buffer in system memory.
    pub sba_no_buffer: Vec<Signal<In, Bit>>,
    /// pibControl.
    pub pib_control: Vec<Signal<Out, Bits<32>>>,
    /// pibActive, as the pins follow it.
    pub pib_active: Vec<Signal<In, Bit>>,
    /// pibEmpty.
    pub pib_empty: Vec<Signal<In, Bit>>,
    /// atbControl.
    pub atb_control: Vec<Signal<Out, Bits<32>>>,
    /// atbActive, as the ATB follows it.
    pub atb_active: Vec<Signal<In, Bit>>,
    /// atbEmpty.
    pub atb_empty: Vec<Signal<In, Bit>>,
    registers: Registers,
    funnel: Funnel<OUT>,
    control: Signal<Local, Bits<32>>,
    _inputs: usize,
    _counted: usize,
    _lock: usize,
    _router: usize,
    _ram: usize,
    _sram: usize,
    _sba: usize,
    _wide_sba: usize,
    _pib: usize,
    _atb: usize,
}
