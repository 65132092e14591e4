"""`insulate check` finds nothing in the examples and in the public header.

usage: run_clean.py PROGRAM PYTHONS ROOT

PYTHONS is tools/pythons.py: each release that it knows lends its headers.  ROOT is the
top folder of the sources.  A note about what an example shows on purpose is none about
the header, and is left out; warnings and errors never are.
"""

import json
import pathlib
import subprocess
import sys


def faults_of(program, python, root):
    words = [program, "check", "--format", "json", "--configurations", "one",
             "--python", python["executable"],
             root / "examples", "--", f"-I{root / 'include'}"]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        return [f"{python['version']}: exit code {run.returncode}: {run.stderr}"]
    return [
        f"{python['version']}: {each['path']}:{each['line']}: {each['rule']}: {each['message']}"
        for each in json.loads(run.stdout)["findings"]
        if each["level"] != "note" or each["path"].endswith("insulate.h")
    ]


def main():
    program, tool, root = sys.argv[1:]
    run = subprocess.run([sys.executable, tool, "--json"], capture_output=True, text=True)
    known = json.loads(run.stdout)["pythons"] if run.returncode == 0 else []
    usable = {
        ".".join(each["version"].split(".")[:2]): each
        for each in known if each["kind"] == "release" and each.get("include")
    }
    if not usable:
        print("SKIPPED: no Python with headers; see ./setup --pythons")
        return 77
    faults = [
        fault for _, python in sorted(usable.items())
        for fault in faults_of(program, python, pathlib.Path(root))
    ]
    print("\n".join(faults) or f"clean with the headers of {', '.join(sorted(usable))}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
