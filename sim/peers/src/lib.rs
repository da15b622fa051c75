// SPDX-License-Identifier: Apache-2.0
//! What trace sinks are connected to, for any hardware: written from the specifications, not from `rtl/`. At the pins
//! is a probe ([`pins`]), at the buses are memories and an ATB slave ([`buses`]).

pub mod buses;
pub mod pins;
