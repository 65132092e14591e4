#!/usr/bin/env python3
"""Shows the main job on one real package: what is wrong, the patch, the proof.

Ends with status 0 only if the original was not isolated and the converted package is,
with the result of its own tests unchanged.
"""

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from package import StepError, find_pythons, package
from test_package import Job

SHOWN_FINDINGS = 6
SHOWN_PROOF_LINES = 14
SHOWN_PATCH_LINES = 32


def heading(number, text):
    print(f"\n\033[1m{number}. {text}\033[0m" if sys.stdout.isatty()
          else f"\n{number}. {text}", flush=True)


def show(lines, limit, what):
    """Print the first `limit` lines, and how many more of `what` there are."""
    for line in lines[:limit]:
        print("   " + line)
    if len(lines) > limit:
        print(f"   … and {len(lines) - limit} more {what}")


def prove(job, folder, python):
    """The lines of `insulate prove` and whether its status says isolated."""
    arguments = ["prove", "--color", "never", "--python", python.executable,
                 "--path", folder / job.package.path,
                 "--exercise", job.package.exercise, *job.package.modules]
    done = job.call(*arguments, expected=(0, 1))
    text = (done.stdout + done.stderr).replace(str(folder) + "/", "")
    return [line for line in text.splitlines() if line.strip()], done.returncode == 0


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
    job.unpack()
    job.record()

    heading(1, f"What is wrong: `insulate check` reads {chosen.name} {chosen.version}, "
               f"{job.package.line_count(job.original)} lines of C")
    done = job.call("check", "--color", "never", *chosen.sources, cwd=job.original,
                    expected=(1,))
    show(done.stdout.splitlines(), SHOWN_FINDINGS, "lines")

    heading(2, f"The evidence: `insulate prove` runs it on CPython {python.version} "
               "as it is")
    before, warned = job.built(job.original, python)
    lines, isolated_before = prove(job, before, python)
    show(lines, SHOWN_PROOF_LINES, "lines")

    heading(3, "The patch: `insulate convert` rewrites the C")
    job.convert()
    patch = job.patch.read_text()
    size = Counter(line[0] for line in patch.splitlines()
                   if line[:1] in "+-" and not line.startswith(("+++", "---")))
    files = sum(line.startswith("+++ ") for line in patch.splitlines())
    print(f"   {files} file(s), {size['+']} lines added, {size['-']} removed; "
          "the part that changes most:\n")
    show(excerpt(patch), SHOWN_PATCH_LINES, "lines in this part")

    heading(4, "The package's own tests, before and after")
    after, warned_after = job.built(job.patched, python)
    outcome = chosen.run_tests(before, python)
    outcome_after = chosen.run_tests(after, python)
    for when, results in (("before", outcome), ("after", outcome_after)):
        counts = Counter(results.values())
        print(f"   {when:6}: " + ", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    print(f"   new compiler warnings: {sum((warned_after - warned).values())}")

    heading(5, f"The proof: `insulate prove` runs the converted module on CPython "
               f"{python.version}")
    lines, isolated_after = prove(job, after, python)
    show(lines, SHOWN_PROOF_LINES, "lines")

    good = not isolated_before and isolated_after and outcome == outcome_after
    print(f"\n{chosen.name}: " + (
        "was not isolated; converted by the program, it is proved isolated"
        if good else "NOT brought to isolated; see above"))
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--insulate", type=Path, required=True, help="the program")
    parser.add_argument("name", help="a package of packages.json")
    options = parser.parse_args()
    try:
        chosen = package(options.name)
        pythons = [python for python in find_pythons() if python.is_ready()]
        if not pythons or not chosen.sdist.exists():
            raise StepError("not everything could be fetched; ./setup says what")
        with tempfile.TemporaryDirectory(prefix=f"insulate-{chosen.name}-") as work:
            job = Job(chosen, options.insulate.absolute(), pythons, Path(work))
            return 0 if demonstrate(job, pythons[-1]) else 1
    except StepError as error:
        print(f"\ndemo: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
