#!/usr/bin/env python3
"""The figures of real packages as a table in Markdown.

    table.py FIGURES.json...    files that rows.py or `test_package.py --json` wrote

The rows are in the table's order.  The status is 1 if a row failed, or if the rows are
not all of one build of the program; stderr has their sum, and which.
"""

import json
import sys
from collections import Counter
from pathlib import Path

from package import TABLE

HEAD = ("package", "lines", "types", "statics", "patch", "files", "by hand", "own tests",
        "isolated", "differences")
# What `supports` of prove's answer means.
GILS = {"own-gil": "own GIL", "shared-gil": "shared GIL", "defect": "no, because of its own defect"}


def on_each(texts):
    """{Python: text} in words, each text once."""
    versions = {}
    for version, text in texts.items():
        versions.setdefault(text, []).append(version)
    return "; ".join(f"{text} on {', '.join(on)}" for text, on in versions.items())


def tests_of(figures):
    """What the own tests gave; FAILED where they, or the build, did not go through."""
    failed = figures.get("failed", {})
    texts = {version: ", ".join(f"{n} {what}" for what, n in sorted(found["tests"].items()))
             or ("FAILED" if version in failed else "none")
             for version, found in figures["pythons"].items()}
    return on_each(texts)


def isolation_of(figures):
    """What prove found that the modules support, where it was asked."""
    failed = figures.get("failed", {})
    texts = {}
    for version, found in figures["pythons"].items():
        supports = sorted({GILS[what] for what in found["supports"].values()})
        if version in failed:
            texts[version] = "FAILED"
        elif supports:
            texts[version] = ", ".join(supports)
    return on_each(texts)


def told_of(figures):
    """How many differences Python code can tell, on the Python where it is most."""
    most = max((sum(found["differences"].values())
                for found in figures["pythons"].values()), default=0)
    return most or "nothing"


def row(figures):
    """The cells of one package."""
    name = f"{figures['name']} {figures['version']}"
    if "all" in figures.get("failed", {}):
        return (name, *["FAILED"] * (len(HEAD) - 1))
    return (name, figures["lines"], figures["types"], figures["statics"],
            f"+{figures['added']} -{figures['removed']}", figures["files"],
            figures["reported"], tests_of(figures), isolation_of(figures), told_of(figures))


def main():
    places = {package["name"]: i for i, package in enumerate(TABLE["packages"])}
    found = sorted((json.loads(Path(name).read_text()) for name in sys.argv[1:]),
                   key=lambda figures: places.get(figures["name"], len(places)))
    for cells in (HEAD, ("---",) * len(HEAD), *map(row, found)):
        print("| " + " | ".join(map(str, cells)) + " |")
    failed = [figures["name"] for figures in found if figures.get("failed")]
    programs = Counter(figures.get("program", "unknown") for figures in found)
    missing = places.keys() - {figures["name"] for figures in found}
    seconds = sum(sum(figures.get("seconds", {}).values()) for figures in found)
    print(f"{len(found)} packages, {seconds:.0f} s; program "
          + ", ".join(f"{program} ({n})" for program, n in programs.items())
          + (f"; missing: {', '.join(sorted(missing))}" if missing else "")
          + (f"; failed: {', '.join(failed)}" if failed else ""), file=sys.stderr)
    return 1 if failed or len(programs) > 1 else 0


if __name__ == "__main__":
    sys.exit(main())
