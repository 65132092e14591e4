#!/usr/bin/env python3
"""Fetches what the tests on real packages need: sdists and one environment a Python.

    fetch.py                               for all tests
    fetch.py --python 3.14 NAME ...        for these packages and this Python

Does nothing where all is there.  The status is 1 if something could not be had; the
tests that need it then say so and are skipped.
"""

import argparse
import fcntl
import sys

from package import CACHE, TABLE, StepError, find_pythons, package, packages


def attempt(step, *arguments):
    """Run one step; False, and a line that says why, if it fails."""
    try:
        step(*arguments)
    except (StepError, OSError) as error:
        print(f"real packages: {error}", file=sys.stderr)
        return False
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--python", action="append", metavar="X.Y[-KIND]")
    parser.add_argument("names", nargs="*", metavar="NAME", help="of packages.json")
    options = parser.parse_args()
    (CACHE / "real").mkdir(parents=True, exist_ok=True)
    with open(CACHE / "real/lock", "w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        pythons = find_pythons(options.python
                               or [*TABLE["pythons"], *TABLE.get("proved", [])])
        done = [attempt(python.prepare) for python in pythons]
        fetching = [python for python in pythons if python.is_ready() and python.can_fetch()]
        if not fetching:
            print("real packages: no Python to fetch them with", file=sys.stderr)
            return 1
        try:
            chosen = [package(name) for name in options.names] or packages()
        except StepError as error:
            print(f"real packages: {error}", file=sys.stderr)
            return 1
        done += [attempt(each.fetch, fetching[-1]) for each in chosen]
    return 0 if all(done) else 1


if __name__ == "__main__":
    sys.exit(main())
