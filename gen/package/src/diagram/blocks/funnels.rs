// SPDX-License-Identifier: Apache-2.0
//! The funnels and the wires to them.

use super::layout::Layout;
use super::place::{edges, Item};
use super::text;
use crate::diagram::drawing::{size_of, Look, Net, Rect};
use tracewright_config::Build;

/// Between two lanes.
const LANE: i32 = 9;
/// Between two columns, without lanes.
const CHANNEL: i32 = 44;
/// From the nearest lane to a column.
const NEAREST: i32 = 16;

/// What was drawn.
pub(super) struct Funnels {
    /// The funnels.
    pub boxes: Vec<Rect>,
    /// The right edge of the last one, or of the encoders.
    pub right: i32,
}

/// Draws the funnels in `columns`, downstream of encoders whose right edge is at `right`; everything is moved down by
/// `shift`.
pub(super) fn draw(layout: &mut Layout, build: &Build, columns: &[Vec<Item>], right: i32, shift: i32) -> Funnels {
    let mut drawn = Funnels { boxes: Vec::new(), right };
    // The wires that leave each item of the column before.
    let mut paths: Vec<Vec<(i32, i32)>> = columns[0].iter().map(|item| vec![(right, item.middle() + shift)]).collect();
    for (before, column) in columns.iter().zip(&columns[1..]) {
        let (edges, lanes) = edges(before, column);
        let x = drawn.right + CHANNEL + lanes * LANE;
        let texts = column.iter().map(|item| item.funnel.map(|n| text::funnel(build, n, item.from.len())));
        let texts: Vec<Option<Vec<String>>> = texts.collect();
        let w = texts.iter().flatten().map(|lines| size_of(lines).0).max().unwrap_or(0);
        let mut leaving = Vec::new();
        for ((item, edges), lines) in column.iter().zip(&edges).zip(texts) {
            let mut arriving = Vec::new();
            for (edge, source) in edges.iter().zip(&item.from) {
                let mut path = paths[*source].clone();
                if let Some(lane) = edge.lane {
                    let at = x - NEAREST - lane * LANE;
                    path.extend([(at, edge.from + shift), (at, edge.to + shift)]);
                }
                path.push((x, edge.to + shift));
                arriving.push(path);
            }
            match (item.funnel, lines) {
                (Some(n), Some(lines)) => {
                    arriving.into_iter().for_each(|path| layout.wire(Net::Trace, path));
                    let rect = Rect { x, y: item.y + shift, w, h: item.h };
                    drawn.boxes.push(layout.node(&format!("funnel-{n}"), rect, Look::Funnel, lines));
                    leaving.push(vec![(x + w, item.middle() + shift)]);
                }
                _ => {
                    let mut path = arriving.pop().unwrap_or_default();
                    path.push((x + w, item.middle() + shift));
                    leaving.push(path);
                }
            }
        }
        paths = leaving;
        drawn.right = x + w;
    }
    drawn
}
