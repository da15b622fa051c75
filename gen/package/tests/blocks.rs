// SPDX-License-Identifier: Apache-2.0
//! Block diagrams: everything of a build is named, and nothing covers anything else.

use std::collections::BTreeSet;
use tracewright_config::{Build, Loader, Preset, SinkKind, PRESETS};
use tracewright_package::diagram::drawing::{text_width, Domain, Drawing, Look, Rect, Weight};

fn changed(preset: &str, changes: &[String]) -> Build {
    let mut loader = Loader::preset(Preset::named(preset).unwrap());
    changes.iter().for_each(|change| loader.set(change).unwrap());
    loader.finish().unwrap().build
}

/// Presets, systems of every size and shape, and each sink with and without clocks of its own.
fn builds() -> Vec<Build> {
    let mut builds: Vec<Build> = PRESETS.iter().map(|preset| changed(preset.name, &[])).collect();
    let sets = ["sram", "sba", "pib", "atb", "stream", "sram,pib", "pib,atb", "sram,sba", "sram,sba,pib,atb,stream"];
    let sources = ["none", "core", "external", "slave"];
    let buses = ["apb4", "axi4-lite", "wishbone", "tilelink-ul"];
    for harts in 1..=16 {
        for (n, inputs) in [2, 3, 4, 5, 7, 16].into_iter().enumerate() {
            let at = harts + n;
            let source = sources[at % 4];
            builds.push(changed(
                "mcu",
                &[
                    format!("system.harts={harts}"),
                    format!("funnel_inputs={inputs}"),
                    "src_bits=4".into(),
                    format!("packer={}", [1, 4, 8][at % 3]),
                    format!("sram_width={}", [64, 128][at % 2]),
                    "sba_width=64".into(),
                    "atb_width=64".into(),
                    format!("sink.kind={}", sets[at % sets.len()]),
                    format!("sram_macro={}", at % 2 == 0),
                    format!("timestamp.source={source}"),
                    format!("timestamp.own_clock={}", source != "none" && harts % 2 == 0),
                    format!("timestamp.broadcast={}", source != "none" && n % 2 == 0),
                    format!("bus.kind={}", buses[harts % 4]),
                    format!("bus.own_clock={}", n % 2 == 0),
                    format!("bus.lock={}", at % 3 == 0),
                    format!("run.timestamp={}", source != "none"),
                ],
            ));
        }
    }
    for set in sets {
        builds.push(changed("micro", &[format!("sink.kind={set}")]));
        builds.push(changed("soc", &[format!("sink.kind={set}"), "system.harts=1".into()]));
    }
    builds
}

fn drawing(build: &Build) -> Drawing {
    tracewright_package::diagram::blocks(build, &format!("Tracewright {}", build.hash()))
}

/// What is wrong with the places of things.
fn covered(drawing: &Drawing) -> Vec<String> {
    let mut wrong = Vec::new();
    let Drawing { nodes, labels, wires, .. } = drawing;
    let boxes = nodes.iter().map(|node| (node.id.as_str(), node.rect));
    let all: Vec<(&str, Rect)> = boxes.chain(labels.iter().map(|label| (label.text.as_str(), label.rect()))).collect();
    for (n, (name, rect)) in all.iter().enumerate() {
        let others = all[..n].iter().filter(|(_, other)| rect.overlaps(other));
        wrong.extend(others.map(|(other, _)| format!("{name} covers {other}")));
        let picture = Rect { x: 0, y: 0, w: drawing.width, h: drawing.height };
        if !picture.contains(rect) {
            wrong.push(format!("{name} leaves the picture"));
        }
    }
    for node in nodes {
        for (n, line) in node.lines.iter().enumerate() {
            let width = text_width(line, if n == 0 { Weight::Name } else { Weight::Small });
            if width > node.rect.w || 15 * node.lines.len() as i32 > node.rect.h {
                wrong.push(format!("{}: `{line}` leaves its box", node.id));
            }
        }
        let inside = drawing.frame.contains(&node.rect);
        let is_ours = node.look != Look::Plain(Domain::Outside) && !node.id.starts_with("sample");
        if inside != is_ours {
            wrong.push(format!("{} is on the wrong side of the edge", node.id));
        }
    }
    let pieces: Vec<(usize, Rect)> = wires
        .iter()
        .enumerate()
        .flat_map(|(n, wire)| wire.points.windows(2).map(move |ends| (n, piece(ends[0], ends[1]))))
        .collect();
    for (n, piece) in &pieces {
        let hit = all.iter().filter(|(_, rect)| piece.overlaps(rect));
        wrong.extend(hit.map(|(name, _)| format!("a wire passes {name}: {piece:?}")));
        let along = pieces.iter().filter(|(other, also)| other < n && is_along(piece, also));
        let same = |other: usize| wires[*n].branch || wires[other].branch;
        wrong.extend(along.filter(|(other, _)| !same(*other)).map(|_| format!("two wires are one: {piece:?}")));
    }
    wrong
}

