"""Recall and false alarms of the rules about threads, over the modules of threads.tsv.

usage: run_threads.py PROGRAM TABLE

TABLE lists each module beside its kind: race or deadlock, which must be found at the line
that the module marks; idiom, of which nothing may be said; missed, a fault that is known
not to be found.  Findings are those that tell of threads, notes left out.
"""

import concurrent.futures
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from run_rules import usable_pythons, expected_of, findings_of  # noqa: E402

ABOUT_THREADS = ("thread-", "claim-gil-not-used", "global-process-call")
# What the set has to hold at least, so that nobody empties it.
FAULTS_LEAST, IDIOMS_LEAST = 30, 15


def fault_of(program, python, path, kind):
    text = path.read_text()
    wanted = expected_of(text, "want") + expected_of(text, "want-warning")
    lines = {line for line, rule in wanted if rule.startswith(ABOUT_THREADS)}
    found = {each["line"] for each in findings_of(program, python, path)
             if each["rule"].startswith(ABOUT_THREADS) and each["level"] != "note"}
    if kind == "idiom":
        return f"{path}: false alarm at {sorted(found)}" if found else None
    if kind == "missed":
        return f"{path}: no longer missed at {sorted(found)}" if found else None
    if len(lines) != 1:
        return f"{path}: marks {len(lines)} lines, not one"
    return None if found == lines else f"{path}: found {sorted(found)}, marked {sorted(lines)}"


def main():
    program, table = sys.argv[1:]
    pythons = [python for version, python in usable_pythons() if version >= (3, 13)]
    if not pythons:
        print("SKIPPED: no Python since 3.13 with headers; see ./setup --pythons")
        return 77
    folder = pathlib.Path(table).parent
    rows = [line.split("\t") for line in pathlib.Path(table).read_text().splitlines()
            if not line.startswith("#")]
    kinds = [kind for _, kind, _, _ in rows]
    faults = [f"{path}: not a kind: {kind}" for path, kind, _, _ in rows
              if kind not in ("race", "deadlock", "idiom", "missed")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        each = pool.map(
            lambda row: fault_of(program, pythons[-1], folder / row[0], row[1]), rows)
        faults += [fault for fault in each if fault]
    n_faults = kinds.count("race") + kinds.count("deadlock")
    if n_faults < FAULTS_LEAST or kinds.count("idiom") < IDIOMS_LEAST:
        faults.append(f"{table}: {n_faults} faults and {kinds.count('idiom')} idioms")
    print("\n".join(faults) or f"{n_faults} faults found, {kinds.count('missed')} missed, "
                               f"no alarm in {kinds.count('idiom')} idioms")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
