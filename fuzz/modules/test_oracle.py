#!/usr/bin/env python3
"""Whether the oracle finds faults: a program that converts one small module wrongly."""

import json
import os
import stat
import sys
import tempfile
import textwrap
import types
import unittest
from pathlib import Path

import oracle
from oracle import Oracle, with_headers

SKIP = 77
SOURCE = """\
#include <Python.h>

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "spam", NULL, 0, NULL, NULL, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_spam(void)
{
#ifdef HAVE_EXTRA
    EXTRA
#endif
    return PyModule_Create(&definition);
}
"""
SCRIPT = """\
def exercise(m):
    print(m.__name__, getattr(m, "extra", None))
"""

# What the stand-in for `insulate` writes and says: a conversion that is right.
RIGHT = {"replace": ["/* nothing */", "/* nothing */"], "code": 0, "findings": [],
         "declares": "own-gil", "verdict": "isolated", "proved": "own-gil",
         "supports": "own-gil", "sleep": 0}

PROGRAM = """\
#!{python}
import json, sys, time
it = json.loads({it!r})
command, options = sys.argv[1], sys.argv[2:]
answer = {{"findings": []}}
if command == "convert":
    time.sleep(it["sleep"])
    answer["findings"] = it["findings"]
    if "--write" in options:
        text = open("spam.c").read()
        if "converted" not in text:
            open("spam.c", "w").write("/* converted */\\n" + text.replace(*it["replace"]))
    else:
        answer["plan"] = {{"modules": [
            {{"declares": it["declares"], "cost": {{"holding_types": 0}}}}]}}
elif command == "prove":
    answer["modules"] = [{{"verdict": it["verdict"], "declares": it["proved"],
                           "supports": it["supports"], "scenarios": []}}]
print(json.dumps(answer))
sys.exit(it["code"] if command == "convert" else 0)
"""

ONCE = """\
    static int loads;
    if (loads++ > 0) {
        PyErr_SetString(PyExc_ImportError, "cannot load module more than once per process");
        return NULL;
    }
"""
LEFT_BY_HAND = {"rule": "state-not-converted", "level": "error", "message": "it stays",
                "path": "spam.c", "line": 3}


class Faults(unittest.TestCase):
    def outcome_of(self, source=SOURCE, **changes):
        """The outcome for a conversion that differs from the right one."""
        module = types.SimpleNamespace(
            name="spam", is_cpp=False, files={"spam.c": source}, script=SCRIPT,
            recipe=types.SimpleNamespace(seed=0))
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "insulate"
            program.write_text(PROGRAM.format(
                python=sys.executable, it=json.dumps({**RIGHT, **changes})))
            os.chmod(program, stat.S_IRWXU)
            return Oracle(program).check(module, Path(folder) / "module")

    def assert_fails(self, outcome, stage):
        self.assertEqual((outcome.kind, outcome.stage), ("failed", stage), outcome)

    def test_right(self):
        outcome = self.outcome_of(SOURCE.replace("    EXTRA\n", ""))
        self.assertEqual((outcome.kind, outcome.unchecked), ("whole", ()), outcome)

    def test_configuration_that_does_not_compile_is_counted(self):
        outcome = self.outcome_of()
        self.assertEqual(outcome.kind, "whole", outcome)
        (unchecked,) = outcome.unchecked
        self.assertIn("-DHAVE_EXTRA", unchecked)

    def test_configuration_is_run(self):
        wrong = textwrap.dedent("""\
            #ifdef NDEBUG
                PyObject *made = PyModule_Create(&definition);
                PyModule_AddIntConstant(made, "extra", 1);
                return made;
            #endif
            """)
        outcome = self.outcome_of(replace=["#ifdef HAVE_EXTRA", wrong + "#ifdef HAVE_EXTRA"])
        self.assertEqual(outcome.kind, "failed", outcome)
        self.assertIn("with -DNDEBUG", outcome.stage)

    def test_second_module_object_is_refused(self):
        outcome = self.outcome_of(replace=["#ifdef HAVE_EXTRA", ONCE + "#ifdef HAVE_EXTRA"])
        self.assert_fails(outcome, "run in a debug Python")

    def test_second_module_object_is_refused_by_part(self):
        outcome = self.outcome_of(replace=["#ifdef HAVE_EXTRA", ONCE + "#ifdef HAVE_EXTRA"], code=1,
                             findings=[LEFT_BY_HAND], verdict="refuses")
        self.assertEqual(outcome.kind, "partly", outcome)

    def test_verdict(self):
        self.assert_fails(self.outcome_of(verdict="refuses"), "verdict")
        self.assert_fails(self.outcome_of(verdict="not-isolated", code=1, findings=[LEFT_BY_HAND]),
                          "verdict")

    def test_declaration_above_the_evidence(self):
        self.assert_fails(self.outcome_of(supports="shared-gil"), "verdict")

    def test_declaration_is_not_the_planned_one(self):
        outcome = self.outcome_of(proved="shared-gil", supports="shared-gil")
        self.assert_fails(outcome, "declaration")

    def test_limit_is_no_fault(self):
        limit = oracle.TIMEOUT_S
        oracle.TIMEOUT_S = 5
        try:
            self.assertEqual(self.outcome_of(sleep=60).kind, "timeout")
        finally:
            oracle.TIMEOUT_S = limit

    def test_proof_without_an_answer_is_no_fault(self):
        self.assertEqual(self.outcome_of(verdict="unproved").kind, "timeout")


if __name__ == "__main__":
    found = {python["kind"] for python in with_headers()}
    if not {"release", "debug"} <= found:
        print("no Python with headers and a debug build was found")
        sys.exit(SKIP)
    unittest.main()
