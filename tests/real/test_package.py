#!/usr/bin/env python3
"""The main job on one real package, from single-phase to proved.

    test_package.py --insulate build/insulate [--pythons 3.11,3.14-debug] NAME

On the original: `check` finds what is wrong and `prove` does not say `isolated`.
`convert` makes a patch.  Its stages, one applied after the other, give the same files;
on the Pythons of the table's `stages` each builds, has the same tests and is what it
declares.
The patched package builds without warnings that it did not have, its own tests give the
same result one by one, a second `convert` has nothing left to do, `compare` finds nothing
if the table says lossless, and `prove` says `isolated`, with its own GIL where Python has
one, on each Python of the table, or of those that --pythons or $REAL_PYTHONS names.
--json keeps the figures for table.py.

Status 77 (skipped) where ./setup could not fetch what is needed.
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from package import CACHE, StepError, TABLE, find_pythons, package, run

SKIPPED = 77
PROVE_TIMEOUT_S = 1200
STAGES = ("init", "state", "types")


class Proof(NamedTuple):
    """What prove says of one module."""

    verdict: str
    declares: str
    supports: str
    errors: set  # the rules of its errors

    def is_for(self, defect):
        """Is it not isolated, for errors of these rules only?"""
        found = {rule for rule in self.errors if not rule.startswith("claim-")}
        return self.verdict == "not-isolated" and bool(found) and found <= defect.keys()


class Job:
    """One run of the main job; remembers what each step took."""

    def __init__(self, chosen, insulate, pythons, work):
        self.package = chosen
        self.insulate = insulate
        self.pythons = pythons
        self.proved = []  # further Pythons, on which only the converted build is proved
        self.work = work
        self.seconds = {}
        # What table.py prints of this run.
        self.figures = {"name": chosen.name, "version": chosen.version, "pythons": {}}
        self.recorded_warnings = None
        self.original = work / "original"
        self.patched = work / "patched"
        self.patch = work / "isolate.patch"

    def timed(self, name, step, *arguments):
        start = time.monotonic()
        try:
            return step(*arguments)
        finally:
            self.seconds[name] = (self.seconds.get(name, 0)
                                  + time.monotonic() - start)

    def call(self, *arguments, cwd=None, expected=(0,), timeout=600):
        """Run insulate; StepError unless its status is one of `expected`."""
        done = run([self.insulate, *arguments], cwd=cwd, timeout=timeout)
        if done.returncode not in expected:
            raise StepError(
                f"insulate {' '.join(map(str, arguments))}: status {done.returncode}, "
                f"not {' or '.join(map(str, expected))}\n{done.stdout[-4000:]}"
                f"{done.stderr[-4000:]}")
        return done

    def unpack(self):
        self.package.unpack(self.original)

    def record(self):
        """Build the original for the last Python under `record`: the compile flags."""
        recorded = self.original / "compile_commands.json"
        built, self.recorded_warnings = self.built(self.original, self.pythons[-1], [
            self.insulate, "record", "--output", recorded, "--"])
        # The commands name the folder that was built; the sources are the same.
        text = recorded.read_text().replace(str(built), str(self.original))
        recorded.write_text(text)
        named = [Path(entry["file"]).name for entry in json.loads(text)]
        for source in self.package.sources:
            if Path(source).name not in named:
                raise StepError(f"record did not see {source} compiled")

    def check(self):
        """Findings of the original, as the JSON answer has them."""
        done = self.call("check", "--format", "json", *self.package.sources,
                         cwd=self.original, expected=(1,))
        findings = json.loads(done.stdout)["findings"]
        for finding in findings:
            if not (finding.get("path") and finding.get("line") and finding.get("column")):
                raise StepError(f"a finding without a position: {finding}")
        return findings

    def check_converted(self):
        """Of the state and the types nothing is left to find, not even a warning."""
        done = self.call("check", "--format", "json", *self.package.sources,
                         cwd=self.patched, expected=(0, 1))
        left = [finding for finding in json.loads(done.stdout)["findings"]
                if finding["level"] != "note"
                and finding["rule"].startswith(("state-", "type-", "parse-error"))]
        if left:
            raise StepError(f"check on what was converted: {left}")

    def convert(self):
        """Make the patch and apply it to a copy."""
        done = self.call("convert", *self.package.convert_words, *self.package.sources,
                         cwd=self.original, expected=(0, 1))
        self.figures["reported"] = len([line for line in done.stderr.splitlines()
                                        if "-not-converted]" in line
                                        and ": note: " not in line])
        if done.returncode != 0:
            raise StepError(f"convert leaves work by hand:\n{done.stderr[-6000:]}")
        self.patch.write_text(done.stdout)
        self.copy_original(self.patched)
        applied = run(["patch", "-p1", "--batch", "--fuzz=0", "-i", self.patch],
                      cwd=self.patched)
        if applied.returncode != 0:
            raise StepError(f"the patch does not apply:\n{applied.stdout}")
        again = self.call("convert", *self.package.convert_words, *self.package.sources,
                          cwd=self.patched)
        if again.stdout:
            raise StepError(f"a second convert still changes:\n{again.stdout[:4000]}")

    def copy_original(self, folder):
        """Copy the original, with compile commands that name the copy's files."""
        shutil.copytree(self.original, folder)
        recorded = folder / "compile_commands.json"
        recorded.write_text(recorded.read_text().replace(str(self.original), str(folder)))

    def convert_in_stages(self):
        """One stage written after the other must give what all gave at once.

        What each of them gives stays in a folder, for on_stage().
        """
        staged = self.work / "staged"
        self.copy_original(staged)
        for stage in (*STAGES, "all"):
            headers = sorted(path.relative_to(staged) for path in staged.rglob("*.h"))
            self.call("convert", "--write", "--stage", stage, *self.package.convert_words,
                      *self.package.sources, *headers, cwd=staged, expected=(0, 1))
            if stage in STAGES:
                shutil.copytree(staged, self.work / f"staged-{stage}")
        done = run(["diff", "-ru", "-x", "compile_commands.json", self.patched, staged])
        if done.returncode != 0:
            raise StepError(f"the stages differ from all at once:\n{done.stdout[:4000]}"
                            f"{done.stderr}")

    def built(self, source, python, recorder=()):
        """A copy of `source` built for `python`, and the compiler's warnings."""
        folder = self.work / f"{source.name}-{python.version}"
        if folder.exists():
            return folder, self.recorded_warnings
        shutil.copytree(source, folder)
        return folder, self.package.build(folder, python, recorder)

    def prove(self, folder, python, exercise):
        """{module: Proof} of the build in `folder`.

        exercise: the file for --exercise, or None for the built-in one.
        """
        arguments = ["prove", "--format", "json", "--python", python.executable,
                     "--path", folder / self.package.path]
        if exercise:
            arguments += ["--exercise", exercise]
        done = self.call(*arguments, *self.package.modules, expected=(0, 1),
                         timeout=PROVE_TIMEOUT_S)
        (folder / "prove.json").write_text(done.stdout)
        answer = json.loads(done.stdout)
        errors = {module["module"]: set() for module in answer["modules"]}
        for finding in answer["findings"]:
            if finding["level"] == "error":
                errors.setdefault(finding["module"], set()).add(finding["rule"])
        for module in answer["modules"]:
            if module["verdict"] == "isolated" and errors[module["module"]]:
                raise StepError(f"isolated, with an error:\n{done.stdout}")
        return {module["module"]: Proof(module["verdict"], module.get("declares"),
                                        module.get("supports"), errors[module["module"]])
                for module in answer["modules"]}

    def exercises(self):
        """With what to prove: the built-in exercise, and the package's own."""
        own = [self.package.exercise] if self.package.exercise.exists() else []
        return own if self.package.exercise_only else [None, *own]

    def prove_isolated(self, folder, python):
        """Prove the converted build in `folder`; returns {module: what it supports}, or
        "defect" for one that what is wrong with the original keeps from it."""
        wanted = "own-gil" if python.has_own_gil else "shared-gil"
        supports = dict.fromkeys(self.package.modules, wanted)
        for exercise in self.exercises():
            proved = self.timed("prove", self.prove, folder, python, exercise)
            for module in self.package.modules:
                proof = proved.get(module)
                if proof and proof.is_for(self.package.defect):
                    supports[module] = "defect"
                elif not proof or (proof.verdict, proof.supports) != ("isolated", wanted):
                    raise StepError(
                        f"the converted {module} on {python.version}, exercise "
                        f"{exercise}: {proof}\n" + (folder / "prove.json").read_text())
        return supports

    def compare(self, before, after, python):
        """How many differences between the builds Python code can tell, module by module,
        besides those that no heap type can avoid."""
        differences = {}
        for module in self.package.modules:
            done = self.call("compare", "--format", "json", "--python", python.executable,
                             "--module", module, before / self.package.path,
                             after / self.package.path, expected=(0, 1))
            findings = json.loads(done.stdout)["findings"]
            (after / f"compare-{module}.json").write_text(done.stdout)
            found = [finding for finding in findings if finding["level"] != "note"]
            differences[module] = len(found)
            if found and self.package.is_lossless:
                raise StepError(f"{module} on {python.version} differs:\n"
                                + "\n".join(finding["message"] for finding in found))
        return differences

    def test(self, before, after, python):
        """Run the own tests of both builds; returns {test: outcome}, the same for both."""
        outcome = self.timed("tests", self.package.run_tests, before, python)
        outcome_after = self.timed("tests", self.package.run_tests, after, python)
        changed = [f"{test}: {outcome.get(test)} -> {outcome_after.get(test)}"
                   for test in sorted({*outcome, *outcome_after})
                   if outcome.get(test) != outcome_after.get(test)
                   and test not in self.package.differ]
        has_passed = "passed" in outcome.values() or not self.package.tests
        if changed or not has_passed:
            raise StepError(f"own tests on {python.version} differ:\n" + "\n".join(changed))
        return outcome

    def prove_original(self, folder, python):
        """What prove says of the modules as they are: never that they are isolated."""
        proved = self.timed("prove", self.prove, folder, python, self.exercises()[-1])
        for module in self.package.modules:
            verdict = proved[module].verdict if module in proved else "missing"
            if verdict not in ("not-isolated", "refuses"):
                raise StepError(f"the original {module} on {python.version}: {verdict}")
            print(f"  {python.version}: the original {module}: {verdict}", flush=True)

    def no_new_warning(self, warned, warned_after, python):
        """gcc has nothing to say of the result that it did not say of the original."""
        # Not how often: an entry of a table that is repeated repeats its warning.
        new = {(path, text) for path, text in warned_after.keys() - warned.keys()
               if not any(text.endswith(f"[{kind}]")
                          for kind in self.package.new_warnings)}
        if new:
            lines = "\n".join(f"{path}: {text}" for path, text in sorted(new))
            raise StepError(f"new compiler warnings on {python.version}:\n{lines}")

    def on_python(self, python):
        """Build and test both on one Python, prove and compare them where the table wants
        it, and say what came out."""
        found = self.figures["pythons"].setdefault(
            python.version, {"tests": {}, "supports": {}, "differences": {}})
        before, warned = self.timed("build", self.built, self.original, python)
        after, warned_after = self.timed("build", self.built, self.patched, python)
        self.no_new_warning(warned, warned_after, python)
        found["warnings"] = [sum(warned.values()), sum(warned_after.values())]
        outcome = self.test(before, after, python)
        found["tests"] = Counter(outcome.values())
        print(f"  {python.version}: own tests the same before and after: "
              + (", ".join(f"{n} {what}" for what, n in sorted(found["tests"].items()))
                 or "none"), flush=True)
        if python.version not in TABLE["prove_pythons"] or python.version in self.package.skipped_pythons:
            return
        if python is self.pythons[-1]:
            self.prove_original(before, python)
        found["supports"] = self.prove_isolated(after, python)
        found["differences"] = self.timed("compare", self.compare, before, after, python)
        for module, number in found["differences"].items():
            print(f"  {python.version}: {module}: {found['supports'][module]}, "
                  f"{number} differences for Python code", flush=True)

        for stage in STAGES if python.version in TABLE.get("stages", []) else ():
            self.on_stage(stage, python, outcome)

    def on_stage(self, stage, python, outcome):
        """What one stage leaves must build, pass the tests and be what it declares."""
        folder, _ = self.timed("build", self.built, self.work / f"staged-{stage}", python)
        found = self.timed("tests", self.package.run_tests, folder, python)
        changed = {test for test in {*outcome, *found} - self.package.differ.keys()
                   if outcome.get(test) != found.get(test)}
        if changed:
            raise StepError(f"stage {stage}: own tests differ: {', '.join(sorted(changed))}")
        declared = {}
        proved = self.timed("prove", self.prove, folder, python, self.exercises()[-1])
        for module in self.package.modules:
            proof = proved[module]
            if proof.verdict == "unproved" and "refuses" in [
                    each.verdict for each in proved.values()]:
                declared[module] = "unproved, as it needs a module that refuses"
                continue
            declared[module] = proof.declares
            if not proof.is_for(self.package.defect) and (
                    proof.verdict not in ("isolated", "refuses")
                    or proof.supports != proof.declares):
                raise StepError(f"stage {stage}: {module}: {proof}\n"
                                + (folder / "prove.json").read_text())
        self.figures.setdefault("stages", {})[stage] = declared
        print(f"  {python.version}: stage {stage}: "
              + ", ".join(f"{module} {what}" for module, what in declared.items()), flush=True)

    def prove_converted(self, python):
        """Build the converted package for one more Python, and prove it: no tests."""
        folder, _ = self.timed("build", self.built, self.patched, python)
        for module, supports in self.prove_isolated(folder, python).items():
            print(f"  {python.version}: {module}: {supports}", flush=True)

    def attempt(self, step, python):
        """Run a step on one Python; where it fails, the others are still asked."""
        try:
            step(python)
        except StepError as error:
            print(f"  {python.version}: FAILED: {error}", flush=True)
            self.figures.setdefault("failed", {})[python.version] = str(error)

    def run(self):
        """The whole job; prints the report."""
        self.timed("unpack", self.unpack)
        self.timed("record", self.record)
        findings = self.timed("check", self.check)
        symbols = {(finding["rule"], finding["path"], finding.get("symbol"))
                   for finding in findings}
        self.figures.update(
            lines=self.package.line_count(self.original),
            types=sum(rule == "type-static" for rule, _, _ in symbols),
            statics=sum(rule.startswith("state-") for rule, _, _ in symbols))
        self.timed("convert", self.convert)
        self.timed("check again", self.check_converted)
        self.timed("stages", self.convert_in_stages)
        diff = self.patch.read_text().splitlines()
        self.figures.update(
            added=sum(line.startswith("+") and not line.startswith("+++") for line in diff),
            removed=sum(line.startswith("-") and not line.startswith("---") for line in diff),
            files=sum(line.startswith("+++") for line in diff))
        print("{name} {version}: {lines} lines, {types} types, {statics} statics, "
              "patch +{added} -{removed} in {files} files".format(**self.figures))
        rules = Counter(finding["rule"] for finding in findings)
        print("  rules: " + ", ".join(f"{rule} {n}" for rule, n in sorted(rules.items())),
              flush=True)
        for python in self.pythons:
            self.attempt(self.on_python, python)
        for python in self.proved:
            self.attempt(self.prove_converted, python)
        self.figures["seconds"] = self.seconds
        print("  seconds: " + ", ".join(f"{name} {spent:.1f}"
                                        for name, spent in self.seconds.items()))


