#!/usr/bin/env python3
"""Builds everything.c so that its C-API calls can fail, and runs failing.py.

    test_failing.py --python 3.14 [--kind debug] [--sanitize]

With --sanitize the module is built with ASan.  Status 77 (skipped) where that Python, or
ASan's runtime, is not on this machine.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from build import HERE, includes
from pythons import find_python

SKIPPED = 77


def wrapped():
    """The names of the calls; the linker ignores those that the module does not use."""
    return re.findall(r"^(?:CALL|SILENT)\([^,]*,\s*[^,]*,\s*(\w+),",
                      (HERE / "failing.c").read_text(), re.M)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--python", required=True)
    parser.add_argument("--kind", default="release")
    parser.add_argument("--sanitize", action="store_true")
    arguments = parser.parse_args()
    python = find_python(arguments.python, arguments.kind)
    if python is None:
        return SKIPPED
    environment = dict(os.environ, PYTHONMALLOC="debug")
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
        subprocess.run(
            ["gcc", "-std=c11", "-O1", "-g", "-fPIC", "-shared", *flags, *includes(python),
             *(f"-Wl,--wrap={name}" for name in wrapped()),
             HERE / "everything.c", HERE / "failing.c", "-o", library], check=True)
        done = subprocess.run([python["executable"], "-X", "faulthandler",
                               HERE / "failing.py", library], env=environment)
    return int(done.returncode != 0)


if __name__ == "__main__":
    sys.exit(main())
