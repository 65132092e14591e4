#!/usr/bin/env python3
"""Shows the main job on one real package: findings, patch, proof.

Ends with status 0 only if the original was not isolated and the converted package is,
with the result of its own tests unchanged.
"""

import argparse
import shutil
import sys
import textwrap
from collections import Counter
from pathlib import Path

from package import StepError, find_pythons, package
from test_package import Job

SHOWN_FINDINGS = 5
SHOWN_EVIDENCE = 3
SHOWN_PATCH_LINES = 32
WIDTH = 118
OUTCOMES = ("pass", "fail", "crash", "timeout", "refused")

INTRODUCTION = """\
An extension module with objects in static variables shares them between all interpreters
of the process: sub-interpreters overwrite each other's objects, and interpreters with
their own GIL crash. CPython's guide "Isolating Extension Modules" describes how to isolate
a module. This demo does it automatically for a package from the index."""


def heading(number, text):
    print(f"\n\033[1m{number}. {text}\033[0m" if sys.stdout.isatty()
          else f"\n{number}. {text}", flush=True)


def show(lines, limit=None, what="lines"):
    """Print `lines`, long ones folded; of many only `limit`, and how many more there are."""
    for line in lines[:limit]:
        indent = " " * (len(line) - len(line.lstrip()) + 7)
        print("\n".join(textwrap.wrap(line.rstrip(), WIDTH, initial_indent="   ",
                                      subsequent_indent=indent,
                                      break_on_hyphens=False)) or "")
    if limit is not None and len(lines) > limit:
        print(f"   … and {len(lines) - limit} more {what}")


def prove(job, folder, python):
    """What `insulate prove` says: (findings, verdict with its scenarios, isolated?)."""
    done = job.call("prove", "-v", "--color", "never", "--python", python.executable,
                    "--path", folder / job.package.path,
                    "--exercise", job.package.exercise, *job.package.modules,
                    expected=(0, 1))
    lines = done.stdout.replace(str(folder) + "/", "").splitlines()
    findings = [line for line in lines if " error: " in line]
    verdict = [line for line in lines if line.startswith(tuple(
        f"{module}: " for module in job.package.modules))
        or line.startswith("    ") and line.split()[1:2] and line.split()[1] in OUTCOMES]
    # The exit code speaks of other faults, too, which the package may have had before.
    isolated = [line for line in verdict if ": isolated " in line]
    return findings, verdict, len(isolated) == len(job.package.modules)


def excerpt(patch):
    """The hunk that changes most, as lines: what a reader should see of the patch."""
    hunks = []
    for line in patch.splitlines():
        if line.startswith("@@"):
            hunks.append([line])
        elif line.startswith(("--- ", "+++ ")) or not hunks:
            continue
        else:
            hunks[-1].append(line)
    return max(hunks, key=lambda hunk: min(
        sum(line.startswith(sign) for line in hunk) for sign in "+-"), default=[])


def demonstrate(job, python):
    chosen = job.package
    print(f"\n{INTRODUCTION}", flush=True)
    job.unpack()
    job.record()

    heading(1, f"Findings: `insulate check` reads {chosen.name} {chosen.version}, "
               f"{job.package.line_count(job.original)} lines of C")
    done = job.call("check", "--color", "never", *chosen.sources, cwd=job.original,
                    expected=(1,))
    show([line for line in done.stdout.splitlines() if not line.startswith(" ")],
         SHOWN_FINDINGS, "findings")

    heading(2, f"Evidence: `insulate prove` runs the original module on CPython "
               f"{python.version}")
    before, warned = job.built(job.original, python)
    findings, verdict, isolated_before = prove(job, before, python)
    show(findings, SHOWN_EVIDENCE, "findings")
    show(verdict)

    heading(3, "Patch: `insulate convert` rewrites the C code")
    job.convert()
    patch = job.patch.read_text()
    size = Counter(line[0] for line in patch.splitlines()
                   if line[:1] in "+-" and not line.startswith(("+++", "---")))
    files = sum(line.startswith("+++ ") for line in patch.splitlines())
    print(f"   {files} file(s), {size['+']} lines added, {size['-']} removed; "
          "the largest change:\n")
    hunk = excerpt(patch)
    for line in hunk[:SHOWN_PATCH_LINES]:
        print("   " + line)
    if len(hunk) > SHOWN_PATCH_LINES:
        print(f"   … and {len(hunk) - SHOWN_PATCH_LINES} more lines of this change")

    heading(4, "Tests of the package, before and after")
    after, warned_after = job.built(job.patched, python)
    outcome = chosen.run_tests(before, python)
    outcome_after = chosen.run_tests(after, python)
    for when, results in (("before", outcome), ("after", outcome_after)):
        counts = Counter(results.values())
        print(f"   {when:6}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    print(f"   new compiler warnings: {sum((warned_after - warned).values())}")

    heading(5, f"Proof: `insulate prove` runs the converted module on CPython "
               f"{python.version}")
    findings, verdict, isolated_after = prove(job, after, python)
    show(findings, SHOWN_EVIDENCE, "findings")
    show(verdict)

    good = not isolated_before and isolated_after and outcome == outcome_after
    print(f"\n{chosen.name}: " + (
        "not isolated before; isolated after the automatic conversion"
        if good else "NOT isolated after the conversion; see above"))
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--insulate", type=Path, required=True, help="the program")
    parser.add_argument("--work", type=Path, required=True,
                        help="the folder for all files; what is in it is removed")
    parser.add_argument("name", help="a package of packages.json")
    options = parser.parse_args()
    try:
        chosen = package(options.name)
        pythons = [python for python in find_pythons() if python.is_ready()]
        if not pythons or not chosen.sdist.exists():
            raise StepError("not everything could be fetched; ./setup says what")
        work = options.work.absolute()
        shutil.rmtree(work, ignore_errors=True)
        work.mkdir(parents=True)
        job = Job(chosen, options.insulate.absolute(), pythons, work)
        good = demonstrate(job, pythons[-1])
        print(f"All files, including the patch, are in {options.work}.")
        return 0 if good else 1
    except StepError as error:
        print(f"\ndemo: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
