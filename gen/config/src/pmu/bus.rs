// SPDX-License-Identifier: Apache-2.0
//! The event bus: events that the designer wires, each described once.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use tracewright_regmap::csr::pmu::{FIRST_BUS_SELECTOR, MAX_BUS_EVENTS, PMU_EVENTS};

/// What is allowed, in words.
pub(crate) const BUS_FORM: &str = "events as name:code or name:code:bits, with commas between, at most 16: a name of \
                                   a-z, 0-9 and _, at most 64 of them, which is not that of an event of the ingress \
                                   port, nor r and a number in hexadecimal; the event_idx of SBI, 0x1 to 0xa or that \
                                   of a cache event, or raw; 1 to 4 bits";

/// Characters of the longest name.
const LONGEST_NAME: usize = 64;

/// The events of the bus, from number 0 up. In a configuration it is a word, each event as `name:code:bits`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PmuBus(pub Vec<PmuBusEvent>);

/// An event of the bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PmuBusEvent {
    /// Its name.
    pub name: String,
    /// `event_idx` of the SBI PMU extension; none if it is a raw event alone.
    pub code: Option<u32>,
    /// Bits of its count in a cycle: 1 for a pulse.
    pub bits: u32,
}

impl PmuBus {
    /// The events, each with what selects it.
    pub fn selected(&self) -> impl Iterator<Item = (u32, &PmuBusEvent)> {
        (FIRST_BUS_SELECTOR..).zip(&self.0)
    }

    /// The bus that this text says, if it is one.
    pub(crate) fn parse(text: &str) -> Option<PmuBus> {
        if text.trim().is_empty() {
            return Some(PmuBus::default());
        }
        let events: Vec<_> = text.split(',').map(|event| PmuBusEvent::parse(event.trim())).collect::<Option<_>>()?;
        let is_once = |event: &PmuBusEvent| events.iter().filter(|other| other.name == event.name).count() == 1;
        (events.len() <= MAX_BUS_EVENTS && events.iter().all(is_once)).then_some(PmuBus(events))
    }
}

impl PmuBusEvent {
    fn parse(text: &str) -> Option<PmuBusEvent> {
        let mut parts = text.split(':');
        let (name, code, bits) = (parts.next()?, parts.next()?, parts.next());
        let code = match code {
            "raw" => None,
            digits => Some(number(digits.strip_prefix("0x")?, 16).filter(|code| is_code(*code))?),
        };
        let bits = bits.map_or(Some(1), |bits| number(bits, 10)).filter(|bits| (1..=4).contains(bits))?;
        (is_name(name) && parts.next().is_none()).then(|| PmuBusEvent { name: name.into(), code, bits })
    }
}

/// Whether an event of the bus may have this name: what selects another event, by its name or its number, is none.
fn is_name(name: &str) -> bool {
    let is_raw = name.strip_prefix('r').is_some_and(|digits| number(digits, 16).is_some());
    let is_word = name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    is_word && name.len() <= LONGEST_NAME && !is_raw && PMU_EVENTS.iter().all(|event| event.name != name)
}

/// A number of digits alone, without a sign.
fn number(digits: &str, radix: u32) -> Option<u32> {
    let is_digits = digits.chars().all(|c| c.is_digit(radix));
    is_digits.then(|| u32::from_str_radix(digits, radix).ok()).flatten()
}

/// Whether it is the `event_idx` of a general event but NO_EVENT, or of a cache event.
fn is_code(code: u32) -> bool {
    match (code >> 16, code & 0xFFFF) {
        (0, general) => (1..=10).contains(&general),
        (1, cache) => cache >> 3 <= 6 && cache >> 1 & 3 <= 2,
        _ => false,
    }
}

impl fmt::Display for PmuBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, event) in self.0.iter().enumerate() {
            let comma = if place == 0 { "" } else { "," };
            let code = event.code.map_or("raw".into(), |code| format!("0x{code:x}"));
            write!(f, "{comma}{}:{code}:{}", event.name, event.bits)?;
        }
        Ok(())
    }
}

impl Serialize for PmuBus {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for PmuBus {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        PmuBus::parse(&text).ok_or_else(|| D::Error::custom(BUS_FORM))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bus_is_what_its_text_says() {
        let bus = PmuBus::parse("l1d_read_miss:0x10001, stall:0x8, uops:raw:3").unwrap();
        assert_eq!(bus.to_string(), "l1d_read_miss:0x10001:1,stall:0x8:1,uops:raw:3");
        assert_eq!(PmuBus::parse(&bus.to_string()), Some(bus.clone()));
        let selected: Vec<_> = bus.selected().map(|(selector, event)| (selector, event.code, event.bits)).collect();
        assert_eq!(selected, [(16, Some(0x10001), 1), (17, Some(8), 1), (18, None, 3)]);
        assert_eq!(PmuBus::parse(""), Some(PmuBus::default()));
    }

    #[test]
    fn what_is_no_bus_is_refused() {
        let many: Vec<_> = (0..17).map(|n| format!("e{n}:raw")).collect();
        for text in ["a", "A:raw", "9:raw", "a:0x0", "a:0xb", "a:8", "a:0x10006", "a:0x10038", "a:0x20000", "a:raw:0"]
            .into_iter()
            .chain(["a:raw:5", "a:raw:1:1", "a:raw,a:raw", "a:raw,", &many.join(",")])
        {
            assert_eq!(PmuBus::parse(text), None, "{text}");
        }
        assert!(PmuBus::parse(&many[..16].join(",")).is_some());
        // What Rust takes for a number besides digits.
        for text in ["a:0x+5", "a:0x", "a:raw:+1", "a:raw:"] {
            assert_eq!(PmuBus::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_name_means_one_event() {
        // As -e of `tracewright pmu` has them: events of the ingress port, built or not, and rN.
        for event in PMU_EVENTS {
            assert_eq!(PmuBus::parse(&format!("{}:raw", event.name)), None, "{}", event.name);
        }
        for name in ["r3", "r10", "race", "r0003"] {
            assert_eq!(PmuBus::parse(&format!("{name}:raw")), None, "{name}");
        }
        for name in ["r", "retired", "r3_stall", "cycles2", "taken_twice", "branch"] {
            assert!(PmuBus::parse(&format!("{name}:raw")).is_some(), "{name}");
        }
    }

    #[test]
    fn a_name_has_at_most_64_characters() {
        assert!(PmuBus::parse(&format!("{}:raw", "a".repeat(64))).is_some());
        for length in [65, 100_000] {
            assert_eq!(PmuBus::parse(&format!("{}:raw", "a".repeat(length))), None, "{length}");
        }
    }
}
