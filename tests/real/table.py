#!/usr/bin/env python3
"""The figures of real packages as a table in Markdown.

    table.py FIGURES.json...    files that `test_package.py --json` wrote
"""

import json
import sys
from pathlib import Path

HEAD = ("package", "lines", "types", "statics", "patch", "files", "by hand", "own tests",
        "prove", "Python code tells")


def tests_of(pythons):
    """What the own tests gave, once where it is the same on all."""
    texts = {version: ", ".join(f"{n} {what}" for what, n in sorted(found["tests"].items()))
             or "none" for version, found in pythons.items()}
    if len(set(texts.values())) == 1:
        return f"{next(iter(texts.values()))} on {', '.join(texts)}"
    return "; ".join(f"{text} on {version}" for version, text in texts.items())


def row(figures):
    """The cells of one package."""
    pythons = figures["pythons"]
    verdicts = {verdict for found in pythons.values()
                for verdict in found["verdicts"].values()}
    told = [n for found in pythons.values() for n in found["differences"].values()]
    return (f"{figures['name']} {figures['version']}", figures["lines"], figures["types"],
            figures["statics"], f"+{figures['added']} -{figures['removed']}",
            figures["files"], figures["reported"], tests_of(pythons),
            ", ".join(sorted(verdicts)), sum(told) or "nothing")


def main():
    rows = [row(json.loads(Path(name).read_text())) for name in sys.argv[1:]]
    for cells in (HEAD, ("---",) * len(HEAD), *rows):
        print("| " + " | ".join(map(str, cells)) + " |")


if __name__ == "__main__":
    main()
