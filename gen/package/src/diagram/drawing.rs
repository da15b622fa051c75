// SPDX-License-Identifier: Apache-2.0
//! What a block diagram consists of: boxes with text, wires between them, and labels, in pixels.

/// A rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rect {
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub w: i32,
    /// Height.
    pub h: i32,
}

impl Rect {
    /// Its right edge.
    pub fn right(&self) -> i32 {
        self.x + self.w
    }

    /// Its lower edge.
    pub fn bottom(&self) -> i32 {
        self.y + self.h
    }

    /// The height of its centre.
    pub fn middle(&self) -> i32 {
        self.y + self.h / 2
    }

    /// Whether the two have a point in common that is not on an edge of both.
    pub fn overlaps(&self, other: &Rect) -> bool {
        self.x < other.right() && other.x < self.right() && self.y < other.bottom() && other.y < self.bottom()
    }

    /// Whether `other` is within it.
    pub fn contains(&self, other: &Rect) -> bool {
        self.x <= other.x && self.y <= other.y && other.right() <= self.right() && other.bottom() <= self.bottom()
    }
}

/// The clock that something is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Domain {
    /// `clk`.
    Main,
    /// `bus_clk`.
    Bus,
    /// `time_clk`.
    Time,
    /// `pib_clk`.
    Pib,
    /// `atclk`.
    Atb,
    /// Not ours.
    Outside,
}

impl Domain {
    /// Name of the clock's port; what is outside has none.
    pub const fn clock(self) -> Option<&'static str> {
        match self {
            Domain::Main => Some("clk"),
            Domain::Bus => Some("bus_clk"),
            Domain::Time => Some("time_clk"),
            Domain::Pib => Some("pib_clk"),
            Domain::Atb => Some("atclk"),
            Domain::Outside => None,
        }
    }

    /// Its class in the style sheet.
    pub(crate) const fn class(self) -> &'static str {
        match self {
            Domain::Main => "main",
            Domain::Bus => "bus",
            Domain::Time => "time",
            Domain::Pib => "pib",
            Domain::Atb => "atb",
            Domain::Outside => "outside",
        }
    }
}

/// What a box looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// A box in one clock.
    Plain(Domain),
    /// A box that narrows to the right: many become one.
    Funnel,
    /// From one clock to another.
    Crossing(Domain, Domain),
}

/// A box with lines of text, the first one its name.
#[derive(Clone, Debug)]
pub struct Node {
    /// Its identifier in the document, each once.
    pub id: String,
    /// Where it is.
    pub rect: Rect,
    /// What it looks like.
    pub look: Look,
    /// Its text.
    pub lines: Vec<String>,
}

/// What a wire carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Net {
    /// Ingress or trace.
    Trace,
    /// Accesses to registers.
    Control,
    /// The time.
    Time,
}

/// A wire of horizontal and vertical pieces.
#[derive(Clone, Debug)]
pub struct Wire {
    /// Its corners, source first.
    pub points: Vec<(i32, i32)>,
    /// What it carries.
    pub net: Net,
    /// Whether it begins on another wire of the same signal, with a dot. Each ends in an arrow.
    pub branch: bool,
}

/// Weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weight {
    /// The name of the picture.
    Title,
    /// A name.
    Name,
    /// Everything else.
    Small,
}

impl Weight {
    /// Size of its letters.
    pub const fn size(self) -> i32 {
        match self {
            Weight::Title => 17,
            Weight::Name => 13,
            Weight::Small => 11,
        }
    }
}

/// A text by itself.
#[derive(Clone, Debug)]
pub struct Label {
    /// Left end of its baseline.
    pub x: i32,
    /// Its baseline.
    pub y: i32,
    /// The text.
    pub text: String,
    /// Its weight.
    pub weight: Weight,
}

impl Label {
    /// What it covers.
    pub fn rect(&self) -> Rect {
        let size = self.weight.size();
        Rect { x: self.x, y: self.y - size, w: text_width(&self.text, self.weight), h: size + size / 4 }
    }
}

/// A picture.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
    /// Its title, for readers that do not show it, too.
    pub title: String,
    /// What is to be seen, for readers that do not show it.
    pub description: String,
    /// What is inside the top module.
    pub frame: Rect,
    /// Boxes.
    pub nodes: Vec<Node>,
    /// Wires.
    pub wires: Vec<Wire>,
    /// Texts outside of boxes.
    pub labels: Vec<Label>,
}

/// Distance of a box's text from its edges.
pub(crate) const PAD: i32 = 8;
/// From one line of a box to the next.
pub(crate) const LINE: i32 = 15;

/// Size of a box for `lines`.
pub(crate) fn size_of(lines: &[String]) -> (i32, i32) {
    let width = |(i, line): (usize, &String)| text_width(line, weight_of(i));
    let w = lines.iter().enumerate().map(width).max().unwrap_or(0) + 2 * PAD;
    (w, 2 * PAD + LINE * lines.len() as i32)
}

/// The weight of the `i`-th line of a box.
pub(crate) fn weight_of(i: usize) -> Weight {
    if i == 0 {
        Weight::Name
    } else {
        Weight::Small
    }
}

/// How wide a text is, in the widest of the fonts that it may be shown in (DejaVu Sans, Verdana), rounded up.
pub fn text_width(text: &str, weight: Weight) -> i32 {
    let of_letter = |letter: char| match letter {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | ' ' => 36,
        'f' | 'r' | 't' | '(' | ')' | '[' | ']' | '-' | '/' => 44,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 100,
        'a'..='z' | '0'..='9' => 65,
        _ => 80,
    };
    let bold = if weight == Weight::Small { 100 } else { 112 };
    let hundredths: i32 = text.chars().map(of_letter).sum();
    (hundredths * weight.size() * bold + 9_999) / 10_000
}
