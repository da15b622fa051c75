// SPDX-License-Identifier: Apache-2.0
//! Files: VCD of simulators and logic analysers, and samples.

use crate::samples::{raw, sampled};
use crate::vcd::vcd;
use crate::waveform::{Part, Waveform};
use crate::{EXAMPLE, MODES};
use tracewright_peers::pins::capture::{CaptureError, Names, Raw, Unit, Vcd};
use tracewright_peers::pins::{bit_period, Change, PibMode, Pins, Recording};

fn waveform(mode: PibMode) -> Waveform {
    let message = Part::Message(EXAMPLE.into());
    Waveform::new(mode, &[Part::Idle(20), message.clone(), Part::Idle(3), message, Part::Idle(20)], false, false)
}

fn read(mode: PibMode, text: &str, names: &Names) -> Result<Vec<Change>, CaptureError> {
    Vcd::new(text.as_bytes(), mode, names)?.collect()
}

/// The error of a file that can't be read.
fn refused(mode: PibMode, text: &str, names: &Names) -> String {
    read(mode, text, names).unwrap_err().to_string()
}

#[test]
fn a_vcd_file_has_the_changes_that_were_written() {
    for mode in MODES {
        let changes = waveform(mode).changes(10, || 0);
        let read = read(mode, &vcd(mode, &changes), &Names::default()).unwrap();
        assert_eq!(read, changes, "{mode:?}");
        let bit = bit_period(mode, read.iter().copied());
        assert_eq!(bit, (!mode.is_parallel()).then(|| waveform(mode).bit(10.0)), "{mode:?}");
        assert_eq!(Recording::of(mode, bit.unwrap_or_default(), read).bytes, EXAMPLE.repeat(2));
    }
}

#[test]
fn samples_have_a_byte_or_a_word_each() {
    for mode in MODES {
        let samples = sampled(&waveform(mode).changes(10, || 0), 2.5, 0.5);
        let file = raw(mode, &samples);
        assert_eq!(file.len(), samples.len() * if mode.is_parallel() { 4 } else { 1 });
        let changes: Result<Vec<_>, _> = Raw::new(&file[..], mode).collect();
        assert_eq!(Recording::of(mode, waveform(mode).bit(4.0), changes.unwrap()).bytes, EXAMPLE.repeat(2));
    }
    let mut words = Raw::new(&[0x34, 0x12, 0x01, 0x00, 0xFF][..], PibMode::Parallel16);
    let pins = Pins { tref: true, tdata: 0x1234 };
    assert_eq!(words.next().unwrap().unwrap(), Change { time: 0, pins });
    let error = words.next().unwrap().unwrap_err().to_string();
    assert_eq!(error, "the file ends within sample 1, which has 4 bytes in this mode");
    assert!(words.next().is_none());
}

/// As Verilator writes it: the top's ports in a scope around, the same signals with the same codes in scopes below.
const NESTED: &str = "$timescale 10 ps $end
 $scope module TOP $end
  $var wire 1 # pib_clk $end
  $var wire 1 $ tref $end
  $var wire 4 % tdata [3:0] $end
  $scope module tw_top $end
   $var wire 1 $ tref $end
   $var wire 4 % tdata [3:0] $end
   $var wire 1 & other $end
  $upscope $end
 $upscope $end
$enddefinitions $end
$dumpvars
bxxxx %
x$
$end
#5
b1010 %
1$
#7
0$
1#
#9
b1 %
";

#[test]
fn signals_are_found_by_name_from_the_top() {
    let pins = |tref, tdata| Pins { tref, tdata };
    let expected = [(0, pins(false, 0)), (5, pins(true, 0xA)), (7, pins(false, 0xA)), (9, pins(false, 1))]
        .map(|(time, pins)| Change { time, pins });
    for (tref, tdata) in [("tref", "tdata"), ("TOP.tref", "TOP.tdata"), ("tw_top.tref", "TOP.tw_top.tdata")] {
        let names = Names { tref: tref.into(), tdata: vec![tdata.into()] };
        assert_eq!(read(PibMode::Parallel4, NESTED, &names).unwrap(), expected);
    }
    let unit = Vcd::new(NESTED.as_bytes(), PibMode::Uart, &Names::default()).unwrap().unit();
    assert_eq!(unit, Unit::Femtoseconds(10_000));
    assert_eq!(unit.at(5), "50 ps");
}

