// SPDX-License-Identifier: Apache-2.0
//! What is downstream of the last encoder or funnel: router, joiner, sinks, and what they are connected to.

use super::layout::Layout;
use super::{text, INSIDE};
use crate::diagram::drawing::{size_of, Domain, Look, Net, Rect};
use tracewright_config::{Build, Packer, SinkKind};

/// From a sink to the next one.
const BETWEEN: i32 = 18;
/// From a box to the next one.
const STEP: i32 = 44;
/// From a box to the wire that leads to several.
const TRUNK: i32 = 20;

/// The sinks from top to bottom: those downstream of the joiner, then the pins.
const ORDER: [SinkKind; 5] = [SinkKind::Sram, SinkKind::Sba, SinkKind::Stream, SinkKind::Atb, SinkKind::Pib];

struct Entry {
    kind: SinkKind,
    id: &'static str,
    lines: Vec<String>,
    domain: Domain,
    y: i32,
    h: i32,
}

/// The sinks, and where they are.
pub(super) struct Stack {
    entries: Vec<Entry>,
    spine: i32,
}

impl Stack {
    /// The sinks of `build`, around the height at which trace comes.
    pub fn of(build: &Build, spine: i32) -> Stack {
        let mut entries = Vec::new();
        let mut y = 0;
        for kind in ORDER.into_iter().filter(|kind| build.sinks().has(*kind)) {
            let (id, lines) = text::sink(build, kind);
            let domain = match kind {
                SinkKind::Pib => Domain::Pib,
                SinkKind::Atb => Domain::Atb,
                _ => Domain::Main,
            };
            let h = size_of(&lines).1;
            entries.push(Entry { kind, id, lines, domain, y, h });
            y += h + BETWEEN;
        }
        let top = spine - (y - BETWEEN) / 2;
        entries.iter_mut().for_each(|entry| entry.y += top);
        Stack { entries, spine }
    }

    /// The upper edge of the first one.
    pub fn top(&self) -> i32 {
        self.entries.first().map_or(self.spine, |entry| entry.y).min(self.spine - 32)
    }

    /// Draws them, moved down by `shift`; trace comes from `from`. Gives the right edge of the top module, and the
    /// lowest one here.
    pub fn draw(&self, layout: &mut Layout, build: &Build, from: (i32, i32), shift: i32) -> (i32, i32) {
        let y = from.1;
        let mut last = Rect { x: from.0, y: y - 1, w: 0, h: 2 };
        let mut step = |layout: &mut Layout, id: &str, lines: Vec<String>| {
            let next = layout.sized(id, last.right() + STEP, y, Look::Plain(Domain::Main), lines);
            layout.wire(Net::Trace, vec![(last.right(), y), (next.x, y)]);
            last = next;
        };
        if self.entries.len() > 1 {
            step(layout, "router", text::router(build));
        }
        let router = layout.nodes.iter().find(|node| node.id == "router").map(|node| node.rect);
        let joins = matches!(build.encoder.packer, Packer::Word | Packer::Double);
        if joins && self.entries.iter().any(|entry| entry.kind != SinkKind::Pib) {
            step(layout, "joiner", text::joiner(build));
        }
        let trunk = last.right() + TRUNK;
        let crosses = self.entries.iter().any(|entry| entry.domain != Domain::Main);
        let crossing_x = trunk + TRUNK + 4;
        let fifo = vec!["FIFO".to_string()];
        let x = if crosses { crossing_x + size_of(&fifo).0 + STEP / 2 } else { crossing_x };
        let w = self.entries.iter().map(|entry| size_of(&entry.lines).0).max().unwrap_or(0);

        let mut ends = Vec::new();
        for Entry { kind, id, lines, domain, y, h } in &self.entries {
            let rect = Rect { x, y: y + shift, w, h: *h };
            let middle = rect.middle();
            layout.node(id, rect, Look::Plain(*domain), lines.clone());
            let mut end = x;
            if *domain != Domain::Main {
                let look = Look::Crossing(Domain::Main, *domain);
                let crossing = layout.sized(&format!("{id}-crossing"), crossing_x, middle, look, fifo.clone());
                layout.wire(Net::Trace, vec![(crossing.right(), middle), (x, middle)]);
                end = crossing_x;
            }
            match router {
                Some(router) if *kind == SinkKind::Pib => {
                    let down = router.x + router.w / 2;
                    layout.wire(Net::Trace, vec![(down, router.bottom()), (down, middle), (end, middle)]);
                }
                _ => ends.push((end, middle)),
            }
            if let Some(lines) = text::outside(build, *kind) {
                let outside = x + w + INSIDE + STEP;
                layout.sized(&format!("{id}-outside"), outside, middle, Look::Plain(Domain::Outside), lines);
                layout.wire(Net::Trace, vec![(x + w, middle), (outside, middle)]);
            }
        }
        spread(layout, (last.right(), y), trunk, &ends);
        let lowest = self.entries.iter().map(|entry| entry.y + entry.h + shift).max().unwrap_or(0);
        (x + w + INSIDE, lowest)
    }
}

/// A wire from `from` to each of `ends`, which are in order from the top.
fn spread(layout: &mut Layout, from: (i32, i32), trunk: i32, ends: &[(i32, i32)]) {
    let (above, below): (Vec<_>, Vec<_>) = ends.iter().partition(|(_, y)| *y <= from.1);
    let mut started = false;
    // From the furthest to the nearest: the furthest has the whole wire, the others branch off.
    for side in [above, below.into_iter().rev().collect()] {
        for (n, &(x, y)) in side.iter().enumerate() {
            match (n, started) {
                (0, false) => layout.bend(from, trunk, (x, y)),
                (0, true) => layout.branch(Net::Trace, vec![(trunk, from.1), (trunk, y), (x, y)]),
                _ => layout.branch(Net::Trace, vec![(trunk, y), (x, y)]),
            }
            started = true;
        }
    }
}
