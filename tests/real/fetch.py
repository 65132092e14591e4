#!/usr/bin/env python3
"""Fetches what the tests on real packages need: sdists and one environment a Python.

Does nothing where all is there.  The status is 1 if something could not be had; the
tests that need it then say so and are skipped.
"""

import fcntl
import sys

from package import CACHE, StepError, find_pythons, packages


def main():
    status = 0
    (CACHE / "real").mkdir(parents=True, exist_ok=True)
    with open(CACHE / "real/lock", "w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        for step in [*(p.fetch for p in packages()), *(p.prepare for p in find_pythons())]:
            try:
                step()
            except (StepError, OSError) as error:
                print(f"real packages: {error}", file=sys.stderr)
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main())
