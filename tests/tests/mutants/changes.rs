// SPDX-License-Identifier: Apache-2.0
//! Small changes of expressions.

use tracewright_tests::verilog::{Expression, Kind, Token, Use};

/// A change of an expression: what kind it is, and the text with it.
pub struct Change {
    pub kind: &'static str,
    pub text: String,
}

/// Operators between two values: what each becomes, and the kind of the change.
const BINARY: [(&str, &str, &str); 15] = [
    ("&&", "||", "and"),
    ("||", "&&", "or"),
    ("==", "!=", "equality"),
    ("!=", "==", "equality"),
    ("<", ">=", "order"),
    (">", "<=", "order"),
    ("<=", ">", "order"),
    (">=", "<", "order"),
    ("+", "-", "sum"),
    ("-", "+", "sum"),
    ("&", "|", "bits"),
    ("|", "&", "bits"),
    ("^", "|", "bits"),
    ("<<", ">>", "shift"),
    (">>", "<<", "shift"),
];

/// Operators in front of a value.
const UNARY: [(&str, &str, &str); 4] =
    [("!", "", "not"), ("~", "", "not"), ("|", "&", "reduction"), ("&", "|", "reduction")];

/// Every change of an expression of `module`.
pub fn changes(module: &str, expression: &Expression) -> Vec<Change> {
    let range = expression.range();
    let whole = &module[range.clone()];
    let with = |token: &Token, new: &str| {
        let (start, end) = (token.start - range.start, token.end() - range.start);
        format!("{}{new}{}", &whole[..start], &whole[end..])
    };
    let mut found = Vec::new();
    let tokens = &expression.tokens;
    for (n, token) in tokens.iter().enumerate() {
        if token.kind == Kind::Number {
            let kind = if expression.used == Use::Reset { "reset" } else { "constant" };
            found.extend(next_number(token.text).map(|new| Change { kind, text: with(token, &new) }));
        }
        let is_unary = n == 0 || tokens[n - 1].kind == Kind::Operator && ![")", "]", "}"].contains(&tokens[n - 1].text);
        let list = if is_unary { &UNARY[..] } else { &BINARY[..] };
        let change = list.iter().find(|(old, ..)| token.kind == Kind::Operator && *old == token.text);
        found.extend(change.map(|(_, new, kind)| Change { kind, text: with(token, new) }));
    }
    if expression.used == Use::Condition {
        found.push(Change { kind: "condition", text: format!("!({whole})") });
    }
    found.extend(swapped(module, tokens).map(|text| Change { kind: "choice", text }));
    found
}

/// A number with a width, its lowest bit turned.
fn next_number(text: &str) -> Option<String> {
    let (width, digits) = text.split_once('\'')?;
    let (base, digits) = digits.split_at_checked(1)?;
    let radix = match base {
        "b" => 2,
        "d" => 10,
        "h" => 16,
        _ => return None,
    };
    // Wider ones end in a digit that has the lowest bit, too.
    let (upper, last) = digits.split_at_checked(digits.len() - 1)?;
    let turned = match u128::from_str_radix(digits, radix) {
        Ok(value) if radix == 10 => (value ^ 1).to_string(),
        _ => format!("{upper}{:x}", u32::from_str_radix(last, radix).ok()? ^ 1),
    };
    Some(format!("{width}'{base}{turned}"))
}

/// `a ? b : c` as `a ? c : b`.
fn swapped(module: &str, tokens: &[Token]) -> Option<String> {
    let mut depth = 0;
    let mut places = Vec::new();
    for token in tokens {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            "?" | ":" if depth == 0 => places.push(token),
            _ => {}
        }
    }
    let [question, colon] = places[..] else { return None };
    let (first, last) = (tokens.first()?.start, tokens.last()?.end());
    let parts = [first..question.start, question.end()..colon.start, colon.end()..last];
    let [asked, yes, no] = parts.map(|range| module[range].trim());
    Some(format!("{asked} ? {no} : {yes}"))
}

#[test]
fn expressions_change_in_every_way() {
    let text = "module m ();\nassign a = !b && (|c) ? d + 4'd2 : {1'b1, ~e} << 5'h1f;\nendmodule";
    let [expression] = &tracewright_tests::verilog::expressions(text)[..] else { panic!("one expression") };
    let found: Vec<String> = changes(text, expression).iter().map(|c| format!("{}: {}", c.kind, c.text)).collect();
    let expected = [
        "not: b && (|c) ? d + 4'd2 : {1'b1, ~e} << 5'h1f",
        "and: !b || (|c) ? d + 4'd2 : {1'b1, ~e} << 5'h1f",
        "reduction: !b && (&c) ? d + 4'd2 : {1'b1, ~e} << 5'h1f",
        "sum: !b && (|c) ? d - 4'd2 : {1'b1, ~e} << 5'h1f",
        "constant: !b && (|c) ? d + 4'd3 : {1'b1, ~e} << 5'h1f",
        "constant: !b && (|c) ? d + 4'd2 : {1'b0, ~e} << 5'h1f",
        "not: !b && (|c) ? d + 4'd2 : {1'b1, e} << 5'h1f",
        "shift: !b && (|c) ? d + 4'd2 : {1'b1, ~e} >> 5'h1f",
        "constant: !b && (|c) ? d + 4'd2 : {1'b1, ~e} << 5'h1e",
        "choice: !b && (|c) ? {1'b1, ~e} << 5'h1f : d + 4'd2",
    ];
    assert_eq!(found, expected);
}
