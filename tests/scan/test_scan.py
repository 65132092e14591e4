"""`insulate scan` on extensions built here, on the standard libraries present, on damaged
files and on wheels: for the oldest Python here and the newest of each kind, with --all for
every one.

usage: test_scan.py PROGRAM [--all]
"""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
import zipfile
import zlib
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))

from pythons import with_headers  # noqa: E402
from share import newest_of_each_kind  # noqa: E402
import tiny_elf  # noqa: E402

INSULATE = None
PYTHONS = []
OWN_GIL = "{Py_mod_multiple_interpreters,Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},"
SHARED_GIL = "{Py_mod_multiple_interpreters,Py_MOD_MULTIPLE_INTERPRETERS_SUPPORTED},"
ONCE = "{Py_mod_multiple_interpreters,Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},"

# macros, floor: init, declares, supports, verdict, rules that must be among the
# findings.  Rules of errors and warnings that are not named must not be there.
VARIANTS = {
    "clean": ({}, (3, 9), "multi", "none", "own-gil", "isolated", set()),
    "own_gil": ({"SLOT_INTERPRETERS": OWN_GIL}, (3, 12), "multi", "own-gil", "own-gil",
                "isolated", set()),
    "shared_gil": ({"SLOT_INTERPRETERS": SHARED_GIL}, (3, 12), "multi", "shared-gil",
                   "own-gil", "isolated", set()),
    "once": ({"SLOT_INTERPRETERS": ONCE}, (3, 12), "multi", "once", "once", "refuses",
             set()),
    "single": ({"SINGLE_PHASE": "1", "STATE_SIZE": "-1"}, (3, 9), "single",
               "single-phase", "once", "not-isolated", {"init-single-phase"}),
    "single_with_state": ({"SINGLE_PHASE": "1", "STATE_SIZE": "48"}, (3, 9), "single",
                          "single-phase", "shared-gil", "refuses",
                          {"init-single-phase"}),
    "single_with_type": ({"SINGLE_PHASE": "1", "STATE_SIZE": "0", "STATIC_TYPE": "1"},
                         (3, 9), "single", "single-phase", "once", "not-isolated",
                         {"init-single-phase", "type-static"}),
    "negative_size": ({"STATE_SIZE": "-1"}, (3, 9), "multi", "none", "nothing",
                      "not-isolated", {"init-size-negative"}),
    "static_error": ({"STATIC_ERROR": "1"}, (3, 9), "multi", "none", "once",
                     "not-isolated", {"state-static-object"}),
    "static_counter": ({"STATIC_COUNTER": "1"}, (3, 9), "multi", "none", "once",
                       "not-isolated", {"state-static-data"}),
    "static_buffer": ({"STATIC_BUFFER": "1"}, (3, 9), "multi", "none", "once",
                      "not-isolated", {"state-static-data"}),
    "static_state": ({"STATIC_STATE": "1", "STATE_SIZE": "sizeof(long)"}, (3, 9), "multi",
                     "none", "once", "not-isolated", {"state-static-data"}),
    "guard": ({"GUARD": "1"}, (3, 9), "multi", "none", "once", "refuses", set()),
    "guard_with_type": ({"GUARD": "1", "STATIC_TYPE": "1"}, (3, 9), "multi", "none",
                        "once", "refuses", {"type-static"}),
    "other_import_error": ({"NEEDS_OTHER": "1"}, (3, 9), "multi", "none", "own-gil",
                           "isolated", set()),
    "set_once": ({"SET_ONCE": "1"}, (3, 9), "multi", "none", "own-gil", "isolated",
                 set()),
    "static_type": ({"STATIC_TYPE": "1"}, (3, 9), "multi", "none", "once",
                    "not-isolated", {"type-static"}),
    "static_sequence": ({"STATIC_SEQUENCE": "1"}, (3, 9), "multi", "none", "once",
                        "not-isolated", {"type-static"}),
    "false_claim": ({"STATIC_TYPE": "1", "SLOT_INTERPRETERS": OWN_GIL}, (3, 12), "multi",
                    "own-gil", "once", "not-isolated",
                    {"type-static", "claim-own-gil-false"}),
    "false_claim_of_data": ({"STATIC_COUNTER": "1", "SLOT_INTERPRETERS": OWN_GIL},
                            (3, 12), "multi", "own-gil", "once", "not-isolated",
                            {"state-static-data", "claim-own-gil-false"}),
    "false_shared": ({"STATIC_TYPE": "1", "SLOT_INTERPRETERS": SHARED_GIL}, (3, 12),
                     "multi", "shared-gil", "once", "not-isolated",
                     {"type-static", "claim-shared-gil-false"}),
    "once_with_type": ({"STATIC_TYPE": "1", "SLOT_INTERPRETERS": ONCE}, (3, 12), "multi",
                       "once", "once", "not-isolated", {"type-static"}),
    "once_with_type_and_guard": ({"STATIC_TYPE": "1", "GUARD": "1",
                                  "SLOT_INTERPRETERS": ONCE}, (3, 12), "multi", "once",
                                 "once", "refuses", {"type-static"}),
    "once_with_counter": ({"STATIC_COUNTER": "1", "SLOT_INTERPRETERS": ONCE}, (3, 12),
                          "multi", "once", "once", "refuses", {"state-static-data"}),
    "slots_at_run_time": ({"SLOTS_AT_RUN_TIME": "1", "SLOT_INTERPRETERS": "{0,NULL},"},
                          (3, 9), "multi", None, "own-gil", "isolated", set()),
    "slots_made_by_entry_point": ({"SLOTS_MADE": "1"}, (3, 12), "multi", "own-gil",
                                  "own-gil", "isolated", set()),
    "module_export": ({"MODULE_EXPORT": "1"}, (3, 15), "export", "own-gil", "own-gil",
                      "isolated", set()),
}


