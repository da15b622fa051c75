// SPDX-License-Identifier: Apache-2.0
//! Several of a few choices.

use serde::de::{Deserialize, DeserializeOwned, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};
use std::marker::PhantomData;
use toml::Value;

/// A choice of which several can be made.
pub trait Choice: Copy + PartialEq + Serialize + DeserializeOwned + 'static {
    /// Every choice, in the order of the documentation.
    const ALL: &'static [Self];
}

/// Some of the choices. In a configuration it is a word, or several with commas between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Set<T> {
    /// Bit n stands for the n-th of all choices.
    members: u32,
    choices: PhantomData<T>,
}

impl<T: Choice> Set<T> {
    /// Whether `choice` is among them.
    pub fn has(self, choice: T) -> bool {
        self.members & bit(choice) != 0
    }

    /// Those that are among them, in the order of the documentation.
    pub fn iter(self) -> impl Iterator<Item = T> {
        T::ALL.iter().copied().filter(move |choice| self.has(*choice))
    }

    /// These and `choice`.
    pub fn with(self, choice: T) -> Set<T> {
        Set { members: self.members | bit(choice), ..self }
    }

    /// Whether `choice` is the only one.
    pub fn is_only(self, choice: T) -> bool {
        self.members == bit(choice)
    }

    /// How many there are.
    pub fn count(self) -> u32 {
        self.members.count_ones()
    }
}

fn bit<T: Choice>(choice: T) -> u32 {
    T::ALL.iter().zip(0..).filter(|(other, _)| **other == choice).fold(0, |bits, (_, n)| bits | 1 << n)
}

impl<T> Default for Set<T> {
    /// None of them.
    fn default() -> Self {
        Set { members: 0, choices: PhantomData }
    }
}

impl<T: Choice> From<T> for Set<T> {
    fn from(choice: T) -> Self {
        Set { members: bit(choice), choices: PhantomData }
    }
}

impl<T: Choice> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(choices: I) -> Self {
        Set { members: choices.into_iter().fold(0, |bits, choice| bits | bit(choice)), choices: PhantomData }
    }
}

impl<T: Choice> Serialize for Set<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let word = |choice| match Value::try_from(choice) {
            Ok(Value::String(word)) => word,
            _ => String::new(),
        };
        serializer.serialize_str(&self.iter().map(word).collect::<Vec<_>>().join(","))
    }
}

impl<'de, T: Choice> Deserialize<'de> for Set<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let words = text.split(',').map(|word| Value::String(word.trim().into()).try_into::<T>());
        words.collect::<Result<_, _>>().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use crate::{PibMode, SinkKind};

    #[test]
    fn a_set_knows_its_members_in_order() {
        let set: super::Set<SinkKind> = [SinkKind::Atb, SinkKind::Sram].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [SinkKind::Sram, SinkKind::Atb]);
        assert!(set.has(SinkKind::Atb) && !set.has(SinkKind::Pib) && set.count() == 2);
        assert!(!set.is_only(SinkKind::Atb) && super::Set::from(PibMode::Uart).is_only(PibMode::Uart));
        assert_eq!(set.with(SinkKind::Pib).count(), 3);
    }
}
