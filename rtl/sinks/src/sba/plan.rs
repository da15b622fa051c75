// SPDX-License-Identifier: Apache-2.0
//! Where in the buffer the next word goes (teRamWP), and which bursts take the words there (Trace Control ch. 6).

use super::ports::{is_on, lanes, words, Answer};
use tracewright_prim::*;
use tracewright_regmap::*;

/// How far the choice of a burst, and the burst, has come.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum BurstState {
    Idle,
    Check,
    Measure,
    Choose,
    Burst,
}

/// Keeps teRamWP and teWrap, and settles when a burst begins, where, and how long it is. It takes three cycles:
/// *check*, after which teRamWP is in the buffer; *measure*, how far the end of the buffer and the next multiple of 4
/// KiB are; and *choose*, in which the burst starts. A write to a register starts this again, so that no burst
/// uses an old value. `no_buffer` shows the registers of the cycle before; *check* looks again, and ends if it is 1.
#[synchronous(build: Build)]
pub struct SbaPlan {
    /// Returns every register to its reset value, but for what ends a burst under way.
    pub clear: Signal<In, Bit>,
    /// teEnable, or tfEnable.
    pub enable: Signal<In, Bit>,
    /// teStopOnWrap.
    pub stop_on_wrap: Signal<In, Bit>,
    /// teRamBase, a byte address: the first whole word of the bus at or above it is the first one of the buffer.
    pub te_ram_base: Signal<In, Bits<32>>,
    /// teRamLimit, the byte address of 32 bits: the last whole word of the bus up to their end ends the buffer.
    pub te_ram_limit: Signal<In, Bits<32>>,
    /// Byte offset of the register.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<In, Bit>,
    /// The value written, complete.
    pub bus_merged: Signal<In, Bits<32>>,
    /// teRamWP, in units of 4 bytes.
    pub te_ram_wp: Signal<Out, Bits<30>>,
    /// teWrap: teRamWP has wrapped since it was last written.
    pub te_wrap: Signal<Out, Bit>,
    /// teStopOnWrap is set, and the burst that began in the cycle before ends the buffer: tracing must stop.
    pub stop: Signal<Out, Bit>,
    /// sbaError becomes 1: an answer of the bus was an error.
    pub error_set: Signal<Out, Bit>,
    /// Which error it was: 2 SLVERR, 3 DECERR.
    pub error_response: Signal<Out, Bits<2>>,
    /// As many words wait as a burst has at most.
    pub full: Signal<In, Bit>,
    /// No word waits.
    pub empty: Signal<In, Bit>,
    /// Words that wait after the first one.
    pub waiting: Signal<In, Bits<6>>,
    /// No more words come.
    pub drained: Signal<In, Bit>,
    /// The sink is not active, or has stopped on wrap: words that do not belong to the burst are thrown away.
    pub drop: Signal<Out, Bit>,
    /// No burst is under way.
    pub idle: Signal<Out, Bit>,
    /// No word may be written: sbaNoBuffer.
    pub no_buffer: Signal<Out, Bit>,
    /// A burst begins.
    pub start: Signal<Out, Bit>,
    /// Byte address of the burst.
    pub address: Signal<Out, Bits<32>>,
    /// Words of the burst after the first one.
    pub more: Signal<Out, Bits<6>>,
    /// What the bus answered to the burst.
    pub answer: Signal<In, Answer>,
    step: Reg<BurstState>,
    write_at: Reg<Bits<30>>,
    wrapped: Reg<Bit>,
    /// Words after the first one that wait and are below the next multiple of 4 KiB.
    room: Reg<Bits<6>>,
    /// Words after the first one up to the end of the buffer.
    limit_room: Reg<Bits<6>>,
    /// The end of the buffer is beyond the longest burst.
    limit_far: Reg<Bit>,
    /// Words of the burst after the first one, where it has one answer.
    #[built(is_on(build, SbaBus::Axi4))]
    burst_more: Optional<Reg<Bits<6>>>,
    ends_buffer: Reg<Bit>,
    stops: Reg<Bit>,
    stopped: Reg<Bit>,
    /// teActive was 0 during the burst: what comes of it no longer counts.
    forgotten: Reg<Bit>,
    was_enabled: Reg<Bit>,
    base_written: Reg<Bit>,
    limit_written: Reg<Bit>,
    #[value(true)]
    has_none: Reg<Bit>,
    begins: Signal<Local, Bit>,
    /// The address bits that exist in a word's address.
    #[value(!(lanes(build) - 1).to_bits::<30>())]
    mask: Constant<Bits<30>>,
    /// The bits of an address, in units of 4 bytes, that are within a word of the bus.
    #[value((lanes(build) - 1).to_bits::<30>())]
    within: Constant<Bits<30>>,
    /// Units of 4 bytes in a word, as a power of two.
    #[value((lanes(build).ilog2() as usize).to_bits())]
    shift: Constant<Bits<2>>,
    /// Words after the first one of the longest burst.
    #[value((words(build) - 1).to_bits())]
    most: Constant<Bits<6>>,
}

