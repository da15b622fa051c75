// SPDX-License-Identifier: Apache-2.0
//! Device families: which tools they take, and what is counted on them.

use crate::synthesis::cells::{weight, Column, Weight, MEMORY_BITS};
use crate::synthesis::tools::{Wanted, NEXTPNR_ECP5, NEXTPNR_ICE40};
use crate::synthesis::Error;

/// What to synthesise for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// Lattice ECP5 of 85k, speed grade 6.
    Ecp5,
    /// Lattice iCE40 UP5K.
    Ice40,
    /// Lattice iCE40 HX8K.
    Ice40Hx8k,
    /// Xilinx series 7: synthesis alone.
    Xilinx7,
    /// Gates of no technology: synthesis alone.
    Asic,
}

/// How a design is placed and routed.
#[derive(Clone, Copy, Debug)]
pub struct Placement {
    /// The tool.
    pub tool: Wanted,
    /// The device, as options of the tool.
    pub device: &'static [&'static str],
    /// Frequency in MHz that it aims at; it stops improving where that is reached.
    pub aim_mhz: &'static str,
}

/// Every target.
pub const TARGETS: [Target; 5] = [Target::Ecp5, Target::Ice40, Target::Ice40Hx8k, Target::Xilinx7, Target::Asic];

impl Target {
    /// The target of this name.
    pub fn named(name: &str) -> Result<Target, Error> {
        let found = TARGETS.into_iter().find(|target| target.name() == name);
        found.ok_or_else(|| Error::UnknownTarget(name.into()))
    }

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Target::Ecp5 => "ecp5",
            Target::Ice40 => "ice40",
            Target::Ice40Hx8k => "ice40-hx8k",
            Target::Xilinx7 => "xilinx7",
            Target::Asic => "asic",
        }
    }

    /// Names of all, as a list for people.
    pub fn names() -> String {
        TARGETS.map(Target::name).join(", ")
    }

    /// The device, for people.
    pub const fn device(self) -> &'static str {
        match self {
            Target::Ecp5 => "ECP5 85k, speed grade 6",
            Target::Ice40 => "iCE40 UP5K",
            Target::Ice40Hx8k => "iCE40 HX8K",
            Target::Xilinx7 => "Xilinx series 7",
            Target::Asic => "generic gates",
        }
    }

    /// How it is placed; no target without a device is.
    pub const fn placement(self) -> Option<Placement> {
        match self {
            Target::Ecp5 => Some(Placement {
                tool: NEXTPNR_ECP5,
                device: &["--85k", "--package", "CABGA756", "--speed", "6", "--out-of-context"],
                aim_mhz: "200",
            }),
            Target::Ice40 => {
                Some(Placement { tool: NEXTPNR_ICE40, device: &["--up5k", "--package", "sg48"], aim_mhz: "60" })
            }
            Target::Ice40Hx8k => {
                Some(Placement { tool: NEXTPNR_ICE40, device: &["--hx8k", "--package", "ct256"], aim_mhz: "150" })
            }
            Target::Xilinx7 | Target::Asic => None,
        }
    }

    /// What is counted; the first is the size.
    pub const fn columns(self) -> &'static [Column] {
        match self {
            Target::Ecp5 => ECP5,
            Target::Ice40 | Target::Ice40Hx8k => ICE40,
            Target::Xilinx7 => XILINX7,
            Target::Asic => ASIC,
        }
    }

    /// What the size consists of, for charts.
    pub const fn parts(self) -> &'static [Column] {
        match self {
            Target::Ecp5 => ECP5_PARTS,
            Target::Ice40 | Target::Ice40Hx8k => ICE40_PARTS,
            Target::Xilinx7 => XILINX7_PARTS,
            Target::Asic => ASIC_PARTS,
        }
    }

    /// What a memory became that is made of cells of this type; what is not in the list holds no memory.
    pub fn memory(self, cell: &str) -> Option<&'static str> {
        let kinds: &[(&str, &str)] = &[
            ("DP16KD", "block RAM"),
            ("PDPW16KD", "block RAM"),
            ("TRELLIS_DPR16X4", "LUT RAM"),
            ("SB_RAM40_4K", "block RAM"),
            ("SB_SPRAM256KA", "single-port RAM"),
            ("RAMB", "block RAM"),
            ("RAM", "LUT RAM"),
            ("$mem_v2", "memory"),
        ];
        kinds.iter().find(|(start, _)| cell.starts_with(start)).map(|(_, kind)| *kind)
    }
}

