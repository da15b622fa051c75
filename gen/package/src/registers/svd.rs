// SPDX-License-Identifier: Apache-2.0
//! CMSIS-SVD: a device with the component as its one peripheral, at address 0.

use crate::registers::legal::legal_text;
use crate::registers::map::{Field, Map, Register, Software, BLOCK_BYTES};
use crate::registers::names::screaming_case;
use crate::registers::output::Origin;
use crate::registers::system::Block;
use svd_rs::{
    Access, AddressBlock, AddressBlockUsage, BitRange, Device, EnumeratedValue, EnumeratedValues, FieldInfo,
    ModifiedWriteValues, Peripheral, PeripheralInfo, ReadAction, RegisterCluster, RegisterInfo, RegisterProperties,
    SvdError, ValidateLevel, WriteConstraint, WriteConstraintRange,
};
use tracewright_regmap::Legal;

/// Names and values are those of the description, whose tests check them.
const UNCHECKED: ValidateLevel = ValidateLevel::Disabled;

/// The SVD text.
pub(crate) fn render(map: &Map, origin: &Origin) -> String {
    let description = format!("{}. Its base address is the system's to choose.", map.component.title);
    text(&[(map.component.name, description, 0, map)], origin)
}

/// The SVD text of a system.
pub(crate) fn render_system(blocks: &[Block], origin: &Origin) -> String {
    let peripherals: Vec<_> = blocks
        .iter()
        .map(|block| {
            let description =
                format!("{}. The address of the first component is the system's to choose.", block.title());
            (block.name.as_str(), description, block.base, &block.map)
        })
        .collect();
    text(&peripherals, origin)
}

/// Name, description and base address of a component, and its registers.
type Part<'a> = (&'a str, String, usize, &'a Map);

fn text(parts: &[Part<'_>], origin: &Origin) -> String {
    let device = device(parts, origin).expect("every element that must be there is");
    let text = svd_encoder::encode(&device).unwrap_or_else(|never| match never {});
    let (declaration, rest) = text.split_once('\n').unwrap_or_default();
    format!("{declaration}\n<!-- {} -->\n{}\n", origin.banner, rest.trim_end())
}

fn peripheral((name, description, base, map): &Part<'_>, origin: &Origin) -> Result<Peripheral, SvdError> {
    let registers = map.registers.iter().map(register).collect::<Result<_, _>>()?;
    let block = AddressBlock::builder().offset(0).size(BLOCK_BYTES as u32).usage(AddressBlockUsage::Registers);
    let peripheral = PeripheralInfo::builder()
        .name(screaming_case(name))
        .version(Some(origin.version.clone()))
        .description(Some(description.clone()))
        .base_address(*base as u64)
        .address_block(Some(vec![block.build(UNCHECKED)?]))
        .registers(Some(registers));
    Ok(peripheral.build(UNCHECKED)?.single())
}

fn device(parts: &[Part<'_>], origin: &Origin) -> Result<Device, SvdError> {
    let peripherals = parts.iter().map(|part| peripheral(part, origin)).collect::<Result<_, _>>()?;
    let properties = RegisterProperties::new().size(Some(32)).reset_value(Some(0)).reset_mask(Some(0xFFFF_FFFF));
    Device::builder()
        .name("TRACEWRIGHT".into())
        .version(origin.version.clone())
        .description(format!("Trace hardware, configuration {}.", origin.configuration))
        .address_unit_bits(8)
        .width(32)
        .default_register_properties(properties)
        .peripherals(peripherals)
        .schema_version("1.3".into())
        .no_namespace_schema_location("CMSIS-SVD.xsd".into())
        .build(UNCHECKED)
}

fn register(register: &Register) -> Result<RegisterCluster, SvdError> {
    let fields = register.fields.iter().map(field).collect::<Result<_, _>>()?;
    let info = RegisterInfo::builder()
        .name(register.name.into())
        .description(Some(format!("{} {}.", register.doc, register.reference())))
        .address_offset(register.offset as u32)
        .size(Some(32))
        .reset_value(Some(register.reset.into()))
        .reset_mask(Some(0xFFFF_FFFF))
        .fields(Some(fields));
    Ok(RegisterCluster::Register(info.build(UNCHECKED)?.single()))
}

fn field(field: &Field) -> Result<svd_rs::Field, SvdError> {
    let software = field.software();
    let access = match software {
        Software::ReadWrite => Access::ReadWrite,
        Software::ReadOnly | Software::ClearOnRead => Access::ReadOnly,
        Software::WriteOne => Access::WriteOnly,
    };
    let legal = legal_text(field.legal, field.width);
    let details = format!("{} {}; legal: {legal}. {}.", field.full_doc(), field.access.name(), field.reference);
    let info = FieldInfo::builder()
        .name(field.name.into())
        .description(Some(details))
        .bit_range(BitRange::from_offset_width(field.lsb as u32, field.width as u32))
        .access(Some(access))
        .modified_write_values((software == Software::WriteOne).then_some(ModifiedWriteValues::OneToSet))
        .write_constraint(constraint(field))
        .read_action((software == Software::ClearOnRead).then_some(ReadAction::Clear))
        .enumerated_values(values(field)?);
    Ok(info.build(UNCHECKED)?.single())
}

fn values(field: &Field) -> Result<Vec<EnumeratedValues>, SvdError> {
    if field.values.is_empty() {
        return Ok(Vec::new());
    }
    let values = field.values.iter().map(|value| {
        EnumeratedValue::builder()
            .name(value.name.into())
            .description(Some(value.doc.into()))
            .value(Some(value.value.into()))
            .build(UNCHECKED)
    });
    let values = values.collect::<Result<_, _>>()?;
    Ok(vec![EnumeratedValues::builder().values(values).build(UNCHECKED)?])
}

/// What may be written, where SVD has words for it.
fn constraint(field: &Field) -> Option<WriteConstraint> {
    match (field.software(), field.legal) {
        (Software::ReadWrite, Legal::OneOf(set)) if field.values.len() == set.count_ones() as usize => {
            Some(WriteConstraint::UseEnumeratedValues(true))
        }
        (Software::ReadWrite, Legal::Bits(mask)) if mask & mask.wrapping_add(1) == 0 => {
            Some(WriteConstraint::Range(WriteConstraintRange { min: 0, max: mask.into() }))
        }
        (Software::ReadWrite, Legal::Range(first, last)) => {
            Some(WriteConstraint::Range(WriteConstraintRange { min: first.into(), max: last.into() }))
        }
        _ => None,
    }
}
