"""Run one case: usage: run_case.py PROGRAM CASE.sh CASE.expected

The script's stdout and stderr (one stream) must equal the expected text.
"""

import difflib
import os
import pathlib
import subprocess
import sys
import tempfile


def main():
    program, script, expected = map(os.path.abspath, sys.argv[1:])
    want = pathlib.Path(expected).read_text()
    with tempfile.TemporaryDirectory() as folder:
        run = subprocess.run(
            ["sh", script],
            cwd=folder,
            env={
                **os.environ,
                "INSULATE": program,
                "CASES": str(pathlib.Path(script).parent),
                "XDG_CONFIG_HOME": folder,  # not the settings of who runs the tests
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
    got = run.stdout.replace(folder, "FOLDER")
    sys.stdout.writelines(
        difflib.unified_diff(want.splitlines(True), got.splitlines(True), "expected", "got")
    )
    return int(got != want)


if __name__ == "__main__":
    sys.exit(main())
