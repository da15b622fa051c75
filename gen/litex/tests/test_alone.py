# SPDX-License-Identifier: Apache-2.0
"""Blocks that stand alone at a CSR port: the bench of their package runs with LiteX's system in their place."""

import subprocess
import tempfile
import unittest
from pathlib import Path

from litex.build.generic_platform import Pins
from litex.soc.integration.export import get_soc_header
from packages import System, ingress, package

from tracewright_litex import Description, PackageError, Tracewright, add_tracewright
from tracewright_litex.connections import is_clock, is_ingress


def system(folder: Path) -> System:
    """A system with nothing but the block, whose ports are its pins, of the same names."""
    description = Description(folder)
    made = System("sys")
    ports = [port for port in description.ports.values() if not is_clock(port)]
    made.platform.add_extension([(port.name, 0, Pins(port.width)) for port in ports])
    pads = {port.name: made.platform.request(port.name) for port in ports}
    hart = {port.name: pads[port.name] for port in ports if is_ingress(port)}
    block = add_tracewright(made, folder, name="block", ingress=hart)
    for port in ports:
        if not is_ingress(port):
            inner = block.signals[port.name]
            made.comb += inner.eq(pads[port.name]) if port.is_input else pads[port.name].eq(inner)
    return made


def played(folder: Path) -> str:
    """What the bench of the package says to the system."""
    description = Description(folder)
    bench = (folder / "bench/tw_bench.v").read_text(encoding="utf-8")
    for before, after in [(f"{description.top} dut", "system dut"), (".rst_n", ".rst"), ("(rst_n)", "(!rst_n)")]:
        if before not in bench:
            raise AssertionError(f"the bench has no {before}")
        bench = bench.replace(before, after, 1)
    with tempfile.TemporaryDirectory() as work:
        for name, text in [("bench.v", bench), ("system.v", system(folder).verilog())]:
            (Path(work) / name).write_text(text, encoding="utf-8")
        command = ["iverilog", "-g2005", "-s", "tw_bench", "-o", "bench.vvp", "bench.v", "system.v"]
        subprocess.run([*command, *map(str, description.sources())], cwd=work, check=True)
        run = subprocess.run(["vvp", "-n", "bench.vvp"], cwd=work, capture_output=True, text=True, check=False)
    return run.stdout


class Alone(unittest.TestCase):
    """Control Transfer Records and performance counters."""

    def test_the_block_answers_as_its_bench_says(self) -> None:
        for preset in ("ctr", "pmu"):
            said = played(package(preset=preset))
            self.assertRegex(said, "PASS: [0-9]+ cycles are as expected")
            self.assertNotIn("FAIL", said)

    def test_there_is_no_bus(self) -> None:
        folder = package(preset="ctr")
        made = system(folder)
        self.assertIsNone(made.block.bus)
        self.assertNotIn("block", made.bus.regions)
        self.assertIn("BLOCK_CONFIGURATION", get_soc_header(made.constants))

    def test_a_csr_port_that_is_not_connected_is_refused(self) -> None:
        folder = package(preset="pmu")
        signals = ingress(folder)
        del signals["csr_op"]
        with self.assertRaisesRegex(PackageError, r"ingress lacks csr_op \(3 bits\)"):
            Tracewright(system(folder).platform, folder, ingress=signals)
