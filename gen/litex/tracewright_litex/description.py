# SPDX-License-Identifier: Apache-2.0
"""What a folder that `tracewright generate` wrote says of itself."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

COMPONENT_BYTES = 4096
"""Addresses of an encoder or a funnel on the control bus (Trace Control 0.9.4, chapter 4)."""

ADAPTER = "tw_rvfi"
"""The module that makes the ingress of RVFI, in packages that have it."""


class PackageError(ValueError):
    """The package, or what is connected to it, is not as it must be."""


@dataclass(frozen=True)
class Port:
    """A port of a module."""

    name: str
    is_input: bool
    width: int
    description: str = ""


@dataclass(frozen=True)
class Component:
    """An encoder or a funnel: what has registers of its own."""

    name: str
    base: int
    """Byte address of its registers, from the start of the design's."""


@dataclass(frozen=True)
class Field:
    """Bits of a register."""

    name: str
    lsb: int
    width: int
    reset: int

    @property
    def mask(self) -> int:
        """Ones where the field is."""
        return ((1 << self.width) - 1) << self.lsb


@dataclass(frozen=True)
class Register:
    """A register, with its fields by name."""

    name: str
    component: str
    offset: int
    """Byte address from the start of the design's."""
    reset: int
    fields: dict[str, Field]

    def value(self, **fields: int) -> int:
        """The register after reset, but for these fields."""
        value = self.reset
        for name, content in fields.items():
            field = self.fields.get(name)
            if field is None:
                raise PackageError(f"{self.name} has no field {name}: there are {', '.join(self.fields)}")
            if not 0 <= content < 1 << field.width:
                raise PackageError(f"{content} does not fit in the {field.width} bits of {name}")
            value = value & ~field.mask | content << field.lsb
        return value


class Description:
    """`description.json` of a generated package, and where its files are."""

    def __init__(self, folder: str | Path) -> None:
        self.folder = Path(folder).resolve()
        path = self.folder / "description.json"
        try:
            self._data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise PackageError(
                f"{path}: {error.strerror}: name the folder that `tracewright generate -o` wrote"
            ) from error
        except ValueError as error:
            raise PackageError(f"{path} is no description of a generated design: {error}") from error
        try:
            self._read()
        except (KeyError, TypeError) as error:
            raise PackageError(f"{path} is no description of a generated design: no {error}") from error

    def _read(self) -> None:
        self.top: str = self._data["top"]
        self.configuration: int = int(self._data["configuration"], 16)
        self.build: dict[str, Any] = self._data["build"]
        ports = [Port(p["name"], p["direction"] == "input", p["width"], p["description"]) for p in self._data["ports"]]
        self.ports: dict[str, Port] = {port.name: port for port in ports}
        self.components = [Component(c["name"], c["base"]) for c in self._data["components"]]
        self.registers = [self._register(register) for register in self._data["registers"]]

    def _register(self, data: dict[str, Any]) -> Register:
        fields = [Field(f["name"], f["lsb"], f["width"], f["reset"]) for f in data["fields"]]
        component = data.get("component", self.components[0].name)
        return Register(data["name"], component, data["offset"], data["reset"], {field.name: field for field in fields})

    def key(self, name: str) -> Any:
        """The value of a key of the configuration, such as `build.bus.kind`; None if this version has no such key."""
        value: Any = self._data
        for part in name.split("."):
            value = value.get(part) if isinstance(value, dict) else None
        return value

    @property
    def size(self) -> int:
        """Bytes of addresses on the control bus."""
        return COMPONENT_BYTES * len(self.components)

    @property
    def has_adapter(self) -> bool:
        """Whether there is an adapter from RVFI to the ingress."""
        return bool(self.key("build.ingress.adapter") == "rvfi")

    def sources(self) -> list[Path]:
        """The Verilog files, those of an adapter with them."""
        files = [self.folder / module["file"] for module in self._data["modules"]]
        missing = [str(file) for file in files if not file.is_file()]
        if missing:
            raise PackageError(f"the package is not whole: there is no {', '.join(missing)}")
        return files

    def register(self, name: str, component: str | None = None) -> Register:
        """A register by its name in the specification, of the first component that has it unless one is named."""
        for register in self.registers:
            if register.name == name and component in (None, register.component):
                return register
        place = "this build" if component is None else f"{component} of this build"
        raise PackageError(f"{place} has no register {name}")

    def adapter_ports(self) -> dict[str, Port]:
        """The ports of the adapter, by name."""
        text = (self.folder / "rtl" / f"{ADAPTER}.v").read_text(encoding="utf-8")
        found = re.findall(r"^\s*(input|output)\s+(?:wire|reg)?\s*(?:\[(\d+):0\])?\s*(\w+)", text, re.MULTILINE)
        ports = [Port(name, way == "input", int(high or 0) + 1) for way, high, name in found]
        return {port.name: port for port in ports}
