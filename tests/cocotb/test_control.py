# SPDX-License-Identifier: Apache-2.0
"""The registers of generated hardware, over its bus, against the map that was generated with it."""

import importlib.util
import os
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import cocotb  # noqa: E402
from cocotb.clock import Clock  # noqa: E402
from cocotb.triggers import ClockCycles, FallingEdge  # noqa: E402
from masters import MASTERS  # noqa: E402
from reference import BLOCK, Reference  # noqa: E402

ACCESSES = 1500
LONGEST_WAIT = 100
# As control.toml has it.
SRAM_WORDS = 64
# Many times what a test takes on the slowest bus.
LONGEST_TEST = 10
# itype of an uninferable jump, in the build's four bits.
JUMP = 14
# TCODE.
PROG_TRACE_SYNC = 9


async def start(dut):
    """The hardware out of reset, and the master of its bus."""
    cocotb.start_soon(Clock(dut.clk, 10, unit="ns").start())
    clock, resets = dut.clk, [dut.rst_n]
    if hasattr(dut, "bus_clk"):
        cocotb.start_soon(Clock(dut.bus_clk, random.choice([3, 7, 13, 37]), unit="ns").start())
        clock, resets = dut.bus_clk, [dut.rst_n, dut.bus_rst_n]
    for name in ["itype", "iaddr", "iretire", "ilastsize", "halted", "external_trigger_0", "external_trigger_1"]:
        getattr(dut, name).value = 0
    for reset in resets:
        reset.value = 0
    master = MASTERS[os.environ["BUS"]](dut, clock)
    await ClockCycles(dut.clk, 10)
    for reset in resets:
        reset.value = 1
    await ClockCycles(dut.clk, 10)
    return master


def reference():
    return Reference(Path(os.environ["REGISTERS"]))


async def switch(master, expected, active):
    """Writes every Active bit and waits until it reads so."""
    for offset, name, bit in expected.active_bits():
        assert not await master.write(offset, bit if active else 0)
        for _ in range(LONGEST_WAIT):
            value, _ = await master.read(offset)
            if bool(value & bit) == active:
                break
        else:
            raise AssertionError(f"{name} does not become {active:d}")
    if active:
        expected.activate()


async def compare(master, expected, offset):
    """Reads a register and compares what is known of it."""
    found, error = await master.read(offset)
    assert not error
    value, known = expected.value(offset)
    assert (found ^ value) & known == 0, f"0x{offset:03X} is {found:#010x}, not {value:#010x} (in {known:#010x})"


