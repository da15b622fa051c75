// SPDX-License-Identifier: Apache-2.0
//! Timing diagrams: what is read from waveforms, and what is drawn.

use tracewright_config::PibMode;
use tracewright_package::diagram::timing::{pins, Pins, Row, Signal, Span, Timing, WaveError, Waveform};

const TWO_CLOCKS: &str = "$timescale 1 ns $end
$scope module top $end $var wire 1 ! clk $end
$scope module inner $end $var wire 8 \" value [7:0] $end $var reg 1 ! alias $end $upscope $end $upscope $end
$enddefinitions $end
#0 $dumpvars 0! bx \" $end
#5 1! b101 \"
#10 0!
#15 1! b11110000 \"
#20
";

/// UART, a tick of 10: byte 0x8B, which ends a message.
fn uart(stop: u32) -> String {
    let bits = [1, 1, 0, 1, 1, 0, 1, 0, 0, 0, 1, stop, 1, 1];
    let header = "$var wire 1 t tdata $end $var wire 1 e pibEnable $end $enddefinitions $end\n#0 1e\n";
    let changes = bits.iter().enumerate().map(|(n, bit)| format!("#{} {bit}t\n", n * 10));
    changes.fold(header.to_string(), |text, change| text + &change) + "#300\n"
}

fn setting(mode: PibMode) -> Pins {
    Pins { mode, ref_center: false, tick: 10, skip: 0, most: 9, pattern: false }
}

#[test]
fn signals_of_every_scope_have_their_values() {
    let wave = Waveform::read(TWO_CLOCKS.as_bytes()).unwrap();
    let names: Vec<&str> = wave.signals.iter().map(|signal| signal.name.as_str()).collect();
    assert_eq!((names, wave.end), (vec!["clk", "value", "alias"], 20));
    let value = wave.signal("value").unwrap();
    assert_eq!(value.changes, [(0, None), (5, Some(5)), (15, Some(0xF0))]);
    assert_eq!(
        [0, 4, 5, 14, 15, 99].map(|time| value.at(time)),
        [None, None, Some(5), Some(5), Some(0xF0), Some(0xF0)]
    );
    assert_eq!(value.bit(0).changes, [(0, None), (5, Some(1)), (15, Some(0))]);
    let clk = wave.signal("clk").unwrap();
    assert_eq!(
        (clk.next(1, 5), clk.next(1, 10), clk.next(1, 16), clk.change(5)),
        (Some(5), Some(15), Some(16), Some(10))
    );
    assert_eq!(wave.signal("alias").unwrap().changes, clk.changes);
    assert!(matches!(wave.signal("other"), Err(WaveError::Missing(name)) if name == "other"));
    assert!(matches!(Waveform::read("no file".as_bytes()), Err(WaveError::Format(_))));
}

#[test]
fn bytes_and_messages_are_read_from_the_pins() {
    let wave = Waveform::read(uart(1).as_bytes()).unwrap();
    let timing = pins(&wave, &setting(PibMode::Uart), "a byte").unwrap();
    let spans = |name: &str| {
        let of = |row: &Row| match row {
            Row::Spans(own, spans) if own == name => Some(spans.clone()),
            _ => None,
        };
        timing.rows.iter().find_map(of).unwrap()
    };
    assert_eq!(spans("bytes"), [Span { from: 30, to: 110, text: "8B".into() }]);
    assert_eq!(spans("messages"), [Span { from: 30, to: 110, text: "message 1".into() }]);
    let bits: Vec<String> = spans("bits").into_iter().map(|span| span.text).collect();
    assert_eq!(bits, ["st.", "1", "1", "0", "1", "0", "0", "0", "1", "sp."]);
}

#[test]
fn pins_that_are_not_in_the_mode_are_refused() {
    let missing = pins(&Waveform::default(), &setting(PibMode::Uart), "").unwrap_err();
    assert_eq!(missing.to_string(), "the waveform has no signal `tdata`");
    let wave = Waveform::read(uart(0).as_bytes()).unwrap();
    let refused = |mode, most| pins(&wave, &Pins { most, ..setting(mode) }, "").unwrap_err().to_string();
    assert_eq!(refused(PibMode::Uart, 9), "at 110: there is no stop bit");
    assert_eq!(refused(PibMode::Manchester, 9), "at 0: there is no start bit");
    let skipping = Pins { skip: 100, ..setting(PibMode::Parallel1) };
    assert_eq!(
        pins(&wave, &skipping, "").unwrap_err().to_string(),
        "at 300: there are fewer bytes than are to be skipped"
    );
}

#[test]
fn rows_are_drawn_in_order_and_as_they_change() {
    let signal = |name: &str, width, changes| Row::Signal(Signal { name: name.into(), width, changes });
    let spans = vec![Span { from: 0, to: 20, text: "a & b".into() }, Span { from: 90, to: 95, text: "outside".into() }];
    let timing = Timing {
        title: "Three rows".into(),
        from: 0,
        to: 40,
        grid: 10,
        pixels: 30,
        rows: vec![
            signal("clk", 1, vec![(0, Some(0)), (10, Some(1)), (20, None)]),
            signal("bus", 8, vec![(0, None), (20, Some(0xA))]),
            Row::Spans("phases".into(), spans),
        ],
    };
    let text = timing.svg();
    let document = roxmltree::Document::parse(&text).unwrap();
    let texts: Vec<&str> =
        document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text()).collect();
    assert_eq!(texts, ["Three rows", "clk", "bus", "0A", "phases", "a & b"]);
    let line = document.descendants().find(|node| node.has_tag_name("polyline")).unwrap();
    assert_eq!(line.attribute("points"), Some("104,68 132,68 136,48 162,48 166,58 224,58"));
    let count = |name: &str| document.descendants().filter(|node| node.has_tag_name(name)).count();
    assert_eq!((count("polygon"), count("line")), (2, 5));
    assert!(text == timing.svg());
}