def scan(*words, expected=(0, 1), json_format=True):
    command = [INSULATE, "scan", *map(str, words)]
    if json_format:
        command += ["--format", "json"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    if done.returncode not in expected:
        raise AssertionError(f"status {done.returncode} of {command}\n{done.stdout[-2000:]}"
                             f"\n{done.stderr[-4000:]}")
    return json.loads(done.stdout) if json_format else done


def build(python, folder, macros, flags, compiler="gcc"):
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "spam.so"
    # A source of its own: findings that say the same of the same line are one.
    source = shutil.copy(HERE / "spam.c", folder)
    subprocess.run([compiler, "-shared", "-fPIC", "-w", f"-I{python['include']}", *flags,
                    *(f"-D{key}={value}" for key, value in macros.items()),
                    source, "-o", str(path)], check=True)
    return path


class InFolder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="insulate-scan-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)


def version_of(python):
    return tuple(int(part) for part in python["version"].split(".")[:2])


class Built(InFolder):
    def build_variants(self, python, build_name, flags, compiler="gcc"):
        """Every variant for `python`, each in a folder of its own; their paths."""
        folder = self.folder / f"{python['version']}-{python['kind']}-{build_name}"
        return {variant: build(python, folder / variant, macros, flags, compiler)
                for variant, (macros, floor, *_) in VARIANTS.items()
                if version_of(python) >= floor}

    def check(self, paths, is_stripped):
        answer = scan(*paths.values())
        for variant, path in paths.items():
            _, _, init, declares, supports, verdict, rules = VARIANTS[variant]
            module, = [m for m in answer["modules"] if m["path"] == str(path)]
            findings = [f for f in answer["findings"]
                        if str(path) in (f["path"], *(e[3:] for e in f["evidence"]))]
            where = (path, module, findings)
            self.assertEqual((module["module"], module["init"], module.get("declares"),
                              module["supports"], module["verdict"]),
                             ("spam", init, declares, supports, verdict), where)
            self.assertTrue(module["reason"], where)
            self.assertEqual({f["rule"] for f in findings if f["level"] != "note"}, rules,
                             where)
            for finding in findings:
                self.check_place(finding, path, is_stripped, where)

    def check_place(self, finding, path, is_stripped, where):
        if finding["rule"] not in ("type-static", "state-static-object",
                                   "state-static-data"):
            return
        if is_stripped:
            self.assertEqual(finding["path"], str(path), where)
            self.assertRegex(finding["place"], r"Spam_Type|^\.\w+\+0x", where)
        else:
            self.assertTrue(finding["path"].endswith("spam.c"), where)
            self.assertGreater(finding["line"], 0, where)

    def test_variants_of_every_python(self):
        for python in PYTHONS:
            paths = self.build_variants(python, "optimised", ["-O2", "-g"])
            self.assertGreater(len(paths), 5)
            self.check(paths, is_stripped=False)
            for path in paths.values():
                subprocess.run(["strip", str(path)], check=True)
            self.check(paths, is_stripped=True)

    def test_variants_without_optimisation(self):
        self.check(self.build_variants(PYTHONS[-1], "plain", ["-O0", "-g"]), False)
        self.check(self.build_variants(PYTHONS[-1], "bare", ["-O0", "-s"]), True)

    def test_variants_optimised_when_linked(self):
        flags = ["-O2", "-g", "-flto"]  # declarations stand in another unit
        self.check(self.build_variants(PYTHONS[-1], "linked", flags), False)

    def test_variants_with_code_and_constants_in_one_segment(self):
        flags = ["-O2", "-s", "-Wl,-z,noseparate-code"]
        self.check(self.build_variants(PYTHONS[-1], "joined", flags), True)

    def test_files_without_section_headers(self):
        for variant in ("clean", "single", "static_type", "static_error", "guard"):
            macros, _, init, declares, supports, verdict, rules = VARIANTS[variant]
            path = build(PYTHONS[-1], self.folder, macros, ["-O2", "-s"])
            content = bytearray(path.read_bytes())
            content[40:48] = bytes(8)  # e_shoff
            content[60:64] = bytes(4)  # e_shnum, e_shstrndx
            path.write_bytes(content)
            answer = scan(path)
            module, = answer["modules"]
            self.assertEqual((module["init"], module["declares"], module["verdict"]),
                             (init, declares, verdict), answer)
            found = {f["rule"] for f in answer["findings"] if f["level"] != "note"}
            self.assertEqual(found, rules, answer)

    @unittest.skipUnless(shutil.which("clang") or shutil.which("clang-19"), "no clang")
    def test_variants_by_clang(self):
        compiler = shutil.which("clang") or shutil.which("clang-19")
        for flags, is_stripped in ((["-O2", "-g"], False), (["-O2", "-s"], True)):
            self.check(self.build_variants(PYTHONS[-1], f"clang{is_stripped}",
                                           flags, compiler), is_stripped)

    def test_thread_local_objects_are_told_apart(self):
        path = build(PYTHONS[-1], self.folder, {"THREAD_OBJECT": "1"}, ["-O2", "-g"])
        finding, = [f for f in scan(path)["findings"] if f["symbol"] == "spam_local"]
        self.assertEqual(finding["rule"], "state-static-object")
        self.assertIn("thread-local", finding["message"])

    def test_generators_are_known_by_their_run_time_part(self):
        guard = ("Interpreter change detected - this module can only be loaded into one "
                 "interpreter per process.")
        for markers, declared, name, verdict in (
                (["cython_runtime", guard], "", "Cython", "refuses"),
                (["cython_runtime"], "", "Cython", "not-isolated"),
                (["__pybind11_internals_v"], "", "pybind11", "not-isolated"),
                (["__nb_internals_v"], OWN_GIL, "nanobind", "isolated"),
                (["pyo3_runtime", "PyO3 modules do not yet support subinterpreters"], "",
                 "PyO3", "not-isolated"),
                (["__pybind11_internals_v"], ONCE, "pybind11", "refuses"),
                (["swig_runtime_data"], ONCE, "SWIG", "not-isolated")):
            macros = {"MARKERS": ",".join(f'"{marker}"' for marker in markers),
                      "SLOT_INTERPRETERS": declared}
            answer = scan(build(PYTHONS[-1], self.folder / name, macros, ["-O2", "-s"]))
            module, = answer["modules"]
            self.assertEqual((name, module["verdict"]), (name, verdict), answer)
            notes = [f for f in answer["findings"] if f["rule"] == "generated-code"]
            self.assertEqual(len(notes), 1)
            self.assertIn(name, notes[0]["message"])

    def test_missing_hooks_are_notes_where_there_is_state(self):
        for macros, words in (
                ({}, None),
                ({"STATE_SIZE": "16"}, "no m_traverse, m_clear or m_free"),
                ({"STATE_SIZE": "16", "TRAVERSE": "1"}, "neither m_clear nor m_free"),
                ({"STATE_SIZE": "16", "TRAVERSE": "1", "GUARD": "1"}, None)):
            answer = scan(build(PYTHONS[-1], self.folder, macros, ["-O1"]))
            notes = [f for f in answer["findings"] if f["rule"] == "gc-module-hooks"]
            self.assertEqual(len(notes), 0 if words is None else 1, macros)
            if words is not None:
                self.assertIn(words, notes[0]["message"])
                self.assertEqual(notes[0]["level"], "note")

    def test_data_zero_data_and_thread_data_are_told_apart(self):
        for macro, memory in (("STATIC_ERROR", "zero-data"), ("STATIC_BUFFER", "zero-data"),
                              ("STATIC_MODE", "data"), ("THREAD_OBJECT", "thread")):
            path = build(PYTHONS[-1], self.folder, {macro: "1"}, ["-O1", "-g"])
            finding, = [f for f in scan(path)["findings"] if f["rule"].startswith("state-")]
            self.assertIn(f"memory: {memory}", finding["evidence"], macro)
            text = Path(finding["path"]).read_text().splitlines()[finding["line"] - 1]
            self.assertTrue(text[finding["column"] - 1:].startswith(finding["symbol"]),
                            (text, finding))

    def test_findings_about_the_module_lie_at_its_entry_point(self):
        macros = {"SINGLE_PHASE": "1", "STATE_SIZE": "-1"}
        for flags, has_line in ((["-O1", "-g"], True), (["-O1"], False)):
            answer = scan(build(PYTHONS[-1], self.folder, macros, flags))
            finding, = [f for f in answer["findings"] if f["rule"] == "init-single-phase"]
            self.assertEqual(finding["symbol"], "PyInit_spam")
            self.assertEqual(finding.get("line", 0) > 0, has_line)
            self.assertEqual(finding.get("column", 0) > 0, has_line)
            self.assertEqual(finding["path"].endswith("spam.c"), has_line)

    def test_the_gil_slot_is_told(self):
        slots = "{Py_mod_gil,Py_MOD_GIL_NOT_USED},"
        for macros, gil in (({}, None), ({"SLOT_INTERPRETERS": slots}, "not-used")):
            module, = scan(build(PYTHONS[-1], self.folder, macros, ["-O1"]))["modules"]
            self.assertEqual(module.get("gil"), gil)

    def test_several_entry_points_in_one_file(self):
        path = build(PYTHONS[-1], self.folder, {"SECOND_ENTRY": "1"}, ["-O2"])
        answer = scan(path)
        self.assertEqual({(m["module"], m["init"]) for m in answer["modules"]},
                         {("spam", "multi"), ("eggs", "single")})

    def test_a_const_able_table_is_no_finding(self):
        answer = scan(build(PYTHONS[-1], self.folder, {}, ["-O0", "-g"]))
        self.assertFalse([f for f in answer["findings"] if f["level"] != "note"])

    def test_packages_give_the_dotted_name(self):
        package = self.folder / "site-packages/one/two"
        build(PYTHONS[-1], package, {}, ["-O2"])
        for target in (package / "spam.so", self.folder / "site-packages", self.folder):
            names = [m["module"] for m in scan(target)["modules"]]
            self.assertEqual(names, ["one.two.spam"], target)

    def test_any_number_of_jobs_gives_the_same_answer(self):
        for variant in ("clean", "single", "static_type", "static_error"):
            build(PYTHONS[-1], self.folder / variant, VARIANTS[variant][0], ["-O2"])
        answers = []
        for jobs in ("1", "2", "8"):
            answer = scan(self.folder, "--jobs", jobs)
            for module in answer["modules"]:
                del module["seconds"]
            answers.append(answer)
        self.assertEqual(answers[0], answers[1])
        self.assertEqual(answers[0], answers[2])
        self.assertEqual(len(answers[0]["modules"]), 4)


class WholePython(unittest.TestCase):
    def test_only_what_it_would_import_is_read(self):
        python = PYTHONS[-1]
        source = ("import importlib.machinery as m, json; "
                  "print(json.dumps(m.EXTENSION_SUFFIXES))")
        out = subprocess.run([python["executable"], "-I", "-c", source], check=True,
                             capture_output=True, text=True).stdout
        answer = scan("--python", python["executable"], expected=(0, 1))
        paths = [m["path"] for m in answer["modules"]]
        self.assertTrue(paths)
        for path in paths:
            stem = os.path.basename(path).split(".", 1)
            self.assertIn("." + stem[1], json.loads(out), path)
            self.assertTrue(stem[0].isidentifier(), path)


class Environment(InFolder):
    """An environment is scanned without running anything of it."""

    def setUp(self):
        super().setUp()
        self.python = PYTHONS[-1]
        subprocess.run([self.python["executable"], "-m", "venv", "--without-pip",
                        str(self.folder / "venv")], check=True)
        self.executable = self.folder / "venv/bin/python"
        self.site, = (self.folder / "venv/lib").glob("python*/site-packages")

    def modules(self):
        done = scan("--python", self.executable, json_format=False)
        answer = scan("--python", self.executable)
        return {m["module"] for m in answer["modules"]}, done.stderr

    def test_pth_files_are_read_and_not_run(self):
        ran = self.folder / "RAN"
        other = self.folder / "other"
        build(self.python, other, {}, ["-O1"])
        (self.site / "code.pth").write_text(f"import os; open({str(ran)!r}, 'w')\n")
        (self.site / "path.pth").write_text(f"# a comment\n{other}\n/nonexistent\n")
        for name in ("sitecustomize.py", "usercustomize.py"):
            (self.site / name).write_text(f"open({str(ran)!r}, 'w')\n")
        inner = build(self.python, self.site / "package", {}, ["-O1"])
        self.assertTrue(inner.exists())
        modules, stderr = self.modules()
        self.assertFalse(ran.exists())
        self.assertLessEqual({"spam", "package.spam"}, modules)
        self.assertIn("code.pth contains code, which was not run", stderr)
        self.assertNotIn("path.pth", stderr)


class Damaged(InFolder):
    """Truncated and flipped files: an answer, never a crash."""

    def setUp(self):
        super().setUp()
        macros = {"STATIC_TYPE": "1", "STATIC_ERROR": "1"}
        self.whole = build(PYTHONS[-1], self.folder / "whole", macros,
                           ["-O1", "-g"]).read_bytes()
        self.broken = self.folder / "broken"
        self.broken.mkdir()

    def scan_all(self, minimum):
        answer = scan(self.broken)
        seen = {f["path"] for f in answer["findings"]}
        seen |= {m["path"] for m in answer["modules"]}
        self.assertGreaterEqual(len(seen), minimum)
        return answer

    def test_truncated_at_every_step(self):
        step = max(1, len(self.whole) // 400)
        for size in range(0, len(self.whole), step):
            (self.broken / f"t{size}.so").write_bytes(self.whole[:size])
        answer = self.scan_all(300)
        self.assertIn("unreadable-binary", {f["rule"] for f in answer["findings"]})

    def flip(self, offsets, values):
        for offset in offsets:
            for value in values:
                changed = bytearray(self.whole)
                changed[offset] = value
                (self.broken / f"f{offset}_{value}.so").write_bytes(changed)

    def test_every_byte_of_the_elf_header_flipped(self):
        self.flip(range(4, 64), (0, 0x7F, 0xFF))
        self.scan_all(60)

    def test_program_headers_flipped(self):
        self.flip(range(64, 64 + 56 * 9), (0xFF,))
        self.scan_all(60)

    def test_section_headers_and_dynamic_data_flipped(self):
        begin = int.from_bytes(self.whole[40:48], "little")
        self.flip(range(begin, len(self.whole), 5), (0xFF,))
        step = max(1, begin // 600)
        self.flip(range(600, begin, step), (0xFF,))
        self.scan_all(300)


class Messages(InFolder):
    def refused(self, path, words):
        done = scan(path, expected=(2,), json_format=False)
        self.assertIn(words, done.stderr)
        self.assertIn("[unreadable-binary]", done.stdout)

    def test_what_is_no_module_is_said(self):
        for name, content, words in (
                ("text.so", b"hello\n", "not an ELF file"),
                ("empty.so", b"", "it is empty"),
                ("win.pyd", b"MZ" + bytes(200), "PE file"),
                ("mac.so", b"\xcf\xfa\xed\xfe" + bytes(200), "Mach-O"),
                ("spam-1.0.tar.gz", b"\x1f\x8b" + bytes(20), "source distribution"),
                ("spam-1.0-py3-none-any.whl", b"no zip", "not a readable wheel")):
            (self.folder / name).write_bytes(content)
            self.refused(self.folder / name, words)
        self.refused(self.folder / "missing.so", "No such file")
        with zipfile.ZipFile(self.folder / "spam-1.0.zip", "w") as out:
            out.writestr("spam-1.0/setup.py", "")
        self.refused(self.folder / "spam-1.0.zip", "source distribution")

    def test_a_library_without_entry_point_is_refused_by_name_only(self):
        source = self.folder / "library.c"
        source.write_text("int answer(void) { return 42; }\n")
        subprocess.run(["gcc", "-shared", "-fPIC", str(source), "-o",
                        str(self.folder / "library.so")], check=True)
        self.refused(self.folder / "library.so", "not an extension module")
        answer = scan(self.folder, expected=(0,))
        self.assertEqual(answer["findings"], [])

    def test_an_unreadable_target_does_not_hide_the_others(self):
        path = build(PYTHONS[-1], self.folder, {}, ["-O2"])
        answer = scan(path, self.folder / "missing.so", expected=(2,))
        self.assertEqual([m["module"] for m in answer["modules"]], ["spam"])

    def test_usage(self):
        self.assertIn("--python", scan(expected=(2,), json_format=False).stderr)
        scan("--python", "/nonexistent/python", expected=(2,), json_format=False)


class Wheels(InFolder):
    def wheel(self, name, members):
        path = self.folder / name
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
            for member, content in members:
                out.writestr(member, content)
        return path

    def test_members_have_their_own_paths_and_names(self):
        module = build(PYTHONS[-1], self.folder, {"STATIC_TYPE": "1"}, ["-O2"]).read_bytes()
        wheel = self.wheel("spam-1.0-cp313-cp313-linux_x86_64.whl", [
            ("one/spam.so", module), ("one/__init__.py", ""),
            ("spam-1.0.data/platlib/two/spam.so", module)])
        answer = scan(wheel)
        self.assertEqual({m["module"] for m in answer["modules"]}, {"one.spam", "two.spam"})
        self.assertIn(f"{wheel}!/one/spam.so", {f["path"] for f in answer["findings"]})

    def test_a_project_is_fetched_by_its_name(self):
        if subprocess.run(["python3", "-I", "-m", "pip", "--version"],
                          capture_output=True).returncode != 0:
            self.skipTest("python3 has no pip")
        module = build(PYTHONS[-1], self.folder, {"STATIC_TYPE": "1"}, ["-O2"]).read_bytes()
        scratch = self.folder / "scratch"
        scratch.mkdir()
        (self.folder / "pip").mkdir()
        (self.folder / "pip/__init__.py").write_text("raise SystemExit('of the folder')\n")
        metadata = "Metadata-Version: 2.1\nName: eggs\nVersion: 1.0\n"
        wheel = "Wheel-Version: 1.0\nGenerator: t\nRoot-Is-Purelib: false\nTag: py3-none-any\n"
        self.wheel("eggs-1.0-py3-none-any.whl", [
            ("eggs/spam.so", module), ("eggs-1.0.dist-info/METADATA", metadata),
            ("eggs-1.0.dist-info/WHEEL", wheel), ("eggs-1.0.dist-info/RECORD", "")])
        environment = {**os.environ, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.folder),
                       "TMPDIR": str(scratch), "PIP_CONFIG_FILE": os.devnull}

        def scan_project(target, status):
            done = subprocess.run([INSULATE, "scan", "--format", "json", target],
                                  capture_output=True, text=True, cwd=self.folder,
                                  env=environment)
            self.assertEqual(done.returncode, status, done.stdout + done.stderr)
            self.assertEqual(list(scratch.iterdir()), [])
            return json.loads(done.stdout), done.stderr

        for target in ("pypi:eggs", "pypi:eggs==1.0"):
            answer, text = scan_project(target, 1)
            self.assertEqual([m["module"] for m in answer["modules"]], ["eggs.spam"])
            self.assertIn("eggs-1.0-py3-none-any.whl!/eggs/spam.so",
                          {f["path"] for f in answer["findings"]})
            self.assertIn("fetched eggs-1.0-py3-none-any.whl", text)
        self.assertIn("pip cannot fetch a wheel of no-such-eggs: No matching distribution",
                      scan_project("pypi:no-such-eggs", 2)[1])
        for target in ("pypi:", "pypi:--help", "pypi:../eggs", "pypi:eggs @ file:///x",
                       "pypi:eggs==", "pypi:eggs==1;x"):
            self.assertIn("is no project of PyPI", scan_project(target, 2)[1])

    def test_hostile_members_are_findings_and_nothing_is_written(self):
        wheel = self.wheel("spam-1.0-cp313-cp313-linux_x86_64.whl", [
            ("../../escaped.so", b"\x7fELF"), ("/tmp/absolute.so", b"\x7fELF"),
            ("one/text.so", b"text"), ("one/win.pyd", b"MZ" + bytes(100))])
        before = sorted(self.folder.iterdir())
        answer = scan(wheel, expected=(1,))
        self.assertEqual(sorted(self.folder.iterdir()), before)
        self.assertEqual([f["rule"] for f in answer["findings"]], ["unreadable-binary"] * 4)
        escaped = [f for f in answer["findings"] if "outside the installation directory" in f["message"]]
        self.assertEqual(len(escaped), 2)

    def bomb(self, begin, megabytes):
        path = self.folder / "bomb-1.0-cp313-cp313-linux_x86_64.whl"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
            with out.open("bomb/zero.so", "w", force_zip64=True) as member:
                member.write(begin)
                for _ in range(megabytes):
                    member.write(bytes(1 << 20))
        return path

    def test_a_bomb_is_cut_off(self):
        module = build(PYTHONS[-1], self.folder, {}, ["-O2"]).read_bytes()
        for begin, words in ((b"", "not an ELF file"), (module, "compression ratio of 200")):
            answer = scan(self.bomb(begin, 520), expected=(1,))
            self.assertIn(words, answer["findings"][0]["message"])

    def test_what_is_not_packed_is_cut_off_as_well(self):
        path = self.folder / "large-1.0-cp313-cp313-linux_x86_64.whl"
        size = (1 << 29) + (1 << 20)
        with open(path, "wb") as out:
            out.write(self.local(b"a/big.so", size, 0) + b"\x7fELF")
            out.seek(size - 4, os.SEEK_CUR)  # a hole: no room on the disk
            begin = out.tell()
            out.write(self.central(b"a/big.so", 0, size, 0))
            self.write_end(out, 1, begin)
        answer = scan(path, expected=(1,))
        self.assertIn("and was skipped", answer["findings"][0]["message"])

    @staticmethod
    def local(name, size, crc):
        return struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 0, 0, 33, crc, size, size,
                           len(name), 0) + name

    @staticmethod
    def central(name, offset, size, crc):
        return struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, 0, 0, 33, crc,
                           size, size, len(name), 0, 0, 0, 0, 0o100644 << 16,
                           offset) + name

    @staticmethod
    def write_end(out, n_members, begin):
        out.write(struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, n_members, n_members,
                              out.tell() - begin, begin, 0))

    def test_members_that_share_their_bytes_are_a_finding(self):
        module = build(PYTHONS[-1], self.folder, {}, ["-O2"]).read_bytes()
        inner = self.local(b"a/inner.so", len(module), zlib.crc32(module)) + module
        outer = module + inner  # trailing bytes do no harm to an ELF file
        path = self.folder / "shared-1.0-cp313-cp313-linux_x86_64.whl"
        with open(path, "wb") as out:
            head = self.local(b"a/outer.so", len(outer), zlib.crc32(outer))
            out.write(head + outer)
            begin = out.tell()
            out.write(self.central(b"a/outer.so", 0, len(outer), zlib.crc32(outer)))
            out.write(self.central(b"a/inner.so", len(head) + len(module), len(module),
                                   zlib.crc32(module)))
            self.write_end(out, 2, begin)
        finding, = [f for f in scan(path, expected=(1,))["findings"]
                    if f["rule"] == "unreadable-binary"]
        self.assertTrue(finding["path"].endswith("!/a/inner.so"))
        self.assertIn("overlaps another member", finding["message"])

    def test_paths_that_leave_the_folder_are_findings_whatever_they_hold(self):
        for name in ("../evil.py", "a/../../evil.py", "/evil.txt", "..\\evil.py",
                     "C:\\evil.py"):
            # The zip module would make the name harmless.
            wheel = self.wheel("paths-1.0-cp313-cp313-linux_x86_64.whl",
                               [("a" * len(name), "")])
            wheel.write_bytes(wheel.read_bytes().replace(b"a" * len(name), name.encode()))
            finding, = scan(wheel, expected=(1,))["findings"]
            self.assertIn("outside the installation directory", finding["message"], name)

    def test_truncated_wheels_end_with_an_answer(self):
        module = build(PYTHONS[-1], self.folder, {}, ["-O2"]).read_bytes()
        whole = self.wheel("w.whl", [("one/spam.so", module)]).read_bytes()
        for size in range(0, len(whole), max(1, len(whole) // 60)):
            path = self.folder / "cut.whl"
            path.write_bytes(whole[:size])
            answer = scan(path, expected=(1, 2))
            self.assertTrue(answer["findings"])


class Linkage(InFolder):
    """What a module takes from other files and gives to them."""

    def build(self, macros=(), flags=()):
        path = self.folder / "linked.abi3.so"
        subprocess.run(["gcc", "-shared", "-fPIC", "-w", "-O1", "-fvisibility=hidden",
                        f"-I{PYTHONS[-1]['include']}", *flags,
                        *(f"-D{macro}" for macro in macros), str(HERE / "linked.c"),
                        "-o", str(path)], check=True)
        return path

    def findings(self, rule, target):
        return [f for f in scan(target)["findings"] if f["rule"] == rule]

    def in_wheel(self, path, tags):
        wheel = self.folder / f"linked-1.0-{tags}-manylinux2014_x86_64.whl"
        with zipfile.ZipFile(wheel, "w") as out:
            out.write(path, path.name)
        return wheel

    def claims(self, tags, macros):
        """The evidence of claim-abi3-false; [message] where there is none of it."""
        target = self.build(macros)
        if tags:
            target = self.in_wheel(target, tags)
        return [line for f in self.findings("claim-abi3-false", target)
                for line in f["evidence"] or [f["message"]]]

    def test_what_the_tag_promises_is_held_against_the_stable_abi(self):
        late = "PyUnicode_AsUTF8AndSize is in the stable ABI since Python 3.10"
        private = "_PyObject_GetDictPtr is not in the stable ABI"
        for tags, macros, wanted in (
                ("cp39-abi3", [], []),
                ("cp38-abi3", ["LATE"], [late]),
                ("cp310.cp39-abi3", ["LATE"], [late]),
                ("cp310-abi3", ["LATE"], []),
                ("cp39-cp39", ["LATE"], []),
                ("", ["LATE"], []),
                ("", ["PRIVATE"], [private]),
                ("cp38-abi3", ["LATE", "PRIVATE"], [late, private]),
                ("cp39-abi3", ["WEAK"], [])):
            if tags == "cp39-cp39":
                plain = self.build(macros).rename(self.folder / "linked.so")
                self.assertEqual(
                    self.findings("claim-abi3-false", self.in_wheel(plain, tags)), [])
                continue
            self.assertEqual(self.claims(tags, macros), wanted, (tags, macros))

    def test_structs_and_slots_of_one_version_break_the_claim(self):
        slots = f"SLOTS={OWN_GIL}"
        message, = self.claims("", ["TYPE"])
        self.assertIn("PyTypeObject", message)
        message, = self.claims("cp39-abi3", [slots])
        self.assertIn("SystemError", message)
        self.assertIn("Py_mod_multiple_interpreters", message)
        self.assertEqual(self.claims("cp312-abi3", [slots]), [])
        threaded = self.build().rename(self.folder / "linked.abi3t.so")
        finding, = self.findings("claim-abi3-false", threaded)
        self.assertIn("PyModExport_linked", finding["message"])

    def test_exports_besides_the_entry_point_are_a_note(self):
        self.assertEqual(self.findings("global-symbol-exported", self.build(["EXPORTED"])),
                         [])
        finding, = self.findings("global-symbol-exported",
                                 self.build(["EXPORTED"], ["-fvisibility=default"]))
        self.assertEqual((finding["level"], finding["symbol"]),
                         ("note", "linked_exported"))

    def test_imports_that_matter_are_notes_with_the_symbol(self):
        path = self.build(["PRIVATE", "PROCESS_WIDE"])
        finding, = self.findings("access-private-api", path)
        self.assertEqual(finding["symbol"], "_PyObject_GetDictPtr")
        self.assertEqual(
            [(f["symbol"], f["level"]) for f in self.findings("global-process-call", path)],
            [("setenv", "note"), ("setlocale", "note"), ("strtok", "note")])
        self.assertEqual(self.findings("access-private-api", self.build()), [])
        self.assertEqual(self.findings("global-process-call", self.build()), [])


class ClaimsOnly(InFolder):
    """--claims-only fails for promises that the file breaks, and for nothing else."""

    def setUp(self):
        super().setUp()
        self.python = next(p for p in PYTHONS if version_of(p) >= (3, 12))

    def variant(self, name):
        return build(self.python, self.folder / name, VARIANTS[name][0], ["-g"])

    def rules(self, target, status, *words):
        done = scan("--claims-only", target, "--format", "json", *words,
                    expected=(status,), json_format=False)
        return [f["rule"] for f in json.loads(done.stdout)["findings"]]

    def test_state_without_a_promise_is_not_reported(self):
        for name in ("static_type", "static_counter", "single", "negative_size", "clean",
                     "own_gil", "once_with_counter"):
            self.assertEqual(self.rules(self.variant(name), 0), [], name)

    def test_broken_promises_fail(self):
        self.assertEqual(self.rules(self.variant("false_claim"), 1), ["claim-own-gil-false"])
        target = self.variant("false_shared")
        self.assertEqual(self.rules(target, 1), ["claim-shared-gil-false"])
        self.assertEqual(self.rules(target, 0, "--exit-zero"), ["claim-shared-gil-false"])
        wheel = self.folder / "spam-1.0-cp39-abi3-manylinux2014_x86_64.whl"
        with zipfile.ZipFile(wheel, "w") as out:
            out.write(self.variant("own_gil"), "spam.abi3.so")
        self.assertEqual(self.rules(wheel, 1), ["claim-abi3-false"])

    def test_what_cannot_be_read_is_no_kept_promise(self):
        broken = self.folder / "broken.so"
        broken.write_bytes(b"\x7fELF")
        self.assertEqual(self.rules(broken, 2), ["unreadable-binary"])
        wheel = self.folder / "spam-1.0-cp312-cp312-manylinux2014_x86_64.whl"
        with zipfile.ZipFile(wheel, "w") as out:
            out.write(broken, "spam.so")
        self.assertEqual(self.rules(wheel, 1), ["unreadable-binary"])

    def test_verdicts_are_background(self):
        target = self.variant("static_type")
        for words in ([], ["--format", "github"]):
            done = scan("--claims-only", target, *words, expected=(0,), json_format=False)
            self.assertEqual(done.stdout, "")
        done = scan("--claims-only", "-v", target, expected=(0,), json_format=False)
        self.assertIn("not-isolated", done.stdout)


class Processors(InFolder):
    """Files for other processors, 32-bit and big-endian ones, most of them without code."""

    FOLLOWED = ("x86-64", "i386", "s390x")

    def test_definitions_slots_and_types_are_read(self):
        for machine in tiny_elf.MACHINES:
            path = self.folder / f"{machine}.so"
            path.write_bytes(tiny_elf.make(machine))
            answer = scan(path)
            module, = answer["modules"]
            self.assertEqual((module["module"], module["init"], module["declares"],
                              module["verdict"]),
                             ("spam", "multi", "own-gil", "not-isolated"), answer)
            named = {f["rule"]: f["message"] for f in answer["findings"]}
            self.assertIn("spam.Spam", named.get("type-static", ""), answer)
            if machine in self.FOLLOWED:
                self.assertNotIn("state-not-visible", named, answer)
            else:
                self.assertIn("not analysed", named["state-not-visible"])

    def test_flipped_and_cut_files_do_no_harm(self):
        n = 0
        for machine in ("i386", "ppc", "s390x"):
            whole = tiny_elf.make(machine)
            for offset in range(4, len(whole), 7):
                if whole[offset] == 0 and offset > 400 and offset % 5:
                    continue
                changed = bytearray(whole)
                changed[offset] ^= 0xFF
                (self.folder / f"{machine}{offset}.so").write_bytes(changed)
                n += 1
            for size in range(0, len(whole), 97):
                (self.folder / f"{machine}-cut{size}.so").write_bytes(whole[:size])
                n += 1
        answer = scan(self.folder)
        seen = {f["path"] for f in answer["findings"]}
        seen |= {m["path"] for m in answer["modules"]}
        self.assertGreater(len(seen), n // 2)


class SplitDebug(InFolder):
    """Debug information in a file of its own is found, and only the right one."""

    def split(self, name="spam", build_id="sha1", link="spam.debug"):
        """The stripped module, and the file with its debug information beside it."""
        folder = self.folder / name
        whole = build(PYTHONS[-1], folder, {"STATIC_TYPE": "1", "STATIC_ERROR": "1"},
                      ["-O1", "-g", f"-Wl,--build-id={build_id}"])
        debug = folder / link
        subprocess.run(["objcopy", "--only-keep-debug", str(whole), str(debug)], check=True)
        subprocess.run(["strip", str(whole)], check=True)
        subprocess.run(["objcopy", f"--add-gnu-debuglink={debug}", str(whole)], check=True)
        return whole, debug

    def lines(self, *words):
        """Whether the findings about variables have lines; all or none."""
        found = [f for f in scan(*words)["findings"]
                 if f["rule"] in ("type-static", "state-static-object")]
        self.assertEqual(len(found), 2)
        has = {f.get("line", 0) > 0 for f in found}
        self.assertEqual(len(has), 1)
        return has.pop()

    def test_a_debuglink_leads_beside_or_into_dot_debug(self):
        module, debug = self.split()
        self.assertTrue(self.lines(module))
        below = debug.parent / ".debug"
        below.mkdir()
        debug.rename(below / debug.name)
        self.assertTrue(self.lines(module))
        (below / debug.name).unlink()
        self.assertFalse(self.lines(module))

    def test_a_build_id_leads_below_the_debug_folder(self):
        module, debug = self.split()
        notes = subprocess.run(["readelf", "-n", str(module)], capture_output=True,
                               text=True, check=True).stdout
        name = re.search(r"Build ID: (\w+)", notes)[1]
        place = self.folder / f"debug/.build-id/{name[:2]}/{name[2:]}.debug"
        place.parent.mkdir(parents=True)
        debug.rename(place)
        self.assertFalse(self.lines(module))
        self.assertTrue(self.lines(module, "--debug-dir", self.folder / "debug"))

    def test_a_debug_folder_mirrors_the_paths_of_links(self):
        module, debug = self.split(build_id="none")
        mirror = Path(f"{self.folder}/debug{module.parent.resolve()}")
        mirror.mkdir(parents=True)
        debug.rename(mirror / debug.name)
        self.assertFalse(self.lines(module))
        self.assertTrue(self.lines(module, "--debug-dir", self.folder / "debug"))

    def test_a_file_of_another_build_is_not_taken(self):
        for build_id in ("sha1", "none"):
            module, debug = self.split(f"a{build_id}", build_id)
            self.assertTrue(self.lines(module))
            other = build(PYTHONS[-1], self.folder / f"b{build_id}", {"STATIC_TYPE": "1"},
                          ["-O0", "-g", f"-Wl,--build-id={build_id}"])
            shutil.copy(other, debug)
            self.assertFalse(self.lines(module))

    def test_a_link_with_a_path_leads_nowhere(self):
        module, debug = self.split(link="ab-spam.debug")
        debug.rename(debug.parent.parent / "spam.debug")
        content = module.read_bytes()
        self.assertEqual(content.count(b"ab-spam.debug"), 1)
        module.write_bytes(content.replace(b"ab-spam.debug", b"../spam.debug"))
        self.assertFalse(self.lines(module))

    @unittest.skipUnless(shutil.which("dwz"), "no dwz")
    def test_what_dwz_moved_to_a_common_file_is_found(self):
        first, debug = self.split("one")
        second, other = self.split("two")
        subprocess.run(["dwz", "-m", str(debug.parent / "common.debug"), "-M",
                        "common.debug", str(debug), str(other)], check=True)
        sections = subprocess.run(["readelf", "-SW", str(debug)], capture_output=True,
                                  text=True, check=True).stdout
        self.assertIn(".gnu_debugaltlink", sections)
        self.assertTrue(self.lines(first))
        os.unlink(debug.parent / "common.debug")
        os.mkfifo(debug.parent / "common.debug")  # whoever opens it waits for ever
        self.assertFalse(self.lines(first))


def gdb_types(paths):
    """file name -> sorted variables that gdb says are of type PyTypeObject."""
    commands = ["set pagination off"]
    for path in paths:
        commands += [f"file {path}", f"echo @@{path.name}\\n",
                     "info variables -q -t PyTypeObject"]
    words = [word for command in commands for word in ("-ex", command)]
    out = subprocess.run(["gdb", "-nx", "-batch", *words], capture_output=True,
                         text=True).stdout
    types = {}
    name = None
    for line in out.splitlines():
        if line.startswith("@@"):
            name = line[2:]
            types[name] = []
        match = re.match(r"\d+:\s+(?:static )?PyTypeObject (\w+)(?:\[\d+\])?;", line)
        if match and name:
            types[name].append(match.group(1))
    return {name: sorted(found) for name, found in types.items()}


class StandardLibrary(InFolder):
    """gdb's reading of the debug information is the truth about static types."""

    def compare(self, python):
        source = "import sysconfig; print(sysconfig.get_path('platstdlib'))"
        stdlib = subprocess.run([python["executable"], "-I", "-c", source], check=True,
                                capture_output=True, text=True).stdout.strip()
        paths = sorted((Path(stdlib) / "lib-dynload").glob("*.so"))
        with_debug = [path for path in paths if b".debug_info" in path.read_bytes()]
        if not with_debug:
            return 0
        truth = gdb_types(with_debug)
        folder = self.folder / f"{python['version']}-{python['kind']}"
        folder.mkdir()
        for path in with_debug:
            subprocess.run(["strip", "-o", str(folder / path.name), str(path)], check=True)
        found = self.static_types(with_debug)
        bare = self.static_types([folder / path.name for path in with_debug])
        for path in with_debug:
            declared = found.get(path.name, [])
            self.assertEqual(sorted(f["symbol"] for f in declared), truth[path.name], path)
            self.assertEqual(self.names(bare.get(path.name, [])), self.names(declared),
                             path)
        return sum(map(len, truth.values()))

    def static_types(self, paths):
        """file name -> the findings about static types."""
        found = {}
        for finding in scan(*paths, expected=(0, 1, 2))["findings"]:
            if finding["rule"] == "type-static":
                places = [finding["path"], *(e[3:] for e in finding["evidence"]
                                             if e.startswith("in "))]
                library = [place for place in places if place.endswith(".so")][0]
                found.setdefault(os.path.basename(library), []).append(finding)
        return found

    def names(self, findings):
        """The types, each element of an array for itself."""
        names = []
        for finding in findings:
            several = re.match(r"the (\d+) static types in (.*?) are", finding["message"])
            one = re.match(r"static type (.*?) is shared", finding["message"])
            n, name = (int(several[1]), several[2]) if several else (1, one[1])
            names += ["?" if name[0] == "." or "." not in name else name] * n
        return sorted(names)

    @unittest.skipUnless(shutil.which("gdb"), "no gdb, whose reading is the truth here")
    def test_static_types_are_those_of_the_debug_information(self):
        totals = {}
        for python in PYTHONS:
            n = self.compare(python)
            if n:
                totals[python["version"]] = n
        print("static types in lib-dynload:", totals or "no Python with debug information",
              file=sys.stderr)


def main():
    global INSULATE, PYTHONS
    INSULATE = os.path.abspath(sys.argv.pop(1))
    PYTHONS = with_headers()
    if sys.argv[1:] == ["--all"]:
        sys.argv.pop()
    else:
        PYTHONS = newest_of_each_kind(PYTHONS)
    if not PYTHONS:
        print("SKIPPED: no Python with headers was found; run ./setup", file=sys.stderr)
        return 77
    print("Pythons:", ", ".join(f"{p['version']} {p['kind']}" for p in PYTHONS),
          file=sys.stderr)
    return 0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
