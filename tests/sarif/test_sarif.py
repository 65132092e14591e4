"""`--format sarif` against the schema, and what the schema does not say.

usage: test_sarif.py PROGRAM SCHEMA-TOOL

The sources here need no CPython: a Python.h of a few lines serves.  Without the schema
in the cache (tools/sarif_schema.py) the rest is tested, and the status is 77.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.parse import unquote

PYTHON_H = """\
typedef struct _object { long ob_refcnt; struct _typeobject *ob_type; } PyObject;
typedef struct _typeobject { PyObject ob_base; const char *tp_name; } PyTypeObject;
"""
SOURCE = """\
#include <Python.h>
static PyTypeObject Spam_Type;
/* \u00e4\U0001f40d */ static PyObject *cache; static int n_calls;
PyObject *keep(PyObject *object)
{
    (void)&Spam_Type;
    n_calls++;
    return cache = object;
}
"""
BROKEN = 'int use(void) { const char *snake = "\U0001f40d"; return undeclared; }\n'
NAME = "s\u00fcd/a b#1%.c"


class Project:
    def __init__(self, program, folder):
        self.program, self.folder = program, Path(folder)
        (self.folder / "headers").mkdir()
        (self.folder / "headers/Python.h").write_text(PYTHON_H)
        (self.folder / "s\u00fcd").mkdir()
        (self.folder / NAME).write_text(SOURCE)
        (self.folder / "broken.c").write_text(BROKEN)
        (self.folder / "torn.so").write_bytes(b"\x7fELF torn")

    def run(self, *words):
        """(exit code, the answer) of one run in the project's folder."""
        done = subprocess.run([self.program, *words], cwd=self.folder, capture_output=True,
                              env={**os.environ, "PYENV_ROOT": str(self.folder / "none"),
                                   "INSULATE_CACHE": str(self.folder / "none")})
        assert done.returncode in (0, 1), done.stderr.decode()
        return done.returncode, json.loads(done.stdout)

    def check(self, *paths, words=()):
        return self.run("check", "-q", "--format", "sarif", *words, *paths,
                        "--", "-isystem", "headers")[1]


def results_of(answer):
    (run,) = answer["runs"]
    return run["results"]


def test_rules(project):
    """Each result names a rule that is declared, by its index too."""
    answer = project.check(".")
    declared = [rule["id"] for rule in answer["runs"][0]["tool"]["driver"]["rules"]]
    listed = subprocess.run([project.program, "rule"], capture_output=True, text=True)
    assert declared == [line.split()[0] for line in listed.stdout.splitlines()]
    found = {result["ruleId"] for result in results_of(answer)}
    assert {"type-static", "state-static-object", "state-static-data", "parse-error"} <= found
    for result in results_of(answer):
        assert declared[result["ruleIndex"]] == result["ruleId"]


def test_paths(project):
    """Paths are relative to SRCROOT, whichever way the file was named."""
    for path in (NAME, "./" + NAME, str(project.folder.resolve() / NAME)):
        for result in results_of(project.check(path)):
            artifact = result["locations"][0]["physicalLocation"]["artifactLocation"]
            assert artifact["uriBaseId"] == "SRCROOT", artifact
            assert artifact["uri"].isascii() and "#" not in artifact["uri"], artifact
            assert unquote(artifact["uri"]) == NAME, artifact
    assert "SRCROOT" in project.check(NAME)["runs"][0]["originalUriBaseIds"]


def test_columns(project):
    """startColumn counts what columnKind says."""
    answer = project.check(".")
    assert answer["runs"][0]["columnKind"] == "unicodeCodePoints"
    texts = {NAME: SOURCE.splitlines(), "broken.c": BROKEN.splitlines()}
    names = {"state-static-object": "cache", "state-static-data": "n_calls",
             "type-static": "Spam_Type", "parse-error": "undeclared"}
    for result in results_of(answer):
        place = result["locations"][0]["physicalLocation"]
        line = texts[unquote(place["artifactLocation"]["uri"])][place["region"]["startLine"] - 1]
        rest = line[place["region"]["startColumn"] - 1:]
        assert rest.startswith(names[result["ruleId"]]), (result["ruleId"], rest)


