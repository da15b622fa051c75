// SPDX-License-Identifier: Apache-2.0
//! Sinks as registers show them (Trace Control ch. 6, 12, 13).
//!
//! sram.rs has the buffer in SRAM, teRamWP and its wrap. Trace in system memory has no model here: teRamWP and its stop
//! are seen at the hardware (signals.rs), and sim/cosim/src/outlet checks what is written. PIB and ATB have Active and
//! Empty; file/ has the rest, and keeps the old value where the new one is reserved, as of atbId (gen/regmap, `Legal`).

use super::buffer::SystemBuffer;
use super::file::{BusAccess, Place, RegisterFile, Written};
use super::signals::{Read, SinkInputs};
use crate::Sram;
use tracewright_config::{Build, Sink, SinkKind};
use tracewright_regmap::{Unit, TE_RAM_DATA, TE_RAM_LIMIT, TE_RAM_RP, TE_RAM_WP, TE_SINK_SBA};

/// All bytes of a write.
const ALL: u8 = 0xF;

/// teWrap, bit 0 of teRamWP: the write pointer has wrapped.
const TE_WRAP: u32 = 1;

/// The sinks of a component, as its registers see them.
#[derive(Clone, Debug)]
pub(super) struct Sinks {
    sram: Option<Sram>,
    /// A lock overwrites the SRAM.
    scrubs: bool,
    places: Places,
    buffer: SystemBuffer,
    /// teStopOnWrap.
    stop_on_wrap: bool,
    /// teSink, or tfSink, selects the system memory sink.
    is_memory: bool,
    /// sbaResponse.
    response: u32,
    /// The cycle before.
    before: Before,
}

/// The cycle before.
#[derive(Clone, Copy, Debug, Default)]
struct Before {
    locked: bool,
    enable: bool,
    /// The SRAM was being overwritten.
    scrubbed: bool,
}

/// Fields that the sinks change or show.
#[derive(Clone, Copy, Debug)]
struct Places {
    sink: Option<Place>,
    stop_on_wrap: Option<Place>,
    wrap: Option<Place>,
    write_pointer: Option<Place>,
    read_pointer: Option<Place>,
    error: Option<Place>,
    response: Option<Place>,
    no_buffer: Option<Place>,
    pib_empty: Option<Place>,
    atb_empty: Option<Place>,
}

/// What the sinks do to the registers in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effects {
    /// The buffer has filled with teStopOnWrap set: teEnable and teInstTracing, or tfEnable of a funnel, are cleared.
    pub(super) stops: bool,
    /// sbaError is set.
    pub(super) error: Option<Place>,
}

impl Sinks {
    /// Those of a component with these registers, after reset. `own` are the sinks that it feeds itself; `sink` and
    /// `stop_on_wrap` say where teSink and teStopOnWrap are.
    pub(super) fn new(
        build: &Build,
        own: &Sink,
        file: &RegisterFile,
        sink: Option<Place>,
        stop: Option<Place>,
    ) -> Self {
        let mut sinks = Sinks {
            sram: own.has(SinkKind::Sram).then(|| Sram::new(build, &Default::default())),
            scrubs: own.has(SinkKind::Sram) && build.scrubbed_words() > 0,
            places: Places {
                sink,
                stop_on_wrap: stop,
                wrap: file.place("teRamWP", "teWrap"),
                write_pointer: file.place("teRamWP", "teRamWP"),
                read_pointer: file.place("teRamRP", "teRamRP"),
                error: file.place("teSbaStatus", "sbaError"),
                response: file.place("teSbaStatus", "sbaResponse"),
                no_buffer: file.place("teSbaStatus", "sbaNoBuffer"),
                pib_empty: file.place("pibControl", "pibEmpty"),
                atb_empty: file.place("atbControl", "atbEmpty"),
            },
            buffer: SystemBuffer::new(&own.features(), file),
            stop_on_wrap: false,
            is_memory: false,
            response: 0,
            before: Before::default(),
        };
        sinks.program(file);
        sinks
    }

    /// The SRAM sink, if there is one.
    pub(super) fn sram(&self) -> Option<&Sram> {
        self.sram.as_ref()
    }

    /// Takes over what the registers hold now.
    pub(super) fn program(&mut self, file: &RegisterFile) {
        let get = |place: Option<Place>| place.map_or(0, |place| file.get(place));
        self.stop_on_wrap = get(self.places.stop_on_wrap) != 0;
        self.is_memory = get(self.places.sink) == TE_SINK_SBA as u32;
        if let Some(sram) = &mut self.sram {
            sram.set_limit(file.read(TE_RAM_LIMIT as u32));
        }
    }

    /// pibActive and atbActive, which the hardware sets and clears late: from this cycle on they read what it shows.
    pub(super) fn follow(&self, file: &mut RegisterFile, inputs: &SinkInputs) {
        for (unit, level) in [(Unit::Pib, inputs.pib_active), (Unit::Atb, inputs.atb_active)] {
            if let Some(level) = level {
                file.follow(unit, level);
            }
        }
    }

