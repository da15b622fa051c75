// SPDX-License-Identifier: Apache-2.0
//! What a key of a configuration is.

use crate::pmu::BUS_FORM;
use crate::{Config, PmuBus, EXTERNAL_TRIGGERS, KEYS};
use std::sync::LazyLock;
use toml::Value;

/// A key of the configuration.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its dotted path, such as `build.encoder.hist_width`.
    pub path: &'static str,
    /// Which values it takes.
    pub kind: Kind,
    /// What it means.
    pub doc: &'static str,
}

/// Which values a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// An integer from the first up to and including the second.
    Range(i64, i64),
    /// A power of two in this range.
    PowerOfTwo(i64, i64),
    /// One of these integers.
    Integers(&'static [i64]),
    /// One of these words.
    Words(&'static [&'static str]),
    /// One of these words, or several with commas between: one for each external trigger.
    WordList(&'static [&'static str]),
    /// One or more of these words, with commas between, each once.
    WordSet(&'static [&'static str]),
    /// The events of a bus ([`PmuBus`]).
    EventBus,
}

impl Kind {
    /// Whether `value` is allowed.
    pub fn allows(&self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Bool, Value::Boolean(_)) => true,
            (Kind::Range(min, max), Value::Integer(n)) => (min..=max).contains(&n),
            (Kind::PowerOfTwo(min, max), Value::Integer(n)) => (min..=max).contains(&n) && n.count_ones() == 1,
            (Kind::Integers(allowed), Value::Integer(n)) => allowed.contains(n),
            (Kind::Words(allowed), Value::String(word)) => allowed.contains(&word.as_str()),
            (Kind::WordList(allowed), Value::String(list)) => {
                let words: Vec<_> = list.split(',').map(str::trim).collect();
                let (last, others) = words.split_last().unwrap_or((&"", &[]));
                let may_be_empty = last.is_empty() && !others.is_empty();
                words.len() <= EXTERNAL_TRIGGERS
                    && others.iter().all(|word| allowed.contains(word))
                    && (may_be_empty || allowed.contains(last))
            }
            (Kind::WordSet(allowed), Value::String(list)) => {
                let words: Vec<_> = list.split(',').map(str::trim).collect();
                let is_once = |word: &&str| words.iter().filter(|other| *other == word).count() == 1;
                words.iter().all(|word| allowed.contains(word) && is_once(word))
            }
            (Kind::EventBus, Value::String(text)) => PmuBus::parse(text).is_some(),
            _ => false,
        }
    }

    /// What is allowed, in words.
    pub fn describe(&self) -> String {
        let list = |items: Vec<String>| items.join(" or ");
        match self {
            Kind::Bool => "true or false".into(),
            Kind::Range(min, max) => format!("an integer from {min} to {max}"),
            Kind::PowerOfTwo(min, max) => format!("a power of two from {min} to {max}"),
            Kind::Integers(allowed) => list(allowed.iter().map(i64::to_string).collect()),
            Kind::Words(allowed) => list(allowed.iter().map(|word| format!("\"{word}\"")).collect()),
            Kind::WordList(allowed) => {
                let words = list(allowed.iter().map(|word| format!("\"{word}\"")).collect());
                format!("{words}, or a list of these with commas between, one for each")
            }
            Kind::WordSet(allowed) => {
                let words = list(allowed.iter().map(|word| format!("\"{word}\"")).collect());
                format!("{words}, or several of these with commas between")
            }
            Kind::EventBus => BUS_FORM.into(),
        }
    }
}

impl Key {
    /// The key with this path, or whose path ends in these segments if there is only one.
    pub fn find(name: &str) -> Option<&'static Key> {
        KEYS.iter().find(|key| key.path == name).or_else(|| match Key::ending_in(name)[..] {
            [only] => Some(only),
            _ => None,
        })
    }

    /// The keys whose path ends in these segments.
    pub fn ending_in(name: &str) -> Vec<&'static Key> {
        let matches = |key: &&Key| key.path.strip_suffix(name).is_some_and(|rest| rest.ends_with('.'));
        KEYS.iter().filter(matches).collect()
    }

    /// The table it is in, such as `build.encoder`.
    pub fn table(&self) -> &'static str {
        self.path.rsplit_once('.').map_or("", |(table, _)| table)
    }

    /// Its last segment, such as `hist_width`.
    pub fn name(&self) -> &'static str {
        self.path.rsplit('.').next().unwrap_or(self.path)
    }
}

/// The value of every key in a configuration.
pub struct Values(Value);

impl Values {
    /// The values in `config`.
    pub fn of(config: &Config) -> Values {
        Values(Value::try_from(config).expect("a configuration is a table of plain values"))
    }

    /// The defaults.
    pub fn defaults() -> &'static Values {
        static DEFAULTS: LazyLock<Values> = LazyLock::new(|| Values::of(&Config::default()));
        &DEFAULTS
    }

    /// The value of this key.
    pub fn of_key(&self, key: &Key) -> &Value {
        key.path.split('.').fold(&self.0, |value, segment| &value[segment])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(prefix: &str, value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Table(table) => {
                for (name, value) in table {
                    let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
                    leaves(&path, value, found);
                }
            }
            _ => found.push(prefix.to_string()),
        }
    }

    #[test]
    fn every_field_of_the_configuration_is_a_key_and_no_other() {
        let mut fields = Vec::new();
        leaves("", &Value::try_from(Config::default()).unwrap(), &mut fields);
        let mut keys: Vec<_> = KEYS.iter().map(|key| key.path.to_string()).collect();
        fields.sort();
        keys.sort();
        assert_eq!(fields, keys);
    }

    #[test]
    fn defaults_are_allowed() {
        for key in KEYS {
            let value = Values::defaults().of_key(key);
            assert!(key.kind.allows(value), "{} = {value}", key.path);
        }
    }

    #[test]
    fn short_names_are_found_where_only_one_key_has_them() {
        assert_eq!(Key::find("hist_width").unwrap().path, "build.encoder.hist_width");
        assert_eq!(Key::find("sink.kind").unwrap().path, "build.sink.kind");
        assert!(Key::find("kind").is_none());
        assert!(Key::find("t_width").is_none(), "only whole segments count");
    }
}
