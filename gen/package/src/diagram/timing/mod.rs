// SPDX-License-Identifier: Apache-2.0
//! Timing diagrams: signals of a waveform between two times, and what they mean.

mod flush;
mod pins;
mod waveform;

pub use flush::flush;
pub use pins::{pins, Pins};
pub use waveform::{Signal, WaveError, Waveform};

use crate::diagram::drawing::{text_width, Weight};
use crate::diagram::svg::{escaped, head};
use std::fmt::Write;

/// What a time is called, from its beginning to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// When it begins.
    pub from: u64,
    /// When it ends.
    pub to: u64,
    /// What it is called.
    pub text: String,
}

/// A row of a diagram.
#[derive(Clone, Debug)]
pub enum Row {
    /// A signal: a line if it has one bit, else its values.
    Signal(Signal),
    /// Names of times.
    Spans(String, Vec<Span>),
}

/// A timing diagram.
#[derive(Clone, Debug)]
pub struct Timing {
    /// What it shows.
    pub title: String,
    /// The first time that is shown.
    pub from: u64,
    /// The last one.
    pub to: u64,
    /// Distance between two grid lines, which begin at `from`.
    pub grid: u64,
    /// Width of that in the picture.
    pub pixels: u32,
    /// From top to bottom.
    pub rows: Vec<Row>,
}

const LEFT: i32 = 104;
const RIGHT: i32 = 20;
const FIRST: i32 = 48;
const ROW: i32 = 34;
const HIGH: i32 = 20;
/// Half of the width of an edge of a signal.
const SLOPE: f64 = 2.0;

