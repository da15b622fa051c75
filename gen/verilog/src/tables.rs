// SPDX-License-Identifier: Apache-2.0
//! Tables that a kernel's crate writes once: for its kernels, and for [`Options`](crate::Options).

/// Declares the constants that kernels name, and `ALL`, every name with its value, for
/// [`Options::constants`](crate::Options): the names reach the Verilog, and rust-hdl passes on names only. The
/// documentation of each shows what it is made of, so one whose value has a telling name needs no other.
///
/// ```
/// tracewright_verilog::codes! {
///     /// Exception.
///     ITYPE_EXCEPTION = 1;
/// }
/// assert_eq!(ALL, [("ITYPE_EXCEPTION", ITYPE_EXCEPTION as u64)]);
/// ```
#[macro_export]
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $value:expr;)*) => {
        $(
            $(#[$doc])*
            #[doc = ""]
            #[doc = concat!("Value: `", stringify!($value), "`.")]
            pub const $name: usize = $value as usize;
        )*

        /// Every name that a kernel may use, with its value.
        pub const ALL: &[(&str, u64)] = &[$((stringify!($name), $name as u64)),*];
    };
}

/// Declares what a build has or does not have: a record `Has` with a bit a feature, a function `has` that fills it from
/// a `Build`, and a function `features` that lists the bits by name, for [`Options::features`](crate::Options).
///
/// ```
/// pub struct Build {
///     depth: usize,
/// }
///
/// tracewright_verilog::features! {
///     build:
///     /// Predicted return addresses.
///     stack = build.depth > 0;
///     /// More than one of them.
///     many = stack && build.depth > 1;
/// }
/// assert!(has(&Build { depth: 1 }).stack);
/// assert_eq!(features(&Build { depth: 1 }), [("stack", true), ("many", false)]);
/// ```
#[macro_export]
macro_rules! features {
    ($build:ident: $($(#[doc = $doc:literal])* $name:ident = $value:expr;)*) => {
        /// What a build has. Fields of records are `#[built(name)]`, fields of modules `#[built(has(build).name)]`.
        #[derive(Clone, Copy, Debug)]
        pub(crate) struct Has {
            $($(#[doc = $doc])* pub(crate) $name: bool,)*
        }

        /// What `build` has.
        pub(crate) fn has($build: &Build) -> Has {
            $(let $name = $value;)*
            Has { $($name),* }
        }

        /// Each feature that a build has or does not have, by the name that records give it.
        pub fn features($build: &Build) -> Vec<(&'static str, bool)> {
            let has = has($build);
            vec![$((stringify!($name), has.$name)),*]
        }
    };
}
