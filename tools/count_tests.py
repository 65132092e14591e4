#!/usr/bin/env python3
"""Counts the tests that `meson test` ran in the given build folders.

usage: count_tests.py FOLDER...
       count_tests.py --failed FOLDER LOG

Prints the name and the last lines of each test that failed, as the end of a long log is
what is read, and then one line, "N passed, N failed, N skipped", of all folders together,
with every run that a folder has logged under a name of its own.  The status is 1 if a
test failed or a folder holds no result.

A test that failed in the run LOG and passed in a run called LOG-again, by itself, is
unsteady: what it printed is shown all the same, and it counts as passed.  --failed prints
the names of the tests to run again; the status is 1 if there is none, or more than a
machine that was busy for a moment explains.
"""

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

LINES_OF_A_FAILURE = 60
AGAIN = "-again"
FAILED_MOST = 2


def read(path):
    """The test cases in one JUnit file; None if it cannot be read."""
    try:
        return list(ElementTree.parse(path).getroot().iter("testcase"))
    except (OSError, ElementTree.ParseError) as error:
        print(f"{path}: {error}", file=sys.stderr)
        return None


def junit(folder, log):
    return Path(folder, "meson-logs", f"{log}.junit.xml")


def outcome(case):
    """"failed", "skipped" or "passed"."""
    if case.find("failure") is not None or case.find("error") is not None:
        return "failed"
    return "passed" if case.find("skipped") is None else "skipped"


def names(cases, wanted):
    return [case.get("name") for case in cases or () if outcome(case) == wanted]


def results(folder):
    """[(test case, what became of it)] of one build folder; none if one log is torn."""
    found = []
    for path in sorted(Path(folder, "meson-logs").glob("*.junit.xml")):
        log = path.name.partition(".")[0]
        if log.endswith(AGAIN):
            continue
        cases = read(path)
        if cases is None:
            return []
        again = junit(folder, log + AGAIN)
        passed = names(read(again), "passed") if again.exists() else []
        found += ((case, "unsteady" if outcome(case) == "failed" and case.get("name") in passed
                   else outcome(case)) for case in cases)
    return found


def show(folder, case, what):
    """Prints what a failed test printed last."""
    print(f"{what} in {folder}: {case.get('name')}")
    for stream in ("system-out", "system-err"):
        lines = case.findtext(stream, "").rstrip().splitlines()
        for line in lines[-LINES_OF_A_FAILURE:]:
            print(f"  {line}")


def print_failed(folder, log):
    failed = names(read(junit(folder, log)), "failed")
    for name in failed:
        print(name.rpartition(" - ")[2])
    return 0 if 0 < len(failed) <= FAILED_MOST else 1


def main():
    if sys.argv[1:2] == ["--failed"]:
        return print_failed(*sys.argv[2:])
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    complete = True
    for folder in sys.argv[1:]:
        found = results(folder)
        if not found:
            print(f"{folder}: no result of tests", file=sys.stderr)
            complete = False
        for case, what in found:
            counts["passed" if what == "unsteady" else what] += 1
            if what in ("failed", "unsteady"):
                show(folder, case, what)
    print(", ".join(f"{count} {name}" for name, count in counts.items()))
    return 0 if complete and counts["passed"] and not counts["failed"] else 1


if __name__ == "__main__":
    sys.exit(main())
