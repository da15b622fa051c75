// SPDX-License-Identifier: Apache-2.0
//! The table of Trace Protocol Appendix D: groups of each category are no larger than it says.

use super::{encoder, groups, RV64GC};
use tracewright_model::tandem::Settings;
use tracewright_tandem::{csr, Category, Part, Retirement, Size, Statistics};

const PC: u64 = 0x8000_0000;
const FAR: u64 = 0x1234_5678_9ABC_DEF0;

/// An instruction of each category with the largest fields, full registers among them; fcsr accrues.
fn largest(category: Category) -> Option<Retirement> {
    let of = |bits| Retirement { pc: Some(PC + 4), instruction: Some((bits, 4)), ..Retirement::default() };
    let gpr = Some((5, FAR));
    let csr = [Some((csr::MIE, FAR)), None, None, None];
    let (paddr, eaddr, memdata) = (Some(FAR), Some(FAR), Some((Size::Bits64, FAR)));
    let trap = |instruction, cause| Retirement {
        pc: Some(FAR),
        instruction,
        csr: [(csr::MEPC, FAR), (csr::MCAUSE, cause), (csr::MSTATUS, FAR), (csr::MTVAL, FAR)].map(Some),
        privilege: Some(3),
        ..Retirement::default()
    };
    Some(match category {
        Category::Integer => Retirement { gpr, ..of(0x0062_81B3) },
        Category::Nop => of(0x0000_0013),
        Category::Branch => Retirement { pc: Some(FAR), ..of(0x0000_0063) },
        Category::Link => Retirement { pc: Some(FAR), gpr, ..of(0x0000_02EF) },
        Category::Load => Retirement { gpr, paddr, ..of(0x0000_3283) },
        Category::LoadVirtual => Retirement { gpr, paddr, eaddr, ..of(0x0000_3283) },
        Category::Store => Retirement { paddr, memdata, ..of(0x0000_3023) },
        Category::StoreVirtual => Retirement { paddr, eaddr, memdata, ..of(0x0000_3023) },
        Category::Atomic => Retirement { gpr, paddr, eaddr, memdata, ..of(0x0000_32AF) },
        Category::CsrReadWrite => Retirement { gpr, csr, ..of(0x3045_92F3) },
        Category::CsrRead => Retirement { gpr, ..of(0x3040_22F3) },
        Category::CsrWrite => Retirement { csr, ..of(0x3045_9073) },
        Category::Float => Retirement { fpr: Some((7, FAR)), fcsr: Some(1), ..of(0x0116_F3D3) },
        Category::FloatMove => Retirement { gpr, ..of(0xE200_02D3) },
        Category::FloatConversion => Retirement { gpr, fcsr: Some(1), ..of(0xC220_72D3) },
        Category::FloatLoad => Retirement { fpr: Some((7, FAR)), paddr, eaddr, ..of(0x0000_3287) },
        Category::FloatStore => Retirement { paddr, eaddr, memdata, ..of(0x0000_3027) },
        Category::Interrupt => trap(None, 1 << 63 | 7),
        Category::Exception => trap(Some((0, 4)), 2),
        Category::System | Category::Other => return None,
    })
}

#[test]
fn tandem_appendix_d_no_category_takes_more_than_the_table_says() {
    let (mut checked, mut exact) = (0, vec![]);
    for &category in Category::ALL {
        let Some(retirement) = largest(category) else { continue };
        let mut encoder = encoder(Settings::new(RV64GC), PC - 4);
        let (mut trace, mut before) = (vec![], vec![]);
        encoder.retire(&Retirement { pc: Some(PC), fcsr: Some(0), ..Retirement::default() }, &mut before);
        encoder.flush(&mut before);
        encoder.retire(&retirement, &mut trace);
        encoder.flush(&mut trace);
        let group = groups(RV64GC, &trace).remove(0);
        assert_eq!(Category::of(&group, 64), category);
        let proposed = category.proposed_bytes().unwrap();
        assert!(trace.len() as u64 <= proposed, "{}: {} bytes, {proposed} in the table", category.name(), trace.len());
        checked += 1;
        if trace.len() as u64 == proposed {
            exact.push(category);
        }
    }
    assert_eq!((checked, exact), (19, vec![Category::Interrupt]));
}

#[test]
fn tandem_appendix_d_statistics_are_laid_out_as_the_table() {
    let mut encoder = encoder(Settings::new(RV64GC), PC - 4);
    let mut trace = vec![];
    encoder.retire(&Retirement { pc: Some(PC), instruction: Some((0x13, 4)), ..Retirement::default() }, &mut trace);
    encoder.retire(&largest(Category::Integer).unwrap(), &mut trace);
    encoder.flush(&mut trace);
    let mut statistics = Statistics::new(&RV64GC);
    groups(RV64GC, &trace).iter().for_each(|group| statistics.take(&Part::Group(group)));
    let expected = "\
instruction category                  groups     mean  largest  App. D  fields
integer computation                        1    19.00       19      23  pc, instr, gpr
nop                                        1     7.00        7      12  pc, instr
all                                        2    13.00       19
";
    assert_eq!(statistics.to_string(), expected);
}
