// SPDX-License-Identifier: Apache-2.0
//! What people and tools read.

use crate::common::*;
use tracewright_decoder::output::{Address, Format, Printer};
use tracewright_decoder::{decode, Settings};
use tracewright_image::Image;
use tracewright_messages::Tcode;

fn print(format: Format, trace: &[Vec<u8>], image: &Image) -> String {
    let mut printer = Printer::new(image, format, Vec::new());
    decode(&trace.concat(), image, &Settings::default(), &mut |item| printer.item(&item).unwrap());
    String::from_utf8(printer.into_inner()).unwrap()
}

/// Everything that a trace can say but a jump.
fn eventful() -> (Image, Vec<Vec<u8>>) {
    let trap = |btype, to: u64| message(Tcode::IndirectBranch, &[btype, 0, to >> 1]);
    let trace = vec![
        start(0x100),
        message(Tcode::Ownership, &[0xC]),
        vec![60 << 2, 0x13],
        trap(2, 0x300),
        trap(1, 0x300),
        message(Tcode::Error, &[0, 4]),
        trap(3, 0),
        message(Tcode::IndirectBranchSync, &[7, 0, 0, 0x100 >> 1]),
        stop(3, 1),
        vec![9 << 2],
    ];
    (program(&[(0x100, &[C_ADD, C_EBREAK])]), trace)
}

#[test]
fn addresses_have_eight_digits_or_more() {
    let texts = [0x100, 0x8000_0ABC, 0xFFFF_FFFF_8000_31F4].map(|a| Address(a).to_string());
    assert_eq!(texts, ["0x00000100", "0x80000ABC", "0xFFFFFFFF800031F4"]);
}

#[test]
fn pc_lists_instructions_alone() {
    let (image, trace) = eventful();
    assert_eq!(print(Format::Pc, &trace, &image), "0x00000100\n0x00000102\n");
}

#[test]
fn a_listing_shows_bits_text_symbol_and_every_event() {
    let (image, trace) = eventful();
    let expected = "\
-- byte 0: synchronised at 0x00000100: exit from debug mode (SYNC 3)
-- byte 4: M-mode
-- byte 6: message of TCODE 60 ignored: vendor-defined message
-- exception before 0x00000100, handler 0x00000200
-- exception or interrupt before 0x00000200, handler 0x00000100
-- byte 16: messages were lost: program trace; queue overrun (ETYPE 0, ECODE 0x4)
-- byte 19: 3 bytes skipped, up to a synchronising message
-- byte 22: synchronised at 0x00000100: restart after lost messages (SYNC 7)
0x00000100  9532      add a0,a0,a2
0x00000102  9002      ebreak
-- error: byte 27, message 9: execution goes where the program has no code, at address 0x00000104
-- byte 27: trace stops: debug mode entered (EVCODE 0)
-- byte 31: trace ends in the middle of a message
";
    let found = print(Format::Listing, &trace, &image);
    assert_eq!(found.lines().map(str::trim_end).collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>());

    let image = Image::load(&crate::vectors::vector("walk32.elf")).unwrap();
    let listing = print(Format::Listing, &[start(0x8000_0000), stop(6, 1)], &image);
    assert_eq!(
        listing.lines().skip(1).take(3).collect::<Vec<_>>(),
        [
            "0x80000000  00001117  auipc sp,0x1                  _start",
            "0x80000004  1F010113  addi sp,sp,496                _start+0x4",
            "0x80000008  2205      jal 0x80000128                _start+0x8",
        ]
    );
}

#[test]
fn ntrace_table_15_says_what_was_lost() {
    let image = program(&[(0x100, &[C_ADD])]);
    let lost = |etype, ecode| vec![message(Tcode::Error, &[etype, ecode])];
    for (etype, ecode, line) in [
        (0, 0, "not said which; queue overrun (ETYPE 0, ECODE 0x0)"),
        (0, 0x0C, "program trace, ownership; queue overrun (ETYPE 0, ECODE 0xc)"),
        (8, 0x80, "vendor-defined; vendor-defined error (ETYPE 8, ECODE 0x80)"),
        (1, 0x24, "program trace, reserved; reserved error type (ETYPE 1, ECODE 0x24)"),
    ] {
        let expected = format!("-- byte 0: messages were lost: {line}\n");
        assert_eq!(print(Format::Listing, &lost(etype, ecode), &image), expected);
    }
    let expected = r#"{"item":"lost","byte":0,"etype":0,"name":"queue overrun","ecode":8,"lost":["ownership"]}"#;
    assert_eq!(print(Format::Json, &lost(0, 8), &image).trim_end(), expected);
}

#[test]
fn tools_read_privilege_and_context_apart() {
    let image = program(&[(0x100, &[C_ADD])]);
    let own = |process| message(Tcode::Ownership, &[process]);
    let trace = [start(0x100), own(0x3B2), own(0x25 << 5 | 7), own(0xC), own(1)];
    let text = print(Format::Json, &trace, &image);
    let expected = [
        r#"{"item":"ownership","byte":4,"process":"0x3b2","privilege":"VU","scontext":"0x1d","hcontext":null}"#,
        r#"{"item":"ownership","byte":7,"process":"0x4a7","privilege":"S","scontext":null,"hcontext":"0x25"}"#,
        r#"{"item":"ownership","byte":10,"process":"0xc","privilege":"M","scontext":null,"hcontext":null}"#,
        r#"{"item":"ownership","byte":12,"process":"0x1","privilege":null,"scontext":null,"hcontext":null}"#,
    ];
    assert_eq!(text.lines().skip(1).collect::<Vec<_>>(), expected);
    assert!(print(Format::Listing, &trace, &image).ends_with("-- byte 12: reserved PROCESS 0x1\n"));
}

#[test]
fn json_has_an_object_an_item() {
    let (image, trace) = eventful();
    let text = print(Format::Json, &trace, &image);
    let items: Vec<serde_json::Value> = text.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let kinds: Vec<_> = items.iter().map(|i| i["item"].as_str().unwrap()).collect();
    let expected = "sync ownership ignored trap trap lost skipped sync instruction instruction error stop cut";
    assert_eq!(kinds.join(" "), expected);
    let instruction =
        r#"{"item":"instruction","pc":"0x00000100","bits":"9532","text":"add a0,a0,a2","symbol":null,"offset":null}"#;
    assert_eq!(text.lines().nth(8), Some(instruction));
}
