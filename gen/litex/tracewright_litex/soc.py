# SPDX-License-Identifier: Apache-2.0
"""Adds a generated design to a LiteX system."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litex.soc.integration.soc import SoCRegion

from .description import Description, PackageError
from .module import Tracewright


def add_tracewright(
    soc: Any,
    package: str | Path | Description,
    name: str = "trace",
    origin: int | None = None,
    sba: bool = True,
    **options: Any,
) -> Tracewright:
    """Adds the design in `package` to `soc`, as its submodule `name`.

    Its registers are an uncached region `name` of the bus at `origin`, or where LiteX finds room: 4 KiB for each
    component. The generated headers get that region, and constants: `NAME_CONFIGURATION`, and `NAME_COMPONENT_OFFSET`
    for each encoder and funnel. With `sba` the master of system memory is on the bus, too (on the coherent one, if the
    CPU has that). A block that stands alone at a CSR port has neither: there is `NAME_CONFIGURATION` alone. `options`
    are those of `Tracewright`: `ingress`, `rvfi`, `pads` and the clock domains.
    """
    soc.check_if_exists(name)
    module = Tracewright(soc.platform, package, **options)
    description = module.description
    if module.bus is None:
        soc.add_module(name=name, module=module)
        soc.add_constant(f"{name}_configuration", description.configuration)
        return module
    if module.domains.get("bus_clk", module.domains["clk"]) != "sys":
        raise PackageError(
            "bus_clock_domain must be that of the SoC's bus, sys"
            if "bus_clk" in module.domains
            else "the control bus is in clock_domain, which is not that of the SoC's bus, sys: "
            "generate with --set build.bus.own_clock=true"
        )
    if sba:
        _add_master(soc, name, module)
    soc.add_module(name=name, module=module)
    if origin is None:
        origin = _free_origin(soc, name, description.size)
    soc.bus.add_slave(name=name, slave=module.bus, region=SoCRegion(origin=origin, size=description.size, cached=False))
    soc.add_constant(f"{name}_configuration", description.configuration)
    for component in description.components:
        soc.add_constant(f"{name}_{component.name}_offset", component.base)
    return module


def _free_origin(soc: Any, name: str, size: int) -> int:
    """Where LiteX finds room. It adds the region of the CSRs last, and would give its place away before."""
    regions = soc.bus.regions
    if "csr" in regions:
        return int(soc.bus.alloc_region(name, size, cached=False).origin)
    regions["csr"] = SoCRegion(origin=soc.mem_map["csr"], size=4 << soc.csr.address_width, cached=False)
    try:
        return int(soc.bus.alloc_region(name, size, cached=False).origin)
    finally:
        del regions["csr"]


def _add_master(soc: Any, name: str, module: Tracewright) -> None:
    if module.sba is not None:
        if module.domains["clk"] != "sys":
            raise PackageError(
                "system memory is written in clock_domain, which is not that of the SoC's bus, sys: "
                "give sba=False, and bring Tracewright.sba there yourself"
            )
        getattr(soc, "dma_bus", soc.bus).add_master(name=f"{name}_sba", master=module.sba)
    elif "sba" in module.description.key("build.sink.kind").split(","):
        bus = module.description.key("build.sink.sba_bus")
        raise PackageError(
            f"build.sink.sba_bus is {bus}, LiteX needs Wishbone: generate with --set build.sink.sba_bus=wishbone, "
            "or give sba=False, and connect the ports yourself"
        )
