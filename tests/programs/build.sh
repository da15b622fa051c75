#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the programs (all, or those named) into elf/ for both register widths, and what CORES names for the cores of tests/cores, too; the
# same sources give the same bytes. TIMER_PERIOD=n in the environment makes n ticks of what lies between timer interrupts.
set -eu
cd "$(dirname "$0")"

tool=${RISCV_PREFIX:-riscv64-unknown-elf-}
if ! command -v "${tool}gcc" >/dev/null; then
    echo "build.sh: ${tool}gcc not found (Debian package gcc-riscv64-unknown-elf; RISCV_PREFIX names another)" >&2
    exit 1
fi

flags="-mcmodel=medany -O2 -std=gnu11 -Wall -Wextra -Werror -ffreestanding -fno-pic -fno-common
    -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections -nostdlib -static -Ilib -T link.ld
    -Wl,--gc-sections -Wl,--build-id=none -Wl,--no-warn-rwx-segments -Wl,-z,max-page-size=64
    ${TIMER_PERIOD:+-DTIMER_PERIOD=$TIMER_PERIOD}"

# Programs for cores without A, which take every trap through a table.
CORES="coroutine dispatch interpreter longjmp mixed preempt quicksort returns softirq timer traps usermode"

# link ELF ARCHITECTURE ABI OPTIONS SOURCES
link() {
    elf=$1
    # shellcheck disable=SC2086 # lists of words
    "${tool}gcc" -march="$2_zicsr" -mabi="$3" $4 $flags -o "$elf" lib/start.S lib/trap.S lib/memory.c $5
    "${tool}objcopy" --strip-debug --discard-locals --wildcard --strip-symbol='$[xd]*' \
        --remove-section=.comment "$elf"
    chmod 644 "$elf"
}

# build PROGRAM NAME ARCHITECTURE ABI OPTIONS
build() {
    sources=
    for source in "src/$1.c" "src/$1.S"; do
        if [ -e "$source" ]; then sources="$sources $source"; fi
    done
    if [ -z "$sources" ]; then
        echo "build.sh: no program $1 in src" >&2
        exit 1
    fi
    link "elf/$1.$2.elf" "$3" "$4" "$5" "$sources"
}

# records PROGRAM: one of ctr/, for both versions of Control Transfer Records.
records() {
    sources="ctr/$1.S ctr/records.S"
    for version in 0.1.4 1.0; do
        options=-Ictr
        if [ $version = 0.1.4 ]; then options="$options -DCTR_DRAFT"; fi
        link "ctr/elf/$1.$version.rv32.elf" rv32imac ilp32 "$options" "$sources"
        link "ctr/elf/$1.$version.rv64.elf" rv64imac lp64 "$options" "$sources"
    done
}

# counters PROGRAM: one of pmu/.
counters() {
    sources="pmu/machine.S pmu/$1.c"
    link "pmu/elf/$1.rv32.elf" rv32imac ilp32 -Ipmu "$sources"
    link "pmu/elf/$1.rv64.elf" rv64imac lp64 -Ipmu "$sources"
}

if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without blanks
    set -- $(for source in src/* ctr/*.S pmu/*.c; do echo "${source%.*}"; done |
        grep -v '^ctr/records$' | sed 's,^src/,,' | sort -u)
fi
mkdir -p elf ctr/elf pmu/elf
for program; do
    case $program in ctr/*) records "${program#ctr/}"; continue ;; pmu/*) counters "${program#pmu/}"; continue ;; esac
    build "$program" rv32 rv32imac ilp32 ""
    build "$program" rv64 rv64imac lp64 ""
    case " $CORES " in *" $program "*) build "$program" rv32imc rv32imc ilp32 -DVECTORED ;; esac
    printf '%-12s %6d %6d bytes\n' "$program" "$(wc -c <"elf/$program.rv32.elf")" "$(wc -c <"elf/$program.rv64.elf")"
done
