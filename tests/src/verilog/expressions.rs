// SPDX-License-Identifier: Apache-2.0
//! The expressions of a module of generated Verilog: what is assigned, asked, selected by, or connected.

use super::tokens::{tokens, Kind, Token};

/// What an expression is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It is assigned.
    Value,
    /// It is assigned in reset.
    Reset,
    /// It is the condition of an `if`.
    Condition,
    /// A `case` selects by it.
    Selection,
    /// It is connected to a port of an instance.
    Port,
}

/// An expression.
#[derive(Clone, Debug)]
pub struct Expression<'a> {
    /// What it is for.
    pub used: Use,
    /// The net that is assigned; of a condition or selection the first one that is assigned under it; of a port its
    /// name.
    pub net: &'a str,
    /// What it consists of.
    pub tokens: Vec<Token<'a>>,
}

impl Expression<'_> {
    /// Where its text is.
    pub fn range(&self) -> std::ops::Range<usize> {
        let end = self.tokens.last().map_or(0, Token::end);
        self.tokens.first().map_or(0, |first| first.start)..end
    }
}

/// The expressions of a module, in the order of its text. Connections that are a net alone, and the conditions of
/// resets, are none.
pub fn expressions(text: &str) -> Vec<Expression<'_>> {
    Reader { tokens: tokens(text), at: 0, found: Vec::new(), unnamed: 0 }.read()
}

struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    found: Vec<Expression<'a>>,
    /// Expressions at the end of those found that have no net yet.
    unnamed: usize,
}

impl<'a> Reader<'a> {
    fn read(mut self) -> Vec<Expression<'a>> {
        // The ports.
        self.until(&[";"]);
        let mut reset_depth = None;
        let mut depth = 0;
        while let Some(token) = self.peek(0) {
            match token.text {
                "wire" | "reg" | "localparam" | "integer" => {
                    self.until(&[";"]);
                }
                "assign" => {
                    self.at += 1;
                    self.assignment(&["="], Use::Value);
                }
                "if" | "case" => self.question(token.text, depth, &mut reset_depth),
                "begin" => {
                    depth += 1;
                    self.at += 1;
                }
                "end" => {
                    depth -= 1;
                    reset_depth = reset_depth.filter(|reset| *reset <= depth);
                    self.at += 1;
                }
                "always" => {
                    self.at += 1;
                    self.until(&[")"]);
                }
                // An arm of a `case` may have nothing to do.
                "else" | "endcase" | "endmodule" | ";" => self.at += 1,
                _ if [0, 1].iter().all(|ahead| self.peek(*ahead).is_some_and(|t| t.kind == Kind::Word)) => {
                    self.instance()
                }
                _ if self.is_label() => {
                    self.until(&[":"]);
                }
                _ => {
                    let used = if reset_depth.is_some() { Use::Reset } else { Use::Value };
                    self.assignment(&["=", "<="], used);
                }
            }
        }
        self.found
    }

    fn peek(&self, ahead: usize) -> Option<Token<'a>> {
        self.tokens.get(self.at + ahead).copied()
    }

    /// Takes the tokens up to one of these that is in no parentheses, which is taken too.
    fn until(&mut self, ends: &[&str]) -> Vec<Token<'a>> {
        let first = self.at;
        let mut depth = 0;
        while let Some(token) = self.peek(0) {
            self.at += 1;
            match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" if depth > 0 => {
                    depth -= 1;
                    if depth == 0 && ends.contains(&token.text) && ends == [")"] {
                        break;
                    }
                    continue;
                }
                _ => {}
            }
            if depth == 0 && ends.contains(&token.text) {
                break;
            }
        }
        self.tokens[first..self.at].to_vec()
    }

    fn push(&mut self, used: Use, net: &'a str, tokens: &[Token<'a>]) {
        self.found.push(Expression { used, net, tokens: tokens.to_vec() });
    }

    /// `NET = EXPRESSION;`
    fn assignment(&mut self, signs: &[&str], used: Use) {
        let target = self.until(signs);
        let net = target.iter().find(|token| token.kind == Kind::Word).map_or("", |token| token.text);
        let first = self.found.len() - self.unnamed;
        self.found[first..].iter_mut().for_each(|condition| condition.net = net);
        self.unnamed = 0;
        let value = self.until(&[";"]);
        self.push(used, net, &value[..value.len() - 1]);
    }

    /// `if (EXPRESSION)` or `case (EXPRESSION)`
    fn question(&mut self, word: &str, depth: i32, reset_depth: &mut Option<i32>) {
        self.at += 1;
        let asked = self.until(&[")"]);
        let asked = &asked[1..asked.len() - 1];
        if let [not, reset] = asked {
            if not.text == "!" && reset.text.ends_with("rst_n") {
                *reset_depth = Some(depth + 1);
                return;
            }
        }
        self.push(if word == "if" { Use::Condition } else { Use::Selection }, "", asked);
        self.unnamed += 1;
    }

    /// `LABEL, LABEL:`
    fn is_label(&self) -> bool {
        let rest = self.tokens[self.at..].iter();
        rest.map(|token| token.text).find(|text| [":", "=", "<=", ";"].contains(text)) == Some(":")
            && !["[", "{"].contains(&self.peek(1).map_or("", |token| token.text))
    }

    /// `MODULE NAME (.PORT (EXPRESSION), ...);`
    fn instance(&mut self) {
        let connected = self.until(&[";"]);
        let mut at = 0;
        while at + 2 < connected.len() {
            if connected[at].text != "." {
                at += 1;
                continue;
            }
            let (port, first) = (connected[at + 1].text, at + 3);
            let mut depth = 1;
            at = first;
            while depth > 0 {
                depth += match connected[at].text {
                    "(" => 1,
                    ")" => -1,
                    _ => 0,
                };
                at += 1;
            }
            if at - 1 - first > 1 {
                self.push(Use::Port, port, &connected[first..at - 1]);
            }
        }
    }
}

#[test]
fn every_expression_is_found_with_its_net() {
    let text = "module m (\n input wire a,\n output reg b // c\n);\n  localparam [1:0] K = 2'd1;\n  wire x;\n  reg y_q;\n\
        always @(posedge clk or negedge rst_n) begin\n if (!rst_n) begin\n y_q <= 1'b0;\n end else begin\n y_q <= y_d;\n end\n end\n\
        assign x = a ^ y_q;\n always @(*) begin\n z[3:0] = 4'd0;\n if (x && (a == K)) begin\n {v, w} = {2'd0, x};\n end\n\
        case (s)\n K: u = f;\n 2'd2, 2'd3: begin\n u = g[1:0];\n end\n default: u = h;\n endcase\n case (t)\n K: r = f;\n default: ;\n endcase\n end\n\
        tw_n n (\n .clk (clk),\n .clear (!active),\n .out (x)\n );\n wire unused = &{1'b0, a};\nendmodule\n";
    let all = |expression: &Expression| {
        let used = format!("{:?} {}", expression.used, expression.net);
        format!("{used}: {}", &text[expression.range()])
    };
    let found: Vec<String> = expressions(text).iter().map(all).collect();
    let expected = [
        "Reset y_q: 1'b0",
        "Value y_q: y_d",
        "Value x: a ^ y_q",
        "Value z: 4'd0",
        "Condition v: x && (a == K)",
        "Value v: {2'd0, x}",
        "Selection u: s",
        "Value u: f",
        "Value u: g[1:0]",
        "Value u: h",
        "Selection r: t",
        "Value r: f",
        "Port clear: !active",
    ];
    assert_eq!(found, expected);
}
