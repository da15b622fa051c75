# SPDX-License-Identifier: Apache-2.0
"""Drives the control bus of generated hardware by public models of each bus.

    run.py TRACEWRIGHT FOLDER [BUS ...]

TRACEWRIGHT is the command; FOLDER takes what it generates and what is built of it. Without a bus, all of them run, in the encoder's
clock and in a clock of their own, side by side; and on the first of them, trace goes to system memory. Exits with 1 if a test fails.
"""

import os
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

HERE = Path(__file__).resolve().parent
BUSES = ["apb4", "axi4-lite", "wishbone", "tilelink-ul"]
# Trace in system memory, in a buffer that a short trace wraps: test_memory.py.
MEMORY = ["build.sink.kind=sba", "run.sba_base=0x90000000", "run.sba_bytes=64"]


def generate(command, folder, settings):
    """The hardware with these settings."""
    arguments = [command, "generate", "--config", HERE / "control.toml", "-o", folder]
    for setting in settings:
        arguments += ["--set", setting]
    subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)


def build(command, folder, settings):
    """Generates, and builds what runs in Verilator."""
    generate(command, folder, settings)
    runner = get_runner("verilator")
    runner.build(
        sources=[HERE / "ports.vlt", *sorted((folder / "rtl").glob("*.v"))],
        hdl_toplevel="tw_top",
        build_dir=folder / "build",
        timescale=("1ns", "1ps"),
        # In one file: the packaged Verilator does not know how the compiler takes the precompiled header that several share.
        # The tests are short, so that compiling without optimisation takes less time than it costs; and they see the
        # ports alone, which ports.vlt names.
        build_args=["-Wall", "--no-public-flat-rw", "--output-split", "0", "-MAKEFLAGS", "OPT_FAST=-O0"],
        log_file=folder / "build.log",
    )
    return runner


def run(command, folder, bus, tests, settings):
    """What is to be said of a build, and whether its tests, a module, ran and passed."""
    runner = build(command, folder, settings)
    results = runner.test(
        test_module=tests,
        hdl_toplevel="tw_top",
        build_dir=folder / "build",
        test_dir=HERE,
        results_xml=str(folder / "results.xml"),
        extra_env={"BUS": bus, "REGISTERS": str(folder / "registers" / "registers.json")},
        log_file=folder / "test.log",
    )
    tests, failed = get_results(results)
    passed = bool(tests) and not failed
    verdict = "ok" if passed else "FAILED"
    return f"{folder.name}: {tests} tests, {failed} failed: {verdict} ({folder / 'test.log'})", passed


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    command, folder, buses = sys.argv[1], Path(sys.argv[2]).resolve(), sys.argv[3:] or BUSES
    builds = []
    for bus in buses:
        kind = f"build.bus.kind={bus}"
        builds.append((folder / bus, bus, "test_control", [kind]))
        builds.append((folder / f"{bus}-own-clock", bus, "test_control", [kind, "build.bus.own_clock=true"]))
    builds.append((folder / "memory", buses[0], "test_memory", [f"build.bus.kind={buses[0]}", *MEMORY]))
    shared = folder / "shared"
    shutil.rmtree(shared, ignore_errors=True)
    shared.mkdir(parents=True)
    os.environ["OBJCACHE"] = shlex.join([str(HERE / "once"), str(shared)])
    # The first is built alone: it compiles what all have.
    place, _, _, settings = builds[0]
    build(command, place, settings)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        running = [pool.submit(run, command, *chosen) for chosen in builds]
        passed = True
        for ended in running:
            line, ok = ended.result()
            print(line, flush=True)
            passed &= ok
    sys.exit(not passed)


if __name__ == "__main__":
    main()
