# SPDX-License-Identifier: Apache-2.0
"""What may be connected to the ports of a generated design."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from migen import Constant
from migen.fhdl.structure import _Value

from .description import PackageError, Port

Values = Mapping[str, Any]
"""Migen values, or integers for what is tied, by the name of a port."""

CLOCKS = {
    "clk": ("rst_n", "clock_domain", ""),
    "bus_clk": ("bus_rst_n", "bus_clock_domain", "build.bus.own_clock=true"),
    "time_clk": ("time_rst_n", "time_clock_domain", "build.timestamp.own_clock=true"),
    "pib_clk": ("pib_rst_n", "pib_clock_domain", "pib in build.sink.kind"),
    "atclk": ("atresetn", "atb_clock_domain", "atb in build.sink.kind"),
}
"""Of each clock: its reset, the argument that names its domain, and what a build needs to have it."""

PINS = ("tref", "tdata")
"""Ports of the pin interface."""

# Inputs that are no ingress, beside clocks, resets and buses. A system can leave them as they are after reset.
_OTHERS = re.compile(
    r"debug_(request|write|addr|wdata|locked)|external_trigger(_\d+)?|hart_time|broadcast_time|trace_ready|atclken|atready|afvalid|syncreq"
    r"|sram_read_data|m_.*"
)


def is_bus(port: Port) -> bool:
    """Whether the port belongs to the control bus or to the Wishbone master."""
    return port.name.startswith(("wb_", "m_wb_"))


def is_clock(port: Port) -> bool:
    """Whether the port is a clock or its reset."""
    return port.name in CLOCKS or any(port.name == reset for reset, _, _ in CLOCKS.values())


def is_ingress(port: Port) -> bool:
    """Whether a hart has to drive the port."""
    return port.is_input and not (is_clock(port) or is_bus(port) or _OTHERS.fullmatch(port.name))


def value_for(port: Port, value: Any, place: str) -> _Value | Constant:
    """`value` for `port`; an integer ties it. `place` says in errors where it was given."""
    if isinstance(value, int):
        if not 0 <= value < 1 << port.width:
            raise PackageError(f"{place}[{port.name!r}]: {value} does not fit in {_bits(port.width)}")
        return Constant(int(value), port.width)
    if not isinstance(value, _Value):
        raise PackageError(
            f"{place}[{port.name!r}] is a {type(value).__name__}: connect a Migen value, or tie it with an integer"
        )
    if len(value) != port.width:
        raise PackageError(f"{place}[{port.name!r}] has {_bits(len(value))}, the port has {_bits(port.width)}")
    return value


def values_for(ports: Iterable[Port], values: Values, place: str) -> dict[str, _Value]:
    """`values`, which must be one for each of `ports` and no others."""
    wanted = {port.name: port for port in ports}
    unknown = [name for name in values if name not in wanted]
    if unknown:
        raise PackageError(
            f"{place} has no {', '.join(unknown)} in this build: it has {', '.join(wanted) or 'nothing'}"
        )
    missing = [f"{name} ({_bits(port.width)})" for name, port in wanted.items() if name not in values]
    if missing:
        raise PackageError(f"{place} lacks {', '.join(missing)}: connect each, or tie it with an integer")
    return {name: value_for(port, values[name], place) for name, port in wanted.items()}


def _bits(width: int) -> str:
    return f"{width} bit{'' if width == 1 else 's'}"
