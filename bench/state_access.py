"""state through insulate.h against a static variable, each Python that is here

A method, getter, slot, binary slot, constructor and function that read one number of the
state: (a) from a static variable, (b) through the defining class or the module object,
(c) through PyType_GetModuleByDef, (d) as insulate.h does it.  The table gives nanoseconds
per call, the lines below it (d) / (a).

(a) is measured with two classes that are alike, and (d) is held against their geometric
mean: what a ratio is worth says the column a/a, one of the two by the other.  Each way is
measured in copies of the module, so that each piece of code lies in each place of a page
once, and in one process after the other, until no way's least time falls any more; that
one counts.  (d) is built with INSULATE_USE_PRIVATE_LAYOUT, which matters to functions and
constructors; the last column is (d) without it.

(b) in slots, getters and constructors is PyType_GetModuleState(Py_TYPE(self)): wrong with
subclasses, and here for comparison.  A binary slot finds out first which operand is its
own; the line "blind", which has no goal, shows (a) where it does not look at them.

    bench/run state_access
    python bench/state_access.py [PROGRAM] [--python X.Y ...] [--rounds N]
"""

import argparse
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "bench/state_access"
sys.path.insert(0, str(ROOT / "tests/header"))

from build import includes  # noqa: E402
from pythons import with_headers  # noqa: E402

FEWEST, MOST = 3, 10  # processes
SETTLED = 0.995  # of the least time so far: a process that brings no less changes nothing
ROUNDS = 128
LINE, PAGE = 64, 4096  # bytes; every function is at the begin of a cache line
GOALS = {"method": 1.02, "function": 1.02, "constructor": 1.05, "getter": 1.05,
         "slot": 1.05, "binary-slot": 1.05, "binary-slot-foreign-left": 1.05}
CASES = (*GOALS, "binary-slot-blind")
WAYS = {"Static": "(a) static", "Class": "(b) class", "Search": "(c) by def",
        "Fast": "(d) insulate"}


def build(python, folder, *flags):
    """The copies of the module; their paths."""
    code = Path(folder) / "state_access.o"
    subprocess.run(
        ["cc", "-std=gnu11", "-O2", "-DNDEBUG", f"-falign-functions={LINE}", "-fPIC", "-c",
         *flags, *includes(python), HERE / "state_access.c", "-o", code], check=True)
    copies = []
    for skip in range(LINE, PAGE + LINE, LINE):
        copies.append(Path(folder) / f"{skip}" / "state_access.so")
        copies[-1].parent.mkdir()
        before = copies[-1].with_name("before.s")
        before.write_text(f'.text\n.skip {skip}\n.section .note.GNU-stack,""\n')
        subprocess.run(["cc", "-shared", before, code, "-o", copies[-1]], check=True)
    return copies


def measure(python, rounds, cases, *flags):
    """{"cases": {case: {way: nanoseconds}}, "bytes": {way: size}}"""
    whole = {"cases": {}}
    open_cases = list(cases)
    with tempfile.TemporaryDirectory() as folder:
        copies = build(python, folder, *flags)
        for number in range(MOST):
            done = subprocess.run(
                [python["executable"], HERE / "measure.py", str(rounds),
                 ",".join(open_cases), *copies], stdout=subprocess.PIPE, check=True)
            answer = json.loads(done.stdout)
            whole["bytes"] = answer["bytes"]
            for case, ways in answer["cases"].items():
                best = whole["cases"].setdefault(case, dict(ways))
                if number + 1 >= FEWEST and all(
                        time >= SETTLED * best[way] for way, time in ways.items()):
                    open_cases.remove(case)
                best.update({way: min(best[way], time) for way, time in ways.items()})
            if not open_cases:
                break
    return whole


def ratio_of(best):
    return best["Fast"] / math.sqrt(best["Static"] * best["Twin"])


def show(name, answer, portable):
    print(f"{name:26}" + "".join(f"{title:>14}" for title in
                                 (*WAYS.values(), "d/a", "a/a", "(d) by API")))
    for case, best in answer["cases"].items():
        of_way = "".join(f"{best[way]:14.2f}" if way in best else f"{'':14}" for way in WAYS)
        ratio = ratio_of(best)
        noise = best["Twin"] / best["Static"]
        last = f"{portable[case]['Fast']:14.2f}" if case in portable else ""
        print(f"  {case:24}{of_way}{ratio:14.3f}{noise:14.3f}{last}")
    print(f"  {'bytes an instance':24}" + "".join(
        f"{answer['bytes'][way]:14}" for way in WAYS), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", nargs="?", help="not used: bench/run gives it")
    parser.add_argument("--python", action="append", metavar="X.Y")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    lines = []
    for python in with_headers():
        version = ".".join(python["version"].split(".")[:2])
        if python["kind"] == "debug" or (options.python and version not in options.python):
            continue
        name = python["version"] + ("t" if python["kind"] == "free-threaded" else "")
        answer = measure(python, options.rounds, CASES, "-DINSULATE_USE_PRIVATE_LAYOUT")
        portable = measure(python, options.rounds, ["function", "constructor"])
        show(name, answer, portable["cases"])
        lines += [(case, name, ratio_of(best))
                  for case, best in answer["cases"].items()]
    for case, goal in GOALS.items():
        for of_case, name, ratio in lines:
            if of_case == case:
                print(f"state_access/{case}-{name} ratio {ratio:.3f} goal {goal}")


if __name__ == "__main__":
    main()
