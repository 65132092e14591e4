"""`insulate scan` against `nm -a` plus `readelf -rWs`, same files, no debug information

The cases are the extension modules of each Python found, standard library and installed
packages, copied without debug information.  Both sides run in turn, ROUNDS times, one
file a process for nm and readelf as for a user; the least wall time of each counts.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tools"))

import pythons as finder  # noqa: E402

GOAL = 1.0
ROUNDS = 5
LEAST_FILES = 5
QUERY = ("import sysconfig, os; print(os.path.join(sysconfig.get_path('platstdlib'), "
         "'lib-dynload')); print(sysconfig.get_path('platlib'))")


def elapsed(arguments, expected=(0,)):
    start = time.perf_counter()
    done = subprocess.run([str(a) for a in arguments], stdin=subprocess.DEVNULL,
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seconds = time.perf_counter() - start
    if done.returncode not in expected:
        sys.exit(f"bench scan: {arguments[0]}: status {done.returncode}")
    return seconds


def copies(python, work):
    """The extension modules of `python` without debug information, in one folder."""
    done = subprocess.run([python["executable"], "-I", "-c", QUERY], text=True,
                          capture_output=True, check=True)
    folder = Path(work) / f"{python['version']}-{python['kind']}"
    folder.mkdir()
    paths = []
    for root in done.stdout.splitlines():
        for path in sorted(Path(root).rglob("*.so")):
            target = folder / f"{len(paths)}" / path.name
            target.parent.mkdir()
            strip = ["strip", "--strip-debug", "-o", str(target), str(path)]
            if subprocess.run(strip, stderr=subprocess.DEVNULL).returncode == 0:
                paths.append(target)
    return paths


def compare(insulate, paths):
    """Least seconds of (nm and readelf, scan with one job, scan with two)."""
    best = [float("inf")] * 3
    for _ in range(ROUNDS):
        theirs = (elapsed(["nm", "-a", *paths], (0, 1))
                  + elapsed(["readelf", "-rWs", *paths]))
        one, two = (elapsed([insulate, "scan", "-q", "--jobs", jobs, *paths], (0, 1, 2))
                    for jobs in (1, 2))
        best = [min(pair) for pair in zip(best, (theirs, one, two))]
    return best


def main():
    insulate = Path(sys.argv[1]).absolute()
    for tool in ("nm", "readelf", "strip"):
        if not shutil.which(tool):
            sys.exit(f"bench scan: {tool} is missing; install binutils")
    with tempfile.TemporaryDirectory(prefix="insulate-bench-") as work:
        for python in finder.find(finder.default_cache()):
            paths = copies(python, work)
            if len(paths) < LEAST_FILES:
                continue
            size = sum(os.path.getsize(path) for path in paths)
            theirs, one, two = compare(insulate, paths)
            name = f"{python['version']}-{python['kind']}"
            print(f"{name}: {len(paths)} files, {size >> 20} MiB; nm and readelf "
                  f"{theirs * 1000:.0f} ms; scan {len(paths) / one:.0f} files/s with one "
                  f"job, {len(paths) / two:.0f} with two")
            print(f"scan/{name} ratio {one / theirs:.2f} goal {GOAL}", flush=True)


if __name__ == "__main__":
    main()
