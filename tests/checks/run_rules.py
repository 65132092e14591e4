"""Compare the findings of `insulate check` with what the sources expect.

usage: run_rules.py PROGRAM FOLDER [--newest | --all] [--no-atomics]

The oldest release of CPython with the interpreter slots (3.12) and the newest that is
here lend their headers: the newest to each file, the oldest to a third of them (with
--newest none, with --all each); --no-atomics leaves out what includes
<stdatomic.h>; INSULATE_SHARE=N takes one of N parts of the files.  FOLDER holds a folder
for each rule with {bad,good}*.{c,cpp}.  A line of a file says what is expected on it:

    static PyObject *cache;  // want: state-static-object
    static PyObject *other;  // want-later: state-static-object
    static PyObject *third;  // want-note: state-static-object

Findings of every rule count, both ways: one that is not expected fails, one
that is expected and missing fails.  `want-later` is a known miss; it fails
when it is no longer missed.  `want-note` is a finding that another fact made a
note of, `want-warning` and `want-error` one that it made that.  A good file expects nothing of its rule but notes it names.  A comment
`/* says: … */` on the line is part of what a finding or its evidence there says; one with `options: …`
at the top is put behind the command.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tools"))

from pythons import minor_of, with_headers  # noqa: E402
from share import is_in_share, parts_asked  # noqa: E402


def expected_of(text, word):
    wanted = collections.Counter()
    for number, line in enumerate(text.splitlines(), 1):
        for rules in re.findall(r"/[/*] " + word + r": ([a-z0-9, -]+)", line):
            wanted.update((number, rule) for rule in re.split(r"[, ]+", rules.strip()))
    return wanted


def findings_of(program, python, path):
    options = re.search(r"/\* options: (.*?) \*/", path.read_text())
    words = [program, "check", "--format", "json", "--python", python, path]
    words += options.group(1).split() if options else []
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        raise SystemExit(f"{path}: exit code {run.returncode}\n{run.stderr}")
    answer = json.loads(run.stdout)
    for finding in answer["findings"]:
        if not finding["line"] or not finding["column"]:
            raise SystemExit(f"{path}: a finding without a place: {finding}")
    severe = any(finding["level"] != "note" for finding in answer["findings"])
    if run.returncode != int(severe):
        raise SystemExit(f"{path}: exit code {run.returncode}, findings {answer['findings']}")
    return answer["findings"]


def faults_of(program, python, path):
    text = path.read_text()
    wanted = expected_of(text, "want")
    later = expected_of(text, "want-later")
    notes = expected_of(text, "want-note")
    levels = {level: expected_of(text, f"want-{level}") for level in ("warning", "error")}
    for expected in levels.values():
        wanted += expected
    findings = findings_of(program, python, path)
    found = collections.Counter((each["line"], each["rule"]) for each in findings)
    found_notes = {(f["line"], f["rule"]) for f in findings if f["level"] == "note"}
    for level, expected in levels.items():
        for line, rule in sorted(set(expected) - {
                (f["line"], f["rule"]) for f in findings if f["level"] == level}):
            yield f"{path}:{line}: no {level} {rule}"
    for line, rule in sorted(set(notes) - found_notes):
        yield f"{path}:{line}: no note {rule}"
    for line, rule in sorted((wanted - found).elements()):
        yield f"{path}:{line}: missing {rule}"
    for line, rule in sorted((found - wanted - notes).elements()):
        known = (line, rule) in later
        yield f"{path}:{line}: {'no longer missed' if known else 'unexpected'}: {rule}"
    for number, line in enumerate(text.splitlines(), 1):
        for words in re.findall(r"/\* says: (.*?) \*/", line):
            if not any(f["line"] == number and any(words in said for said in
                                                   [f["message"], *f["evidence"]])
                       for f in findings):
                yield f"{path}:{number}: nothing says {words!r}"
    rule = path.parent.name
    if path.name.startswith("bad") and rule not in {name for _, name in wanted}:
        yield f"{path}: expects no {rule}"
    if path.name.startswith("good") and rule in {name for _, name in wanted}:
        yield f"{path}: a good file expects {rule}"


def usable_pythons():
    """Releases since 3.12: ((3, minor), executable)."""
    return sorted(((3, minor_of(each)), each["executable"]) for each in with_headers()
                  if each["kind"] == "release" and minor_of(each) >= 12)


def is_named_by(path, version):
    """A file may say "Also on Python 3.14"."""
    return f"Also on Python {version[0]}.{version[1]}:" in path.read_text()


def oldest_of(path):
    """A file may say "needs Python 3.15"."""
    needs = re.search(r"needs Python (\d+)\.(\d+)", path.read_text())
    return tuple(map(int, needs.groups())) if needs else (3, 0)


def main():
    program, folder, *words = sys.argv[1:]
    usable = usable_pythons()
    pythons = sorted({*usable[:1], *usable[-1:]})[-1 if "--newest" in words else 0:]
    is_whole = "--no-atomics" not in words
    if not pythons:
        print("SKIPPED: no Python since 3.12 with headers; see ./setup --pythons")
        return 77
    paths = sorted(
        path for path in pathlib.Path(folder).glob("*/*")
        if path.suffix in (".c", ".cpp") and path.name.startswith(("bad", "good"))
        and (is_whole or "<stdatomic.h>" not in path.read_text())
    )
    runs = [
        (python, path)
        for version, python in pythons
        for path in paths
        if version >= oldest_of(path)
        and is_in_share(f"{path.name}/{path.parent.name}", parts_asked())
        and (python == pythons[-1][1] or "--all" in words
             or is_in_share(f"{path.parent.name}/{path.name}", 3))
    ] + [
        (python, path)
        for version, python in usable if (version, python) not in pythons
        for path in paths
        if is_named_by(path, version)
    ]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        each = pool.map(lambda run: list(faults_of(program, *run)), runs)
        faults = [fault for faults in each for fault in faults]
    for rule in sorted({path.parent for path in paths}):
        kinds = {path.name[:3] for path in paths if path.parent == rule}
        if is_whole and kinds != {"bad", "goo"}:
            faults.append(f"{rule}: needs a bad and a good file")
    print("\n".join(faults) or f"{len(paths)} files as expected with {len(pythons)} Pythons")
    return 1 if faults or not paths else 0


if __name__ == "__main__":
    sys.exit(main())
