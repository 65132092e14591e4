"""check --cache: the answer of an earlier run is printed if a new one would print the same.

usage: test_cache.py PROGRAM

Uses the newest CPython with headers; status 77 (skipped) without one.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from pythons import with_headers  # noqa: E402

PROGRAM = PYTHON = None
SOURCE = '#include <Python.h>\n#include "spam.h"\nSPAM\n'
FAULT = "#define SPAM static PyObject *kept; void keep(PyObject *o) { kept = o; }\n"
KEPT = "whose answer this is"
NOT_KEPT = "the answer is not kept"
TRIES = 20


class Cache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="insulate-cache-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name) / "project"
        self.state = Path(folder.name) / "state"
        self.write("spam.c", SOURCE)
        self.write("late/spam.h", FAULT)
        self.write("clean/spam.h", "#define SPAM\n")
        self.write("README", "spam")
        (self.folder / "early").mkdir()
        self.python = PYTHON
        self.words = ["spam.c"]
        self.arguments = ["-Iearly", "-Ilate"]
        self.environment = {**os.environ, "XDG_STATE_HOME": str(self.state)}

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def check(self, *options):
        result = subprocess.run(
            [PROGRAM, "check", "--configurations=one", "--python", self.python, *options,
             *self.words, "--", *self.arguments], cwd=self.folder, env=self.environment,
            timeout=300, stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return result.returncode, result.stdout, result.stderr

    def keep(self, *options):
        """Runs until the answer is a kept one: what has just been written is too young."""
        plain = self.check("-v", *options)
        for _ in range(TRIES):
            code, out, err = self.check("--cache", "-v", *options)
            if KEPT in err:
                lines = [line for line in err.splitlines(True) if KEPT not in line]
                self.assertEqual((code, out, "".join(lines)), plain)
                return plain
            self.assertEqual((code, out), plain[:2])
            time.sleep(0.3)
        self.fail(f"no answer is kept: {err}")

    def expect_new(self, *options):
        """The kept answer is not given, and the new one is that of a run without it."""
        code, out, err = self.check("--cache", "-v", *options)
        self.assertNotIn(KEPT, err)
        plain = self.check(*options)
        self.assertEqual((code, out), plain[:2])
        return plain

    def test_the_same_again(self):
        for format in ("text", "json", "sarif"):
            code, out, _ = self.keep("--format", format, "--frames=always")
            self.assertEqual(code, 1)
            self.assertIn("state-static-object", out)
        # What nobody reads changes nothing.
        self.write("README", "eggs")
        self.assertIn(KEPT, self.check("--cache", "-v", "--format", format,
                                       "--frames=always")[2])

    def test_a_source_changes(self):
        self.keep()
        self.write("spam.c", SOURCE.replace("SPAM", "int spam;"))
        self.assertEqual(self.expect_new()[0], 0)

    def test_a_change_that_the_clock_does_not_show(self):
        self.keep()
        before = (self.folder / "late/spam.h").stat()
        self.write("late/spam.h", FAULT.replace("kept", "lost"))
        os.utime(self.folder / "late/spam.h", ns=(before.st_atime_ns, before.st_mtime_ns))
        self.assertIn("lost", self.expect_new()[1])

    def test_a_header_comes_before_another(self):
        self.keep()
        self.write("early/spam.h", "#define SPAM\n")
        self.assertEqual(self.expect_new()[0], 0)

    def test_a_header_goes(self):
        self.write("early/spam.h", "#define SPAM\n")
        self.assertEqual(self.keep()[0], 0)
        (self.folder / "early/spam.h").unlink()
        self.assertEqual(self.expect_new()[0], 1)

    def test_a_folder_of_headers_comes(self):
        self.write("spam.c", "#if __has_include(<eggs/spam.h>)\n#include <eggs/spam.h>\n"
                             "#else\n#define SPAM\n#endif\n#include <Python.h>\nSPAM\n")
        self.assertEqual(self.keep()[0], 0)
        self.write("early/eggs/spam.h", FAULT)
        self.assertEqual(self.expect_new()[0], 1)

    def test_a_file_comes_and_goes(self):
        self.words = ["."]
        self.keep()
        self.write("eggs.c", SOURCE)
        self.assertIn("eggs.c", self.expect_new()[1])
        self.keep()
        (self.folder / "eggs.c").unlink()
        self.assertNotIn("eggs.c", self.expect_new()[1])

    def test_settings_and_a_database_come(self):
        self.keep()
        self.write("pyproject.toml", "[tool.insulate]\nignore = ['state']\n")
        self.assertEqual(self.expect_new()[0], 0)
        self.keep()
        self.arguments = []
        self.words = ["."]
        self.keep()
        self.write("compile_commands.json", json.dumps(
            [{"directory": str(self.folder), "file": "spam.c",
              "arguments": ["cc", "-c", "spam.c", "-Ilate"]}]))
        self.expect_new()

    def test_a_link_leads_elsewhere(self):
        (self.folder / "early/spam.h").symlink_to("../late/spam.h")
        self.assertEqual(self.keep()[0], 1)
        (self.folder / "early/spam.h").unlink()
        (self.folder / "early/spam.h").symlink_to("../clean/spam.h")
        self.assertEqual(self.expect_new()[0], 0)

    def test_words_and_environment_are_part_of_the_question(self):
        self.arguments = []
        self.environment["CPATH"] = str(self.folder / "late")
        self.assertEqual(self.keep()[0], 1)
        self.expect_new("--ignore", "state")
        self.environment["CPATH"] = str(self.folder / "clean")
        self.assertEqual(self.expect_new()[0], 0)
        self.environment["EGGS"] = "nobody reads that"
        self.environment["CPATH"] = str(self.folder / "late")
        self.assertIn(KEPT, self.check("--cache", "-v")[2])

    def program(self, text):
        path = self.folder.parent / "python"
        path.write_text("#!/bin/sh\n" + text)
        path.chmod(0o755)
        return str(path)

    def test_programs_are_asked_again(self):
        self.python = self.program(f'exec "$(cat "{self.folder.parent}/name")" "$@"\n')
        name = self.folder.parent / "name"
        name.write_text(PYTHON)
        self.keep()
        name.write_text("/nowhere/python")
        code, out, err = self.expect_new()
        self.assertEqual(code, 2)
        self.assertIn("cannot find the headers", err)

    def test_what_changes_meanwhile_is_not_kept(self):
        """The Python that is asked changes the settings, which were read before."""
        self.write("pyproject.toml", "[tool.insulate]\nignore = ['state']\n")
        time.sleep(2.5)
        self.python = self.program(f'echo >> "{self.folder}/pyproject.toml"\n'
                                   f'exec "{PYTHON}" "$@"\n')
        for _ in range(2):
            code, _, err = self.check("--cache", "-v")
            self.assertEqual(code, 0)
            self.assertIn(NOT_KEPT, err)

    def test_what_fails_is_not_kept(self):
        self.words = ["eggs.c"]
        for _ in range(2):
            code, _, err = self.check("--cache", "-v")
            self.assertEqual(code, 2)
            self.assertNotIn(KEPT, err)
        self.assertEqual(self.answers(), [])

    def answers(self):
        return sorted((self.state / "insulate/results").glob("*"))

    def test_a_damaged_answer_is_none(self):
        plain = self.keep()
        (answer,) = self.answers()
        text = answer.read_text()
        for damaged in (text[:len(text) // 2], "", "[]", "{}", "\0", text.replace("files", "flies"),
                        text.replace('"code":1', '"code":"0"').replace('"printed"', '"eggs"')):
            answer.write_text(damaged)
            code, out, err = self.check("--cache", "-v")
            self.assertEqual((code, out), plain[:2])
            self.assertNotIn(KEPT, err)

    def test_folder_of_the_answers(self):
        self.keep()
        self.assertEqual((self.state / "insulate/results").stat().st_mode & 0o777, 0o700)
        (self.state / "insulate").chmod(0o777)
        code, out, err = self.check("--cache")
        self.assertEqual(code, 1)
        self.assertIn(NOT_KEPT, err)
        self.assertIn("can be written by other users", err)

    def test_the_oldest_answers_go(self):
        folder = self.state / "insulate/results"
        folder.mkdir(parents=True, mode=0o700)
        for i in range(120):
            (folder / f"{i:040x}.json").write_text("{}")
            os.utime(folder / f"{i:040x}.json", (i, i))
        self.keep()
        names = [each.name for each in self.answers()]
        self.assertLessEqual(len(names), 101)
        self.assertNotIn(f"{0:040x}.json", names)
        self.assertIn(f"{119:040x}.json", names)

    def test_options_that_it_does_not_serve(self):
        for words in (["--fix"], ["--diff"], ["--watch"], ["--update-baseline", "--baseline=x"],
                      ["--output=x"], ["--report=json=x"], ["--add-ignores=why"],
                      ["--changed-lines=x"]):
            code, _, err = self.check("--cache", *words)
            self.assertEqual(code, 2, words)
            self.assertIn("cannot be used with", err)
        self.write("pyproject.toml", "[tool.insulate.check]\ncache = true\n")
        self.assertIn("cache", self.check()[2])
        self.assertEqual(self.answers(), [])


def main():
    global PROGRAM, PYTHON
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    pythons = with_headers()
    if not pythons:
        print("SKIPPED: no Python with headers was found; run ./setup", file=sys.stderr)
        return 77
    PYTHON = pythons[-1]["executable"]
    return 0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
