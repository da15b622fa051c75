// SPDX-License-Identifier: Apache-2.0
//! What a funnel does in each cycle, from docs/sinks.md alone.

/// Bytes of one message that move together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chunk {
    pub data: u64,
    pub bytes: u8,
    pub last: bool,
}

/// What the registers of a funnel say in a cycle.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    pub active: bool,
    pub enable: bool,
    pub disable: u16,
}

impl Settings {
    /// Everything is passed.
    pub const ON: Settings = Settings { active: true, enable: true, disable: 0 };
}

/// Where an input is.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Between,
    Passed,
    ThrownAway,
}

/// What a funnel shows in a cycle.
#[derive(Debug, PartialEq)]
pub struct Shown {
    /// The inputs whose chunk is taken, if they have one.
    pub ready: Vec<bool>,
    pub out: Option<Chunk>,
    pub empty: bool,
}

/// A funnel.
pub struct Reference {
    places: Vec<Place>,
    held: Option<Chunk>,
    /// The input that has the turn.
    turn: Option<usize>,
    /// The message that was passed when the funnel became inactive lacks its end.
    cut: bool,
}

/// What ends a message that was cut.
const END: Chunk = Chunk { data: 0x03, bytes: 1, last: true };

impl Reference {
    pub fn new(inputs: usize) -> Reference {
        Reference { places: vec![Place::Between; inputs], held: None, turn: None, cut: false }
    }

    /// One cycle.
    pub fn cycle(&mut self, settings: Settings, chunks: &[Option<Chunk>], out_ready: bool) -> Shown {
        let count = self.places.len();
        let passed = self.places.iter().position(|&place| place == Place::Passed);
        let thrown = |input: usize| {
            let begins = self.places[input] == Place::Between;
            let refused = !settings.enable || settings.disable >> input & 1 == 1;
            !settings.active || self.places[input] == Place::ThrownAway || begins && refused
        };
        let mut ready: Vec<bool> = (0..count).map(thrown).collect();
        // A chunk that is not thrown away.
        let has_chunk: Vec<bool> = (0..count).map(|input| chunks[input].is_some() && !ready[input]).collect();
        let offers = self.turn.filter(|&input| has_chunk[input]);
        let first = self.turn.map_or(0, |turn| turn + 1);
        let next = (0..count).map(|n| (first + n) % count).find(|&n| has_chunk[n] && Some(n) != self.turn);
        let is_empty = self.held.is_none() && passed.is_none() && !self.cut;
        let shown = |ready| Shown { ready, out: self.held, empty: is_empty };
        let has_room = self.held.is_none() || out_ready;
        let passes = offers.filter(|_| has_room && !self.cut);
        let is_idle = offers.is_none() && passed.is_none();
        for (input, thrown) in ready.iter().enumerate() {
            match (chunks[input], *thrown) {
                (Some(chunk), true) => {
                    self.places[input] = if chunk.last { Place::Between } else { Place::ThrownAway };
                }
                // What was passed is cut off: its rest is nobody's.
                (None, true) if self.places[input] == Place::Passed => self.places[input] = Place::ThrownAway,
                _ => {}
            }
        }
        if let Some(turn) = self.turn.filter(|_| has_room && !self.cut) {
            ready[turn] = true;
        }
        let shown = shown(ready);
        if has_room {
            self.held = std::mem::take(&mut self.cut).then_some(END);
        }
        let passed_chunk = passes.and_then(|input| Some((input, chunks[input]?)));
        if let Some((input, chunk)) = passed_chunk {
            self.held = Some(chunk);
            self.places[input] = if chunk.last { Place::Between } else { Place::Passed };
        }
        if is_idle || passed_chunk.is_some_and(|(_, chunk)| chunk.last) {
            self.turn = next.or(self.turn);
        }
        if !settings.active {
            self.cut |= passed.is_some();
            self.turn = None;
        }
        shown
    }
}
