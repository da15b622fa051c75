// SPDX-License-Identifier: Apache-2.0
//! Reads a dump, binary or JSON.

use serde::Deserialize;
use tracewright_driver::ctr::dump::{is_binary, version_name, Header, Problem, FORMAT, VERSION};
use tracewright_driver::ctr::{Entry, Version};

/// A dump.
#[derive(Debug, PartialEq, Eq)]
pub struct Dump {
    /// What is said before the entries.
    pub header: Header,
    /// The entries, newest first.
    pub entries: Vec<Entry>,
}

/// A JSON dump.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Json {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "format_version")]
    _format_version: u16,
    version: String,
    xlen: u32,
    depth: u32,
    control: String,
    status: String,
    entries: Vec<JsonEntry>,
}

/// What tells a JSON dump from other JSON.
#[derive(Deserialize)]
struct Kind {
    format: String,
    format_version: u16,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonEntry {
    source: String,
    target: String,
    data: String,
}

/// Reads a dump; an error is a line that says why it is none.
pub fn read(bytes: &[u8]) -> Result<Dump, String> {
    if is_binary(bytes) {
        let (header, entries) = Header::read(bytes).map_err(|problem| problem.to_string())?;
        return fitting(Dump { header, entries: entries.collect() });
    }
    let foreign = || Problem::Foreign.to_string();
    let text = std::str::from_utf8(bytes).map_err(|_| foreign())?;
    if !text.trim_start().starts_with('{') {
        return Err(foreign());
    }
    let cut = |error: &serde_json::Error| format!("the dump is cut: its JSON ends at line {}", error.line());
    let kind: Kind = match serde_json::from_str(text) {
        Ok(kind) => kind,
        Err(error) if error.is_eof() && text.contains(FORMAT) => return Err(cut(&error)),
        Err(_) => return Err(foreign()),
    };
    match (kind.format.as_str(), kind.format_version) {
        (FORMAT, VERSION) => {}
        (FORMAT, other) => return Err(Problem::Format(other).to_string()),
        _ => return Err(foreign()),
    }
    let json: Json =
        serde_json::from_str(text).map_err(|error| format!("the dump is not as its format says: {error}"))?;
    let versions = [Version::V0_1_4, Version::V1_0];
    let version = versions.into_iter().find(|version| version_name(*version) == json.version);
    let version = version.ok_or_else(|| format!("a dump of CTR {:?}; 0.1.4 and 1.0 are known", json.version))?;
    let (control, status) = (number(&json.control)?, number(&json.status)?);
    let header = Header { version, xlen: json.xlen, depth: json.depth, control, status };
    header.check().map_err(|problem| problem.to_string())?;
    let entry = |entry: &JsonEntry| {
        let [source, target, data] = [&entry.source, &entry.target, &entry.data].map(|text| number(text));
        Ok(Entry { source: source?, target: target?, data: data? })
    };
    let entries = json.entries.iter().map(entry).collect::<Result<Vec<_>, String>>()?;
    if entries.len() != header.depth as usize {
        return Err(Problem::Entries { depth: header.depth, got: entries.len() }.to_string());
    }
    fitting(Dump { header, entries })
}

/// The dump, if its registers have no more bits than XLEN; the control and the status have theirs in any case.
fn fitting(dump: Dump) -> Result<Dump, String> {
    let is_wide = |entry: &Entry| [entry.source, entry.target, entry.data].iter().any(|word| word >> 32 != 0);
    match dump.entries.iter().position(is_wide) {
        Some(number) if dump.header.xlen == 32 => Err(format!("entry {number} of the dump has more than 32 bits")),
        _ => Ok(dump),
    }
}

fn number(text: &str) -> Result<u64, String> {
    let digits = text.strip_prefix("0x").filter(|digits| !digits.starts_with('+'));
    let value = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
    value.ok_or_else(|| format!("{text:?} in the dump is no hexadecimal number of 64 bits"))
}
