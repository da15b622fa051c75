// SPDX-License-Identifier: Apache-2.0
//! Programming a system: encoders, funnels, and the sinks downstream of the last funnel.

use crate::bench::{Bench, Ended};
use crate::differences::{of_encoder, of_funnel, Discrepancy};
use crate::discovered::{funnel_capabilities, system_capabilities};
use crate::error::Error;
use crate::observed::{Item, Memory, Readout};
use crate::run::{scrub, settle, POLLS};
use tracewright_config::{Build, PibMode, Run, RunPibMode, RunSink, SinkKind};
use tracewright_driver::{Component, Found, Mmio, System};
use tracewright_model::stimulus::Request;
use tracewright_package::programming::{funnel_settings, pib_settings, settings};
use tracewright_regmap::{TE_CONTROL, TE_RAM_WP};

/// Bytes of a component's block.
const BLOCK: u32 = 0x1000;

/// How the pins are used for the calibration pattern of each mode, if that is asked for and there.
pub(crate) fn patterns(build: &Build, run: &Run, asked: bool) -> Vec<Run> {
    let sink = &build.sink;
    let modes = sink.pib_modes.iter().filter(|_| asked && sink.has(SinkKind::Pib) && sink.pib_calibrate);
    let pattern = |mode: PibMode| Run {
        pib_mode: RunPibMode::Mode(mode),
        pib_ref_center: run.pib_ref_center && mode.is_parallel(),
        ..run.clone()
    };
    modes.map(pattern).collect()
}

/// Everything that happens to a system, in order.
pub(crate) fn drive(bench: Bench, build: &Build, run: &Run, patterns: &[Run]) -> Result<Ended, Error> {
    let harts = build.system.harts;
    let funnels = build.funnels().len() as u32;
    let mut system = System::new(bench, harts, funnels).poll_limit(POLLS);
    system.registers().show_state();
    scrub(system.registers(), build)?;
    discover(&mut system, build)?;
    for pattern in patterns {
        let last = funnels - 1;
        system.funnel(last).start_calibration(&pib_settings(build, pattern))?;
        system.registers().recognise_pattern(build, pattern)?;
        system.funnel(last).stop_calibration()?;
    }
    // Their sink is the funnel, whatever the one after that is.
    let of_hart = Run { sink: RunSink::Default, ..run.clone() };
    let encoders: Vec<_> = (0..harts).map(|hart| settings(&build.hart(hart), &of_hart)).collect();
    let funnel = |funnel| funnel_settings(build, run, funnel);
    system.enable(&encoders, &(0..funnels).map(funnel).collect::<Vec<_>>())?;
    system.registers().listen()?;
    system.registers().flow();
    while !system.registers().is_drained() {
        let request = (0..harts).find_map(|hart| Some((hart, system.registers().take_request(hart as usize)?)));
        match request {
            Some((hart, Request { enable, tracing, hold })) => {
                system.encoder(hart).switch(enable, tracing)?;
                if hold {
                    system.registers().read(hart * BLOCK + TE_CONTROL as u32)?;
                }
                system.registers().release(hart as usize);
            }
            None => system.registers().clock()?,
        }
    }
    system.disable()?;
    settle(system.registers())?;
    let mut last = Readout::default();
    match run.sink_of(build) {
        SinkKind::Sram => {
            let mut words = Vec::new();
            let wrapped = system.funnel(funnels - 1).read_trace(|word| words.push(word))?.wrapped;
            last.memory = Some(Memory { words, wrapped });
        }
        SinkKind::Sba => {
            let offset = build.sink_component() * BLOCK + TE_RAM_WP as u32;
            last.pointer = Some(system.registers().read(offset)?);
        }
        SinkKind::Pib | SinkKind::Atb | SinkKind::Stream | SinkKind::Funnel => {}
    }
    let ends = (0..harts).map(|hart| Item::End(if hart == 0 { last.clone() } else { Readout::default() }));
    Ok(system.into_registers().finish(ends.collect())?)
}

/// Whether every component is what the configuration says.
fn discover(system: &mut System<Bench>, build: &Build) -> Result<(), Error> {
    let mut fields = Vec::new();
    system.discover(|component, found| {
        let differing = match (component, found) {
            (Component::Encoder(hart), Found::Encoder(found)) => of_encoder(&system_capabilities(build, hart), found),
            (Component::Funnel(funnel), Found::Funnel(found)) => of_funnel(&funnel_capabilities(build, funnel), found),
            // The driver finds in a block what it was told is there.
            (Component::Encoder(_), Found::Funnel(_)) | (Component::Funnel(_), Found::Encoder(_)) => Vec::new(),
        };
        let named = |field| Discrepancy { component: Some(component.to_string()), ..field };
        fields.extend(differing.into_iter().map(named));
    })?;
    match fields.is_empty() {
        true => Ok(()),
        false => Err(Error::Discovery(fields)),
    }
}
