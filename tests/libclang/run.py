#!/usr/bin/env python3
"""The same answers with another libclang: run.py NAME PROGRAM runs the golden conversions and
the rules with it.  NAME is a release that tools/libclangs.py knows, or "wheel"."""

import os
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TESTS.parent / "tools"))

from libclangs import environment_of  # noqa: E402
from pythons import default_cache  # noqa: E402


def main():
    name, program = sys.argv[1:]
    further = environment_of(default_cache(), name)
    if further is None:
        print(f"SKIPPED: libclang {name} is not in the cache; see tools/libclangs.py --fetch")
        return 77
    environment = {**os.environ, **further}
    # The wheel has no headers of its own, and gcc's <stdatomic.h> is for gcc.
    words = ["--newest", "--no-atomics"] if name == "wheel" else ["--newest"]
    runs = [[TESTS / "convert/run_cases.py", program, "--once"],
            [TESTS / "checks/run_rules.py", program, TESTS / "checks", *words]]
    codes = [subprocess.run([sys.executable, *run], env=environment).returncode for run in runs]
    return max(codes)


if __name__ == "__main__":
    sys.exit(main())
