// SPDX-License-Identifier: Apache-2.0
//! All changes of a design in one: which of them is made is an input of the top module, so that it is built once.

use verilator_sys::text::{expressions, Expression};

/// The input of the top module that says which change is made; 0 is none.
pub const INPUT: &str = "change";
/// Its width.
pub const WIDTH: u32 = 16;
/// The top module.
const TOP: &str = "tw_top";

/// Verilog files: name and text.
pub type Sources = Vec<(String, String)>;

/// What an expression of a module becomes where [`INPUT`] is a number.
#[derive(Clone, Debug)]
pub struct Change {
    /// The number.
    pub number: usize,
    /// The module.
    pub module: String,
    /// Which of its [`expressions`] it is.
    pub expression: usize,
    /// What it becomes.
    pub wrong: String,
}

/// The design with all of these changes in it.
///
/// # Panics
/// If the top module has no ports.
pub fn with_changes(sources: &Sources, changes: &[Change]) -> Sources {
    let with = |(name, text): &(String, String)| {
        let module = name.trim_end_matches(".v");
        let mut changed = text.clone();
        for (index, expression) in expressions(text).iter().enumerate().rev() {
            let here = changes.iter().filter(|change| change.module == module && change.expression == index);
            let range = expression.range();
            let choice = here.fold(format!("({})", &text[range.clone()]), |rest, Change { number, wrong, .. }| {
                format!("({TOP}.{INPUT} == {WIDTH}'d{number} ? ({wrong}) : {rest})")
            });
            if choice.len() > range.len() + 2 {
                changed.replace_range(range, &choice);
            }
        }
        if module == TOP {
            let head = format!("module {TOP} (\n");
            assert!(changed.contains(&head), "{TOP} has ports");
            changed = changed.replacen(&head, &format!("{head}  input wire [{}:0] {INPUT},\n", WIDTH - 1), 1);
        }
        // What a change makes constant is no fault of the Verilog.
        (name.clone(), format!("/* verilator lint_off CMPCONST */\n/* verilator lint_off UNSIGNED */\n{changed}"))
    };
    sources.iter().map(with).collect()
}

/// Which expressions of a module `wrong` has otherwise than `right`, and how; none if more differs than expressions.
pub fn changed_expressions(right: &str, wrong: &str) -> Option<Vec<(usize, String)>> {
    let (before, after) = (expressions(right), expressions(wrong));
    if before.len() != after.len() || between(right, &before) != between(wrong, &after) {
        return None;
    }
    let pairs = before.iter().zip(&after).map(|(before, after)| (&right[before.range()], &wrong[after.range()]));
    Some(pairs.enumerate().filter(|(_, (b, a))| b != a).map(|(index, (_, after))| (index, after.into())).collect())
}

/// What is between the expressions.
fn between<'a>(text: &'a str, expressions: &[Expression]) -> Vec<&'a str> {
    let mut at = 0;
    let mut parts = Vec::with_capacity(expressions.len() + 1);
    for expression in expressions {
        let range = expression.range();
        parts.push(&text[at..range.start]);
        at = range.end;
    }
    parts.push(&text[at..]);
    parts
}

#[test]
fn expressions_that_differ_are_found_and_chosen() {
    let right =
        "module tw_top (\n  input wire a,\n  output wire b\n);\nassign b = a && !a;\nassign c = a;\nendmodule\n";
    let wrong = right.replace("a && !a", "a || !a");
    let found = changed_expressions(right, &wrong).unwrap();
    assert_eq!(found, [(0, "a || !a".to_string())]);
    assert!(changed_expressions(right, &right.replace("assign c = a;\n", "")).is_none());
    assert!(changed_expressions(right, &right.replace("assign c", "assign d")).is_none());
    let change = Change { number: 7, module: "tw_top".into(), expression: 0, wrong: found[0].1.clone() };
    let [(_, text)] = &with_changes(&vec![("tw_top.v".into(), right.into())], &[change])[..] else {
        panic!("one file")
    };
    assert!(text.contains("module tw_top (\n  input wire [15:0] change,\n  input wire a,"), "{text}");
    assert!(text.contains("assign b = (tw_top.change == 16'd7 ? (a || !a) : (a && !a));\nassign c = a;"), "{text}");
}
