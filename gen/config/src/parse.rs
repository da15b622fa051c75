// SPDX-License-Identifier: Apache-2.0
//! TOML text to checked values with their places.

use crate::error::{ConfigError, Place};
use crate::{Key, Kind, KEYS};
use std::collections::BTreeMap;
use toml::de::{DeTable, DeValue};
use toml::{Spanned, Value};

/// The values of `text`, by key; `place` turns an offset in bytes into a place.
pub(crate) fn values(
    text: &str,
    place: impl Fn(usize) -> Place,
) -> Result<BTreeMap<&'static str, (Value, Place)>, ConfigError> {
    let root = DeTable::parse(text).map_err(|error| ConfigError::Syntax {
        place: place(error.span().map_or(0, |span| span.start)),
        problem: error.message().trim().replace('\n', "; "),
    })?;
    let mut found = BTreeMap::new();
    Collector { text, place: &place, found: &mut found }.collect("", root.get_ref())?;
    Ok(found)
}

struct Collector<'a> {
    text: &'a str,
    place: &'a dyn Fn(usize) -> Place,
    found: &'a mut BTreeMap<&'static str, (Value, Place)>,
}

impl Collector<'_> {
    fn collect(&mut self, prefix: &str, table: &DeTable<'_>) -> Result<(), ConfigError> {
        for (name, value) in table {
            let path =
                if prefix.is_empty() { name.get_ref().to_string() } else { format!("{prefix}.{}", name.get_ref()) };
            let place = (self.place)(name.span().start);
            let key = KEYS.iter().find(|key| key.path == path);
            let is_table = KEYS.iter().any(|key| key.path.starts_with(&format!("{path}.")));
            match (key, value.get_ref()) {
                (Some(_), DeValue::Table(_)) => {
                    return Err(ConfigError::Shape { place, name: path, met: "a table", needed: "a value" })
                }
                (Some(key), _) => self.take(key, value)?,
                (None, DeValue::Table(inner)) if is_table => self.collect(&path, inner)?,
                (None, _) if is_table => {
                    return Err(ConfigError::Shape { place, name: path, met: "a value", needed: "a table" })
                }
                (None, DeValue::Table(_)) => return Err(unknown_table(&path, place)),
                (None, _) => return Err(unknown_key(&path, &place)),
            }
        }
        Ok(())
    }

    fn take(&mut self, key: &'static Key, value: &Spanned<DeValue<'_>>) -> Result<(), ConfigError> {
        let place = (self.place)(value.span().start);
        let met = self.text.get(value.span()).unwrap_or_default();
        let value = check(key, plain(value.get_ref()), met, &place)?;
        self.found.insert(key.path, (value, place));
        Ok(())
    }
}

/// The value as the key takes it, or its refusal; `met` is its text. A word that is a number needs no quotes.
pub(crate) fn check(key: &'static Key, value: Value, met: &str, place: &Place) -> Result<Value, ConfigError> {
    let value = match (key.kind, value) {
        (Kind::Words(_), Value::Integer(number)) => Value::String(number.to_string()),
        (Kind::Words(_), Value::Float(_)) => Value::String(met.trim().into()),
        (_, value) => value,
    };
    if key.kind.allows(&value) {
        return Ok(value);
    }
    Err(ConfigError::Value {
        place: place.clone(),
        key: key.path,
        met: met.split_whitespace().collect::<Vec<_>>().join(" "),
        allowed: key.kind.describe(),
    })
}

/// The refusal of a name that is no key, or stands for several.
pub(crate) fn unknown_key(name: &str, place: &Place) -> ConfigError {
    let place = place.clone();
    let candidates: Vec<_> = Key::ending_in(name).iter().map(|key| key.path).collect();
    let last = name.rsplit('.').next().unwrap_or(name);
    if candidates.len() > 1 {
        return ConfigError::Ambiguous { place, name: name.into(), candidates };
    }
    let nearest = nearest(last, KEYS.iter().map(|key| (key.name(), key.path)));
    ConfigError::Unknown { place, what: "key", name: name.into(), nearest }
}

fn unknown_table(name: &str, place: Place) -> ConfigError {
    let tables = KEYS.iter().flat_map(|key| {
        let ends = key.path.match_indices('.').map(|(end, _)| &key.path[..end]);
        ends.map(|table| (table, table))
    });
    ConfigError::Unknown { place, what: "table", name: name.into(), nearest: nearest(name, tables) }
}

/// Longest name in bytes that may be a slip of a known one.
const LONGEST: usize = 100;

/// What stands next to the known name nearest to `name`, if that is near enough to be a slip.
fn nearest<'a>(name: &str, known: impl Iterator<Item = (&'a str, &'a str)>) -> Option<String> {
    if name.len() > LONGEST {
        return None;
    }
    let distance = |known: &str| match known.starts_with(name) {
        true => 1,
        false => strsim::damerau_levenshtein(name, known),
    };
    let (distance, shown) = known.map(|(known, shown)| (distance(known), shown)).min_by_key(|near| near.0)?;
    (distance <= name.len().div_ceil(3)).then(|| shown.to_string())
}

/// The value of an assignment: an integer, `true`, `false`, or a word with or without quotes.
pub(crate) fn scalar(text: &str) -> Value {
    let parsed = format!("value = {text}").parse::<toml::Table>();
    // More than one value is a text of several lines, which no key takes.
    match parsed.ok().filter(|table| table.len() == 1).and_then(|mut table| table.remove("value")) {
        Some(value) => value,
        None => Value::String(text.into()),
    }
}

/// A value without its spans. No key takes the kinds of values that become a float here.
fn plain(value: &DeValue<'_>) -> Value {
    match value {
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(on) => Value::Boolean(*on),
        DeValue::Integer(digits) => {
            i64::from_str_radix(digits.as_str(), digits.radix()).map_or(Value::Float(f64::NAN), Value::Integer)
        }
        DeValue::Float(_) | DeValue::Datetime(_) | DeValue::Array(_) | DeValue::Table(_) => Value::Float(f64::NAN),
    }
}

/// Line and column in characters, from 1, of the byte at `offset`.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}
