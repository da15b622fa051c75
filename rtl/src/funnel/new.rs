// SPDX-License-Identifier: Apache-2.0
//! The ports and parts of a funnel, as many as the build has.

use super::Merger;
use crate::control::Registers;
use crate::encoder::many;
use crate::sinks::{Behind, Funnel};
use tracewright_config::{Build, Packer, Sink, SinkKind};

impl<const OUT: usize> Merger<OUT> {
    /// This funnel of `build`.
    pub fn new(build: &Build, funnel: u32) -> Self {
        let inputs = build.funnels()[funnel as usize].len();
        let is_last = build.sink_component() == build.system.harts + funnel;
        let next = Sink { kind: SinkKind::Funnel.into(), ..Sink::default() };
        let sink = if is_last { &build.sink } else { &next };
        let behind = Behind::of(sink);
        let lock = usize::from(build.bus.lock);
        let counted = usize::from(build.encoder.packer != Packer::Byte);
        Merger {
            clock: Default::default(),
            rst_n: Default::default(),
            in_valid: many(inputs),
            in_ready: many(inputs),
            in_data: many(inputs),
            in_bytes: many(inputs * counted),
            in_last: many(inputs * counted),
            locked: many(lock),
            bus_addr: Default::default(),
            bus_write: Default::default(),
            bus_read: Default::default(),
            bus_wdata: Default::default(),
            bus_strobe: Default::default(),
            bus_rdata: Default::default(),
            trace_valid: Default::default(),
            trace_ready: Default::default(),
            trace_data: Default::default(),
            trace_bytes: many(counted),
            trace_last: many(counted),
            active: Default::default(),
            enable: Default::default(),
            drained: Default::default(),
            sinks_empty: Default::default(),
            sink: many(behind.router),
            stop_on_wrap: many(behind.ram),
            stop: many(behind.ram),
            te_ram_base: many(behind.sba),
            te_ram_base_high: many(behind.wide_sba),
            te_ram_limit: many(behind.ram),
            te_ram_wp: many(behind.ram),
            te_wrap: many(behind.ram),
            te_ram_rp: many(behind.sram),
            sba_error: many(behind.sba),
            sba_failed: many(behind.sba),
            sba_response: many(behind.sba),
            sba_no_buffer: many(behind.sba),
            pib_control: many(behind.pib),
            pib_active: many(behind.pib),
            pib_empty: many(behind.pib),
            atb_control: many(behind.atb),
            atb_active: many(behind.atb),
            atb_empty: many(behind.atb),
            registers: Registers::of_funnel(build, funnel),
            funnel: Funnel::new(build.reset, inputs, sink.outlives_source()),
            control: Default::default(),
            _inputs: inputs,
            _counted: counted,
            _lock: lock,
            _router: behind.router,
            _ram: behind.ram,
            _sram: behind.sram,
            _sba: behind.sba,
            _wide_sba: behind.wide_sba,
            _pib: behind.pib,
            _atb: behind.atb,
        }
    }
}
