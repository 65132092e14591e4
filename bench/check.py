"""`insulate check` against `clang -fsyntax-only`, same files, same flags

The cases are the C sources of the real packages, with the compiler flags of their
builds.  Both programs run in turn, ROUNDS times; the least processor time of each counts,
which is what other load on the machine disturbs least.  `-all` is with the other
configurations of #if that are read by themselves, for each of them.  Then many files of
one kind, and what a second job brings; at last what is furthest from real modules and
dearest to read: small functions, each with a static of its own, and one long table, both
without any header.
"""

import json
import os
import re
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests/real"))

from package import StepError, find_pythons, packages  # noqa: E402

GOAL = 1.3
ROUNDS = 7
GROWTH_ROUNDS = 3
N_FUNCTIONS = 3000  # 27,000 lines
N_NUMBERS = 60000


def find_clang():
    """The newest release that has both, as (clang, libclang)."""
    for prefix in sorted(Path("/usr/lib").glob("llvm-*"), reverse=True,
                         key=lambda path: int(path.name.split("-")[1])):
        libraries = sorted(prefix.glob("lib/libclang*.so*"))
        libraries = [path for path in libraries if "cpp" not in path.name]
        if (prefix / "bin/clang").exists() and libraries:
            return prefix / "bin/clang", libraries[0]
    raise StepError("no clang with its libclang below /usr/lib/llvm-*; run ./setup")


def seconds_of(arguments, folder, expected, **environment):
    """Processor seconds of one run, which must end with one of the `expected` statuses."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(a) for a in arguments], cwd=folder,
                          env=dict(os.environ, **environment),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in expected:
        raise StepError(f"{arguments[0]}: status {done.returncode}\n"
                        f"{done.stderr.decode(errors='replace')[-2000:]}")
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, done.stderr.decode(errors="replace")


def best_of(rounds):
    """The least of each column."""
    return [min(column) for column in zip(*rounds)]


def compare(package, insulate, include, work):
    """(seconds of clang, of one configuration, of all; how many those are)."""
    clang, libclang = find_clang()
    folder = Path(work) / package.name
    package.unpack(folder)
    flags = [*package.flags, f"-I{include}"]
    (folder / "compile_commands.json").write_text(json.dumps([
        {"directory": str(folder), "file": name, "arguments": ["cc", *flags, "-c", name]}
        for name in package.sources]))
    peer = [clang, "-fsyntax-only", *flags, *package.sources]
    ours = [insulate, "check", "-p", folder, *package.sources, "--configurations"]
    rounds, n_configurations = [], 1
    for _ in range(ROUNDS):
        use = dict(INSULATE_LIBCLANG=str(libclang))
        theirs, _ = seconds_of(peer, folder, (0,))
        one, _ = seconds_of([*ours, "one"], folder, (0, 1), **use)
        every, talk = seconds_of([*ours, "all"], folder, (0, 1), **use)
        counted = re.search(r" in (\d+) configurations", talk)
        n_configurations = int(counted[1]) if counted else 1
        rounds.append((theirs, one, every))
    return *best_of(rounds), n_configurations


def grow(insulate, include, work):
    """How the time grows with the number of files, and what a second job brings."""
    clang, libclang = find_clang()
    source = Path(__file__).resolve().parents[1] / "tests/modules/clean_class.c"
    header = source.parent
    for n_files in (1, 10, 100):
        folder = Path(work) / f"files-{n_files}"
        folder.mkdir()
        names = [f"part{i}.c" for i in range(n_files)]
        for name in names:
            (folder / name).write_bytes(source.read_bytes())
        flags = [f"-I{include}", f"-I{header}"]
        ours = [insulate, "check", "-q", "--configurations", "one", *names]
        rounds = []
        for _ in range(GROWTH_ROUNDS):
            row = [seconds_of([clang, "-fsyntax-only", *flags, *names], folder, (0,))[0]]
            walls = []
            for jobs in (1, 2):
                start = time.perf_counter()
                row.append(seconds_of([*ours, "-j", jobs, "--", *flags], folder, (0, 1),
                                      INSULATE_LIBCLANG=str(libclang))[0])
                walls.append(time.perf_counter() - start)
            rounds.append(row + walls)
        theirs, one, two, wall_one, wall_two = best_of(rounds)
        print(f"{n_files} files: clang {theirs * 1000:.0f} ms, insulate {one * 1000:.0f} ms "
              f"with one job and {two * 1000:.0f} ms with two, which took "
              f"{wall_one * 1000:.0f} and {wall_two * 1000:.0f} ms")
        print(f"check/{n_files}-files ratio {one / theirs:.2f} goal {GOAL}", flush=True)


def without_headers():
    """The text of each dear file, by name."""
    functions = "".join(
        f"static int counter{i};\nint function{i}(int a, int b)\n{{\n"
        f"    int sum = a + b * {i};\n    if (sum > {i}) {{\n        counter{i} += sum;\n"
        f"    }}\n    return counter{i} + sum;\n}}\n" for i in range(N_FUNCTIONS))
    numbers = ", ".join(str(i * 7 % 1000) for i in range(N_NUMBERS))
    return {"functions": functions,
            "table": f"static int numbers[] = {{{numbers}}};\n"
                     "int at(int i) { return numbers[i]; }\n"}


def read_dear(insulate, work):
    clang, libclang = find_clang()
    for name, text in without_headers().items():
        (Path(work) / f"{name}.c").write_text(text)
        ours = [insulate, "check", "-q", "--configurations", "one", f"{name}.c", "--"]
        theirs, one = best_of([
            (seconds_of([clang, "-fsyntax-only", f"{name}.c"], work, (0,))[0],
             seconds_of(ours, work, (0, 1), INSULATE_LIBCLANG=str(libclang))[0])
            for _ in range(GROWTH_ROUNDS)])
        print(f"{name} without headers: clang {theirs * 1000:.0f} ms, insulate "
              f"{one * 1000:.0f} ms")
        print(f"check/{name} ratio {one / theirs:.2f} goal {GOAL}", flush=True)


def main():
    insulate = Path(sys.argv[1]).absolute()
    pythons = find_pythons()
    if not pythons:
        raise StepError("no Python with headers; run ./setup")
    include = pythons[-1].include
    with tempfile.TemporaryDirectory(prefix="insulate-bench-") as work:
        for package in packages():
            if not all(name.endswith(".c") for name in package.sources):
                continue  # whole folders: not every file is for this machine
            theirs, one, every, n = compare(package, insulate, include, work)
            print(f"{package.name}: {package.line_count(Path(work) / package.name)} lines; "
                  f"clang {theirs * 1000:.0f} ms, insulate {one * 1000:.0f} ms, with the "
                  f"{n} configurations it reads by itself {every * 1000:.0f} ms")
            print(f"check/{package.name} ratio {one / theirs:.2f} goal {GOAL}", flush=True)
            if n > 1:
                print(f"check/{package.name}-all ratio {every / theirs / n:.2f} goal {GOAL}",
                      flush=True)
        grow(insulate, include, work)
        read_dear(insulate, work)


if __name__ == "__main__":
    try:
        main()
    except StepError as error:
        sys.exit(f"bench check: {error}")
