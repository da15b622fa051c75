// SPDX-License-Identifier: Apache-2.0
//! A choice for each of several inputs or outputs.

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use toml::Value;

/// How many external trigger inputs or outputs there are at most (Trace Control ch. 8).
pub const EXTERNAL_TRIGGERS: usize = 8;

/// A choice for each external trigger input or output.
///
/// In a configuration it is a word for all of them, or a list with commas, from number 0 up; those that the list does
/// not reach have the default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Each<T>(pub [T; EXTERNAL_TRIGGERS]);

impl<T: Copy> Each<T> {
    /// The same for all.
    pub fn all(choice: T) -> Each<T> {
        Each([choice; EXTERNAL_TRIGGERS])
    }
}

impl<T: Copy + Default> Each<T> {
    /// These, and the default for those above them.
    pub fn first(&self, count: u32) -> Each<T> {
        let mut cut = Each::default();
        for (kept, choice) in cut.0.iter_mut().zip(self.0).take(count as usize) {
            *kept = choice;
        }
        cut
    }
}

impl<T: Copy> From<T> for Each<T> {
    fn from(choice: T) -> Self {
        Each::all(choice)
    }
}

impl<T: Copy + Default + PartialEq + Serialize> Serialize for Each<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let used = match self.0.iter().all(|choice| *choice == self.0[0]) {
            true => 1,
            false => self.0.iter().rposition(|choice| *choice != T::default()).map_or(1, |last| last + 1),
        };
        let words = self.0[..used].iter().map(|choice| match Value::try_from(choice) {
            Ok(Value::String(word)) => word,
            _ => String::new(),
        });
        // A list of one word would be read as a word for all.
        let alone = used == 1 && self.0[1] != self.0[0];
        let text = words.collect::<Vec<_>>().join(",") + if alone { "," } else { "" };
        serializer.serialize_str(&text)
    }
}

impl<'de, T: Copy + Default + DeserializeOwned> Deserialize<'de> for Each<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let choice = |word: &str| Value::String(word.trim().into()).try_into::<T>().map_err(D::Error::custom);
        let Some((first, rest)) = text.split_once(',') else { return choice(&text).map(Each::all) };
        let mut each = Each::default();
        let words = std::iter::once(first).chain(rest.split(',')).filter(|word| !word.trim().is_empty());
        for (index, word) in words.enumerate() {
            let place = each.0.get_mut(index);
            *place.ok_or_else(|| D::Error::custom("more than eight words"))? = choice(word)?;
        }
        Ok(each)
    }
}
