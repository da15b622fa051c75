// SPDX-License-Identifier: Apache-2.0
//! Handles of all that a run touches: ports, and signals inside the hardware that are compared.

mod flags;
mod hart;
mod places;
mod sinks;

pub(crate) use flags::flags;
pub(crate) use hart::{HartProbes, UnitPins};
pub(crate) use places::{atb_signals, compared_at, module, probes, ComparedAt};
pub(crate) use sinks::{fills, Kind, Sink, SramPort, UNIT_BYTES};

use crate::observed::Inside;
use places::{reads_act, shown, RECORDS_SIGNALS};
use tracewright_config::{Build, SinkKind, TimestampSource};
use tracewright_model::control::SinkInputs;
use tracewright_regmap::{TF_CONTROL_TF_ACTIVE, TF_CONTROL_TF_ENABLE};
use verilator_sys::{Error, Input, Library, Model, Output};

/// The top module.
pub(crate) const TOP: &str = "tw_top";
/// Its clock.
pub(crate) const CLOCK: &str = "clk";

/// Handles of the ports and signals of a loaded design.
#[derive(Clone, Debug)]
pub(crate) struct Probes {
    pub rst_n: Input,
    pub access: Access,
    pub outside: Outside,
    pub harts: Vec<HartProbes>,
    pub funnels: Vec<FunnelProbes>,
    /// The component that feeds the sinks.
    pub sink_component: usize,
    /// The time of hart 0, which the others see.
    pub shared_time: Option<Output>,
    /// What registers show of sinks other than the SRAM.
    pub shown: Option<Shown>,
    /// What enters the SRAM where that is not where trace is compared.
    pub sram: Option<SramPort>,
}

/// Handles of a funnel.
#[derive(Clone, Debug)]
pub(crate) struct FunnelProbes {
    /// tfControl.
    control: Output,
    /// It and what is downstream of it hold nothing, if both of these are high.
    pub empty: [Output; 2],
}

/// Handles of what registers show of sinks.
#[derive(Clone, Debug)]
pub(crate) struct Shown {
    sba: Option<[Output; 5]>,
    pib: Option<[Output; 2]>,
    atb: Option<[Output; 2]>,
}

/// Handles of an access inside.
#[derive(Clone, Debug)]
pub(crate) struct Access {
    /// Not 0 in a cycle with an access.
    any: Output,
    pub request: Output,
    pub write: Output,
    pub addr: Output,
    pub wdata: Output,
    pub strobe: Output,
    pub bus_write: Output,
    pub bus_read: Option<Output>,
    pub done: Output,
    pub rdata: Output,
    /// Of the window to Control Transfer Records: request, done.
    pub records: Option<[Output; 2]>,
}

/// Handles of ports of the control interface, apart from the bus and the ingress.
#[derive(Clone, Debug)]
pub(crate) struct Outside {
    pub locked: Option<Input>,
    /// The bus's own clock, and its reset.
    pub bus_clock: Option<[Input; 2]>,
    /// The time's own clock, and its reset.
    pub time_clock: Option<[Input; 2]>,
    /// Of several harts: the component that an access is for.
    pub selected: Vec<Output>,
    pub broadcast: Option<Output>,
}

impl Probes {
    pub fn find(library: &Library, build: &Build) -> Result<Probes, Error> {
        let output = |name: &str| library.output(name);
        let has_time = build.timestamp.source == TimestampSource::Core;
        let has_sram = build.sink.has(SinkKind::Sram) && compared_at(build) == ComparedAt::Chunks;
        Ok(Probes {
            rst_n: library.input("rst_n")?,
            access: Access::find(library, build)?,
            outside: Outside::find(library, build)?,
            harts: (0..build.system.harts)
                .map(|hart| HartProbes::find(library, build, hart))
                .collect::<Result<_, _>>()?,
            funnels: (0..build.funnels().len())
                .map(|funnel| FunnelProbes::find(library, funnel))
                .collect::<Result<_, _>>()?,
            sink_component: if build.system.harts > 1 { build.sink_component() as usize } else { 0 },
            shared_time: (has_time && build.system.harts > 1).then(|| output("shared_time")).transpose()?,
            shown: Shown::find(library, build)?,
            sram: has_sram.then(|| SramPort::find(library, build)).transpose()?,
        })
    }
}

impl FunnelProbes {
    fn find(library: &Library, funnel: usize) -> Result<FunnelProbes, Error> {
        let output = |name: &str| library.output(&format!("funnel{funnel}_{name}"));
        Ok(FunnelProbes { control: output("control")?, empty: [output("drained")?, output("sinks_empty")?] })
    }
}

impl FunnelProbes {
    /// tfActive.
    pub fn is_active(&self, model: &Model) -> bool {
        model.get(self.control) >> TF_CONTROL_TF_ACTIVE & 1 != 0
    }

