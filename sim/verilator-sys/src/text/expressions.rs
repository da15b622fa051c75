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
    /// The nets that are assigned, or assigned under a condition or selection, in the order of the text; of a port its
    /// name.
    pub nets: Vec<&'a str>,
    /// What it consists of.
    pub tokens: Vec<Token<'a>>,
}

impl Expression<'_> {
    /// The first of its nets.
    pub fn net(&self) -> &str {
        self.nets.first().copied().unwrap_or_default()
    }

    /// Where its text is.
    pub fn range(&self) -> std::ops::Range<usize> {
        let end = self.tokens.last().map_or(0, Token::end);
        self.tokens.first().map_or(0, |first| first.start)..end
    }
}

/// The expressions of a module, in the order of its text. Connections that are a net or a number alone, and the
/// conditions of resets, are none.
pub fn expressions(text: &str) -> Vec<Expression<'_>> {
    let mut found = all_expressions(text);
    found.retain(|expression| expression.used != Use::Port || expression.tokens.len() > 1);
    found
}

/// As [`expressions`], with every connection.
pub(super) fn all_expressions(text: &str) -> Vec<Expression<'_>> {
    Reader { tokens: tokens(text), at: 0, found: Vec::new() }.read()
}

struct Reader<'a> {
    tokens: Vec<Token<'a>>,
    at: usize,
    found: Vec<Expression<'a>>,
}

impl<'a> Reader<'a> {
    fn read(mut self) -> Vec<Expression<'a>> {
        // The ports.
        self.until(&[";"]);
        while let Some(token) = self.peek(0) {
            self.at += 1;
            match token.text {
                "wire" | "reg" | "localparam" | "integer" => {
                    self.until(&[";"]);
                }
                "assign" => {
                    self.assignment(&["="], Use::Value);
                }
                "always" => {
                    self.at += 1;
                    if self.is("*") {
                        self.at += 1;
                    } else {
                        self.until(&[")"]);
                    }
                    self.statement(Use::Value);
                }
                // An attribute.
                "(" => {
                    self.until(&[")"]);
                }
                _ if token.kind == Kind::Word => self.instance(),
                _ => {}
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

    fn is(&self, text: &str) -> bool {
        self.peek(0).is_some_and(|token| token.text == text)
    }

    fn push(&mut self, used: Use, nets: Vec<&'a str>, tokens: &[Token<'a>]) {
        self.found.push(Expression { used, nets, tokens: tokens.to_vec() });
    }

    /// A statement; the nets that it assigns.
    fn statement(&mut self, used: Use) -> Vec<&'a str> {
        let mut nets = Vec::new();
        match self.peek(0).map_or("", |token| token.text) {
            "begin" => {
                self.at += 1;
                while self.peek(0).is_some() && !self.is("end") {
                    nets.extend(self.statement(used));
                }
                self.at += 1;
            }
            "if" => {
                let (condition, is_reset) = self.question(Use::Condition);
                nets = self.statement(if is_reset { Use::Reset } else { used });
                if self.is("else") {
                    self.at += 1;
                    nets.extend(self.statement(used));
                }
                self.assigns(condition, &nets);
            }
            "case" => {
                let (selection, _) = self.question(Use::Selection);
                while self.peek(0).is_some() && !self.is("endcase") {
                    // The labels.
                    self.until(&[":"]);
                    nets.extend(self.statement(used));
                }
                self.at += 1;
                self.assigns(selection, &nets);
            }
            // An arm of a `case` may have nothing to do.
            ";" => self.at += 1,
            _ => nets = self.assignment(&["=", "<="], used),
        }
        nets
    }

    /// `NET = EXPRESSION;`
    fn assignment(&mut self, signs: &[&str], used: Use) -> Vec<&'a str> {
        let target = self.until(signs);
        let mut depth = 0;
        let mut nets = Vec::new();
        // Words in brackets say which part of the net it is.
        for token in target {
            match token.text {
                "[" => depth += 1,
                "]" => depth -= 1,
                _ if depth == 0 && token.kind == Kind::Word => nets.push(token.text),
                _ => {}
            }
        }
        let value = self.until(&[";"]);
        self.push(used, nets.clone(), &value[..value.len().saturating_sub(1)]);
        nets
    }

    /// `if (EXPRESSION)` or `case (EXPRESSION)`: which expression it is, none in front of a reset; and whether it is
    /// in front of one.
    fn question(&mut self, used: Use) -> (Option<usize>, bool) {
        self.at += 1;
        let asked = self.until(&[")"]);
        let asked = &asked[1..asked.len() - 1];
        if let [not, reset] = asked {
            if not.text == "!" && reset.text.ends_with("rst_n") {
                return (None, true);
            }
        }
        self.push(used, Vec::new(), asked);
        (Some(self.found.len() - 1), false)
    }

    /// What is assigned under a question.
    fn assigns(&mut self, question: Option<usize>, nets: &[&'a str]) {
        if let Some(question) = question {
            self.found[question].nets = nets.to_vec();
        }
    }

    /// `MODULE #(PARAMETERS) NAME (.PORT (EXPRESSION), ...);` after its first word.
    fn instance(&mut self) {
        if self.is("#") {
            self.until(&[")"]);
        }
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
            while depth > 0 && at < connected.len() {
                depth += match connected[at].text {
                    "(" => 1,
                    ")" => -1,
                    _ => 0,
                };
                at += 1;
            }
            if at - 1 > first {
                self.push(Use::Port, vec![port], &connected[first..at - 1]);
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
        (* keep = \"yes\" *)\n tw_n #(\n .WIDTH (4 + 1)\n ) n (\n .clk (clk),\n .clear (!active),\n .out (x)\n );\n wire unused = &{1'b0, a};\nendmodule\n";
    let all = |expression: &Expression| {
        let used = format!("{:?} {}", expression.used, expression.nets.join(" "));
        format!("{used}: {}", &text[expression.range()])
    };
    let found: Vec<String> = expressions(text).iter().map(all).collect();
    let expected = [
        "Reset y_q: 1'b0",
        "Value y_q: y_d",
        "Value x: a ^ y_q",
        "Value z: 4'd0",
        "Condition v w: x && (a == K)",
        "Value v w: {2'd0, x}",
        "Selection u u u: s",
        "Value u: f",
        "Value u: g[1:0]",
        "Value u: h",
        "Selection r: t",
        "Value r: f",
        "Port clear: !active",
    ];
    assert_eq!(found, expected);
}
