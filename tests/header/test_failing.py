#!/usr/bin/env python3
"""Builds everything.c so that its C-API calls can fail, and runs failing.py.

    test_failing.py --python 3.14 [--kind debug] [--limited 3.9] [--sanitize]

With --limited the module keeps to the limited API of that version, with --sanitize it
is built with ASan.  Status 77 (skipped) where that Python, or
ASan's runtime, is not on this machine.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from build import HERE, ROOT, includes
from pythons import find_python

SKIPPED = 77
# What has no way to fail: macros, flags of a type, exceptions, locks, thread states.
HARMLESS = ("Py_", "PyErr_Clear", "PyErr_Exc", "PyErr_F", "PyErr_NoMemory", "PyErr_Occ",
            "PyErr_Restore", "PyErr_Set", "PyEval_", "PyGILState_", "PyMutex_",
            "PyObject_GC_", "PyThread_acquire", "PyThread_free", "PyThread_get",
            "PyThread_release", "PyTuple_Check", "PyTuple_GET", "_PyThreadState_",
            "PyList_Check", "PyWeakref_Check")
UNFAILING = {
    # Only with another kind of object than the header gives.
    "PyCapsule_GetName", "PyCapsule_GetPointer", "PyModule_GetDef", "PyModule_GetState",
    "PyModule_GetState_DuringGC", "PyModuleDef_Init", "PyObject_GetTypeData",
    "PyObject_GetTypeData_DuringGC", "PyTuple_GetItem", "PyTuple_Size", "PyType_GetSlot",
    # Never.
    "PyABIInfo_VAR", "PyInterpreterState_Get", "PyInterpreterState_GetID",
    "PyInterpreterView_Close", "PyMem_Free", "PyModule_Check",
    "PyObject_CallFinalizerFromDealloc", "PyObject_ClearWeakRefs", "PyThreadState_Clear",
    "PyThreadState_DeleteCurrent", "PyThreadState_GetInterpreter",
    "PyThreadState_GetUnchecked", "PyThreadState_Release", "PyType_Check",
    "PyType_GetFlags", "PyType_GetModule_DuringGC", "PyType_HasFeature",
    "PyType_Modified",
    # A macro for PyCMethod_New.
    "PyCFunction_NewEx",
    # With something else than a weak reference only, which is asked first.
    "PyWeakref_GetObject",
    # The declaration of another.
    "PyAPI_FUNC",
}


def wrapped():
    """The names of the calls; the linker ignores those that the module does not use."""
    text = (HERE / "failing.c").read_text()
    return (re.findall(r"^(?:CALL|SILENT)\([^,]*,\s*[^,]*,\s*(\w+),", text, re.M)
            + re.findall(r"^VARIADIC\((\w+),", text, re.M))


def forgotten():
    """Calls of the header that nothing here makes fail, and that can."""
    text = "".join(path.read_text() for path in (ROOT / "include").rglob("*.h"))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    called = set(re.findall(r"\b(_?Py[A-Z_]\w+)\s*\(", text))
    return sorted(name for name in called - set(wrapped())
                  if not name.startswith(HARMLESS) and name not in UNFAILING)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--python", required=True)
    parser.add_argument("--kind", default="release")
    parser.add_argument("--limited")
    parser.add_argument("--sanitize", action="store_true")
    arguments = parser.parse_args()
    if forgotten():
        raise SystemExit(f"nothing makes these calls fail: {' '.join(forgotten())}")
    python = find_python(arguments.python, arguments.kind)
    if python is None:
        return SKIPPED
    environment = dict(os.environ, PYTHONMALLOC="debug")
    limited = []
    if arguments.limited:
        minor = int(arguments.limited.partition(".")[2])
        limited = [f"-DPy_LIMITED_API=0x03{minor:02x}0000"]
        environment["INSULATE_LIMITED_API"] = limited[0].partition("=")[2]
        limited += ["-DINSULATE_USE_PRIVATE_LAYOUT"] if minor < 12 else []
    flags = []
    if arguments.sanitize:
        runtime = subprocess.run(["gcc", "-print-file-name=libasan.so"], text=True,
                                 stdout=subprocess.PIPE, check=True).stdout.strip()
        if not os.path.isabs(runtime):
            return SKIPPED
        flags = ["-fsanitize=address"]
        # Blocks of their own, so that ASan sees each; what the interpreter keeps at its
        # end is not the module's.
        environment.update(LD_PRELOAD=runtime, PYTHONMALLOC="malloc",
                           ASAN_OPTIONS="detect_leaks=0")
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "everything.so"
        objects = []
        for name, defined in (("everything", limited), ("failing", [])):
            objects.append(Path(folder) / f"{name}.o")
            subprocess.run(
                ["gcc", "-std=c11", "-O1", "-g", "-fPIC", *flags, *includes(python),
                 *defined, "-c", HERE / f"{name}.c", "-o", objects[-1]], check=True)
        subprocess.run(
            ["gcc", "-shared", *flags, *(f"-Wl,--wrap={name}" for name in wrapped()),
             *objects, "-o", library], check=True)
        done = subprocess.run([python["executable"], "-X", "faulthandler",
                               HERE / "failing.py", library], env=environment)
    return int(done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
