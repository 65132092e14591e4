#!/usr/bin/env python3
"""The figures of real packages as a table in Markdown.

    table.py FIGURES.json...    files that `test_package.py --json` wrote
"""

import json
import sys
from pathlib import Path

HEAD = ("package", "lines", "types", "statics", "patch", "files", "by hand", "own tests",
        "prove", "Python code tells")


def on_each(texts):
    """{Python: text} in words, each text once."""
    versions = {}
    for version, text in texts.items():
        versions.setdefault(text, []).append(version)
    return "; ".join(f"{text} on {', '.join(on)}" for text, on in versions.items())


def tests_of(pythons):
    """What the own tests gave."""
    return on_each({
        version: ", ".join(f"{n} {what}" for what, n in sorted(found["tests"].items()))
        or "none" for version, found in pythons.items()})


def verdicts_of(pythons):
    """What prove said of the modules, where it was asked."""
    return on_each({version: ", ".join(sorted(set(found["verdicts"].values())))
                    for version, found in pythons.items() if found["verdicts"]})


def row(figures):
    """The cells of one package."""
    pythons = figures["pythons"]
    told = max((sum(found["differences"].values()) for found in pythons.values()), default=0)
    return (f"{figures['name']} {figures['version']}", figures["lines"], figures["types"],
            figures["statics"], f"+{figures['added']} -{figures['removed']}",
            figures["files"], figures["reported"], tests_of(pythons),
            verdicts_of(pythons), told or "nothing")


def main():
    rows = [row(json.loads(Path(name).read_text())) for name in sys.argv[1:]]
    for cells in (HEAD, ("---",) * len(HEAD), *rows):
        print("| " + " | ".join(map(str, cells)) + " |")


if __name__ == "__main__":
    main()
