# SPDX-License-Identifier: Apache-2.0
"""The coroutines that were generated with hardware that traces to system memory: they say in which pieces it is."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import cocotb  # noqa: E402
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge  # noqa: E402
from test_control import JUMP, LONGEST_TEST, PROG_TRACE_SYNC, Bus, messages, software, start  # noqa: E402

# As run.py sets it.
BUFFER_BYTES = 64
# Between two jumps: their messages never wait.
GAP = 20


async def memory(dut, written):
    """An AXI4 memory. `written` has the bytes in the order in which they come, with their addresses."""
    lanes = len(dut.m_axi_wstrb)
    dut.m_axi_bresp.value = 0
    while True:
        dut.m_axi_awready.value, dut.m_axi_wready.value, dut.m_axi_bvalid.value = 1, 0, 0
        while not await taken(dut, dut.m_axi_awvalid):
            pass
        address, last = int(dut.m_axi_awaddr.value), False
        dut.m_axi_awready.value, dut.m_axi_wready.value = 0, 1
        while not last:
            if await taken(dut, dut.m_axi_wvalid):
                data, strobe = int(dut.m_axi_wdata.value), int(dut.m_axi_wstrb.value)
                lane_bytes = [(address + lane, data >> 8 * lane & 0xFF) for lane in range(lanes) if strobe >> lane & 1]
                written.extend(lane_bytes)
                address, last = address + lanes, bool(dut.m_axi_wlast.value)
        dut.m_axi_wready.value, dut.m_axi_bvalid.value = 0, 1
        while not await taken(dut, dut.m_axi_bready):
            pass


async def taken(dut, other):
    """Whether in a cycle the other side was ready too, where it is out of reset."""
    await RisingEdge(dut.clk)
    return bool(dut.rst_n.value) and bool(other.value)


async def trace_of(dut, jumps):
    """What the coroutines find of so many jumps, and what was written."""
    written = []
    dut.m_axi_awready.value, dut.m_axi_wready.value, dut.m_axi_bvalid.value, dut.m_axi_bresp.value = 0, 0, 0, 0
    master = await start(dut)
    cocotb.start_soon(memory(dut, written))
    bus, trace = Bus(master), software()
    await trace.start(bus)
    for step in range(jumps):
        await FallingEdge(dut.clk)
        dut.itype.value, dut.iretire.value, dut.ilastsize.value = JUMP, 1, 1
        dut.iaddr.value = 0x8000_0000 + 0x100 * (step % 7)
        await FallingEdge(dut.clk)
        dut.itype.value, dut.iretire.value = 0, 0
        await ClockCycles(dut.clk, GAP)
    await trace.stop(bus)
    pieces = await trace.read_trace(bus)
    contents = dict(written)
    found = [contents[address + at] for address, count in pieces for at in range(count)]
    return found, [byte for _, byte in written], pieces


@cocotb.test(timeout_time=LONGEST_TEST, timeout_unit="ms")
async def a_trace_that_fits_is_in_one_piece(dut):
    found, written, pieces = await trace_of(dut, 6)
    assert len(pieces) == 1 and found == written, (pieces, found, written)
    [first, *others] = messages(found)
    assert first[0] >> 2 == PROG_TRACE_SYNC and len(others) > 1, found


@cocotb.test(timeout_time=LONGEST_TEST, timeout_unit="ms")
async def a_trace_that_wraps_is_in_two_pieces(dut):
    found, written, pieces = await trace_of(dut, 60)
    assert len(written) > BUFFER_BYTES and len(pieces) == 2, (pieces, len(written))
    assert len(found) == BUFFER_BYTES and found == written[-BUFFER_BYTES:], (pieces, found, written)
