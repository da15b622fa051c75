// SPDX-License-Identifier: Apache-2.0
//! Which interface and which protocol a component has, by all that its implementation register says
//! (Trace Control ch. 16 for the interface before 0.9.4).
//!
//! Both Trace Control 0.9.4 and 1.0 have a 1 in bits 3-0. Above it 0.9.4 has a bit for each kind of sink, and 1.0 the
//! minor version (7-4), what the component is (11-8), and for an encoder the protocol (19-16, 23-20).

use crate::fields::{PROTOCOL_MAJOR, TE_SINK, TE_VERSION};
use crate::mmio::Registers;
use crate::{Error, Mmio};
use core::fmt;
use tracewright_regmap::{TE_PROTOCOL_1, TE_SINK_FUNNEL, TE_VERSION_0_9_4};

/// What a component of Trace Control 1.0 is (CompType).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ratified {
    /// An encoder.
    Encoder,
    /// A funnel.
    Funnel,
    /// A sink in memory.
    RamSink,
    /// A pin interface block.
    PibSink,
    /// A bridge to the ATB.
    AtbBridge,
}

/// Which interface an implementation register belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interface {
    /// From before 0.9.4.
    Legacy,
    /// 0.9.4.
    Draft,
    /// 1.0, of this component.
    Ratified(Ratified),
    /// 1.0 of an encoder, or 0.9.4 of a component that feeds a funnel, has no other sink, and says its protocol.
    EncoderOrFeeder,
    /// None that is known.
    Unknown,
}

/// Bits 11-8: CompType in 1.0. In 0.9.4, hasFunnelSink and three bits that are reserved and read 0.
const COMPONENT: u32 = 0xF << 8;
/// Bits that an encoder of 1.0 leaves 0: VerMinor, 15-12 and 31-24. In 0.9.4, sinks and the width of the source field.
const ZERO_IN_ENCODERS: u32 = 0xFF00_F0F0;

impl Interface {
    /// What `implementation` belongs to.
    fn of(implementation: u32) -> Interface {
        match TE_VERSION.get(implementation) as usize {
            0 => return Interface::Legacy,
            TE_VERSION_0_9_4 => {}
            _ => return Interface::Unknown,
        }
        let says_protocol = PROTOCOL_MAJOR.is_set(implementation);
        match (implementation & COMPONENT) >> COMPONENT.trailing_zeros() {
            0 => Interface::Draft,
            1 if says_protocol && implementation & ZERO_IN_ENCODERS == 0 => Interface::EncoderOrFeeder,
            1 => Interface::Draft,
            0x8 => Interface::Ratified(Ratified::Funnel),
            0x9 => Interface::Ratified(Ratified::RamSink),
            0xA => Interface::Ratified(Ratified::PibSink),
            0xE => Interface::Ratified(Ratified::AtbBridge),
            _ => Interface::Unknown,
        }
    }
}

impl fmt::Display for Ratified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ratified::Encoder => "an encoder",
            Ratified::Funnel => "a funnel",
            Ratified::RamSink => "a RAM sink",
            Ratified::PibSink => "a PIB sink",
            Ratified::AtbBridge => "an ATB bridge",
        })
    }
}

impl<M: Mmio> Registers<M> {
    /// [`Registers::implementation`] of the interface that the driver knows. The component is released, and teSink as
    /// it was after reset or as software set it.
    pub(crate) fn known(&mut self) -> Result<u32, Error<M::Error>> {
        let value = self.implementation()?;
        let component = match Interface::of(value) {
            Interface::Draft => return Ok(value),
            // Its only sink is the one that is selected. 1.0 has nothing in those bits.
            Interface::EncoderOrFeeder if self.get(TE_SINK)? == TE_SINK_FUNNEL as u32 => return Ok(value),
            Interface::EncoderOrFeeder => Ratified::Encoder,
            Interface::Ratified(component) => component,
            Interface::Legacy => return Err(Error::Legacy { value }),
            Interface::Unknown => return Err(Error::Unknown { value }),
        };
        Err(Error::Ratified { component, value })
    }

    /// [`Registers::known`] of an encoder whose protocol the decoder knows: teImpl, and the protocol's major version if
    /// it says one.
    pub(crate) fn known_encoder(&mut self) -> Result<(u32, Option<u32>), Error<M::Error>> {
        let value = self.known()?;
        match PROTOCOL_MAJOR.get(value) {
            0 => Ok((value, None)),
            major if major == TE_PROTOCOL_1 as u32 => Ok((value, Some(major))),
            major => Err(Error::Protocol { major, value }),
        }
    }
}
