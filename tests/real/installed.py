#!/usr/bin/env python3
"""What prove says of the modules of an environment, as a table in Markdown.

    insulate prove --all --python EXE --format json -o prove.json
    insulate scan --python EXE --format json -o scan.json
    recheck.py --python EXE MODULE... > rechecks.json
    installed.py --python EXE prove.json scan.json rechecks.json > table.md

One or two modules of each package: those that were looked at without insulate come
first.  stderr has how often the two agree.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

HEAD = ("package", "module", "written with", "declares", "supports", "verdict",
        "first reason", "recheck without `insulate`")
REASON_SIZE = 150

FILES = """
import importlib.metadata, json
found = {}
for each in importlib.metadata.distributions():
    for file in each.files or []:
        if str(file).endswith(".so"):
            found[str(file.locate().resolve())] = (each.metadata["Name"], each.version)
print(json.dumps(found))
"""


def packages_of(python):
    """{path of a library: (distribution, version)}."""
    done = subprocess.run([python, "-c", FILES], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def generators_of(scan):
    """{module: what wrote it}, where scan can tell."""
    return {finding["module"]: finding["message"].split(" wrote")[0]
            for finding in scan["findings"] if finding["rule"] == "generated-code"}


def grows(recheck):
    return json.loads(recheck["references"]) if recheck["references"][:1] == "{" else {}


def refuses(text):
    return text.startswith("ImportError") or "subinterpreter" in text


def seen_beside(recheck):
    """The cell about what was seen without insulate."""
    if recheck is None:
        return ""
    parts = []
    fails_alone = recheck["loop"].startswith("cycle 1:")
    if fails_alone:
        parts.append("these calls fail in a first Python, too")
    elif recheck["loop"] != "ok":
        parts.append(f"loop: {recheck['loop'][:60]}")
    if recheck["second"] != "other":
        parts.append("second load: the same object" if recheck["second"] == "same"
                     else f"second load: {recheck['second'][:50]}")
    counts = grows(recheck)
    if counts:
        name, count = max(counts.items(), key=lambda item: item[1])
        parts.append(f"references to `{name}`: +{count}")
    for what in () if fails_alone else ("shared", "own"):
        if recheck[what] != "ok":
            text = "refused" if refuses(recheck[what]) else recheck[what][:50]
            parts.append(f"{what} GIL: {text}")
    return clean("; ".join(parts)) or "nothing wrong"


def agreement(module, errors, recheck):
    """'agrees', 'more' where only prove sees something, or what contradicts."""
    verdict = module["verdict"]
    if recheck["loop"].startswith("cycle 1:"):
        return "undecided"
    # A loop that ends in the module's refusal has seen nothing wrong.
    bad_loop = recheck["loop"] != "ok" and not re.search(
        "more than once per process|import numpy failed|multiarray failed",
        recheck["loop"])
    wrong = bad_loop or grows(recheck) or any(
        recheck[what] != "ok" and not refuses(recheck[what]) for what in ("shared", "own"))
    declined = refuses(recheck["shared"]) or refuses(recheck["own"]) \
        or recheck["second"] != "other"
    if verdict == "isolated":
        return "contradicts" if wrong or recheck["shared"] != "ok" else "agrees"
    if verdict == "refuses":
        return "contradicts" if wrong else "agrees" if declined else "more"
    if verdict == "not-isolated":
        same = recheck["second"] == "same" and any(
            error["rule"] in ("state-shared-object", "init-single-phase")
            for error in errors)
        return "agrees" if wrong or same else "more"
    return "undecided"


def clean(text):
    """Printable, and without the places of this machine."""
    text = re.sub(r"(/[^\s'/]+)+/(?=site-packages|lib/python)", "…/", text)
    return re.sub(r"[^\x20-\x7e…]", "?", text).replace("|", "\\|")


def short(text):
    text = re.sub(r"\s+", " ", text or "")
    text = re.sub(r", see https?://\S+", "", text).split("; ")[0]
    text = clean(text)
    return text if len(text) <= REASON_SIZE else f"{text[:REASON_SIZE]}…"


def choose(modules, packages, rechecks):
    """At most two modules of each package, those that were looked at first."""
    taken = Counter()
    by_look = sorted(modules, key=lambda each: (each["module"] not in rechecks,
                                                each["module"].count("."), each["module"]))
    for module in by_look:
        package = packages.get(str(Path(module["path"]).resolve())) \
            if module.get("path") else None
        if package is not None and taken[package[0]] < 2:
            taken[package[0]] += 1
            yield package, module


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", required=True)
    parser.add_argument("prove", type=Path)
    parser.add_argument("scan", type=Path)
    parser.add_argument("rechecks", type=Path)
    options = parser.parse_args()
    prove = json.loads(options.prove.read_text())
    rechecks = {each["module"]: each
                for each in map(json.loads, options.rechecks.read_text().splitlines())}
    generators = generators_of(json.loads(options.scan.read_text()))
    errors = {}
    for finding in prove["findings"]:
        if finding["level"] == "error":
            errors.setdefault(finding["module"], []).append(finding)
    rows = []
    for (name, version), module in choose(prove["modules"], packages_of(options.python),
                                          rechecks):
        who = module["module"]
        rows.append((f"{name} {version}", f"`{who}`", generators.get(who, "C"),
                     module.get("declares", "?"), module.get("supports", "?"),
                     module["verdict"], short(module.get("reason")),
                     seen_beside(rechecks.get(who))))
    for cells in (HEAD, ("---",) * len(HEAD), *sorted(rows, key=lambda r: r[0].lower())):
        print("| " + " | ".join(cells) + " |")
    print(Counter(row[5] for row in rows), file=sys.stderr)
    agreed = Counter()
    for module in prove["modules"]:
        recheck = rechecks.get(module["module"])
        if recheck is not None:
            what = agreement(module, errors.get(module["module"], []), recheck)
            agreed[what] += 1
            if what == "contradicts":
                print(module["module"], module["verdict"], recheck, file=sys.stderr)
    print(agreed, file=sys.stderr)


if __name__ == "__main__":
    main()
