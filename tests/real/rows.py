#!/usr/bin/env python3
"""The main job on every package of the table, several at once.

    rows.py --insulate build/insulate --into FOLDER [--jobs N] [NAME...]

FOLDER gets NAME.json, the figures that table.py prints, and NAME.log, the report of
test_package.py.  A row that succeeded with this program, this driver and the same row of
the table is not run again: an interrupted run goes on where it was, and only what failed,
or what a change touches, is repeated.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import fetch
from package import HERE, TABLE, package
from test_package import SKIPPED

DRIVER = ("test_package.py", "package.py")


def digest(*chunks):
    """One short name for all of `chunks`, which are bytes."""
    return hashlib.sha256(b"".join(hashlib.sha256(each).digest()
                                   for each in chunks)).hexdigest()[:12]


def program_of(insulate):
    """Names the build: the program, and the library that it loads into Pythons."""
    beside = sorted(insulate.parent.glob("insulate-probe*.so"))
    return digest(*(path.read_bytes() for path in (insulate, *beside)))


def job_of(row):
    """Names what is asked of a package: its row, its exercise, and how it is run."""
    files = [HERE / name for name in DRIVER] + [HERE / "exercise" / f"{row['name']}.py"]
    common = {key: value for key, value in TABLE.items() if key != "packages"}
    return digest(json.dumps([row, common], sort_keys=True).encode(),
                  *(path.read_bytes() for path in files if path.exists()))


def figures_of(path):
    """What an earlier run wrote into `path`, or nothing."""
    try:
        return json.loads(path.read_text())
    except (OSError, ValueError):
        return {}


class Row:
    """One package of the table, and where its figures go."""

    def __init__(self, row, program, into):
        self.name = row["name"]
        self.stamp = {"program": program, "job": job_of(row)}
        self.path = into / f"{self.name}.json"
        self.log = into / f"{self.name}.log"
        self.before = figures_of(self.path)

    def is_done(self):
        return (not self.before.get("failed")
                and all(self.before.get(key) == value for key, value in self.stamp.items()))

    def expected_seconds(self):
        """For the order: what it took, or else its size, above any of those."""
        seconds = sum(self.before.get("seconds", {}).values())
        sdist = package(self.name).sdist
        return seconds or 1e6 + (sdist.stat().st_size if sdist.exists() else 0)

    def run(self, insulate):
        """Run it to its end; returns what came out, in words."""
        fresh = self.path.with_suffix(".json.new")
        fresh.unlink(missing_ok=True)
        start = time.monotonic()
        with open(self.log, "w") as log:
            done = subprocess.run(
                [sys.executable, HERE / "test_package.py", "--insulate", insulate,
                 "--json", fresh, self.name],
                stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT)
        took = f"{time.monotonic() - start:.0f} s"
        if done.returncode == SKIPPED:
            return f"skipped: {self.log.read_text().strip()}"
        figures = figures_of(fresh)
        if not figures:
            return f"FAILED, no figures, see {self.log} ({took})"
        fresh.write_text(json.dumps({**figures, **self.stamp}, indent=1) + "\n")
        os.replace(fresh, self.path)
        failed = figures.get("failed")
        return f"FAILED on {', '.join(failed)}, see {self.log} ({took})" if failed \
            else f"done ({took})"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--insulate", type=Path, required=True, help="the program")
    parser.add_argument("--into", type=Path, required=True, help="the folder for figures")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("names", nargs="*", metavar="NAME", help="default: all packages")
    options = parser.parse_args()
    if unknown := {*options.names} - {row["name"] for row in TABLE["packages"]}:
        parser.error(f"the table has no {', '.join(sorted(unknown))}")
    insulate = options.insulate.absolute()
    options.into.mkdir(parents=True, exist_ok=True)
    fetch.main()
    program = program_of(insulate)
    rows = [Row(row, program, options.into) for row in TABLE["packages"]
            if not options.names or row["name"] in options.names]
    todo = sorted((row for row in rows if not row.is_done()),
                  key=Row.expected_seconds, reverse=True)
    print(f"program {program}: {len(rows) - len(todo)} of {len(rows)} packages are done",
          flush=True)

    def report(row):
        what = row.run(insulate)
        print(f"{row.name}: {what}", flush=True)
        return what.startswith("done")

    with ThreadPoolExecutor(options.jobs) as pool:
        return 0 if all(list(pool.map(report, todo))) else 1


if __name__ == "__main__":
    sys.exit(main())
