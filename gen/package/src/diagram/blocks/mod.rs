// SPDX-License-Identifier: Apache-2.0
//! The blocks of a build: harts, encoders, funnels, sinks, the control bus, the time, and the clock of each.

mod control;
mod funnels;
mod layout;
mod notes;
mod place;
mod sinks;
mod text;

use crate::diagram::drawing::{size_of, text_width, Domain, Drawing, Look, Net, Rect, Weight};
use layout::{Layout, MARGIN};
use tracewright_config::Build;

/// The upper edge of the top module.
const TOP: i32 = 58;
/// From the top module's edge to what is inside.
const INSIDE: i32 = 16;
/// From a hart to the top module's edge.
const INGRESS: i32 = 84;
/// Space for the wires of registers and time in front of the encoders.
const TRUNKS: i32 = 70;
/// From an encoder to the next one.
const BETWEEN: i32 = 14;
/// From the boxes of the control bus to what is below them.
const BELOW_BUS: i32 = 44;

/// The block diagram of `build`; `title` says which one it is.
pub fn blocks(build: &Build, title: &str) -> Drawing {
    let mut layout = Layout::default();
    let frame_x = MARGIN + hart_width() + INGRESS;
    let encoder_x = frame_x + INSIDE + TRUNKS;
    let bus = control::bus(&mut layout, build, encoder_x);

    let texts: Vec<Vec<String>> = (0..build.system.harts).map(|hart| text::encoder(build, hart)).collect();
    let (w, h) = texts.iter().map(|lines| size_of(lines)).fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)));
    let middles: Vec<i32> = (0..build.system.harts as i32).map(|hart| hart * (h + BETWEEN) + h / 2).collect();
    let columns = place::columns(build, &middles);
    let spine = columns.last().and_then(|column| column.first()).map_or(h / 2, place::Item::middle);
    let stack = sinks::Stack::of(build, spine);
    let highest = columns[1..].iter().flatten().map(|item| item.y).chain([0, stack.top()]).min().unwrap_or(0);
    let shift = bus.lowest + BELOW_BUS - highest;

    let encoders: Vec<Rect> =
        middles.iter().map(|middle| Rect { x: encoder_x, y: middle - h / 2 + shift, w, h }).collect();
    for (hart, (rect, lines)) in encoders.iter().zip(texts).enumerate() {
        layout.node(&format!("encoder-{hart}"), *rect, Look::Plain(Domain::Main), lines);
        ingress(&mut layout, build, hart, rect);
    }
    let funnels = funnels::draw(&mut layout, build, &columns, encoder_x + w, shift);
    control::registers(&mut layout, &bus, &encoders, &funnels.boxes);
    let time_bottom = control::time(&mut layout, build, &encoders);
    let (frame_right, sinks_bottom) = stack.draw(&mut layout, build, (funnels.right, spine + shift), shift);
    let lowest = funnels.boxes.iter().map(Rect::bottom).chain([time_bottom, sinks_bottom]).max().unwrap_or(0);
    let frame = Rect { x: frame_x, y: TOP, w: frame_right - frame_x, h: lowest + INSIDE - TOP };
    layout.label(frame_x + 8, TOP + 17, "tw_top", Weight::Name);
    layout.label(MARGIN, 32, title, Weight::Title);
    notes::draw(&mut layout, build, frame.bottom() + 32);
    layout.finish(build, title, frame)
}

/// Width of a hart.
fn hart_width() -> i32 {
    size_of(&["hart 15".into()]).0
}

/// A hart in front of its encoder.
fn ingress(layout: &mut Layout, build: &Build, hart: usize, encoder: &Rect) {
    let lines = vec![format!("hart {hart}"), format!("RV{}", build.xlen)];
    let (w, h) = (hart_width(), size_of(&lines).1);
    let y = encoder.middle();
    let rect = Rect { x: MARGIN, y: y - h / 2, w, h };
    layout.node(&format!("hart-{hart}"), rect, Look::Plain(Domain::Outside), lines);
    layout.wire(Net::Trace, vec![(rect.right(), y), (encoder.x, y)]);
    let blocks = build.ingress.blocks;
    let text = format!("{blocks} block{}", if blocks == 1 { "" } else { "s" });
    layout.label(rect.right() + (INGRESS - text_width(&text, Weight::Small)) / 2, y - 6, text, Weight::Small);
}
