// SPDX-License-Identifier: Apache-2.0
// The program of the dumps in these tests, linked to 0x8000_0000 with its line table:
// riscv64-unknown-elf-gcc -march=rv64imac -mabi=lp64 -nostdlib -static -g -fdebug-prefix-map="$PWD"=. \
//     -Wl,--build-id=none -Wl,-Ttext=0x80000000 -o lines.elf lines.S
    .option norvc
    .globl _start, outer, inner
    .type _start, @function
    .type outer, @function
    .type inner, @function
_start:
    jal ra, outer
    j _start
outer:
    mv s1, ra
    jal ra, inner
    jr s1
inner:
    beq zero, zero, 1f
    nop
1:  ret
