// SPDX-License-Identifier: Apache-2.0
//! The components of a build: encoders and funnels, with their addresses and what is downstream of them.

use serde::Serialize;
use std::fmt;
use tracewright_config::{Build, Component, FunnelInput, SinkKind};
use tracewright_package::registers::Block;

/// A component with a block of registers.
#[derive(Clone, Debug, Serialize)]
pub struct ComponentReport {
    /// Its name, as in the names of its registers.
    name: String,
    /// Byte address of its registers.
    base: usize,
    /// Where its trace comes from: harts or other components.
    inputs: Vec<String>,
    /// Where its trace goes: sinks, or another component.
    outputs: Vec<String>,
    /// teSrcID after reset; funnels have none, nor encoders without SRC.
    src_id: Option<u32>,
}

/// A sink as `build.sink.kind` calls it.
struct SinkName(SinkKind);

impl fmt::Display for SinkName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(f)
    }
}

/// The components of `build`, by address.
pub fn reports(build: &Build) -> Vec<ComponentReport> {
    if !build.has_sinks() {
        return vec![];
    }
    let funnels = build.funnels();
    let names: Vec<String> = Block::of(build).into_iter().map(|block| block.name).collect();
    let downstream = |from: FunnelInput| funnels.iter().position(|inputs| inputs.contains(&from));
    let name_of = |input: &FunnelInput| match *input {
        FunnelInput::Hart(hart) => names[hart as usize].clone(),
        FunnelInput::Funnel(funnel) => names[(build.system.harts + funnel) as usize].clone(),
    };
    let report = |(n, component): (usize, Component)| {
        let (own, inputs) = match component {
            Component::Encoder(hart) | Component::Tandem(hart) => {
                (FunnelInput::Hart(hart), vec![format!("hart {hart}")])
            }
            Component::Funnel(funnel) => {
                (FunnelInput::Funnel(funnel), funnels[funnel as usize].iter().map(name_of).collect())
            }
        };
        let outputs = match downstream(own) {
            Some(funnel) => vec![name_of(&FunnelInput::Funnel(funnel as u32))],
            None => build.sinks().iter().map(SinkName).map(|sink| sink.to_string()).collect(),
        };
        let src_id = match component {
            Component::Encoder(hart) if build.encoder.src_bits > 0 => Some(build.encoder.src_id + hart),
            _ => None,
        };
        ComponentReport { name: names[n].clone(), base: n * 0x1000, inputs, outputs, src_id }
    };
    build.components().into_iter().enumerate().map(report).collect()
}

impl fmt::Display for ComponentReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (inputs, outputs) = (self.inputs.join(", "), self.outputs.join(", "));
        write!(f, "0x{:05X} {:<9} {inputs} => {outputs}", self.base, self.name)?;
        self.src_id.map_or(Ok(()), |src| write!(f, ", teSrcID {src}"))
    }
}