def software():
    """The coroutines that were generated with the hardware."""
    path = Path(os.environ["REGISTERS"]).parent.parent / "software" / "tw_trace.py"
    spec = importlib.util.spec_from_file_location("tw_trace", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Bus:
    """What those coroutines need of a bus."""

    def __init__(self, master):
        self.master = master

    async def read(self, address):
        value, error = await self.master.read(address)
        assert not error
        return value

    async def write(self, address, value):
        assert not await self.master.write(address, value)


def messages(trace):
    """The messages of a trace, each a list of bytes; idle bytes are left out."""
    found, message = [], []
    for byte in trace:
        if message or byte != 0xFF:
            message.append(byte)
        if message and byte & 3 == 3:
            found.append(message)
            message = []
    assert not message, "the last message does not end"
    return found


@cocotb.test(timeout_time=LONGEST_TEST, timeout_unit="ms")
async def the_coroutines_start_stop_and_read_a_trace(dut):
    master = await start(dut)
    bus, trace = Bus(master), software()
    await trace.start(bus)
    # Each is a jump to the next address: all of them have messages.
    for step in range(6):
        await FallingEdge(dut.clk)
        dut.itype.value, dut.iretire.value, dut.ilastsize.value = JUMP, 1, 1
        dut.iaddr.value = 0x8000_0000 + 0x100 * step
    await FallingEdge(dut.clk)
    dut.itype.value, dut.iretire.value = 0, 0
    await ClockCycles(dut.clk, 10)
    await trace.stop(bus)
    found = messages(await trace.read_trace(bus))
    assert [message[0] >> 2 for message in found[:1]] == [PROG_TRACE_SYNC], found
    assert len(found) > 2, found


@cocotb.test(timeout_time=LONGEST_TEST, timeout_unit="ms")
async def every_offset_reads_its_reset_value(dut):
    master, expected = await start(dut), reference()
    for offset in range(0, BLOCK, 4):
        await compare(master, expected, offset)


@cocotb.test(timeout_time=LONGEST_TEST, timeout_unit="ms")
async def fields_take_what_is_legal_and_nothing_else(dut):
    master, expected = await start(dut), reference()
    await switch(master, expected, True)
    for offset in expected.offsets():
        for data in [0xFFFF_FFFF, 0, *[random.getrandbits(32) for _ in range(20)]]:
            data = expected.harmless(offset, data)
            assert not await master.write(offset, data)
            expected.write(offset, data)
            await compare(master, expected, offset)


@cocotb.test(timeout_time=LONGEST_TEST, timeout_unit="ms")
async def random_accesses_with_strobes(dut):
    master, expected = await start(dut), reference()
    await switch(master, expected, True)
    for _ in range(ACCESSES):
        offset = random.choice(expected.offsets() + [random.randrange(0, BLOCK, 4)])
        if random.random() < 0.5:
            strobe, data = random.choice(master.strobes), expected.harmless(offset, random.getrandbits(32))
            assert not await master.write(offset, data, strobe)
            expected.write(offset, data, strobe)
        else:
            await compare(master, expected, offset)


@cocotb.test(timeout_time=LONGEST_TEST, timeout_unit="ms")
async def the_memory_reads_what_was_written(dut):
    master, expected = await start(dut), reference()
    await switch(master, expected, True)
    places = {field["name"]: offset for offset, register in expected.registers.items() for field in register["fields"]}
    assert not await master.write(places["teRamRP"], 0)
    words = [random.getrandbits(32) for _ in range(SRAM_WORDS)]
    for word in words:
        assert not await master.write(places["teRamData"], word)
    # Each access has moved teRamRP on, and the last one back to the first word.
    for word in words:
        found, error = await master.read(places["teRamData"])
        assert not error and found == word, f"{found:#010x}, not {word:#010x}"


@cocotb.test(timeout_time=LONGEST_TEST, timeout_unit="ms")
async def active_bits_reset_their_units(dut):
    master, expected = await start(dut), reference()
    await switch(master, expected, True)
    for offset in expected.offsets():
        await master.write(offset, expected.harmless(offset, 0xFFFF_FFFF))
    await switch(master, expected, False)
    for offset in expected.offsets():
        await compare(master, reference(), offset)


@cocotb.test(timeout_time=LONGEST_TEST, timeout_unit="ms")
async def transfers_that_come_together_are_all_answered(dut):
    master, expected = await start(dut), reference()
    await switch(master, expected, True)
    for _ in range(20):
        offsets = random.sample(expected.offsets(), 4)
        writes = [(offset, expected.harmless(offset, random.getrandbits(32))) for offset in offsets]
        found, meanwhile = await master.together(writes, offsets, expected.still(offsets))
        for offset, data in writes:
            expected.write(offset, data)
        for offset, word in [*zip(offsets, found, strict=True), *meanwhile]:
            value, known = expected.value(offset)
            assert (word ^ value) & known == 0, f"0x{offset:03X} is {word:#010x}, not {value:#010x}"


@cocotb.test(timeout_time=LONGEST_TEST, timeout_unit="ms")
async def what_the_bus_refuses_has_no_effect(dut):
    master, expected = await start(dut), reference()
    await switch(master, expected, True)
    offsets = [offset for offset in range(0x10, 0x60) if master.refuses(offset)]
    for offset in offsets:
        assert await master.write(offset, 0xFFFF_FFFF)
        value, error = await master.read(offset)
        assert error and value == 0
    for offset in expected.offsets():
        await compare(master, expected, offset)
