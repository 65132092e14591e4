"""modules converted with --threads against the same without, on a Python with the GIL

The cases tests/convert/threads-* with a file threads.py: each call below is timed with
before.c and with after.c, in turn, in one process; the least time of each counts.  The
guards are to cost nothing where there is a GIL.

    bench/run threads
    python bench/threads.py [PROGRAM]
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CASES = ROOT / "tests/convert"
sys.path.insert(0, str(ROOT / "tools"))

from pythons import minor_of, with_headers  # noqa: E402

GOAL = 1.03
CALLS = {
    "threads-instances": {"len": "len(bag)", "sum": "bag.sum()", "getter": "bag.label",
                          "setter": "bag.label = None", "compare": "bag == bag"},
    "threads-module": {"count": "spam.count()", "flags": "spam.flags()",
                       "last": "spam.last()", "remember": "spam.remember(None)"},
}
MEASURE = """
import importlib.machinery, importlib.util, json, sys, timeit

def load(path):
    loader = importlib.machinery.ExtensionFileLoader("spam", path)
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader("spam", loader))
    loader.exec_module(module)
    return module

sides, calls = json.loads(sys.argv[1]), json.loads(sys.argv[2])
timers = {}
for side, path in sides.items():
    spam = load(path)
    names = {"spam": spam, "bag": spam.Bag() if hasattr(spam, "Bag") else None}
    for name, call in calls.items():
        timers[name, side] = timeit.Timer(call, globals=names)
best = {}
for _ in range(200):
    for key, timer in timers.items():
        best[key] = min(best.get(key, 1e9), timer.timeit(5000))
print(json.dumps({name: {side: best[name, side] / 5000 * 1e9 for side in sides}
                  for name in calls}))
"""


def build(case, side, python, folder):
    library = folder / side / "spam.so"
    library.parent.mkdir()
    subprocess.run(["cc", "-std=gnu11", "-O2", "-DNDEBUG", "-falign-functions=64",
                    "-shared", "-fPIC", f"-I{python['include']}", CASES / case / f"{side}.c",
                    "-o", library], check=True)
    return str(library)


def main():
    python = max((python for python in with_headers() if python["kind"] == "release"),
                 key=minor_of)
    print(f"nanoseconds per call, CPython {python['version']}")
    lines = []
    for case, calls in CALLS.items():
        with tempfile.TemporaryDirectory() as folder:
            sides = {side: build(case, side, python, Path(folder))
                     for side in ("before", "after")}
            done = subprocess.run(
                [python["executable"], "-c", MEASURE, json.dumps(sides), json.dumps(calls)],
                stdout=subprocess.PIPE, check=True)
        for name, times in json.loads(done.stdout).items():
            print(f"  {case:20}{name:10}{times['before']:8.1f}{times['after']:8.1f}")
            lines.append(f"threads/{name} ratio {times['after'] / times['before']:.3f} "
                         f"goal {GOAL}")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