    /// Shows the registers what an access of this cycle reads. teRamWP is that of system memory if teSink selects it.
    pub(super) fn show(&self, file: &mut RegisterFile, inputs: &SinkInputs) {
        let Places { wrap, write_pointer, read_pointer, response, no_buffer, pib_empty, atb_empty, .. } = self.places;
        let has_none = self.buffer.range(file).is_none();
        let of_sram = self.sram.as_ref().filter(|_| !self.is_memory).map(Sram::wp);
        let pointer = of_sram.or(inputs.sba_pointer);
        let shown = [
            (wrap, pointer.map(|pointer| pointer & TE_WRAP)),
            (write_pointer, pointer.map(|pointer| pointer >> 2)),
            (read_pointer, self.sram.as_ref().map(|sram| sram.rp() >> 2)),
            (response, Some(self.response)),
            (no_buffer, Some(has_none.into())),
            (pib_empty, inputs.pib_empty.map(u32::from)),
            (atb_empty, inputs.atb_empty.map(u32::from)),
        ];
        for (place, value) in shown {
            if let (Some(place), Some(value)) = (place, value) {
                file.show(place, value);
            }
        }
    }

    /// What an access reads, after `show`: of teRamData a word of the SRAM, else what the registers show.
    pub(super) fn answer(&self, file: &RegisterFile, access: Option<BusAccess>, locked: bool) -> Read {
        match (access, &self.sram) {
            (None | Some(BusAccess::Write { .. }), _) => Read::Nothing,
            _ if locked => Read::Data(0),
            (Some(BusAccess::Read { offset }), Some(sram)) if offset == TE_RAM_DATA as u32 => {
                let is_blank = self.scrubs && (self.before.locked || self.before.scrubbed);
                let word = sram.prepared().filter(|_| !self.before.locked);
                if is_blank {
                    return Read::Data(0);
                }
                word.map_or(Read::Undefined, Read::Data)
            }
            (Some(BusAccess::Read { offset }), _) => Read::Data(file.read(offset)),
        }
    }

    /// The sinks take trace, and what becomes of it.
    pub(super) fn take(&mut self, file: &RegisterFile, bytes: &[u8], inputs: &SinkInputs) -> Effects {
        let mut effects = Effects { stops: inputs.sba_stops, error: None };
        if let Some(response) = inputs.sba_error {
            effects.error = self.places.error;
            if self.places.error.is_some_and(|place| file.get(place) == 0) {
                self.response = response;
            }
        }
        if let Some(sram) = &mut self.sram {
            sram.prepare();
            let was_stopped = sram.is_stopped();
            sram.set_stop_on_wrap(self.stop_on_wrap);
            sram.push(bytes);
            effects.stops |= sram.is_stopped() && !was_stopped;
        }
        effects
    }

    /// Whether cycles without an access change nothing in which the component and the lock are like this. Trace that
    /// arrives changes the memory alone.
    pub(super) fn rests(&self, locked: bool, at: Levels) -> bool {
        let is_as_before = self.before.locked == locked && self.before.enable == at.enable && !self.before.scrubbed;
        is_as_before && self.sram.as_ref().is_none_or(|sram| sram.is_prepared() && !sram.is_scrubbed())
    }

    /// Whether trace that arrives may change registers, or what arrives does not stay.
    pub(super) fn acts_on_trace(&self, at: Levels) -> bool {
        self.stop_on_wrap || !at.active
    }

    /// What the cycle's access does to the SRAM, and whether the component is active and enabled in it.
    pub(super) fn step(&mut self, access: Option<BusAccess>, written: Option<Written>, locked: bool, at: Levels) {
        let scrubbed = self.sram.as_ref().is_some_and(Sram::is_scrubbed);
        let before = std::mem::replace(&mut self.before, Before { locked, enable: at.enable, scrubbed });
        self.buffer.step(written, at.active);
        let Some(sram) = &mut self.sram else { return };
        let is_whole = matches!(access, Some(BusAccess::Write { strobe: ALL, .. }));
        match written.map(|Written { offset, word, .. }| (offset as usize, word)) {
            Some((TE_RAM_WP, word)) => sram.set_wp(word),
            Some((TE_RAM_RP, word)) => sram.set_rp(word),
            Some((TE_RAM_DATA, word)) if is_whole => sram.set_data(word),
            _ => {}
        }
        if !locked && access == Some(BusAccess::Read { offset: TE_RAM_DATA as u32 }) {
            sram.move_on();
        }
        if at.enable && !before.enable {
            sram.enable();
        }
        if !at.active {
            sram.reset();
        }
        sram.scrub_word();
        if self.scrubs && locked && !before.locked {
            sram.start_scrub();
        }
    }
}

/// The component in a cycle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Levels {
    pub(super) active: bool,
    pub(super) enable: bool,
}
