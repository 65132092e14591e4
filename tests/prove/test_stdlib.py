#!/usr/bin/env python3
"""Holds `insulate prove` to the extension modules of a Python's standard library.

    test_stdlib.py --insulate PROGRAM --python 3.14 [--kind debug] [NAME...]

Each Python of that version and kind here is tried.
A module is `isolated` unless stdlib.json says otherwise for that version, with the
reason as CPython's sources of that version show it ("only": for these releases of it;
"until": for releases up to this one).  Its rows are for 3.9 to 3.15.  Where only C data
and no object is shared, comparing objects (as the known tables of the standard library
do) does not show what prove does.  The modules that CPython's own tests are made of are
left out: they misbehave on purpose.

Status 77 (skipped) where that Python is not on this machine.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
sys.path.insert(0, str(PROJECT / "tools"))

from pythons import find_pythons  # noqa: E402

SKIPPED = 77
FOR_TESTS = ("_test", "_xxtest", "_xxsub", "xx")
LIST = """
import importlib.machinery, os, sysconfig
folder = sysconfig.get_config_var("DESTSHARED")
suffix = importlib.machinery.EXTENSION_SUFFIXES[0]
print(*(name[:-len(suffix)] for name in sorted(os.listdir(folder))
        if name.endswith(suffix)))
"""


def modules_of(executable):
    listed = subprocess.run([executable, "-c", LIST], capture_output=True, text=True,
                            check=True)
    return [name for name in listed.stdout.split() if not name.startswith(FOR_TESTS)]


def release(version):
    """3.13.0rc1 is one of 3.13.0."""
    return tuple(int(number) for number in re.match(r"\d+\.\d+\.\d+", version)[0].split("."))


def expected_verdict(table, name, version):
    minor = release(version)[1]
    for row in table.get(name, []):
        if (minor in row["minors"] and version in row.get("only", [version])
                and release(version) <= release(row.get("until", version))):
            return row["verdict"], row["reason"]
    return "isolated", "declares a GIL each and shares nothing"


def prove(insulate, executable, names):
    done = subprocess.run(
        [insulate, "prove", "--format", "json", "--python", executable, *names],
        capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"prove ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


def check(insulate, python, only):
    """Returns how many modules of one Python are not as the table says."""
    table = json.loads((HERE / "stdlib.json").read_text())
    names = only or modules_of(python["executable"])
    answer = prove(insulate, python["executable"], names)
    n_faults = len(names) - len(answer["modules"])
    for module in answer["modules"]:
        name = module["module"]
        wanted, reason = expected_verdict(table, name, python["version"])
        ok = module["verdict"] == wanted
        n_faults += not ok
        print(f"{'ok' if ok else 'not ok'} {name}: {module['verdict']}"
              f"{'' if ok else f', not {wanted} ({reason})'}", flush=True)
        if not ok:
            print(json.dumps([finding for finding in answer["findings"]
                              if finding["module"] == name], indent=1))
    print(f"{len(names)} modules of {python['version']} {python['kind']} "
          f"({python['executable']}), {n_faults} differ")
    return n_faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--insulate", required=True, type=os.path.abspath)
    parser.add_argument("--python", required=True)
    parser.add_argument("--kind", default="release")
    parser.add_argument("only", nargs="*", metavar="NAME")
    options = parser.parse_args()
    pythons = find_pythons(options.python, options.kind, headers=False)
    if not pythons:
        print(f"SKIPPED: no {options.kind} Python {options.python} here")
        return SKIPPED
    faults = [check(options.insulate, python, options.only) for python in pythons]
    return 1 if any(faults) else 0


if __name__ == "__main__":
    sys.exit(main())