    /// tfEnable.
    pub fn is_enabled(&self, model: &Model) -> bool {
        model.get(self.control) >> TF_CONTROL_TF_ENABLE & 1 != 0
    }
}

impl Shown {
    fn find(library: &Library, build: &Build) -> Result<Option<Shown>, Error> {
        if shown(build).is_empty() {
            return Ok(None);
        }
        let output = |name: &str| library.output(&format!("sinks_{name}"));
        let has = |kind| build.sink.has(kind);
        let sba = || -> Result<[Output; 5], Error> {
            let names = ["te_ram_wp", "te_wrap", "stop", "sba_error_set", "sba_response"];
            let [wp, wrap, stop, error, response] = names.map(output);
            Ok([wp?, wrap?, stop?, error?, response?])
        };
        let two = |names: [&str; 2]| -> Result<[Output; 2], Error> {
            let [active, empty] = names.map(output);
            Ok([active?, empty?])
        };
        Ok(Some(Shown {
            sba: has(SinkKind::Sba).then(sba).transpose()?,
            pib: has(SinkKind::Pib).then(|| two(["pib_active", "pib_empty"])).transpose()?,
            atb: has(SinkKind::Atb).then(|| two(["atb_active", "atb_empty"])).transpose()?,
        }))
    }

    /// What they show in this cycle.
    pub fn read(&self, model: &Model) -> SinkInputs {
        let get = |output: Output| model.get(output);
        let is_set = |output: Output| get(output) != 0;
        let sba = self.sba.as_ref();
        SinkInputs {
            sba_pointer: sba.map(|[wp, wrap, ..]| (get(*wp) << 2 | get(*wrap)) as u32),
            sba_stops: sba.is_some_and(|[_, _, stop, ..]| is_set(*stop)),
            sba_error: sba.filter(|[.., error, _]| is_set(*error)).map(|[.., response]| get(*response) as u32),
            pib_active: self.pib.map(|[active, _]| is_set(active)),
            pib_empty: self.pib.map(|[_, empty]| is_set(empty)),
            atb_active: self.atb.map(|[active, _]| is_set(active)),
            atb_empty: self.atb.map(|[_, empty]| is_set(empty)),
        }
    }
}

impl Access {
    fn find(library: &Library, build: &Build) -> Result<Access, Error> {
        let output = |name: &str| library.output(&format!("access_{name}"));
        let records = || -> Result<[Output; 2], Error> {
            let [request, done] = RECORDS_SIGNALS.map(output);
            Ok([request?, done?])
        };
        Ok(Access {
            any: library.output(flags::ACCESS)?,
            request: output("request")?,
            write: output("write")?,
            addr: output("addr")?,
            wdata: output("wdata")?,
            strobe: output("strobe")?,
            bus_write: output("bus_write")?,
            bus_read: reads_act(build).then(|| output("bus_read")).transpose()?,
            done: output("done")?,
            rdata: output("rdata")?,
            records: build.has_records().then(records).transpose()?,
        })
    }

    /// Whether there is an access.
    pub fn is_shown(&self, model: &Model) -> bool {
        model.get(self.any) != 0
    }

    /// What it shows.
    pub fn read(&self, model: &Model) -> Inside {
        let get = |output| model.get(output);
        Inside {
            request: get(self.request) != 0,
            write: get(self.write) != 0,
            offset: 4 * get(self.addr) as u32,
            data: get(self.wdata) as u32,
            strobe: get(self.strobe) as u8,
            acts: get(self.bus_write) != 0,
            answers: self.bus_read.map(|read| get(read) != 0),
            done: get(self.done) != 0,
            read: get(self.rdata) as u32,
            of_records: 0,
            records: self.records.filter(|[request, _]| get(*request) != 0).map(|[_, done]| get(done) != 0),
        }
    }
}

impl Outside {
    fn find(library: &Library, build: &Build) -> Result<Outside, Error> {
        let clock = |exists: bool, names: [&str; 2]| -> Result<Option<[Input; 2]>, Error> {
            let [clock, reset] = names;
            exists.then(|| Ok([library.input(clock)?, library.input(reset)?])).transpose()
        };
        let components = if build.system.harts > 1 { build.components().len() } else { 0 };
        let selected = (0..components).map(|n| library.output(&format!("selected_{n}")));
        Ok(Outside {
            locked: build.bus.lock.then(|| library.input("debug_locked")).transpose()?,
            bus_clock: clock(build.bus.own_clock, ["bus_clk", "bus_rst_n"])?,
            time_clock: clock(build.timestamp.own_clock, ["time_clk", "time_rst_n"])?,
            selected: selected.collect::<Result<_, _>>()?,
            broadcast: build.timestamp.broadcast.then(|| library.output("time_broadcast")).transpose()?,
        })
    }
}
