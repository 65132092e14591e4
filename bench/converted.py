"""each real package as it is against what `insulate convert` makes of it

Both are built with the same flags for the newest Python of the table that imports them,
all packages before the first is measured.  They run the cases of converted/NAME.py in
turn, ROUNDS times, each in a process of its own and both with the same hash seed; the
least processor time of each case counts.  The ratio is the speed that is left: time of
the original by time of the converted one, the geometric mean of the cases; above the
goal is good, and converted/all is the geometric mean of the packages.  With --count the
instructions of one call are counted with valgrind instead of the time: that takes no quiet
machine, and is the same in each run.

    export REAL_PACKAGES=tests/real/more.json
    bench/run converted                all packages
    bench/run converted lz4 mmh3       some of them
    bench/run converted --count lz4    their instructions
"""

import concurrent.futures
import json
import math
import os
import re
import shutil
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HERE = ROOT / "bench/converted"
sys.path.insert(0, str(ROOT / "tests/real"))

from package import (TABLE, Package, StepError, clean_environment,  # noqa: E402
                     find_pythons, run)

GOAL = 0.99
LEAST = 0.97
ROUNDS = 6
COUNTED_CALLS = 300


def prepare(package, insulate, python, work):
    """Build the original and the converted package; returns their folders."""
    original, converted = work / f"{package.name}-original", work / f"{package.name}-converted"
    package.unpack(original)
    shutil.copytree(original, converted)
    recorded = original / "compile_commands.json"
    package.build(original, python, [insulate, "record", "--output", recorded, "--"])
    text = recorded.read_text().replace(str(original), str(converted))
    (converted / "compile_commands.json").write_text(text)
    headers = sorted(path.relative_to(converted) for path in converted.rglob("*.h"))
    done = run([insulate, "convert", "--write", *package.convert_words, *package.sources,
                *headers], cwd=converted)
    if done.returncode != 0:
        raise StepError(f"convert {package.name}: status {done.returncode}\n{done.stderr}")
    package.build(converted, python)
    return original, converted


def measure(package, folder, python, seed):
    """{case: seconds} of one process."""
    done = run([python.executable, HERE / "measure.py", HERE / f"{package.name}.py"],
               cwd=folder, env=clean_environment(PYTHONPATH=str(folder / package.path),
                                                 PYTHONHASHSEED=str(seed)))
    if done.returncode != 0:
        raise StepError(f"{package.name}: {done.stderr[-2000:]}")
    return json.loads(done.stdout)


def count(package, folder, python):
    """{case: instructions of one call}.  callgrind begins a new file at each getppid()."""
    with tempfile.TemporaryDirectory(prefix="insulate-bench-") as answer:
        done = run(["valgrind", "--tool=callgrind", "--dump-before=getppid",
                    f"--callgrind-out-file={answer}/part", python.executable,
                    HERE / "measure.py", HERE / f"{package.name}.py", str(COUNTED_CALLS)],
                   cwd=folder, env=clean_environment(PYTHONPATH=str(folder / package.path),
                                                     PYTHONHASHSEED="0"))
        if done.returncode != 0:
            raise StepError(f"{package.name}: {done.stderr[-2000:]}")
        names = json.loads(done.stdout)
        parts = [Path(answer, f"part.{2 * i + 2}").read_text() for i in range(len(names))]
        totals = [re.search(r"^totals: ([0-9]+)$", part, re.MULTILINE) for part in parts]
        return {name: int(total[1]) / COUNTED_CALLS for name, total in zip(names, totals)}


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


def compare(package, folders, python):
    """{case: (seconds of the original, of the converted one)}."""
    best = [{}, {}]
    for turn in range(ROUNDS):
        for i in (0, 1) if turn % 2 else (1, 0):
            for case, seconds in measure(package, folders[i], python, turn).items():
                best[i][case] = min(seconds, best[i].get(case, seconds))
    return {case: (best[0][case], best[1][case]) for case in best[0]}


def importing(package, insulate, pythons, work):
    """The folders, and the newest Python for which the original works at all."""
    faults = []
    for python in reversed(pythons):
        folder = work / f"{package.name}-{python.version}"
        folder.mkdir()
        try:
            folders = prepare(package, insulate, python, folder)
            measure(package, folders[0], python, 0)
            return folders, python
        except StepError as fault:
            faults.append(f"{python.version}: {fault}")
    raise StepError("\n".join(faults))


def wanted_packages(names):
    """The packages of the table, or those of these names, that have a benchmark."""
    known = [Package(row) for row in TABLE["packages"]]
    unknown = set(names) - {package.name for package in known}
    if unknown:
        raise StepError(f"the table has no package {', '.join(sorted(unknown))}")
    chosen = [package for package in known if not names or package.name in names]
    for package in chosen:
        if not (HERE / f"{package.name}.py").exists():
            print(f"{package.name}: no benchmark in bench/converted")
    return [package for package in chosen if (HERE / f"{package.name}.py").exists()]


def compare_counts(package, folders, python):
    before, after = [count(package, folder, python) for folder in folders]
    return {case: (before[case], after[case]) for case in before}


def report(package, folders, python, counts):
    """Measure one package; returns its ratio."""
    cases = (compare_counts if counts else compare)(package, folders, python)
    factor, unit = (1, "instructions") if counts else (1e9, "ns")
    for case, (before, after) in cases.items():
        print(f"{package.name} on {python.version}: {case}: {before * factor:.1f} {unit}, "
              f"converted {after * factor:.1f} {unit}, ratio {before / after:.3f}")
    ratio = geometric_mean([before / after for before, after in cases.values()])
    print(f"converted/{package.name} ratio {ratio:.3f} goal {LEAST}", flush=True)
    return ratio


def main():
    insulate = Path(sys.argv[1]).absolute()
    pythons = [python for python in find_pythons() if python.is_ready()]
    if not pythons:
        raise StepError("no Python that can build the packages; run ./setup")
    counts = "--count" in sys.argv[2:]
    chosen = wanted_packages([name for name in sys.argv[2:] if name != "--count"])
    ratios, faults = {}, {}
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="insulate-bench-") as work:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
            prepared = {package.name: pool.submit(importing, package, insulate, pythons,
                                                  Path(work)) for package in chosen}
        built = time.monotonic()
        for package in chosen:
            try:
                ratios[package.name] = report(package, *prepared[package.name].result(),
                                              counts)
            except (StepError, OSError) as fault:
                faults[package.name] = fault
    if ratios:
        print(f"converted/all ratio {geometric_mean(ratios.values()):.3f} goal {GOAL}")
    print(f"{len(ratios)} packages; built in {built - begin:.0f} s, measured in "
          f"{time.monotonic() - built:.0f} s", file=sys.stderr)
    for name, fault in faults.items():
        print(f"bench converted: {name}: {fault}", file=sys.stderr)
    return 1 if faults or not ratios else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except StepError as error:
        sys.exit(f"bench converted: {error}")