def wanted_pythons(chosen, named):
    """The versions to run on: those named, else the table's; never those that the
    package itself does not work with."""
    named = named or os.environ.get("REAL_PYTHONS")
    return [version for version in (named.split(",") if named else chosen.pythons)
            if version in chosen.pythons or version not in TABLE["pythons"]]


def pythons_to_prove_on(named):
    """Those of the table's `proved` that are ready; says which are not."""
    if named or os.environ.get("REAL_PYTHONS"):
        return []
    versions = TABLE.get("proved", [])
    ready = [python for python in find_pythons(versions) if python.is_ready()]
    for version in {*versions} - {python.version for python in ready}:
        print(f"not proved on {version}, which is not here (./setup)")
    return ready


def lacking(chosen, versions, pythons):
    """What is not there of all that the job needs, as texts."""
    there = [python.version for python in pythons]
    missing = [f"Python {version}" for version in versions if version not in there]
    missing += [f"environment {python.version}" for python in pythons
                if not python.is_ready()]
    missing += [] if chosen.sdist.exists() else [chosen.sdist.name]
    return missing + [f"{name} (apt)" for name in chosen.lacking_libraries()]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--insulate", type=Path, required=True, help="the program")
    parser.add_argument("--work", type=Path, help="keep everything in this new folder")
    parser.add_argument("--pythons", help="the Pythons to run on, with commas between")
    parser.add_argument("--json", type=Path, help="write the figures into this file")
    parser.add_argument("name", help="a package of packages.json")
    if sys.argv[1:] == ["--list"]:
        print("\n".join(row["name"] for row in TABLE["packages"]))
        return 0
    options = parser.parse_args()
    chosen = package(options.name)
    versions = wanted_pythons(chosen, options.pythons)
    pythons = find_pythons(versions)
    missing = lacking(chosen, versions, pythons)
    if missing or not pythons:
        print(f"SKIPPED {chosen.name}: not in {CACHE}: {', '.join(missing)}; run ./setup",
              file=sys.stderr)
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix=f"insulate-{chosen.name}-") as scratch:
        work = options.work.absolute() if options.work else Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        job = Job(chosen, options.insulate.absolute(), pythons, work)
        job.proved = pythons_to_prove_on(options.pythons)
        try:
            job.run()
        except StepError as error:
            print(f"{chosen.name}: FAILED: {error}")
            job.figures["failed"] = {"all": str(error)}
        if options.json:
            options.json.write_text(json.dumps(job.figures, indent=1) + "\n")
    return 1 if "failed" in job.figures else 0


if __name__ == "__main__":
    sys.exit(main())
