// SPDX-License-Identifier: Apache-2.0
//! The keys as text for people: a commented configuration file, and the reference page.

use crate::parts::PARTS;
use crate::{Config, Key, Preset, Values, KEYS, PRESETS};
use std::fmt::Write;

const WIDTH: usize = 100;

/// `config` as a TOML file in which every key stands below its description. `title` is its first line.
pub fn commented(config: &Config, title: &str) -> String {
    let values = Values::of(config);
    let mut text = format!("# {title}\n");
    for (i, key) in KEYS.iter().enumerate() {
        if i == 0 || KEYS[i - 1].table() != key.table() {
            let _ = write!(text, "\n[{}]\n", key.table());
        }
        for line in wrapped(&format!("{} Allowed: {}.", key.doc, key.kind.describe())) {
            let _ = writeln!(text, "# {line}");
        }
        let _ = writeln!(text, "{} = {}", key.name(), values.of_key(key));
    }
    text
}

/// The reference page of every key and preset, in Markdown.
pub fn reference() -> String {
    let mut text = String::from(
        "# Configuration\n\n\
         A configuration is a TOML file (`tracewright init` writes one with every key), or a preset, with `--set key=value` \
         on top.\nA key in `--set` is its dotted path, or as much of its end as no other key has: `--set hist_width=16`.\n\
         `[build]` is what exists in hardware, `[run]` how its registers are programmed.\n\n\
         This page is made from the table in `gen/config/src/table/` by `make docs`.\n\n## Presets\n\n",
    );
    for preset in Preset::all() {
        let _ = writeln!(text, "- `{}`: {}", preset.name, preset.summary());
    }
    text.push_str("\n## Keys\n\n| key | default | ");
    let names = PRESETS.iter().map(|preset| format!("{} | ", preset.name)).collect::<String>();
    let _ = writeln!(text, "{names}allowed | meaning |\n|---|---|{}---|---|", "---|".repeat(PRESETS.len()));
    for key in KEYS {
        let _ = write!(text, "| `{}` | {} | ", key.path, Values::defaults().of_key(key));
        for preset in PRESETS {
            let _ = write!(text, "{} | ", in_preset(key, preset));
        }
        let _ = writeln!(text, "{} | {} |", key.kind.describe(), key.doc);
    }
    text.push_str("\n## Combinations that are refused\n\n");
    for rule in crate::rules::contradictions() {
        let _ = writeln!(text, "- {}: {}.", rule.problem, rule.remedy);
    }
    text.push_str(
        "\n## Keys of what is not built\n\n\
         Where the build lacks a part, a key of `[build]` that is about it has no effect, whatever its value: the hardware and its \
         name are the same, and no rule above looks at it. A key of `[run]` is refused where it asks for something: at any value but its \
         default and `false`. A `*` is for every other key of the table.\n\n\
         | where | keys |\n|---|---|\n",
    );
    for part in PARTS {
        let keys: Vec<_> = part.keys.iter().map(|key| format!("`{key}`")).collect();
        let _ = writeln!(text, "| {} | {} |", part.lacking, keys.join(", "));
    }
    text
}

/// The value that a preset gives a key, empty where it is the default.
fn in_preset(key: &Key, preset: &Preset) -> String {
    let values = Values::of(&crate::Loader::preset(*preset).finish().expect("the tests finish every preset"));
    let value = values.of_key(key);
    if value == Values::defaults().of_key(key) {
        return String::new();
    }
    value.to_string()
}

fn wrapped(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].len() + 1 + word.len() > WIDTH - 2 {
            lines.push(word.to_string());
        } else {
            let line = &mut lines[last];
            line.push_str(if line.is_empty() { "" } else { " " });
            line.push_str(word);
        }
    }
    lines
}
