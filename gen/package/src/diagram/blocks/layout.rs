// SPDX-License-Identifier: Apache-2.0
//! A picture under way.

use super::text;
use crate::diagram::drawing::{size_of, Domain, Drawing, Label, Look, Net, Node, Rect, Weight, Wire};
use tracewright_config::Build;

/// Around everything.
pub(super) const MARGIN: i32 = 20;

/// What was drawn so far.
#[derive(Default)]
pub(super) struct Layout {
    pub nodes: Vec<Node>,
    pub wires: Vec<Wire>,
    pub labels: Vec<Label>,
}

impl Layout {
    /// A box at `x` whose middle is at `y`, as large as its text. Gives where it is.
    pub fn sized(&mut self, id: &str, x: i32, y: i32, look: Look, lines: Vec<String>) -> Rect {
        let (w, h) = size_of(&lines);
        self.node(id, Rect { x, y: y - h / 2, w, h }, look, lines)
    }

    /// A box. Gives where it is.
    pub fn node(&mut self, id: &str, rect: Rect, look: Look, lines: Vec<String>) -> Rect {
        self.nodes.push(Node { id: id.into(), rect, look, lines });
        rect
    }

    pub fn label(&mut self, x: i32, y: i32, text: impl Into<String>, weight: Weight) -> Rect {
        let label = Label { x, y, text: text.into(), weight };
        let rect = label.rect();
        self.labels.push(label);
        rect
    }

    pub fn wire(&mut self, net: Net, points: Vec<(i32, i32)>) {
        self.wires.push(Wire { points, net, branch: false });
    }

    /// A wire that begins on another one.
    pub fn branch(&mut self, net: Net, points: Vec<(i32, i32)>) {
        self.wires.push(Wire { points, net, branch: true });
    }

    /// A wire of trace from one height to another, that bends at `x`.
    pub fn bend(&mut self, from: (i32, i32), x: i32, to: (i32, i32)) {
        let straight = from.1 == to.1;
        self.wire(Net::Trace, if straight { vec![from, to] } else { vec![from, (x, from.1), (x, to.1), to] });
    }

    /// The clocks that there are, in an order of their own.
    pub fn domains(&self) -> Vec<Domain> {
        let all = [Domain::Main, Domain::Bus, Domain::Time, Domain::Pib, Domain::Atb, Domain::Outside];
        let is_there = |domain: &Domain| {
            self.nodes.iter().any(|node| match node.look {
                Look::Plain(own) => own == *domain,
                Look::Funnel => *domain == Domain::Main,
                Look::Crossing(from, to) => from == *domain || to == *domain,
            })
        };
        all.into_iter().filter(is_there).collect()
    }

    pub fn finish(self, build: &Build, title: &str, frame: Rect) -> Drawing {
        let Layout { nodes, wires, labels } = self;
        let rects = nodes.iter().map(|node| node.rect).chain(labels.iter().map(Label::rect)).chain([frame]);
        let (width, height) = rects.fold((0, 0), |(w, h), rect| (w.max(rect.right()), h.max(rect.bottom())));
        let sinks: Vec<String> = build.sinks().iter().map(|kind| text::sink(build, kind).1.swap_remove(0)).collect();
        let encoders = text::counted(build.system.harts, "encoder");
        let funnels = text::counted(build.funnels().len() as u32, "funnel");
        let description = format!("{encoders}, {funnels}; sinks: {}", sinks.join(", "));
        Drawing {
            width: width + MARGIN,
            height: height + MARGIN,
            title: title.into(),
            description,
            frame,
            nodes,
            wires,
            labels,
        }
    }
}
