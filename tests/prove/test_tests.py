#!/usr/bin/env python3
"""`prove --tests`: a package's own tests, compared.

Status 77 (skipped) where no Python here has both pytest and its own headers.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(PROJECT / "tools"))

from pythons import minor_of, with_headers  # noqa: E402

MODULES = PROJECT / "tests/modules"
SKIPPED = 77

SAME = """\
import signal
import clean_state

def test_result():
    assert clean_state.Thing(4).get() == 4

def test_failing_everywhere():
    assert clean_state.Thing(4).get() == 5

def test_that_only_the_main_interpreter_can():
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)
"""

DIFFERENT = SAME + """
def test_that_differs():
    try:
        import _interpreters
    except ImportError:
        import _xxsubinterpreters as _interpreters
    current = _interpreters.get_current()
    number = current[0] if isinstance(current, tuple) else int(current)
    assert number == 0
"""

ELSEWHERE = """\
def test_nothing_of_the_module():
    assert True
"""


# Of a type that no built-in exercise can instantiate.
USING = """\
import type_never_made

def test_instance():
    sealed = type_never_made.Sealed(271828)
    assert type(sealed).__name__ == "Sealed"
"""

EXERCISE = """\
def exercise(module):
    sealed = module.Sealed(271828)
    assert module.answer() == 42
"""


def has_pytest(executable):
    return subprocess.run([executable, "-c", "import pytest"],
                          capture_output=True).returncode == 0


def python_with_pytest():
    for python in with_headers():
        if minor_of(python) >= 11 and has_pytest(python["executable"]):
            return python
    return None


def prove(insulate, python, folder, text):
    (folder / "test_spam.py").write_text(text)
    done = subprocess.run(
        [insulate, "prove", "--format", "json", "--python", python["executable"],
         "--path", ".", "--scenario", "tests", "--tests", "'test_spam.py' -q",
         "clean_state"], cwd=folder, capture_output=True, text=True)
    answer = json.loads(done.stdout)
    (module,) = answer["modules"]
    (tests,) = [each for each in module["scenarios"] if each["name"] == "tests"]
    return tests, answer["findings"]


def coverage(insulate, python, folder, *options):
    """(instantiated, called) of the module, the verdict, and the status."""
    done = subprocess.run(
        [insulate, "prove", "--format", "json", "--python", python["executable"],
         "--path", ".", *options, "type_never_made"], cwd=folder, capture_output=True,
        text=True)
    (module,) = json.loads(done.stdout)["modules"]
    numbers = module["coverage"]
    return ((numbers["instantiated"], numbers["called"]), module["verdict"],
            done.returncode)


def build(python, folder, name):
    include = Path(python["include"])
    subprocess.run(["cc", "-shared", "-fPIC", MODULES / f"{name}.c", "-o",
                    folder / f"{name}.so", f"-I{include}", f"-I{include.parent}"],
                   check=True)


def check_coverage(insulate, python, folder):
    """What an exercise or the tests of a package use counts as well."""
    build(python, folder, "type_never_made")
    seen = coverage(insulate, python, folder)
    check(seen == ((0, 1), "unproved", 1), "the built-in exercise is not enough", seen)
    (folder / "exercise.py").write_text(EXERCISE)
    seen = coverage(insulate, python, folder, "--exercise", "exercise.py")
    check(seen == ((1, 1), "isolated", 0), "what an exercise uses is seen", seen)
    (folder / "test_spam.py").write_text(USING)
    seen = coverage(insulate, python, folder, "--tests", "test_spam.py -q")
    check(seen == ((1, 1), "isolated", 0), "what the tests use is seen", seen)


def check(condition, what, *seen):
    if not condition:
        raise SystemExit(f"not ok: {what}: {seen}")
    print(f"ok: {what}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--insulate", required=True, type=os.path.abspath)
    options = parser.parse_args()
    python = python_with_pytest()
    if python is None:
        print("SKIPPED: no Python here has pytest and its headers")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        build(python, folder, "clean_state")
        tests, findings = prove(options.insulate, python, folder, SAME)
        check(tests["outcome"] == "pass" and not findings,
              "failures that come everywhere, and limits of Python, do not count",
              tests, findings)
        tests, findings = prove(options.insulate, python, folder, DIFFERENT)
        rules = [each["rule"] for each in findings]
        check(tests["outcome"] == "fail" and "state-tests-differ" in rules,
              "a test that fails only in a sub-interpreter counts", tests, rules)
        evidence = " ".join(line for each in findings for line in each["evidence"])
        check("test_that_differs" in evidence and "everywhere" not in evidence,
              "the evidence names that test alone", evidence)
        tests, findings = prove(options.insulate, python, folder, ELSEWHERE)
        check(tests["outcome"] == "skip" and "import" in tests["reason"],
              "tests that do not import the module prove nothing", tests)
        left = [each for each in os.listdir(folder) if not each.startswith(".")]
        check(sorted(left) == ["clean_state.so", "test_spam.py"],
              "nothing is left behind", left)
        check_coverage(options.insulate, python, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
