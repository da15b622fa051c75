// SPDX-License-Identifier: Apache-2.0
//! Where the funnels of a system are, and which lanes the wires to them take.
//!
//! A funnel is in the column after the last of its inputs. A wire that skips columns keeps a place in each of
//! them, so that it passes no box.

use tracewright_config::{Build, FunnelInput};

/// Least distance between boxes of a column.
const GAP: i32 = 18;
/// Distance between the inputs of a funnel where they are not straight.
const INPUT: i32 = 14;
/// Height of a place that a wire passes.
const PASS: i32 = 6;
/// Least height of a funnel.
pub(super) const LEAST: i32 = 72;

/// A funnel, or a wire that passes a column.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// The funnel, or none.
    pub funnel: Option<u32>,
    /// Upper edge.
    pub y: i32,
    /// Height.
    pub h: i32,
    /// Where its wires come from: the items of the column before.
    pub from: Vec<usize>,
    /// Where they arrive.
    pub inputs: Vec<i32>,
}

impl Item {
    pub(super) fn middle(&self) -> i32 {
        self.y + self.h / 2
    }
}

/// A wire between a column and the one before.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Where it leaves.
    pub from: i32,
    /// Where it arrives.
    pub to: i32,
    /// Its lane, counted from the right; none if it is straight.
    pub lane: Option<i32>,
}

/// The columns: first that of the encoders, whose middles are at `harts`, then those of the funnels, the last one alone
/// in its own.
pub(super) fn columns(build: &Build, harts: &[i32]) -> Vec<Vec<Item>> {
    let funnels = build.funnels();
    let levels = levels(&funnels);
    let source = |y: &i32| Item { funnel: None, y: y - 1, h: 2, from: vec![], inputs: vec![] };
    let mut columns: Vec<Vec<Item>> = vec![harts.iter().map(source).collect()];
    // What each item of the last column carries.
    let mut carried: Vec<FunnelInput> = (0..harts.len() as u32).map(FunnelInput::Hart).collect();
    for level in 1..=levels.last().copied().unwrap_or(0) {
        let before = &columns[columns.len() - 1];
        let mut items: Vec<(Item, FunnelInput)> = Vec::new();
        let mut used = vec![false; carried.len()];
        for (n, inputs) in funnels.iter().enumerate().filter(|(n, _)| levels[*n] == level) {
            let from: Vec<usize> = (0..carried.len()).filter(|i| inputs.contains(&carried[*i])).collect();
            from.iter().for_each(|i| used[*i] = true);
            items.push((Item::of(Some(n as u32), from, before), FunnelInput::Funnel(n as u32)));
        }
        for i in (0..carried.len()).filter(|i| !used[*i]) {
            items.push((Item::of(None, vec![i], before), carried[i]));
        }
        items.sort_by_key(|(item, _)| item.middle());
        let (mut column, now): (Vec<Item>, Vec<FunnelInput>) = items.into_iter().unzip();
        spread(&mut column, before);
        columns.push(column);
        carried = now;
    }
    columns
}

/// How many funnels are in front of each, itself included.
fn levels(funnels: &[Vec<FunnelInput>]) -> Vec<usize> {
    let mut levels: Vec<usize> = Vec::new();
    for inputs in funnels {
        let level = |input: &FunnelInput| match input {
            FunnelInput::Hart(_) => 0,
            FunnelInput::Funnel(n) => levels[*n as usize],
        };
        levels.push(1 + inputs.iter().map(level).max().unwrap_or(0));
    }
    levels
}

impl Item {
    /// As high as its inputs are apart, so that its wires are straight.
    fn of(funnel: Option<u32>, from: Vec<usize>, before: &[Item]) -> Item {
        let sources: Vec<i32> = from.iter().map(|i| before[*i].middle()).collect();
        let (first, last) = (sources.iter().min().copied().unwrap_or(0), sources.iter().max().copied().unwrap_or(0));
        let h = if funnel.is_some() { (last - first + 2 * INPUT).max(LEAST) } else { PASS };
        Item { funnel, y: (first + last) / 2 - h / 2, h, from, inputs: sources }
    }

    /// Low, with its inputs close to each other.
    fn compact(&mut self, before: &[Item]) {
        let count = self.from.len() as i32;
        let middle = self.from.iter().map(|i| before[*i].middle()).sum::<i32>() / count.max(1);
        if self.funnel.is_some() {
            self.h = LEAST.max((count + 1) * INPUT);
        }
        self.y = middle - self.h / 2;
    }
}

/// Moves the items of a column, which are in order, apart.
fn spread(column: &mut [Item], before: &[Item]) {
    let collides = |items: &[Item]| items.windows(2).any(|pair| pair[0].y + pair[0].h + GAP > pair[1].y);
    if !collides(column) {
        return;
    }
    column.iter_mut().for_each(|item| item.compact(before));
    let centre = |items: &[Item]| items.iter().map(Item::middle).sum::<i32>() / items.len() as i32;
    let wanted = centre(column);
    for i in 1..column.len() {
        column[i].y = column[i].y.max(column[i - 1].y + column[i - 1].h + GAP);
    }
    let moved = centre(column) - wanted;
    for item in column.iter_mut() {
        item.y -= moved;
        let count = item.from.len() as i32;
        let first = item.middle() - (count - 1) * INPUT / 2;
        item.inputs = (0..count).map(|i| first + i * INPUT).collect();
    }
}

/// The wires into a column, and how many lanes they take.
pub(super) fn edges(before: &[Item], column: &[Item]) -> (Vec<Vec<Edge>>, i32) {
    let mut taken: Vec<(i32, i32, i32)> = Vec::new();
    let mut most = 0;
    let mut all = Vec::new();
    for item in column {
        let ends: Vec<(i32, i32)> =
            item.from.iter().zip(&item.inputs).map(|(i, to)| (before[*i].middle(), *to)).collect();
        let mut edges: Vec<Edge> = ends.iter().map(|&(from, to)| Edge { from, to, lane: None }).collect();
        // Wires that go down: the upper ones bend last. Wires that go up: the lower ones do. So none crosses another
        // one.
        let down: Vec<usize> = (0..ends.len()).filter(|i| ends[*i].0 < ends[*i].1).collect();
        let up: Vec<usize> = (0..ends.len()).rev().filter(|i| ends[*i].0 > ends[*i].1).collect();
        for group in [down, up] {
            let span = |i: usize| (ends[i].0.min(ends[i].1), ends[i].0.max(ends[i].1));
            let is_free = |offset: i32| {
                group.iter().enumerate().all(|(n, i)| {
                    let (top, bottom) = span(*i);
                    let lane = offset + n as i32;
                    taken.iter().all(|&(other, from, to)| other != lane || to + 2 < top || bottom + 2 < from)
                })
            };
            let offset = (0..).find(|offset| is_free(*offset)).unwrap_or(0);
            for (n, i) in group.iter().enumerate() {
                let lane = offset + n as i32;
                let (top, bottom) = span(*i);
                taken.push((lane, top, bottom));
                edges[*i].lane = Some(lane);
                most = most.max(lane + 1);
            }
        }
        all.push(edges);
    }
    (all, most)
}
