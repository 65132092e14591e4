"""check --fix, --diff, --statistics and stdin, on a module with fixable findings.

usage: test_fix.py PROGRAM

Uses the newest CPython with headers; status 77 (skipped) without one.
"""

import difflib
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from pythons import with_headers  # noqa: E402

PROGRAM = PYTHON = None
TYPE = """\
typedef struct { PyObject_HEAD PyObject *item; } NAMEObject;

static int
NAME_traverse(PyObject *self, visitproc visit, void *arg)
{
    return visit_item((PyObject **)&((NAMEObject *)self)->item, visit, arg);
}

static void
NAME_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    Py_CLEAR(((NAMEObject *)self)->item);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyType_Slot NAME_slots[] = {
    {Py_tp_traverse, NAME_traverse},
    {Py_tp_dealloc, NAME_dealloc},
    {0, NULL},
};

PyType_Spec NAME_spec = {
    .name = "spam.NAME",
    .basicsize = sizeof(NAMEObject),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = NAME_slots,
};
"""
HEAD = """\
#include <Python.h>

static int
visit_item(PyObject **item, visitproc visit, void *arg)
{
    return *item != NULL ? visit(*item, arg) : 0;
}

"""
FIXED = ["gc-not-untracked", "gc-type-not-visited"]


class Fixes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="insulate-fix-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.state = self.folder / "state"
        self.project = self.folder / "project"
        self.project.mkdir()
        self.write("spam.c", HEAD + TYPE.replace("NAME", "Spam"))

    def write(self, name, text):
        (self.project / name).write_text(text)

    def read(self, name="spam.c"):
        return (self.project / name).read_text()

    def check(self, *words, status=0, text=None):
        done = subprocess.run(
            [PROGRAM, "check", "--python", PYTHON["executable"], "--configurations", "one",
             "--select", "gc,type-static,parse-error", *map(str, words)],
            cwd=self.project, capture_output=True, text=True, input=text,
            env={**os.environ, "XDG_STATE_HOME": str(self.state)})
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def rules(self, *words, status=0, text=None):
        done = self.check("--format", "json", *words, status=status, text=text)
        return sorted(f["rule"] for f in json.loads(done.stdout)["findings"])

    def test_fixes_are_written_and_the_findings_gone(self):
        self.assertEqual(self.rules("spam.c", status=1), FIXED)
        done = self.check("--fix", "spam.c")
        self.assertEqual(done.stdout, "")
        self.assertIn("wrote spam.c", done.stderr)
        self.assertIn("fixed 2 findings in 1 file; nothing left to do by hand", done.stderr)
        self.assertIn("    PyObject_GC_UnTrack(self);\n", self.read())
        self.assertEqual(self.rules("spam.c"), [])
        before = (self.project / "spam.c").stat()
        self.assertIn("nothing to fix; nothing left", self.check("--fix").stderr)
        self.assertEqual((self.project / "spam.c").stat(), before)

    def test_the_diff_is_what_fix_writes(self):
        before = self.read()
        done = self.check("--diff", "spam.c", status=1)
        self.assertEqual(self.read(), before)
        self.assertIn("would fix 2 findings in 1 file; nothing left", done.stderr)
        answer = json.loads(self.check("--diff", "--format", "json", status=1).stdout)
        self.assertEqual((answer["diff"], answer["findings"]), (done.stdout, []))
        self.check("--fix", "spam.c")
        fixed = self.read()
        self.write("spam.c", before)
        subprocess.run(["patch", "-s", "-p1"], input=done.stdout, text=True, check=True,
                       cwd=self.project)
        self.assertEqual(self.read(), fixed)
        self.assertEqual(self.check("--diff", "spam.c").stdout, "")

    def test_what_is_not_reported_is_not_fixed(self):
        self.check("--fix", "--ignore", "gc-type-not-visited", "spam.c")
        self.assertEqual(self.rules(status=1), ["gc-type-not-visited"])
        self.check("--baseline", "known.json", "--update-baseline")
        before = self.read()
        self.check("--baseline", "known.json", "--fix")
        self.assertEqual(self.read(), before)

    def test_what_has_no_fix_is_left(self):
        self.write("spam.c", self.read() + "static PyTypeObject Egg_Type;\n"
                   "void *egg(void) { return &Egg_Type; }\n")
        done = self.check("--fix", status=1)
        self.assertIn("[type-static]", done.stdout)
        self.assertIn("fixed 2 findings in 1 file; 1 error", done.stderr)
        line = int(done.stdout.split(":")[1])
        self.assertIn("Egg_Type", self.read().splitlines()[line - 1])

    def test_a_fix_after_which_the_file_does_not_parse_is_left_out(self):
        self.write("spam.c", HEAD + "#undef Py_VISIT\n#define Py_VISIT(op) no_such(op\n"
                   + TYPE.replace("NAME", "Spam"))
        done = self.check("--fix", "spam.c", status=1)
        self.assertIn("1 fix not applied", done.stderr)
        self.assertIn("fixed 1 finding in 1 file; 1 error", done.stderr)
        self.assertEqual(self.rules("spam.c", status=1), ["gc-type-not-visited"])

    def test_only_named_files_are_written(self):
        (self.project / "lib").mkdir()
        self.write("lib/types.h", TYPE.replace("NAME", "Spam"))
        self.write("spam.c", HEAD + '#include "lib/types.h"\n')
        before = self.read("lib/types.h")
        done = self.check("--fix", "spam.c", status=1)
        self.assertIn("lib/types.h is not below the given paths", done.stderr)
        self.assertEqual(self.read("lib/types.h"), before)
        self.check("--fix", ".")
        self.assertNotEqual(self.read("lib/types.h"), before)

    def diff_of(self, before, after, name="spam.c"):
        lines = difflib.unified_diff(before.splitlines(True), after.splitlines(True),
                                     "a/" + name, "b/" + name)
        (self.folder / "change.diff").write_text("".join(lines))
        return self.folder / "change.diff"

    def test_only_changed_lines_are_fixed(self):
        old, new = TYPE.replace("NAME", "Spam"), TYPE.replace("NAME", "Egg")
        bad = HEAD + new + old
        for before in (HEAD + old, HEAD + old.replace("Py_CLEAR", "Py_XDECREF")):
            self.write("spam.c", bad)
            diff = self.diff_of(before, bad)
            shown = self.check("--changed-lines", diff, "--diff", status=1).stdout
            done = self.check("--changed-lines", diff, "--fix")
            fixed = self.read()
            self.assertIn("fixed 2 findings in 1 file, ", done.stderr)
            self.assertIn("changed lines; nothing left to do by hand", done.stderr)
            self.assertEqual(fixed[fixed.index(old):], old)
            self.assertIn("PyObject_GC_UnTrack", fixed[:fixed.index(old)])
            self.write("spam.c", bad)
            subprocess.run(["patch", "-s", "-p1"], input=shown, text=True, check=True,
                           cwd=self.project)
            self.assertEqual(self.read(), fixed)
        self.assertEqual(len(self.rules(status=1)), 2)
        self.assertIn("nothing to fix",
                      self.check("--changed-lines", "-", "--fix", text="").stderr)

    def test_what_is_left_on_changed_lines_is_reported_where_it_is_now(self):
        old = TYPE.replace("NAME", "Spam")
        tail = "static PyTypeObject Egg_Type;\nvoid *egg(void) { return &Egg_Type; }\n"
        stays = tail.replace("Egg", "Old").replace("egg", "old")
        bad = HEAD + stays + old + tail
        self.write("spam.c", bad)
        done = self.check("--changed-lines", self.diff_of(HEAD + stays, bad), "--fix",
                          status=1)
        lines = done.stdout.splitlines()
        self.assertEqual([line.split()[-1] for line in lines if not line.startswith(" ")],
                         ["[type-static]"])
        line = int(lines[0].split(":")[1])
        self.assertIn("Egg_Type", self.read().splitlines()[line - 1])
        self.assertGreater(line, bad.splitlines().index("static PyTypeObject Egg_Type;") + 1)

    def test_only_findings_on_changed_lines_are_suppressed(self):
        old, new = TYPE.replace("NAME", "Spam"), TYPE.replace("NAME", "Egg")
        self.write("spam.c", HEAD + new + old)
        self.check("--changed-lines", self.diff_of(HEAD + old, HEAD + new + old),
                   "--add-ignores", "accepted")
        fixed = self.read()
        self.assertEqual(fixed.count("insulate: ignore["), 2)
        self.assertIn(old, fixed)

    def test_words_that_do_not_fit_together(self):
        self.assertIn("--fix cannot be used with --diff",
                      self.check("--fix", "--diff", status=2).stderr)
        self.write("pyproject.toml", "[tool.insulate.check]\nfix = true\n")
        self.assertIn("'fix' is only allowed on the command line",
                      self.check(status=2).stderr)

    def test_stdin_stands_in_for_the_file(self):
        bad = self.read()
        self.check("--fix", "spam.c")
        fixed = self.read()
        self.assertEqual(self.rules("-", "--stdin-filename", "spam.c", text=bad, status=1),
                         FIXED)
        done = self.check("--stdin-filename", "spam.c", "--fix", text=bad)
        self.assertEqual(done.stdout, fixed)
        self.write("spam.c", "")
        done = self.check("--stdin-filename", "spam.c", "--diff", text=bad, status=1)
        self.assertIn("+++ b/spam.c", done.stdout)
        self.assertEqual(self.read(), "")

    def test_the_file_of_stdin_need_not_exist(self):
        done = self.check("--stdin-filename", "egg.c", "--frames", "always",
                          text=self.read().replace("spam", "egg"), status=1)
        self.assertIn("egg.c:12:1: error:", done.stdout)
        self.assertIn("| Spam_traverse(", done.stdout)

    def test_stdin_needs_a_name_and_has_no_company(self):
        self.assertIn("requires --stdin-filename", self.check("-", status=2).stderr)
        self.assertIn("PATH cannot be used", self.check(
            "--stdin-filename", "a.c", "spam.c", status=2, text="").stderr)
        self.assertIn("is not a C or C++ file", self.check(
            "--stdin-filename", "a.txt", status=2, text="").stderr)

    def test_statistics_count_rules(self):
        self.write("egg.c", HEAD + TYPE.replace("NAME", "Egg")
                   + "static PyTypeObject Old_Type;\nvoid *old(void) { return &Old_Type; }\n")
        lines = self.check("--statistics", status=1).stdout.splitlines()
        self.assertEqual([line.split()[:4] for line in lines],
                         [["count", "level", "rule", "with"],
                          ["2", "error", "gc-not-untracked", "2"],
                          ["2", "error", "gc-type-not-visited", "2"],
                          ["1", "error", "type-static", "0"]])
        answer = json.loads(self.check("--statistics", "--format", "json", status=1).stdout)
        self.assertEqual(answer["statistics"][2], {"rule": "type-static", "level": "error",
                                                   "count": 1, "with_fix": 0})
        self.assertEqual(len(answer["findings"]), 5)
        self.assertIn("requires the format text or json",
                      self.check("--statistics", "--format", "sarif", status=2).stderr)


def main():
    global PROGRAM, PYTHON
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    pythons = with_headers()
    if not pythons:
        print("SKIPPED: no Python with headers was found; run ./setup", file=sys.stderr)
        return 77
    PYTHON = pythons[-1]
    return 0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
