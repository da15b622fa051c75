// SPDX-License-Identifier: Apache-2.0
//! The timestamp unit (Trace Control ch. 7).

use crate::prim::*;
use rust_hdl_core::prelude::*;
use tracewright_config::{Build, TimestampSource};
use tracewright_regmap::*;

/// tsControl, tsLower and tsUpper, and the time: a counter of the clock, or what the port says.
///
/// It does not depend on teActive: a time that others share goes on while the encoder is reset.
#[derive(Module)]
pub struct Timestamp {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Byte offset of the register.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<In, Bit>,
    /// The value written.
    pub bus_wdata: Signal<In, Bits<32>>,
    /// The register's value; 0 where none of this unit is addressed.
    pub bus_rdata: Signal<Out, Bits<32>>,
    /// Counter only: the hart is halted in debug mode.
    pub halted: Vec<Signal<In, Bit>>,
    /// Without the counter: the time.
    pub external_time: Vec<Signal<In, Bits<64>>>,
    /// The time, as wide as configured; an external one as it was a cycle ago, when the port of the hart was registered.
    pub now: Signal<Out, Bits<64>>,
    /// tsEnable: messages end in a timestamp.
    pub enable: Signal<Out, Bit>,
    ts_active: Reg<Bit>,
    ts_count: Reg<Bit>,
    ts_debug: Reg<Bit>,
    ts_prescale: Reg<Bits<2>>,
    ts_enable: Reg<Bit>,
    divider: Reg<Bits<6>>,
    current: Reg<Bits<64>>,
    write: Signal<Local, Bit>,
    tick: Signal<Local, Bit>,
    control: Signal<Local, Bits<32>>,
    control_fixed: Constant<Bits<32>>,
    mask: Constant<Bits<64>>,
    _counter: usize,
    _external: usize,
}

impl Timestamp {
    /// How many there are in `build`: one or none.
    pub fn count(build: &Build) -> usize {
        usize::from(build.timestamp.source != TimestampSource::None)
    }

    /// The timestamp unit of `build`.
    pub fn new(build: &Build) -> Self {
        let features = build.features();
        let registers = REGISTERS.iter().filter(|r| r.offset == TS_CONTROL);
        let control_fixed = registers.fold(0, |_, r| r.reset(&features));
        let counter = usize::from(build.timestamp.source == TimestampSource::Core);
        let external = usize::from(build.timestamp.source == TimestampSource::External);
        Timestamp {
            clock: Default::default(),
            rst_n: Default::default(),
            bus_addr: Default::default(),
            bus_write: Default::default(),
            bus_wdata: Default::default(),
            bus_rdata: Default::default(),
            halted: vec![Default::default(); counter],
            external_time: vec![Default::default(); external],
            now: Default::default(),
            enable: Default::default(),
            ts_active: Reg::new(build.reset),
            ts_count: Reg::new(build.reset),
            ts_debug: Reg::new(build.reset),
            ts_prescale: Reg::new(build.reset),
            ts_enable: Reg::new(build.reset),
            divider: Reg::new(build.reset),
            current: Reg::new(build.reset),
            write: Default::default(),
            tick: Default::default(),
            control: Default::default(),
            control_fixed: Constant::new(control_fixed.to_bits()),
            mask: Constant::new((u64::MAX >> (64 - build.timestamp.width)).to_bits()),
            _counter: counter,
            _external: external,
        }
    }
}

impl Logic for Timestamp {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, ts_active, ts_count, ts_debug, ts_prescale, ts_enable, divider, current);

        self.write.next = self.bus_write.val() & (self.bus_addr.val() == TS_CONTROL.to_bits::<12>());
        self.tick.next = false;
        for i in 0..self._external {
            self.current.d.next = self.external_time[i].val() & self.mask.val();
        }
        for i in 0..self._counter {
            match self.ts_prescale.q.val().index() {
                0 => {
                    self.tick.next = true;
                }
                1 => {
                    self.tick.next = self.divider.q.val().get_bits::<2>(0).all();
                }
                2 => {
                    self.tick.next = self.divider.q.val().get_bits::<4>(0).all();
                }
                _ => {
                    self.tick.next = self.divider.q.val().all();
                }
            }
            if self.ts_count.q.val() & (self.ts_debug.q.val() | !self.halted[i].val()) {
                self.divider.d.next = self.divider.q.val() + bits::<6>(1);
                if self.tick.val() {
                    self.current.d.next = (self.current.q.val() + bits::<64>(1)) & self.mask.val();
                }
            }
            if self.write.val() {
                self.ts_count.d.next = self.bus_wdata.val().get_bit(TS_CONTROL_TS_COUNT);
                self.ts_debug.d.next = self.bus_wdata.val().get_bit(TS_CONTROL_TS_DEBUG);
                self.ts_prescale.d.next = self.bus_wdata.val().get_bits::<2>(TS_CONTROL_TS_PRESCALE);
                if self.bus_wdata.val().get_bit(TS_CONTROL_TS_RESET) {
                    self.divider.d.next = bits::<6>(0);
                    self.current.d.next = bits::<64>(0);
                }
            }
        }
        if self.write.val() {
            self.ts_active.d.next = self.bus_wdata.val().get_bit(TS_CONTROL_TS_ACTIVE);
            self.ts_enable.d.next = self.bus_wdata.val().get_bit(TS_CONTROL_TS_ENABLE);
        }
        if !self.ts_active.q.val() {
            self.ts_count.d.next = false;
            self.ts_debug.d.next = false;
            self.ts_prescale.d.next = bits::<2>(0);
            self.ts_enable.d.next = false;
            self.divider.d.next = bits::<6>(0);
            self.current.d.next = bits::<64>(0);
        }

        self.now.next = self.current.q.val();
        self.enable.next = self.ts_enable.q.val();
        self.control.next = self.control_fixed.val()
            | (bit_cast::<32, 1>(self.ts_active.q.val().into()) << TS_CONTROL_TS_ACTIVE.to_bits::<32>())
            | (bit_cast::<32, 1>(self.ts_count.q.val().into()) << TS_CONTROL_TS_COUNT.to_bits::<32>())
            | (bit_cast::<32, 1>(self.ts_debug.q.val().into()) << TS_CONTROL_TS_DEBUG.to_bits::<32>())
            | (bit_cast::<32, 2>(self.ts_prescale.q.val()) << TS_CONTROL_TS_PRESCALE.to_bits::<32>())
            | (bit_cast::<32, 1>(self.ts_enable.q.val().into()) << TS_CONTROL_TS_ENABLE.to_bits::<32>());
        self.bus_rdata.next = bits::<32>(0);
        match self.bus_addr.val().index() {
            TS_CONTROL => {
                self.bus_rdata.next = self.control.val();
            }
            TS_LOWER => {
                self.bus_rdata.next = self.current.q.val().get_bits::<32>(0);
            }
            TS_UPPER => {
                self.bus_rdata.next = self.current.q.val().get_bits::<32>(32);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
