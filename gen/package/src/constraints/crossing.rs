// SPDX-License-Identifier: Apache-2.0
//! What crosses from one clock to another.

use crate::constraints::netlist::Netlist;
use crate::constraints::trace::{Origin, Place};
use crate::constraints::Error;

/// Modules that read words of another clock: the module, its port, and the register that takes the word.
const READERS: [(&str, &str, &str); 8] = [
    ("async_reader", "word", "held_q"),
    ("handoff_sink", "word", "taken_q"),
    ("requester", "answered_rdata", "held_rdata_q"),
    ("responder", "asked_write", "taken_write_q"),
    ("responder", "asked_addr", "taken_addr_q"),
    ("responder", "asked_wdata", "taken_wdata_q"),
    ("responder", "asked_strobe", "taken_strobe_q"),
    ("time_receiver", "held", "taken_q"),
];

/// Something that crosses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Crossing {
    /// What.
    pub kind: Kind,
    /// The instance that it crosses into: names from the top down, with slashes between them.
    pub path: String,
    /// The register that takes it, in that instance.
    pub register: &'static str,
    /// The clock that it crosses into: a port of the top.
    pub clock: String,
    /// Where it comes from.
    pub source: Source,
}

/// What crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A bit, through a synchroniser.
    Bit,
    /// A bit of a count in Gray code, through a synchroniser.
    Gray,
    /// A word that stands still while it is read.
    Word,
}

/// Where something that crosses comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A port of the top, with `[*]` after it if it has several bits.
    Port(String),
    /// A register or memory: its instance, its name there, and its clock, a port of the top.
    Register {
        /// Names from the top down, with slashes between them.
        path: String,
        /// Its name in that instance.
        name: String,
        /// A port of the top.
        clock: String,
    },
}

impl Crossing {
    /// Path of the register that takes it.
    pub fn target(&self) -> String {
        join(&self.path, self.register)
    }

    /// Path of the register that it comes from, if it does.
    pub fn source_register(&self) -> Option<String> {
        match &self.source {
            Source::Port(_) => None,
            Source::Register { path, name, .. } => Some(join(path, name)),
        }
    }

    /// The instance that has the counts or the handshake of both sides, as far as they share one.
    pub fn parent(&self) -> &str {
        self.path.rsplit_once('/').map_or("", |(parent, _)| parent)
    }
}

/// A name in an instance.
pub(crate) fn join(path: &str, name: &str) -> String {
    match path {
        "" => name.into(),
        path => format!("{path}/{name}"),
    }
}

/// Whether a module is `wanted`, whatever its parameters and its prefix.
fn is(module: &str, wanted: &str) -> bool {
    let name = module.strip_prefix("tw_").unwrap_or(module);
    let parameters = name.strip_prefix(wanted);
    let parameter = |text: &str| text.is_empty() || text.starts_with(|c: char| c.is_ascii_alphanumeric());
    parameters.is_some_and(|text| text.is_empty() || text.strip_prefix('_').is_some_and(parameter))
}

/// Every crossing, in the order of the hierarchy.
pub(crate) fn find(netlist: &Netlist) -> Result<Vec<Crossing>, Error> {
    let mut found = vec![];
    Place::top(netlist).walk(&mut |place| {
        let module = place.module_name();
        if is(module, "synchronizer") {
            let gray = place.path().rsplit_once('/').is_some_and(|(_, name)| {
                ["taken_", "written_"].iter().any(|count| name.starts_with(count) && name.contains("_sync"))
            });
            let kind = if gray { Kind::Gray } else { Kind::Bit };
            found.push(crossing(place, kind, "d", "first_q"));
        }
        for (_, port, register) in READERS.iter().filter(|(reader, ..)| is(module, reader)) {
            found.push(crossing(place, Kind::Word, port, register));
        }
    });
    // A bit of the same clock, or of a constant, crosses nothing.
    let apart = |crossing: &Result<Crossing, Error>| match crossing {
        Ok(Crossing { clock, source: Source::Register { clock: from, .. }, .. }) => clock != from,
        _ => true,
    };
    found.into_iter().filter(apart).collect()
}

fn crossing(place: &Place, kind: Kind, port: &'static str, register: &'static str) -> Result<Crossing, Error> {
    let path = place.path();
    let clock = |place: &Place| place.clock().map(str::to_string).ok_or_else(|| Error::NoClock(place.path()));
    let source = match place.origin(port, 0) {
        Origin::Port(port) if place.vector(port) => Source::Port(format!("{port}[*]")),
        Origin::Port(port) => Source::Port(port.into()),
        Origin::Register(from, name) => Source::Register { path: from.path(), name: name.into(), clock: clock(&from)? },
        Origin::Logic => return Err(Error::NoRegister(join(&path, register))),
    };
    Ok(Crossing { kind, clock: clock(place)?, path, register, source })
}
