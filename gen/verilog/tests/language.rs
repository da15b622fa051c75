// SPDX-License-Identifier: Apache-2.0
//! What the hardware language looks like in Verilog.

use rust_hdl_core::prelude::*;
use tracewright_config::Reset;
use tracewright_prim::{Reg, Resets};
use tracewright_verilog::{emit, kernel, Bundle, Module, Narrow, Optional, Options, Record};

/// What is built.
struct Build {
    tagged: bool,
}

impl Resets for Build {
    fn reset(&self) -> Reset {
        Reset::Async
    }
}

/// A word, and whom it belongs to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
struct Word {
    data: Bits<8>,
    /// Whom the word belongs to.
    #[built(tags)]
    tag: Bits<4>,
}

/// A word on its way.
#[derive(Copy, Clone, Debug, Default, PartialEq, Record)]
struct Parcel {
    /// The word that is sent.
    word: Word,
    urgent: Bit,
}

/// Sends a parcel a cycle later.
#[derive(Module)]
#[module(build: Build)]
struct Sender {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    /// What comes.
    pub parcel: Signal<In, Parcel>,
    /// What is sent.
    pub sent: Signal<Out, Parcel>,
    /// What is kept.
    kept: Reg<Parcel>,
}

impl Logic for Sender {
    #[kernel]
    fn update(&mut self) {
        self.kept.d.next = self.parcel.val();
        self.sent.next = self.kept.q.val();
    }
}

