#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs programs for Control Transfer Records 1.0 (all of elf/, or the ELF files that are named) on QEMU's Spike machine
# and on the hardware (tracewright cosim), and says where their signatures differ: all that a program leaves between
# begin_signature and end_signature. QEMU has the records from version 10 on; the qemu-system-riscv32 and 64 of PATH are
# taken, and TRACEWRIGHT is the command, if it is not tracewright.
set -eu

tracewright=${TRACEWRIGHT:-tracewright}
for command in qemu-system-riscv32 qemu-system-riscv64 "$tracewright"; do
    if ! command -v "$command" >/dev/null; then
        echo "check.sh: $command not found" >&2
        exit 1
    fi
done
for bits in 32 64; do
    if ! echo quit | timeout 60 "qemu-system-riscv$bits" -M none -cpu "rv$bits,smctr=true" -display none \
        -monitor stdio >/dev/null 2>&1; then
        echo "check.sh: this qemu-system-riscv$bits has no Control Transfer Records: take version 10 or later" >&2
        exit 1
    fi
done
if [ $# -eq 0 ]; then
    # QEMU's counters have other events than those of overflow.S.
    # shellcheck disable=SC2046 # names without blanks
    set -- $(printf '%s\n' "$(dirname "$0")"/elf/*.1.0.*.elf | grep -v '/overflow\.')
fi

scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
failed=0
# fail ELF WHAT
fail() {
    failed=1
    echo "$1: $2" >&2
}
for elf; do
    # Byte 4 of an ELF file is its class: 1 or 2.
    bits=$((32 * $(od -An -j4 -N1 -tu1 "$elf")))
    extensions=smctr=true,ssctr=true,smcsrind=true,sscsrind=true,smstateen=true,sscofpmf=true
    rm -f "$scratch"/*
    code=0
    timeout 60 "qemu-system-riscv$bits" -M "spike,signature=$scratch/qemu,signature-granularity=4" \
        -cpu "rv$bits,$extensions" -bios none -display none -serial null -monitor none -kernel "$elf" || code=$?
    if [ $code -ne 0 ]; then
        fail "$elf" "exit code $code on QEMU"
    fi
    if ! "$tracewright" cosim --preset ctr --set "xlen=$bits" --elf "$elf" --signature "$scratch/hardware" \
        >"$scratch/report"; then
        fail "$elf" "tracewright cosim failed"
    elif ! diff "$scratch/qemu" "$scratch/hardware" >"$scratch/differences"; then
        fail "$elf" "QEMU (<) and the hardware (>) differ:"
        head -n 20 "$scratch/differences" >&2
    else
        echo "$elf: $(wc -l <"$scratch/hardware") words are the same"
    fi
done
exit $failed
