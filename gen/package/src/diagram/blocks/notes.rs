// SPDX-License-Identifier: Apache-2.0
//! What is below the picture: the ingress of each hart, what each encoder has, and what colours and lines mean.

use super::layout::{Layout, MARGIN};
use super::text;
use crate::diagram::drawing::{Domain, Look, Net, Rect, Weight, LINE};
use tracewright_config::Build;

/// Between two columns.
const GAP: i32 = 40;
/// Width of a sample of a colour or line.
const SAMPLE: i32 = 30;

/// Draws them from `y` on.
pub(super) fn draw(layout: &mut Layout, build: &Build, y: i32) {
    let many = build.system.harts > 1;
    let headings = if many { ["From each hart", "In each encoder"] } else { ["From the hart", "In the encoder"] };
    let mut x = MARGIN;
    for (heading, lines) in headings.into_iter().zip([text::ingress(build), text::features(build)]) {
        x = column(layout, (x, y), heading, &lines) + GAP;
    }
    legend(layout, build, (x, y));
}

/// A heading and lines below it. Gives the right edge.
fn column(layout: &mut Layout, (x, y): (i32, i32), heading: &str, lines: &[String]) -> i32 {
    let mut right = layout.label(x, y, heading, Weight::Name).right();
    for (n, line) in lines.iter().enumerate() {
        let y = y + LINE * (n as i32 + 1) + 3;
        right = right.max(layout.label(x, y, line.clone(), Weight::Small).right());
    }
    right
}

fn legend(layout: &mut Layout, build: &Build, (x, y): (i32, i32)) {
    let domains = layout.domains();
    let mut right = layout.label(x, y, "Clocks", Weight::Name).right();
    let mut samples: Vec<(Look, String)> = Vec::new();
    for domain in &domains {
        let what = match domain {
            Domain::Main => "clk: everything without a clock of its own",
            Domain::Bus => "bus_clk: the control bus",
            Domain::Time => "time_clk: the time",
            Domain::Pib => "pib_clk: the pins",
            Domain::Atb => "atclk: the trace bus",
            Domain::Outside => "outside",
        };
        samples.push((Look::Plain(*domain), what.into()));
    }
    let crossing = layout.nodes.iter().find_map(|node| match node.look {
        Look::Crossing(..) => Some(node.look),
        _ => None,
    });
    samples.extend(crossing.map(|look| (look, "from one clock to another: a FIFO or a handshake".to_string())));
    for (n, (look, what)) in samples.into_iter().enumerate() {
        let base = y + (LINE + 4) * (n as i32 + 1) + 3;
        layout.node(&format!("sample-{n}"), Rect { x, y: base - 11, w: SAMPLE, h: 14 }, look, vec![]);
        right = right.max(layout.label(x + SAMPLE + 8, base, what, Weight::Small).right());
    }
    let x = right + GAP;
    layout.label(x, y, "Lines", Weight::Name);
    let has_time = text::time(build).is_some();
    let nets = [(Net::Trace, "ingress, trace"), (Net::Control, "registers"), (Net::Time, "time")];
    for (n, (net, what)) in nets.into_iter().filter(|(net, _)| *net != Net::Time || has_time).enumerate() {
        let base = y + (LINE + 4) * (n as i32 + 1) + 3;
        layout.wire(net, vec![(x, base - 4), (x + SAMPLE, base - 4)]);
        layout.label(x + SAMPLE + 8, base, what, Weight::Small);
    }
}
