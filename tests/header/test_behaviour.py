#!/usr/bin/env python3
"""Builds the modules for one Python, with the full API and with limited ones, and runs
behaviour.py there.

    test_behaviour.py --python 3.14 [--kind debug]

Status 77 (skipped) where that Python is not on this machine.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from build import HERE, ROOT, build
from pythons import find_python, minor_of, with_headers

SKIPPED = 77
MODULES = ("everything", "once", "process", "shared", "spam")


def variants(python):
    """(name, flags, limited API, standard, whose headers): the full API, also as C++ and
    with all that can be chosen, the oldest limited API, also as the oldest Python builds
    it, those whose parts differ, and abi3t; of a debug build the first alone."""
    private = ["-DINSULATE_USE_PRIVATE_LAYOUT"]
    yield "full", private, "", "c99", python
    if python["kind"] == "debug":
        return
    yield "C++, C API only", [], "", "c++11", python
    if python["kind"] == "free-threaded" and minor_of(python) < 15:
        return
    for minor in (9, 12, 13, 14, 15):
        if minor <= minor_of(python) and python["kind"] != "free-threaded":
            value = f"0x03{minor:02x}0000"
            # The data of everything.Table is not to be had otherwise.
            flags = [f"-DPy_LIMITED_API={value}", *(private if minor < 12 else [])]
            yield f"abi3 of 3.{minor}", flags, value, "c11", python
    oldest = min((each for each in with_headers() if each["kind"] == "release"), key=minor_of)
    if python["kind"] == "release" and minor_of(oldest) < minor_of(python):
        value = f"0x03{minor_of(oldest):02x}0000"
        yield (f"abi3 as {oldest['version']} builds it",
               [f"-DPy_LIMITED_API={value}", *private], value, "c11", oldest)
    if minor_of(python) >= 15:
        yield "abi3t", ["-DPy_TARGET_ABI3T=0x030f0000"], "0x030f0000", "c11", python


def refused_elsewhere(python):
    """What is wrong with how the header meets a CPython that keeps module state where it
    does not expect it: the import must fail, and say what to do."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "include", folder, dirs_exist_ok=True)
        core = Path(folder) / "insulate/core.h"
        text = core.read_text()
        changed = re.sub(r"(define INSULATE_PRIV_N_BEFORE_STATE) \d", r"\1 3", text)
        core.write_text(changed)
        build("spam", python, folder,
              flags=["-I", folder, "-DINSULATE_USE_PRIVATE_LAYOUT"])
        done = subprocess.run([python["executable"], "-c", "import spam"], cwd=folder,
                              stderr=subprocess.PIPE, text=True)
    if changed == text or "SystemError" not in done.stderr \
            or "INSULATE_USE_PRIVATE_LAYOUT" not in done.stderr:
        return f"module state elsewhere: {done.returncode} {done.stderr}"
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--python", required=True)
    parser.add_argument("--kind", default="release")
    arguments = parser.parse_args()
    python = find_python(arguments.python, arguments.kind)
    if python is None:
        return SKIPPED
    failed = 0
    for name, flags, limited, standard, builder in variants(python):
        with tempfile.TemporaryDirectory() as folder:
            for module in MODULES:
                build(module, builder, folder, flags=flags, standard=standard)
            done = subprocess.run(
                [python["executable"], "-X", "faulthandler", HERE / "behaviour.py", folder],
                env=dict(os.environ, INSULATE_LIMITED_API=limited, PYTHONMALLOC="debug"))
            print(f"{name}: status {done.returncode}", file=sys.stderr, flush=True)
            failed |= done.returncode != 0
    fault = refused_elsewhere(python)
    if fault:
        print(fault, file=sys.stderr)
    return int(failed or fault is not None)


if __name__ == "__main__":
    sys.exit(main())