impl Logic for SbaPlan {
    #[kernel]
    fn update(&mut self) {
        // The buffer: whole words from base to limit, both of 32 bits. Its first word may be beyond the last address.
        let base = self.te_ram_base.val().get_bits::<30>(2);
        let limit = self.te_ram_limit.val().get_bits::<30>(2);
        let rounded = bit_cast::<31, 30>(base) + bit_cast::<31, 30>(self.within.val());
        let first = rounded & !bit_cast::<31, 30>(self.within.val());
        self.has_none.d.next = !self.base_written.q.val()
            | !self.limit_written.q.val()
            | (bit_cast::<31, 30>(limit) < (first | bit_cast::<31, 30>(self.within.val())));

        // How many words there may be after that at teRamWP, if this is not negative.
        let to_limit = bit_cast::<31, 30>(limit) - bit_cast::<31, 30>(self.write_at.q.val() | self.within.val());
        let outside = (self.write_at.q.val() < base) | to_limit.get_bit(30);
        let words_to_limit = to_limit.get_bits::<30>(0) >> self.shift.val();
        let words_to_page = !self.write_at.q.val().get_bits::<10>(0) >> self.shift.val();
        let chosen_ends = !self.limit_far.q.val() & (self.limit_room.q.val() <= self.room.q.val());
        let chosen = if chosen_ends { self.limit_room.q.val() } else { self.room.q.val() };

        self.begins.next = false;
        match self.step.q.val() {
            BurstState::Idle => {
                if (self.full.val() | (self.drained.val() & !self.empty.val())) & !self.has_none.q.val() {
                    self.step.d.next = BurstState::Check;
                }
            }
            BurstState::Check => {
                self.step.d.next = BurstState::Measure;
                if self.has_none.q.val() {
                    self.step.d.next = BurstState::Idle;
                } else if outside {
                    self.write_at.d.next = first.get_bits::<30>(0);
                }
            }
            BurstState::Measure => {
                self.step.d.next = BurstState::Choose;
                self.room.d.next = self.waiting.val();
                if words_to_page < bit_cast::<10, 6>(self.waiting.val()) {
                    self.room.d.next = words_to_page.get_bits::<6>(0) & self.most.val();
                }
                self.limit_room.d.next = words_to_limit.get_bits::<6>(0) & self.most.val();
                self.limit_far.d.next = (words_to_limit & !bit_cast::<30, 6>(self.most.val())).any();
            }
            BurstState::Choose => {
                self.step.d.next = BurstState::Burst;
                self.begins.next = !self.bus_write.val() & !self.clear.val();
                self.ends_buffer.d.next = chosen_ends;
            }
            BurstState::Burst => {
                if self.answer.val().finished {
                    self.step.d.next = BurstState::Idle;
                }
            }
        }
        if self.bus_write.val() & (self.step.q.val() != BurstState::Burst) {
            self.step.d.next = BurstState::Idle;
        }

        if self.begins.val() {
            self.burst_more.d.next = chosen;
        }
        // teRamWP moves on by what is answered for, from the last word of the buffer to its first; that sets teWrap.
        let advance = (bit_cast::<30, 6>(self.burst_more.q.val()) + bits::<30>(1)) << self.shift.val();
        if self.answer.val().answered & !self.forgotten.q.val() {
            self.write_at.d.next = self.write_at.q.val() + advance;
            if self.answer.val().finished & self.ends_buffer.q.val() {
                self.write_at.d.next = first.get_bits::<30>(0);
                self.wrapped.d.next = true;
            }
        }
        if self.bus_write.val() & (self.bus_addr.val() == TE_RAM_WP.to_bits::<12>()) {
            self.write_at.d.next = self.bus_merged.val().get_bits::<30>(TE_RAM_WP_TE_RAM_WP) & self.mask.val();
            self.wrapped.d.next = self.bus_merged.val().get_bit(TE_RAM_WP_TE_WRAP);
        }

        if self.bus_write.val() & (self.bus_addr.val() == TE_RAM_BASE.to_bits::<12>()) {
            self.base_written.d.next = true;
        }
        if self.bus_write.val() & (self.bus_addr.val() == TE_RAM_LIMIT.to_bits::<12>()) {
            self.limit_written.d.next = true;
        }

        // With stop on wrap the sink stops where the buffer ends, until it is enabled again.
        self.was_enabled.d.next = self.enable.val();
        if self.enable.val() & !self.was_enabled.q.val() {
            self.stopped.d.next = false;
        }
        let stopping = self.begins.val() & chosen_ends & self.stop_on_wrap.val();
        self.stops.d.next = stopping;
        if stopping {
            self.stopped.d.next = true;
        }

        if self.answer.val().finished {
            self.forgotten.d.next = false;
        }
        if self.clear.val() {
            self.write_at.d.next = bits::<30>(0);
            self.wrapped.d.next = false;
            self.stopped.d.next = false;
            self.base_written.d.next = false;
            self.limit_written.d.next = false;
            self.has_none.d.next = true;
            if self.step.q.val() == BurstState::Burst {
                self.forgotten.d.next = !self.answer.val().finished;
            } else {
                self.step.d.next = BurstState::Idle;
            }
        }

        connect!(self: te_ram_wp = write_at.q, te_wrap = wrapped.q, stop = stops.q, no_buffer = has_none.q);
        self.error_set.next =
            self.answer.val().answered & self.answer.val().response.get_bit(1) & !self.forgotten.q.val();
        self.error_response.next = self.answer.val().response;
        self.drop.next = self.clear.val() | self.stopped.q.val();
        self.idle.next = self.step.q.val() == BurstState::Idle;
        self.start.next = self.begins.val();
        self.address.next = bit_cast::<32, 30>(self.write_at.q.val()) << bits::<2>(2);
        self.more.next = chosen;
    }
}
