# SPDX-License-Identifier: Apache-2.0
"""Designs in LiteX systems: the map, the headers, and the Verilog, which Verilator reads if it is there."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from typing import Any

from litex.soc.integration.export import get_mem_header, get_soc_header
from migen import Record
from packages import OWN_CLOCKS, PIB, SBA, SBA_WISHBONE, WISHBONE, System, ingress, package

from tracewright_litex import Description, PackageError, add_tracewright

# Every kind of port.
LARGE = (
    WISHBONE,
    SBA_WISHBONE,
    "build.sink.kind=sram,sba,pib,atb,stream",
    "build.sink.sram_macro=true",
    "build.sink.sba_width=64",
    "build.bus.lock=true",
    "build.encoder.external_triggers=2",
    "build.encoder.trigger_outputs=1",
    "build.power.clock_request=true",
    "build.reset=sync",
    *OWN_CLOCKS,
)


def instance(verilog: str, module: str) -> dict[str, str]:
    """What is connected to the ports of the instance of `module`."""
    found = re.search(rf"^{module} \w+\((.*?)^\);", verilog, re.DOTALL | re.MULTILINE)
    assert found, f"there is no {module}"
    return dict(re.findall(r"\.(\w+)\s*\((.*?)\),?$", found[1], re.MULTILINE))


def complaints(verilog: str, sources: list[Path]) -> list[str]:
    """What Verilator says of our modules, and of connections to them."""
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder) / "system.v"
        top.write_text(verilog, encoding="utf-8")
        command = [
            "verilator",
            "--lint-only",
            "-Wall",
            "-Wno-fatal",
            "--top-module",
            "system",
            str(top),
            *map(str, sources),
        ]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stderr.split("\n")
    ours = re.compile(r"%Error|PINMISSING|PINNOTFOUND|[Pp]ort connection|rtl/tw_")
    return [line for line in said if line.startswith("%") and ours.search(line)]


class Systems(unittest.TestCase):
    def test_every_port_is_connected(self) -> None:
        folder = package(*LARGE)
        system = System("trace_sys", "bus", "time", "pib", "atb")
        trace = add_tracewright(
            system,
            folder,
            ingress=ingress(folder),
            sba=False,
            clock_domain="trace_sys",
            time_clock_domain="time",
            pib_clock_domain="pib",
            atb_clock_domain="atb",
            pads=Record([("tref", 1), ("tdata", 16)]),
        )
        verilog = system.verilog()
        ports = instance(verilog, "tw_top")
        self.assertEqual(set(ports), set(trace.description.ports))
        for port, domain in [("", "trace_sys"), ("bus_", "sys"), ("time_", "time"), ("pib_", "pib")]:
            self.assertEqual(ports[f"{port}clk"], f"{domain}_clk")
            self.assertEqual(ports[f"{port}rst_n"], f"(~{domain}_rst)")
        # No transfer of a test ends with an error.
        self.assertTrue(ports["wb_err"].endswith("bus_err"), ports["wb_err"])
        self.assertTrue(ports["m_wb_err"].endswith("sba_err"), ports["m_wb_err"])
        self.assertEqual((ports["atclk"], ports["atresetn"]), ("atb_clk", "(~atb_rst)"))
        if shutil.which("verilator"):
            self.assertEqual(complaints(verilog, trace.description.sources()), [])

    def test_several_harts_have_a_region_for_all(self) -> None:
        folder = package(WISHBONE, SBA_WISHBONE, preset="soc")
        system = System()
        add_tracewright(system, folder, name="tracer", origin=0x9000_0000, ingress=ingress(folder))
        region = system.bus.regions["tracer"]
        self.assertEqual((region.origin, region.size, region.cached), (0x9000_0000, 0x5000, False))
        self.assertEqual(list(system.bus.masters), ["tracer_sba"])
        verilog = system.verilog()
        self.assertIn("[12:0]", instance(verilog, "tw_top")["wb_adr"])
        self.assertIn("#define TRACER_FUNNEL0_OFFSET 16384", get_soc_header(system.constants))
        self.assertIn(
            f"#define TRACER_CONFIGURATION {Description(folder).configuration}", get_soc_header(system.constants)
        )
        self.assertIn("#define TRACER_BASE 0x90000000L", get_mem_header(system.mem_regions))

    def test_other_buses_of_the_soc_reach_the_registers(self) -> None:
        folder = package(WISHBONE, SBA, SBA_WISHBONE)
        for standard in ("wishbone", "axi-lite", "axi"):
            for width in (32, 64):
                system = System(bus_standard=standard, bus_data_width=width)
                trace = add_tracewright(system, folder, ingress=ingress(folder))
                verilog = system.verilog()
                if shutil.which("verilator") and width == 32:
                    self.assertEqual(complaints(verilog, trace.description.sources()), [], standard)


class Refused(unittest.TestCase):
    def refused(self, problem: str, *settings: str, **options: Any) -> None:
        folder = package(WISHBONE, *settings)
        with self.assertRaisesRegex(PackageError, re.escape(problem)):
            add_tracewright(System("other"), folder, ingress=ingress(folder), **options)

    def test_a_bus_in_another_domain(self) -> None:
        self.refused("generate with --set build.bus.own_clock=true", clock_domain="other")
        self.refused("bus_clock_domain must be that of the SoC's bus", *OWN_CLOCKS, bus_clock_domain="other")

    def test_memory_in_another_domain(self) -> None:
        problem = "system memory is written in clock_domain, which is not that of the SoC's bus"
        self.refused(problem, *OWN_CLOCKS, SBA, SBA_WISHBONE, clock_domain="other")

    def test_memory_on_another_bus(self) -> None:
        problem = "build.sink.sba_bus is axi4, LiteX needs Wishbone: generate with --set build.sink.sba_bus=wishbone"
        self.refused(problem, SBA)
        folder = package(WISHBONE, SBA)
        trace = add_tracewright(System(), folder, ingress=ingress(folder), sba=False)
        self.assertEqual(len(trace.m_axi_awaddr), 32)

    def test_a_domain_that_has_no_reset(self) -> None:
        system, folder = System(), package(WISHBONE, PIB)
        add_tracewright(system, folder, ingress=ingress(folder), pib_clock_domain="nowhere")
        with self.assertRaisesRegex(Exception, "nowhere"):
            system.verilog()


if __name__ == "__main__":
    unittest.main()
