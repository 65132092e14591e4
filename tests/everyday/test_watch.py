"""check --watch: another answer after each change of what was read.

usage: test_watch.py PROGRAM

Uses the newest CPython with headers; status 77 (skipped) without one.
"""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from pathlib import Path
from queue import Queue

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from pythons import with_headers  # noqa: E402

PROGRAM = PYTHON = None
TIMEOUT_S = 60
CLEAN = '#include <Python.h>\n#include "spam.h"\nint spam(void) { return LEVEL; }\n'
FAULTY = CLEAN + ("static PyObject *kept;\n"
                  "void keep(PyObject *object) { kept = object; }\n")


class Watch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="insulate-watch-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "spam.c").write_text(CLEAN)
        (self.folder / "spam.h").write_text("#define LEVEL 1\n")

    def start(self, *words):
        self.process = subprocess.Popen(
            [PROGRAM, "check", "--watch", "--python", PYTHON, *words], cwd=self.folder,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, bufsize=1)
        self.lines = Queue()
        reader = threading.Thread(target=self.read, daemon=True)
        reader.start()
        self.addCleanup(self.process.stdout.close)
        self.addCleanup(reader.join)
        self.addCleanup(self.process.wait)
        self.addCleanup(self.process.kill)

    def read(self):
        for line in self.process.stdout:
            self.lines.put(line)

    def round(self):
        """All that a round prints, with the line that ends it."""
        text = ""
        while "; Ctrl-C ends" not in text:
            text += self.lines.get(timeout=TIMEOUT_S)
        return text

    def expect(self, words):
        """Rounds until one says WORDS: a busy machine may pause between the steps of one
        change, and each step is then an own round."""
        while words not in self.round():
            pass

    def test_each_change_gives_an_answer(self):
        self.start()
        self.expect("checked 1 file; no findings")
        (self.folder / "spam.c").write_text(FAULTY)
        self.expect("spam.c:4:18: error: 'kept'")
        (self.folder / "spam.h").write_text("#error no level\n")
        self.expect("[parse-error]")
        # As editors save: beside, and renamed.
        (self.folder / "spam.h~").write_text("#define LEVEL 2\n")
        os.replace(self.folder / "spam.h~", self.folder / "spam.h")
        self.expect("; 1 error")
        (self.folder / "eggs.c").write_text(CLEAN)
        self.expect("checked 2 files")
        (self.folder / "eggs.c").unlink()
        self.expect("checked 1 file;")
        (self.folder / "pyproject.toml").write_text(
            '[tool.insulate]\nignore = ["state-static-object"]\n')
        self.expect("no findings")
        (self.folder / "pyproject.toml").write_text("[tool.insulate\n")
        self.expect("pyproject.toml: line 1")
        (self.folder / "pyproject.toml").unlink()
        self.expect("; 1 error")

    def test_other_files_give_none(self):
        self.start("spam.c")
        self.round()
        (self.folder / "notes.txt").write_text("nothing")
        (self.folder / ".spam.c.swp").write_text("nothing")
        (self.folder / "spam.c").write_text(FAULTY)
        self.round()
        self.assertTrue(self.lines.empty())

    def test_a_file_that_goes_and_comes(self):
        self.start("spam.c")
        self.round()
        (self.folder / "spam.c").unlink()
        self.expect("spam.c")
        (self.folder / "spam.c").write_text(FAULTY)
        self.expect("; 1 error")

    def test_a_signal_ends_it(self):
        self.start()
        self.round()
        self.process.send_signal(signal.SIGINT)
        self.assertEqual(self.process.wait(TIMEOUT_S), -signal.SIGINT)

    def test_what_it_cannot_be_used_with(self):
        for words in (["--fix"], ["--diff"], ["--add-ignores", "why"], ["--output", "x"],
                      ["--stdin-filename", "spam.c"]):
            run = subprocess.run([PROGRAM, "check", "--watch", *words], cwd=self.folder,
                                 stdin=subprocess.DEVNULL, capture_output=True, text=True)
            self.assertEqual(run.returncode, 2)
            self.assertIn(f"--watch cannot be used with {words[0]}", run.stderr)


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
