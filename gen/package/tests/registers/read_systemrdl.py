# SPDX-License-Identifier: Apache-2.0
"""Compiles and elaborates SystemRDL files; prints the fields of each as a line of JSON."""

import json
import sys

from systemrdl import RDLCompiler
from systemrdl.node import RegNode
from systemrdl.rdltypes import AccessType, OnReadType, OnWriteType


def access(field):
    software = (field.get_property("sw"), field.get_property("onread"), field.get_property("onwrite"))
    names = {
        (AccessType.rw, None, None): "rw",
        (AccessType.r, None, None): "r",
        (AccessType.r, OnReadType.rclr, None): "rc",
        (AccessType.w, None, OnWriteType.woset): "w1",
    }
    assert (software[2] == OnWriteType.woset) == field.get_property("singlepulse"), field.inst_name
    return names[software]


def row(register, field):
    names = field.get_property("encode") or []
    assert field.get_property("tw_reference") and field.get_property("desc"), field.inst_name
    return {
        "name": f"{register.inst_name}.{field.inst_name}",
        "offset": register.absolute_address,
        "lsb": field.low,
        "width": field.width,
        "access": access(field),
        "reset": field.get_property("reset"),
        "values": [(value.name, value.value) for value in names],
    }


def main():
    for path in sys.argv[1:]:
        compiler = RDLCompiler()
        compiler.compile_file(path)
        registers = [node for node in compiler.elaborate().top.descendants() if isinstance(node, RegNode)]
        print(json.dumps([row(register, field) for register in registers for field in register.fields()]))


main()
