// SPDX-License-Identifier: Apache-2.0
//! What goes to every component: accesses to its registers, and the time.

use super::layout::{Layout, MARGIN};
use super::{text, TOP};
use crate::diagram::drawing::{size_of, Domain, Look, Net, Rect};
use tracewright_config::{Build, TimestampSource};

/// From an encoder to the wire of accesses.
const ACCESSES: i32 = 60;
/// From an encoder to the wire of the time.
const TIME: i32 = 44;
/// Width and height of a crossing without text.
const CROSSING: i32 = 14;
/// From the boxes of the bus to the wire after them.
const BELOW: i32 = 18;

/// The control bus.
pub(super) struct Bus {
    /// The lowest edge of its boxes.
    pub lowest: i32,
    /// Where accesses come from.
    access: Rect,
}

/// The control bus, from outside to the accesses, the first box inside at `x`.
pub(super) fn bus(layout: &mut Layout, build: &Build, x: i32) -> Bus {
    let (name, ports) = text::bus(build);
    let domain = if build.bus.own_clock { Domain::Bus } else { Domain::Main };
    let mut chain =
        vec![("bus", Look::Plain(domain), vec![name, format!("{} bits of address", 12 + build.component_bits())])];
    if build.bus.own_clock {
        chain.push(("bus-crossing", Look::Crossing(Domain::Bus, Domain::Main), vec!["handshake".into()]));
    }
    chain.push(("access", Look::Plain(Domain::Main), text::accesses(build)));
    let h = chain.iter().map(|(_, _, lines)| size_of(lines).1).max().unwrap_or(0);
    let y = TOP + 30 + h / 2;
    let outside = vec!["control".to_string(), ports.to_string()];
    let mut last = layout.sized("control", MARGIN, y, Look::Plain(Domain::Outside), outside);
    let mut x = x;
    for (id, look, lines) in chain {
        let next = layout.sized(id, x, y, look, lines);
        layout.wire(Net::Control, vec![(last.right(), y), (next.x, y)]);
        (last, x) = (next, next.right() + 30);
    }
    Bus { lowest: y + h / 2 + 1, access: last }
}

/// The wires of accesses to encoders and funnels.
pub(super) fn registers(layout: &mut Layout, bus: &Bus, encoders: &[Rect], funnels: &[Rect]) {
    let from = (bus.access.x + bus.access.w / 2, bus.access.bottom());
    let y = bus.lowest + BELOW;
    let Some((last, others)) = encoders.split_last() else { return };
    let trunk = last.x - ACCESSES;
    let at = |rect: &Rect| rect.y + 10;
    layout.wire(Net::Control, vec![from, (from.0, y), (trunk, y), (trunk, at(last)), (last.x, at(last))]);
    for encoder in others {
        layout.branch(Net::Control, vec![(trunk, at(encoder)), (encoder.x, at(encoder))]);
    }
    // Funnels: a wire for each column, on its right.
    let mut columns: Vec<i32> = funnels.iter().map(Rect::right).collect();
    columns.sort_unstable();
    columns.dedup();
    let at = |rect: &Rect| rect.y + 22;
    let mut furthest = from.0;
    for right in columns {
        let mut column: Vec<&Rect> = funnels.iter().filter(|funnel| funnel.right() == right).collect();
        column.sort_by_key(|funnel| funnel.y);
        let lane = right + 14;
        let Some((lowest, others)) = column.split_last() else { continue };
        let mut path = vec![(lane, y), (lane, at(lowest)), (right, at(lowest))];
        if lane > furthest {
            path.insert(0, (furthest, y));
            furthest = lane;
        }
        layout.branch(Net::Control, path);
        for funnel in others {
            layout.branch(Net::Control, vec![(lane, at(funnel)), (right, at(funnel))]);
        }
    }
}

/// The time, below the encoders. Gives the lowest edge of what there is.
pub(super) fn time(layout: &mut Layout, build: &Build, encoders: &[Rect]) -> i32 {
    let (Some(first), Some(last)) = (encoders.first(), encoders.last()) else { return 0 };
    let Some(lines) = text::time(build) else { return last.bottom() };
    let own_clock = build.timestamp.own_clock;
    let domain = if own_clock { Domain::Time } else { Domain::Main };
    let middle = last.bottom() + 24 + size_of(&lines).1 / 2;
    let source = layout.sized("time", last.x, middle, Look::Plain(domain), lines);
    let outside = match build.timestamp.source {
        TimestampSource::External => Some("system"),
        TimestampSource::Slave => Some("master"),
        TimestampSource::Core | TimestampSource::None => None,
    };
    if let Some(name) = outside {
        let y = source.bottom() - 12;
        let rect =
            layout.sized("time-source", MARGIN, y, Look::Plain(Domain::Outside), vec![name.into(), "time".into()]);
        layout.wire(Net::Time, vec![(rect.right(), y), (source.x, y)]);
    }
    let trunk = last.x - TIME;
    let from = source.y + 12;
    for (n, encoder) in encoders.iter().enumerate() {
        let y = encoder.bottom() - 10;
        let mut end = encoder.x;
        if own_clock {
            let rect = Rect { x: encoder.x - 14 - CROSSING, y: y - CROSSING / 2, w: CROSSING, h: CROSSING };
            layout.node(&format!("time-crossing-{n}"), rect, Look::Crossing(Domain::Time, Domain::Main), vec![]);
            layout.wire(Net::Time, vec![(rect.right(), y), (encoder.x, y)]);
            end = rect.x;
        }
        if encoder == first {
            layout.wire(Net::Time, vec![(source.x, from), (trunk, from), (trunk, y), (end, y)]);
        } else {
            layout.branch(Net::Time, vec![(trunk, y), (end, y)]);
        }
    }
    layout.nodes.iter().filter(|node| node.id.starts_with("time")).map(|node| node.rect.bottom()).max().unwrap_or(0)
}
