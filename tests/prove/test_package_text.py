#!/usr/bin/env python3
"""Whose fault it is where the Python text of a package fails over one of its extensions.

A package imports two extensions; `names_once` has its function only where it is imported
first.  That is a failure of `names_once`, not a refusal, and nothing of the other's.

Status 77 (skipped) where no Python from 3.12 on with headers is here.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from environment import SKIPPED, build, check, newest_python

TEXTS = {
    "asks_by_name": "from .names_once import greet\nfrom . import clean_undeclared\n",
    "asks_by_attribute": "from . import names_once\nnames_once.greet\n"
                         "from . import clean_undeclared\n",
}


def prove(insulate, python, folder, module):
    done = subprocess.run(
        [insulate, "prove", "--format", "json", "--python", python["executable"],
         "--path", folder, "--scenario", "import", "--scenario", "shared-gil", module],
        capture_output=True, text=True)
    check(done.returncode == 1, f"{module} is not isolated", done.stdout, done.stderr)
    answer = json.loads(done.stdout)
    errors = {finding["rule"] for finding in answer["findings"]
              if finding["level"] == "error"}
    scenario = next(each for each in answer["modules"][0]["scenarios"]
                    if each["name"] == "shared-gil")
    return answer["modules"][0]["verdict"], errors, scenario


def check_package(insulate, python, folder, name, text):
    (folder / name).mkdir()
    (folder / name / "__init__.py").write_text(text)
    for module in ("names_once", "clean_undeclared"):
        build(module, python, folder / name / f"{module}.so")
    verdict, errors, scenario = prove(insulate, python, folder, f"{name}.names_once")
    check(verdict == "not-isolated" and errors == {"init-failed"}
          and scenario["outcome"] == "fail", f"{name}: it lacks what it had", verdict,
          errors, scenario)
    verdict, errors, scenario = prove(insulate, python, folder,
                                      f"{name}.clean_undeclared")
    check(verdict == "unproved" and not errors and scenario["outcome"] == "skip",
          f"{name}: that is not the other's fault", verdict, errors, scenario)
    check(f"{name}.names_once, which the module needs, fails" in scenario["reason"],
          "and the reason names whose it is", scenario)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--insulate", required=True, type=os.path.abspath)
    options = parser.parse_args()
    python = newest_python(12)
    if python is None:
        print("SKIPPED: no Python from 3.12 on with headers here")
        return SKIPPED
    with tempfile.TemporaryDirectory() as folder:
        for name, text in TEXTS.items():
            check_package(options.insulate, python, Path(folder), name, text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
