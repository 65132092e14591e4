"""Compare what `insulate check` says of published packages with corpus.tsv.

usage: run_corpus.py PROGRAM CORPUS.tsv

INSULATE_CORPUS names a folder with <package>-<version>/ or <package>/src/ for each
package that is there, sources with their compile_commands.json; without it the test is
skipped.  More findings than listed are faults: they have to be read first.
"""

import collections
import json
import os
import pathlib
import subprocess
import sys


def read_table(path):
    wanted = collections.defaultdict(collections.Counter)
    for line in pathlib.Path(path).read_text().splitlines():
        if line.startswith("#"):
            continue
        package, version, rule, level, count = line.split("\t")[:5]
        wanted[package, version][rule, level] += int(count)
    return wanted


def folder_of(corpus, package, version):
    for name in (f"{package}-{version}", f"{package}/src"):
        if (corpus / name / "compile_commands.json").exists():
            return corpus / name
    return None


def faults_of(program, folder, wanted):
    run = subprocess.run(
        [program, "check", "-q", "--format", "json", folder], capture_output=True, text=True
    )
    found = collections.Counter(
        (each["rule"], each["level"]) for each in json.loads(run.stdout)["findings"]
    )
    for key in sorted(found | wanted):
        if key[0] != "-" and found[key] != wanted[key]:
            yield f"{folder}: {key[1]} {key[0]}: {found[key]}, listed are {wanted[key]}"


def main():
    program, table = sys.argv[1:]
    corpus = pathlib.Path(os.environ.get("INSULATE_CORPUS", ""))
    if not os.environ.get("INSULATE_CORPUS"):
        print("SKIPPED: INSULATE_CORPUS names no folder of packages")
        return 77
    faults, n_packages = [], 0
    seen = set()
    for (package, version), wanted in sorted(read_table(table).items()):
        folder = folder_of(corpus, package, version)
        if folder is None or folder in seen:
            continue
        seen.add(folder)
        n_packages += 1
        faults += faults_of(program, folder, wanted)
    print("\n".join(faults) or f"{n_packages} packages as listed")
    return 1 if faults or not n_packages else 0


if __name__ == "__main__":
    sys.exit(main())
