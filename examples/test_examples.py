#!/usr/bin/env python3
"""Builds the examples for one Python and runs their tests there.

    test_examples.py --python 3.14 [--kind debug] [--check PROGRAM] [--prove PROGRAM]
                     [NAME...]

With --check also `insulate check` of their sources, which must find nothing, with
--prove `insulate prove` of the modules, which must all be isolated but for those that
decline.
Status 77 (skipped) where that Python is not on this machine.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

from pythons import find_python  # noqa: E402

SKIPPED = 77
# Of the others: isolated.  `gauge` has one function, which takes what another module makes.
VERDICTS = {"once": "refuses", "gauge": "unproved"}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
COMPILERS = {".c": ["cc", "-std=c11"], ".cpp": ["c++", "-std=c++11"]}


def includes(python):
    """The last one is where Debian keeps pyconfig.h of the architecture."""
    include = Path(python["include"])
    return ["-I", HERE.parent / "include", "-isystem", include,
            "-idirafter", include.parent]


def build(example, python, folder):
    """Every source file is a module of its own.  Returns their names."""
    names = []
    for source in sorted(example.iterdir()):
        if source.suffix in COMPILERS:
            target = folder / f"{source.stem}.so"
            subprocess.run([*COMPILERS[source.suffix], "-O1", "-g", "-fPIC", "-shared",
                            "-pthread", *WARNINGS, *includes(python), source, "-o", target],
                           check=True)
            names.append(source.stem)
    return names


def run_tests(example, python, folder):
    done = subprocess.run(
        [python["executable"], "-B", "-X", "faulthandler", example / "test.py"],
        env={**os.environ, "INSULATE_EXAMPLES": str(folder), "PYTHONPATH": str(HERE),
             "PYTHONMALLOC": "debug"},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return [] if done.returncode == 0 else [f"{example.name}: {done.stdout}"]


def check(program, python, examples):
    words = [program, "check", "--format", "json", "--python", python["executable"],
             *examples, "--", "-I", HERE.parent / "include"]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if not done.stdout:
        return [f"check ended with {done.returncode}"]
    return [f"check: {each}" for each in json.loads(done.stdout)["findings"]]


def prove(program, python, folder, names):
    words = [program, "prove", "--format", "json", "--python", python["executable"],
             "--path", folder, *names]
    done = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if not done.stdout:
        return [f"prove ended with {done.returncode}"]
    answer = json.loads(done.stdout)
    faults = [f"prove: {each}" for each in answer["findings"] if each["level"] != "note"]
    for module in answer["modules"]:
        wanted = VERDICTS.get(module["module"], "isolated")
        if module["verdict"] != wanted:
            faults.append(f"{module['module']} is {module['verdict']}, not {wanted}")
    if len(answer["modules"]) != len(names):
        faults.append(f"{len(answer['modules'])} of {len(names)} modules proved")
    return faults


def check_readme(examples):
    text = (HERE / "README.md").read_text()
    return [f"README.md does not say what {each.name} shows" for each in examples
            if f"| [{each.name}]({each.name}/) |" not in text]


def run(options, python, folder):
    examples = [path for path in sorted(HERE.iterdir()) if (path / "test.py").exists()
                and (not options.names or path.name in options.names)]
    faults = [] if examples else ["there is no such example"]
    names = []
    for example in examples:
        names += build(example, python, folder)
        faults += run_tests(example, python, folder)
    faults += check_readme(examples)
    if options.check:
        faults += check(options.check, python, examples)
    if options.prove:
        faults += prove(options.prove, python, folder, names)
    print("\n".join(faults) or f"{len(names)} modules in {len(examples)} examples")
    return 1 if faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", required=True)
    parser.add_argument("--kind", default="release")
    parser.add_argument("--check", type=os.path.abspath, metavar="PROGRAM")
    parser.add_argument("--prove", type=os.path.abspath, metavar="PROGRAM")
    parser.add_argument("names", nargs="*", metavar="NAME")
    options = parser.parse_args()
    python = find_python(options.python, options.kind)
    if python is None:
        print(f"SKIPPED: no {options.kind} Python {options.python} with headers here "
              "(./setup --pythons)")
        return SKIPPED
    print(f"{python['version']} {python['kind']}: {python['executable']}")
    with tempfile.TemporaryDirectory(prefix="insulate-examples-") as folder:
        return run(options, python, Path(folder))


if __name__ == "__main__":
    sys.exit(main())
