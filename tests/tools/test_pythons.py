"""tools/pythons.py finds the Pythons of a machine and keeps its folder whole."""

import contextlib
import io
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

TOOL = Path(__file__).resolve().parents[2] / "tools/pythons.py"
sys.path.insert(0, str(TOOL.parent))

import pythons  # noqa: E402


def fake_python(path, version, debug=False, free_threaded=False, include=None):
    """A program that answers the query as a Python would."""
    path.parent.mkdir(parents=True, exist_ok=True)
    answer = json.dumps({"executable": str(path), "version": version, "debug": debug,
                         "free_threaded": free_threaded, "include": include})
    path.write_text(f"#!/bin/sh\necho '{answer}'\n")
    path.chmod(0o755)
    return path


class Finding(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cache = self.folder / "cache"
        environment = {"PATH": str(self.folder / "bin"),
                       "PYENV_ROOT": str(self.folder / "pyenv")}
        patch = mock.patch.dict(os.environ, environment)
        patch.start()
        self.addCleanup(patch.stop)

    def find(self, *given):
        self.said = io.StringIO()
        with contextlib.redirect_stderr(self.said):
            return [(p["version"], p["kind"], p["origin"])
                    for p in pythons.find(self.cache, given)]

    def test_kinds_and_origins_are_told_apart(self):
        root = self.cache / "pythons/3.14-abc"
        fake_python(root / "usr/bin/python3.14", "3.14.1")
        fake_python(root / "usr/bin/python3.14d", "3.14.1", debug=True)
        (self.cache / "pythons/3.14").symlink_to("3.14-abc")
        fake_python(self.folder / "bin/python3.12", "3.12.9")
        fake_python(self.folder / "pyenv/versions/3.13.0/bin/python3", "3.13.0",
                    free_threaded=True)
        self.assertEqual(self.find(), [("3.12.9", "release", "path"),
                                       ("3.13.0", "free-threaded", "pyenv"),
                                       ("3.14.1", "debug", "fetched"),
                                       ("3.14.1", "release", "fetched")])

    def test_one_python_under_two_names_is_listed_once(self):
        python = fake_python(self.folder / "bin/python3.13", "3.13.2")
        (self.folder / "bin/python3").symlink_to(python)
        self.assertEqual(self.find(python), [("3.13.2", "release", "given")])

    def test_what_pyenv_puts_on_the_path_is_not_started(self):
        fake_python(self.folder / "pyenv/shims/python3.12", "3.12.9")
        os.environ["PATH"] += os.pathsep + str(self.folder / "pyenv/shims")
        self.assertEqual(self.find(), [])

    def test_what_is_no_usable_python_is_left_out_and_named_if_given(self):
        old = fake_python(self.folder / "bin/python3.8", "3.8.20")
        broken = self.folder / "bin/python3.11"
        broken.write_text("#!/bin/sh\nexit 3\n")
        broken.chmod(0o755)
        self.assertEqual(self.find(old, broken, self.folder / "absent"), [])
        for name in ("python3.8", "python3.11", "absent"):
            self.assertIn(name, self.said.getvalue())

    def test_a_folder_that_nothing_points_to_does_not_count(self):
        folder = self.cache / "pythons"
        fake_python(folder / "3.14-whole/usr/bin/python3.14", "3.14.1")
        fake_python(folder / "3.15-half/usr/bin/python3.15", "3.15.0")
        pythons.publish(folder, folder / "3.14-whole", "3.14")
        self.assertEqual(self.find(), [("3.14.1", "release", "fetched")])
        pythons.remove_leftovers(folder)
        self.assertEqual(sorted(p.name for p in folder.iterdir()), ["3.14", "3.14-whole", "answers.json"])
        self.assertEqual(pythons.missing(self.cache, ["3.14", "3.15"]),
                         [("3.14", "debug"), ("3.15", "release"), ("3.15", "debug")])

    def test_a_python_is_asked_again_only_when_it_is_replaced(self):
        executable = self.folder / "bin/python3.14"
        fake_python(executable, "3.14.1")
        self.assertEqual(self.find(), [("3.14.1", "release", "path")])
        with mock.patch.object(pythons, "ask", side_effect=AssertionError("asked")):
            self.assertEqual(self.find(), [("3.14.1", "release", "path")])
        executable.unlink()
        self.assertEqual(self.find(), [])
        fake_python(executable, "3.14.10")
        self.assertEqual(self.find(), [("3.14.10", "release", "path")])

    def test_headers_count_as_they_come_and_go(self):
        include = self.folder / "include"
        fake_python(self.folder / "bin/python3.13", "3.13.2", include=str(include))
        with mock.patch.object(pythons, "default_cache", lambda: self.cache):
            self.assertIsNone(pythons.find_python("3.13"))
            self.assertEqual(pythons.find_python("3.13", headers=False)["version"], "3.13.2")
            include.mkdir()
            (include / "Python.h").touch()
            self.assertEqual(pythons.find_python("3.13")["include"], str(include))
            self.assertEqual(pythons.minor_of(pythons.find_python("3.13")), 13)
            self.assertIsNone(pythons.find_python("3.13", "debug"))
            fake_python(self.folder / "bin/python3.12", "3.12.9", include=str(include))
            self.assertEqual(pythons.find_python("3")["version"], "3.13.2")
            self.assertIsNone(pythons.find_python("3.1"))
            (include / "Python.h").unlink()
            self.assertIsNone(pythons.find_python("3.13"))

    def test_a_spoilt_file_of_answers_does_not_count(self):
        fake_python(self.folder / "bin/python3.13", "3.13.2")
        (self.cache / "pythons").mkdir(parents=True)
        (self.cache / "pythons/answers.json").write_text('{"half')
        self.assertEqual(self.find(), [("3.13.2", "release", "path")])

    def test_what_cannot_be_built_is_named(self):
        for arguments, missing in ((["--free-threaded"], "3.14 or 3.13 free-threaded"),
                                   (["--fetch", "3.14"], "3.14 debug")):
            said = io.StringIO()
            with mock.patch.object(sys, "argv", ["", "--cache", str(self.cache), *arguments]), \
                    mock.patch.object(pythons, "find_mirrors", lambda sources: []), \
                    contextlib.redirect_stderr(said):
                self.assertEqual(pythons.main(), 2)
            self.assertIn(f"MISSING: no CPython {missing}", said.getvalue())

    def test_an_older_free_threaded_one_is_enough(self):
        (self.cache / "pythons/3.13t-made").mkdir(parents=True)
        (self.cache / "pythons/3.13t").symlink_to("3.13t-made")
        with mock.patch.object(pythons, "find_mirrors", lambda sources: []), \
                mock.patch.object(pythons, "say"):
            self.assertTrue(pythons.fetch_free_threaded(self.cache, ["3.14", "3.13"]))
            self.assertFalse(pythons.fetch_free_threaded(self.cache, ["3.14"]))

    def test_the_list_has_three_columns_and_names_what_is_missing(self):
        done = subprocess.run([sys.executable, str(TOOL), "--cache", str(self.cache),
                               "--python", sys.executable],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0)
        version, kind, path = done.stdout.splitlines()[0].split()
        self.assertTrue(version.startswith("%d.%d." % sys.version_info[:2]))
        self.assertIn(kind, ("release", "debug", "free-threaded"))
        self.assertTrue(os.access(path, os.X_OK))
        self.assertEqual(done.stderr.count("MISSING"), 6)


if __name__ == "__main__":
    unittest.main()
