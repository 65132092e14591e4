"""A pytest plugin: runs the tests of a project again under an isolation scenario.

    pytest --insulate=own-gil|shared-gil|two-modules MODULE [pytest's arguments]

The first run is pytest's own, in the main interpreter.  The second one is a process of
its own (pytest_child.py).  What passes first and fails then is run a third time,
in such a process but in its main interpreter: only what passes there, too, differs.
"""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from importlib.machinery import ExtensionFileLoader

import pytest

from insulate import pytest_child

MODES = ("own-gil", "shared-gil", "two-modules")
PLACES = {
    "own-gil": "in an interpreter with its own GIL",
    "shared-gil": "in a sub-interpreter",
    "two-modules": "beside a second module object",
}
TIME_FACTOR = 20  # how much longer than the first run the second one may take,
TIME_BASE = 60  # and seconds in addition, unless told
SHOWN = 20  # rows of each kind,
WIDTH = 200  # characters of a message
DEATHS = 5  # tests that may end the process before the others are given up

# What no module can do in a sub-interpreter: the words of CPython's exceptions.
LIMITS = (
    "signal only works in main thread of the main interpreter",
    "fork not supported for isolated subinterpreters",
    "fork not supported for subinterpreters",
    "exec not supported for isolated subinterpreters",
    "daemon threads are disabled in this (sub)interpreter",
    "daemon thread are not supported in subinterpreter",
    "thread is not supported for isolated subinterpreters",
    "subprocess not supported for isolated subinterpreters",
)
REFUSES = re.compile(
    r"module (\S+) does not support loading in subinterpreters")


def pytest_addoption(parser):
    group = parser.getgroup("insulate", "isolation of an extension module (insulate)")
    group.addoption(
        "--insulate", choices=MODES, metavar="MODE", default=None,
        help="run the tests a second time: own-gil, shared-gil or two-modules; the "
             "next argument is the extension MODULE")
    group.addoption(
        "--insulate-module", metavar="MODULE", default=None,
        help="the extension module, if it does not follow --insulate=MODE")
    group.addoption(
        "--insulate-time-limit", metavar="S", type=float, default=None,
        help="time limit of the second run, in seconds (default: "
             f"{TIME_BASE}, plus {TIME_FACTOR} times the first run)")


def take_module(arguments):
    """Turn `--insulate=MODE MODULE` into options, in place."""
    for i, word in enumerate(arguments):
        if word == "--":
            return
        behind = i + (2 if word == "--insulate" else 1)
        is_ours = word == "--insulate" or word.startswith("--insulate=")
        if is_ours and len(arguments) > behind:
            if not arguments[behind].startswith("-"):
                arguments[behind] = f"--insulate-module={arguments[behind]}"
            return


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config, parser, args):
    take_module(args)


def refuse_what_cannot_go_along(config):
    # pytest-xdist: -n, or --tx with --dist; both set the latter.
    if config.getoption("numprocesses", None) or config.getoption("dist", "no") != "no":
        raise pytest.UsageError("--insulate cannot be used with -n: the tests run "
                                "one after another in one interpreter")
    for option, name in (("usepdb", "--pdb"), ("trace", "--trace")):
        if config.getoption(option, False):
            raise pytest.UsageError(f"--insulate cannot be used with {name}: the "
                                    "second run has no terminal for a debugger")


def pytest_configure(config):
    mode = config.getoption("--insulate")
    if mode is None or is_child() or hasattr(config, "workerinput"):
        return
    module = config.getoption("--insulate-module")
    if not module or not all(part.isidentifier() for part in module.split(".")):
        raise pytest.UsageError(
            f"--insulate={mode} requires the name of an extension module"
            + (f", got {module!r}" if module else ""))
    if mode == "own-gil" and sys.version_info < (3, 12):
        raise pytest.UsageError("--insulate=own-gil requires CPython 3.12 or newer")
    refuse_what_cannot_go_along(config)
    config.pluginmanager.register(Insulation(config, mode, module), "insulate-run")


def is_child():
    return bool(os.environ.get("INSULATE_PYTEST_CHILD"))


