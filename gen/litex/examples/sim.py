#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A LiteX system without a processor, with a trace encoder in it, in Icarus Verilog.

A host on LiteX's bus sets the encoder up, the bench plays what a hart would retire, and the host reads the trace back,
from the encoder's SRAM or from the system's memory. At the pins a UART receives it:

    tracewright generate --preset micro --set build.bus.kind=wishbone -o out
    python3 sim.py out -o out.trace
"""

from __future__ import annotations

import argparse
import logging
import subprocess
from pathlib import Path
from typing import Any

from litex.build.generic_platform import GenericPlatform, Pins
from litex.build.sim.common import sim_special_overrides
from litex.gen import LiteXModule
from litex.soc.integration.soc_core import SoCMini
from litex.soc.interconnect import wishbone
from migen import Cat, ClockDomain, Record
from migen.genlib.resetsync import AsyncResetSynchronizer

from tracewright_litex import Description, PackageError, Port, add_tracewright
from tracewright_litex.connections import PINS, is_ingress

BENCH = Path(__file__).with_name("sim_bench.v")
MEMORY = 0x4000_0000
MEMORY_BYTES = 4096
SINKS = {"sram": 4, "pib": 6, "sba": 7}
UART = 5
IDLE = 0xFF

# Operations of the bench.
END, WRITE, WAIT, READ, PLAY = range(5)
Operation = tuple[int, int, int, int]


def width(ports: list[Port]) -> int:
    """Bits of all of them."""
    return sum(port.width for port in ports)


class Clocks(LiteXModule):
    """The clock of the system, and one for the pins, with resets."""

    def __init__(self, platform: Any) -> None:
        self.cd_sys = ClockDomain()
        self.cd_pib = ClockDomain()
        reset = platform.request("rst")
        self.comb += [self.cd_sys.clk.eq(platform.request("clk")), self.cd_pib.clk.eq(platform.request("pib_clk"))]
        self.specials += [AsyncResetSynchronizer(self.cd_sys, reset), AsyncResetSynchronizer(self.cd_pib, reset)]


class System(SoCMini):
    """Memory, the encoder, and a host at the pins. What a hart would drive is at the pins, too, in one vector."""

    def __init__(self, description: Description) -> None:
        ports = description.ports.values()
        self.ingress_ports = [port for port in ports if is_ingress(port)]
        self.pins = [port for port in ports if port.name in PINS]
        host = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        io = [
            *((name, 0, Pins(1)) for name in ("clk", "pib_clk", "rst", "stall")),
            ("ingress", 0, Pins(width(self.ingress_ports))),
            ("pins", 0, Pins(max(1, width(self.pins)))),
            *host.get_ios("host"),
        ]
        platform = GenericPlatform("", io, name="sim")
        self.crg = Clocks(platform)
        super().__init__(platform, clk_freq=int(100e6))
        self.bus.add_master("host", host)
        self.comb += host.connect_to_pads(platform.request("host"), mode="slave")
        self.add_ram("main_ram", MEMORY, MEMORY_BYTES, contents=[0] * (MEMORY_BYTES // 4))

        ingress, vector, low = {}, platform.request("ingress"), 0
        for port in self.ingress_ports:
            ingress[port.name] = vector[low : low + port.width]
            low += port.width
        options: dict[str, Any] = {}
        recorded = platform.request("pins")
        if self.pins:
            pads = Record([(port.name, port.width) for port in self.pins])
            options = {"pib_clock_domain": "pib", "pads": pads}
            self.comb += recorded.eq(Cat(pads.tdata, getattr(pads, "tref", 0)))
        trace = add_tracewright(self, description, origin=0x9000_0000, ingress=ingress, **options)
        self.comb += platform.request("stall").eq(trace.signals.get("stall", 0))


def example(description: Description) -> list[dict[str, int]]:
    """A loop of four instructions, run eight times, as the ports see it cycle by cycle."""
    single = description.key("build.ingress.form") == "single"
    cycles = []
    for _ in range(8):
        for place in range(4):
            branch = 5 if place == 3 else 0
            cycles.append(
                {"itype": branch, "iaddr": 0x8000_0000 + 4 * place, "iretire": 1 if single else 2, "ilastsize": 1}
            )
    return cycles


def pack(system: System, cycle: dict[str, int]) -> int:
    """A cycle as one number."""
    value, low = 0, 0
    for port in system.ingress_ports:
        value |= cycle.get(port.name, 0) << low
        low += port.width
    return value


def operations(description: Description, base: int, sink: str, traced: list[Operation]) -> list[Operation]:
    """What the host does around `traced`: Trace Control 0.9.4, chapter 15."""
    control = description.register("teControl")

    def write(name: str, value: int) -> Operation:
        return (WRITE, base + description.register(name).offset, value, 0)

    def wait(name: str, **fields: int) -> Operation:
        register = description.register(name)
        mask = sum(register.fields[field].mask for field in fields)
        return (WAIT, base + register.offset, register.value(**fields) & mask, mask)

    def read(name: str) -> Operation:
        return (READ, base + description.register(name).offset, 0, 0)

    # Modes that this build has not are not asked for; stalling loses nothing.
    settings = {"teActive": 1, "teSink": SINKS[sink], "teInstStallEn": int(description.key("build.encoder.stall"))}
    begin = [write("teControl", control.value(teActive=0)), wait("teControl", teActive=0)]
    begin += [write("teControl", control.value(teActive=1)), wait("teControl", teActive=1)]
    begin.append(write("teControl", control.value(**settings)))
    if sink == "sba":
        begin += [write("teRamBase", MEMORY), write("teRamLimit", MEMORY + MEMORY_BYTES - 4)]
        begin.append(write("teRamWP", MEMORY))
        words = MEMORY_BYTES // 4
        dump = [read("teRamWP"), *((READ, MEMORY + 4 * word, 0, 0) for word in range(words))]
    elif sink == "pib":
        pins = description.register("pibControl")
        settings_of_pins = {"pibActive": 1, "pibMode": UART}
        begin += [write("pibControl", pins.value(pibActive=1)), wait("pibControl", pibActive=1)]
        begin += [write("pibControl", pins.value(pibEnable=on, **settings_of_pins)) for on in (0, 1)]
        dump = [wait("pibControl", pibEmpty=1)]
    else:
        words = description.key("build.sink.sram_bytes") // 4
        dump = [read("teRamWP"), write("teRamRP", 0), *[read("teRamData")] * words]
    return [
        *begin,
        write("teControl", control.value(teEnable=1, teInstTracing=1, **settings)),
        *traced,
        write("teControl", control.value(teEnable=1, **settings)),
        write("teControl", control.value(**settings)),
        wait("teControl", teEmpty=1),
        *dump,
        (END, 0, 0, 0),
    ]


def received(pins: list[str]) -> bytes:
    """What a UART receives at tdata[0], a bit in each cycle of pib_clk."""
    line = "".join(sample[-1] for sample in pins)
    trace, place = bytearray(), line.rfind("0" * 10) + 10
    # Before the mode is set the pin is low.
    while (start := line.find("0", place)) >= 0 and len(line) > start + 9:
        trace.append(int(line[start + 1 : start + 9][::-1], 2))
        place = start + 10
    return bytes(trace)


def read_back(words: list[str], sink: str) -> bytes:
    """What is in memory: teRamWP says where it ends, and idle bytes fill its last word. What is after is unknown."""
    pointer, memory = int(words[0], 16), words[1:]
    if pointer & 1:
        raise PackageError("the trace is longer than the memory")
    end = (pointer - (MEMORY if sink == "sba" else 0)) // 4
    return b"".join(int(word, 16).to_bytes(4, "little") for word in memory[:end]).rstrip(bytes([IDLE]))


def run(
    system: Any, folder: Path, script: list[Operation], stimulus: list[str], ingress: int = 1, pins: int = 1
) -> str:
    """Builds the system, and runs it in `folder` under the bench, with that many bits of ingress and pins.

    Returns what it said.
    """
    system.finalize()
    verilog = system.platform.get_verilog(system, name="system", special_overrides=sim_special_overrides)
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in [("system.v", verilog.main_source), *verilog.data_files.items()]:
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "stimulus.hex").write_text("\n".join(stimulus) + "\n", encoding="utf-8")
    lines = [f"{kind:02x}{address:08x}{data:08x}{mask:08x}\n" for kind, address, data, mask in script]
    (folder / "script.hex").write_text("".join(lines), encoding="utf-8")

    parameters = {"INGRESS": ingress, "PINS": pins, "CYCLES": len(stimulus), "OPERATIONS": len(script)}
    sources = [BENCH, folder / "system.v", *(source[0] for source in system.platform.sources)]
    command = ["iverilog", "-g2005", "-o", str(folder / "sim.vvp"), "-s", "sim_bench"]
    command += [f"-Psim_bench.{name}={value}" for name, value in parameters.items()]
    subprocess.run([*command, *map(str, sources)], check=True)
    # What memories hold at first is read from the folder that this runs in.
    return subprocess.run(["vvp", "-n", "sim.vvp"], check=True, cwd=folder, stdout=subprocess.PIPE, text=True).stdout


def simulate(description: Description, folder: Path, sink: str, stimulus: Path | None) -> bytes:
    """Runs the system in `folder`, and returns the trace."""
    system = System(description)
    lines = stimulus.read_text(encoding="utf-8").split() if stimulus else []
    lines = lines or [f"{pack(system, cycle):x}" for cycle in example(description)]
    play = [(PLAY, 0, 0, 0)]
    script = operations(description, system.bus.regions["trace"].origin, sink, play)
    said = run(system, folder, script, lines, width(system.ingress_ports), max(1, width(system.pins)))
    if "FAIL" in said:
        raise PackageError(said.strip())
    if sink == "pib":
        return received((folder / "pins.txt").read_text(encoding="utf-8").split())
    return read_back((folder / "read.hex").read_text(encoding="utf-8").split(), sink)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=Path, help="what `tracewright generate -o` wrote; one hart")
    parser.add_argument("-o", "--output", type=Path, required=True, help="where the trace goes")
    parser.add_argument("--sink", choices=SINKS, default="sram", help="the sink that is used")
    parser.add_argument("--work", type=Path, default=Path("build/litex"), help="folder to build in")
    parser.add_argument("--stimulus", type=Path, help="the ingress, a hexadecimal number for each cycle: see pack()")
    options = parser.parse_args()
    logging.disable(logging.INFO)
    trace = simulate(Description(options.package), options.work, options.sink, options.stimulus)
    options.output.write_bytes(trace)
    print(f"{len(trace)} bytes of trace: {trace[:16].hex(' ')}{' ..' if len(trace) > 16 else ''}")


if __name__ == "__main__":
    main()
