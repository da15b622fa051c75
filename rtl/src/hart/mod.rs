// SPDX-License-Identifier: Apache-2.0
//! What each hart has: an encoder with its registers.

mod kernel;
mod new;

use crate::control::{Power, Registers, TriggerInputs, TriggerOutputs};
use crate::encoder::Encoder;
use crate::prim::Module;
use crate::timestamp::{TimeSender, Timestamp};
use rust_hdl_core::prelude::*;

/// An encoder, its registers, triggers and time.
#[derive(Module)]
pub struct Hart<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> {
    /// Clock of everything that has none of its own; rising edge.
    pub clock: Signal<In, Clock>,
    /// Reset of everything in this clock, active low.
    pub rst_n: Signal<In, Bit>,
    /// Ingress: how each block ends.
    pub itype: Vec<Signal<In, Bits<4>>>,
    /// Ingress: address of each block's first instruction.
    pub iaddr: Vec<Signal<In, Bits<XLEN>>>,
    /// Ingress: what retired in each block.
    pub iretire: Vec<Signal<In, Bits<6>>>,
    /// Ingress: the last instruction of each block is 2^ilastsize half-words.
    pub ilastsize: Vec<Signal<In, Bit>>,
    /// Ingress: the jump that ends each block is sequentially inferable.
    pub sijump: Vec<Signal<In, Bit>>,
    /// Ingress: a watchpoint of each block asks for a synchronising message.
    pub trigger_notify: Vec<Signal<In, Bit>>,
    /// Ingress: the hart is halted in debug mode.
    pub halted: Signal<In, Bit>,
    /// Ingress: the hart is in reset.
    pub hart_reset: Vec<Signal<In, Bit>>,
    /// Ingress: the hart is in a low-power mode.
    pub low_power: Vec<Signal<In, Bit>>,
    /// Ingress: privilege mode.
    pub privilege: Vec<Signal<In, Bits<3>>>,
    /// Ingress: hcontext above scontext.
    pub hart_context: Vec<Signal<In, Bits<64>>>,
    /// Ingress: how a change of the context is reported.
    pub ctype: Vec<Signal<In, Bits<2>>>,
    /// Ingress: a watchpoint starts trace.
    pub trigger_on: Vec<Signal<In, Bit>>,
    /// Ingress: a watchpoint stops trace.
    pub trigger_off: Vec<Signal<In, Bit>>,
    /// External triggers: a rising edge fires one; asynchronous.
    pub external_trigger: Vec<Signal<In, Bit>>,
    /// External triggers: tracing has started or stopped.
    pub trigger_out: Vec<Signal<Out, Bit>>,
    /// Clock of the time; rising edge.
    pub time_clock: Vec<Signal<In, Clock>>,
    /// Reset of the time, active low, released with its clock.
    pub time_rst_n: Vec<Signal<In, Bit>>,
    /// The time.
    pub hart_time: Vec<Signal<In, Bits<64>>>,
    /// The time of another encoder.
    pub broadcast_time: Vec<Signal<In, Bits<64>>>,
    /// The time, for other encoders.
    pub time_broadcast: Vec<Signal<Out, Bits<64>>>,
    /// Ingress: the hart must hold its blocks, which are not taken in this cycle.
    pub stall: Signal<Out, Bit>,
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
    /// teActive, as the hardware follows it.
    pub active: Signal<Out, Bit>,
    /// teEnable.
    pub enable: Signal<Out, Bit>,
    /// Everything has left the encoder.
    pub drained: Signal<Out, Bit>,
    /// Everything has left what is behind it.
    pub sinks_empty: Signal<In, Bit>,
    /// teSink.
    pub sink: Vec<Signal<Out, Bits<4>>>,
    /// teStopOnWrap.
    pub stop_on_wrap: Vec<Signal<Out, Bit>>,
    /// The buffer has filled, and tracing must stop.
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
    /// A sink asks for a synchronising message.
    pub sync_request: Vec<Signal<In, Bit>>,
    /// The encoder needs its clock.
    pub clock_request: Vec<Signal<Out, Bit>>,
    encoder: Encoder<XLEN, ADDR, FIRST, OUT>,
    registers: Registers,
    power: Vec<Power>,
    trigger_inputs: Vec<TriggerInputs>,
    trigger_outputs: Vec<TriggerOutputs>,
    timestamp: Vec<Timestamp>,
    time_sender: Vec<TimeSender>,
    control: Signal<Local, Bits<32>>,
    followed: Signal<Local, Bit>,
    stopped: Signal<Local, Bit>,
    set: Signal<Local, Bit>,
    cleared: Signal<Local, Bit>,
    outside_time: Vec<Signal<Local, Bits<64>>>,
    _blocks: usize,
    _sequential: usize,
    _triggers: usize,
    _any_trigger: usize,
    _reset: usize,
    _low_power: usize,
    _context: usize,
    _contexts: usize,
    _external: usize,
    _trigger_inputs: usize,
    _trigger_outputs: usize,
    _outputs: usize,
    _both: usize,
    _all_jumps: usize,
    _returns: usize,
    _repeat: usize,
    _time: usize,
    _wide_time: usize,
    _hart_time: usize,
    _broadcast_time: usize,
    _near_counter: usize,
    _near_outside: usize,
    _near_broadcast: usize,
    _far_time: usize,
    _far_counter: usize,
    _far_outside: usize,
    _far_broadcast: usize,
    _clock_request: usize,
    _outlived: usize,
    _power: usize,
    _src: usize,
    _extend: usize,
    _lock: usize,
    _counted: usize,
    _chunks: usize,
    _router: usize,
    _ram: usize,
    _sram: usize,
    _sba: usize,
    _wide_sba: usize,
    _pib: usize,
    _atb: usize,
    _requests: usize,
}
