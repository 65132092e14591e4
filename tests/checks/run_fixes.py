"""Apply the fixes that findings carry, and look again.

usage: run_fixes.py PROGRAM FOLDER

FOLDER holds a folder for each rule.  Each bad file of the rules below is read with the
newest headers there are, once as it is and once with CRLF; what has a fix must be gone
after it, the file must still parse, and no error or warning may have come.
"""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

from pythons import minor_of, with_headers  # noqa: E402

RULES = [
    "change-instantiable", "change-mutable", "gc-not-untracked", "gc-tracked-twice",
    "gc-traverse-ignored", "gc-type-not-visited", "gc-type-visited-twice",
    "init-export-alpha", "init-slot-repeated", "lifetime-type-not-dropped",
]


def findings_of(program, python, path):
    run = subprocess.run(
        [program, "check", "-q", "--format", "json", "--configurations", "one", "--python",
         python["executable"], "--python-floor", f"3.{minor_of(python)}", path],
        capture_output=True, text=True)
    if run.returncode not in (0, 1):
        raise SystemExit(f"{path}: exit code {run.returncode}\n{run.stderr}")
    return json.loads(run.stdout)["findings"]


def apply(data, fixes):
    """The bytes after all replacements; those at one place in the order they came."""
    edits = [each for fix in fixes for each in fix["replacements"]]
    order = sorted(range(len(edits)), key=lambda i: (-edits[i]["offset"], -i))
    for i in order:
        begin, size = edits[i]["offset"], edits[i]["size"]
        data = data[:begin] + edits[i]["text"].encode() + data[begin + size:]
    return data


def faults_of(program, python, rule, path):
    """Yields faults; returns how many fixes were applied."""
    before = findings_of(program, python, path)
    fixed = [each for each in before if each["rule"] == rule and "fix" in each]
    data = apply(path.read_bytes(), [each["fix"] for each in fixed])
    crlf = b"\r\n" in data
    path.write_bytes(data)
    if crlf and re.search(rb"[^\r]\n", data):
        yield f"{path}: lines end in two ways"
    after = findings_of(program, python, path)

    def count(findings):
        return collections.Counter(each["rule"] for each in findings
                                   if each["level"] != "note" or each["rule"] == rule)

    wanted = count(before)
    wanted[rule] -= len(fixed)
    for name in sorted(set(wanted) | set(count(after))):
        n = count(after)[name]
        if n > wanted[name] or (name == rule and n != wanted[name]):
            yield f"{path}: {name}: {n} after the fix, not {wanted[name]}"
    return len(fixed)


def main():
    program, folder = sys.argv[1:]
    pythons = [each for each in with_headers() if each["kind"] == "release"]
    if not pythons:
        print("SKIPPED: no Python with headers; see ./setup --pythons")
        return 77
    newest = max(pythons, key=minor_of)
    faults, n_fixes = [], collections.Counter()

    def run(rule, path):
        n_fixes[rule] += yield from faults_of(program, newest, rule, path)

    with tempfile.TemporaryDirectory() as work:
        header = pathlib.Path(folder) / "module.h"
        for kind in ("lf", "crlf"):
            for rule in RULES:
                place = pathlib.Path(work) / kind / rule
                place.mkdir(parents=True)
                (place.parent / header.name).write_bytes(header.read_bytes())
                for path in sorted((pathlib.Path(folder) / rule).glob("bad*.c")):
                    text = path.read_bytes()
                    if minor_of(newest) < 15 and b"needs Python 3.15" in text:
                        continue
                    copy = place / path.name
                    copy.write_bytes(text.replace(b"\n", b"\r\n") if kind == "crlf" else text)
                    faults += run(rule, copy)
    for rule in RULES:
        if not n_fixes[rule]:
            faults.append(f"{rule}: no bad file has a fix")
    print("\n".join(faults) or f"{sum(n_fixes.values())} fixes of {len(RULES)} rules applied")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
