// SPDX-License-Identifier: Apache-2.0
//! From text to a configuration: a file or preset, then assignments, each value with the place it came from.

use crate::error::{ConfigError, Place};
use crate::rules::contradictions;
use crate::{parse, parts, Config, Key, Preset, Values, KEYS};
use std::collections::BTreeMap;
use toml::{Table, Value};

/// A configuration that is being put together. Later values replace earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Loader {
    given: BTreeMap<&'static str, (Value, Place)>,
}

impl Loader {
    /// From a preset.
    pub fn preset(preset: Preset) -> Loader {
        let values = parse::values(preset.text, |_| Place::Preset(preset.name));
        Loader { given: values.expect("the tests read every preset") }
    }

    /// From the TOML `text` of the file `name`.
    pub fn text(text: &str, name: &str) -> Result<Loader, ConfigError> {
        let given = parse::values(text, |offset| {
            let (line, column) = parse::line_and_column(text, offset);
            Place::File { name: name.into(), line, column }
        })?;
        Ok(Loader { given })
    }

    /// Applies an assignment `key=value`. The key is a dotted path or as much of its end as no other key has; words
    /// need no quotes.
    pub fn set(&mut self, assignment: &str) -> Result<(), ConfigError> {
        let place = Place::Assignment(assignment.split_whitespace().collect::<Vec<_>>().join(" "));
        let Some((name, text)) = assignment.split_once('=') else {
            return Err(ConfigError::Assignment { place });
        };
        let name = name.trim();
        let key = Key::find(name).ok_or_else(|| parse::unknown_key(name, &place))?;
        let value = parse::check(key, parse::scalar(text.trim()), text, &place)?;
        self.given.insert(key.path, (value, place));
        Ok(())
    }

    /// The configuration, with defaults for what was not given.
    pub fn finish(self) -> Result<Config, ConfigError> {
        let config = self.merged();
        if let Some((key, part, value)) = parts::asked_in_vain(&config).next() {
            return Err(ConfigError::Contradiction {
                place: self.later(&[part.decided_by, key.path]),
                problem: format!("{} is {value}, but {}", key.path, part.lacking),
                remedy: format!("leave {} out, or {}", key.path, part.remedy),
            });
        }
        if let Some(rule) = contradictions().find(|rule| rule.is_in(&config)) {
            return Err(ConfigError::Contradiction {
                place: self.later(&rule.keys),
                problem: rule.problem.into(),
                remedy: rule.remedy.into(),
            });
        }
        Ok(config)
    }

    /// Where the value of that of the keys is which was given last: the last of them, if they are of one rank.
    fn later(&self, keys: &[&str]) -> Place {
        keys.iter().map(|key| self.place(key)).max_by_key(precedence).unwrap_or(Place::Default)
    }

    fn place(&self, key: &str) -> Place {
        self.given.get(key).map_or(Place::Default, |(_, place)| place.clone())
    }

    fn merged(&self) -> Config {
        let mut root = Table::new();
        for key in KEYS {
            let value = self.given.get(key.path).map_or_else(|| Values::defaults().of_key(key), |(value, _)| value);
            let table = key.table().split('.').fold(&mut root, |table, segment| {
                let inner = table.entry(segment).or_insert_with(|| Value::Table(Table::new()));
                inner.as_table_mut().expect("no key is a prefix of another")
            });
            table.insert(key.name().into(), value.clone());
        }
        root.try_into().expect("every value was checked against its key")
    }
}

/// Which of two contradicting values the user gave last.
fn precedence(place: &Place) -> u8 {
    match place {
        Place::Default => 0,
        Place::Preset(_) => 1,
        Place::File { .. } => 2,
        Place::Assignment(_) => 3,
    }
}
