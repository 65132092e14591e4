"""`insulate prove` against the bare processes and interpreters that its scenarios need

All scenarios but `hammer` and `tests` of a small isolated module, on each Python from
3.12 on; the other side is bench/bare.c, which makes the same interpreters in as many
processes, as many at once, without probe and module: a Python started for each scenario,
the interpreters that it makes, and the copies that `import`, `types` and `after-free`
fork.  Both sides run in turn, ROUNDS times; of each the least processor time counts, its
own and that of all its processes, which other load on the machine disturbs least; the
wall time is shown beside it.  `prove` starts one Python and forks the scenarios from it:
what the same processes cost that way is shown, too.  Then how time and memory grow with
the number of modules and of jobs.
"""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PROJECT / "tools"))

import pythons as finder  # noqa: E402

GOAL = 1.5
GROWTH_GOAL = 1.2  # a module among many costs no more than alone
ROUNDS = 4
MODULES = (1, 4, 8)
JOBS = 2
MODULE = "clean_state"

# What each scenario makes, in the letters of bare.c (src/probe/scenario_*.c).  The import
# comes first and alone.  The copies of `failing-exec`, one for each allocation, are of
# the module's making: none is counted here.
PLANS = {
    "import": "IfF", "two-modules": "IF", "shared-gil": "InneenneeF", "own-gil": "ITF",
    "interpreter-first": "IoeoeF", "cycles": "IFIFIFIF", "unload": "IFIFIF",
    "globals": "Ioeoe", "sharing": "Ioo", "types": "Iffff", "leaks": "Ioeoeoeoe",
    "after-free": "IffF", "failing-exec": "I",
}


def plans_for(python):
    """Before 3.14 fewer interpreters run in parallel."""
    few = int(python["version"].split(".")[1]) < 14
    return {name: plan.replace("T", "t") if few else plan
            for name, plan in PLANS.items()}


