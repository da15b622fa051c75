#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# sentinel.make FOLDER: makes sentinel.v there, from the packages in it: Sentinel with its port for riscv-formal.
set -eu
bin=$(cd "$(dirname "$0")/../../.tools/bin" && pwd)
AMARANTH_USE_YOSYS=system YOSYS="$bin/yosys" PYTHONPATH="$1" python3 -m sentinel_cpu.gen -f -n sentinel -o "$1/sentinel.v"
