#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Runs the programs (all, or those named) on QEMU and says which fail. With --count first, also how many instructions
# each one executes, which takes a few minutes. A program's result is QEMU's exit code.
set -eu
cd "$(dirname "$0")"

count=no
if [ "${1:-}" = --count ]; then
    count=yes
    shift
fi
for bits in 32 64; do
    if ! command -v qemu-system-riscv$bits >/dev/null; then
        echo "check.sh: qemu-system-riscv$bits not found (Debian package qemu-system-misc)" >&2
        exit 1
    fi
done

run() {
    elf=$1 bits=$2
    shift 2
    timeout 60 "qemu-system-riscv$bits" -M spike -bios none -display none -serial null -monitor none -kernel "$elf" "$@"
}

# A line of the log is an executed instruction; those of QEMU's boot code, below RAM, are left out.
executed() {
    mkfifo "$scratch/log"
    run "$1" "$2" -singlestep -d exec,nochain -D "$scratch/log" &
    grep -c '/0*8[0-9a-f]\{7\}/' <"$scratch/log"
    wait
    rm "$scratch/log"
}

scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046 # names without blanks
    set -- $(for elf in elf/*.rv32.elf; do name=${elf##*/}; echo "${name%%.*}"; done)
fi
failed=0
for program; do
    for bits in 32 64; do
        elf=elf/$program.rv$bits.elf
        code=0
        run "$elf" $bits || code=$?
        if [ $code -ne 0 ]; then
            failed=1
            echo "$elf: exit code $code" >&2
        elif [ $count = yes ]; then
            printf '%-12s rv%s %9d\n' "$program" "$bits" "$(executed "$elf" "$bits")"
        fi
    done
done
exit $failed
