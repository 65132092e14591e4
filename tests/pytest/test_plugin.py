#!/usr/bin/env python3
"""The pytest plugin, on the oldest and the newest Python here that have pytest and headers,
with --all on each minor version.

Status 77 (skipped) where there is none.
"""

import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

HERE = Path(__file__).resolve().parent
PROJECT = HERE.parents[1]
sys.path[:0] = [str(PROJECT / "tests/prove"), str(PROJECT / "tests/real"),
                str(PROJECT / "tools")]

import package  # noqa: E402
import pytest_xdist  # noqa: E402
import pythons  # noqa: E402
from environment import SKIPPED, build, check  # noqa: E402

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

# Right in one interpreter, and in several one after another.
PARALLEL = """\
import random
import pytest
import static_scratch

def echo():
    numbers = [random.randrange(1 << 30) for _ in range(60)]
    assert [static_scratch.echo(number) for number in numbers] == numbers

def test_echo():
    echo()

def test_nothing():
    pass

def test_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    echo()

@pytest.mark.thread_unsafe
def test_marked():
    echo()

@pytest.fixture
def is_main_needed():
    from interpreter import is_main
    if not is_main():
        pytest.skip("not here")

def test_skips_itself_there(is_main_needed):
    pass

@pytest.fixture
def lost():
    raise RuntimeError("spam")

def test_setup_fails(lost):
    pass

def test_file_that_all_processes_use():
    import os, time
    with open("shared.txt", "w") as file:
        file.write(str(id(file)) + str(os.getpid()))
    time.sleep(1)
    with open("shared.txt") as again:
        assert again.read() == str(id(file)) + str(os.getpid())
"""

PARALLEL_CRASH = """\
import os
import clean_state
from interpreter import is_main

def test_first():
    assert clean_state.Thing(4).get() == 4

def test_crash():
    if not is_main():
        os.abort()

def test_last():
    assert clean_state.Thing(4).get() == 4
"""

ALL_SKIPPED = """\
import clean_state
import pytest

@pytest.mark.skip(reason="spam")
def test_skipped():
    pass
"""

