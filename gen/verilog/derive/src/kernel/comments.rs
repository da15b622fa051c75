// SPDX-License-Identifier: Apache-2.0
//! The comments of a block, which a macro's tokens do not have: they are read off the source.

/// For each statement of a block, the comment in front of it. `text` is the block's source with its braces.
pub(super) fn comments(text: &str) -> Vec<String> {
    let inside = text.trim().trim_start_matches('{');
    let mut scanner = Scanner { rest: inside, found: Vec::new(), comment: Vec::new() };
    while scanner.statement() {}
    scanner.found
}

struct Scanner<'a> {
    rest: &'a str,
    found: Vec<String>,
    comment: Vec<&'a str>,
}

impl<'a> Scanner<'a> {
    /// Passes one statement; false at the end of the block.
    fn statement(&mut self) -> bool {
        self.between();
        if self.rest.is_empty() || self.rest.starts_with('}') {
            return false;
        }
        self.found.push(std::mem::take(&mut self.comment).join("\n"));
        let compound = ["if ", "for ", "match "].iter().any(|word| self.rest.starts_with(word));
        let mut depth = 0;
        while let Some(next) = self.rest.chars().next() {
            if self.rest.starts_with("//") {
                self.line();
                continue;
            }
            self.rest = &self.rest[next.len_utf8()..];
            match next {
                '"' => self.string(),
                '(' | '[' | '{' => depth += 1,
                ')' | ']' => depth -= 1,
                '}' => {
                    depth -= 1;
                    if depth < 0 {
                        self.rest = "";
                        return true;
                    }
                    if depth == 0 && compound && !self.rest.trim_start().starts_with("else") {
                        return true;
                    }
                }
                ';' if depth == 0 => return true,
                _ => {}
            }
        }
        true
    }

    /// Passes white space, and keeps the comments in it. An empty line ends a comment that belongs to nothing.
    fn between(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with("//") {
                return;
            }
            let line = self.line();
            self.comment.push(line.trim_start_matches('/').trim());
        }
    }

    /// Passes the rest of a line.
    fn line(&mut self) -> &'a str {
        let (line, rest) = self.rest.split_once('\n').unwrap_or((self.rest, ""));
        self.rest = rest;
        line
    }

    /// Passes the rest of a string.
    fn string(&mut self) {
        let mut escaped = false;
        while let Some(next) = self.rest.chars().next() {
            self.rest = &self.rest[next.len_utf8()..];
            match next {
                '"' if !escaped => return,
                '\\' => escaped = !escaped,
                _ => escaped = false,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::comments;

    #[test]
    fn each_statement_has_the_comment_in_front_of_it() {
        let text = "{
            // First,
            // in two lines.
            self.a.next = f(1, { 2 });
            if a { /* none */ x; // inside
            } else if b {
                y;
            } else {
                z;
            }
            // Third.
            match x { 0 => {} _ => {} }
            let x = if a { b } else { c };

            // A value.
            x
        }";
        let found = comments(text);
        assert_eq!(found, ["First,\nin two lines.", "", "Third.", "", "A value."]);
    }
}