def test_fingerprints(project):
    """Lines put in above, other findings and another way to name the file change none."""
    def prints(answer):
        return sorted((r["ruleId"], r["partialFingerprints"]["insulate/v1"])
                      for r in results_of(answer))
    before = prints(project.check(NAME))
    assert len(set(before)) == len(before) == 3
    (project.folder / NAME).write_text("/* a line */\n\n" + SOURCE)
    assert prints(project.check(NAME)) == before
    assert prints(project.check(str(project.folder.resolve() / NAME))) == before
    (project.folder / NAME).write_text(SOURCE.replace("cache", "memo"))
    assert prints(project.check(NAME)) != before
    (project.folder / NAME).write_text(SOURCE)


def test_other_commands(project):
    """A file that is no library, and one in a folder."""
    answer = project.run("scan", "-q", "--format", "sarif", ".")[1]
    assert [result["ruleId"] for result in results_of(answer)] == ["unreadable-binary"]


def test_github(project):
    """A workflow command a line; what would end a property is escaped."""
    done = subprocess.run([project.program, "check", "-q", "--format", "github", NAME, "--",
                           "-isystem", "headers"], cwd=project.folder, capture_output=True,
                          text=True)
    lines = done.stdout.splitlines()
    assert len(lines) == 3, done.stdout
    for line in lines:
        head, message = line[2:].split("::", 1)
        kind, properties = head.split(" ", 1)
        values = dict(item.split("=", 1) for item in properties.split(","))
        assert kind in ("error", "warning", "notice")
        assert values["file"] == NAME.replace("%", "%25"), values
        assert int(values["line"]) and int(values["col"]) and values["title"], values
        assert message


def validate(tool, project):
    """The status of the schema's verdict on answers of each shape."""
    answers = [project.check("."), project.check(NAME, words=["--select", "parse-error"]),
               project.run("scan", "-q", "--format", "sarif", ".")[1]]
    fixed = project.folder / "fixed.c"
    fixed.write_text('#include "Python.h"\n' + FIXABLE)
    answer = project.check("fixed.c")
    assert any("fixes" in result for result in results_of(answer)), answer
    status = 0
    for i, answer in enumerate([*answers, answer]):
        path = project.folder / f"answer-{i}.sarif"
        path.write_text(json.dumps(answer))
        python = Path(os.environ.get("INSULATE_CACHE") or Path.home() / ".cache/insulate")
        python = python / "environment/bin/python"
        done = subprocess.run([python if python.exists() else sys.executable, tool,
                               "--validate", path])
        status = status or done.returncode
    return status


# What a slot of a heap type needs of Python.h, for a finding that has a fix.
FIXABLE = """\
typedef int (*visitproc)(PyObject *, void *);
typedef struct { int slot; void *pfunc; } PyType_Slot;
typedef struct { const char *name; int basicsize, itemsize; unsigned flags;
                 PyType_Slot *slots; } PyType_Spec;
#define Py_tp_traverse 71
#define Py_TPFLAGS_HAVE_GC (1UL << 14)
static int walk(PyObject *self, visitproc visit, void *arg) { return 0; }
static PyType_Slot slots[] = {{Py_tp_traverse, walk}, {0, 0}};
PyType_Spec spec = {"a.B", sizeof(PyObject), 0, Py_TPFLAGS_HAVE_GC, slots};
"""


def main():
    program, tool = (os.path.abspath(path) for path in sys.argv[1:])
    with tempfile.TemporaryDirectory() as folder:
        project = Project(program, folder)
        for name, test in sorted(globals().items()):
            if name.startswith("test_"):
                test(project)
                print(f"{name}: well")
        return validate(tool, project)


if __name__ == "__main__":
    sys.exit(main())
