# SPDX-License-Identifier: Apache-2.0
"""Drives the control bus of generated hardware by public models of each bus.

    run.py TRACEWRIGHT FOLDER [BUS ...]

TRACEWRIGHT is the command; FOLDER takes what it generates and what is built of it. Without a bus, all of them run, in the encoder's
clock and in a clock of their own. Exits with 1 if a test fails.
"""

import subprocess
import sys
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent
BUSES = ["apb4", "axi4-lite", "wishbone", "tilelink-ul"]


def generate(command, folder, bus, own_clock):
    """The hardware with this bus, and where its description is."""
    settings = [f"build.bus.kind={bus}", f"build.bus.own_clock={str(own_clock).lower()}"]
    arguments = [command, "generate", "--config", HERE / "control.toml", "-o", folder]
    for setting in settings:
        arguments += ["--set", setting]
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)


def run(command, folder, bus, own_clock):
    """How many tests ran and how many failed."""
    generate(command, folder, bus, own_clock)
    runner = get_runner("verilator")
    runner.build(
        sources=sorted((folder / "rtl").glob("*.v")),
        hdl_toplevel="tw_top",
        build_dir=folder / "build",
        timescale=("1ns", "1ps"),
        # In one file: the packaged Verilator does not know how the compiler takes the precompiled header that several share.
        build_args=["-Wall", "--output-split", "0"],
        log_file=folder / "build.log",
    )
    results = runner.test(
        test_module="test_control",
        hdl_toplevel="tw_top",
        build_dir=folder / "build",
        test_dir=HERE,
        results_xml=str(folder / "results.xml"),
        extra_env={"BUS": bus, "REGISTERS": str(folder / "registers" / "registers.json")},
        log_file=folder / "test.log",
    )
    return get_results(results)


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    command, folder, buses = sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3:] or BUSES
    failures = 0
    for bus in buses:
        for own_clock in [False, True]:
            name = bus + ("-own-clock" if own_clock else "")
            tests, failed = run(command, folder / name, bus, own_clock)
            verdict = "ok" if tests and not failed else "FAILED"
            print(f"{name}: {tests} tests, {failed} failed: {verdict} ({folder / name / 'test.log'})", flush=True)
            failures += verdict != "ok"
    sys.exit(min(failures, 1))


if __name__ == "__main__":
    main()
