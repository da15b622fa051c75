# SPDX-License-Identifier: Apache-2.0
# One of each kind of trap. Built and recorded by:
#   riscv64-unknown-elf-gcc -march=rv64imac_zicsr -mabi=lp64 -nostdlib -static -Ttext=0x80000000 -s traps.S -o traps.elf
#   qemu-system-riscv64 -M virt -bios none -nographic -kernel traps.elf -singlestep -d exec,nochain,int -D traps.log
.globl _start
_start: la t0, handler
 csrw mtvec, t0
 li t0, 8
 csrw mie, t0
 csrsi mstatus, 8
 li s0, 0
 li s1, 3
1: addi s1, s1, -1
 bnez s1, 1b
 ecall
 .option norvc
 ebreak
 .option rvc
 c.ebreak
 .2byte 0
 ld t4, 0(x0)
 li t1, 0x02000000
 li t2, 1
 sw t2, 0(t1)
2: beqz s0, 2b
 li t1, 0x100000
 li t2, 0x5555
 sw t2, 0(t1)
3: j 3b
.align 2
handler: csrr t3, mcause
 bltz t3, interrupt
 csrr t3, mepc
 lhu t4, 0(t3)
 andi t4, t4, 3
 addi t4, t4, -3
 addi t3, t3, 2
 bnez t4, 4f
 addi t3, t3, 2
4: csrw mepc, t3
 mret
interrupt: li s0, 1
 li t1, 0x02000000
 sw x0, 0(t1)
 mret
