// SPDX-License-Identifier: Apache-2.0
//! Which values of a field are legal, as a function of the build.

use crate::features::Feature;

/// Which values of a field are legal, as a function of the build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Every value that fits.
    Any,
    /// One value.
    Fixed(u32),
    /// Every value in a build that has this, else 0.
    AnyIf(Feature),
    /// 1 in a build that has this, else 0.
    Has(Feature),
    /// Address bits 31-2 of a word of the memories.
    Address,
    /// Address bits 31-2 of the SRAM.
    SramAddress,
    /// Address bits above 31 of the memories.
    AddressHigh,
    /// Address bits 31-2 of system memory; the SRAM's circular buffer begins at 0.
    Base,
    /// Address bits 31-2 of system memory; without it, of the last 32 bits of a word of the SRAM.
    Limit,
    /// The trace modes that are built.
    Mode,
    /// The sinks that are built.
    Sink,
    /// 0, and the way of predicting returns that is built.
    ImplicitReturnMode,
    /// The bits of the source field.
    SrcId,
    /// The width of the source field, or the largest value that fits.
    SrcBits,
    /// An action of the external trigger input of this number, if it exists.
    TriggerAction(u32),
    /// Events of the external trigger output of this number, if it exists.
    TriggerEvent(u32),
    /// The type of the timestamp unit.
    TimestampType,
    /// The width of timestamps.
    TimestampWidth,
    /// The modes of the pin interface block.
    PibMode,
    /// The bits of its divider.
    PibDivider,
    /// The IDs that the Advanced Trace Bus does not reserve.
    AtbId,
    /// A bit for each input of the funnel.
    FunnelInputs,
    /// A bit for each class of tandem-verification trace that is built.
    TandemClasses,
}
