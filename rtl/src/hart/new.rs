// SPDX-License-Identifier: Apache-2.0
//! The ports and parts of a hart's part, as many as the build has.

use super::Hart;
use crate::control::{Power, Registers, TriggerInputs, TriggerOutputs};
use crate::encoder::{many, Built, Encoder};
use crate::sinks::Behind;
use crate::timestamp::{Kind, TimeSender, Timestamp};
use tracewright_config::{Build, Packer, TimestampSource};
use tracewright_regmap::Feature;

impl<const XLEN: usize, const ADDR: usize, const FIRST: usize, const OUT: usize> Hart<XLEN, ADDR, FIRST, OUT> {
    /// The hardware of `build`, whose only hart it is: see [`Build::hart`].
    pub fn new(build: &Build) -> Self {
        let built = Built::of(build);
        let blocks = built.blocks;
        let time = Kind::of(build);
        let (far, near) = (time.own_clock, 1 - time.own_clock);
        let hart_time = usize::from(build.timestamp.source == TimestampSource::External);
        let broadcast_time = time.external - hart_time;
        let outputs = build.encoder.trigger_outputs as usize;
        let behind = Behind::of(&build.sink);
        let lock = usize::from(build.bus.lock);
        let chunks = usize::from(matches!(build.encoder.packer, Packer::Word | Packer::Double));
        let counted = usize::from(build.encoder.packer != Packer::Byte);
        let src = usize::from(build.encoder.src_bits > 0);
        let extend = usize::from(build.encoder.extended_address);
        let clock_request = usize::from(build.power.clock_request);
        let power = Power::count(build);
        Hart {
            clock: Default::default(),
            rst_n: Default::default(),
            itype: many(blocks),
            iaddr: many(blocks),
            iretire: many(blocks),
            ilastsize: many(blocks),
            sijump: many(blocks * built.sequential),
            trigger_notify: many(blocks * built.triggers),
            halted: Default::default(),
            hart_reset: many(built.reset),
            low_power: many(built.low_power),
            privilege: many(built.context),
            hart_context: many(built.contexts),
            ctype: many(built.contexts),
            trigger_on: many(built.triggers),
            trigger_off: many(built.triggers),
            external_trigger: many(built.external),
            trigger_out: many(outputs),
            time_clock: many(far),
            time_rst_n: many(far),
            hart_time: many(hart_time),
            broadcast_time: many(broadcast_time),
            time_broadcast: many(time.broadcast),
            stall: Default::default(),
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
            trace_last: many(chunks),
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
            sync_request: many(built.requests),
            clock_request: many(clock_request),
            encoder: Encoder::new(build),
            registers: Registers::of(build),
            power: (0..power).map(|_| Power::new(build)).collect(),
            trigger_inputs: (0..TriggerInputs::count(build)).map(|_| TriggerInputs::new(build)).collect(),
            trigger_outputs: (0..TriggerOutputs::count(build)).map(|_| TriggerOutputs::new(build)).collect(),
            timestamp: (0..time.time).map(|_| Timestamp::new(build)).collect(),
            time_sender: (0..far).map(|_| TimeSender::new(build)).collect(),
            control: Default::default(),
            followed: Default::default(),
            stopped: Default::default(),
            set: Default::default(),
            cleared: Default::default(),
            outside_time: many(time.external),
            _blocks: built.blocks,
            _sequential: built.sequential,
            _triggers: built.triggers,
            _any_trigger: built.any_trigger,
            _reset: built.reset,
            _low_power: built.low_power,
            _context: built.context,
            _contexts: built.contexts,
            _external: built.external,
            _trigger_inputs: TriggerInputs::count(build),
            _trigger_outputs: TriggerOutputs::count(build),
            _outputs: outputs,
            _both: built.both,
            _all_jumps: built.all_jumps,
            _returns: built.returns,
            _repeat: built.repeat,
            _time: built.time,
            _hart_time: hart_time,
            _broadcast_time: broadcast_time,
            _near_counter: near * time.counter,
            _near_outside: near * time.external,
            _near_broadcast: near * time.broadcast,
            _far_time: far,
            _far_counter: far * time.counter,
            _far_outside: far * time.external,
            _far_broadcast: far * time.broadcast,
            _wide_time: usize::from(build.features().has(Feature::WideTimestamp)),
            _clock_request: clock_request,
            _outlived: usize::from(build.sink.outlives_source()),
            _power: power,
            _src: src,
            _extend: extend,
            _lock: lock,
            _counted: counted,
            _chunks: chunks,
            _router: behind.router,
            _ram: behind.ram,
            _sram: behind.sram,
            _sba: behind.sba,
            _wide_sba: behind.wide_sba,
            _pib: behind.pib,
            _atb: behind.atb,
            _requests: built.requests,
        }
    }
}
