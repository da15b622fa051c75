#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks the program on the ULX3S for a run (s, 1, 2 or 4) and writes the trace that comes back, if any.

receive.py /dev/ttyUSB0 s trace.bin
"""
import sys
import termios


def open_port(path):
    """The serial port, 1 Mbaud, 8 data bits, no parity, 1 stop bit, and a second of patience."""
    port = open(path, "r+b", buffering=0)
    attributes = termios.tcgetattr(port)
    attributes[0] = attributes[1] = attributes[3] = 0
    attributes[2] = termios.CS8 | termios.CREAD | termios.CLOCAL
    attributes[4] = attributes[5] = termios.B1000000
    attributes[6][termios.VMIN], attributes[6][termios.VTIME] = 0, 10
    termios.tcsetattr(port, termios.TCSAFLUSH, attributes)
    return port


def receive(port, count):
    """That many bytes."""
    data = b""
    while len(data) < count:
        more = port.read(count - len(data))
        if not more:
            sys.exit(f"error: {len(data)} of {count} bytes came: is this the port, and the bitstream there?")
        data += more
    return data


def main():
    if len(sys.argv) not in (3, 4) or sys.argv[2] not in ("s", "1", "2", "4"):
        sys.exit(__doc__)
    port = open_port(sys.argv[1])
    port.write(sys.argv[2].encode())
    trace = receive(port, int.from_bytes(receive(port, 4), "little"))
    print(f"{len(trace)} bytes of trace")
    if len(sys.argv) == 4:
        with open(sys.argv[3], "wb") as file:
            file.write(trace)


main()
