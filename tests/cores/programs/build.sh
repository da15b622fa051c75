#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the programs of PicoRV32 into elf/: those in src/, and some of tests/programs; what both cores run for Ibex, too; and for SERV
# and Sentinel programs of RV32I, with the multiplication of libgcc. The same sources give the same bytes.
# TIMER_PERIOD=n in the environment makes n ticks of what lies between timer interrupts.
set -eu
cd "$(dirname "$0")"

tool=${RISCV_PREFIX:-riscv64-unknown-elf-}
shared=../../programs
# The multiplication of RV32I; the compiler finds it by the architecture without Zicsr.
library=$("${tool}gcc" -march=rv32i -mabi=ilp32 -print-libgcc-file-name)
small="-march=rv32i_zicsr -mabi=ilp32"
# Sentinel starts at 0, and has the external interrupt alone.
sentinel="-DTIMER_INTERRUPT=11 -Wl,--defsym=ram_base=0"
flags="-mcmodel=medany -O2 -std=gnu11 -Wall -Wextra -Werror -ffreestanding -fno-pic
    -fno-common -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections -nostdlib -static
    -I. -I$shared/lib -T $shared/link.ld
    -Wl,--gc-sections -Wl,--build-id=none -Wl,--no-warn-rwx-segments -Wl,-z,max-page-size=64
    ${TIMER_PERIOD:+-DTIMER_PERIOD=$TIMER_PERIOD}"

# build PROGRAM SOURCE ...
build() {
    program=$1
    shift
    link "$program.picorv32" "-march=rv32imc_zicsr -mabi=ilp32" -DWITHOUT_CSRS entry.S "$@"
}

# link NAME ARCHITECTURE SOURCE-OR-OPTION ...
link() {
    elf=elf/$1.elf
    architecture=$2
    shift 2
    # shellcheck disable=SC2086 # lists of words
    "${tool}gcc" $architecture $flags -o "$elf" "$@" $shared/lib/start.S $shared/lib/memory.c $library
    "${tool}objcopy" --strip-debug --discard-locals --wildcard --strip-symbol='$[xd]*' --remove-section=.comment "$elf"
    chmod 644 "$elf"
}

mkdir -p elf
for program in faults interrupts storm threads; do
    build $program src/$program.c
done
link storm.rv32imc "-march=rv32imc_zicsr -mabi=ilp32" -DVECTORED $shared/lib/trap.S src/storm.c
link csrs.rv32imc "-march=rv32imc_zicsr -mabi=ilp32" -DVECTORED $shared/lib/trap.S src/csrs.c
build coroutine $shared/src/coroutine.c $shared/src/coroutine.S
build quicksort $shared/src/quicksort.c
build returns $shared/src/returns.c $shared/src/returns.S
link environment.rv32i "$small" $shared/lib/trap.S src/environment.c
# shellcheck disable=SC2086 # a list of words
link environment.sentinel "$small" $sentinel $shared/lib/trap.S src/environment.c
for program in coroutine quicksort returns timer; do
    sources=$shared/src/$program.c
    [ ! -e $shared/src/$program.S ] || sources="$sources $shared/src/$program.S"
    # shellcheck disable=SC2086 # a list of words
    link $program.rv32i "$small" $shared/lib/trap.S $sources
    # shellcheck disable=SC2086 # lists of words
    link $program.sentinel "$small" $sentinel $shared/lib/trap.S $sources
done
