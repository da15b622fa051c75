// SPDX-License-Identifier: Apache-2.0
//! Structs that the derives refuse.

use crate::{module, record};

#[test]
fn an_attribute_that_is_there_twice_is_refused() {
    let twice = "struct Pair { #[built(one)] #[built(two)] first: Bit }";
    let error = record::expand(&syn::parse_str(twice).expect("a struct")).expect_err(twice);
    assert_eq!(error.to_string(), "#[built] is there already: say it all in one");
    let twice = "#[module(build: Build)] struct Pair { #[built(build.a)] #[built(build.b)] first: Optional<Inner> }";
    let error = module::expand(&syn::parse_str(twice).expect("a struct")).expect_err(twice);
    assert_eq!(error.to_string(), "#[built] is there already: say it all in one");
}
