#!/usr/bin/env python3
"""The pytest plugin, on every Python here that has pytest and headers.

Status 77 (skipped) where there is none.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(PROJECT / "tests/prove"), str(PROJECT / "tests/real"),
                str(PROJECT / "tools")]

import package  # noqa: E402
import pythons  # noqa: E402
from environment import SKIPPED, build, check  # noqa: E402

# The options of pytest-xdist, as its plugin declares them and sets them from each other.
XDIST = """\
import pytest

def pytest_addoption(parser):
    group = parser.getgroup("xdist")
    group._addoption("-n", "--numprocesses", dest="numprocesses", type=int)
    group.addoption("--dist", dest="dist", default="no")
    group.addoption("--tx", dest="tx", action="append", default=[])

@pytest.hookimpl(tryfirst=True)
def pytest_cmdline_main(config):
    if config.option.numprocesses and config.option.dist == "no":
        config.option.dist = "load"
"""

INTERPRETER = """\
def is_main():
    try:
        import _interpreters
    except ImportError:
        import _xxsubinterpreters as _interpreters
    current = _interpreters.get_current()
    return (current[0] if isinstance(current, tuple) else int(current)) == 0
"""

CLEAN = """\
import os
import signal
import pytest
import clean_state
from interpreter import is_main

def test_right():
    assert clean_state.Thing(4).get() == 4

def test_wrong_everywhere():
    assert clean_state.Thing(4).get() == 5

@pytest.mark.skip(reason="never")
def test_skipped():
    assert False

@pytest.mark.xfail
def test_expected_failure():
    assert False

@pytest.mark.parametrize("value", ["a", "a b", "\\u00e9"])
def test_parameters(value, tmp_path):
    (tmp_path / "file").write_text("x")
    assert clean_state.Thing(value).get() == value

def test_only_for_the_main_interpreter():
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)

def test_only_in_the_first_process():
    assert "INSULATE_PYTEST_CHILD" not in os.environ

def test_skips_itself_there():
    if not is_main():
        pytest.skip("not here")
"""

DIFFERENT = CLEAN + """
def test_main():
    assert is_main()

def test_main_again():
    assert is_main()

def test_crash():
    if not is_main():
        os.abort()

def test_behind_the_crash():
    assert clean_state.Thing(4).get() == 4
"""

REPLACED = """\
import pytest
import replaced_exception

def test_raises():
    with pytest.raises(replaced_exception.Error):
        replaced_exception.fail()

def test_other():
    assert issubclass(replaced_exception.Error, Exception)
"""

ONCE = """\
try:
    import once_slot
except ImportError:
    once_slot = None

def test_whatever_there_is():
    pass
"""

HANGS = """\
import time
import clean_state
from interpreter import is_main

def test_first():
    pass

def test_hang():
    while not is_main():
        time.sleep(1)
