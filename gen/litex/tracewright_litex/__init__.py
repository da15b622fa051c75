# SPDX-License-Identifier: Apache-2.0
"""Puts what `tracewright generate` writes into LiteX systems."""

from .description import Component, Description, Field, PackageError, Port, Register
from .module import Tracewright
from .soc import add_tracewright

__all__ = [
    "Component",
    "Description",
    "Field",
    "PackageError",
    "Port",
    "Register",
    "Tracewright",
    "add_tracewright",
]
