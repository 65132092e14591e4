#!/usr/bin/env python3
"""The main job on one real package, from single-phase to proved.

    test_package.py --insulate build/insulate NAME

On the original: `check` finds what is wrong and `prove` does not say `isolated`.
`convert` makes a patch.  The patched package builds without warnings that it did not
have, its own tests give the same result one by one, a second `convert` has nothing left
to do, `compare` finds nothing if the table says lossless, and `prove` says `isolated` on
each Python of the table.

Status 77 (skipped) where ./setup could not fetch what is needed.
"""

import argparse
import json
import shutil
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from package import CACHE, StepError, TABLE, find_pythons, package, run

SKIPPED = 77
PROVE_TIMEOUT_S = 300


class Job:
    """One run of the main job; remembers what each step took."""

    def __init__(self, chosen, insulate, pythons, work):
        self.package = chosen
        self.insulate = insulate
        self.pythons = pythons
        self.work = work
        self.seconds = {}
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
        done = self.call("convert", *self.package.sources, cwd=self.original)
        self.patch.write_text(done.stdout)
        shutil.copytree(self.original, self.patched)
        # The copy's commands must name the copy's files.
        recorded = self.patched / "compile_commands.json"
        recorded.write_text(recorded.read_text().replace(str(self.original),
                                                         str(self.patched)))
        applied = run(["patch", "-p1", "--batch", "--fuzz=0", "-i", self.patch],
                      cwd=self.patched)
        if applied.returncode != 0:
            raise StepError(f"the patch does not apply:\n{applied.stdout}")
        again = self.call("convert", *self.package.sources, cwd=self.patched)
        if again.stdout:
            raise StepError(f"a second convert still changes:\n{again.stdout[:4000]}")

    def built(self, source, python, recorder=()):
        """A copy of `source` built for `python`, and the compiler's warnings."""
        folder = self.work / f"{source.name}-{python.version}"
        if folder.exists():
            return folder, self.recorded_warnings
        shutil.copytree(source, folder)
        return folder, self.package.build(folder, python, recorder)

    def prove(self, folder, python):
        """{module: verdict} of the build in `folder`."""
        arguments = ["prove", "--format", "json", "--python", python.executable,
                     "--path", folder / self.package.path]
        if self.package.exercise.exists():
            arguments += ["--exercise", self.package.exercise]
        done = self.call(*arguments, *self.package.modules, expected=(0, 1),
                         timeout=PROVE_TIMEOUT_S)
        (folder / "prove.json").write_text(done.stdout)
        answer = json.loads(done.stdout)
        modules = answer["modules"]
        wrong = {finding["module"] for finding in answer["findings"]
                 if finding["level"] == "error"}
        for module in modules:
            if module["verdict"] == "isolated" and module["module"] in wrong:
                raise StepError(f"isolated, with an error:\n{done.stdout}")
        return {module["module"]: module["verdict"] for module in modules}

    def compare(self, before, after, python):
        """How many differences between the builds Python code can tell, module by module,
        besides those that no heap type can avoid."""
        differences = {}
        for module in self.package.modules:
            done = self.call("compare", "--format", "json", "--python", python.executable,
                             "--module", module, before / self.package.path,
                             after / self.package.path, expected=(0, 1))
            found = [finding for finding in json.loads(done.stdout)["findings"]
                     if finding["level"] != "note"]
            differences[module] = len(found)
            if found and self.package.is_lossless:
                raise StepError(f"{module} on {python.version} differs:\n"
                                + "\n".join(finding["message"] for finding in found))
        return differences

    def on_python(self, python):
        """Build, test and prove both on one Python; returns (tests, verdicts)."""
        before, warned = self.timed("build", self.built, self.original, python)
        after, warned_after = self.timed("build", self.built, self.patched, python)
        new = warned_after - warned
        if new:
            lines = "\n".join(f"{path}: {text}" for path, text in sorted(new))
            raise StepError(f"new compiler warnings on {python.version}:\n{lines}")
        outcome = self.timed("tests", self.package.run_tests, before, python)
        outcome_after = self.timed("tests", self.package.run_tests, after, python)
        changed = [f"{test}: {outcome.get(test)} -> {outcome_after.get(test)}"
                   for test in sorted({*outcome, *outcome_after})
                   if outcome.get(test) != outcome_after.get(test)
                   and test not in self.package.differ]
        has_passed = "passed" in outcome.values() or not self.package.tests
        if changed or not has_passed:
            raise StepError(f"own tests on {python.version} differ:\n" + "\n".join(changed))
        verdicts = self.timed("prove", self.prove, before, python)
        verdicts_after = self.timed("prove", self.prove, after, python)
        for module in self.package.modules:
            if verdicts.get(module) not in ("not-isolated", "refuses"):
                raise StepError(f"the original {module} on {python.version}: "
                                f"{verdicts.get(module)}")
            if verdicts_after.get(module) != "isolated":
                raise StepError(
                    f"the converted {module} on {python.version}: "
                    f"{verdicts_after.get(module)}\n{(after / 'prove.json').read_text()}")
        differences = self.timed("compare", self.compare, before, after, python)
        for module, number in differences.items():
            print(f"  {python.version}: {module}: {number} differences for Python code")
        return outcome, verdicts, verdicts_after

    def run(self):
        """The whole job; prints the report."""
        self.timed("unpack", self.unpack)
        self.timed("record", self.record)
        findings = self.timed("check", self.check)
        self.timed("convert", self.convert)
        self.timed("check again", self.check_converted)
        diff = self.patch.read_text().splitlines()
        added = sum(line.startswith("+") and not line.startswith("+++") for line in diff)
        removed = sum(line.startswith("-") and not line.startswith("---") for line in diff)
        print(f"{self.package.name} {self.package.version}: "
              f"{self.package.line_count(self.original)} lines, {len(findings)} findings, "
              f"patch +{added} -{removed} in {sum(l.startswith('+++') for l in diff)} files")
        rules = Counter(finding["rule"] for finding in findings)
        print("  rules: " + ", ".join(f"{rule} {n}" for rule, n in sorted(rules.items())))
        for python in self.pythons:
            outcome, verdicts, verdicts_after = self.on_python(python)
            counts = Counter(outcome.values())
            print(f"  {python.version}: own tests the same before and after: "
                  + (", ".join(f"{n} {what}" for what, n in sorted(counts.items()))
                     or "none"))
            for module in self.package.modules:
                print(f"  {python.version}: {module}: {verdicts[module]} -> "
                      f"{verdicts_after[module]}")
        print("  seconds: " + ", ".join(f"{name} {spent:.1f}"
                                        for name, spent in self.seconds.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--insulate", type=Path, required=True, help="the program")
    parser.add_argument("--work", type=Path, help="keep everything in this new folder")
    parser.add_argument("name", help="a package of packages.json")
    if sys.argv[1:] == ["--list"]:
        print("\n".join(row["name"] for row in TABLE["packages"]))
        return 0
    options = parser.parse_args()
    chosen = package(options.name)
    pythons = find_pythons()
    lacking = [v for v in TABLE["pythons"] if v not in [p.version for p in pythons]]
    lacking += [f"environment {p.version}" for p in pythons if not p.is_ready()]
    lacking += [] if chosen.sdist.exists() else [chosen.sdist.name]
    if lacking:
        print(f"SKIPPED {chosen.name}: not in {CACHE}: {', '.join(lacking)}; run ./setup",
              file=sys.stderr)
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix=f"insulate-{chosen.name}-") as scratch:
        work = options.work.absolute() if options.work else Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        job = Job(chosen, options.insulate.absolute(), pythons, work)
        try:
            job.run()
        except StepError as error:
            print(f"{chosen.name}: FAILED: {error}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
