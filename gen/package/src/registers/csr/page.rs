// SPDX-License-Identifier: Apache-2.0
//! `docs/ctr_registers.md`: the CSRs of both versions, with what each depends on.

use super::{legal, source, version};
use std::fmt::Write;
use tracewright_regmap::csr::{
    Csr, CsrField, CtrFeature, CtrFeatures, CtrVersion, Guard, VirtualAccess, ENTRY_REGISTERS,
};

const INTRODUCTION: &str = "\
# CSRs of Control Transfer Records

What [ctr.md](ctr.md) speaks of, as numbers and bits. Positions are those of XLEN 64. With XLEN 32 a CSR shows bits
31-0, one whose name ends in h bits 63-32, and 1.0 has no such CSR for its controls. Bits that are not listed read 0 and
ignore writes (WPRI). Every field is WARL: it reads 0 in a build without it. Everything is 0 after reset, but for the
depth, which is the smallest that is built.

The last three columns say who reaches a CSR. *From* is the least privileged mode; those below it get an
illegal-instruction exception, or from VS-mode and VU-mode a virtual-instruction exception where HS-mode would reach it.
*VS-mode* is what an access from there does. *Bits* are those of mstateen0 that modes below M need, and of hstateen0
that VS-mode needs as well.

This page is made from the description in `gen/regmap/src/csr` by `make docs`.
";

/// The page.
pub fn ctr_reference() -> String {
    let mut text = INTRODUCTION.to_string();
    for of in [CtrVersion::V0_1_4, CtrVersion::V1_0] {
        // XLEN 32 alone has the upper halves.
        let features = CtrFeatures::full(of, 32);
        let _ = writeln!(text, "\n## Version {}\n", version(of));
        let _ = writeln!(
            text,
            "| number | CSR | what | only with | from | VS-mode | bits |\n|---|---|---|---|---|---|---|"
        );
        features.csrs().for_each(|csr| row(&mut text, csr, &features));
        for csr in
            features.csrs().filter(|csr| !csr.high && !csr.name.contains("ireg") && !csr.name.ends_with("iselect"))
        {
            let _ = writeln!(text, "\n### {} {}\n\n{} {}.\n", version(of), csr.name, csr.doc, source(csr.spec));
            table(&mut text, csr.fields.iter().copied().flatten());
        }
    }
    text.push_str("\n## Entries\n\nSelected by 0x200 to 0x2FF, in both versions. Windows 4 to 6 read 0.\n");
    for register in &ENTRY_REGISTERS {
        let (name, window, doc, source) = (register.name, register.window, register.doc, source(register.spec));
        let _ = writeln!(text, "\n### {name}\n\n{doc} Window {window}. {source}.\n");
        table(&mut text, register.fields);
    }
    text
}

fn row(text: &mut String, csr: &Csr, features: &CtrFeatures) {
    let only = if csr.high { format!("{}, XLEN 32", needed(csr.needs)) } else { needed(csr.needs).into() };
    let only = only.trim_start_matches(", ");
    let from = ["", "S", "HS", "M"][usize::from(csr.level())];
    let virtual_access = match (csr.level(), csr.virtual_access) {
        (1, VirtualAccess::Same) => "the same".into(),
        (1, VirtualAccess::Redirected(number)) => features.csr(number).map_or("", |csr| csr.name).into(),
        (1, VirtualAccess::Refused) | (2, _) => "virtual instruction".into(),
        _ => String::from("illegal instruction"),
    };
    let bits = match csr.guard {
        Guard::Free => "",
        _ if csr.level() == 3 => "",
        Guard::Ctr => "CTR",
        Guard::Select => "CSRIND",
        Guard::Window => "CSRIND, CTR",
        Guard::StateEnable => "SE0",
    };
    let (number, name, doc) = (csr.number, csr.name, csr.doc);
    let _ = writeln!(text, "| 0x{number:03X} | {name} | {doc} | {only} | {from} | {virtual_access} | {bits} |");
}

fn table<'a>(text: &mut String, fields: impl IntoIterator<Item = &'a CsrField>) {
    let _ = writeln!(text, "| bits | field | only with | legal values | meaning |\n|---|---|---|---|---|");
    for field in fields {
        let bits = match field.width {
            1 => field.lsb.to_string(),
            width => format!("{}-{}", field.lsb + width - 1, field.lsb),
        };
        let (name, doc) = (field.name, field.doc);
        let _ = writeln!(text, "| {bits} | {name} | {} | {} | {doc} |", needed(field.needs), legal(field));
    }
}

/// What a build must have, as the keys of `build.ctr` say it.
fn needed(feature: CtrFeature) -> &'static str {
    match feature {
        CtrFeature::Always => "",
        CtrFeature::User => "U-mode",
        CtrFeature::Supervisor => "S-mode",
        CtrFeature::Hypervisor => "the H extension",
        CtrFeature::StateEnable => "`state_enable`",
        CtrFeature::HypervisorEnable => "`state_enable`, the H extension",
        CtrFeature::Filters => "`filters`",
        CtrFeature::ExternalTraps => "`external_traps`",
        CtrFeature::SupervisorTraps => "`external_traps`, S-mode",
        CtrFeature::Ras => "`ras`",
        CtrFeature::Freeze => "`freeze`",
        CtrFeature::Misp => "`misp`",
        CtrFeature::Types => "`transfer_type`",
        CtrFeature::Cycles => "`cycles`",
    }
}
