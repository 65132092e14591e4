#!/usr/bin/env python3
"""Counts the tests that `meson test` ran in the given build folders.

Prints one line, "N passed, N failed, N skipped", of all folders together, with every
run that a folder has logged under a name of its own.  The status is 1 if a test failed
or a folder holds no result.
"""

import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path


def results(folder):
    """The roots of the JUnit files of one build folder."""
    roots = []
    for path in sorted(Path(folder, "meson-logs").glob("*.junit.xml")):
        try:
            roots.append(ElementTree.parse(path).getroot())
        except (OSError, ElementTree.ParseError) as error:
            print(f"{path}: {error}", file=sys.stderr)
            return []
    return roots


def count(folder):
    """(passed, failed, skipped) of one build folder; None if it holds no result."""
    roots = results(folder)
    if not roots:
        print(f"{folder}: no result of tests", file=sys.stderr)
        return None
    passed = failed = skipped = 0
    for case in (case for root in roots for case in root.iter("testcase")):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    return passed, failed, skipped


def main():
    counts = [count(folder) for folder in sys.argv[1:]]
    known = [c for c in counts if c is not None]
    passed, failed, skipped = (sum(c[i] for c in known) for i in range(3))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed or len(known) < len(counts) else 0


if __name__ == "__main__":
    sys.exit(main())
