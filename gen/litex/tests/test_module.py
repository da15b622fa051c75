# SPDX-License-Identifier: Apache-2.0
"""What may be connected to a design, and what is refused."""

import re
import unittest
from typing import Any

from migen import Record, Signal
from packages import OWN_CLOCKS, PIB, WISHBONE, ingress, package, platform, with_adapter

from tracewright_litex import PackageError, Tracewright

MICRO_INGRESS = {"itype": 3, "iaddr": 32, "iretire": 1, "ilastsize": 1, "halted": 1}


class Refused(unittest.TestCase):
    """Each names what to change."""

    def refused(self, problem: str, *settings: str, **options: Any) -> None:
        folder = package(*settings)
        options.setdefault("ingress", ingress(folder))
        with self.assertRaisesRegex(PackageError, re.escape(problem)):
            Tracewright(platform(), folder, **options)

    def test_another_bus(self) -> None:
        for kind in ("apb4", "axi4-lite", "tilelink-ul"):
            problem = f"build.bus.kind is {kind}, LiteX needs Wishbone: generate with --set build.bus.kind=wishbone"
            self.refused(problem, f"build.bus.kind={kind}")

    def test_an_ingress_port_that_is_not_connected(self) -> None:
        signals = ingress(package(WISHBONE))
        del signals["iaddr"], signals["halted"]
        problem = "ingress lacks iaddr (32 bits), halted (1 bit): connect each, or tie it with an integer"
        self.refused(problem, WISHBONE, ingress=signals)
        self.refused("ingress lacks itype (3 bits), ", WISHBONE, ingress=None)

    def test_an_ingress_port_that_the_build_has_not(self) -> None:
        signals = {**ingress(package(WISHBONE)), "ctype": Signal(2)}
        self.refused("ingress has no ctype in this build: it has itype, iaddr, ", WISHBONE, ingress=signals)

    def test_a_signal_of_another_width(self) -> None:
        signals = {**ingress(package(WISHBONE)), "itype": Signal(4)}
        self.refused("ingress['itype'] has 4 bits, the port has 3 bits", WISHBONE, ingress=signals)

    def test_a_constant_that_does_not_fit(self) -> None:
        for value in (8, -1):
            signals = {**ingress(package(WISHBONE)), "itype": value}
            self.refused(f"ingress['itype']: {value} does not fit in 3 bits", WISHBONE, ingress=signals)

    def test_what_is_no_value(self) -> None:
        signals = {**ingress(package(WISHBONE)), "itype": "itype"}
        self.refused(
            "ingress['itype'] is a str: connect a Migen value, or tie it with an integer", WISHBONE, ingress=signals
        )

    def test_a_domain_of_a_clock_that_is_not_there(self) -> None:
        for argument, clock, needs in [
            ("bus_clock_domain", "bus_clk", "build.bus.own_clock=true"),
            ("time_clock_domain", "time_clk", "build.timestamp.own_clock=true"),
            ("pib_clock_domain", "pib_clk", "pib in build.sink.kind"),
            ("atb_clock_domain", "atclk", "atb in build.sink.kind"),
        ]:
            problem = f"{argument} is given, but this build has no {clock}: that takes {needs}"
            self.refused(problem, WISHBONE, **{argument: "other"})

    def test_pads_that_do_not_fit(self) -> None:
        self.refused("pads are given, but this build has no pins", WISHBONE, pads=Record([("tdata", 4)]))
        pads = Record([("tdata", 16)])
        self.refused("pads have no tref, which build.sink.pib_modes asks for", WISHBONE, PIB, pads=pads)
        pads = Record([("tref", 1), ("tdata", 4)])
        self.refused("pads['tdata'] has 4 bits, the port has 16 bits", WISHBONE, PIB, pads=pads)

    def test_rvfi_without_an_adapter(self) -> None:
        self.refused("there is no tw_rvfi: generate with --set build.ingress.adapter=rvfi", WISHBONE, rvfi={})

    def test_rvfi_that_does_not_fit(self) -> None:
        folder = with_adapter(package(WISHBONE))
        good = {"rvfi_valid": Signal(), "rvfi_insn": Signal(32)}
        for rvfi, rest, problem in [
            ({"rvfi_insn": Signal(32)}, {}, "rvfi lacks rvfi_valid (1 bit)"),
            ({**good, "rvfi_order": Signal(64)}, {}, "rvfi has no rvfi_order in this build"),
            ({**good, "rvfi_insn": Signal(64)}, {}, "rvfi['rvfi_insn'] has 64 bits, the port has 32 bits"),
            ([good, good], {}, "rvfi is for 2 harts, but build.system.harts is 1"),
            (good, {}, "ingress lacks halted (1 bit)"),
            (good, {"halted": 0, "itype": 0}, "ingress has itype, which the adapter drives"),
        ]:
            with self.assertRaisesRegex(PackageError, re.escape(problem)):
                Tracewright(platform(), folder, ingress=rest, rvfi=rvfi)
        module = Tracewright(platform(), folder, ingress={"halted": 0}, rvfi=[good])
        self.assertEqual(len(module.rvfi_overflow), 1)

    def test_two_designs_in_one_system(self) -> None:
        pins, first, second = platform(), package(WISHBONE), package(WISHBONE, PIB)
        Tracewright(pins, first, ingress=ingress(first))
        Tracewright(pins, first, ingress=ingress(first))
        with self.assertRaisesRegex(PackageError, "define the same module"):
            Tracewright(pins, second, ingress=ingress(second))


class Taken(unittest.TestCase):
    def test_constants_slices_and_expressions(self) -> None:
        folder, word = package(WISHBONE), Signal(40)
        module = Tracewright(
            platform(),
            folder,
            ingress={
                "itype": word[:3],
                "iaddr": word[3:35],
                "iretire": word[35] & word[36],
                "ilastsize": 1,
                "halted": False,
            },
        )
        self.assertIsNone(module.sba)
        self.assertEqual(len(module.stall), 1)

    def test_ports_that_no_hart_drives_are_attributes(self) -> None:
        options = ("build.bus.lock=true", "build.sink.kind=stream,atb", "build.encoder.trigger_outputs=2")
        folder = package(WISHBONE, *options, *OWN_CLOCKS)
        module = Tracewright(platform(), folder, ingress=dict.fromkeys(MICRO_INGRESS, 0))
        for name in ("debug_locked", "trace_ready", "trace_data", "atready", "atid", "trigger_out_1", "stall"):
            self.assertIs(getattr(module, name), module.signals[name])
        self.assertEqual(module.atclken.reset.value, 1)
        self.assertEqual(set(module.domains), {"clk", "bus_clk", "time_clk", "atclk"})


if __name__ == "__main__":
    unittest.main()
