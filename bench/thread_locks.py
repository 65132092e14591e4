"""locks and atomics of insulate/threads.h against code without them, in builds with a GIL

A function that counts in the module state (a) as it is, (b) with Insulate_ThreadLock and
Insulate_AtomicAdd; one that replaces a reference (a) as it is, (b) in a critical section.
Least time of many rounds that alternate; beside it the bytes of machine code.

    bench/run thread_locks
    python bench/thread_locks.py [PROGRAM] [--python X.Y ...] [--rounds N]
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests/header"))

from build import includes  # noqa: E402
from pythons import with_headers  # noqa: E402

GOAL = 1.02
CASES = ("counter", "reference")
MEASURE = """
import importlib.machinery, importlib.util, json, sys, timeit
loader = importlib.machinery.ExtensionFileLoader("thread_locks", sys.argv[1])
spec = importlib.util.spec_from_file_location("thread_locks", sys.argv[1], loader=loader)
module = importlib.util.module_from_spec(spec)
loader.exec_module(module)
best = {}
for number in range(int(sys.argv[2])):
    for case in ("counter", "reference"):
        # In turn, so that neither is always the first.
        for way in ("plain", "guarded")[::1 - number % 2 * 2]:
            name = way + "_" + case
            call = timeit.Timer("call(b'x')", globals={"call": getattr(module, name)})
            best[name] = min(best.get(name, 1e9), call.timeit(20000))
print(json.dumps(best))
"""


def sizes_of(library):
    """{function: bytes of its code}"""
    table = subprocess.run(["nm", "-S", "--defined-only", library], check=True,
                           stdout=subprocess.PIPE, text=True).stdout
    return {name: int(size, 16) for size, name in
            re.findall(r"^\w+ (\w+) [tT] (\w+)$", table, re.M)}


def measure(python, rounds):
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "thread_locks.so"
        subprocess.run(
            ["cc", "-std=gnu11", "-O2", "-DNDEBUG", "-falign-functions=64", "-fPIC",
             "-shared", *includes(python), ROOT / "bench/thread_locks/thread_locks.c",
             "-o", library], check=True)
        done = subprocess.run([python["executable"], "-c", MEASURE, library, str(rounds)],
                              check=True, stdout=subprocess.PIPE)
        return json.loads(done.stdout), sizes_of(library)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?")
    parser.add_argument("--python", action="append")
    parser.add_argument("--rounds", type=int, default=100)
    options = parser.parse_args()
    seen = set()
    for python in with_headers():
        short = ".".join(python["version"].split(".")[:2])
        if python["kind"] != "release" or (options.python and short not in options.python):
            continue
        if short in seen:
            continue
        seen.add(short)
        best, sizes = measure(python, options.rounds)
        for case in CASES:
            ratio = best["guarded_" + case] / best["plain_" + case]
            print(f"{sizes['guarded_' + case]} bytes of code, "
                  f"{sizes['plain_' + case]} without  "
                  f"thread_locks/{short}-{case} ratio {ratio:.3f} goal {GOAL}")


if __name__ == "__main__":
    main()
