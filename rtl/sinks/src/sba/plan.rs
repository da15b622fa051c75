// SPDX-License-Identifier: Apache-2.0
//! Where in the buffer the next word goes, and which bursts take the words there.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::*;
use tracewright_regmap::*;

/// What a burst has come to.
#[derive(Copy, Clone, Debug, PartialEq, LogicState)]
enum Step {
    Idle,
    Check,
    Measure,
    Choose,
    Burst,
}

/// Keeps teRamWP and teWrap, and settles when a burst begins, where, and how long it is, in three cycles: *check*, after which
/// teRamWP is in the buffer; *measure*, how far the end of the buffer and the next multiple of 4 KiB are; and *choose*, in which
/// the burst starts. A write to a register has it begin anew, so that no burst goes by what was before. `no_buffer` is a cycle
/// behind the registers; nothing is settled in that cycle.
#[derive(Module)]
pub struct SbaPlan {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// Returns every register to its reset value, but for what ends a burst under way.
    pub clear: Signal<In, Bit>,
    /// teEnable, or tfEnable.
    pub enable: Signal<In, Bit>,
    /// teStopOnWrap.
    pub stop_on_wrap: Signal<In, Bit>,
    /// teRamBase.
    pub te_ram_base: Signal<In, Bits<32>>,
    /// teRamLimit.
    pub te_ram_limit: Signal<In, Bits<32>>,
    /// Byte offset of the register.
    pub bus_addr: Signal<In, Bits<12>>,
    /// The register is written in this cycle.
    pub bus_write: Signal<In, Bit>,
    /// The value written, complete.
    pub bus_merged: Signal<In, Bits<32>>,
    /// teRamWP, in units of 4 bytes.
    pub te_ram_wp: Signal<Out, Bits<30>>,
    /// teWrap.
    pub te_wrap: Signal<Out, Bit>,
    /// The burst that began in the cycle before ends the buffer, and tracing must stop.
    pub stop: Signal<Out, Bit>,
    /// An answer was an error.
    pub error_set: Signal<Out, Bit>,
    /// Which one.
    pub error_response: Signal<Out, Bits<2>>,
    /// As many words wait as a burst has at most.
    pub full: Signal<In, Bit>,
    /// No word waits.
    pub empty: Signal<In, Bit>,
    /// Words that wait behind the first one.
    pub waiting: Signal<In, Bits<6>>,
    /// No more words come.
    pub drained: Signal<In, Bit>,
    /// Words that do not belong to the burst are not wanted.
    pub drop: Signal<Out, Bit>,
    /// No burst is under way.
    pub idle: Signal<Out, Bit>,
    /// No word may be written: sbaNoBuffer.
    pub no_buffer: Signal<Out, Bit>,
    /// A burst begins.
    pub start: Signal<Out, Bit>,
    /// Its byte address.
    pub address: Signal<Out, Bits<32>>,
    /// Its words behind the first one.
    pub more: Signal<Out, Bits<6>>,
    /// Words are answered for: one, or all of a burst.
    pub answered: Signal<In, Bit>,
    /// They are the last ones of the burst.
    pub finished: Signal<In, Bit>,
    /// The answer.
    pub response: Signal<In, Bits<2>>,
    step: Reg<Step>,
    write_at: Reg<Bits<30>>,
    wrapped: Reg<Bit>,
    room: Reg<Bits<6>>,
    limit_room: Reg<Bits<6>>,
    limit_far: Reg<Bit>,
    burst_more: Vec<Reg<Bits<6>>>,
    ends_buffer: Reg<Bit>,
    stops: Reg<Bit>,
    stopped: Reg<Bit>,
    /// teActive was 0 during the burst: what comes of it no longer counts.
    forgotten: Reg<Bit>,
    was_enabled: Reg<Bit>,
    base_written: Reg<Bit>,
    limit_written: Reg<Bit>,
    has_none: Reg<Bit>,
    base: Signal<Local, Bits<30>>,
    limit: Signal<Local, Bits<30>>,
    rounded: Signal<Local, Bits<31>>,
    first: Signal<Local, Bits<31>>,
    outside: Signal<Local, Bit>,
    to_limit: Signal<Local, Bits<31>>,
    words_to_limit: Signal<Local, Bits<30>>,
    words_to_page: Signal<Local, Bits<10>>,
    chosen: Signal<Local, Bits<6>>,
    chosen_ends: Signal<Local, Bit>,
    begins: Signal<Local, Bit>,
    stopping: Signal<Local, Bit>,
    answered_more: Signal<Local, Bits<6>>,
    advance: Signal<Local, Bits<30>>,
    /// The address bits that exist in a word's address.
    mask: Constant<Bits<30>>,
    /// Those that do not.
    within: Constant<Bits<30>>,
    /// Units of 4 bytes in a word, as a power of two.
    shift: Constant<Bits<2>>,
    /// Words behind the first one of the longest burst.
    most: Constant<Bits<6>>,
    _bursts: usize,
}

