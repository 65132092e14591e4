#!/usr/bin/env python3
"""Holds docs/guide.md to its files: the listings, the output shown, and every step.

    test_guide.py --insulate PROGRAM [--python 3.14]

Each listing of the page names a file and stands in it word for word; each `console`
block is what the command prints.  Each step of the module compiles without a warning,
passes the same tests, and gets the verdict that the page says.

Status 77 (skipped) where that Python is not on this machine.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from pythons import find_python  # noqa: E402

PAGE = ROOT / "docs/guide.md"
SKIPPED = 77
FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Step: verdict, what it declares, and the rules of the errors that `check` finds.
STEPS = {
    0: ("not-isolated", "single-phase",
        {"init-single-phase", "state-static-data", "state-static-object", "type-static"}),
    1: ("refuses", "once", set()),
    2: ("refuses", "once", set()),
    3: ("isolated", "shared-gil", set()),
    4: ("isolated", "own-gil", set()),
}
OPTIONS = argparse.Namespace()


def insulate(*arguments):
    done = subprocess.run([OPTIONS.insulate, *arguments], cwd=ROOT,
                          capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise AssertionError(f"insulate ended with {done.returncode}: {done.stderr}")
    return done.stdout


class Page(unittest.TestCase):
    def test_listings_stand_in_their_files(self):
        listings = [block for block in FENCE.findall(PAGE.read_text()) if block[0] == "c"]
        self.assertGreater(len(listings), 10)
        for _, path, text in listings:
            with self.subTest(path=path, line=text.splitlines()[0]):
                self.assertTrue(text in (ROOT / path).read_text(),
                                "not in the file, word for word")

    def test_output_is_what_the_command_prints(self):
        consoles = [block[2] for block in FENCE.findall(PAGE.read_text())
                    if block[0] == "console"]
        self.assertTrue(consoles)
        for console in consoles:
            command, _, output = console.partition("\n")
            words = command[len("$ insulate "):].split()
            answer = insulate(*words, "--python", OPTIONS.python["executable"])
            self.assertEqual(answer, output)


class Steps(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def build(self, step, name="tally.so"):
        include = Path(OPTIONS.python["include"])
        subprocess.run(
            ["cc", "-std=c11", "-shared", "-fPIC", "-g", "-Wall", "-Wextra", "-Werror",
             f"-I{include}", f"-I{include.parent}", ROOT / f"docs/guide/tally_{step}.c",
             "-o", self.folder / name], check=True)

    def test_each_step_passes_the_same_tests(self):
        for step in STEPS:
            with self.subTest(step=step):
                self.build(step)
                done = subprocess.run(
                    [OPTIONS.python["executable"], ROOT / "docs/guide/test_tally.py"],
                    env={**os.environ, "PYTHONPATH": str(self.folder)},
                    capture_output=True, text=True)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_python_code_can_tell_nothing_apart(self):
        for step in STEPS:
            (self.folder / f"step{step}").mkdir()
            self.build(step, f"step{step}/tally.so")
            difference = json.loads(insulate(
                "compare", self.folder / "step0/tally.so",
                self.folder / f"step{step}/tally.so", "--format", "json",
                "--python", OPTIONS.python["executable"]))
            self.assertEqual([finding for finding in difference["findings"]
                              if finding["level"] != "note"], [])

    def test_each_step_is_what_the_page_says(self):
        for step, (verdict, declares, rules) in STEPS.items():
            with self.subTest(step=step):
                self.build(step)
                proof = json.loads(insulate(
                    "prove", "tally", "--format", "json", "--path", self.folder,
                    "--python", OPTIONS.python["executable"]))
                module = proof["modules"][0]
                self.assertEqual((module["verdict"], module["declares"]),
                                 (verdict, declares))
                found = json.loads(insulate(
                    "check", f"docs/guide/tally_{step}.c", "--format", "json",
                    "--python", OPTIONS.python["executable"]))
                self.assertEqual({finding["rule"] for finding in found["findings"]
                                  if finding["level"] == "error"}, rules)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--insulate", required=True)
    parser.add_argument("--python", default="3.14")
    parser.parse_args(namespace=OPTIONS)
    OPTIONS.insulate = Path(OPTIONS.insulate).resolve()
    version = OPTIONS.python
    OPTIONS.python = find_python(version)
    if OPTIONS.python is None:
        print(f"SKIPPED: no Python {version} with headers on this machine")
        return SKIPPED
    result = unittest.main(argv=[sys.argv[0]], exit=False, verbosity=2).result
    return 0 if result.wasSuccessful() else 1


if __name__ == "__main__":
    raise SystemExit(main())
