// SPDX-License-Identifier: Apache-2.0
//! The rules that a device can break.

/// What a device must do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Rule {
    /// AXI4 A3.2.1, ATB; for TileLink and Wishbone, that a transfer once offered is not taken back.
    #[error("what is offered stays as it is until it is taken")]
    Held,
    /// The sinks of trace write.
    #[error("nothing is read")]
    Read,
    /// At most so many words as were agreed upon; AXI4: 256.
    #[error("a burst has no more words than agreed")]
    Length,
    /// AWSIZE, a_size: a whole word of the bus.
    #[error("the size is that of a word")]
    Size,
    /// AWBURST.
    #[error("bursts are of the type INCR")]
    BurstType,
    /// AXI4 A3.4.1.
    #[error("no burst crosses a multiple of 4 KiB")]
    Boundary,
    /// Addresses of whole words.
    #[error("the address is a multiple of a word")]
    Aligned,
    /// WSTRB, a_mask, SEL: all ones.
    #[error("all bytes of a word are written")]
    Strobe,
    /// AXI4 A3.4.1: WLAST with the beat that AWLEN announces, and with no other.
    #[error("WLAST comes with the last beat of a burst alone")]
    Last,
    /// No more transfers under way than agreed.
    #[error("no more transfers are under way than agreed")]
    Outstanding,
    /// Every byte of every beat is within the buffer.
    #[error("nothing is written outside the buffer")]
    Window,
    /// AWCACHE, AWPROT, AWID; a_opcode, a_param, a_source, a_corrupt.
    #[error("attributes are as agreed")]
    Attributes,
    /// Bits that the bus does not have.
    #[error("a bit of an address, of data or of a strobe that does not exist is 0")]
    Width,
    /// BREADY, d_ready.
    #[error("an answer is taken before long")]
    AnswerTaken,
    /// AXI4 A3.3.1: WVALID waits neither for AWREADY nor for WREADY, and no beat waits for trace.
    #[error("the data of a burst comes before long")]
    DataLate,
    /// AXI4 A3.3.1: AWVALID waits neither for AWREADY nor for WREADY.
    #[error("the address of data comes before long")]
    AddressLate,
    /// Wishbone B4 3.1.3: STB is qualified by CYC.
    #[error("a strobe comes within a bus cycle")]
    StrobeInCycle,
    /// Wishbone: the bus is not kept.
    #[error("a bus cycle without a strobe ends before long")]
    CycleEnds,
    /// No valid signal in reset.
    #[error("nothing is offered in reset")]
    Reset,
    /// ATB: ATCLKEN.
    #[error("outputs change with ATCLKEN only")]
    ClockEnable,
    /// ATB: 0x00 and 0x70 to 0x7F are reserved.
    #[error("ATID is no reserved one")]
    AtId,
    /// ATB: between two beats with different IDs there is a cycle without one.
    #[error("ATID changes when nothing is offered")]
    AtIdChange,
    /// ATB: only the beat that ends a flush is partial.
    #[error("a beat is full, but for one that ends a flush")]
    Partial,
    /// ATB: AFREADY when all that was held has been taken.
    #[error("AFREADY comes after everything that was held")]
    FlushEarly,
    /// ATB: AFREADY answers AFVALID, which asks anew in the cycle after one with both.
    #[error("AFREADY is 0 without AFVALID, and after a flush that is complete until the next one is")]
    FlushUnasked,
    /// ATB: a flush comes to an end while beats are taken.
    #[error("a flush is answered before long")]
    FlushLate,
    /// ATB: what was held at the begin of a flush, in this order.
    #[error("a flush sends what was held")]
    FlushContent,
}

/// A rule that was broken, where, and how.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{bus}, cycle {cycle}: {rule}: {seen}")]
pub struct Violation {
    /// The bus.
    pub bus: &'static str,
    /// The cycle, counted from 0 by the model.
    pub cycle: u64,
    /// What the device must do.
    pub rule: Rule,
    /// What it did.
    pub seen: String,
}

/// Keeps the first violation.
#[derive(Clone, Debug)]
pub(crate) struct Judge {
    bus: &'static str,
    /// The cycle under way.
    pub cycle: u64,
    first: Option<Violation>,
}

impl Judge {
    pub fn new(bus: &'static str) -> Judge {
        Judge { bus, cycle: 0, first: None }
    }

    /// A rule that holds, or does not.
    pub fn demand(&mut self, holds: bool, rule: Rule, seen: impl FnOnce() -> String) {
        if !holds && self.first.is_none() {
            self.first = Some(Violation { bus: self.bus, cycle: self.cycle, rule, seen: seen() });
        }
    }

    pub fn check(&self) -> Result<(), Violation> {
        self.first.clone().map_or(Ok(()), Err)
    }
}