impl SbaPlan {
    /// For bursts of up to `words` words, a power of two, of `lanes` times 32 bits. `bursts` says whether a burst has one answer,
    /// not one for each word.
    pub fn new(reset: Reset, words: usize, lanes: usize, bursts: bool) -> Self {
        SbaPlan {
            clock: Default::default(),
            rst_n: Default::default(),
            clear: Default::default(),
            enable: Default::default(),
            stop_on_wrap: Default::default(),
            te_ram_base: Default::default(),
            te_ram_limit: Default::default(),
            bus_addr: Default::default(),
            bus_write: Default::default(),
            bus_merged: Default::default(),
            te_ram_wp: Default::default(),
            te_wrap: Default::default(),
            stop: Default::default(),
            error_set: Default::default(),
            error_response: Default::default(),
            full: Default::default(),
            empty: Default::default(),
            waiting: Default::default(),
            drained: Default::default(),
            drop: Default::default(),
            idle: Default::default(),
            no_buffer: Default::default(),
            start: Default::default(),
            address: Default::default(),
            more: Default::default(),
            answered: Default::default(),
            finished: Default::default(),
            response: Default::default(),
            step: Reg::new(reset),
            write_at: Reg::new(reset),
            wrapped: Reg::new(reset),
            room: Reg::new(reset),
            limit_room: Reg::new(reset),
            limit_far: Reg::new(reset),
            burst_more: (0..usize::from(bursts)).map(|_| Reg::new(reset)).collect(),
            ends_buffer: Reg::new(reset),
            stops: Reg::new(reset),
            stopped: Reg::new(reset),
            forgotten: Reg::new(reset),
            was_enabled: Reg::new(reset),
            base_written: Reg::new(reset),
            limit_written: Reg::new(reset),
            has_none: Reg::with(reset, true),
            base: Default::default(),
            limit: Default::default(),
            rounded: Default::default(),
            first: Default::default(),
            outside: Default::default(),
            to_limit: Default::default(),
            words_to_limit: Default::default(),
            words_to_page: Default::default(),
            chosen: Default::default(),
            chosen_ends: Default::default(),
            begins: Default::default(),
            stopping: Default::default(),
            answered_more: Default::default(),
            advance: Default::default(),
            mask: Constant::new(!(lanes - 1).to_bits::<30>()),
            within: Constant::new((lanes - 1).to_bits::<30>()),
            shift: Constant::new((lanes.ilog2() as usize).to_bits()),
            most: Constant::new((words - 1).to_bits()),
            _bursts: usize::from(bursts),
        }
    }
}