TWO_FILES = """\
import os
import clean_state
from interpreter import is_main

def test_right_{0}():
    assert clean_state.Thing(4).get() == 4

def test_main_{0}():
    assert is_main()
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
        self.flags = []  # of Python

    def write(self, name, text):
        (self.folder / name).write_text(text)

    def run(self, *arguments):
        path = [str(PROJECT / "python"), str(pytest_xdist.library_folder())]
        done = subprocess.run(
            [self.executable, *self.flags, "-m", "pytest", "-q", "-p", "insulate.pytest_plugin",
             *arguments], cwd=self.folder, capture_output=True, text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path),
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
            (["--insulate=shared-gil", "clean_state", "--insulate-parallel", "0"], "from 1 to 64"),
            (["--insulate=shared-gil", "clean_state", "--insulate-parallel=65"], "from 1 to 64"),
            (["--insulate=two-modules", "clean_state", "--insulate-parallel=2"],
             "has one interpreter")):
        status, text = project.run(*words)
        check(status == 4 and expected in text, f"{words} is refused", status, text)
    if minor < 12:
        status, text = project.run("--insulate=own-gil", "clean_state")
        check(status == 4 and "3.12" in text, "own-gil before 3.12", status, text)
    for name, expected in (("os", "not an extension module"),
                           ("replaced_exception", "do not import"),
                           ("spam", "there is no module spam in"),
                           ("spam._egg", "there is no module spam._egg in"),
                           ("json._egg", "there is no module json._egg in")):
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


def check_nothing(project):
    """What runs no test, or none that passes twice, is not a pass."""
    for words, expected, wanted in (
            (["test_clean.py", "-k", "spam_and_eggs"], "no test ran: nothing is known", 5),
            (["test_skipped.py"], "no test passed in both runs", 1),
            (["test_clean.py", "-k", "wrong_everywhere"], "no test passed in both runs", 1),
            (["test_broken.py"], "the first run did not end", 2)):
        status, section = project.run("--insulate=shared-gil", "clean_state", *words)
        check(status == wanted and expected in section and "clean_state" in section,
              f"{words} is not a pass", status, section)
    status, text = project.run("--insulate=shared-gil", "clean_state", "--collect-only",
                               "test_clean.py")
    check(status == 0 and "in a sub-interpreter" not in text, "--collect-only runs nothing",
          status, text)


def check_parallel(project, mode):
    words = [f"--insulate={mode}", "static_scratch", "test_parallel.py",
             "-W", "ignore::pytest.PytestUnknownMarkWarning"]
    status, section = project.run(*words)
    check(status == 1 and "7 tests, 0 differ" in section, f"{mode}: one after another it passes",
          status, section)
    status, section = project.run(*words, "--insulate-parallel", "4")
    check(status == 1 and rows(section, "DIFFERS") == ["test_echo"]
          and "of 4 interpreters: " in section and "4 at once" in section,
          f"{mode}: a race is seen in parallel", status, section)
    shared = rows(section, "not counted (it cannot run in several interpreters at once)")
    check({"test_folder"} <= set(shared) <= {"test_folder", "test_marked"}
          and "changes the working directory" in section, "what changes the process is not blamed",
          section)
    check(rows(section, "not counted (also fails in the main interpreter of another process)")
          == ["test_file_that_all_processes_use"], "nor what processes cannot do either", section)
    check(rows(section, "skipped in the second run") == ["test_skips_itself_there"],
          "skips do not keep the others waiting", section)
    status, section = project.run(f"--insulate={mode}", "clean_state", "test_clean.py",
                                  "--insulate-parallel=3", "-k", "right or parameters")
    check(status == 0 and "4 tests, 0 differ" in section, f"{mode}: isolated in parallel",
          status, section)
    status, section = project.run(f"--insulate={mode}", "clean_state", "test_parallel_crash.py",
                                  "--insulate-parallel=3")
    check(status == 1 and "3 tests, 1 differs" in section and "SIGABRT" in section
          and rows(section, "DIFFERS") == ["test_crash"], f"{mode}: a crash in parallel",
          status, section)


def check_xdist(project):
    if not pytest_xdist.is_there():
        print("SKIPPED: pytest-xdist is missing (./setup fetches it)")
        return
    xdist = ["-p", "xdist.plugin", "-p", "xdist.looponfail"]
    status, section = project.run(*xdist, "-n", "2", "--insulate=shared-gil", "clean_state",
                                  "test_file_1.py", "test_file_2.py")
    check(status == 1 and "4 tests, 2 differ" in section
          and rows(section, "DIFFERS") == ["test_main_1", "test_main_2"],
          "-n: the tests of all workers are compared", status, section)
    status, section = project.run(*xdist, "-n2", "--insulate=shared-gil", "clean_state",
                                  "test_file_1.py", "test_file_2.py", "-k", "right")
    check(status == 0 and "2 tests, 0 differ" in section, "-n: isolated", status, section)
    status, section = project.run(*xdist, "-n2", "--insulate=shared-gil", "spam", "test_file_1.py")
    check(status == 1 and "there is no module spam" in section, "-n: another module",
          status, section)
    status, section = project.run(*xdist, "-n2", "--insulate=shared-gil", "clean_state",
                                  "test_file_1.py", "-k", "spam_and_eggs")
    check(status == 5 and "no test ran" in section, "-n: nothing ran", status, section)
    status, section = project.run(*xdist, "-n0", "--insulate=two-modules", "clean_state",
                                  "test_clean.py", "-k", "right")
    check(status == 0 and "1 test, 0 differ" in section, "-n0", status, section)
    status, text = project.run(*xdist, "--tx", "2*popen", "--dist", "each",
                               "--insulate=shared-gil", "clean_state")
    check(status == 4 and "--dist=each" in text, "--dist=each is refused", status, text)


def check_strict(project):
    """Projects whose pytest makes errors of warnings, and keeps no cache."""
    project.write("pytest.ini", "[pytest]\naddopts = --strict-config --strict-markers\n"
                                "filterwarnings = error\n")
    project.flags = ["-W", "error", "-X", "dev"]
    for mode in ("two-modules", "shared-gil", "own-gil"):
        for words in (["-p", "no:cacheprovider", "-p", "no:junitxml"],
                      [f"--insulate-parallel={1 if mode == 'two-modules' else 2}"]):
            status, section = project.run(f"--insulate={mode}", "clean_state", "test_clean.py",
                                          "-k", "right or parameters", *words)
            check(status == 0 and "4 tests, 0 differ" in section,
                  f"{mode}, filterwarnings = error {words}", status, section)
    project.flags = []
    (project.folder / "pytest.ini").unlink()


def check_junit(project):
    def suites(*words):
        file = project.folder / "junit.xml"
        project.run(*words, f"--junitxml={file}")
        root = ElementTree.parse(file).getroot()
        file.unlink()
        return root.findall("testsuite")
    (plain,) = suites("test_clean.py")
    first, second = suites("--insulate=shared-gil", "clean_state", "test_different.py")
    check(first.get("name") == plain.get("name") and first.get("tests") == "14",
          "pytest's own suite is there", first.attrib)
    values = {each.get("name"): each.get("value") for each in second.iter("property")}
    check(values["insulate.mode"] == "shared-gil" and values["insulate.module"] == "clean_state"
          and values["insulate.result"] == "differs" and values["insulate.differ"] == "3"
          and second.get("name") == "insulate: clean_state in a sub-interpreter",
          "properties of the second run", values)
    failed = sorted(case.get("name").rpartition("::")[2] for case in second.iter("testcase")
                    if case.find("failure") is not None)
    check(failed == ["test_crash", "test_main", "test_main_again"]
          and second.get("failures") == "3"
          and int(second.get("skipped")) == len(second.findall("testcase/skipped")) == 3
          and int(second.get("tests")) == len(second.findall("testcase")),
          "a test that differs is one that failed", failed, second.attrib)
    _, second = suites("--insulate=shared-gil", "spam", "test_once.py")
    (case,) = second.findall("testcase")
    check("there is no module spam" in case.find("failure").get("message"),
          "what shows nothing is a failure", ElementTree.tostring(second))


def check_hang(project):
    status, section = project.run("--insulate=shared-gil", "clean_state",
                                  "test_hangs.py", "--insulate-time-limit", "8")
    check(status == 1 and rows(section, "DIFFERS") == ["test_hang"]
          and "the run hangs (time limit 8 s)" in section, "a test that hangs", section)


def check_python(executable, version, include):
    minor = int(version.split(".")[1])
    with tempfile.TemporaryDirectory() as name:
        project = Project(executable, Path(name))
        for module in ("clean_state", "replaced_exception", "once_slot", HERE / "static_scratch"):
            build(module, {"include": include}, project.folder / f"{Path(module).name}.so")
        for name, text in (("interpreter.py", INTERPRETER), ("test_parallel.py", PARALLEL),
                           ("test_parallel_crash.py", PARALLEL_CRASH),
                           ("test_skipped.py", ALL_SKIPPED), ("test_broken.py", "spam\n"),
                           ("test_file_1.py", TWO_FILES.format(1)),
                           ("test_file_2.py", TWO_FILES.format(2)),
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
            check_nothing(project)
            check_strict(project)
            check_parallel(project, "own-gil")
            check_xdist(project)
            check_junit(project)
            check_hang(project)
        left = [each for each in sorted(os.listdir(project.folder))
                if each not in (*before, ".pytest_cache", "shared.txt")]
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
    usable = {}
    for executable, version, include in candidates():
        minor = int(version.split(".")[1])
        asked = subprocess.run([executable, "-c", "import pytest"], capture_output=True)
        if minor not in usable and asked.returncode == 0:
            usable[minor] = (executable, version, include)
    if not usable:
        print("SKIPPED: no Python here has pytest and headers")
        return SKIPPED
    for minor in sorted(usable if "--all" in sys.argv else {min(usable), max(usable)}):
        executable, version, include = usable[minor]
        print(f"# {version}: {executable}", flush=True)
        check_python(executable, version, include)
    return 0


if __name__ == "__main__":
    sys.exit(main())
