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
    "says_import_error": "from . import names_once\n"
                         "try:\n    names_once.greet\n"
                         "except AttributeError as error:\n"
                         "    raise ImportError('it does not start') from error\n"
                         "from . import clean_undeclared\n",
}


def prove(insulate, python, folder, module, *words):
    done = subprocess.run(
        [insulate, "prove", "--format", "json", "--python", python["executable"],
         "--path", folder, *words, module], capture_output=True, text=True)
    check(done.returncode == 1, f"{module} is not isolated", done.stdout, done.stderr)
    return json.loads(done.stdout)


def verdict_of(insulate, python, folder, module):
    """Its verdict, the rules of its errors, and the scenario in which the text fails."""
    answer = prove(insulate, python, folder, module, "--scenario", "import",
                   "--scenario", "shared-gil")
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
    verdict, errors, scenario = verdict_of(insulate, python, folder, f"{name}.names_once")
    check(verdict == "not-isolated" and errors == {"init-failed"}
          and scenario["outcome"] == "fail", f"{name}: it lacks what it had", verdict,
          errors, scenario)
    verdict, errors, scenario = verdict_of(insulate, python, folder,
                                      f"{name}.clean_undeclared")
    check(verdict == "unproved" and not errors and scenario["outcome"] == "skip",
          f"{name}: that is not the other's fault", verdict, errors, scenario)
    check(f"the dependency {name}.names_once fails" in scenario["reason"],
          "and the reason names whose it is", scenario)


def check_refusal(insulate, python, folder):
    """A module that refuses a second interpreter, and whose package fails in a second
    Python of the process before that module was seen there."""
    package = folder / "asks_last"
    package.mkdir()
    (package / "__init__.py").write_text("from . import once_guard\n"
                                         "from .names_once import greet\n")
    for module in ("names_once", "once_guard"):
        build(module, python, package / f"{module}.so")
    module, = prove(insulate, python, folder, "asks_last.once_guard")["modules"]
    outcomes = {each["name"]: each["outcome"] for each in module["scenarios"]}
    check(outcomes["shared-gil"] == "refused" and outcomes["cycles"] == "skip",
          "it refuses, and cannot be seen starting again", outcomes)
    check(module["verdict"] == "unproved" and module["reason"].startswith(
        "cycles: the dependency asks_last.names_once fails"),
          "so its refusal is not the whole truth", module)


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
        check_refusal(options.insulate, python, Path(folder))
    return 0


if __name__ == "__main__":
    sys.exit(main())
