// SPDX-License-Identifier: Apache-2.0
//! The registers of the trace funnel: its own, and those of sinks that an encoder has, too.

use crate::encoder::{TE_SINKS, TE_VERSIONS};
use crate::macros::registers;
use crate::shared::{sba_status, with_sinks, SHARED};
use crate::{Access, Feature, Field, Hardware, Register, Rule, System, Unit, TE_VERSION_0_9_4};

registers! { "The registers that only a funnel has.", OWN, FUNNEL_CONSTANTS;

    // Trace Control 11.1.

    /// Trace funnel control.
    TF_CONTROL = 0x000 "tfControl", "11", Funnel, None; {
        /// Primary enable of the funnel. While it reads 0 the funnel is in reset: the other fields have their reset
        /// values.
        TF_CONTROL_TF_ACTIVE = 0 "tfActive", 1 bits, ReadWrite, Rule::Any, hardware Hardware::Follows;
        /// Funnel enabled. Writing 0 flushes what is queued to the sink. Only a write sets it to 1.
        TF_CONTROL_TF_ENABLE = 1 "tfEnable", 1 bits, ReadWrite, Rule::Any, hardware Hardware::Clears;
        /// All trace has been emitted.
        TF_CONTROL_TF_EMPTY = 3 "tfEmpty", 1 bits, ReadOnly, Rule::Any, hardware Hardware::Drives, reset 1;
        /// The funnel is disabled when the circular buffer has filled for the first time.
        TF_CONTROL_TF_STOP_ON_WRAP = 14 "tfStopOnWrap", 1 bits, Warl, Rule::AnyIf(Feature::Ram), system StopOnWrap;
        /// Where trace goes.
        TF_CONTROL_TF_SINK = 28 "tfSink", 4 bits, Warl, Rule::Sink, system Sink, named TE_SINKS;
    }

    /// What the trace funnel has.
    TF_IMPL = 0x004 "tfImpl", "11", Funnel, None; {
        /// Version of the register map.
        TF_IMPL_TF_VERSION = 0 "tfVersion", 4 bits, ReadOnly, Rule::Fixed(TE_VERSION_0_9_4 as u32), named TE_VERSIONS;
        /// There is an SRAM sink.
        TF_IMPL_HAS_SRAM_SINK = 4 "hasSRAMSink", 1 bits, ReadOnly, Rule::Has(Feature::Sram);
        /// There is an ATB sink.
        TF_IMPL_HAS_ATB_SINK = 5 "hasATBSink", 1 bits, ReadOnly, Rule::Has(Feature::Atb);
        /// There is a pin interface block.
        TF_IMPL_HAS_PIB_SINK = 6 "hasPIBSink", 1 bits, ReadOnly, Rule::Has(Feature::Pib);
        /// There is a system memory sink.
        TF_IMPL_HAS_SBA_SINK = 7 "hasSBASink", 1 bits, ReadOnly, Rule::Has(Feature::Sba);
        /// The funnel feeds another funnel.
        TF_IMPL_HAS_FUNNEL_SINK = 8 "hasFunnelSink", 1 bits, ReadOnly, Rule::Has(Feature::Funnel);
        /// There is a stream port. The specification leaves bits 15-12 to vendor-specific sinks.
        TF_IMPL_HAS_STREAM_SINK = 12 "hasStreamSink", 1 bits, ReadOnly, Rule::Has(Feature::Stream);
    }

    /// Inputs that are disabled.
    TF_DIS_INPUT = 0x008 "tfDisInput", "11", Funnel, None; {
        /// Bit n for input n: its messages are taken and thrown away.
        TF_DIS_INPUT_TF_DIS_INPUT = 0 "tfDisInput", 16 bits, Warl, Rule::FunnelInputs, spec "1.0, trFunnelDisInput";
    }
}

/// Every register of the trace funnel, by offset (Trace Control 3.1). The registers of memories belong to its `Active`
/// bit.
pub const FUNNEL_REGISTERS: &[Register] = {
    const SBA_STATUS: [Field; 3] = sba_status("tfEnable");
    const JOINED: [Register; OWN.len() + SHARED] = with_sinks(OWN, Unit::Funnel, &SBA_STATUS);
    &JOINED
};
