// SPDX-License-Identifier: Apache-2.0
//! Faults of generated Verilog, which name a net and a change of it: how the text is printed may change without them.

use super::expressions::{all_expressions, Expression, Use};
use super::tokens::{tokens, Kind, Token};
use std::ops::Range;

/// Module, net, and a part of the expressions that drive it with what is there instead. What drives a net is what is
/// assigned to it, or to a part of it, and the conditions (`if`, `case`) under which it is; of the port of an instance,
/// what is connected to it. `= VALUE` stands for a whole value that is this, and nothing for every whole value that the
/// net has outside reset.
pub type Fault = (&'static str, &'static str, &'static str, &'static str);

/// What a fault speaks of that is not there.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Missing {
    /// The module.
    #[error("the design has no module {0}")]
    Module(String),
    /// The net.
    #[error("nothing drives {0}")]
    Net(String),
    /// The part of an expression.
    #[error("what drives {net} has no `{part}`: {driven:?}")]
    Part {
        /// The net.
        net: String,
        /// What is not there.
        part: String,
        /// What drives the net.
        driven: Vec<String>,
    },
}

/// These files, name and text, with this fault.
pub fn with_fault(
    sources: &[(String, String)],
    (module, net, from, to): &Fault,
) -> Result<Vec<(String, String)>, Missing> {
    let place = sources.iter().position(|(name, _)| name.strip_suffix(".v") == Some(module));
    let place = place.ok_or_else(|| Missing::Module((*module).into()))?;
    let mut changed = sources.to_vec();
    changed[place].1 = wrong(&sources[place].1, net, from, to)?;
    Ok(changed)
}

/// The module with `to` wherever `from` is in what drives the net. White space, and how a number is spelled, do not
/// matter. Where that has no such part, what drives the nets that it speaks of is searched, and so on: whether a step
/// on the way has a name of its own is for the printer to say.
pub fn wrong(text: &str, net: &str, from: &str, to: &str) -> Result<String, Missing> {
    let expressions = all_expressions(text);
    let first = driving(&expressions, net);
    if first.is_empty() {
        return Err(Missing::Net(net.into()));
    }
    let mut seen = vec![net];
    let mut level = first.clone();
    while !level.is_empty() {
        let mut places: Vec<Range<usize>> =
            level.iter().flat_map(|expression| places(text, expression, from, to)).collect();
        if !places.is_empty() {
            // From the end: what is in front stays where it is.
            places.sort_by_key(|place| std::cmp::Reverse(place.start));
            places.dedup();
            let mut changed = text.to_string();
            places.into_iter().for_each(|place| changed.replace_range(place, to));
            return Ok(changed);
        }
        let words = level.iter().flat_map(|expression| &expression.tokens).filter(|token| token.kind == Kind::Word);
        let mut nets: Vec<&str> = words.map(|token| token.text).filter(|net| !seen.contains(net)).collect();
        nets.sort_unstable();
        nets.dedup();
        level = nets.iter().flat_map(|net| driving(&expressions, net)).collect();
        seen.extend(nets);
    }
    let driven = first.iter().map(|expression| text[expression.range()].to_string()).collect();
    Err(Missing::Part { net: net.into(), part: from.into(), driven })
}

/// What is assigned to a net, and asked before that; if nothing is, what is connected to a port of this name.
fn driving<'a, 't>(expressions: &'a [Expression<'t>], net: &str) -> Vec<&'a Expression<'t>> {
    let named = expressions.iter().filter(|expression| expression.nets.contains(&net));
    let (ports, assigned): (Vec<_>, Vec<_>) = named.partition(|expression| expression.used == Use::Port);
    if assigned.is_empty() {
        ports
    } else {
        assigned
    }
}

/// Where an expression has the part `from`, which becomes `to`.
fn places(text: &str, expression: &Expression, from: &str, to: &str) -> Vec<Range<usize>> {
    let (part, is_whole) = match from.strip_prefix("= ") {
        Some(value) => (tokens(value), true),
        None => (tokens(from), false),
    };
    if part.is_empty() {
        let is_value = [Use::Value, Use::Port].contains(&expression.used);
        return is_value.then(|| expression.range()).into_iter().collect();
    }
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(here) = expression.tokens.get(at..at + part.len()) {
        let is_here = here.iter().zip(&part).all(|(token, wanted)| is_same(token, wanted));
        if !is_here || (is_whole && expression.tokens.len() > part.len()) {
            at += 1;
            continue;
        }
        at += part.len();
        let (start, end) = (here[0].start, here[part.len() - 1].end());
        found.push(match to {
            // White space goes with what is taken out: around the expression everything stays.
            "" if end == expression.range().end => text[..start].trim_end().len()..end,
            "" => start..text.len() - text[end..].trim_start().len(),
            _ => start..end,
        });
    }
    found
}