const ECP5: &[Column] = &[
    Column {
        key: "lut4",
        title: "LUT4",
        weights: &[weight("LUT4", 100), weight("CCU2C", 200), weight("TRELLIS_DPR16X4", 400)],
    },
    Column { key: "logic", title: "logic", weights: &[weight("LUT4", 100)] },
    Column { key: "carry", title: "carry", weights: &[weight("CCU2C", 100)] },
    Column { key: "ram16x4", title: "ram16x4", weights: &[weight("TRELLIS_DPR16X4", 100)] },
    Column { key: "ff", title: "FF", weights: &[weight("TRELLIS_FF", 100)] },
    Column { key: "ebr", title: "EBR", weights: &[weight("DP16KD", 100), weight("PDPW16KD", 100)] },
];

const ECP5_PARTS: &[Column] = &[
    Column { key: "logic", title: "logic", weights: &[weight("LUT4", 100)] },
    Column { key: "carry", title: "carry", weights: &[weight("CCU2C", 200)] },
    Column { key: "lut_ram", title: "LUT RAM", weights: &[weight("TRELLIS_DPR16X4", 400)] },
];

const ICE40: &[Column] = &[
    Column { key: "lut4", title: "LUT4", weights: &[weight("SB_LUT4", 100)] },
    Column { key: "carry", title: "carry", weights: &[weight("SB_CARRY", 100)] },
    Column { key: "ff", title: "FF", weights: &[weight("SB_DFF*", 100)] },
    Column { key: "ebr", title: "EBR", weights: &[weight("SB_RAM40_4K*", 100)] },
    Column { key: "spram", title: "SPRAM", weights: &[weight("SB_SPRAM256KA", 100)] },
];

const ICE40_PARTS: &[Column] = &[Column { key: "logic", title: "logic", weights: &[weight("SB_LUT4", 100)] }];

const XILINX7: &[Column] = &[
    Column {
        key: "lut",
        title: "LUT",
        weights: &[
            weight("LUT*", 100),
            weight("RAMB*", 0),
            weight("RAM32M", 400),
            weight("RAM64M", 400),
            weight("RAM32X1D", 200),
            weight("RAM64X1D", 200),
            weight("RAM128X1D", 400),
            weight("RAM256X1D", 800),
            weight("SRL*", 100),
        ],
    },
    Column { key: "logic", title: "logic", weights: &[weight("LUT*", 100)] },
    Column {
        key: "lut_ram",
        title: "LUT RAM",
        weights: &[
            weight("RAMB*", 0),
            weight("RAM32M", 400),
            weight("RAM64M", 400),
            weight("RAM32X1D", 200),
            weight("RAM64X1D", 200),
            weight("RAM128X1D", 400),
            weight("RAM256X1D", 800),
            weight("SRL*", 100),
        ],
    },
    Column { key: "carry4", title: "CARRY4", weights: &[weight("CARRY4", 100)] },
    Column { key: "ff", title: "FF", weights: &[weight("FD*", 100)] },
    Column { key: "ramb18", title: "RAMB18", weights: &[weight("RAMB18*", 100), weight("RAMB36*", 200)] },
];

const XILINX7_PARTS: &[Column] = &[XILINX7[1], XILINX7[2]];

/// Areas in NAND gates of two inputs, as they are to each other in a free library of 45 nm (NanGate FreePDK45, drive
/// strength 1): gates, then flip-flops.
const GATE_EQUIVALENTS: &[Weight] = &[
    weight("$_NOT_", 67),
    weight("$_NAND_", 100),
    weight("$_NOR_", 100),
    weight("$_AND_", 133),
    weight("$_OR_", 133),
    weight("$_XOR_", 200),
    weight("$_XNOR_", 200),
    weight("$_MUX_", 233),
    weight("$_AOI3_", 133),
    weight("$_OAI3_", 133),
    weight("$_AOI4_", 167),
    weight("$_OAI4_", 167),
    weight("$_DFF_P_", 567),
    weight("$_DFF_*", 667),
];

/// How many of them are gates.
const GATES: usize = 12;

const ASIC: &[Column] = &[
    Column { key: "ge", title: "GE", weights: GATE_EQUIVALENTS },
    Column { key: "gates", title: "gates", weights: &[weight("$_DFF_*", 0), weight("$_*", 100)] },
    Column { key: "ff", title: "FF", weights: &[weight("$_DFF_*", 100)] },
    Column { key: "memory_bits", title: "memory bits", weights: &[weight(MEMORY_BITS, 100)] },
];

const ASIC_PARTS: &[Column] = &[
    Column { key: "gates", title: "gates", weights: GATE_EQUIVALENTS.split_at(GATES).0 },
    Column { key: "registers", title: "flip-flops", weights: GATE_EQUIVALENTS.split_at(GATES).1 },
];
