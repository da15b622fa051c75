#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Builds the programs of the boards into their folders: firmware.elf, for decoders, and firmware.hex, for the memory.
set -eu
cd "$(dirname "$0")"

tool=${RISCV_PREFIX:-riscv64-unknown-elf-}
tracewright=${TRACEWRIGHT:-../../../target/release/tracewright}
command -v "${tool}gcc" >/dev/null || {
    echo "build.sh: ${tool}gcc not found (Debian package gcc-riscv64-unknown-elf; RISCV_PREFIX names another)" >&2
    exit 1
}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# build BOARD ARCHITECTURE BYTES OPTION ...
build() {
    board=$1 architecture=$2 bytes=$3
    shift 3
    "$tracewright" generate --config "../$board/$board.toml" -o "$scratch/$board" >/dev/null
    "${tool}gcc" -march="$architecture" -mabi=ilp32 -O2 -std=gnu11 -Wall -Wextra -Werror -ffreestanding -fno-pic -fno-common \
        -fno-asynchronous-unwind-tables -ffunction-sections -fdata-sections -nostdlib -static -msmall-data-limit=0 \
        -I"$scratch/$board/registers" "$@" -T link.ld -Wl,--defsym=SIZE="$bytes" -Wl,--gc-sections -Wl,--build-id=none \
        -Wl,--no-warn-rwx-segments -Wl,-z,max-page-size=4 -o "../$board/firmware.elf" start.S trace.c workload.c "$board.c"
    "${tool}objcopy" --strip-debug --discard-locals --wildcard --strip-symbol='$[xd]*' "../$board/firmware.elf"
    "${tool}objcopy" -O binary "../$board/firmware.elf" "$scratch/$board.bin"
    python3 - "$scratch/$board.bin" "$bytes" >"../$board/firmware.hex" <<'END'
import struct, sys
data = open(sys.argv[1], "rb").read().ljust(int(sys.argv[2]), b"\0")
print("\n".join(f"{word:08x}" for word, in struct.iter_unpack("<I", data)))
END
    chmod 644 "../$board/firmware.elf"
}

build ulx3s rv32imc 16384 -DNUMBERS=64 -DINTERRUPTS \
    '-DFEATURES=FIELD(TE_INST_FEATURES_TE_INST_IMPLICIT_RETURN_MODE, 3) | FIELD(TE_INST_FEATURES_TE_INST_EN_REPEATED_HISTORY, 1)'
build icebreaker rv32i 4096 -DNUMBERS=24
