#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A LiteX system whose PicoRV32 is traced through RVFI, in Icarus Verilog.

A host on LiteX's bus holds the processor in reset with LiteX's own register, sets the encoder up, lets the program run
for a while, and reads the trace back from the encoder's SRAM:

    tracewright generate --preset micro --set build.bus.kind=wishbone --set build.ingress.adapter=rvfi -o out
    python3 traced_picorv32.py out program.elf -o out.trace --retired out.retired
"""

from __future__ import annotations

import argparse
import logging
import struct
from pathlib import Path
from typing import Any

import sim  # LiteX imports modules by the names of its processors: none here may have one.
from litex.build.generic_platform import GenericPlatform, Pins
from litex.soc.integration.soc_core import SoCCore
from litex.soc.interconnect import wishbone
from migen import Display, If, Signal

from tracewright_litex import Description, add_tracewright

MEMORY = 0x8000_0000
MEMORY_BYTES = 128 * 1024
TRACE = 0x9000_0000

# Bits of LiteX's control register.
HOLD, RUN = 2, 0

RVFI = {"valid": 1, "insn": 32, "trap": 1, "halt": 1, "intr": 1, "mode": 2, "pc_rdata": 32, "pc_wdata": 32}


def show_rvfi(soc: Any, folder: Path) -> dict[str, Signal]:
    """The RVFI of LiteX's PicoRV32. LiteX leaves it out; the core has it where RISCV_FORMAL is defined."""
    sources = soc.platform.sources
    place = next(index for index, source in enumerate(sources) if Path(source[0]).name == "picorv32.v")
    core = sources.pop(place)[0]
    with_rvfi = folder / "picorv32_rvfi.v"
    with_rvfi.write_text(f'`define RISCV_FORMAL\n`include "{core}"\n', encoding="utf-8")
    soc.platform.add_source(str(with_rvfi), language="verilog")
    rvfi = {f"rvfi_{name}": Signal(width, name=f"rvfi_{name}") for name, width in RVFI.items()}
    soc.cpu.cpu_params.update({f"o_{name}": signal for name, signal in rvfi.items()})
    return rvfi


def words(elf: Path) -> list[int]:
    """What is in memory when a program is loaded: an ELF file of 32 bits, little-endian."""
    data, memory = elf.read_bytes(), bytearray(MEMORY_BYTES)
    table, size, count = struct.unpack_from("<28xI10xHH", data)
    for place in range(table, table + size * count, size):
        kind, offset, _, address, length = struct.unpack_from("<5I", data, place)
        if kind == 1:
            memory[address - MEMORY : address - MEMORY + length] = data[offset : offset + length]
    return list(struct.unpack(f"<{MEMORY_BYTES // 4}I", memory))


class System(SoCCore):
    """The processor, its memory, the encoder, and a host at the pins."""

    def __init__(self, description: Description, program: list[int], folder: Path) -> None:
        host = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        pins = [(name, 0, Pins(1)) for name in ("clk", "pib_clk", "rst", "stall", "ingress", "pins")]
        platform = GenericPlatform("", [*pins, *host.get_ios("host")], name="sim")
        self.crg = sim.Clocks(platform)
        super().__init__(
            platform,
            clk_freq=int(100e6),
            cpu_type="picorv32",
            cpu_reset_address=MEMORY,
            integrated_sram_size=0,
            with_uart=False,
            with_timer=False,
        )
        self.cpu.cpu_params.update(p_COMPRESSED_ISA=1)
        # LiteX has input and output where this program has its memory.
        self.bus.io_regions_check = False
        self.add_ram("main_ram", MEMORY, MEMORY_BYTES, contents=program)
        self.bus.add_master("host", host)
        self.comb += host.connect_to_pads(platform.request("host"), mode="slave")

        rvfi = show_rvfi(self, folder)
        trace = add_tracewright(self, description, origin=TRACE, rvfi=rvfi)
        # What is not used has a pin, for the bench.
        self.comb += [platform.request("stall").eq(0), platform.request("pins").eq(trace.rvfi_overflow)]
        self.ingress = platform.request("ingress")
        self.sync += If(rvfi["rvfi_valid"], Display("retired %x", rvfi["rvfi_pc_rdata"]))


def simulate(description: Description, program: Path, folder: Path, cycles: int) -> tuple[bytes, list[int]]:
    """Runs the system in `folder`, and returns the trace and the addresses that retired since it began."""
    folder.mkdir(parents=True, exist_ok=True)
    system = System(description, words(program), folder)
    system.finalize()
    reset = system.csr.regions["ctrl"].origin
    traced = [(sim.WRITE, reset, RUN, 0), (sim.PLAY, 0, 0, 0)]
    script = [(sim.WRITE, reset, HOLD, 0), *sim.operations(description, TRACE, "sram", traced)]
    said = sim.run(system, folder, script, ["0"] * cycles)
    retired = [int(line.split()[1], 16) for line in said.split("\n") if line.startswith("retired")]
    # What ran before the host held the processor is not traced.
    begin = len(retired) - 1 - retired[::-1].index(MEMORY)
    return sim.read_back((folder / "read.hex").read_text(encoding="utf-8").split(), "sram"), retired[begin:]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path, help="what `tracewright generate -o` wrote; one hart, with the adapter")
    parser.add_argument("program", type=Path, help="an ELF file for 0x80000000")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where the trace goes")
    parser.add_argument("--retired", type=Path, help="where the addresses go that retired, a line for each")
    parser.add_argument("--cycles", type=int, default=10_000, help="how long the program runs")
    parser.add_argument("--work", type=Path, default=Path("build/litex"), help="folder to build in")
    options = parser.parse_args()
    logging.disable(logging.INFO)
    trace, retired = simulate(Description(options.package), options.program, options.work, options.cycles)
    options.output.write_bytes(trace)
    if options.retired:
        options.retired.write_text("".join(f"{address:x}\n" for address in retired), encoding="utf-8")
    print(f"{len(trace)} bytes of trace of {len(retired)} instructions")


if __name__ == "__main__":
    main()
