"""tests/real/package.py reads compilers and JUnit files as the comparison needs."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "real"))

import package  # noqa: E402

OUTPUT = """\
gcc -Wall -c src/a.c
src/a.c: In function 'f':
src/a.c:10:5: warning: unused parameter 'self' [-Wunused-parameter]
   10 |     int f(PyObject *self)
./src/a.c:90:5: warning: unused parameter 'self' [-Wunused-parameter]
src/b.h:1: warning: "X" redefined
cc1: warning: command-line option is odd
src/a.c:3:1: error: no
"""

JUNIT = """\
<testsuites><testsuite>
<testcase classname="t.A" name="x"/>
<testcase classname="t.A" name="y[1]"><failure/></testcase>
<testcase classname="t.B" name="x"><skipped/></testcase>
<testcase classname="t.B" name="z"><error/></testcase>
</testsuite></testsuites>
"""


class Reading(unittest.TestCase):
    def test_warnings_are_counted_without_their_lines(self):
        self.assertEqual(package.warnings_of(OUTPUT), {
            ("src/a.c", "unused parameter 'self' [-Wunused-parameter]"): 2,
            ("src/b.h", '"X" redefined'): 1})

    def test_outcomes_are_told_apart_test_by_test(self):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as stream:
            stream.write(JUNIT)
            stream.flush()
            self.assertEqual(package.outcomes_of(stream.name), {
                "t.A.x": "passed", "t.A.y[1]": "failed", "t.B.x": "skipped",
                "t.B.z": "failed"})

    def test_the_table_pins_every_package_and_has_an_exercise_for_what_runs(self):
        for chosen in package.packages():
            self.assertRegex(chosen.sha256, r"^[0-9a-f]{64}$")
            if chosen.modules:  # else it is checked only, and never run
                self.assertTrue(chosen.exercise.exists(), chosen.name)


if __name__ == "__main__":
    unittest.main()
