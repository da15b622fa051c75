# SPDX-License-Identifier: Apache-2.0
"""What registers hold, by the rules of the JSON map that is generated with the hardware."""

import json

BLOCK = 0x1000
MASK = 0xFFFF_FFFF
# Memory that nothing has been written to.
UNDEFINED = {"teRamData"}


class Reference:
    """The stored fields of every register. What the hardware changes by itself is known only until a unit is active."""

    def __init__(self, path):
        registers = json.loads(path.read_text())["registers"]
        self.registers = {register["offset"]: register for register in registers}
        self.words = {register["offset"]: register["reset"] for register in registers}
        self.is_active = False

    def activate(self):
        """Every unit is active from now on."""
        self.is_active = True
        for offset, _, bit in self.active_bits():
            self.words[offset] |= bit

    def active_bits(self):
        """Offset, name and mask of every Active bit."""
        for offset, register in self.registers.items():
            for field in register["fields"]:
                if field.get("hardware") == "follows":
                    yield offset, field["name"], 1 << field["lsb"]

    def offsets(self):
        """Those of all registers."""
        return list(self.registers)

    def still(self, written):
        """Offsets of registers that are not written and that the hardware leaves alone: all of their bits are known."""
        return [
            offset
            for offset, register in self.registers.items()
            if offset not in written and not any("hardware" in field for field in register["fields"])
        ]

    def harmless(self, offset, data):
        """`data` with the Active bits of that register set."""
        for active, _, bit in self.active_bits():
            data |= bit if active == offset else 0
        return data

    def write(self, offset, data, strobe=0b1111):
        """What a write of these bytes leaves behind."""
        register = self.registers.get(offset)
        if register is None:
            return
        bytes_written = sum(0xFF << 8 * byte for byte in range(4) if strobe >> byte & 1)
        old = self.words[offset]
        asked = old & ~bytes_written | data & bytes_written
        for field in register["fields"]:
            if field["access"] in ("RW", "WARL"):
                mask = ((1 << field["width"]) - 1) << field["lsb"]
                value = legal(field, (old & mask) >> field["lsb"], (asked & mask) >> field["lsb"])
                self.words[offset] = self.words[offset] & ~mask | value << field["lsb"]

    def value(self, offset):
        """The word and the bits of it that are known."""
        register = self.registers.get(offset)
        if register is None:
            return 0, MASK
        known = MASK
        for field in register["fields"]:
            moves = field.get("hardware", "follows") != "follows"
            if field["name"] in UNDEFINED or (moves and self.is_active):
                known &= ~(((1 << field["width"]) - 1) << field["lsb"])
        return self.words[offset], known


def legal(field, old, asked):
    """What a field that was `old` is after `asked` was written."""
    if field["min"] == field["max"]:
        return field["min"]
    if "values" in field:
        return asked if asked in field["values"] else old
    return asked & field.get("bits", field["max"])
