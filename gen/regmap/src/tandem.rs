// SPDX-License-Identifier: Apache-2.0
//! The registers of an encoder of tandem-verification trace: its own, and those of sinks that an N-Trace encoder has,
//! too. Trace Control does not know it; its registers are laid out as those of the funnel.

use crate::encoder::TE_SINKS;
use crate::macros::registers;
use crate::shared::{sba_status, with_sinks, SHARED};
use crate::{Access, Feature, Field, Hardware, Register, Rule, System, Unit, Value};

registers! { "The registers that only an encoder of tandem-verification trace has.", OWN, TANDEM_CONSTANTS;

    /// Control of tandem-verification trace.
    TV_CONTROL = 0x000 "tvControl", "docs/tandem.md", Tandem, None; {
        /// Primary enable of the encoder. After 0 is written it reads 1 until all trace has left; while it reads 0, the
        /// other fields have their reset values.
        TV_CONTROL_TV_ACTIVE = 0 "tvActive", 1 bits, ReadWrite, Rule::Any, hardware Hardware::Follows;
        /// What retires is traced. After 0 is written, what was taken is sent to its end. Only a write sets it to 1.
        TV_CONTROL_TV_ENABLE = 1 "tvEnable", 1 bits, ReadWrite, Rule::Any, hardware Hardware::Clears;
        /// All trace has been emitted.
        TV_CONTROL_TV_EMPTY = 3 "tvEmpty", 1 bits, ReadOnly, Rule::Any, hardware Hardware::Drives, reset 1;
        /// The encoder is disabled when the circular buffer has filled for the first time.
        TV_CONTROL_TV_STOP_ON_WRAP = 14 "tvStopOnWrap", 1 bits, Warl, Rule::AnyIf(Feature::Ram), system StopOnWrap;
        /// Where trace goes.
        TV_CONTROL_TV_SINK = 28 "tvSink", 4 bits, Warl, Rule::Sink, system Sink, named TE_SINKS;
    }

    /// What the encoder has.
    TV_IMPL = 0x004 "tvImpl", "docs/tandem.md", Tandem, None; {
        /// Version of these registers.
        TV_IMPL_TV_VERSION = 0 "tvVersion", 4 bits, ReadOnly, Rule::Fixed(1), values TV_VERSIONS {
            /// The first.
            TV_VERSION_1 = 1 "1";
        };
        /// There is an SRAM sink.
        TV_IMPL_HAS_SRAM_SINK = 4 "hasSRAMSink", 1 bits, ReadOnly, Rule::Has(Feature::Sram);
        /// There is an ATB sink.
        TV_IMPL_HAS_ATB_SINK = 5 "hasATBSink", 1 bits, ReadOnly, Rule::Has(Feature::Atb);
        /// There is a pin interface block.
        TV_IMPL_HAS_PIB_SINK = 6 "hasPIBSink", 1 bits, ReadOnly, Rule::Has(Feature::Pib);
        /// There is a system memory sink.
        TV_IMPL_HAS_SBA_SINK = 7 "hasSBASink", 1 bits, ReadOnly, Rule::Has(Feature::Sba);
        /// The encoder feeds a funnel.
        TV_IMPL_HAS_FUNNEL_SINK = 8 "hasFunnelSink", 1 bits, ReadOnly, Rule::Has(Feature::Funnel);
        /// There is a stream port.
        TV_IMPL_HAS_STREAM_SINK = 12 "hasStreamSink", 1 bits, ReadOnly, Rule::Has(Feature::Stream);
    }

    /// What is traced. It may change while tvEnable is 0 and tvEmpty 1.
    TV_CLASSES = 0x008 "tvClasses", "docs/tandem.md", Tandem, None; {
        /// Bit n for class n: instructions, integer registers, floating-point registers, CSRs, privilege mode, physical
        /// addresses, effective addresses, what is stored, the memory bus, state that changes by itself.
        TV_CLASSES_TV_CLASSES = 0 "tvClasses", 10 bits, Warl, Rule::TandemClasses, reset 0x3FF;
    }
}

/// Every register of an encoder of tandem-verification trace, by offset. The registers of memories belong to its
/// `Active` bit.
pub const TANDEM_REGISTERS: &[Register] = {
    const SBA_STATUS: [Field; 3] = sba_status("tvEnable");
    const JOINED: [Register; OWN.len() + SHARED] = with_sinks(OWN, Unit::Tandem, &SBA_STATUS);
    &JOINED
};
