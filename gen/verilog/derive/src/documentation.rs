// SPDX-License-Identifier: Apache-2.0
//! Doc comments.

use syn::{Attribute, Expr, Lit, Meta};

/// The first paragraph of a doc comment, on one line.
pub(crate) fn first_paragraph(attributes: &[Attribute]) -> String {
    let mut lines = Vec::new();
    for attribute in attributes {
        let Meta::NameValue(pair) = &attribute.meta else { continue };
        if !pair.path.is_ident("doc") {
            continue;
        }
        let Expr::Lit(literal) = &pair.value else { continue };
        let Lit::Str(text) = &literal.lit else { continue };
        let text = text.value().trim().to_string();
        if text.is_empty() && !lines.is_empty() {
            break;
        }
        lines.push(text);
    }
    lines.join(" ").trim().to_string()
}
