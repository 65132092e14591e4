"""`insulate check` against `clang -fsyntax-only`, same files, same flags

The cases are the C sources of the real packages, with the compiler flags of their
builds.  Both programs run in turn, ROUNDS times; the least wall time of each counts,
which is what other load on the machine disturbs least.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests/real"))

from package import StepError, find_pythons, packages  # noqa: E402

GOAL = 1.3
ROUNDS = 7


def find_clang():
    """The newest release that has both, as (clang, libclang)."""
    for prefix in sorted(Path("/usr/lib").glob("llvm-*"), reverse=True,
                         key=lambda path: int(path.name.split("-")[1])):
        libraries = sorted(prefix.glob("lib/libclang*.so*"))
        libraries = [path for path in libraries if "cpp" not in path.name]
        if (prefix / "bin/clang").exists() and libraries:
            return prefix / "bin/clang", libraries[0]
    raise StepError("no clang with its libclang below /usr/lib/llvm-*; run ./setup")


def elapsed(arguments, folder, expected, **environment):
    """Wall seconds of one run, which must end with one of the `expected` statuses."""
    start = time.perf_counter()
    done = subprocess.run([str(a) for a in arguments], cwd=folder,
                          env=dict(os.environ, **environment),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    seconds = time.perf_counter() - start
    if done.returncode not in expected:
        raise StepError(f"{arguments[0]}: status {done.returncode}\n"
                        f"{done.stderr.decode(errors='replace')[-2000:]}")
    return seconds


def compare(package, insulate, include, work):
    """(seconds of clang, seconds of insulate) on one package."""
    clang, libclang = find_clang()
    folder = Path(work) / package.name
    package.unpack(folder)
    flags = [*package.flags, f"-I{include}"]
    (folder / "compile_commands.json").write_text(json.dumps([
        {"directory": str(folder), "file": name, "arguments": ["cc", *flags, "-c", name]}
        for name in package.sources]))
    peer = [clang, "-fsyntax-only", *flags, *package.sources]
    ours = [insulate, "check", "-q", "-p", folder, *package.sources]
    rounds = [(elapsed(peer, folder, (0,)),
               elapsed(ours, folder, (0, 1), INSULATE_LIBCLANG=str(libclang)))
              for _ in range(ROUNDS)]
    return min(r[0] for r in rounds), min(r[1] for r in rounds)


def main():
    insulate = Path(sys.argv[1]).absolute()
    pythons = find_pythons()
    if not pythons:
        raise StepError("no Python with headers; run ./setup")
    include = pythons[-1].include
    with tempfile.TemporaryDirectory(prefix="insulate-bench-") as work:
        for package in packages():
            theirs, ours = compare(package, insulate, include, work)
            print(f"{package.name}: {package.line_count(Path(work) / package.name)} lines; "
                  f"clang {theirs * 1000:.0f} ms, insulate {ours * 1000:.0f} ms")
            print(f"check/{package.name} ratio {ours / theirs:.2f} goal {GOAL}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except StepError as error:
        sys.exit(f"bench check: {error}")