#[test]
fn a_net_has_the_comment_of_the_innermost_field_and_those_of_a_record_have_its_comment_above() {
    let options = Options { features: &[("tags", true)], ..Options::default() };
    let build = Build { tagged: true };
    let text = emit(&Sender::new(&build), "sender", &options).expect("Verilog").files.remove(0).text;
    for line in [
        "  // parcel_*: What comes.\n  input  wire [7:0] parcel_word_data,  // The word that is sent.\n",
        "parcel_word_tag,   // Whom the word belongs to.\n",
        "parcel_urgent,     // What comes.\n",
        "  // sent_*: What is sent.\n  output wire [7:0] sent_word_data,    // The word that is sent.\n",
        "sent_word_tag,     // Whom the word belongs to.\n",
        "  // kept_*: What is kept.\n  reg  [7:0] kept_word_data_q;  // The word that is sent.\n",
        "kept_word_tag_q;   // Whom the word belongs to.\n",
        "kept_urgent_q;     // What is kept.\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert_eq!(text.matches("_*: ").count(), 3, "{text}");
}

/// Keeps the last word.
#[derive(Module)]
#[module(build: Build)]
struct Last {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The word comes.
    pub valid: Signal<In, Bit>,
    /// The word.
    pub word: Signal<In, Word>,
    /// Tags that are kept.
    #[built(build.tagged)]
    pub mask: Optional<Signal<In, Bits<4>>>,
    /// The last word.
    pub last: Signal<Out, Word>,
    #[value(Word { data: bits(0x5A), ..Word::default() })]
    kept: Reg<Word>,
    masked: Signal<Local, Bits<4>>,
    late: Reg<Bit>,
    /// There was a word in the cycle before.
    pub came: Signal<Out, Bit>,
}

impl Logic for Last {
    #[kernel]
    fn update(&mut self) {
        // Of a tag, only what the mask says is kept.
        self.masked.next = self.word.val().tag & self.mask.val();
        // The word stays
        // until the next one comes.
        if self.valid.val() {
            let doubled = self.word.val().data + self.word.val().data;
            self.kept.d.next = Word { data: doubled, tag: self.masked.val() };
        }
        self.last.next = self.kept.q.val();
        // A cycle later.
        self.late.d.next = self.valid.val();
        self.came.next = self.late.q.val();
    }
}

fn text(tagged: bool) -> String {
    let options = Options { features: &[("tags", tagged)], ..Options::default() };
    emit(&Last::new(&Build { tagged }), "last", &options).expect("Verilog").files.remove(0).text
}

/// Takes numbers, with an option.
#[derive(Module)]
#[module(build: Build)]
struct Taker {
    pub select: Signal<In, Bit>,
    pub given: Signal<In, Bits<4>>,
    #[built(build.tagged)]
    pub tag: Optional<Signal<In, Bits<4>>>,
    #[built(build.tagged)]
    pub marked: Optional<Signal<In, Bit>>,
    pub taken: Signal<Out, Bits<4>>,
    pub tried: Signal<Out, Bit>,
    pub both: Signal<Out, Bit>,
    is_marked: Signal<Local, Bit>,
    #[new(build.tagged)]
    _tagged: bool,
}

impl Logic for Taker {
    #[kernel]
    fn update(&mut self) {
        self.is_marked.next = self.marked.val();
        self.taken.next = bits::<4>(0);
        // With a tag, that.
        if self.is_marked.val() {
            self.taken.next = self.tag.val();
        }
        if self.select.val() {
            // Marked by the tag.
            if self.is_marked.val() {
                self.taken.next = bits::<4>(1);
            }
            self.taken.next = self.given.val();
        }
        // A tag of 0 is as good as none.
        let tries: Bit = if self._tagged { self.tag.val().any() } else { true };
        self.tried.next = self.select.val() & tries;
        // Both of two bits.
        let mut both: Bit = true;
        for bit in 0..2 {
            both &= self.given.val().get_bit(bit);
        }
        self.both.next = both;
    }
}

#[test]
fn a_comment_on_a_value_that_the_build_says_vanishes() {
    let text =
        |tagged| emit(&Taker::new(&Build { tagged }), "taker", &Options::default()).unwrap().files.remove(0).text;
    let (with, without) = (text(true), text(false));
    assert!(with.contains("  // A tag of 0 is as good as none.\n  assign tries = |tag;\n"), "{with}");
    assert!(!without.contains("A tag of 0"), "{without}");
    assert!(with.contains("  // Both of two bits.\n"), "{with}");
}

#[test]
fn a_comment_vanishes_with_its_statement() {
    let text = |tagged| {
        let taker = Taker::new(&Build { tagged });
        emit(&taker, "taker", &Options::default()).expect("Verilog").files.remove(0).text
    };
    let (with, without) = (text(true), text(false));
    assert!(with.contains("// With a tag, that.\n    if (marked) begin"), "{with}");
    assert!(!without.contains("With a tag") && !without.contains("Marked by"), "{without}");
    assert!(without.contains("if (select) begin\n      taken = given;"), "{without}");
}

#[test]
fn a_comment_goes_where_its_statement_goes() {
    let late = "      // A cycle later.\n      late_q <= valid;";
    assert!(text(true).contains(late), "{}", text(true));
    let without = text(false);
    assert!(without.contains(late) && !without.contains("Of a tag"), "{without}");
}

#[test]
fn a_record_is_a_net_for_each_field() {
    let text = text(true);
    for line in [
        "  input  wire [7:0] word_data,  // The word.",
        "  input  wire [3:0] word_tag,   // Whom the word belongs to.",
        "      kept_data_q <= 8'h5a;",
        "      kept_tag_q <= 4'd0;",
        "  // Of a tag, only what the mask says is kept.\n  assign masked = word_tag & mask;",
        "  // The word stays\n  // until the next one comes.\n  assign doubled = word_data + word_data;",
        "      kept_tag_d = masked;",
        "  assign last_tag = kept_tag_q;",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn what_a_build_does_not_have_leaves_no_trace() {
    const UNTAGGED: &str = "\
module last (
  input  wire       clk,        // Rising edge.
  input  wire       rst_n,      // Active low.
  input  wire       valid,      // The word comes.
  input  wire [7:0] word_data,  // The word.
  output wire [7:0] last_data,  // The last word.
  output wire       came        // There was a word in the cycle before.
);

  reg  [7:0] kept_data_q, kept_data_d;
  reg        late_q;
  wire [7:0] doubled;

  always @(posedge clk or negedge rst_n) begin
    if (!rst_n) begin
      kept_data_q <= 8'h5a;
      late_q <= 1'b0;
    end else begin
      kept_data_q <= kept_data_d;
      // A cycle later.
      late_q <= valid;
    end
  end

  // The word stays
  // until the next one comes.
  assign doubled = word_data + word_data;

  always @(*) begin
    kept_data_d = kept_data_q;
    if (valid) begin
      kept_data_d = doubled;
    end
  end

  assign last_data = kept_data_q;
  assign came = late_q;

endmodule
";
    let text = text(false);
    assert!(text.contains(UNTAGGED), "{text}");
}

/// A word that goes by its own name.
#[derive(Bundle)]
#[module(build: Build)]
#[flat]
struct Tap {
    #[count(1)]
    #[width(if build.tagged { 6 } else { 2 } / 2)]
    pub word: Vec<Narrow<In, 8>>,
    pub sum: Signal<Out, Bits<8>>,
}

/// Has one of them, or two.
#[derive(Module)]
#[module(build: Build)]
struct Taps {
    #[count(1 + build.tagged as usize)]
    pub tap: Vec<Tap>,
}

impl Logic for Taps {
    #[kernel]
    fn update(&mut self) {
        for t in 0..self.tap.len() {
            self.tap[t].sum.next = self.tap[t].word[0].val() + 1;
        }
    }
}

#[test]
fn a_flat_bundle_has_names_and_numbers_where_there_are_several() {
    for (tagged, names, ports) in [
        (false, &[][..], &["word 1", "sum 8"][..]),
        (true, &[][..], &["tap_0_word 3", "tap_0_sum 8", "tap_1_word 3", "tap_1_sum 8"]),
        (
            true,
            &[("tap_0_", "left_"), ("tap_1_sum", "right")],
            &["left_word 3", "left_sum 8", "tap_1_word 3", "right 8"],
        ),
    ] {
        let options = Options { names, ..Options::default() };
        let output = emit(&Taps::new(&Build { tagged }), "taps", &options).expect("Verilog");
        let found: Vec<String> = output.ports.iter().map(|port| format!("{} {}", port.name, port.width)).collect();
        assert_eq!(found, ports);
    }
}

/// Keeps the word, and the mask where it is tagged.
#[derive(Module)]
#[module(build: Build)]
struct Two {
    /// Rising edge.
    pub clock: Signal<In, Clock>,
    /// Active low.
    pub rst_n: Signal<In, Bit>,
    /// The word.
    pub word: Signal<In, Word>,
    /// The last words of both.
    #[count(2)]
    pub last: Vec<Signal<Out, Word>>,
    tagged: Last,
    #[new(Last::new(&Build { tagged: !build.tagged }))]
    untagged: Last,
}

impl Logic for Two {
    #[kernel]
    fn update(&mut self) {
        self.tagged.valid.next = true;
        self.tagged.word.next = self.word.val();
        self.tagged.mask.next = bits::<4>(3);
        self.last[0].next = self.tagged.last.val();
        self.untagged.valid.next = false;
        self.untagged.word.next = self.word.val();
        self.last[1].next = self.untagged.last.val();
    }
}

#[test]
fn a_variant_is_called_by_what_only_it_has() {
    let options = Options { features: &[("tags", true)], ..Options::default() };
    let output = emit(&Two::new(&Build { tagged: true }), "two", &options).expect("Verilog");
    let names: Vec<&str> = output.files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["two", "last", "last_mask"]);
}

/// Adds `BY` to what a [`Half`] gives, which takes the words and makes of them what is half as wide, so that what is
/// added has the room that it needs.
#[derive(Module)]
#[module(build: Build)]
struct More<const BY: usize> {
    /// The word.
    pub word: Signal<In, Bits<8>>,
    /// The sum.
    pub sum: Signal<Out, Bits<4>>,
    half: Half,
}

impl<const BY: usize> Logic for More<BY> {
    #[kernel]
    fn update(&mut self) {
        self.half.word.next = self.word.val();
        self.sum.next = self.half.half.val() + BY.to_bits::<4>();
    }
}

#[test]
fn a_header_names_numbers_and_modules_of_the_verilog() {
    let options = Options { prefix: "tw_", ..Options::default() };
    let output = emit(&More::<3>::new(&Build { tagged: true }), "more", &options).expect("Verilog");
    let more = output.files.iter().find(|file| file.name == "more").expect("the top");
    let header: Vec<&str> = more.text.lines().take(2).collect();
    assert!(header[0].starts_with("// more: Adds 3 to what a `tw_half` gives, which"), "{header:?}");
    assert!(header[0].len() <= 110 && header[1].starts_with("//   "), "{header:?}");
}

/// Half a word (Words ch. 2, Halves 3.1). Not the rest.
#[derive(Module)]
#[module(_build: Build)]
struct Half {
    /// The word.
    pub word: Signal<In, Bits<8>>,
    /// Half of the word.
    pub half: Signal<Out, Bits<4>>,
}

impl Logic for Half {
    #[kernel]
    fn update(&mut self) {
        self.half.next = self.word.val().get_bits::<4>(0);
    }
}

#[test]
fn a_header_is_a_whole_sentence() {
    let output = emit(&Half::new(&Build { tagged: true }), "half", &Options::default()).expect("Verilog");
    let header = output.files[0].text.lines().next();
    assert_eq!(header, Some("// half: Half a word (Words ch. 2, Halves 3.1)."));
}

/// Counts to 7, and adds up what it is told of each.
#[derive(Module)]
#[module(build: Build)]
struct Steps {
    pub clock: Signal<In, Clock>,
    pub rst_n: Signal<In, Bit>,
    /// What is added.
    pub parts: Signal<In, Bits<3>>,
    /// The sum, twice.
    pub sum: Signal<Out, Bits<8>>,
    pub both: Signal<Out, Bits<8>>,
    /// The last step.
    pub is_last: Signal<Out, Bit>,
    step: Reg<Bits<8>>,
}

impl Logic for Steps {
    #[kernel]
    fn update(&mut self) {
        let is_last = self.step.q.val() == bits::<8>(7);
        self.is_last.next = is_last;
        self.step.d.next = if is_last { bits::<8>(0) } else { (self.step.q.val() + 1) & bits::<8>(7) };
        let mut sum: Bits<8> = bits::<8>(0);
        let mut both: Bits<8> = bits::<8>(0);
        for n in 0..3 {
            let part = bit_cast::<8, 1>(self.parts.val().get_bit(n).into()) + self.step.q.val();
            sum = sum + part;
            both = both ^ part;
        }
        self.sum.next = sum;
        self.both.next = both;
    }
}

fn steps() -> tracewright_verilog::Output {
    emit(&Steps::new(&Build { tagged: false }), "steps", &Options::default()).unwrap()
}

#[test]
fn a_value_in_a_loop_has_the_number_of_its_round() {
    let text = &steps().files[0].text;
    for round in 0..3 {
        assert!(text.contains(&format!(" part_{round};")), "{text}");
    }
    assert!(!text.contains("part_3"), "{text}");
}

/// The larger of two words.
#[kernel]
fn larger(a: Bits<8>, b: Bits<8>) -> Bits<8> {
    let is_larger = a > b;
    let best: Bits<8> = if is_larger { a } else { b };
    best
}

/// Finds the largest of four words, and the larger ones of two pairs.
#[derive(Module)]
#[module(_build: Build)]
struct Largest {
    /// The words.
    #[count(4)]
    pub words: Vec<Signal<In, Bits<8>>>,
    /// The larger of each two, added up.
    pub sum: Signal<Out, Bits<8>>,
    /// Whether it is in the last two.
    pub is_late: Signal<Out, Bit>,
}

impl Logic for Largest {
    #[kernel]
    fn update(&mut self) {
        let early = larger(self.words[0].val(), self.words[1].val());
        let late = larger(self.words[2].val(), self.words[3].val());
        self.sum.next = early + late;
        self.is_late.next = late > early;
    }
}

#[test]
fn a_value_whose_name_is_taken_has_the_one_that_the_caller_gives_it() {
    let output = emit(&Largest::new(&Build { tagged: false }), "largest", &Options::default()).unwrap();
    let text = &output.files[0].text;
    assert!(text.contains("assign sum = best + late;") && !text.contains("best_2"), "{text}");
}

#[test]
fn a_value_with_the_name_of_the_output_that_it_goes_to_is_that_output() {
    let text = &steps().files[0].text;
    assert!(text.contains("assign is_last = ") && !text.contains("is_last_2"), "{text}");
}

#[test]
fn bits_of_registers_are_those_of_the_verilog() {
    let output = steps();
    assert!(output.files[0].text.contains("reg  [2:0] step_q"), "{}", output.files[0].text);
    assert_eq!(output.register_bits, 3);
}

/// Says what a code means. Only some builds have codes of three bits.
#[derive(Module)]
#[module(build: Build)]
struct Meaning {
    #[width(if build.tagged { 3 } else { 2 })]
    pub code: Narrow<In, 3>,
    /// Everything counts.
    pub all: Signal<In, Bit>,
    pub meaning: Signal<Out, Bits<2>>,
    pub counts: Signal<Out, Bit>,
    pub is_lost: Signal<Out, Bit>,
    /// Everything counts.
    takes_all: Signal<Local, Bit>,
}

impl Logic for Meaning {
    #[kernel]
    fn update(&mut self) {
        self.takes_all.next = self.all.val();
        self.meaning.next = bits::<2>(0);
        match self.code.val().index() {
            1 | 5 => self.meaning.next = bits::<2>(1),
            2 | 3 | 6 => self.meaning.next = bits::<2>(2),
            _ => {}
        }
        let has_code = self.code.val().any();
        let counts: Bit = if self.takes_all.val() { true } else { has_code };
        self.counts.next = counts;
        let is_lost: Bit = if self.takes_all.val() { false } else { has_code };
        self.is_lost.next = is_lost;
    }
}

/// The Verilog of a [`Meaning`].
fn meaning(tagged: bool) -> String {
    let options = Options::default();
    emit(&Meaning::new(&Build { tagged }), "meaning", &options).expect("Verilog").files.remove(0).text
}

#[test]
fn a_case_has_the_labels_that_its_value_can_have() {
    let (three, two) = (meaning(true), meaning(false));
    assert!(three.contains("case (code)\n      3'd1,\n      3'd5: begin"), "{three}");
    assert!(two.contains("case (code)\n      2'd1: begin"), "{two}");
    assert!(two.contains("      2'd2,\n      2'd3: begin") && !two.contains("3'd"), "{two}");
}

#[test]
fn a_bit_that_one_side_decides_is_an_operator() {
    let text = meaning(true);
    assert!(text.contains("assign counts = all || has_code;"), "{text}");
    assert!(text.contains("assign is_lost = !all && has_code;"), "{text}");
}

#[test]
fn a_name_of_which_a_comment_says_no_more_is_no_wire() {
    let text = meaning(true);
    assert!(!text.contains("takes_all") && text.contains("// Everything counts."), "{text}");
}

#[test]
fn a_feature_of_a_record_that_is_not_there_is_refused() {
    let options = Options { features: &[("tag", true)], ..Options::default() };
    let error = emit(&Sender::new(&Build { tagged: true }), "sender", &options).expect_err("no feature `tags`");
    let says = "module sender: a field of a record is #[built(tags)], which is no feature: name one of those listed";
    assert_eq!(error.to_string(), says);
}
