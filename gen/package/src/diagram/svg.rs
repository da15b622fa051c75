// SPDX-License-Identifier: Apache-2.0
//! A block diagram as text.

use crate::diagram::drawing::{weight_of, Domain, Drawing, Label, Look, Net, Node, Rect, Weight, Wire, LINE, PAD};
use std::fmt::Write;

/// What comes before everything that is drawn.
pub(crate) fn head(width: i32, height: i32, title: &str, description: &str, style: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         role=\"img\">\n<title>{}</title>\n<desc>{}</desc>\n<style>\n{}{style}</style>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n",
        escaped(title),
        escaped(description),
        "text { font-family: \"DejaVu Sans\", Verdana, Arial, sans-serif; fill: #1d232b; }\n"
    )
}

/// `text` as text of an element or value of an attribute.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "\
.title { font-size: 17px; font-weight: bold; }
.name { font-size: 13px; font-weight: bold; }
.small { font-size: 11px; }
.frame { fill: #f4f8fd; stroke: #2f6db5; stroke-width: 1.5; }
.box { stroke-width: 1.4; }
.edge { fill: none; stroke: #444444; stroke-width: 1.4; }
.main { fill: #dbe9f9; stroke: #2f6db5; }
.bus { fill: #fdebcf; stroke: #b9721a; }
.time { fill: #e9defa; stroke: #7048ab; }
.pib { fill: #d9f2de; stroke: #2a8145; }
.atb { fill: #fbdfe4; stroke: #b5354a; }
.outside { fill: #ffffff; stroke: #777777; stroke-dasharray: 5 3; }
.wire { fill: none; stroke-linejoin: round; }
.trace { stroke: #1d3f66; stroke-width: 2.2; }
.control { stroke: #8a8f98; stroke-width: 1.3; }
.clock { stroke: #7048ab; stroke-width: 1.3; stroke-dasharray: 6 3; }
.dot-trace { fill: #1d3f66; } .dot-control { fill: #8a8f98; } .dot-clock { fill: #7048ab; }
";

impl Net {
    const fn class(self) -> &'static str {
        match self {
            Net::Trace => "trace",
            Net::Control => "control",
            Net::Time => "clock",
        }
    }
}

impl Weight {
    const fn class(self) -> &'static str {
        match self {
            Weight::Title => "title",
            Weight::Name => "name",
            Weight::Small => "small",
        }
    }
}

impl Drawing {
    /// The picture as SVG.
    pub fn svg(&self) -> String {
        let mut text = head(self.width, self.height, &self.title, &self.description, STYLE);
        for net in [Net::Trace, Net::Control, Net::Time] {
            let class = net.class();
            let _ = writeln!(
                text,
                "<marker id=\"to-{class}\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"9\" markerHeight=\"9\" \
                 markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\" class=\"dot-{class}\"/></marker>"
            );
        }
        rect(&mut text, &self.frame, "frame");
        self.wires.iter().for_each(|wire| draw_wire(&mut text, wire));
        self.nodes.iter().for_each(|node| draw_node(&mut text, node));
        self.labels.iter().for_each(|label| draw_label(&mut text, label));
        text + "</svg>\n"
    }
}

fn rect(text: &mut String, Rect { x, y, w, h }: &Rect, class: &str) {
    let _ = writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" rx=\"4\" class=\"{class}\"/>");
}

fn draw_wire(text: &mut String, Wire { points, net, branch }: &Wire) {
    let class = net.class();
    let path: Vec<String> = points.iter().map(|(x, y)| format!("{x} {y}")).collect();
    let _ = writeln!(text, "<path d=\"M{}\" class=\"wire {class}\" marker-end=\"url(#to-{class})\"/>", path.join(" L"));
    if let (true, Some((x, y))) = (branch, points.first()) {
        let _ = writeln!(text, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" class=\"dot-{class}\"/>");
    }
}

fn draw_node(text: &mut String, Node { id, rect: at, look, lines }: &Node) {
    let _ = writeln!(text, "<g id=\"{}\">", escaped(id));
    match look {
        Look::Plain(domain) => rect(text, at, &format!("box {}", domain.class())),
        Look::Funnel => {
            let inset = (at.h / 5).min(14);
            let (x, y, right, bottom) = (at.x, at.y, at.right(), at.bottom());
            let (upper, lower) = (y + inset, bottom - inset);
            let _ = writeln!(
                text,
                "<polygon points=\"{x},{y} {right},{upper} {right},{lower} {x},{bottom}\" class=\"box {}\"/>",
                Domain::Main.class()
            );
        }
        Look::Crossing(from, to) => {
            let half = Rect { w: at.w / 2, ..*at };
            let other = Rect { x: at.x + half.w, w: at.w - half.w, ..*at };
            for (part, domain) in [(half, from), (other, to)] {
                let Rect { x, y, w, h } = part;
                let class = domain.class();
                let _ = writeln!(
                    text,
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" class=\"{class}\" style=\"stroke: none\"/>"
                );
            }
            let Rect { x, y, w, h } = at;
            let _ = writeln!(text, "<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" class=\"edge\"/>");
        }
    }
    let used = LINE * lines.len() as i32;
    for (i, line) in lines.iter().enumerate() {
        let y = at.y + (at.h - used) / 2 + LINE * i as i32 + LINE - 4;
        draw_label(text, &Label { x: at.x + PAD, y, text: line.clone(), weight: weight_of(i) });
    }
    text.push_str("</g>\n");
}

fn draw_label(text: &mut String, Label { x, y, text: content, weight }: &Label) {
    let class = weight.class();
    let _ = writeln!(text, "<text x=\"{x}\" y=\"{y}\" class=\"{class}\">{}</text>", escaped(content));
}
