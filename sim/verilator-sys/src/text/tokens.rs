// SPDX-License-Identifier: Apache-2.0
//! The words, numbers and operators of Verilog text.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name or a keyword.
    Word,
    /// A number.
    Number,
    /// Anything else.
    Operator,
}

/// A token, and where its text begins.
#[derive(Clone, Copy, Debug)]
pub struct Token<'a> {
    /// What it is.
    pub kind: Kind,
    /// Its text.
    pub text: &'a str,
    /// Where that begins.
    pub start: usize,
}

impl Token<'_> {
    /// Where its text ends.
    pub fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// Operators of more than one character that the back end writes, the longest first.
const LONG: [&str; 11] = ["<=", ">=", "==", "!=", "&&", "||", "<<", ">>", "+:", "-:", "**"];

/// The tokens of a text, without comments and directives.
pub fn tokens(text: &str) -> Vec<Token<'_>> {
    let mut found = Vec::new();
    let mut start = 0;
    while let Some(first) = text[start..].chars().next() {
        let rest = &text[start..];
        let is_in_word = |c: char| c.is_alphanumeric() || "_$'".contains(c);
        let length = match first {
            _ if rest.starts_with("//") || first == '`' => {
                start += rest.find('\n').unwrap_or(rest.len());
                continue;
            }
            _ if first.is_whitespace() => {
                start += first.len_utf8();
                continue;
            }
            _ if is_in_word(first) => rest.find(|c| !is_in_word(c)).unwrap_or(rest.len()),
            _ => LONG.iter().find(|long| rest.starts_with(**long)).map_or(first.len_utf8(), |long| long.len()),
        };
        let kind = match first {
            _ if first.is_ascii_digit() => Kind::Number,
            _ if is_in_word(first) => Kind::Word,
            _ => Kind::Operator,
        };
        found.push(Token { kind, text: &rest[..length], start });
        start += length;
    }
    found
}

#[test]
fn tokens_are_words_numbers_and_operators() {
    let text = "assign a = {1'b0, x_q[3:0]} != 5'h1f; // b\n`default_nettype none\nif (!c) d <= e +: 2;";
    let found: Vec<&str> = tokens(text).iter().map(|token| token.text).collect();
    let expected = "assign a = { 1'b0 , x_q [ 3 : 0 ] } != 5'h1f ; if ( ! c ) d <= e +: 2 ;";
    assert_eq!(found, expected.split(' ').collect::<Vec<_>>());
    assert!(tokens(text).iter().all(|token| text[token.start..token.end()] == *token.text));
}
