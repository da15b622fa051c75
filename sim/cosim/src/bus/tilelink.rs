// SPDX-License-Identifier: Apache-2.0
//! TileLink Uncached Lightweight.

mod obeys;

use super::sender::Sender;
use super::{Access, Answer, Gaps, Master, Transfer, Violation, ALL_BYTES};
use obeys::{Rules, Seen};
use rand::rngs::SmallRng;
use rand::Rng;
use std::collections::VecDeque;
use verilator_sys::{Error, Input, Library, Model, Output, Port};

/// Opcodes of channel A.
const PUT_FULL_DATA: u8 = 0;
const PUT_PARTIAL_DATA: u8 = 1;
const ARITHMETIC_DATA: u8 = 2;
const LOGICAL_DATA: u8 = 3;
const GET: u8 = 4;
const INTENT: u8 = 5;
/// Opcodes of channel D.
const ACCESS_ACK: u8 = 0;
const ACCESS_ACK_DATA: u8 = 1;
const HINT_ACK: u8 = 2;
/// Size of a whole word: 2^2 bytes.
const WORD_SIZE: u8 = 2;
/// Requests that the master begins before the first is answered.
const AT_ONCE: usize = 2;

pub(super) fn ports(address: u32, source_bits: u32) -> Vec<Port> {
    let inputs = [
        ("a_valid", 1),
        ("a_opcode", 3),
        ("a_param", 3),
        ("a_size", 2),
        ("a_source", source_bits),
        ("a_address", address),
        ("a_mask", 4),
        ("a_data", 32),
        ("a_corrupt", 1),
        ("d_ready", 1),
    ];
    let outputs = [
        ("a_ready", 1),
        ("d_valid", 1),
        ("d_opcode", 3),
        ("d_param", 2),
        ("d_size", 2),
        ("d_source", source_bits),
        ("d_sink", 1),
        ("d_denied", 1),
        ("d_data", 32),
        ("d_corrupt", 1),
    ];
    let inputs = inputs.into_iter().map(|(name, width)| Port::input(&format!("tl_{name}"), width));
    let outputs = outputs.into_iter().map(|(name, width)| Port::output(&format!("tl_{name}"), width));
    inputs.chain(outputs).collect()
}

/// What a request can say besides that it reads or writes a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Form {
    /// `tl_a_opcode`.
    pub opcode: u8,
    /// `tl_a_size`: 2^size bytes.
    pub size: u8,
    /// `tl_a_corrupt`.
    pub corrupt: bool,
}

/// A message on channel A.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Request {
    form: Form,
    source: u32,
    address: u32,
    mask: u8,
    data: u32,
    write: bool,
}

/// A message on channel D. `tl_d_sink` means nothing here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Response {
    opcode: u8,
    param: u8,
    size: u8,
    source: u32,
    denied: bool,
    data: u32,
    corrupt: bool,
}

impl Transfer {
    fn form(&self) -> Form {
        let opcode = match (self.write, self.strobe) {
            (false, _) => GET,
            (true, ALL_BYTES) => PUT_FULL_DATA,
            (true, _) => PUT_PARTIAL_DATA,
        };
        self.form.unwrap_or(Form { opcode, size: WORD_SIZE, corrupt: false })
    }

    /// As only TileLink can put it: part of a word, or nothing that registers know. Of what it writes, it writes the
    /// same or less.
    pub fn odd(self, rng: &mut SmallRng) -> Transfer {
        let plain = self.form();
        let form = match rng.random_range(0..6) {
            0 => Form { opcode: rng.random_range(0..8), ..plain },
            1 => Form { corrupt: true, ..plain },
            2 if !self.write => Form { size: 3, ..plain },
            _ => {
                Form { opcode: if self.write { PUT_PARTIAL_DATA } else { GET }, size: rng.random_range(0..3), ..plain }
            }
        };
        let write = matches!(form.opcode, PUT_FULL_DATA | PUT_PARTIAL_DATA);
        // A put of whole words that was none would write something else.
        let form = if write { Form { opcode: PUT_PARTIAL_DATA, ..form } } else { form };
        Transfer { form: Some(form), write, ..self }
    }

    /// The bytes that a request of this form may touch, and of them those that it does.
    fn mask(&self, form: Form) -> u8 {
        let lanes = match form.size {
            0 => 1 << (self.address % 4),
            1 => 3 << (self.address & 2),
            _ => ALL_BYTES,
        };
        if form.opcode == PUT_PARTIAL_DATA {
            lanes & self.strobe
        } else {
            lanes
        }
    }
}

impl Form {
    fn is_done(self, address: u32) -> bool {
        let is_known = matches!(self.opcode, GET | PUT_FULL_DATA | PUT_PARTIAL_DATA);
        is_known && self.size <= WORD_SIZE && address % (1 << self.size) == 0 && !self.corrupt
    }