class Run:
    """What a child said, read from its answer."""

    def __init__(self):
        self.tests = {}  # name -> (outcome, message)
        self.uncollected = {}  # file -> message
        self.notes = []
        self.refused = None  # two-modules: why there is no second module object
        self.ended = False
        self.file = None  # that the module was loaded from
        self.why_not = ""
        self.running = None  # the test that began last and did not end
        self.death = None  # how the process last died early
        self.last_words = ""
        self.died = {}  # test -> how the process died in it

    def read(self, path):
        try:
            with open(path, encoding="ascii") as file:
                lines = file.read().splitlines()
        except FileNotFoundError:  # it died before it said anything
            return
        for line in lines:
            try:
                kind, *fields = json.loads(line)
            except ValueError:  # cut short by its death
                continue
            getattr(self, f"on_{kind}")(*fields)

    def on_start(self, name):
        self.running = name

    def on_test(self, name, outcome, message):
        self.tests[name] = (outcome, message)
        self.running = None

    def on_collect(self, file, message):
        self.uncollected[file] = message

    def on_note(self, text):
        self.notes.append(text)

    def on_refused(self, text):
        self.refused = text

    def on_end(self, file, why_not):
        self.ended, self.file, self.why_not = True, file, why_not

    def of(self, name):
        """(outcome, message) of a test, whatever became of it."""
        if name in self.tests:
            return self.tests[name]
        if name in self.died:
            return "died", self.died[name]
        for file, message in self.uncollected.items():
            if name == file or name.startswith((file + "::", file + "/")):
                return "not collected", message
        return "not run", ""


def last_words(path):
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - 2000))
        return file.read().decode(errors="replace").strip()


def run_children(config, request, time_limit):
    """Run the tests in a child; where one of them ends it, the others in another."""
    end = time.monotonic() + time_limit
    result = Run()
    with tempfile.TemporaryDirectory(prefix="insulate-pytest-") as folder:
        arguments = request["arguments"] + own_arguments(config, folder)
        request = {**request, "arguments": arguments,
                   "answer": os.path.join(folder, "answer")}
        for _ in range(DEATHS):
            request["done"] = [*result.tests, *result.died]
            result.running = result.death = None
            run_child(config, request, folder, end, time_limit, result)
            if result.running is None or time.monotonic() > end:
                break
    return result


