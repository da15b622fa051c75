// SPDX-License-Identifier: Apache-2.0
//! The language of the tables.

/// Registers as data, and a constant for every offset, position and named value.
///
/// After a field's rule come, in this order and each if it applies: `hardware`, `reset`, `system`, `cleared_by`,
/// `only_with`, `spec`, and `values` with a name for the list of them, or `named` with the name of such a list.
macro_rules! registers {
    ($listdoc:literal, $vis:vis $list:ident, $all:ident; $(
        $(#[doc = $rdoc:literal])*
        $register:ident = $offset:literal $rname:literal, $spec:literal, $unit:ident, $needs:expr; {
            $($(#[doc = $fdoc:literal])*
            $field:ident = $lsb:literal $fname:literal, $width:literal bits, $access:ident, $rule:expr
                $(, hardware $hardware:expr)? $(, reset $reset:literal)? $(, system $system:ident)?
                $(, cleared_by $cleared_by:literal)? $(, only_with $only_with:expr)? $(, spec $fspec:literal)?
                $(, values $values:ident {$($(#[doc = $vdoc:literal])* $value:ident = $code:literal $vname:literal;)*})?
                $(, named $named:ident)?;)*
        }
    )*) => {
        $(
            #[doc = concat!("Offset of ", $rname, " in bytes.")]
            pub const $register: usize = $offset;
            $(
                #[doc = concat!("Least significant bit of ", $fname, " in ", $rname, ".")]
                pub const $field: usize = $lsb;
                $($(
                    #[doc = concat!($fname, ":", $($vdoc),*)]
                    pub const $value: usize = $code;
                )*
                pub(crate) const $values: &[Value] = &[
                    $(Value { name: $vname, value: $code, doc: concat!($($vdoc),*).trim_ascii() }),*
                ];)?
            )*
        )*

        #[doc = $listdoc]
        $vis const $list: &[Register] = &[$(Register {
            name: $rname,
            offset: $offset,
            doc: concat!($($rdoc),*).trim_ascii(),
            spec: $spec,
            unit: Unit::$unit,
            needs: $needs,
            fields: &[$(Field {
                name: $fname,
                lsb: $lsb,
                width: $width,
                access: Access::$access,
                rule: $rule,
                hardware: $crate::macros::first!($($hardware,)? Hardware::Nothing),
                cleared_by: $crate::macros::first!($(Some($cleared_by),)? None),
                only_with: $crate::macros::first!($(Some($only_with),)? None),
                reset: 0 $(+ $reset)?,
                system: $crate::macros::first!($(Some(System::$system),)? None),
                doc: concat!($($fdoc),*).trim_ascii(),
                spec: $crate::macros::first!($(Some($fspec),)? None),
                values: $crate::macros::first!($($values,)? $($named,)? &[]),
            }),*],
        }),*];

        pub(crate) const $all: &[(&str, u64)] = &[$(
            (stringify!($register), $offset),
            $((stringify!($field), $lsb), $($((stringify!($value), $code),)*)?)*
        )*];
    };
}

/// The first of a list.
macro_rules! first {
    ($first:expr $(, $rest:expr)*) => {
        $first
    };
}

pub(crate) use {first, registers};
