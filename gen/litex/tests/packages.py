# SPDX-License-Identifier: Apache-2.0
"""Packages for tests, made by the command that TRACEWRIGHT names, and a platform and a system to put them into."""

from __future__ import annotations

import atexit
import functools
import json
import logging
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from litex.build.generic_platform import GenericPlatform, Pins
from litex.build.sim.common import sim_special_overrides
from litex.gen import LiteXModule
from litex.soc.integration.soc_core import SoCMini
from migen import ClockDomain, Signal

from tracewright_litex import Description
from tracewright_litex.connections import is_ingress

logging.disable(logging.INFO)

WISHBONE = "build.bus.kind=wishbone"
PIB = "build.sink.kind=sram,pib"
SBA = "build.sink.kind=sba"
SBA_WISHBONE = "build.sink.sba_bus=wishbone"
OWN_CLOCKS = ("build.bus.own_clock=true", "build.timestamp.source=core", "build.timestamp.own_clock=true")

_FOLDER = Path(tempfile.mkdtemp())
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)


@functools.cache
def package(*settings: str, preset: str = "micro") -> Path:
    """The package of a preset with these settings."""
    folder = _FOLDER / str(len(list(_FOLDER.iterdir())))
    command = [os.environ.get("TRACEWRIGHT", "tracewright"), "generate", "--preset", preset, "-o", str(folder)]
    for setting in settings:
        command += ["--set", setting]
    subprocess.run(command, check=True, capture_output=True)
    return folder


def copy(folder: Path) -> Path:
    """A package that may be changed."""
    target = Path(tempfile.mkdtemp(dir=_FOLDER)) / "package"
    shutil.copytree(folder, target)
    return target


_ADAPTER = """module tw_rvfi (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        rvfi_valid,  // An instruction retired.
  input  wire [31:0] rvfi_insn,
  input  wire        debug_mode,
  output wire [2:0]  itype,
  output wire [31:0] iaddr,
  output wire        iretire,
  output wire        ilastsize,
  output wire        overflow
);
endmodule
"""


def with_adapter(folder: Path) -> Path:
    """A copy of a package with an adapter that has fewer ports than the real one, and does not drive `halted`."""
    changed = copy(folder)
    data = description(changed)
    data["build"]["ingress"]["adapter"] = "rvfi"
    data["modules"].append({"name": "tw_rvfi", "file": "rtl/tw_rvfi.v", "description": ""})
    (changed / "description.json").write_text(json.dumps(data), encoding="utf-8")
    (changed / "rtl/tw_rvfi.v").write_text(_ADAPTER, encoding="utf-8")
    return changed


def ingress(folder: Path) -> dict[str, Any]:
    """A signal for each port of the ingress."""
    ports = Description(folder).ports.values()
    return {port.name: Signal(port.width, name=f"core_{port.name}") for port in ports if is_ingress(port)}


def platform() -> GenericPlatform:
    """A platform with nothing but a clock and a reset."""
    return GenericPlatform("", [("clk", 0, Pins(1)), ("rst", 0, Pins(1))], name="system")


class _Clocks(LiteXModule):
    def __init__(self, pins: GenericPlatform, domains: tuple[str, ...]) -> None:
        clock, reset = pins.request("clk"), pins.request("rst")
        for name in domains:
            domain = ClockDomain(name)
            self.clock_domains += domain
            self.comb += [domain.clk.eq(clock), domain.rst.eq(reset)]


class System(SoCMini):
    """A system that has nothing but these clock domains."""

    def __init__(self, *domains: str, **options: Any) -> None:
        pins = platform()
        self.crg = _Clocks(pins, ("sys", *domains))
        super().__init__(pins, clk_freq=int(1e6), **options)

    def verilog(self) -> str:
        """Its Verilog."""
        self.finalize()
        return str(self.platform.get_verilog(self, name="system", special_overrides=sim_special_overrides))


def description(folder: Path) -> dict[str, Any]:
    """What the package says of itself."""
    data: dict[str, Any] = json.loads((folder / "description.json").read_text(encoding="utf-8"))
    return data
