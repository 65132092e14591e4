"""Compare what binary/ makes of the fixtures with what is written beside this file.

usage: test_inspect.py PROGRAM [--write] FILE...

`insulate inspect binary FILE` must print FILE's name + .expected, but for what the
toolchain decides: offsets in sections, and the imports of the C start-up files.
"""

import difflib
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def normal(text):
    lines = re.sub(r"\+0x[0-9a-f]+", "+0x…", text).splitlines(True)
    return [line for line in lines if not re.match(r"import _", line)]


def main():
    program, *names = sys.argv[1:]
    faults = 0
    for path in [pathlib.Path(name) for name in names if name != "--write"]:
        expected = HERE / (path.name + ".expected")
        run = subprocess.run([program, "inspect", "binary", str(path)],
                             capture_output=True, text=True)
        if run.returncode != 0:
            raise SystemExit(f"{path}: exit code {run.returncode}\n{run.stderr}")
        got = normal(run.stdout)
        if "--write" in names:
            expected.write_text("".join(got))
            continue
        lines = list(difflib.unified_diff(expected.read_text().splitlines(True), got,
                                          expected.name, "got"))
        sys.stdout.writelines(lines)
        faults += bool(lines)
    print(f"{faults} differ")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
