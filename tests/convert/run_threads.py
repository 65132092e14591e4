"""Cases with a file threads.py: threads use the module at the same time, where there is no GIL.

threads.py has begin(module), which gives what they share; run(module, shared), which each
of them calls; and lost(module, shared, n_runs), how many updates are missing after N_RUNS
calls.  Updates must be lost with before.c, or it crashes, and none with after.c.  Both sides are compiled
without optimisation, so that each step of the source is one of the program.

after.c of each case threads-* is also compiled for each Python there is, free-threaded ones
too, with no warning that before.c has not.

    run_threads.py PROGRAM [CASE...]
"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PYTHONS = HERE.parent.parent / "tools/pythons.py"
N_THREADS, SKIP = 4, 77
# On a busy machine threads miss each other in most rounds; the first loss ends them.
N_ROUNDS = {"before": 300, "after": 10}

# Prints the updates that were lost, in the first round that lost any.
USE = f"""
import sys, threading
import spam, threads
assert not sys._is_gil_enabled()
for _ in range(int(sys.argv[1])):
    barrier = threading.Barrier({N_THREADS})
    module = sys.modules["spam"]
    del sys.modules["spam"]
    import spam
    shared = threads.begin(spam)
    def work():
        barrier.wait()
        threads.run(spam, shared)
    all_threads = [threading.Thread(target=work) for _ in range({N_THREADS})]
    for thread in all_threads:
        thread.start()
    for thread in all_threads:
        thread.join()
    lost = threads.lost(spam, shared, {N_THREADS})
    if lost != 0:
        break
print(lost)
"""


def pythons():
    run = subprocess.run([sys.executable, PYTHONS, "--json"], capture_output=True,
                         text=True, check=True)
    return [python for python in json.loads(run.stdout)["pythons"] if python.get("include")]


def warnings(source, include):
    run = subprocess.run(["gcc", "-Wall", "-Wextra", "-fsyntax-only", "-std=gnu11",
                          f"-I{include}", source], capture_output=True, text=True)
    assert run.returncode == 0, f"{source} does not compile with {include}:\n{run.stderr}"
    return sorted(re.findall(r"warning: .*\[(-W[^]]+)\]", run.stderr))


def lost_updates(case, side, python, folder, words=()):
    (folder / "threads.py").write_text((case / "threads.py").read_text())
    subprocess.run(["gcc", "-O0", "-shared", "-fPIC", f"-I{python['include']}",
                    case / f"{side}.c", "-o", folder / "spam.so"], check=True,
                   capture_output=True)
    run = subprocess.run([python["executable"], *words, "-c", USE, str(N_ROUNDS[side])],
                         cwd=folder, capture_output=True, text=True, timeout=300)
    if run.returncode < 0 and side == "before":
        return 1  # memory that another thread released
    assert run.returncode == 0, f"{case.name}, {side}: {run.stderr}"
    return int(run.stdout)


def floor(case):
    words = (case / "words").read_text().split()
    if "--python-floor" not in words:
        return (3, 9)
    text = words[words.index("--python-floor") + 1]
    return tuple(int(part) for part in text.split("."))


def check(case, found, free):
    for python in found:
        if tuple(int(part) for part in python["version"].split(".")[:2]) < floor(case):
            continue
        new = warnings(case / "after.c", python["include"])
        assert new == warnings(case / "before.c", python["include"]), \
            f"{case.name}: other warnings with {python['include']}: {new}"
    if free is None or not (case / "threads.py").exists():
        return 0
    with tempfile.TemporaryDirectory() as work:
        lost = lost_updates(case, "before", free, pathlib.Path(work), ["-X", "gil=0"])
        assert lost != 0, f"{case.name}: nothing is lost with before.c"
    with tempfile.TemporaryDirectory() as work:
        # The module itself must leave the GIL off.
        lost = lost_updates(case, "after", free, pathlib.Path(work))
        assert lost == 0, f"{case.name}: {lost} updates are lost with after.c"
    return 1


def main():
    names = sys.argv[2:]
    found = pythons()
    free = next((python for python in found if python["kind"] == "free-threaded"), None)
    cases = [path for path in sorted(HERE.glob("threads-*"))
             if not names or path.name in names]
    n_run, faults = 0, []
    for case in cases:
        try:
            n_run += check(case, found, free)
        except AssertionError as fault:
            faults.append(fault)
    for fault in faults:
        print(fault)
    print(f"{len(cases)} cases, {n_run} of them run with threads, {len(faults)} fail")
    if free is None:
        print("no free-threaded Python was found")
    return 1 if faults else 0 if free is not None else SKIP


if __name__ == "__main__":
    sys.exit(main())
