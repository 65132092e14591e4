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

    def test_a_build_in_a_folder_that_it_removes(self):
        (self.folder / "deep/build").mkdir(parents=True)
        run = self.record("--", "sh", "-c",
                          "cd deep/build && cc -I../..//include -c ../../spam.c && cd ../.. "
                          "&& rm -r deep")
        self.assertIn(f"the build removed {self.folder}/deep/build", run.stderr)
        self.assertEqual(self.entries()["spam.c"]["file"], str(self.folder / "spam.c"))
        check = subprocess.run([PROGRAM, "check", "--configurations", "one", "spam.c"],
                               cwd=self.folder, text=True, capture_output=True)
        self.assertEqual((check.returncode, check.stdout), (0, ""), check.stderr)

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
        self.assertIn("exit status 3", run.stderr)
        self.assertFalse((self.folder / "compile_commands.json").exists())

    def test_a_build_that_compiles_nothing_is_told(self):
        self.assertIn("did not run a compiler", self.record("--", "true", code=2).stderr)

    def test_a_command_that_does_not_exist_is_told(self):
        self.assertIn("no-such-command", self.record("--", "no-such-command", code=2).stderr)

    def test_no_command_is_bad_usage(self):
        self.assertIn("expected a build command", self.record(code=2).stderr)

    def test_a_damaged_database_is_not_overwritten(self):
        path = self.folder / "compile_commands.json"
        path.write_text("{ not a list")
        self.record("--", "cc", "-Iinclude", "-c", "spam.c", code=2)
        self.assertEqual(path.read_text(), "{ not a list")

    def test_a_damaged_database_is_noticed_before_the_build(self):
        (self.folder / "compile_commands.json").write_text("hunter2 { not a list")
        run = self.record("--", "touch", "built", code=2)
        self.assertFalse((self.folder / "built").exists())
        self.assertNotIn("hunter2", run.stderr)

    def test_a_folder_that_is_not_there_is_noticed_before_the_build(self):
        self.record("-o", "no/such.json", "--", "touch", "built", code=2)
        self.assertFalse((self.folder / "built").exists())

    def test_entries_of_others_stay_as_they_are(self):
        known = [
            {"directory": str(self.folder), "file": "ham.cpp", "output": f"{i}.o",
             "command": f"c++ -DV={i} -c ham.cpp", "note": [1, {"a": None}]}
            for i in range(2)
        ]
        path = self.folder / "compile_commands.json"
        path.write_text(json.dumps(known))
        self.record("--", "cc", "-Iinclude", "-c", "spam.c")
        self.assertEqual(json.loads(path.read_text())[:2], known)

    def test_a_source_compiled_twice_has_two_entries(self):
        self.record("--", "sh", "-c", "for v in 1 2 1; do cc -Iinclude -DV=$v -c spam.c; done")
        words = [entry["arguments"][2]
                 for entry in json.loads((self.folder / "compile_commands.json").read_text())]
        self.assertEqual(words, ["-DV=1", "-DV=2"])

    def test_words_of_any_bytes_come_back(self):
        odd = [b"-DL=\xe9\xff", b"-DP=\xf4\x8f\x9e\x80", b"-DQ=\"\\n\\\\", "-DU=é".encode(),
               b"-DN=a\nb", b""]
        subprocess.run([PROGRAM, "record", "-q", "--", "cc", "-Iinclude", *odd[:5], "-c",
                        "spam.c"], cwd=self.folder, env=self.environment, check=True)
        text = (self.folder / "compile_commands.json").read_bytes()
        self.assertIn(b"-DL=\xe9\xff", text)
        # And again, as what an earlier run has written.
        self.record("--", "c++", "-c", "ham.cpp")
        text = (self.folder / "compile_commands.json").read_bytes().decode(
            "utf-8", "surrogateescape")
        words = next(entry for entry in json.loads(text)
                     if entry["file"].endswith("spam.c"))["arguments"]
        self.assertEqual([word.encode("utf-8", "surrogateescape") for word in words[2:7]],
                         odd[:5])
        run = subprocess.run([PROGRAM, "check", "-q", "spam.c"], cwd=self.folder,
                             env=self.environment, capture_output=True)
        self.assertEqual((run.returncode, run.stdout), (0, b""), run.stderr)

    def test_a_build_that_records_is_seen_by_both(self):
        self.environment["CC"] = shutil.which("c++")
        run = self.record("-o", "outer.json", "--", PROGRAM, "record", "-o", "inner.json", "--",
                          "sh", "-c", "cc -Iinclude -c spam.c; $CC -c ham.cpp")
        self.assertIn("2 compiler commands", run.stderr)
        self.assertEqual(set(self.entries("inner.json")), {"spam.c", "ham.cpp"})
        self.assertEqual(set(self.entries("outer.json")), {"spam.c", "ham.cpp"})

    def test_a_compiler_that_calls_another_by_a_script_ends(self):
        tools = self.folder / "tools"
        tools.mkdir()
        # It puts our links back in front: the compiler behind them is its own name again.
        (tools / "cc").write_text('#!/bin/sh\nPATH="$FRONT:$PATH" exec cc "$@"\n')
        (tools / "cc").chmod(0o755)
        self.environment["PATH"] = f"{tools}:{self.environment['PATH']}"
        run = self.record("--", "sh", "-c", 'FRONT=${PATH%%:*}; export FRONT; cc -c spam.c',
                          code=2)
        self.assertIn("calls itself", run.stderr)

    def test_forty_runs_at_once_lose_nothing(self):
        names = [f"part{i}.c" for i in range(40)]
        for name in names:
            (self.folder / name).write_text("int part;\n")
        runs = [subprocess.Popen([PROGRAM, "record", "-q", "--", "cc", "-fsyntax-only", name],
                                 cwd=self.folder, env=self.environment) for name in names]
        self.assertEqual([run.wait() for run in runs], [0] * 40)
        self.assertEqual(set(self.entries()), set(names))

    def test_a_log_of_any_size_is_read(self):
        # 66 MiB of words, in calls that an early build of the same file repeats.
        (self.folder / "long.sh").write_text(
            "x=$(printf '%0100000d' 0); i=0\n"
            "while [ $i -lt 660 ]; do true -D$x$i -fsyntax-only spam.c; i=$((i + 1)); done\n"
            "true -Iinclude -c spam.c\n")
        self.environment["CC"] = shutil.which("true")
        self.record("--", "sh", "-c", "sed -i \"s#^true#$CC#; s#do true#do $CC#\" long.sh; "
                                      "sh long.sh")
        self.assertIn("-Iinclude", self.entries()["spam.c"]["arguments"])

    def test_folders_with_blanks(self):
        blank = self.folder / "with blank"
        blank.mkdir()
        (blank / "my cc").symlink_to(shutil.which("gcc"))
        self.environment["TMPDIR"] = str(blank)
        escaped = f"{blank}/my cc".replace(" ", "\\ ")
        for value in (f"{blank}/my cc", f"'{blank}/my cc' -DX", f"{escaped} -DX"):
            with self.subTest(value):
                self.environment["CC"] = value
                self.record("--", "sh", "-c", "$CC -Iinclude -c spam.c")
                words = self.entries()["spam.c"]["arguments"]
                self.assertEqual(words[0], f"{blank}/my cc")
                self.assertEqual("-DX" in words, "-DX" in value)
                self.assertEqual([path.name for path in blank.iterdir()], ["my cc"])

    def test_a_compiler_in_cc_is_not_taken_for_that_on_path(self):
        other = self.folder / "other"
        other.mkdir()
        (other / "gcc").write_text('#!/bin/sh\ntouch other-ran\nexec /usr/bin/env gcc "$@"\n')
        (other / "gcc").chmod(0o755)
        self.environment["CC"] = str(other / "gcc")
        self.record("--", "gcc", "-Iinclude", "-c", "spam.c")
        self.assertFalse((self.folder / "other-ran").exists())
        self.record("--", "sh", "-c", "$CC -Iinclude -c spam.c")
        self.assertTrue((self.folder / "other-ran").exists())

    def test_a_build_without_our_environment(self):
        self.environment["CC"] = shutil.which("gcc")
        self.record("--", "sh", "-c",
                    'exec env -i PATH=/usr/bin:/bin "$CC" -Iinclude -c spam.c')
        self.assertEqual(set(self.entries()), {"spam.c"})

    def test_what_is_ended_leaves_nothing_behind(self):
        run = subprocess.Popen([PROGRAM, "record", "--", "sh", "-c", "echo on; exec sleep 60"],
                               cwd=self.folder, env=self.environment, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL, text=True)
        run.stdout.readline()
        run.terminate()
        self.assertEqual(run.wait(), 2)
        run.stdout.close()
        self.assertEqual(list((self.folder / "tmp").iterdir()), [])

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
