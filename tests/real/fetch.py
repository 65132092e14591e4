#!/usr/bin/env python3
"""Fetches what the tests on real packages need: sdists and one environment a Python.

Does nothing where all is there.  The status is 1 if something could not be had; the
tests that need it then say so and are skipped.
"""

import fcntl
import sys

from package import CACHE, TABLE, StepError, find_pythons, packages


def attempt(step, *arguments):
    """Run one step; False, and a line that says why, if it fails."""
    try:
        step(*arguments)
    except (StepError, OSError) as error:
        print(f"real packages: {error}", file=sys.stderr)
        return False
    return True


def main():
    (CACHE / "real").mkdir(parents=True, exist_ok=True)
    with open(CACHE / "real/lock", "w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        pythons = find_pythons([*TABLE["pythons"], *TABLE.get("proved", [])])
        done = [attempt(python.prepare) for python in pythons]
        fetching = [python for python in pythons if python.is_ready() and python.can_fetch()]
        if not fetching:
            print("real packages: no Python to fetch them with", file=sys.stderr)
            return 1
        done += [attempt(package.fetch, fetching[-1]) for package in packages()]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