/// A piece of a wire, of no width.
fn piece(from: (i32, i32), to: (i32, i32)) -> Rect {
    assert!(from.0 == to.0 || from.1 == to.1, "{from:?} to {to:?}");
    let (x, y) = (from.0.min(to.0), from.1.min(to.1));
    Rect { x, y, w: (from.0 - to.0).abs(), h: (from.1 - to.1).abs() }
}

/// Whether two pieces have more than a point in common.
fn is_along(a: &Rect, b: &Rect) -> bool {
    let common =
        |from: i32, size: i32, other: i32, other_size: i32| from.max(other) < (from + size).min(other + other_size);
    (a.w == 0 && b.w == 0 && a.x == b.x && common(a.y, a.h, b.y, b.h))
        || (a.h == 0 && b.h == 0 && a.y == b.y && common(a.x, a.w, b.x, b.w))
}

#[test]
fn nothing_covers_anything_else() {
    for build in builds() {
        let drawing = drawing(&build);
        assert_eq!(covered(&drawing), Vec::<String>::new(), "{:?} {:?}", build.system, build.sink.kind);
    }
}

#[test]
fn everything_of_a_build_is_named() {
    for build in builds() {
        let text = drawing(&build).svg();
        let document = roxmltree::Document::parse(&text).unwrap();
        let ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "an identifier is there twice");
        let said = |id: &str, text: &str| {
            let group = document.descendants().find(|node| node.attribute("id") == Some(id));
            let group = group.unwrap_or_else(|| panic!("no {id} in {:?}", build.system));
            let said = group.descendants().filter_map(|node| node.text()).any(|said| said.contains(text));
            assert!(said, "{id} does not say `{text}`");
        };
        for hart in 0..build.system.harts {
            said(&format!("hart-{hart}"), &format!("hart {hart}"));
            said(&format!("encoder-{hart}"), &format!("0x{hart:X}000"));
            if build.encoder.src_bits > 0 {
                said(&format!("encoder-{hart}"), &format!("teSrcID {}", build.encoder.src_id + hart));
            }
        }
        for (funnel, inputs) in build.funnels().iter().enumerate() {
            said(&format!("funnel-{funnel}"), &format!("{} inputs", inputs.len()));
            said(&format!("funnel-{funnel}"), &format!("0x{:X}000", build.system.harts as usize + funnel));
        }
        for (kind, id, what) in [
            (SinkKind::Sram, "sink-sram", format!("words of {} bits", build.sink.sram_width)),
            (SinkKind::Sba, "sink-sba", format!("words of {} bits", build.sink.sba_width)),
            (SinkKind::Pib, "sink-pib-outside", format!("tdata[{}]", build.sink.pib_pins())),
            (SinkKind::Atb, "sink-atb", format!("beats of {} bits", build.sink.atb_width)),
            (SinkKind::Stream, "sink-stream-outside", "trace_*".into()),
        ] {
            if build.sink.has(kind) {
                said(id, &what);
            } else {
                assert!(!ids.contains(&id), "{id} is there");
            }
        }
        assert_eq!(ids.contains(&"router"), build.sinks().iter().count() > 1);
        assert_eq!(ids.contains(&"bus-crossing"), build.bus.own_clock);
        assert_eq!(ids.contains(&"time-crossing-0"), build.timestamp.own_clock);
        assert_eq!(ids.contains(&"sink-pib-crossing"), build.sink.has(SinkKind::Pib));
    }
}

#[test]
fn the_same_build_gives_the_same_text() {
    let build = changed("soc", &[]);
    assert_eq!(drawing(&build).svg(), drawing(&build).svg());
    let title = tracewright_package::diagram::blocks(&build, "a < b & \"c\"").svg();
    let document = roxmltree::Document::parse(&title).unwrap();
    assert!(document.descendants().any(|node| node.text() == Some("a < b & \"c\"")));
}
