# SPDX-License-Identifier: Apache-2.0
"""What is read of a package."""

import unittest
from pathlib import Path

from packages import WISHBONE, copy, package, with_adapter

from tracewright_litex import Description, PackageError, Port


class Reading(unittest.TestCase):
    def test_registers_and_components_are_those_of_the_package(self) -> None:
        found = Description(package(WISHBONE, preset="soc"))
        self.assertEqual([c.name for c in found.components], ["hart0", "hart1", "hart2", "hart3", "funnel0"])
        self.assertEqual(found.size, 5 * 4096)
        self.assertEqual(found.register("teControl", "hart2").offset, 0x2000)
        self.assertEqual(found.register("tfControl").component, "funnel0")
        self.assertEqual(found.key("build.system.harts"), 4)
        self.assertIsNone(found.key("build.no.such"))

    def test_a_single_encoder_has_its_registers_at_0(self) -> None:
        register = Description(package(WISHBONE)).register("teControl", "hart0")
        self.assertEqual((register.offset, register.fields["teEnable"].mask), (0, 2))
        self.assertEqual(register.value(teActive=1, teEnable=1), register.reset | 3)
        self.assertEqual(register.value(teSyncMax=0xF, teEmpty=0), register.reset & ~8 | 0xF0_0000)

    def test_names_and_values_that_are_not_there_are_refused(self) -> None:
        found = Description(package(WISHBONE))
        with self.assertRaisesRegex(PackageError, "this build has no register tfControl"):
            found.register("tfControl")
        with self.assertRaisesRegex(PackageError, "teControl has no field teNothing: there are teActive, "):
            found.register("teControl").value(teNothing=1)
        with self.assertRaisesRegex(PackageError, "2 does not fit in the 1 bits of teActive"):
            found.register("teControl").value(teActive=2)


class Broken(unittest.TestCase):
    def test_a_folder_that_is_no_package_is_refused(self) -> None:
        with self.assertRaisesRegex(PackageError, "No such file or directory: name the folder that"):
            Description("/nonexistent")

    def test_a_description_that_is_none_is_refused(self) -> None:
        folder = copy(package(WISHBONE))
        for text, problem in [("{", "line 1"), ("{}", "no 'top'"), ("[]", "list")]:
            (folder / "description.json").write_text(text, encoding="utf-8")
            with self.assertRaisesRegex(PackageError, f"is no description of a generated design: .*{problem}"):
                Description(folder)

    def test_a_package_that_lacks_a_file_is_refused(self) -> None:
        folder = copy(package(WISHBONE))
        (folder / "rtl/tw_queue.v").unlink()
        with self.assertRaisesRegex(PackageError, "the package is not whole: there is no .*/rtl/tw_queue.v$"):
            Description(folder).sources()


class Sources(unittest.TestCase):
    def test_sources_are_all_of_the_verilog(self) -> None:
        folder = package(WISHBONE)
        listed = (folder / "rtl/tracewright.f").read_text(encoding="utf-8").split("\n")
        names = [line for line in listed if line and not line.startswith("//")]
        self.assertEqual(sorted(file.name for file in Description(folder).sources()), sorted(names))

    def test_an_adapter_is_among_them(self) -> None:
        folder = with_adapter(package(WISHBONE))
        found = Description(folder)
        self.assertIn(Path(folder / "rtl/tw_rvfi.v").resolve(), found.sources())
        inputs = {port.name: port.width for port in found.adapter_ports().values() if port.is_input}
        self.assertEqual(inputs, {"clk": 1, "rst_n": 1, "rvfi_valid": 1, "rvfi_insn": 32, "debug_mode": 1})
        self.assertEqual(found.adapter_ports()["iaddr"], Port("iaddr", False, 32))


if __name__ == "__main__":
    unittest.main()
