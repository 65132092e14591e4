#!/usr/bin/env python3
"""What insulate itself says of modules written with insulate.h.

    test_prove.py --insulate PROGRAM --python 3.14

`check` finds nothing in the sources, `prove` holds the built modules to be isolated, or,
the one that allows one module object, to refuse.  Status 77 (skipped) where that Python
is not on this machine.
"""

import argparse
import json
import subprocess
import sys
import tempfile

from build import HERE, ROOT, build
from pythons import find_python

SKIPPED = 77
VERDICTS = {"everything": "isolated", "shared": "isolated", "spam": "isolated",
            "once": "refuses"}
SOURCES = ("everything.c", "shared.c", "shared_part.c", "spam.c", "once.c")


def run(*words):
    done = subprocess.run([str(word) for word in words], stdout=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"status {done.returncode}: {words}")
    return json.loads(done.stdout)


def findings_in(answer):
    return [f"{each['rule']} {each.get('path')}:{each.get('line')} {each['message']}"
            for each in answer["findings"] if each["level"] != "note"]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--insulate", required=True)
    parser.add_argument("--python", required=True)
    arguments = parser.parse_args()
    python = find_python(arguments.python, "release")
    if python is None:
        return SKIPPED
    answer = run(arguments.insulate, "check", "--format", "json", "--python",
                 python["executable"], *(HERE / name for name in SOURCES), "--",
                 f"-I{ROOT / 'include'}")
    faults = findings_in(answer)
    with tempfile.TemporaryDirectory() as folder:
        for name in VERDICTS:
            build(name, python, folder)
        answer = run(arguments.insulate, "prove", "--format", "json", "--jobs", "2",
                     "--python", python["executable"], "--path", folder, *VERDICTS)
    faults += findings_in(answer)
    for module in answer["modules"]:
        if module["verdict"] != VERDICTS[module["module"]]:
            faults.append(f"{module['module']}: {module['verdict']}")
    print("\n".join(faults) or "as it should be")
    return int(bool(faults) or len(answer["modules"]) != len(VERDICTS))


if __name__ == "__main__":
    sys.exit(main())
