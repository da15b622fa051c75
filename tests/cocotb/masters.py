# SPDX-License-Identifier: Apache-2.0
"""One way to read and write registers, over the public model of each bus.

Every master has `read(offset)`, which returns the data and whether the bus said error; `write(offset, data, strobe)`, which
returns whether it said error; `strobes`, the byte strobes that the public model can ask for; and `refuses`, which says whether
an access to that byte offset must end in an error. `together(writes, reads, still)` starts what the bus lets overlap, and returns what
the reads read, and pairs of what else was read meanwhile: the offset of a register of `still`, which nothing changes, and its word.
"""

import random

WORD = 0b1111


class Apb4:
    """cocotbext-apb."""

    strobes = list(range(16))

    def __init__(self, dut, clock):
        from cocotbext.apb import Apb4Bus, ApbMaster

        self.host = ApbMaster(Apb4Bus.from_entity(dut), clock)
        self.host.disable_logging()
        self.host.return_int = True

    @staticmethod
    def refuses(offset):
        return offset % 4 != 0

    async def read(self, offset):
        # The model raises an exception if what it is told here is not what happens.
        error = self.refuses(offset)
        return await self.host.read(offset, error_expected=error), error

    async def write(self, offset, data, strobe=WORD):
        error = self.refuses(offset)
        await self.host.write(offset, data, strb=strobe, error_expected=error)
        return error

    async def together(self, writes, reads, _still):
        """Queues all of them, and returns what was read."""
        for offset, data in writes:
            self.host.write_nowait(offset, data)
        return [(await self.read(offset))[0] for offset in reads], []


class Axi4Lite:
    """cocotbext-axi, with gaps and back-pressure on every channel."""

    # The model writes runs of bytes.
    strobes = [((1 << length) - 1) << first for first in range(4) for length in range(1, 5 - first)]

    def __init__(self, dut, clock):
        from cocotbext.axi import AxiLiteBus, AxiLiteMaster

        self.master = AxiLiteMaster(AxiLiteBus.from_prefix(dut, "s_axi"), clock)
        write, read = self.master.write_if, self.master.read_if
        for channel in [write.aw_channel, write.w_channel, write.b_channel, read.ar_channel, read.r_channel]:
            channel.log.setLevel("WARNING")
            channel.set_pause_generator(pauses(random.Random(random.random())))
        write.log.setLevel("WARNING")
        read.log.setLevel("WARNING")

    @staticmethod
    def refuses(_offset):
        return False

    async def read(self, offset):
        answer = await self.master.read(offset - offset % 4, 4)
        return int.from_bytes(answer.data, "little"), answer.resp != 0

    async def write(self, offset, data, strobe=WORD):
        first = (strobe & -strobe).bit_length() - 1
        run = data.to_bytes(4, "little")[first : strobe.bit_length()]
        answer = await self.master.write(offset + first, run)
        return answer.resp != 0

    async def together(self, writes, reads, still):
        """Starts all writes at once and, with each, a read of a register that nothing changes: they overlap on the bus."""
        starts = []
        for offset, data in writes:
            write = self.master.init_write(offset, data.to_bytes(4, "little"))
            other = random.choice(still)
            starts.append((write, other, self.master.init_read(other, 4)))
        meanwhile = []
        for write, other, read in starts:
            await write.wait()
            await read.wait()
            meanwhile.append((other, word_of(read)))
        reads = [self.master.init_read(offset, 4) for offset in reads]
        for event in reads:
            await event.wait()
        return [word_of(event) for event in reads], meanwhile


class Wishbone:
    """cocotbext-wishbone, classic cycles."""

    strobes = list(range(16))
    SIGNALS = {
        "cyc": "cyc",
        "stb": "stb",
        "we": "we",
        "adr": "adr",
        "datwr": "dat_i",
        "datrd": "dat_o",
        "ack": "ack",
        "sel": "sel",
        "err": "err",
    }
    ACK, ERR = 1, 2

    def __init__(self, dut, clock):
        from cocotbext.wishbone.driver import WBOp, WishboneMaster

        self.operation = WBOp
        self.master = WishboneMaster(dut, "wb", clock, timeout=1000, signals_dict=self.SIGNALS)
        self.master.log.setLevel("WARNING")

    @staticmethod
    def refuses(offset):
        return offset % 4 != 0

    async def cycle(self, operations):
        """The answers of operations in one bus cycle: `cyc` stays high, `stb` falls between them."""
        return await self.master.send_cycle(operations)

    async def read(self, offset):
        [answer] = await self.cycle([self.operation(offset, idle=random.randrange(4))])
        return int(answer.datrd), self.is_error(answer)

    async def write(self, offset, data, strobe=WORD):
        [answer] = await self.cycle([self.operation(offset, data, sel=strobe, idle=random.randrange(4))])
        return self.is_error(answer)

    async def together(self, writes, reads, _still):
        """All of them in one bus cycle."""
        operations = [self.operation(offset, data) for offset, data in writes]
        answers = await self.cycle(operations + [self.operation(offset) for offset in reads])
        return [int(answer.datrd) for answer in answers[len(writes) :]], []

    def is_error(self, answer):
        assert answer.ack in (self.ACK, self.ERR), f"answered by {answer.ack}"
        return answer.ack == self.ERR


class TileLinkUl:
    """cocotb-TileLink."""

    strobes = list(range(16))

    def __init__(self, dut, clock):
        from tilelink import Link

        self.link = Link(dut, clock)
        self.clock = clock
        self.sources = 1 << len(dut.tl_a_source)

    @staticmethod
    def refuses(_offset):
        # The model never asks for what is not allowed.
        return False

    async def read(self, offset):
        source = random.randrange(self.sources)
        [answer] = await self.link.read(offset - offset % 4, source)
        return answer.d_data, answer.d_error

    async def write(self, offset, data, strobe=WORD):
        source = random.randrange(self.sources)
        [answer] = await self.link.write(offset - offset % 4, data, strobe, source)
        return answer.d_error

    async def together(self, writes, reads, _still):
        """One after the other, from different sources."""
        for offset, data in writes:
            await self.write(offset, data)
        return [(await self.read(offset))[0] for offset in reads], []


def word_of(event):
    """What a read of cocotbext-axi read."""
    return int.from_bytes(event.data.data, "little")


def pauses(generator):
    """Runs of busy and idle cycles."""
    while True:
        for _ in range(generator.choice([1, 1, 2, 5])):
            yield False
        for _ in range(generator.choice([0, 0, 1, 3])):
            yield True


MASTERS = {"apb4": Apb4, "axi4-lite": Axi4Lite, "wishbone": Wishbone, "tilelink-ul": TileLinkUl}