def run_child(config, request, folder, end, time_limit, result):
    """One child, and what it says.  Its output is kept aside: it is the second of two
    runs, and only the difference counts."""
    question, output = (os.path.join(folder, name) for name in ("request", "output"))
    with open(question, "w", encoding="utf-8") as file:
        json.dump(request, file)
    command = [sys.executable, *subprocess._args_from_interpreter_flags(),
               pytest_child.__file__, question]
    with open(output, "wb") as out:
        child = subprocess.Popen(
            command, cwd=config.invocation_params.dir, stdin=subprocess.DEVNULL,
            stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
            env={**os.environ, "INSULATE_PYTEST_CHILD": "1"})
        try:
            status = child.wait(max(1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            status = None
        finally:
            end_group(child)
    result.read(request["answer"])
    if not result.ended:
        result.death = death_of(status, time_limit)
        result.last_words = last_words(output)
        if result.running is not None:
            result.died[result.running] = result.death


def end_group(child):
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    child.wait()


def death_of(status, time_limit):
    if status is None:
        return f"the run hangs (time limit {time_limit:.0f} s)"
    if status < 0:
        try:
            return f"the process is terminated by {signal.Signals(-status).name}"
        except ValueError:
            return f"the process is terminated by signal {-status}"
    return f"the process exits early with status {status}"


def own_arguments(config, folder):
    """What a run beside the first one needs, behind the user's own arguments.

    faulthandler refuses sub-interpreters and descriptors belong to the process; what
    the first run wrote is not written over."""
    has = config.pluginmanager.hasplugin
    words = ["-p", "no:faulthandler", "--capture=sys",
             f"--basetemp={os.path.join(folder, 'tmp')}",
             "-o", f"cache_dir={os.path.join(folder, 'cache')}", "--maxfail=0"]
    if has("junitxml"):
        words.append(f"--junitxml={os.path.join(folder, 'junit.xml')}")
    if has("pytest_cov"):
        words.append("--no-cov")
    return words


def users_arguments(config):
    """The words of the command line without ours."""
    words = [str(word) for word in config.invocation_params.args]
    take_module(words)
    kept = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in ("--insulate", "--insulate-module", "--insulate-time-limit"):
            skip = True
        elif not word.startswith(("--insulate=", "--insulate-")):
            kept.append(word)
    return kept


class Insulation:
    """The first run is watched; at its end the second one is made and compared."""

    def __init__(self, config, mode, module):
        self.config, self.mode, self.module = config, mode, module
        self.path = list(sys.path)
        self.begin = time.monotonic()
        self.first = Run()
        self.recorder = pytest_child.Recorder(self.note)
        self.lines = None  # the section of the summary

    def note(self, kind, *fields):
        getattr(self.first, f"on_{kind}")(*fields)

    def pytest_runtest_logstart(self, nodeid):
        self.recorder.pytest_runtest_logstart(nodeid)

    def pytest_runtest_logreport(self, report):
        self.recorder.pytest_runtest_logreport(report)

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        if session.exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return
        is_alike = self.compare()
        if not is_alike and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter):
        if self.lines is None:
            return
        terminalreporter.section(f"insulate: {self.module} {PLACES[self.mode]}")
        for line in self.lines:
            terminalreporter.line(line)

    # --- the second run ---

    def limit(self):
        given = self.config.getoption("--insulate-time-limit")
        taken = time.monotonic() - self.begin
        return given if given else TIME_BASE + TIME_FACTOR * taken

    def run(self, mode, file, limit, only=None):
        # Folders that conftest files added are behind those that were there.
        path = self.path + [each for each in sys.path if each not in self.path]
        request = {"mode": mode, "module": self.module, "file": file, "path": path,
                   "arguments": users_arguments(self.config), "only": only}
        return run_children(self.config, request, limit)

    def find_file(self):
        """The extension's file; raises LookupError where there is nothing to show."""
        module = sys.modules.get(self.module)
        spec = getattr(module, "__spec__", None)
        if module is None:
            raise LookupError(f"the tests do not import {self.module}")
        if not isinstance(getattr(spec, "loader", None), ExtensionFileLoader):
            raise LookupError(f"{self.module} is not an extension module: pass the "
                              "name of the compiled module")
        return os.path.realpath(spec.origin)

    def compare(self):
        """Make the second run.  Returns whether it shows no difference."""
        self.lines = []
        try:
            file = self.find_file()
        except LookupError as error:
            self.lines.append(str(error))
            return False
        limit = self.limit()
        second = self.run(self.mode, file, limit)
        refusal = self.refusal(second, file)
        if refusal:
            self.lines.append(refusal)
            return False
        return self.compare_tests(second, file, limit)

    def refusal(self, second, file):
        """Why the second run shows nothing of the module, or None."""
        if second.refused:
            return f"{self.module} refuses a second module object: {second.refused}"
        if second.death and not second.died and not second.tests:
            return f"{second.death} before the first test:\n{second.last_words}"
        if second.notes:
            return f"pytest fails in the second run: {second.notes[0]}"
        if second.ended and second.file is None:
            match = REFUSES.search(second.why_not)
            is_own = match is None or self.is_ours(match.group(1))
            if second.why_not.startswith("ImportError: ") and is_own:
                return f"{self.module} refuses: {second.why_not}"
            return f"the second run does not use {self.module}: {second.why_not}"
        if second.ended and second.file != file:
            return f"the second run uses another file: {second.file}"
        return None

    def is_ours(self, name):
        """Is it our module that CPython's message names?"""
        return name in (self.module, self.module.rpartition(".")[2])

    def compare_tests(self, second, file, limit):
        worse, limits, skipped, better = [], [], [], []
        for name, (outcome, _) in self.first.tests.items():
            other, message = second.of(name)
            if outcome == "passed" and other == "skipped":
                skipped.append((name, other, message))
            elif outcome == "passed" and other != "passed":
                kind = limits if self.is_limit(message) else worse
                kind.append((name, other, message))
            elif outcome == "failed" and other == "passed":
                better.append((name, other, message))
        unstable = self.control(worse, file, limit) if worse else []
        worse = [each for each in worse if each not in unstable]
        n = len(self.first.tests)
        self.lines.append(f"{n} test{'s' if n != 1 else ''}, {len(worse)} differ"
                          + ("s" if len(worse) == 1 else ""))
        self.show("DIFFERS", worse)
        self.show("not counted (a limit of sub-interpreters)", limits)
        self.show("not counted (also fails in the main interpreter of another process)",
                  unstable)
        self.show("skipped in the second run", skipped)
        self.show("passes in the second run only", better)
        return not worse

    def is_limit(self, message):
        """No module can do that in a sub-interpreter, or another module refuses."""
        if self.mode == "two-modules":
            return False
        match = REFUSES.search(message)
        if match:
            return not self.is_ours(match.group(1))
        return any(words in message for words in LIMITS)

    def control(self, worse, file, limit):
        """Those that fail in the main interpreter of such a process as well."""
        third = self.run("main", file, limit, [name for name, *_ in worse])
        return [each for each in worse if third.of(each[0])[0] != "passed"]

    def show(self, title, rows):
        for name, outcome, message in rows[:SHOWN]:
            self.lines.append(f"{title}: {name} ({outcome})")
            if message:
                self.lines.append(f"    {message[:WIDTH]}")
        if len(rows) > SHOWN:
            self.lines.append(f"    … and {len(rows) - SHOWN} more")
