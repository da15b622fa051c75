// SPDX-License-Identifier: Apache-2.0
//! The language of the tables of CSRs.

/// Fields of CSRs as data, and a constant for the position of each. The lists are named, so that CSRs share them.
macro_rules! csr_fields {
    ($($list:ident {$(
        $(#[doc = $doc:literal])*
        $field:ident = $lsb:literal $name:literal, $width:literal bits, $needs:ident, $legal:ident;
    )*})*) => {
        $($(
            #[doc = concat!("Least significant bit of ", $name, ".")]
            pub const $field: u32 = $lsb;
        )*)*
        $(pub(crate) const $list: &[CsrField] = &[$(CsrField {
            name: $name,
            lsb: $lsb,
            width: $width,
            needs: CtrFeature::$needs,
            legal: CsrLegal::$legal,
            doc: concat!($($doc),*).trim_ascii(),
        }),*];)*
    };
}

/// CSRs as data, and a constant for the number of each.
macro_rules! csrs {
    ($listdoc:literal, $vis:vis $list:ident; $(
        $(#[doc = $doc:literal])*
        $csr:ident = $number:literal $name:literal, $spec:literal, $needs:ident, $state:expr, $guard:ident, $access:expr
            $(, high $high:literal)?; [$($fields:expr),*];
    )*) => {
        $(
            #[doc = concat!("Number of ", $name, ".")]
            pub const $csr: u16 = $number;
        )*

        #[doc = $listdoc]
        $vis const $list: &[Csr] = &[$(Csr {
            name: $name,
            number: $number,
            doc: concat!($($doc),*).trim_ascii(),
            spec: $spec,
            needs: CtrFeature::$needs,
            state: $state,
            high: $crate::macros::first!($($high,)? false),
            virtual_access: $access,
            guard: Guard::$guard,
            fields: &[$($fields),*],
        }),*];
    };
}

pub(crate) use {csr_fields, csrs};