    /// The opcode of the answer; the spec says for each request which one, also if it is denied.
    const fn answer(self) -> Option<u8> {
        match self.opcode {
            PUT_FULL_DATA | PUT_PARTIAL_DATA => Some(ACCESS_ACK),
            GET | ARITHMETIC_DATA | LOGICAL_DATA => Some(ACCESS_ACK_DATA),
            INTENT => Some(HINT_ACK),
            // TileLink Cached, or nothing.
            _ => None,
        }
    }
}

/// The master.
pub(super) struct TileLink {
    pins: Pins,
    gaps: Gaps,
    source_bits: u32,
    a: Sender<Request>,
    /// Sources under way.
    sources: VecDeque<u32>,
    takes_d: bool,
    rules: Rules,
}

struct Pins {
    opcode: Input,
    param: Input,
    size: Input,
    source: Input,
    address: Input,
    mask: Input,
    data: Input,
    corrupt: Input,
    d_ready: Input,
    d_valid: Output,
    d_opcode: Output,
    d_param: Output,
    d_size: Output,
    d_source: Output,
    d_denied: Output,
    d_data: Output,
    d_corrupt: Output,
}

impl TileLink {
    pub fn new(library: &Library, source_bits: u32, gaps: Gaps) -> Result<TileLink, Error> {
        let input = |name: &str| library.input(&format!("tl_{name}"));
        let output = |name: &str| library.output(&format!("tl_{name}"));
        let pins = Pins {
            opcode: input("a_opcode")?,
            param: input("a_param")?,
            size: input("a_size")?,
            source: input("a_source")?,
            address: input("a_address")?,
            mask: input("a_mask")?,
            data: input("a_data")?,
            corrupt: input("a_corrupt")?,
            d_ready: input("d_ready")?,
            d_valid: output("d_valid")?,
            d_opcode: output("d_opcode")?,
            d_param: output("d_param")?,
            d_size: output("d_size")?,
            d_source: output("d_source")?,
            d_denied: output("d_denied")?,
            d_data: output("d_data")?,
            d_corrupt: output("d_corrupt")?,
        };
        let a = Sender::new(input("a_valid")?, output("a_ready")?);
        Ok(TileLink { pins, gaps, source_bits, a, sources: VecDeque::new(), takes_d: false, rules: Rules::new() })
    }

    fn show(&self, model: &mut Model, request: &Request) {
        let pins = &self.pins;
        model.set(pins.opcode, request.form.opcode.into());
        model.set(pins.param, 0);
        model.set(pins.size, request.form.size.into());
        model.set(pins.source, request.source.into());
        model.set(pins.address, request.address.into());
        model.set(pins.mask, request.mask.into());
        model.set(pins.data, request.data.into());
        model.set(pins.corrupt, request.form.corrupt.into());
    }

    fn show_junk(&mut self, model: &mut Model) {
        let Some(junk) = self.gaps.junk() else { return };
        let pins = &self.pins;
        let list = [pins.opcode, pins.size, pins.source, pins.address, pins.mask, pins.corrupt, pins.data];
        list.into_iter().enumerate().for_each(|(place, pin)| model.set(pin, junk >> (5 * place)));
    }

    /// An identifier that no request under way has.
    fn free_source(&mut self) -> u32 {
        let drawn = self.gaps.source(self.source_bits);
        if self.sources.contains(&drawn) {
            drawn ^ 1
        } else {
            drawn
        }
    }
}

impl Master for TileLink {
    fn is_free(&self, _write: bool) -> bool {
        self.sources.len() < AT_ONCE
    }

    fn begin(&mut self, transfer: Transfer) {
        let (form, source) = (transfer.form(), self.free_source());
        let Transfer { address, data, write, .. } = transfer;
        self.sources.push_back(source);
        self.a.push(self.gaps.cycles(), Request { form, source, address, mask: transfer.mask(form), data, write });
    }

    fn access(&self, transfer: &Transfer) -> Option<Access> {
        let form = transfer.form();
        let strobe = transfer.mask(form);
        form.is_done(transfer.address).then(|| Transfer { strobe, ..*transfer }.access())
    }

    fn drive(&mut self, model: &mut Model) {
        match self.a.drive(model) {
            Some(request) => self.show(model, &request),
            None if self.a.is_quiet() => self.show_junk(model),
            None => {}
        }
        self.takes_d = self.gaps.takes();
        model.set(self.pins.d_ready, self.takes_d.into());
    }

    fn observe(&mut self, model: &Model, answers: &mut Vec<Answer>) -> Result<(), Violation> {
        let get = |output| model.get(output);
        let pins = &self.pins;
        let response = (get(pins.d_valid) != 0).then(|| Response {
            opcode: get(pins.d_opcode) as u8,
            param: get(pins.d_param) as u8,
            size: get(pins.d_size) as u8,
            source: get(pins.d_source) as u32,
            denied: get(pins.d_denied) != 0,
            data: get(pins.d_data) as u32,
            corrupt: get(pins.d_corrupt) != 0,
        });
        let seen = Seen { open: !self.sources.is_empty(), a: self.a.taken(model), d: response, d_taken: self.takes_d };
        if let Some((request, response)) = self.rules.check(&seen)? {
            self.sources.pop_front();
            answers.push(Answer { write: request.write, data: response.data, error: response.denied });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
