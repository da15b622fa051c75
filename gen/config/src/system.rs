// SPDX-License-Identifier: Apache-2.0
//! More than one hart: an encoder for each, funnels that merge their messages, and the sinks downstream of the last
//! funnel.

use crate::{Build, Set, SinkKind, TimestampSource};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use tracewright_regmap::{Defaults, Features, SinkFeatures};

/// How many harts there are, and how their traces are merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct System {
    /// Harts, each with an encoder of its own.
    pub harts: u32,
    /// Most inputs of a funnel.
    pub funnel_inputs: u32,
}

impl Default for System {
    fn default() -> Self {
        System { harts: 1, funnel_inputs: 16 }
    }
}

/// Where an input of a funnel comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunnelInput {
    /// The encoder of this hart.
    Hart(u32),
    /// This funnel.
    Funnel(u32),
}

/// A component with a register block of 4 KiB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Component {
    /// The encoder of this hart.
    Encoder(u32),
    /// The encoder of tandem-verification trace of this hart.
    Tandem(u32),
    /// This funnel.
    Funnel(u32),
}

impl Build {
    /// What the encoder of a hart is, by itself. In a system its sink is a funnel, its teSrcID or mhartid is that of
    /// the build and the hart's number, and the time of a counter is that of hart 0, which the others are given.
    pub fn hart(&self, hart: u32) -> Build {
        let mut build = self.clone();
        if self.system.harts == 1 {
            return build;
        }
        build.system = System::default();
        build.sink.behind_funnels = build.sink.kind;
        build.sink.kind = SinkKind::Funnel.into();
        build.encoder.src_id = self.encoder.src_id + hart;
        build.tandem.hart_id = self.tandem.hart_id + hart;
        if self.timestamp.source == TimestampSource::Core {
            match hart {
                0 => build.timestamp.broadcast = true,
                _ => {
                    build.timestamp.source = TimestampSource::Slave;
                    build.timestamp.broadcast = false;
                }
            }
        } else if hart > 0 {
            build.timestamp.broadcast = false;
        }
        build
    }

    /// The inputs of each funnel; the last one feeds the sinks. None for a single hart.
    ///
    /// As few funnels as [`System::funnel_inputs`] allows: the harts queue up, each funnel takes as many as it can from
    /// the front, and queues up after. So each but the last has all of its inputs, and harts and funnels are taken in
    /// order.
    pub fn funnels(&self) -> Vec<Vec<FunnelInput>> {
        let mut funnels: Vec<Vec<FunnelInput>> = Vec::new();
        let mut queue: VecDeque<FunnelInput> = (0..self.system.harts).map(FunnelInput::Hart).collect();
        while queue.len() > 1 {
            let most = queue.len().min(self.system.funnel_inputs.max(2) as usize);
            queue.push_back(FunnelInput::Funnel(funnels.len() as u32));
            funnels.push(queue.drain(..most).collect());
        }
        funnels
    }

    /// The components with registers: the block of the n-th is at n times 4 KiB.
    pub fn components(&self) -> Vec<Component> {
        let encoder = if self.records_tandem() { Component::Tandem } else { Component::Encoder };
        let encoders = (0..self.system.harts).map(encoder);
        encoders.chain((0..self.funnels().len() as u32).map(Component::Funnel)).collect()
    }

    /// The component whose registers control the sinks: the encoder of a single hart, or the last funnel.
    pub fn sink_component(&self) -> u32 {
        self.components().len() as u32 - 1
    }

    /// What decides on the registers of this funnel.
    pub fn funnel_features(&self, funnel: u32) -> Features {
        let is_last = self.sink_component() == self.system.harts + funnel;
        let sinks = if is_last { self.sink.features() } else { SinkFeatures { funnel: true, ..SinkFeatures::NONE } };
        let pib_divider = self.defaults.pib_divider;
        let defaults = Defaults { stop_on_wrap: self.defaults.te_stop_on_wrap, pib_divider, ..Defaults::ZERO };
        let inputs = self.funnels().get(funnel as usize).map_or(0, |inputs| inputs.len() as u32);
        Features { inputs, defaults, ..Features::minimal(sinks) }
    }

    /// Bits of the address that select a component's block; 0 for a single hart.
    pub fn component_bits(&self) -> u32 {
        (self.components().len() as u32).next_power_of_two().trailing_zeros()
    }

    /// The sinks that are not a funnel.
    pub fn sinks(&self) -> Set<SinkKind> {
        self.sink.kind.iter().filter(|kind| *kind != SinkKind::Funnel).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use FunnelInput::{Funnel, Hart};

    fn system(harts: u32, funnel_inputs: u32) -> Build {
        Build { system: System { harts, funnel_inputs }, ..Build::default() }
    }

    #[test]
    fn funnels_are_as_few_as_can_be() {
        assert!(system(1, 2).funnels().is_empty());
        assert_eq!(system(4, 16).funnels(), [[Hart(0), Hart(1), Hart(2), Hart(3)]]);
        assert_eq!(
            system(5, 2).funnels(),
            [[Hart(0), Hart(1)], [Hart(2), Hart(3)], [Hart(4), Funnel(0)], [Funnel(1), Funnel(2)]]
        );
        for harts in 2..=16 {
            for inputs in 2..=16 {
                let funnels = system(harts, inputs).funnels();
                let (last, others) = funnels.split_last().unwrap();
                assert!(others.iter().all(|funnel| funnel.len() == inputs as usize));
                assert!((2..=inputs as usize).contains(&last.len()));
                let in_order = (0..harts).map(Hart).chain((0..others.len() as u32).map(Funnel));
                assert!(funnels.iter().flatten().copied().eq(in_order));
            }
        }
    }

    #[test]
    fn every_component_has_a_block() {
        assert_eq!(system(1, 16).components(), [Component::Encoder(0)]);
        assert_eq!((system(1, 16).component_bits(), system(2, 16).component_bits()), (0, 2));
        let four = system(4, 16);
        assert_eq!((four.component_bits(), four.sink_component()), (3, 4));
        assert_eq!(four.components()[4], Component::Funnel(0));
    }

    #[test]
    fn harts_of_a_system_differ_in_their_source_and_share_a_time() {
        let mut build = system(3, 16);
        build.timestamp.source = TimestampSource::Core;
        let harts: Vec<_> = (0..3).map(|hart| build.hart(hart)).collect();
        assert_eq!(harts.iter().map(|hart| hart.encoder.src_id).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(harts[0].timestamp.broadcast && harts[0].timestamp.source == TimestampSource::Core);
        assert!(harts[1..].iter().all(|hart| hart.timestamp.source == TimestampSource::Slave));
        assert!(harts.iter().all(|hart| hart.sink.kind.is_only(SinkKind::Funnel) && hart.features().sinks.funnel));
    }
}
