// SPDX-License-Identifier: Apache-2.0
//! Paths of signals in a kernel: `lane[i + 1]$valid` is `lane$2$valid` where `i` is 1.

use crate::error::Problem;

/// The path with every index in brackets replaced by its value.
pub(super) fn resolved_path(path: &str, value: impl Fn(&str) -> Result<u64, Problem>) -> Result<String, Problem> {
    let mut resolved = String::new();
    let mut rest = path;
    while let Some((before, after)) = rest.split_once('[') {
        let Some((index, after)) = after.split_once(']') else {
            return Err(Problem::Unsupported(format!("the index in `{path}`")));
        };
        resolved += &format!("{before}${}", value(index)?);
        rest = after;
    }
    Ok(resolved + rest)
}

/// The value of an index: integers, names, `+ - * / %` and parentheses.
pub(super) fn index_value(text: &str, name: &dyn Fn(&str) -> Option<u64>) -> Result<u64, Problem> {
    let mut parser = Parser { text, rest: text, name };
    let value = parser.sum()?;
    match parser.rest {
        "" => Ok(value),
        _ => Err(parser.error()),
    }
}

struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
    name: &'a dyn Fn(&str) -> Option<u64>,
}

impl Parser<'_> {
    fn error(&self) -> Problem {
        Problem::Unsupported(format!("the index `{}`", self.text))
    }

    /// Takes one of the characters, if it is next.
    fn take(&mut self, wanted: &[char]) -> Option<char> {
        let next = self.rest.chars().next().filter(|c| wanted.contains(c))?;
        self.rest = &self.rest[1..];
        Some(next)
    }

    fn sum(&mut self) -> Result<u64, Problem> {
        let mut value = self.product()?;
        while let Some(operator) = self.take(&['+', '-']) {
            let right = self.product()?;
            let result = if operator == '+' { value.checked_add(right) } else { value.checked_sub(right) };
            value = result.ok_or_else(|| self.error())?;
        }
        Ok(value)
    }

    fn product(&mut self) -> Result<u64, Problem> {
        let mut value = self.atom()?;
        while let Some(operator) = self.take(&['*', '/', '%']) {
            let right = self.atom()?;
            let result = match operator {
                '*' => value.checked_mul(right),
                '/' => value.checked_div(right),
                _ => value.checked_rem(right),
            };
            value = result.ok_or_else(|| self.error())?;
        }
        Ok(value)
    }

    fn atom(&mut self) -> Result<u64, Problem> {
        if self.take(&['(']).is_some() {
            let value = self.sum()?;
            return self.take(&[')']).map(|_| value).ok_or_else(|| self.error());
        }
        let end =
            self.rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '$').unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        let number = word.trim_end_matches("usize").replace('_', "").parse().ok();
        number.or_else(|| (self.name)(word)).ok_or_else(|| self.error())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<u64, Problem> {
        index_value(text, &|name| (name == "i").then_some(5))
    }

    #[test]
    fn an_index_follows_the_precedence_of_rust() {
        assert_eq!(value("i"), Ok(5));
        assert_eq!(value("i*2+1"), Ok(11));
        assert_eq!(value("(i+1)*2usize"), Ok(12));
        assert_eq!(value("i-1-1"), Ok(3));
    }

    #[test]
    fn an_index_that_is_not_constant_is_refused() {
        for text in ["j", "i$val()", "", "i+", "1-2", "(i"] {
            assert!(value(text).is_err(), "{text}");
        }
    }

    #[test]
    fn every_index_of_a_path_is_resolved() {
        assert_eq!(resolved_path("lane[i+1]$byte[0]$d", value), Ok("lane$6$byte$0$d".into()));
        assert!(resolved_path("lane[i", value).is_err());
    }
}
