"""tests/real/rows.py repeats what must be repeated; table.py prints no more than was seen."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "real"))

import rows  # noqa: E402
import table  # noqa: E402

ROW = rows.TABLE["packages"][0]


def found(tests, gil, told=0):
    """What test_package.py keeps of one Python."""
    return {"tests": tests, "supports": {"m": gil} if gil else {}, "differences": {"m": told}}


def figures(name="spam", **further):
    return {"name": name, "version": "1.0", "lines": 9, "types": 1, "statics": 2, "added": 4,
            "removed": 3, "files": 1, "reported": 0, "program": "p", "seconds": {"a": 1.5},
            "pythons": {"3.11": found({"passed": 2}, "shared-gil"),
                        "3.13": found({"passed": 2}, "own-gil", 3),
                        "3.14": found({"passed": 3, "failed": 1}, "own-gil")},
            **further}


class Repeating(unittest.TestCase):
    def is_done(self, **changes):
        with tempfile.TemporaryDirectory() as folder:
            into = Path(folder)
            kept = {**figures(ROW["name"]), "program": "p", "job": rows.job_of(ROW), **changes}
            (into / f"{ROW['name']}.json").write_text(json.dumps(kept))
            return rows.Row(ROW, "p", into).is_done()

    def test_what_succeeded_with_the_same_build_is_not_run_again(self):
        self.assertTrue(self.is_done())

    def test_another_build_another_row_or_a_failure_is(self):
        self.assertFalse(self.is_done(program="other"))
        self.assertFalse(self.is_done(job="other"))
        self.assertFalse(self.is_done(failed={"3.13": "crash"}))

    def test_a_changed_row_is_another_job(self):
        self.assertNotEqual(rows.job_of(ROW), rows.job_of({**ROW, "path": "elsewhere"}))

    def test_half_a_file_counts_as_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / f"{ROW['name']}.json").write_text('{"name": ')
            self.assertFalse(rows.Row(ROW, "p", Path(folder)).is_done())

    def test_the_library_beside_the_program_belongs_to_the_build(self):
        with tempfile.TemporaryDirectory() as folder:
            program, probe = Path(folder) / "insulate", Path(folder) / "insulate-probe.so"
            program.write_bytes(b"1")
            probe.write_bytes(b"2")
            before = rows.program_of(program)
            probe.write_bytes(b"3")
            self.assertNotEqual(before, rows.program_of(program))


class Printing(unittest.TestCase):
    def printed(self, *all_figures):
        """(status, rows, stderr) of table.py on these figures."""
        out, err = io.StringIO(), io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for i, each in enumerate(all_figures):
                names.append(str(Path(folder) / f"{i}.json"))
                Path(names[-1]).write_text(json.dumps(each))
            with mock.patch.object(sys, "argv", ["table.py", *names]), \
                    contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                status = table.main()
        return status, out.getvalue().splitlines()[2:], err.getvalue()

    def test_each_python_is_named_with_what_was_seen_there(self):
        status, (line,), _ = self.printed(figures())
        self.assertEqual(status, 0)
        self.assertEqual(line, (
            "| spam 1.0 | 9 | 1 | 2 | +4 -3 | 1 | 0 | 2 passed on 3.11, 3.13; "
            "1 failed, 3 passed on 3.14 | shared GIL on 3.11; own GIL on 3.13, 3.14 | 3 |"))

    def test_a_failure_is_in_the_row_and_in_the_status(self):
        broken = figures(failed={"3.14": "crash"})
        broken["pythons"]["3.14"] = found({}, None)
        status, (line,), err = self.printed(broken)
        self.assertEqual(status, 1)
        self.assertIn("FAILED on 3.14 | shared GIL on 3.11; own GIL on 3.13; FAILED on 3.14",
                      line)
        self.assertIn("failed: spam", err)

    def test_a_row_without_a_patch_has_no_figures(self):
        status, (line,), _ = self.printed(
            {"name": "spam", "version": "1.0", "pythons": {}, "failed": {"all": "refused"}})
        self.assertEqual(status, 1)
        self.assertEqual(line, "| spam 1.0 " + "| FAILED " * 9 + "|")

    def test_rows_of_two_builds_are_no_table(self):
        status, lines, err = self.printed(figures("a"), figures("b", program="q"))
        self.assertEqual((status, len(lines)), (1, 2))
        self.assertIn("p (1), q (1)", err)


if __name__ == "__main__":
    unittest.main()