#[test]
fn tdata_may_be_a_signal_for_each_bit() {
    // As sigrok writes it, as others write an element of a vector, and with names of their own.
    for (name, names) in [
        ("tdata[N]", vec!["tdata"]),
        ("tdata [N]", vec!["tdata"]),
        ("DN", vec!["D0", "D1"]),
        ("bus[N]", vec!["bus[0]", "bus[1]"]),
    ] {
        let (one, two) = (name.replace('N', "0"), name.replace('N', "1"));
        let text = format!(
            "$timescale 1 ns $end\n$var wire 1 a {two} $end\n$var wire 1 b {one} $end\n$var wire 1 c tref $end\n\
             $enddefinitions $end\n#0\n1a\n0b\n0c\n#3\n1c\n0a\n1b\n"
        );
        let names = Names { tdata: names.into_iter().map(String::from).collect(), ..Names::default() };
        let tdata: Vec<_> = read(PibMode::Parallel2, &text, &names).unwrap().iter().map(|c| c.pins.tdata).collect();
        assert_eq!(tdata, [2, 1], "{name}");
    }
}

#[test]
fn scopes_may_be_nested_as_deep_as_the_file_is_long() {
    let depth = 50_000;
    let header: String = (0..depth).map(|n| format!("$scope module s{n} $end $var wire 1 # other $end\n")).collect();
    let text = format!(
        "$timescale 1 ns $end\n{header}$var wire 1 ! tdata $end\n{}$enddefinitions $end\n#0\n1!\n#5\n0!\n",
        "$upscope $end\n".repeat(depth)
    );
    assert_eq!(read(PibMode::Uart, &text, &Names::default()).unwrap().len(), 2);
    let inner = Names { tdata: vec![format!("s{}.s{}.tdata", depth - 2, depth - 1)], ..Names::default() };
    assert_eq!(read(PibMode::Uart, &text, &inner).unwrap().len(), 2);
    let error = refused(PibMode::Uart, &text, &Names { tdata: vec!["data".into()], ..Names::default() });
    assert!(error.len() < 10_000 && error.contains("s0.other, s0.s1.other"), "{error}");
}

#[test]
fn scopes_have_an_end_each() {
    let header = |before: &str, after: &str| {
        format!("{before} $var wire 1 ! tdata $end {after} $enddefinitions $end\n#0\n1!\n#5\n0!\n")
    };
    let whole = header("$scope module a $end", "$upscope $end");
    assert_eq!(read(PibMode::Uart, &whole, &Names::default()).unwrap().len(), 2);
    assert_eq!(read(PibMode::Uart, &header("", ""), &Names::default()).unwrap().len(), 2);
    for (before, after) in [
        ("$scope module a $end", ""),
        ("$scope module a $end $scope module b $end", "$upscope $end"),
        ("$scope module a $end", "$upscope $end $upscope $end"),
        ("$upscope $end", ""),
    ] {
        let error = refused(PibMode::Uart, &header(before, after), &Names::default());
        assert!(error.contains("unexpected command in the header"), "{before} {after}: {error}");
    }
    assert!(read(PibMode::Uart, "$scope", &Names::default()).is_err());
}

#[test]
fn a_scope_that_is_opened_again_is_the_same() {
    let part = |n| format!("$scope module a $end $var wire 1 {n} tdata [{n}] $end $upscope $end\n");
    let text = format!("{}{}$var wire 1 c tref $end\n$enddefinitions $end\n#0 11 00\n", part(0), part(1));
    assert_eq!(read(PibMode::Parallel2, &text, &Names::default()).unwrap()[0].pins.tdata, 2);
}

#[test]
fn a_time_scale_that_times_cannot_be_counted_in_is_refused() {
    for wrong in ["0 ns", "99999 s"] {
        let text = format!("$timescale {wrong} $end $var wire 1 ! tdata $end $enddefinitions $end\n#0\n1!\n");
        assert_eq!(
            refused(PibMode::Uart, &text, &Names::default()),
            format!("a time scale of {wrong} is none that times can be counted in")
        );
    }
}

#[test]
fn what_is_not_there_is_named_with_what_is() {
    let names = |tdata: &str| Names { tdata: vec![tdata.into()], ..Names::default() };
    assert_eq!(
        refused(PibMode::Parallel4, NESTED, &names("data")),
        "there is no signal `data`; there are: TOP.pib_clk, TOP.tref, TOP.tdata[3:0], TOP.tw_top.tref, \
         TOP.tw_top.tdata[3:0], TOP.tw_top.other"
    );
    assert!(refused(PibMode::Parallel8, NESTED, &names("tdata")).starts_with("there is no signal `tdata with 8 bits`;"));
    let twice = "$scope module a $end $var wire 1 ! tdata $end $upscope $end \
                 $scope module b $end $var wire 1 # tdata $end $upscope $end $enddefinitions $end #0 1! #1 0!\n";
    assert_eq!(
        refused(PibMode::Uart, twice, &names("tdata")),
        "`tdata` is the name of several signals: a.tdata, b.tdata"
    );
    assert_eq!(read(PibMode::Uart, twice, &names("a.tdata")).unwrap().len(), 2);
    assert!(refused(PibMode::Uart, "\x7fELF", &names("tdata")).contains("unexpected"));
    assert!(refused(PibMode::Uart, "$enddefinitions $end\n", &names("tdata")).ends_with("there are: none"));
}
