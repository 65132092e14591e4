"""state through insulate.h against a static variable, each Python that is here

A method, getter, slot, binary slot, constructor and function that read one number of the
state, (a) from a static variable, (b) through the defining class or the module object,
(c) through PyType_GetModuleByDef, (d) as insulate.h does it: the table gives nanoseconds
per call, the lines below it (d) / (a).  (d) is with INSULATE_FAST_MODULE_STATE, which
matters to functions and constructors; the column after it is without.  (b) in slots, getters and constructors is
PyType_GetModuleState(Py_TYPE(self)): wrong with subclasses, and here for comparison.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "bench/state_access"
sys.path.insert(0, str(ROOT / "tests/header"))

from build import includes  # noqa: E402
from pythons import with_headers  # noqa: E402

ROUNDS = 30
GOALS = {"method": 1.02, "function": 1.02, "constructor": 1.05, "getter": 1.05,
         "slot": 1.05, "binary-slot": 1.05, "binary-slot-foreign-left": 1.05}
WAYS = {"Static": "(a) static", "Class": "(b) class", "Search": "(c) by def",
        "Fast": "(d) insulate"}


def measure(python, *flags):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(
            ["cc", "-std=c11", "-O2", "-DNDEBUG", "-falign-functions=64", "-fPIC",
             "-shared", *flags, *includes(python),
             HERE / "state_access.c", "-o", Path(folder) / "state_access.so"], check=True)
        done = subprocess.run(
            [python["executable"], HERE / "measure.py", folder, str(ROUNDS)],
            stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def main():
    lines = []
    for python in with_headers():
        if python["kind"] == "debug":
            continue
        name = python["version"] + ("t" if python["kind"] == "free-threaded" else "")
        answer = measure(python, "-DINSULATE_FAST_MODULE_STATE")
        plain = measure(python)["cases"]
        print(f"{name:26}" + "".join(f"{title:>14}" for title in
                                     (*WAYS.values(), "... default")))
        for case, best in answer["cases"].items():
            print(f"  {case:24}" + "".join(
                f"{best[way]:14.2f}" if way in best else f"{'':14}" for way in WAYS) +
                f"{plain[case]['Fast']:14.2f}")
            lines.append((name, case, best["Fast"] / best["Static"]))
        sizes = answer["bytes"]
        print(f"  {'bytes an instance':24}" + "".join(
            f"{sizes[way]:14}" for way in WAYS), flush=True)
    for case, goal in GOALS.items():
        for name, of_case, ratio in lines:
            if of_case == case:
                print(f"state_access/{case}-{name} ratio {ratio:.3f} goal {goal}")


if __name__ == "__main__":
    main()