"""


class Project:
    """A folder with tests, run with one Python."""

    def __init__(self, executable, folder):
        self.executable, self.folder = executable, folder

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def run(self, *arguments):
        done = subprocess.run(
            [self.executable, "-m", "pytest", "-q", "-p", "insulate.pytest_plugin",
             *arguments], cwd=self.folder, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": str(PROJECT / "python"),
                 "PYTHONDONTWRITEBYTECODE": "1",
                 "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"})
        head, found, section = done.stdout.partition("= insulate: ")
        return done.returncode, section if found else head + done.stderr


def rows(section, title):
    """The tests of one kind, without their files."""
    return sorted(line.split("::", 1)[1].rpartition(" (")[0]
                  for line in section.splitlines() if line.startswith(title + ": "))


def check_sub_interpreters(project, mode):
    status, section = project.run(f"--insulate={mode}", "clean_state", "test_clean.py")
    check(status == 1 and "10 tests, 0 differ" in section,
          f"{mode}: what fails everywhere does not differ", status, section)
    check(rows(section, "not counted (a limit of sub-interpreters)")
          == ["test_only_for_the_main_interpreter"], "limits of CPython do not count",
          section)
    check(rows(section, "not counted (also fails in the main interpreter of another "
                        "process)") == ["test_only_in_the_first_process"],
          "nor does what fails in any other process", section)
    check(rows(section, "skipped in the second run") == ["test_skips_itself_there"],
          "nor what skips itself", section)
    status, section = project.run(f"--insulate={mode}", "clean_state",
                                  "test_different.py", "--deselect",
                                  "test_different.py::test_wrong_everywhere", "-x")
    check(status == 1 and "13 tests, 3 differ" in section
          and rows(section, "DIFFERS") == ["test_crash", "test_main", "test_main_again"],
          f"{mode}: each test that differs is named, in spite of -x", status, section)
    check("SIGABRT" in section, "and how the process died", section)


def check_two_modules(project):
    status, section = project.run("--insulate", "two-modules", "clean_state",
                                  "test_clean.py", "-k", "right or parameters")
    check(status == 0 and "4 tests, 0 differ" in section, "two-modules: isolated",
          status, section)
    status, section = project.run("--insulate=two-modules", "replaced_exception",
                                  "test_replaced.py")
    check(status == 1 and rows(section, "DIFFERS") == ["test_raises"],
          "two-modules: an exception that the second object replaced", status, section)
    status, section = project.run("--insulate=two-modules", "once_slot", "test_once.py")
    check(status == 1 and "refuses a second module object" in section,
          "two-modules: a refusal is one", status, section)


def check_refusals(project, minor):
    status, section = project.run("--insulate=shared-gil", "replaced_exception",
                                  "test_replaced.py")
    check(status == 0 and "2 tests, 0 differ" in section,
          "shared-gil: what tests do not look at passes", status, section)
    status, section = project.run("--insulate=shared-gil", "once_slot", "test_once.py")
    check(status == 1 and "once_slot refuses: ImportError" in section,
          "a package that takes something else in the module's place", status, section)
    if minor >= 12:
        status, section = project.run("--insulate=own-gil", "replaced_exception",
                                      "test_replaced.py")
        check(status == 1 and "replaced_exception refuses: " in section,
              "own-gil: a module that does not declare it", status, section)


def check_words(project, minor):
    for words, expected in (
            (["--insulate=nonsense", "clean_state"], "nonsense"),
            (["--insulate=two-modules"], "requires the name"),
            (["--insulate=two-modules", "-q"], "requires the name"),
            (["--insulate=two-modules", "../x"], "requires the name"),
            (["--insulate=two-modules", "clean_state", "--pdb"], "with --pdb"),
            (["--insulate=two-modules", "clean_state", "--trace"], "with --trace"),
            (["-p", "xdist_options", "-n", "2", "--insulate=shared-gil", "clean_state"],
             "with -n"),
            (["-p", "xdist_options", "--tx", "2*popen", "--dist", "each",
              "--insulate=shared-gil", "clean_state"], "with -n")):
        status, text = project.run(*words)
        check(status == 4 and expected in text, f"{words} is refused", status, text)
    status, text = project.run("-p", "xdist_options", "-n", "0", "--insulate=two-modules",
                               "clean_state", "test_clean.py", "-k", "right")
    check(status == 0 and "1 test, 0 differ" in text, "-n 0 is no refusal", status, text)
    if minor < 12:
        status, text = project.run("--insulate=own-gil", "clean_state")
        check(status == 4 and "3.12" in text, "own-gil before 3.12", status, text)
    for name, expected in (("os", "not an extension module"), ("spam", "do not import")):
        status, text = project.run("--insulate=two-modules", name, "test_once.py")
        check(status == 1 and expected in text, f"{name} shows nothing", status, text)
    status, text = project.run("test_once.py")
    check(status == 0 and "insulate" not in text, "without the option nothing changes",
          status, text)
    project.write("pytest.ini", "[pytest]\naddopts = --insulate two-modules "
                                "--insulate-module clean_state\n")
    status, text = project.run("test_clean.py", "-k", "right")
    (project.folder / "pytest.ini").unlink()
    check(status == 0 and "1 test, 0 differ" in text, "the options of a file", text)


def check_hang(project):
    status, section = project.run("--insulate=shared-gil", "clean_state",
                                  "test_hangs.py", "--insulate-time-limit", "8")
    check(status == 1 and rows(section, "DIFFERS") == ["test_hang"]
          and "the run hangs (time limit 8 s)" in section, "a test that hangs", section)


def check_python(executable, version, include):
    minor = int(version.split(".")[1])
    with tempfile.TemporaryDirectory() as name:
        project = Project(executable, Path(name))
        for module in ("clean_state", "replaced_exception", "once_slot"):
            build(module, {"include": include}, project.folder / f"{module}.so")
        for name, text in (("interpreter.py", INTERPRETER), ("xdist_options.py", XDIST),
                           ("test_clean.py", CLEAN), ("test_different.py", DIFFERENT),
                           ("test_once.py", ONCE), ("test_replaced.py", REPLACED),
                           ("test_hangs.py", HANGS)):
            project.write(name, text)
        before = sorted(os.listdir(project.folder))
        check_sub_interpreters(project, "shared-gil")
        if minor >= 13:
            check_sub_interpreters(project, "own-gil")
        check_two_modules(project)
        check_refusals(project, minor)
        check_words(project, minor)
        if minor == 14:
            check_hang(project)
        left = [each for each in sorted(os.listdir(project.folder))
                if each not in (*before, ".pytest_cache")]
        check(not left, "nothing is left behind", left)


def candidates():
    """(executable, version, header folder) of Pythons that may have pytest."""
    for each in package.find_pythons():
        if each.is_ready():
            yield str(each.executable), each.version, each.include
    for each in pythons.find(pythons.default_cache()):
        if each["include"] and each["kind"] == "release":
            yield each["executable"], each["version"], each["include"]


def main():
    seen = set()
    for executable, version, include in candidates():
        minor = ".".join(version.split(".")[:2])
        asked = subprocess.run([executable, "-c", "import pytest"], capture_output=True)
        if minor in seen or asked.returncode != 0:
            continue
        seen.add(minor)
        print(f"# {version}: {executable}", flush=True)
        check_python(executable, version, include)
    if not seen:
        print("SKIPPED: no Python here has pytest and headers")
        return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
