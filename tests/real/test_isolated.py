#!/usr/bin/env python3
"""`insulate check` on packages whose own authors isolated them: no false alarms.

usage: test_isolated.py PROGRAM

isolated.json is the table of the packages.  Nothing of the state and of the types may be
found in them, above a note.  `findings` counts by rule what else is found: each was read
in the source and is true (multidict 6.7.0 leaks a reference to the type with every
object, and its views and iterators do not visit their type; it declares that it needs no
GIL, locks nothing, and reads an argument's list).
"""

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

from package import CACHE, ISOLATED, Package, StepError, find_pythons, run

SKIPPED = 77
NEVER = ("state-", "type-", "parse-error")


def faults_of(program, python, package, row, folder):
    package.unpack(folder)
    done = run([program, "check", "--format", "json", "--python", python.base,
                *package.sources, "--", *package.flags], cwd=folder)
    if done.returncode not in (0, 1):
        raise StepError(f"status {done.returncode}: {done.stderr}")
    found = Counter()
    for each in json.loads(done.stdout)["findings"]:
        if each["level"] == "note":
            continue
        found[each["rule"]] += 1
        if each["rule"].startswith(NEVER):
            yield f"{each['path']}:{each['line']}: {each['rule']}: {each['message']}"
    wanted = row["findings"]
    for rule in sorted({*found, *wanted}):
        if found[rule] != wanted.get(rule, 0) and not rule.startswith(NEVER):
            yield f"{rule}: {found[rule]} findings, {wanted.get(rule, 0)} are listed"


def main():
    program = Path(sys.argv[1]).absolute()
    pythons = find_pythons()
    rows = [(Package(row), row) for row in ISOLATED["packages"]]
    lacking = [package.sdist.name for package, _ in rows if not package.sdist.exists()]
    if lacking or not pythons:
        print(f"SKIPPED: not in {CACHE}: {', '.join(lacking) or 'Pythons'}; run ./setup")
        return SKIPPED
    n_faults = 0
    with tempfile.TemporaryDirectory(prefix="insulate-isolated-") as scratch:
        for python in pythons:
            for package, row in rows:
                folder = Path(scratch) / f"{package.name}-{python.version}"
                try:
                    faults = list(faults_of(program, python, package, row, folder))
                except StepError as error:
                    faults = [str(error)]
                for fault in faults:
                    print(f"{package.name} {package.version}, {python.version}: {fault}")
                n_faults += len(faults)
    print(f"{len(rows)} packages with {len(pythons)} Pythons, {n_faults} faults")
    return 1 if n_faults else 0


if __name__ == "__main__":
    sys.exit(main())