def processor_seconds():
    """Of all children that have ended, and of theirs."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def compile_shared(source, target, *flags):
    subprocess.run(["cc", "-O1", "-g", "-shared", "-fPIC", source, "-o", target, *flags],
                   check=True)


def build_modules(python, folder, count):
    """`count` copies of the module under names of their own."""
    include = Path(python["include"])
    source = (PROJECT / "tests/modules" / f"{MODULE}.c").read_text()
    names = [f"{MODULE}_{i}" for i in range(count)]
    for name in names:
        (folder / f"{name}.c").write_text(source.replace(MODULE, name))
        compile_shared(folder / f"{name}.c", folder / f"{name}.so", f"-I{include}",
                       f"-I{include.parent}", f"-I{PROJECT / 'tests/modules'}")
    return names


class Bare:
    """The other side."""

    def __init__(self, python, folder):
        self.executable, self.folder = python["executable"], folder
        self.plans = plans_for(python)
        self.library = folder / "bare.so"
        compile_shared(PROJECT / "bench/bare.c", self.library, "-ldl", "-pthread")

    def run(self, plan):
        environment = {**os.environ, "LD_PRELOAD": str(self.library),
                       "INSULATE_BARE": plan, "PYTHONDONTWRITEBYTECODE": "1"}
        subprocess.run([self.executable], env=environment, cwd=self.folder, check=True,
                       stdin=subprocess.DEVNULL)

    def seconds(self):
        """(processor seconds, wall seconds) of all processes."""
        before = processor_seconds()
        start = time.perf_counter()
        # What prove asks the Python first.
        subprocess.run([self.executable, "-c", "pass"], check=True)
        self.run(self.plans["import"])
        with ThreadPoolExecutor(JOBS) as pool:
            plans = [plan for name, plan in self.plans.items() if name != "import"]
            list(pool.map(self.run, plans))
        return processor_seconds() - before, time.perf_counter() - start

    def forked_seconds(self):
        """Processor seconds of the same as copies of one Python, one after another."""
        before = processor_seconds()
        subprocess.run([self.executable, "-c", "pass"], check=True)
        self.run("/".join(self.plans.values()))
        return processor_seconds() - before


def watch_memory(pid, peak, done):
    """Keep the largest resident size of the program itself, in MiB."""
    while not done.is_set():
        try:
            with open(f"/proc/{pid}/status") as file:
                for line in file:
                    if line.startswith("VmHWM:"):
                        peak[0] = max(peak[0], int(line.split()[1]) >> 10)
        except OSError:
            return
        done.wait(0.02)


def prove(insulate, python, folder, names, jobs=JOBS):
    """(processor seconds, wall seconds, the program's largest MiB, any process's largest
    MiB) of one run."""
    scenarios = [word for name in PLANS for word in ("--scenario", name)]
    start = time.perf_counter()
    child = subprocess.Popen(
        [insulate, "prove", "--quiet", "--python", python["executable"], "--path",
         folder, "--jobs", str(jobs), *scenarios, *names], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, text=True)
    peak, done = [0], threading.Event()
    watcher = threading.Thread(target=watch_memory, args=(child.pid, peak, done))
    watcher.start()
    answer = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.perf_counter() - start
    done.set()
    watcher.join()
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1) or "not-isolated" in answer:
        sys.exit(f"bench prove: status {child.returncode}:\n{answer}")
    return (usage.ru_utime + usage.ru_stime, seconds, peak[0], usage.ru_maxrss >> 10)


def compare(insulate, python, folder):
    bare = Bare(python, folder)
    name = build_modules(python, folder, 1)
    theirs, ours, forked = [], [], []
    for _ in range(ROUNDS):
        theirs.append(bare.seconds())
        forked.append(bare.forked_seconds())
        ours.append(prove(insulate, python, folder, name))
    case = f"{python['version']}-{python['kind']}"
    least = [min(row[0] for row in rows) for rows in (theirs, ours)]
    walls = [min(row[1] for row in rows) for rows in (theirs, ours)]
    print(f"{case}: bare {least[0]:.2f} s of processor ({min(forked):.2f} s if forked from "
          f"one Python), {walls[0]:.2f} s of wall time; "
          f"prove {least[1]:.2f} s and {walls[1]:.2f} s (median "
          f"{statistics.median(row[1] for row in ours):.2f} s)")
    print(f"prove/{case} ratio {least[1] / least[0]:.2f} goal {GOAL}", flush=True)


def grow(insulate, python, folder):
    """Seconds a module, and memory, for more modules and for more jobs."""
    names = build_modules(python, folder, max(MODULES))
    alone = None
    for jobs in (1, JOBS):
        for count in MODULES:
            rows = [prove(insulate, python, folder, names[:count], jobs)
                    for _ in range(2)]
            seconds = min(row[0] for row in rows) / count
            alone = alone or seconds
            print(f"{count} modules, {jobs} jobs: {seconds:.2f} s of processor a module, "
                  f"{min(row[1] for row in rows) / count:.2f} s of wall time; at most "
                  f"{max(row[2] for row in rows)} MiB in insulate, "
                  f"{max(row[3] for row in rows)} MiB in one Python", flush=True)
        print(f"prove/{count}-modules-{jobs}-jobs ratio {seconds / alone:.2f} "
              f"goal {GROWTH_GOAL}", flush=True)


def main():
    insulate = Path(sys.argv[1]).absolute()
    if not shutil.which("cc"):
        sys.exit("bench prove: no C compiler")
    newest = None
    with tempfile.TemporaryDirectory(prefix="insulate-bench-") as work:
        for python in finder.find(finder.default_cache()):
            minor = int(python["version"].split(".")[1])
            if minor < 12 or not python["include"] or python["kind"] == "free-threaded":
                continue
            folder = Path(work) / f"{python['version']}-{python['kind']}"
            folder.mkdir()
            compare(insulate, python, folder)
            if python["kind"] == "release" and minor <= 14:
                newest = python
        if newest is None:
            sys.exit("bench prove: no Python 3.12 to 3.14 with headers")
        folder = Path(work) / "growth"
        folder.mkdir()
        grow(insulate, newest, folder)


if __name__ == "__main__":
    main()