impl Logic for SbaPlan {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, step, write_at, wrapped, room, limit_room, limit_far, ends_buffer);
        dff_setup!(self, clock, stops, stopped, forgotten, was_enabled, base_written, limit_written, has_none);

        // The buffer: whole words from the base to the limit, both of 32 bits. Its first word may be beyond the last address.
        self.base.next = self.te_ram_base.val().get_bits::<30>(2);
        self.limit.next = self.te_ram_limit.val().get_bits::<30>(2);
        self.rounded.next = bit_cast::<31, 30>(self.base.val()) + bit_cast::<31, 30>(self.within.val());
        self.first.next = self.rounded.val() & !bit_cast::<31, 30>(self.within.val());
        self.has_none.d.next = !self.base_written.q.val()
            | !self.limit_written.q.val()
            | (bit_cast::<31, 30>(self.limit.val()) < (self.first.val() | bit_cast::<31, 30>(self.within.val())));

        // How many words there may be behind that at teRamWP, if this is not negative.
        self.to_limit.next =
            bit_cast::<31, 30>(self.limit.val()) - bit_cast::<31, 30>(self.write_at.q.val() | self.within.val());
        self.outside.next = (self.write_at.q.val() < self.base.val()) | self.to_limit.val().get_bit(30);
        self.words_to_limit.next = self.to_limit.val().get_bits::<30>(0) >> self.shift.val();
        self.words_to_page.next = !self.write_at.q.val().get_bits::<10>(0) >> self.shift.val();
        self.chosen.next = self.room.q.val();
        self.chosen_ends.next = !self.limit_far.q.val() & (self.limit_room.q.val() <= self.room.q.val());
        if self.chosen_ends.val() {
            self.chosen.next = self.limit_room.q.val();
        }

        self.begins.next = false;
        match self.step.q.val() {
            Step::Idle => {
                if (self.full.val() | (self.drained.val() & !self.empty.val())) & !self.has_none.q.val() {
                    self.step.d.next = Step::Check;
                }
            }
            Step::Check => {
                self.step.d.next = Step::Measure;
                if self.has_none.q.val() {
                    self.step.d.next = Step::Idle;
                } else if self.outside.val() {
                    self.write_at.d.next = self.first.val().get_bits::<30>(0);
                }
            }
            Step::Measure => {
                self.step.d.next = Step::Choose;
                self.room.d.next = self.waiting.val();
                if self.words_to_page.val() < bit_cast::<10, 6>(self.waiting.val()) {
                    self.room.d.next = self.words_to_page.val().get_bits::<6>(0) & self.most.val();
                }
                self.limit_room.d.next = self.words_to_limit.val().get_bits::<6>(0) & self.most.val();
                self.limit_far.d.next = (self.words_to_limit.val() & !bit_cast::<30, 6>(self.most.val())).any();
            }
            Step::Choose => {
                self.step.d.next = Step::Burst;
                self.begins.next = !self.bus_write.val() & !self.clear.val();
                self.ends_buffer.d.next = self.chosen_ends.val();
            }
            Step::Burst => {
                if self.finished.val() {
                    self.step.d.next = Step::Idle;
                }
            }
        }
        if self.bus_write.val() & (self.step.q.val() != Step::Burst) {
            self.step.d.next = Step::Idle;
        }

        // What is answered for.
        self.answered_more.next = bits::<6>(0);
        for i in 0..self._bursts {
            self.burst_more[i].clock.next = self.clock.val();
            self.burst_more[i].rst_n.next = self.rst_n.val();
            self.burst_more[i].d.next = self.burst_more[i].q.val();
            if self.begins.val() {
                self.burst_more[i].d.next = self.chosen.val();
            }
            self.answered_more.next = self.burst_more[i].q.val();
        }
        self.advance.next = (bit_cast::<30, 6>(self.answered_more.val()) + bits::<30>(1)) << self.shift.val();
        if self.answered.val() & !self.forgotten.q.val() {
            self.write_at.d.next = self.write_at.q.val() + self.advance.val();
            if self.finished.val() & self.ends_buffer.q.val() {
                self.write_at.d.next = self.first.val().get_bits::<30>(0);
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

        // Stop on wrap.
        self.was_enabled.d.next = self.enable.val();
        if self.enable.val() & !self.was_enabled.q.val() {
            self.stopped.d.next = false;
        }
        self.stopping.next = self.begins.val() & self.chosen_ends.val() & self.stop_on_wrap.val();
        self.stops.d.next = self.stopping.val();
        if self.stopping.val() {
            self.stopped.d.next = true;
        }

        if self.finished.val() {
            self.forgotten.d.next = false;
        }
        if self.clear.val() {
            self.write_at.d.next = bits::<30>(0);
            self.wrapped.d.next = false;
            self.stopped.d.next = false;
            self.base_written.d.next = false;
            self.limit_written.d.next = false;
            self.has_none.d.next = true;
            if self.step.q.val() == Step::Burst {
                self.forgotten.d.next = !self.finished.val();
            } else {
                self.step.d.next = Step::Idle;
            }
        }

        self.te_ram_wp.next = self.write_at.q.val();
        self.te_wrap.next = self.wrapped.q.val();
        self.stop.next = self.stops.q.val();
        self.error_set.next = self.answered.val() & self.response.val().get_bit(1) & !self.forgotten.q.val();
        self.error_response.next = self.response.val();
        self.drop.next = self.clear.val() | self.stopped.q.val();
        self.idle.next = self.step.q.val() == Step::Idle;
        self.no_buffer.next = self.has_none.q.val();
        self.start.next = self.begins.val();
        self.address.next = bit_cast::<32, 30>(self.write_at.q.val()) << bits::<2>(2);
        self.more.next = self.chosen.val();
    }
}
