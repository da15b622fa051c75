// SPDX-License-Identifier: Apache-2.0
//! Every key of a configuration, described once.

use crate::Config;
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

    /// Its value in `config`.
    pub fn value(&self, config: &Config) -> Value {
        let whole = Value::try_from(config).expect("a configuration is a table of plain values");
        self.path.split('.').fold(whole, |value, segment| value[segment].clone())
    }
}

/// Every key, in the order of the documentation.
pub const KEYS: &[Key] = &[
    Key {
        path: "build.xlen",
        kind: Kind::Integers(&[32, 64]),
        doc: "Register width of the hart in bits, and so the width of `iaddr`.",
    },
    Key {
        path: "build.reset",
        kind: Kind::Words(&["async", "sync"]),
        doc: "Style of every reset: asynchronous or synchronous. Both are active low.",
    },
    Key {
        path: "build.ingress.form",
        kind: Kind::Words(&["block", "single"]),
        doc: "What a block of the ingress port holds: one or more instructions at consecutive addresses, counted in \
              half-words (`block`), or at most one instruction (`single`).",
    },
    Key {
        path: "build.ingress.itype_width",
        kind: Kind::Integers(&[3, 4]),
        doc: "Width of `itype` in bits. With 3, calls, returns and other uninferable jumps are one code (N-Trace Table 2).",
    },
    Key {
        path: "build.ingress.iretire_width",
        kind: Kind::Range(2, 6),
        doc: "Width of `iretire` in bits in block form. The single form has one bit whatever this says.",
    },
    Key {
        path: "build.encoder.icnt_width",
        kind: Kind::Range(9, 22),
        doc: "Width of I-CNT in bits, overflow marker included (N-Trace 8.4). A wider one sends fewer ResourceFull messages \
              in code without jumps and costs area in the queue.",
    },
    Key {
        path: "build.encoder.hist_width",
        kind: Kind::Range(8, 32),
        doc: "Width of HIST in bits, stop bit included (N-Trace 8.3). A wider one sends fewer ResourceFull messages in loops \
              and costs area in the queue.",
    },
    Key {
        path: "build.encoder.queue_depth",
        kind: Kind::PowerOfTwo(4, 64),
        doc: "Messages that the queue holds. A deeper one rides out longer bursts before it stalls the hart or loses messages.",
    },
    Key {
        path: "build.encoder.trap_btype",
        kind: Kind::Words(&["distinct", "single"]),
        doc: "B-TYPE of traps (N-Trace Table 9): 2 for exceptions and 3 for interrupts (`distinct`), or 1 for both (`single`).",
    },
    Key {
        path: "build.encoder.icnt_full",
        kind: Kind::Words(&["resource", "sync"]),
        doc: "What reports a full I-CNT (N-Trace 8.4.4): ResourceFull with RCODE 0 (`resource`), or a synchronising message \
              with SYNC 4 (`sync`).",
    },
    Key {
        path: "build.encoder.stall",
        kind: Kind::Bool,
        doc: "Whether the encoder can stall the hart: teInstStallEn and the output `stall` work.",
    },
    Key {
        path: "build.sink.kind",
        kind: Kind::Words(&["sram", "stream"]),
        doc: "Where trace goes: on-chip SRAM, read through teRamData (teSink 4), or a ready/valid port of bytes for a sink of \
              your own (teSink 12, vendor-specific).",
    },
    Key {
        path: "build.sink.sram_bytes",
        kind: Kind::PowerOfTwo(256, 1_048_576),
        doc: "Size of the SRAM in bytes. Without effect with the stream.",
    },
    Key { path: "build.bus.kind", kind: Kind::Words(&["apb4"]), doc: "The control bus: AMBA APB4." },
    Key {
        path: "run.stall",
        kind: Kind::Bool,
        doc: "teInstStallEn: stall the hart when the queue is nearly full, instead of losing messages.",
    },
    Key {
        path: "run.sync_mode",
        kind: Kind::Words(&["off", "messages", "cycles", "half-words"]),
        doc: "teSyncMode: what counts towards periodic synchronisation. A buffer that wraps can be decoded from its first \
              synchronising message on, so set it where the buffer is all that is kept; a trace that is kept whole is \
              smallest without.",
    },
    Key {
        path: "run.sync_max",
        kind: Kind::Range(0, 15),
        doc: "teSyncMax: the period of synchronisation is 2^(sync_max + 4) of what sync_mode counts.",
    },
    Key {
        path: "run.stop_on_wrap",
        kind: Kind::Bool,
        doc: "teStopOnWrap: stop tracing when the SRAM has filled, instead of overwriting the oldest trace.",
    },
];

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
            let value = key.value(&Config::default());
            assert!(key.kind.allows(&value), "{} = {value}", key.path);
        }
    }

    #[test]
    fn short_names_are_found_where_only_one_key_has_them() {
        assert_eq!(Key::find("hist_width").unwrap().path, "build.encoder.hist_width");
        assert_eq!(Key::find("sink.kind").unwrap().path, "build.sink.kind");
        assert!(Key::find("kind").is_none());
        assert!(Key::find("width").is_none(), "only whole segments count");
    }
}
