# SPDX-License-Identifier: Apache-2.0
"""The TileLink master of cocotb-TileLink on the pins of the hardware.

The package was written for cocotb 1: two names that it imports have moved since.
"""

import logging
import sys
import types

import cocotb
import cocotb.handle
from cocotb.triggers import ReadWrite, RisingEdge

moved = types.ModuleType("cocotb.log")
moved.SimLog = logging.getLogger
sys.modules.setdefault("cocotb.log", moved)
if not hasattr(cocotb.handle, "SimHandle"):
    cocotb.handle.SimHandle = cocotb.handle.SimHandleBase

from cocotb_TileLink.drivers.SimSimpleMasterUL import SimSimpleMasterUL  # noqa: E402
from cocotb_TileLink.TileLink_common.Interfaces import SlaveInterfaceUL  # noqa: E402
from cocotb_TileLink.TileLink_common.TileLink_types import TileLinkDPacket, TileLinkULDOP  # noqa: E402

FIELDS = ["opcode", "param", "size", "source", "address", "mask", "data"]


class Master(SimSimpleMasterUL):
    """Its own view of the reset compares types that cocotb 2 has no longer."""

    def is_reset(self):
        return False


class Pins(SlaveInterfaceUL):
    """The hardware as the package's masters see a slave: packets instead of pins."""

    def __init__(self, dut):
        super().__init__()
        self.dut = dut
        for name in ["a_valid", "a_corrupt", "d_ready", *[f"a_{field}" for field in FIELDS]]:
            getattr(dut, f"tl_{name}").value = 0
        self.d_packet, self.d_valid, self.a_ready = TileLinkDPacket(), False, False

    async def get_D_packet_and_valid(self):
        await self.d_packet_and_valid_event.wait()
        return self.d_packet, self.d_valid

    async def get_A_ready(self):
        await self.a_ready_event.wait()
        return self.a_ready

    async def process(self, master, clock):
        """Carries the packets of a cycle between the master and the pins, in every cycle."""
        while True:
            self.d_packet_and_valid_event.clear()
            self.a_ready_event.clear()
            # Until then the master has withdrawn the packet of the cycle before.
            await ReadWrite()
            packet, valid = await master.get_A_packet_and_valid()
            self.dut.tl_a_valid.value = int(valid)
            for field in FIELDS:
                getattr(self.dut, f"tl_a_{field}").value = int(getattr(packet, f"a_{field}"))
            await ReadWrite()
            self.sample()
            self.d_packet_and_valid_event.set()
            ready = await master.get_D_ready()
            self.dut.tl_d_ready.value = int(ready)
            await ReadWrite()
            self.a_ready = bool(self.dut.tl_a_ready.value)
            self.a_ready_event.set()
            await RisingEdge(clock)

    def sample(self):
        """What the hardware answers in this cycle."""
        dut = self.dut
        self.d_valid = bool(dut.tl_d_valid.value)
        if self.d_valid:
            self.d_packet = TileLinkDPacket(
                d_opcode=TileLinkULDOP(int(dut.tl_d_opcode.value)),
                d_param=int(dut.tl_d_param.value),
                d_size=int(dut.tl_d_size.value),
                d_source=int(dut.tl_d_source.value),
                d_error=bool(dut.tl_d_denied.value),
                d_data=int(dut.tl_d_data.value),
            )


class Link:
    """Reads and writes a word."""

    def __init__(self, dut, clock):
        self.master = Master(bus_width=32).register_clock(clock)
        pins = Pins(dut)
        self.master.register_slave(pins)
        cocotb.start_soon(self.master.process())
        cocotb.start_soon(pins.process(self.master, clock))

    async def answer(self, source):
        await self.master.source_free(source)
        return self.master.get_rsp(source)

    async def read(self, offset, source):
        self.master.read(offset, 4, source)
        return await self.answer(source)

    async def write(self, offset, data, strobe, source):
        mask = [strobe >> byte & 1 != 0 for byte in range(4)]
        self.master.write(offset, 4, list(data.to_bytes(4, "little")), mask, source)
        return await self.answer(source)
