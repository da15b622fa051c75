// SPDX-License-Identifier: Apache-2.0
//! The signals that the header of a VCD file declares.

use super::{CaptureError, Unit};
use std::collections::HashMap;
use std::io::{self, Read};
use vcd::{Command, IdCode, Parser, ReferenceIndex, TimescaleUnit};

/// Signals that an error lists, if there are more.
const SOME: usize = 12;
/// Scopes of a signal that an error names, innermost ones, if there are more.
const SCOPES: usize = 16;

/// A signal of the file.
#[derive(Clone, Debug)]
pub(super) struct Signal {
    /// The scope that it is in, if it is in one.
    scope: Option<usize>,
    name: String,
    pub(super) code: IdCode,
    pub(super) width: u32,
    /// For an element of a vector, which one.
    pub(super) element: Option<u32>,
}

/// A scope of the file.
#[derive(Debug)]
struct Scope {
    parent: Option<usize>,
    name: String,
    /// How many scopes it is in.
    depth: usize,
}

/// The signals of a file, and their scopes: each by its parent's place, since they may be nested as deep as a file is
/// long.
#[derive(Debug, Default)]
pub(super) struct Signals {
    scopes: Vec<Scope>,
    signals: Vec<Signal>,
}

/// Reads a header: the time scale, and the signals.
pub(super) fn header<R: Read>(parser: &mut Parser<R>) -> Result<(Unit, Signals), CaptureError> {
    let mut declared = Signals::default();
    let mut known = HashMap::new();
    let mut time_scale = (1, TimescaleUnit::NS);
    let mut scope = None;
    let unexpected = || io::Error::new(io::ErrorKind::InvalidData, "unexpected command in the header");
    loop {
        match parser.next() {
            Some(Ok(Command::Enddefinitions)) if scope.is_none() => break,
            Some(Ok(Command::Comment(_) | Command::Date(_) | Command::Version(_))) => {}
            Some(Ok(Command::Timescale(number, unit))) => time_scale = (number, unit),
            Some(Ok(Command::ScopeDef(_, name))) => {
                let new = *known.entry((scope, name.clone())).or_insert(declared.scopes.len());
                if new == declared.scopes.len() {
                    let depth = scope.map_or(0, |parent: usize| declared.scopes[parent].depth + 1);
                    declared.scopes.push(Scope { parent: scope, name, depth });
                }
                scope = Some(new);
            }
            Some(Ok(Command::Upscope)) => scope = declared.scopes[scope.ok_or_else(unexpected)?].parent,
            Some(Ok(Command::VarDef(_, width, code, reference, index))) => {
                let (name, written) = split(&reference);
                let element = match index.or(written) {
                    Some(ReferenceIndex::BitSelect(element)) => Some(element),
                    Some(ReferenceIndex::Range(..)) | None => None,
                };
                declared.signals.push(Signal { scope, name: name.to_owned(), code, width, element });
            }
            Some(Ok(_)) => return Err(unexpected().into()),
            Some(Err(error)) => return Err(error.into()),
            None => {
                let message = "the file ends before $enddefinitions";
                return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message).into());
            }
        }
    }
    let (number, unit) = time_scale;
    let scale = u64::from(number).checked_mul(TimescaleUnit::FS.divisor() / unit.divisor());
    match scale {
        Some(scale) if scale != 0 => Ok((Unit::Femtoseconds(scale), declared)),
        _ => Err(CaptureError::TimeScale(format!("{number} {unit}"))),
    }
}

/// A name, and what some tools write right after it.
pub(super) fn split(name: &str) -> (&str, Option<ReferenceIndex>) {
    match name.split_once('[').and_then(|(name, index)| Some((name, index.strip_suffix(']')?.parse().ok()?))) {
        Some((name, index)) => (name, Some(index)),
        None => (name, None),
    }
}

impl Signals {
    /// How many scopes a signal is in.
    fn depth(&self, signal: &Signal) -> usize {
        signal.scope.map_or(0, |scope| self.scopes[scope].depth + 1)
    }

    /// Whether `name` is that of a signal, with as many of the scopes before it as it has.
    fn is_named(&self, signal: &Signal, name: &str) -> bool {
        let (mut rest, mut part, mut scope) = (name, &signal.name, signal.scope);
        loop {
            if let Some(before) = part.strip_suffix(rest) {
                return before.is_empty() || before.ends_with('.');
            }
            let above = rest.strip_suffix(part.as_str()).and_then(|rest| rest.strip_suffix('.'));
            let (Some(above), Some(parent)) = (above, scope) else { return false };
            rest = above;
            part = &self.scopes[parent].name;
            scope = self.scopes[parent].parent;
        }
    }

    /// The signals with a name, in the scope nearest to the top: one, or elements of a vector.
    pub(super) fn find(&self, name: &str) -> Result<Vec<&Signal>, CaptureError> {
        let (plain, index) = split(name);
        let matches = |signal: &&Signal| {
            self.is_named(signal, plain)
                && index.is_none_or(|index| signal.element.map(ReferenceIndex::BitSelect) == Some(index))
        };
        let mut found: Vec<_> = self.signals.iter().filter(matches).collect();
        let depth = found.iter().map(|signal| self.depth(signal)).min();
        found.retain(|signal| Some(self.depth(signal)) == depth);
        found.dedup_by_key(|signal| (signal.code, signal.element));
        let Some(first) = found.first() else { return Err(self.missing(name.into())) };
        let is_part =
            |signal: &&Signal| signal.element.is_some() && (signal.scope, &signal.name) == (first.scope, &first.name);
        if found.len() > 1 && !found.iter().all(is_part) {
            return Err(CaptureError::Ambiguous { name: name.into(), found: self.list(&found) });
        }
        Ok(found)
    }

    /// There is no signal `name`.
    pub(super) fn missing(&self, name: String) -> CaptureError {
        CaptureError::NoSignal { name, there: self.list(&self.signals.iter().collect::<Vec<_>>()) }
    }

    /// A signal's name, with its scopes.
    fn path(&self, signal: &Signal) -> String {
        let mut parts = vec![signal.name.as_str()];
        let mut scope = signal.scope;
        while let Some(inner) = scope {
            if parts.len() > SCOPES {
                parts.push("..");
                break;
            }
            parts.push(&self.scopes[inner].name);
            scope = self.scopes[inner].parent;
        }
        parts.reverse();
        parts.join(".")
    }

    /// A few signals, by name.
    fn list(&self, signals: &[&Signal]) -> String {
        let name = |signal: &&Signal| match (signal.element, signal.width) {
            (Some(element), _) => format!("{}[{element}]", self.path(signal)),
            (None, 0 | 1) => self.path(signal),
            (None, width) => format!("{}[{}:0]", self.path(signal), width - 1),
        };
        let mut names: Vec<_> = signals.iter().take(SOME).map(name).collect();
        names.dedup();
        if signals.len() > SOME {
            names.push(format!("{} more", signals.len() - SOME));
        }
        if names.is_empty() {
            names.push("none".into());
        }
        names.join(", ")
    }
}
