#!/usr/bin/env python3
"""Builds thing.c in two ways at a time and holds `insulate compare` to the table; then
the pairs of lossless/, which must leave nothing but inherent differences.

    test_compare.py --insulate PROGRAM --python 3.14 [--kind debug]

Status 77 (skipped) where that Python is not on this machine.
"""

import argparse
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))

from pythons import find_python  # noqa: E402

SKIPPED = 77

# name: (macros of BEFORE, macros of AFTER, rule of the finding, its symbol, what its
# message or evidence must say).  Without a rule nothing but notes may be found.
PAIRS = {
    "same": ("", "", None, None, None),
    "same-heap": ("HEAP", "HEAP", None, None, None),
    "heap": ("", "HEAP", None, None, None),
    "heap-final": ("FINAL", "HEAP FINAL", None, None, None),
    "heap-no-new": ("NO_NEW REDUCES", "HEAP NO_NEW REDUCES", None, None, None),
    "unsteady": ("UNSTEADY", "UNSTEADY", None, None, None),
    "mutable": ("", "HEAP MUTABLE", "type-differs", "Thing", "T.insulate_new = …"),
    "instantiable": ("NO_NEW", "HEAP NO_NEW INSTANTIABLE", "type-differs", "Thing", "T()"),
    "final": ("", "FINAL", "type-differs", "Thing", "class S(T)"),
    "pickled": ("", "REDUCES", "type-differs", "Thing", "pickled o, protocol 2"),
    "weakrefs": ("", "HEAP NO_WEAKREFS", "type-differs", "Thing", "weakref.ref(o)"),
    "renamed": ("", 'HEAP TYPE_NAME="other.Thing"', "type-differs", "Thing",
                "T.__module__: was 'thing', is 'other'"),
    "dotless": ("", 'HEAP TYPE_NAME="Thing"', "type-differs", "Thing", "T.__module__"),
    "signature": ("", 'DOC="A thing."', "type-differs", "Thing", "T.__text_signature__"),
    "message": ("", 'MESSAGE="no"', "type-differs", "Thing",
                "was raises TypeError: wants a number, is raises TypeError: no"),
    "crash": ("", "CRASHES", "type-differs", "Thing", "crashes with SIGSEGV"),
    "exit": ("", "EXITS", "type-differs", "Thing", "ends the process with exit status 3"),
    "hang": ("", "HANGS", "type-differs", "Thing", "hangs"),
    "gone": ("", "NO_TYPE", "type-differs", "Thing", "no longer reachable"),
    "new": ("NO_TYPE", "", "type-differs", "Thing", "the type is new"),
    "constant": ("", "CONSTANT=2", "init-differs", None, "attribute LIMIT: was 1, is 2"),
    "function": ("", "ANOTHER", "init-differs", None, "attribute another"),
    "function-doc": ("", 'FUNCTION_DOC="42"', "init-differs", None, "__doc__ '42'"),
    "prints": ("", "IMPORT='p'", "init-differs", None, "its output"),
    "import-fails": ("", "IMPORT='i'", "init-failed", None, "ImportError: not today"),
    "import-crashes": ("", "IMPORT='c'", "global-crash", None, "crashes with SIGSEGV"),
    "import-exits": ("", "IMPORT='e'", "global-exit", None, "with exit status 3"),
    "import-hangs": ("", "IMPORT='h'", "global-hang", None, "hangs"),
}  # fmt: skip
# What must be among the inherent differences.
INHERENT = {"heap": ["flag HEAPTYPE", "flag HAVE_GC", "gc.is_tracked(o)",
                     "sys.getsizeof(T)", "attribute __module__"]}  # fmt: skip


class Builds:
    """Builds of thing.c by their macros, each in a folder of its own."""

    def __init__(self, python, folder):
        self.include = Path(python["include"])
        self.folder = folder
        self.made = {}

    def get(self, macros):
        return self.build(HERE / "thing.c", "thing", macros)

    def build(self, source, name, macros=""):
        key = source, macros
        if key not in self.made:
            place = self.folder / f"build{len(self.made)}"
            place.mkdir()
            target = place / f"{name}.so"
            words = [f"-D{each}" for each in split(macros)]
            subprocess.run(
                ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror",
                 "-Wno-deprecated-declarations", "-Wno-unused", *words, source, "-o", target,
                 f"-I{self.include}", f"-I{self.include.parent}"], check=True)  # fmt: skip
            self.made[key] = target
        return self.made[key]


def split(macros):
    """At blanks, but for those in a string of C, which keeps its quotes."""
    return re.findall(r'(?:"[^"]*"|[^ ])+', macros)


def compare(options, python, *words):
    done = subprocess.run(
        [options.insulate, "compare", "--format", "json", "--time-limit", "1",
         "--python", python["executable"], *words],
        capture_output=True, text=True)  # fmt: skip
    answer = json.loads(done.stdout) if done.stdout else None
    return done.returncode, answer, done.stderr


