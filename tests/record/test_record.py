"""insulate record: what it writes of real builds, and when it writes nothing.

usage: test_record.py PROGRAM
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))


class Record(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.addCleanup(self.holder.cleanup)
        self.folder = pathlib.Path(self.holder.name).resolve()
        (self.folder / "tmp").mkdir()
        (self.folder / "spam.c").write_text("#include <spam.h>\nint spam = SPAM;\n")
        (self.folder / "ham.cpp").write_text('extern "C" int ham(void) { return 1; }\n')
        (self.folder / "include").mkdir()
        (self.folder / "include/spam.h").write_text("#define SPAM 1\n")
        self.environment = {**os.environ, "TMPDIR": str(self.folder / "tmp")}
        for name in ("CC", "CXX", "CFLAGS", "MAKEFLAGS"):
            self.environment.pop(name, None)

    def record(self, *words, code=0):
        run = subprocess.run([PROGRAM, "record", *words], cwd=self.folder, text=True,
                             env=self.environment, capture_output=True,
                             stdin=subprocess.DEVNULL)
        self.assertEqual(run.returncode, code, run.stderr)
        self.assertEqual(list((self.folder / "tmp").iterdir()), [], "left behind")
        return run

    def entries(self, name="compile_commands.json"):
        return {pathlib.Path(entry["file"]).name: entry
                for entry in json.loads((self.folder / name).read_text())}

    def test_each_source_of_a_call_has_an_entry_of_its_own(self):
        self.record("--", "sh", "-c",
                    "cc -Iinclude -DX='a b' -c spam.c && c++ -shared -fPIC ham.cpp -o ham.so")
        entries = self.entries()
        self.assertEqual(set(entries), {"spam.c", "ham.cpp"})
        self.assertEqual(entries["spam.c"]["arguments"],
                         ["cc", "-Iinclude", "-DX=a b", "-c", "spam.c"])
        for entry in entries.values():
            self.assertEqual(entry["directory"], str(self.folder))
            self.assertTrue(os.path.isabs(entry["file"]))

    def test_a_call_with_two_sources_is_told_apart(self):
        (self.folder / "egg.c").write_text("int egg;\n")
        self.record("--", "sh", "-c", "gcc -Iinclude -c spam.c egg.c")
        self.assertEqual(self.entries()["egg.c"]["arguments"][1:],
                         ["-Iinclude", "-c", "egg.c"])

    def test_words_of_response_files_count_as_the_call_s_own(self):
        (self.folder / "inner.rsp").write_text("-Iinclude\n'-DX=a b' -DY=\\\"q\\\"\n")
        (self.folder / "outer.rsp").write_text("-c @inner.rsp spam.c -o\n spam.o")
        self.record("--", "sh", "-c", "gcc @outer.rsp && rm outer.rsp inner.rsp")
        self.assertEqual(self.entries()["spam.c"]["arguments"],
                         ["gcc", "-c", "-Iinclude", "-DX=a b", '-DY="q"', "spam.c",
                          "-o", "spam.o"])

    def test_a_word_with_an_at_that_is_no_file_stays(self):
        self.record("--", "sh", "-c", "gcc -Iinclude -c spam.c -DX=@ -Wl,@no || true")
        self.assertIn("-Wl,@no", self.entries()["spam.c"]["arguments"])

    def test_compilers_behind_wrappers_and_in_parallel(self):
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "ccache").write_text('#!/bin/sh\nexec "$@"\n')
        (tools / "ccache").chmod(0o755)
        self.environment["PATH"] = f"{tools}:{self.environment['PATH']}"
        deep = self.folder / "deep/er"
        deep.mkdir(parents=True)
        names = [f"part{i}.c" for i in range(12)]
        for name in names:
            (self.folder / name).write_text("#include <spam.h>\nint part = SPAM;\n")
        rules = "".join(f"{name}:; cd deep/er && ccache cc -I ../../include -c ../../{name}"
                        f" -o {name}.o\n" for name in names)
        (self.folder / "Makefile").write_text(
            f"all: {' '.join(names)}\n.PHONY: all {' '.join(names)}\n" + rules)
        self.record("--", "make", "-s", "-j4")
        entries = self.entries()
        self.assertEqual(set(entries), set(names))
        for entry in entries.values():
            self.assertEqual(entry["directory"], str(deep))
            self.assertEqual(entry["arguments"][0], "cc")
        self.assertEqual(os.path.realpath(entries["part3.c"]["file"]),
                         str(self.folder / "part3.c"))

    def test_the_build_itself_is_not_changed(self):
        run = self.record("--", "sh", "-c", "cc -Iinclude -c spam.c && echo built")
        self.assertTrue((self.folder / "spam.o").exists())
        self.assertEqual(run.stdout, "built\n")

    def test_check_uses_what_was_recorded(self):
        self.record("--", "sh", "-c", "cd include && cc -I. -c ../spam.c -o spam.o")
        run = subprocess.run([PROGRAM, "check", "spam.c"], cwd=self.folder, text=True,
                             capture_output=True)
        self.assertEqual((run.returncode, run.stdout), (0, ""), run.stderr)

    def test_a_compiler_named_by_its_path_in_cc_is_watched(self):
        self.environment["CC"] = shutil.which("gcc") + " -Iinclude"
        self.record("--", "sh", "-c", "$CC -c spam.c")
        self.assertEqual(self.entries()["spam.c"]["arguments"],
                         [shutil.which("gcc"), "-Iinclude", "-c", "spam.c"])

    def test_a_second_run_replaces_what_it_compiles_and_keeps_the_rest(self):
        self.record("--", "sh", "-c", "cc -Iinclude -c spam.c; c++ -c ham.cpp")
        self.record("--", "cc", "-Iinclude", "-DNEW", "-c", "spam.c")
        entries = self.entries()
        self.assertEqual(set(entries), {"spam.c", "ham.cpp"})
        self.assertIn("-DNEW", entries["spam.c"]["arguments"])

    def test_output_goes_where_it_is_told(self):
        self.record("--output", "other.json", "--", "cc", "-Iinclude", "-c", "spam.c")
        self.assertEqual(set(self.entries("other.json")), {"spam.c"})
        self.assertFalse((self.folder / "compile_commands.json").exists())

    def test_sources_that_are_gone_are_left_out(self):
        self.record("--", "sh", "-c", "echo 'int x;' > try.c; cc -c try.c; rm try.c; "
                                      "cc -Iinclude -c spam.c")
        self.assertEqual(set(self.entries()), {"spam.c"})

    def test_preprocessing_is_no_compilation(self):
        self.record("--", "cc", "-Iinclude", "-E", "spam.c", code=2)
        self.assertFalse((self.folder / "compile_commands.json").exists())

    def test_a_source_that_was_only_tried_is_left_out(self):
        (self.folder / "probe.c").write_text("#include <no-such-header.h>\n")
        self.record("--", "sh", "-c", "cc -c probe.c 2>/dev/null; test $? = 1 && "
                                      "cc -Iinclude -c spam.c")
        self.assertEqual(set(self.entries()), {"spam.c"})

    def test_a_failing_build_writes_nothing(self):
        run = self.record("--", "sh", "-c", "cc -Iinclude -c spam.c; exit 3", code=2)
        self.assertIn("exit code 3", run.stderr)
        self.assertFalse((self.folder / "compile_commands.json").exists())

    def test_a_build_that_compiles_nothing_is_told(self):
        self.assertIn("compiled nothing", self.record("--", "true", code=2).stderr)

    def test_a_command_that_does_not_exist_is_told(self):
        self.assertIn("no-such-command", self.record("--", "no-such-command", code=2).stderr)

    def test_no_command_is_bad_usage(self):
        self.assertIn("takes a build command", self.record(code=2).stderr)

    def test_a_damaged_database_is_not_overwritten(self):
        path = self.folder / "compile_commands.json"
        path.write_text("{ not a list")
        self.record("--", "cc", "-Iinclude", "-c", "spam.c", code=2)
        self.assertEqual(path.read_text(), "{ not a list")

    def test_a_build_by_setuptools(self):
        try:
            import setuptools  # noqa: F401
        except ImportError:
            self.skipTest("SKIPPED: this Python has no setuptools")
        (self.folder / "setup.py").write_text(
            "from setuptools import setup, Extension\n"
            "setup(name='spam', py_modules=[], ext_modules=["
            "Extension('spam', ['spam.c'], include_dirs=['include'])])\n")
        self.record("--", sys.executable, "setup.py", "-q", "build_ext", "--inplace")
        arguments = self.entries()["spam.c"]["arguments"]
        self.assertIn("-Iinclude", arguments)
        self.assertNotIn("insulate-record", " ".join(arguments))


if __name__ == "__main__":
    unittest.main(verbosity=2)
