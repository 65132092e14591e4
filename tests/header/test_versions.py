#!/usr/bin/env python3
"""Holds what insulate.h takes for granted, since which version a call is there, to the
headers that are installed, and the version that it gives itself to the project's.

    test_versions.py --project-version 0.1.0

A wrong row would make the header use a call that is not there, or its own replacement
where CPython has the call.
"""

import argparse
import re
import subprocess
import sys

from build import ROOT, includes
from pythons import minor_of, with_headers

# call: (minor version of the full API, of the limited API or None)
SINCE = {
    "PyType_FromModuleAndSpec": (9, 9),
    "PyType_GetModule": (9, 9),
    "PyType_GetModuleState": (9, 9),
    "PyCMethod_New": (9, 9),
    "PyObject_GC_IsFinalized": (9, 9),
    "PyModule_AddObjectRef": (10, 10),
    "PyType_GetModuleByDef": (11, 13),
    "PyObject_GetTypeData": (12, 12),
    "PyMutex_Lock": (13, None),
    "PyDict_GetItemRef": (13, 13),
    "PyDict_SetDefaultRef": (13, 15),
    "PyThreadState_GetUnchecked": (13, None),
    "PyType_Freeze": (14, 14),
    "PyType_GetModule_DuringGC": (15, 15),
    "PyModule_GetState_DuringGC": (15, 15),
    "PyObject_GetTypeData_DuringGC": (15, 15),
    "PyInterpreterView_FromCurrent": (15, 15),
    "PyThreadState_EnsureFromView": (15, 15),
    "PyABIInfo_Check": (15, 15),
}

# Declared for older limited APIs, too, by the headers of these versions.
UNGUARDED = {("PyModule_AddObjectRef", 10), ("PyModule_AddObjectRef", 11)}


def declared(python, limited):
    """The identifiers of Python.h after the preprocessor."""
    flags = [] if limited is None else [f"-DPy_LIMITED_API=0x03{limited:02x}0000"]
    done = subprocess.run(
        ["gcc", "-E", "-P", "-x", "c", *includes(python), *flags, "-"],
        input="#include <Python.h>\n", stdout=subprocess.PIPE, text=True, check=True)
    return set(re.findall(r"\b\w+(?=\s*\()", done.stdout))


def faults_of_own_version(version):
    text = (ROOT / "include/insulate/core.h").read_text()
    (found,) = re.findall(r"^#define INSULATE_VERSION_HEX (\w+)$", text, re.M)
    major, minor, patch = (int(part) for part in version.split("."))
    wanted = f"0x{major:02x}{minor:02x}{patch:02x}00"
    if found == wanted:
        return []
    return [f"INSULATE_VERSION_HEX is {found}, of version {version} it is {wanted}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--project-version", required=True)
    arguments = parser.parse_args()
    faults, compared = faults_of_own_version(arguments.project_version), 0
    for python in with_headers():
        newest = minor_of(python)
        apis = [None]
        if python["kind"] != "free-threaded":
            apis += range(9, newest + 1)
        for limited in apis:
            names = declared(python, limited)
            for name, (full, of_limited) in SINCE.items():
                since = full if limited is None else of_limited
                wanted = since is not None and (newest if limited is None else
                                                limited) >= since
                if not wanted and (name, newest) in UNGUARDED:
                    continue
                compared += 1
                if (name in names) != wanted:
                    where = "the full API" if limited is None else f"abi3 of 3.{limited}"
                    faults.append(f"{name} is {'not ' * wanted}in {where} of "
                                  f"{python['version']}")
    print("\n".join(faults) or f"{compared} comparisons")
    return int(bool(faults) or not compared)


if __name__ == "__main__":
    sys.exit(main())
