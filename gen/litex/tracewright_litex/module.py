# SPDX-License-Identifier: Apache-2.0
"""A generated design as a LiteX module."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from litex.gen import LiteXModule
from litex.soc.interconnect import wishbone
from migen import Cat, ClockSignal, Constant, Instance, ResetSignal, Signal

from .connections import CLOCKS, PINS, Values, is_bus, is_clock, is_ingress, value_for, values_for
from .description import ADAPTER, Description, PackageError, Port


class Tracewright(LiteXModule):
    """The design in `package`, the folder that `tracewright generate -o` wrote (or its `Description`).

    `ingress` has a Migen value, or an integer that ties it, for each port that a hart drives: `{"itype": core.itype}`.
    `rvfi` has the inputs of the adapter instead, for packages with it (of several harts, one mapping each; `debug_mode`
    is 0 if it is not there); `ingress` is then what is left. `pads` are the pins of the PIB, with `tdata`, and `tref`
    if the build has it. The clock domains, "sys" unless said otherwise, need a reset; those that the build has no clock
    for must not be given.

    `bus` is the control bus, or None: a block that stands alone at a CSR port has none, and a hart drives that port as
    it does the ingress. `sba` is the master that writes trace to system memory, or None. All other ports, and
    `stall`, are attributes of their names, and in `signals`; what else an adapter says is there as `rvfi_overflow`
    (`hart0_rvfi_overflow`).
    """

    def __init__(
        self,
        platform: Any,
        package: str | Path | Description,
        ingress: Values | None = None,
        rvfi: Values | Sequence[Values] | None = None,
        pads: Any = None,
        clock_domain: str | None = None,
        bus_clock_domain: str | None = None,
        time_clock_domain: str | None = None,
        pib_clock_domain: str | None = None,
        atb_clock_domain: str | None = None,
    ) -> None:
        self.description = package if isinstance(package, Description) else Description(package)
        kind = self.description.key("build.bus.kind")
        if self.description.components and kind != "wishbone":
            raise PackageError(
                f"build.bus.kind is {kind}, LiteX needs Wishbone: generate with --set build.bus.kind=wishbone"
            )
        self.domains = self._domains(
            clock_domain=clock_domain,
            bus_clock_domain=bus_clock_domain,
            time_clock_domain=time_clock_domain,
            pib_clock_domain=pib_clock_domain,
            atb_clock_domain=atb_clock_domain,
        )
        self.signals: dict[str, Signal] = {}
        self.bus: wishbone.Interface | None = None
        self.sba: wishbone.Interface | None = None
        self._arguments: dict[str, Any] = {}

        self._connect_clocks()
        self._connect_ingress(dict(ingress or {}), rvfi)
        self._connect_control()
        self._connect_memory()
        self._connect_others()
        if pads is not None:
            self._connect_pads(pads)
        self.specials += Instance(self.description.top, **self._arguments)
        _add_sources(platform, self.description)

    def _domains(self, **given: str | None) -> dict[str, str]:
        """The domain of each clock that the build has."""
        domains = {}
        for clock, (_, argument, needs) in CLOCKS.items():
            if clock in self.description.ports:
                domains[clock] = given[argument] or "sys"
            elif given[argument] is not None:
                raise PackageError(f"{argument} is given, but this build has no {clock}: that takes {needs}")
        return domains

    def _pass(self, port: Port, value: Any) -> None:
        self._arguments[("i_" if port.is_input else "o_") + port.name] = value

    def _expose(self, name: str, signal: Signal) -> None:
        self.signals[name] = signal
        setattr(self, name, signal)

    def _connect_clocks(self) -> None:
        ports = self.description.ports
        for clock, domain in self.domains.items():
            self._pass(ports[clock], ClockSignal(domain))
            self._pass(ports[CLOCKS[clock][0]], ~ResetSignal(domain))

    def _connect_ingress(self, ingress: dict[str, Any], rvfi: Values | Sequence[Values] | None) -> None:
        if rvfi is not None:
            adapted = self._add_adapters([rvfi] if isinstance(rvfi, Mapping) else list(rvfi))
            twice = [name for name in adapted if name in ingress]
            if twice:
                raise PackageError(f"ingress has {', '.join(twice)}, which the adapter drives")
            ingress.update(adapted)
        ports = [port for port in self.description.ports.values() if is_ingress(port)]
        for name, value in values_for(ports, ingress, "ingress").items():
            self._pass(self.description.ports[name], value)

    def _add_adapters(self, harts: list[Values]) -> dict[str, Signal]:
        """Puts an adapter in front of each hart, and returns what they drive."""
        if not self.description.has_adapter:
            raise PackageError(
                f"rvfi is given, but there is no {ADAPTER}: generate with --set build.ingress.adapter=rvfi"
            )
        count = self.description.key("build.system.harts")
        if len(harts) != count:
            raise PackageError(f"rvfi is for {len(harts)} harts, but build.system.harts is {count}")
        ports = self.description.adapter_ports().values()
        wanted = [port for port in ports if port.is_input and not is_clock(port)]
        driven = {}
        for hart, values in enumerate(harts):
            prefix = f"hart{hart}_" if count > 1 else ""
            values = values_for(wanted, {"debug_mode": 0, **values}, "rvfi")
            arguments: dict[str, Any] = {f"i_{name}": value for name, value in values.items()}
            arguments.update(i_clk=self._arguments["i_clk"], i_rst_n=self._arguments["i_rst_n"])
            for port in ports:
                if not port.is_input:
                    name = f"{prefix}rvfi_{port.name}"
                    signal = arguments[f"o_{port.name}"] = Signal(port.width, name=name)
                    if prefix + port.name in self.description.ports:
                        driven[prefix + port.name] = signal
                    else:
                        self._expose(name, signal)
            self.specials += Instance(ADAPTER, **arguments)
        return driven

    def _connect_control(self) -> None:
        """The control bus: LiteX counts words, the design's address is that of a byte."""
        if not self.description.components:
            return
        self.bus = bus = wishbone.Interface(data_width=32, address_width=32, addressing="word")
        width = self.description.ports["wb_adr"].width
        values = {
            "wb_cyc": bus.cyc,
            "wb_stb": bus.stb,
            "wb_we": bus.we,
            "wb_adr": Cat(Constant(0, 2), bus.adr[: width - 2]),
            "wb_dat_i": bus.dat_w,
            "wb_sel": bus.sel,
            "wb_dat_o": bus.dat_r,
            "wb_ack": bus.ack,
            "wb_err": bus.err,
        }
        for name, value in values.items():
            self._pass(self.description.ports[name], value)

    def _connect_memory(self) -> None:
        """The master of system memory."""
        ports = self.description.ports
        if "m_wb_cyc" not in ports:
            return
        data, address = ports["m_wb_dat_o"].width, ports["m_wb_adr"]
        self.sba = sba = wishbone.Interface(data_width=data, address_width=address.width, addressing="word")
        byte_address = Signal(address.width)
        self.comb += sba.adr.eq(byte_address[(data // 8).bit_length() - 1 :])
        values = {
            "m_wb_cyc": sba.cyc,
            "m_wb_stb": sba.stb,
            "m_wb_we": sba.we,
            "m_wb_adr": byte_address,
            "m_wb_dat_o": sba.dat_w,
            "m_wb_sel": sba.sel,
            "m_wb_ack": sba.ack & ~sba.err,
            "m_wb_err": sba.err,
        }
        for name, value in values.items():
            self._pass(ports[name], value)

    def _connect_others(self) -> None:
        for port in self.description.ports.values():
            if is_clock(port) or is_bus(port) or is_ingress(port):
                continue
            # An ATB without a clock enable counts every edge.
            signal = Signal(port.width, name=port.name, reset=int(port.name == "atclken"))
            self._expose(port.name, signal)
            self._pass(port, signal)

    def _connect_pads(self, pads: Any) -> None:
        pins = [self.description.ports[name] for name in PINS if name in self.description.ports]
        if not pins:
            raise PackageError("pads are given, but this build has no pins: add pib to build.sink.kind")
        for port in pins:
            pad = getattr(pads, port.name, None)
            if pad is None:
                raise PackageError(f"pads have no {port.name}, which build.sink.pib_modes asks for")
            self.comb += value_for(port, pad, "pads").eq(self.signals[port.name])


def _add_sources(platform: Any, description: Description) -> None:
    """Adds the Verilog. Modules of two designs have the same names, so a system can hold only one."""
    known = {Path(source[0]).name: Path(source[0]).resolve() for source in platform.sources}
    for file in description.sources():
        if known.get(file.name, file) != file:
            raise PackageError(
                f"{file} and {known[file.name]} define the same module: use one design with build.system.harts encoders"
            )
        platform.add_source(str(file), language="verilog")