const STYLE: &str = "\
.title { font-size: 14px; font-weight: bold; }
.name { font-size: 12px; text-anchor: end; }
.value { font-size: 11px; text-anchor: middle; }
.grid { stroke: #d4d9e0; stroke-width: 1; stroke-dasharray: 2 3; }
.line { fill: none; stroke: #1d3f66; stroke-width: 1.8; stroke-linejoin: round; }
.bus { fill: #dbe9f9; stroke: #1d3f66; stroke-width: 1.3; }
.unknown { fill: #d9d9d9; stroke: #777777; stroke-width: 1.3; }
.span { fill: #fdf3dc; stroke: #b9721a; stroke-width: 1; }
";

impl Timing {
    /// The diagram as SVG.
    pub fn svg(&self) -> String {
        let columns = (self.to - self.from) as f64 / self.grid as f64;
        let plot = (columns * f64::from(self.pixels)).ceil() as i32;
        let width = (LEFT + plot + RIGHT).max(LEFT + text_width(&self.title, Weight::Name) + RIGHT);
        let bottom = FIRST + ROW * self.rows.len() as i32;
        let names: Vec<&str> = self.rows.iter().map(Row::name).collect();
        let mut text = head(width, bottom + 10, &self.title, &names.join(", "), STYLE);
        let _ = writeln!(text, "<text x=\"16\" y=\"24\" class=\"title\">{}</text>", escaped(&self.title));
        for n in 0..=(columns as u64) {
            let x = number(self.x(self.from + n * self.grid));
            let _ = writeln!(text, "<line x1=\"{x}\" y1=\"{}\" x2=\"{x}\" y2=\"{bottom}\" class=\"grid\"/>", FIRST - 8);
        }
        for (n, row) in self.rows.iter().enumerate() {
            let y = FIRST + ROW * n as i32;
            let _ = writeln!(
                text,
                "<text x=\"{}\" y=\"{}\" class=\"name\">{}</text>",
                LEFT - 10,
                y + HIGH - 5,
                escaped(row.name())
            );
            match row {
                Row::Signal(signal) if signal.width == 1 => self.line(&mut text, signal, y),
                Row::Signal(signal) => self.bus(&mut text, signal, y),
                Row::Spans(_, spans) => spans.iter().for_each(|span| self.span(&mut text, span, y)),
            }
        }
        text + "</svg>\n"
    }

    fn x(&self, time: u64) -> f64 {
        let time = time.clamp(self.from, self.to) - self.from;
        f64::from(LEFT) + time as f64 * f64::from(self.pixels) / self.grid as f64
    }

    /// The values that are shown: from, to, value.
    fn values(&self, signal: &Signal) -> Vec<(u64, u64, Option<u64>)> {
        let mut values = vec![];
        let mut from = self.from;
        let mut value = signal.at(self.from);
        for (time, next) in signal.changes.iter().filter(|(time, _)| (self.from + 1..self.to).contains(time)) {
            if *next != value {
                values.push((from, *time, value));
                (from, value) = (*time, *next);
            }
        }
        values.push((from, self.to, value));
        values
    }

    /// A signal of one bit. While it is not known it is in the middle.
    fn line(&self, text: &mut String, signal: &Signal, y: i32) {
        let height = |value: Option<u64>| match value {
            Some(0) => f64::from(y + HIGH),
            Some(_) => f64::from(y),
            None => f64::from(y + HIGH / 2),
        };
        let values = self.values(signal);
        let mut points = Vec::new();
        for (n, (from, to, value)) in values.iter().enumerate() {
            let begin = if n == 0 { self.x(*from) } else { self.x(*from) + SLOPE };
            let end = if n + 1 == values.len() { self.x(*to) } else { self.x(*to) - SLOPE };
            let y = number(height(*value));
            points.push(format!("{},{y}", number(begin)));
            points.push(format!("{},{y}", number(end)));
        }
        let _ = writeln!(text, "<polyline points=\"{}\" class=\"line\"/>", points.join(" "));
    }

    /// A signal of several bits: its values in hexadecimal.
    fn bus(&self, text: &mut String, signal: &Signal, y: i32) {
        let digits = signal.width.div_ceil(4) as usize;
        for (from, to, value) in self.values(signal) {
            let (left, right) = (self.x(from), self.x(to));
            let slope = (2.0 * SLOPE).min((right - left) / 2.0);
            let (top, middle, low) = (y, y + HIGH / 2, y + HIGH);
            let (a, b) = (number(left + slope), number(right - slope));
            let (left_text, right_text) = (number(left), number(right));
            let class = if value.is_some() { "bus" } else { "unknown" };
            let _ = writeln!(
                text,
                "<polygon points=\"{left_text},{middle} {a},{top} {b},{top} {right_text},{middle} {b},{low} {a},{low}\" \
                 class=\"{class}\"/>"
            );
            let name = value.map(|value| format!("{value:0digits$X}")).unwrap_or_default();
            value_text(text, (left, right), y, &name);
        }
    }

    fn span(&self, text: &mut String, span: &Span, y: i32) {
        if span.to <= self.from || span.from >= self.to {
            return;
        }
        let (left, right) = (self.x(span.from), self.x(span.to));
        let _ = writeln!(
            text,
            "<rect x=\"{}\" y=\"{y}\" width=\"{}\" height=\"{HIGH}\" rx=\"3\" class=\"span\"/>",
            number(left + 1.0),
            number(right - left - 2.0)
        );
        value_text(text, (left, right), y, &span.text);
    }
}

impl Row {
    /// What it is called.
    fn name(&self) -> &str {
        match self {
            Row::Signal(signal) => &signal.name,
            Row::Spans(name, _) => name,
        }
    }
}

/// A text in the middle, where there is room for it.
fn value_text(text: &mut String, (left, right): (f64, f64), y: i32, value: &str) {
    if f64::from(text_width(value, Weight::Small)) > right - left + 1.0 {
        return;
    }
    let x = number((left + right) / 2.0);
    let _ = writeln!(text, "<text x=\"{x}\" y=\"{}\" class=\"value\">{}</text>", y + HIGH - 6, escaped(value));
}

/// A number with one digit after the point at most.
fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}.{}", tenths / 10, rest.abs()),
    }
}
