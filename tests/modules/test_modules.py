#!/usr/bin/env python3
"""Builds the tiny modules for one Python and holds `insulate prove` to table.json.

    test_modules.py --insulate PROGRAM --python 3.14 [--kind debug] [--all | --share N]

A row of the table says what prove must find: the verdict, the rules of the errors
(besides claim-… ones, which follow from them), of the warnings and of the notes, notes
that must not be there ("no_notes"), the C symbol that one of the errors names, words of the
reason, a "secret" that no finding tells, what is said of threads, how many pairs of calls
share no memory ("pairs_apart"; and rows for "free_threaded" or "debug" Pythons only, or for
others), the "claim" that is asked for, outcomes of scenarios; and the modules that it
"needs", and the "exercise" to run in place of the built-in one.  No other error or warning may be there.  "not_on" leaves out Pythons that cannot do what the module does: 3.12.1
crashes by itself when datetime is imported in a second cycle.  Without --all only the rows
marked "core" run, with --share 2 half of these and those for free-threaded Pythons only;
INSULATE_SHARE=2 does the same.

Status 77 (skipped) where that Python is not on this machine.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))

from pythons import find_python  # noqa: E402
from share import is_in_share, parts_asked  # noqa: E402

SKIPPED = 77
# What may go wrong beside the fault itself when interpreters really run in parallel.
MAY_FOLLOW = {"global-crash", "init-failed", "state-shared-object", "lifetime-leak",
              "state-static-object", "state-static-data", "lifetime-use-after-free"}


def build(name, python, folder):
    """Compile one module; its warnings are errors."""
    target = folder / f"{name}.so"
    include = Path(python["include"])
    command = ["cc", "-shared", "-fPIC", "-g", "-O1", "-Wall", "-Wextra", "-Werror",
               HERE / f"{name}.c", "-o", target, f"-I{include}", f"-I{include.parent}"]
    subprocess.run(command, check=True)


def prove(insulate, python, folder, names, row):
    command = [insulate, "prove", "--format", "json", "--jobs", "4",
               "--python", python["executable"], "--path", folder]
    if "time_limit" in row:
        command += ["--time-limit", str(row["time_limit"])]
    if "exercise" in row:
        command += ["--exercise", HERE / row["exercise"]]
    if "claim" in row:
        command += ["--claim", row["claim"]]
    for scenario in row.get("scenarios", []):
        command += ["--scenario", scenario]
    done = subprocess.run([*command, *names], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"prove ended with {done.returncode}: {done.stderr}")
    answer = json.loads(done.stdout)
    verdicts = {module["verdict"] for module in answer["modules"]}
    if (done.returncode == 0) != (verdicts == {"isolated"} and not any(
            finding["level"] != "note" for finding in answer["findings"])):
        raise SystemExit(f"status {done.returncode} with the verdicts {verdicts}")
    return answer


def faults_of(name, row, module, findings, python):
    """What is wrong with the answer about one module."""
    minor = int(python["version"].split(".")[1])
    by_level = {level: {finding["rule"] for finding in findings
                        if finding["level"] == level}
                for level in ("error", "warning", "note")}
    errors = {rule for rule in by_level["error"] if not rule.startswith("claim-")}
    wanted = set(row.get("rules", []))
    if module["verdict"] != row["verdict"]:
        yield f"verdict {module['verdict']}, not {row['verdict']}"
    if wanted - errors:
        yield f"no error {sorted(wanted - errors)}"
    may_follow = MAY_FOLLOW if wanted else set()
    extra = errors - wanted - may_follow
    if extra:
        yield f"false errors {sorted(extra)}"
    warnings = set(row.get("warnings", []))
    if warnings - by_level["warning"] or by_level["warning"] - warnings - may_follow:
        yield f"warnings {sorted(by_level['warning'])}"
    if set(row.get("notes", [])) - by_level["note"]:
        yield f"no note {sorted(set(row['notes']) - by_level['note'])}"
    if by_level["note"] & set(row.get("no_notes", [])):
        yield f"notes {sorted(by_level['note'])}"
    if "symbol" in row and row["symbol"] not in {
            finding.get("symbol") for finding in findings}:
        yield f"no finding names {row['symbol']}"
    if "secret" in row and row["secret"] in json.dumps(findings):
        yield f"the findings hold {row['secret']!r}"
    if "init" in row and module.get("init") != row["init"]:
        yield f"init {module.get('init')}"
    if "threads" in row and module.get("threads") != row["threads"]:
        yield f"threads {module.get('threads')}: {module.get('threads_reason')}"
    if row.get("threads_reason", "") not in (module.get("threads_reason") or ""):
        yield f"threads_reason {module.get('threads_reason')}"
    if "pairs_apart" in row and module["thread_use"]["pairs_apart"] != row["pairs_apart"]:
        yield f"pairs of calls that share no memory {module['thread_use']['pairs_apart']}"
    if "supports" in row and module.get("supports") != row["supports"]:
        yield f"supports {module.get('supports')}"
    for finding in findings:
        *evidence, again = finding["evidence"] or [""]
        if not evidence and finding["level"] == "error" \
                and finding["rule"] != "init-failed":
            yield "an error without evidence"
        if module.get("init") and not {"line", "place"} & finding.keys():
            yield f"no place for {finding['rule']}"
        if not (again.startswith("again: insulate prove --python ")
                and again.endswith(f" {name}")):
            yield f"no command that shows {finding['rule']} again"
    if row.get("reason", "") not in (module.get("reason") or ""):
        yield f"the reason {module.get('reason')}"
    coverage = dict(module.get("coverage", {}))
    unused = {each["name"]: each["reason"] for each in coverage.pop("unused", [])}
    if "coverage" in row and coverage != row["coverage"]:
        yield f"coverage {coverage}"
    for missing, words in row.get("unused", {}).items():
        if words not in unused.get(missing, ""):
            yield f"{missing} is unused because of {unused.get(missing)!r}"
    outcomes = {each["name"]: each["outcome"] for each in module["scenarios"]}
    for scenario, outcome in row.get("outcomes", {}).items():
        if scenario == "own-gil" and minor < 12:
            outcome = "skip"
        if outcomes[scenario] != outcome:
            yield f"{scenario}: {outcomes[scenario]}, not {outcome}"


def is_wanted(name, row, python, options):
    minor = int(python["version"].split(".")[1])
    if row.get("free_threaded") not in (None, python["kind"] == "free-threaded"):
        return False
    if row.get("debug") not in (None, python["kind"] == "debug"):
        return False
    return (minor >= row.get("since", 0) and minor not in row.get("not_on", [])
            and (options.all or (row.get("core") and (
                row.get("free_threaded") or is_in_share(name, options.share)))))


def adapt(row, python):
    """A free-threaded Python asks every module for permission, with one GIL too."""
    if python["kind"] == "free-threaded" and row.get("init") == "single":
        return {**row, "verdict": "refuses", "rules": [],
                "outcomes": {"shared-gil": "refused"}}
    return row


def run(options, python, folder):
    table = json.loads((HERE / "table.json").read_text())
    rows = {name: adapt(row, python) for name, row in table.items()
            if (name in options.only if options.only
                else is_wanted(name, row, python, options))}
    needed = {each for row in rows.values() for each in row.get("needs", [])}
    for name in {*rows, *needed}:
        if (HERE / f"{name}.c").exists():
            build(name, python, folder)
    (folder / "not_a_library.so").write_text("this is no shared library\n")
    plain = [name for name, row in rows.items()
             if not {"time_limit", "scenarios", "exercise"} & row.keys()]
    batches = [plain] * bool(plain) + [[name] for name in rows if name not in plain]
    n_faults = 0
    for names in batches:
        answer = prove(options.insulate, python, folder, names, rows[names[0]])
        for module in answer["modules"]:
            name = module["module"]
            findings = [each for each in answer["findings"] if each["module"] == name]
            faults = list(faults_of(name, rows[name], module, findings, python))
            n_faults += len(faults)
            print(f"{'not ok' if faults else 'ok'} {name}: {module['verdict']} "
                  f"{'; '.join(faults)}", flush=True)
            if faults:
                print(json.dumps(findings, indent=1))
    return n_faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--insulate", required=True, type=os.path.abspath)
    parser.add_argument("--python", required=True)
    parser.add_argument("--kind", default="release")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--share", type=int, default=parts_asked(), metavar="N")
    parser.add_argument("only", nargs="*", metavar="NAME")
    options = parser.parse_args()
    python = find_python(options.python, options.kind)
    if python is None:
        print(f"SKIPPED: no {options.kind} Python {options.python} with headers here "
              "(./setup --pythons)")
        return SKIPPED
    print(f"{python['version']} {python['kind']}: {python['executable']}")
    folder = Path(tempfile.mkdtemp(prefix="insulate-modules-"))
    try:
        return 1 if run(options, python, folder) else 0
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    sys.exit(main())