def faults_of(name, row, code, answer, stderr):
    before, after, rule, symbol, text = row
    if answer is None:
        yield f"status {code}: {stderr}"
        return
    findings = [each for each in answer["findings"] if each["level"] != "note"]
    notes = [each for each in answer["findings"] if each["level"] == "note"]
    if code != (1 if rule else 0):
        yield f"status {code}"
    if rule is None:
        yield from (f"false: {each}" for each in findings)
        if before == after and notes:
            yield f"false notes: {notes}"
    elif not any(each["rule"] == rule and each.get("symbol") == symbol
                 and text in "\n".join([each["message"], *each["evidence"]])
                 for each in findings):
        yield f"no {rule} of {symbol} with {text!r}: {findings}"
    evidence = "\n".join(line for each in notes for line in each["evidence"])
    for each in INHERENT.get(name, []):
        if f"{each}: " not in evidence:
            yield f"{each} is not among the inherent differences: {notes}"
    if name == "unsteady" and "left out" not in stderr and "PROCESS" in str(answer):
        yield f"{stderr}"


def is_possible(name, python):
    """CPython 3.9 has neither flag."""
    minor = int(python["version"].split(".")[1])
    return minor >= 10 or name not in ("heap-no-new", "dotless", "mutable")


def run(options, python, folder):
    builds = Builds(python, folder)
    n_faults = 0
    for name, row in PAIRS.items():
        if not is_possible(name, python):
            continue
        code, answer, stderr = compare(options, python, builds.get(row[0]),
                                       builds.get(row[1]))
        faults = list(faults_of(name, row, code, answer, stderr))
        n_faults += len(faults)
        print("not ok" if faults else "ok", name, "; ".join(faults), flush=True)
    n_faults += run_daemon(options, python, folder, builds)
    n_faults += run_lossless(options, python, builds)
    n_faults += run_unable(options, python, folder, builds)
    return n_faults


def run_daemon(options, python, folder, builds):
    """What a module leaves running has ended when the program has."""
    lock = folder / "lock"
    os.environ["THING_LOCK"] = str(lock)
    build = builds.get("IMPORT='d'")
    compare(options, python, build, build)
    del os.environ["THING_LOCK"]
    with open(lock, "rb") as file:
        n_daemons = len(file.read())
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            good = n_daemons > 0
        except OSError:
            good = False
    print("ok" if good else "not ok", "daemon", f"{n_daemons} were started")
    return not good


def run_lossless(options, python, builds):
    """Each recipe that keeps what a static type did leaves inherent differences only."""
    n_faults = 0
    for folder in sorted(path for path in (HERE / "lossless").iterdir() if path.is_dir()):
        code, answer, stderr = compare(
            options, python, builds.build(folder / "before.c", "pair"),
            builds.build(folder / "after.c", "pair"))
        row = ("before", "after", None, None, None)
        faults = list(faults_of(folder.name, row, code, answer, stderr))
        if answer and not any(each["rule"] == "type-inherent-difference"
                              for each in answer["findings"]):
            faults.append("no type became a heap type")
        n_faults += len(faults)
        print("not ok" if faults else "ok", "lossless", folder.name, "; ".join(faults),
              flush=True)
    return n_faults


def run_unable(options, python, folder, builds):
    """What cannot be compared ends with 2 and says why, with nothing on stdout."""
    plain = builds.get("")
    broken = folder / "broken"
    broken.mkdir()
    (broken / "thing.so").write_text("this is no shared library\n" * 99)
    two = folder / "two"
    two.mkdir()
    for name in ("thing.so", "other.so"):
        shutil.copy(plain, two / name)
    none = folder / "none"
    none.mkdir()
    cases = {
        "no such file or directory": (folder / "missing.so", plain),
        "expected two builds": (plain,),
        "several extension modules": (two, plain.parent),
        "no extension module in": (none, plain.parent),
        "invalid ELF header": (plain, broken / "thing.so"),
        "PyInit_other": ("--module", "other", plain, plain),
        "No module named 'absent'": ("--module", "absent", plain.parent, plain.parent),
        "crashes with SIGSEGV in the import": (builds.get("IMPORT='c'"), plain),
        "ImportError: not today": (builds.get("IMPORT='i'"), plain),
    }
    n_faults = 0
    for text, words in cases.items():
        code, answer, stderr = compare(options, python, *words)
        good = code == 2 and answer is None and text in stderr
        n_faults += not good
        print("ok" if good else "not ok", text, "" if good else f"{code} {stderr}")
    code, answer, stderr = compare(options, python, "--module", "thing", two,
                                   plain.parent)
    if code != 0:
        n_faults += 1
        print("not ok folders", code, answer, stderr)
    return n_faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--insulate", required=True, type=os.path.abspath)
    parser.add_argument("--python", required=True)
    parser.add_argument("--kind", default="release")
    options = parser.parse_args()
    python = find_python(options.python, options.kind)
    if python is None:
        print(f"SKIPPED: no {options.kind} Python {options.python} with headers here "
              "(./setup --pythons)")
        return SKIPPED
    print(f"{python['version']} {python['kind']}: {python['executable']}")
    folder = Path(tempfile.mkdtemp(prefix="insulate-compare-"))
    try:
        return 1 if run(options, python, folder) else 0
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
