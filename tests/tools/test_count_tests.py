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
<testcase name="three"><{outcome}/><system-out>{text}</system-out></testcase>
<testcase name="four"><skipped/></testcase>
</testsuite></testsuites>
"""


class Counting(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def build(self, name, outcome, log="testlog", text=""):
        logs = Path(self.folder.name, name, "meson-logs")
        logs.mkdir(parents=True, exist_ok=True)
        (logs / f"{log}.junit.xml").write_text(JUNIT.format(outcome=outcome, text=text))
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
        status, output = self.count(self.build("a", "failure"), self.build("b", "error"))
        self.assertEqual(status, 1)
        self.assertEqual(output.splitlines()[-1], "4 passed, 2 failed, 2 skipped")

    def test_a_run_with_a_log_of_its_own_counts(self):
        self.build("a", "system-out")
        status, output = self.count(self.build("a", "failure", "libclang"))
        self.assertEqual(status, 1)
        self.assertEqual(output.splitlines()[-1], "5 passed, 1 failed, 2 skipped")

    def test_what_a_failed_test_printed_last_stands_before_the_count(self):
        text = "".join(f"line {i}\n" for i in range(100))
        build = self.build("a", "failure", text=text)
        lines = self.count(build)[1].splitlines()
        self.assertEqual(lines[0], f"failed in {build}: three")
        self.assertEqual(lines[1:-1], [f"  line {i}" for i in range(40, 100)])

    def test_what_passes_by_itself_is_unsteady_and_told(self):
        self.build("a", "system-out", "testlog-again")
        build = self.build("a", "failure", text="spam")
        status, output = self.count(build)
        self.assertEqual(status, 0)
        self.assertEqual(output.splitlines(), [f"unsteady in {build}: three", "  spam",
                                               "3 passed, 0 failed, 1 skipped"])

    def test_what_fails_again_has_failed(self):
        self.build("a", "failure", "testlog-again")
        status, output = self.count(self.build("a", "failure"))
        self.assertEqual(status, 1)
        self.assertEqual(output.splitlines()[-1], "2 passed, 1 failed, 1 skipped")

    def test_a_test_or_two_are_run_again(self):
        self.assertEqual(self.count("--failed", self.build("a", "failure"), "testlog"),
                         (0, "three\n"))
        for build in (self.build("b", "system-out"), "/nonexistent"):
            self.assertEqual(self.count("--failed", build, "testlog"), (1, ""))
        log = Path(self.build("c", "failure"), "meson-logs/testlog.junit.xml")
        log.write_text(log.read_text().replace("<testcase name=\"two\">",
                                               "<testcase name=\"two\"><error/>")
                       .replace("name=\"one\"/>", "name=\"one\"><failure/></testcase>"))
        self.assertEqual(self.count("--failed", str(log.parents[1]), "testlog")[0], 1)

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