/// Whether two tokens mean the same.
fn is_same(a: &Token, b: &Token) -> bool {
    match (a.kind, b.kind) {
        (Kind::Number, Kind::Number) => number(a.text) == number(b.text),
        _ => a.text == b.text,
    }
}

/// The value of a number, as digits without a width and zeros in front, in hexadecimal; itself if it is none.
fn number(text: &str) -> String {
    let (radix, digits) = match text.split_once('\'').and_then(|(_, number)| number.split_at_checked(1)) {
        Some(("h", digits)) => (16, digits),
        Some(("b", digits)) => (2, digits),
        Some((_, digits)) => (10, digits),
        None => (10, text),
    };
    let value = num_bigint::BigUint::parse_bytes(digits.replace('_', "").as_bytes(), radix);
    value.map_or_else(|| text.to_string(), |value| value.to_str_radix(16))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "module m (\n  input wire a\n);\n  assign x = a && (b == 4'h8);\n  assign y[0] = a;\n\
        \x20 always @(posedge clk) begin\n    if (!rst_n) begin\n      z_q <= 2'd3;\n    end else begin\n\
        \x20     z_q <= z_d;\n    end\n  end\n\
        \x20 always @(*) begin\n    z_d = 2'd0;\n    u = a;\n    if (a\n        && c) begin\n      z_d = 2'd1;\n\
        \x20   end else if (b[4:1] == 4'd2) begin\n      u = 1'b0;\n    end\n  end\n\
        \x20 tw_n n (\n    .clk (clk),\n    .id (16'h41)\n  );\nendmodule\n";

    /// What the text has instead of `was`, which is there once, if it has this fault.
    fn becomes(net: &str, from: &str, to: &str, was: &str, is: &str) {
        assert_eq!(TEXT.matches(was).count(), 1);
        assert_eq!(wrong(TEXT, net, from, to).unwrap(), TEXT.replace(was, is), "{net}: {from}");
    }

    #[test]
    fn what_drives_a_net_is_changed() {
        becomes("x", "b == 4'd8", "b", "(b == 4'h8)", "(b)");
        becomes("x", "== 8", "!= 4'd8", "== 4'h8", "!= 4'd8");
        becomes("x", "", "1'b0", "a && (b == 4'h8)", "1'b0");
        becomes("x", "a &&", "", "a && (b", "(b");
        becomes("x", "&& (b == 8)", "", " && (b == 4'h8)", "");
        becomes("y", "a", "!a", "assign y[0] = a;", "assign y[0] = !a;");
        becomes("z_q", "a && c", "a", "a\n        && c", "a");
    }

    #[test]
    fn a_condition_drives_what_is_assigned_under_it() {
        becomes("z_d", "a && c", "a", "a\n        && c", "a");
        becomes("u", "a && c", "c", "a\n        && c", "c");
        becomes("u", "b[4:1]", "b", "b[4:1]", "b");
        becomes("z_d", "= 1", "2'd3", "2'd1", "2'd3");
        let Err(Missing::Part { driven, .. }) = wrong(TEXT, "z_d", "b", "c") else { panic!("z_d depends on no b") };
        assert_eq!(driven, ["2'd0", "a\n        && c", "2'd1"]);
    }

    #[test]
    fn a_whole_value_is_none_in_reset_and_no_condition() {
        becomes("z_q", "", "z_q", "z_d;\n    end\n  end", "z_q;\n    end\n  end");
        becomes("z_q", "= 2'h3", "2'd2", "2'd3", "2'd2");
        assert!(wrong(TEXT, "x", "= a", "b").is_err());
        becomes("id", "", "16'h40", "16'h41", "16'h40");
    }

    #[test]
    fn what_is_not_there_is_said() {
        let sources = [("m.v".to_string(), TEXT.to_string())];
        let missing = |fault: Fault| with_fault(&sources, &fault).unwrap_err().to_string();
        assert_eq!(missing(("n", "x", "a", "b")), "the design has no module n");
        assert_eq!(missing(("m", "w", "a", "b")), "nothing drives w");
        assert_eq!(missing(("m", "y", "b", "c")), "what drives y has no `b`: [\"a\"]");
        assert_eq!(with_fault(&sources, &("m", "y", "a", "b")).unwrap()[0].0, "m.v");
    }
}
