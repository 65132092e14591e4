"""tools/count_tests.py adds up what meson's JUnit files say."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools/count_tests.py"

JUNIT = """\
<testsuites><testsuite name="a">
<testcase name="one"/><testcase name="two"><system-out/></testcase>
<testcase name="three"><{outcome}/></testcase>
<testcase name="four"><skipped/></testcase>
</testsuite></testsuites>
"""


class Counting(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def build(self, name, outcome, log="testlog"):
        logs = Path(self.folder.name, name, "meson-logs")
        logs.mkdir(parents=True, exist_ok=True)
        (logs / f"{log}.junit.xml").write_text(JUNIT.format(outcome=outcome))
        return str(logs.parent)

    def count(self, *folders):
        done = subprocess.run([sys.executable, str(TOOL), *folders], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return done.returncode, done.stdout

    def test_two_builds_are_added_up(self):
        self.assertEqual(self.count(self.build("a", "system-out"),
                                    self.build("b", "skipped")),
                         (0, "5 passed, 0 failed, 3 skipped\n"))

    def test_a_failure_and_an_error_count_as_failed(self):
        self.assertEqual(self.count(self.build("a", "failure"), self.build("b", "error")),
                         (1, "4 passed, 2 failed, 2 skipped\n"))

    def test_a_run_with_a_log_of_its_own_counts(self):
        self.build("a", "system-out")
        self.assertEqual(self.count(self.build("a", "failure", "libclang")),
                         (1, "5 passed, 1 failed, 2 skipped\n"))

    def test_a_torn_log_fails(self):
        build = self.build("a", "system-out")
        Path(build, "meson-logs/libclang.junit.xml").write_text("<testsuites>")
        self.assertEqual(self.count(build, self.build("b", "system-out")),
                         (1, "3 passed, 0 failed, 1 skipped\n"))

    def test_a_build_without_results_fails(self):
        self.assertEqual(self.count(self.build("a", "system-out"), "/nonexistent"),
                         (1, "3 passed, 0 failed, 1 skipped\n"))


if __name__ == "__main__":
    unittest.main()
