// SPDX-License-Identifier: Apache-2.0
//! What of a field is told in words, where a format has no way to say it.

use crate::registers::legal::legal_values;
use crate::registers::map::{Field, Software};
use tracewright_regmap::{Hardware, Legal};

impl Field {
    /// What the hardware does to it, in a few words; nothing where software alone decides.
    pub fn hardware_words(&self) -> Option<&'static str> {
        Some(match self.hardware {
            Hardware::Nothing => return None,
            Hardware::Drives => "drives",
            Hardware::Keeps => "changes",
            Hardware::Sets => "sets",
            Hardware::Clears => "clears",
            Hardware::SetsAndClears => "sets and clears",
            Hardware::Follows => "follows",
            Hardware::Mirrors(..) => "mirrors",
        })
    }

    /// Sentences on what software and hardware do to it.
    pub fn behaviour(&self) -> Vec<String> {
        let mut sentences = Vec::new();
        match self.software() {
            Software::ClearOnRead => sentences.push("Reading it sets it to 0.".into()),
            Software::WriteOne => sentences.push("It reads 0.".into()),
            Software::ReadOnly | Software::ReadWrite => {}
        }
        match self.hardware {
            Hardware::Nothing | Hardware::Drives | Hardware::Follows => {}
            Hardware::Keeps => sentences.push("The hardware changes it, too.".into()),
            Hardware::Sets => sentences.push("The hardware sets it.".into()),
            Hardware::Clears => sentences.push("The hardware clears it.".into()),
            Hardware::SetsAndClears => sentences.push("The hardware sets and clears it.".into()),
            Hardware::Mirrors(register, field) => sentences.push(format!("It shows {register}.{field}.")),
        }
        if let Some(other) = self.cleared_by {
            sentences.push(format!("It becomes 0 when a write takes {other} from 0 to 1."));
        }
        if let Some((other, values)) = self.only_with {
            let values: Vec<_> = legal_values(Legal::OneOf(values)).iter().map(u32::to_string).collect();
            sentences.push(format!("It is 0 unless {other} is one of {}.", values.join(", ")));
        }
        sentences
    }

    /// What it means and what software and hardware do to it, in one paragraph.
    pub fn full_doc(&self) -> String {
        std::iter::once(self.doc.to_string()).chain(self.behaviour()).collect::<Vec<_>>().join(" ")
    }
}
