"""Compare what csource/ makes of a file with what is written beside it.

usage: run_golden.py PROGRAM [--write] FILE...

`insulate inspect csource FILE` must print FILE.expected, also when libclang is asked
for each place instead of reading the numbers of its locations.  --write writes it, to
be read before it is committed.  The files include no header of a system or of
Python, so the result is the same everywhere.
"""

import difflib
import os
import pathlib
import subprocess
import sys


WAYS = {"by the numbers": {}, "by asking": {"INSULATE_ASK_LOCATIONS": "1"}}


def inspect(program, path, **environment):
    """What the program makes of the file at `path`."""
    run = subprocess.run([program, "inspect", "csource", path.name], cwd=path.parent,
                         env=dict(os.environ, **environment), capture_output=True,
                         text=True)
    if run.returncode != 0:
        raise SystemExit(f"{path}: exit code {run.returncode}\n{run.stderr}")
    return run.stdout


def main():
    program, *names = sys.argv[1:]
    program = os.path.abspath(program)
    write = "--write" in names
    paths = [pathlib.Path(name) for name in names if name != "--write"]
    faults = 0
    for path in paths:
        expected = path.with_name(path.name + ".expected")
        if write:
            expected.write_text(inspect(program, path))
            continue
        for way, environment in WAYS.items():
            lines = list(difflib.unified_diff(
                expected.read_text().splitlines(True),
                inspect(program, path, **environment).splitlines(True),
                expected.name, f"got, {way}"))
            sys.stdout.writelines(lines)
            faults += bool(lines)
    print(f"{len(paths)} files, {faults} differ")
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
