"""A pytest plugin: runs the tests of a project again under an isolation scenario.

    pytest --insulate=own-gil|shared-gil|two-modules MODULE [pytest's arguments]

The first run is pytest's own, in the main interpreter; with pytest-xdist it is that of its
workers.  The second one is a process of its own (pytest_runs.py, pytest_child.py), with
--insulate-parallel in several interpreters at once.  What passes first and fails then is
run a third time, in such a process but in its main interpreter, or in as many processes at
once: only what passes there, too, differs.
"""

import importlib.util
import os
import re
import sys
import time
from importlib.machinery import ExtensionFileLoader

import pytest

from insulate import pytest_child, pytest_report, pytest_runs

MODES = ("own-gil", "shared-gil", "two-modules")
PLACES = {
    "own-gil": "in an interpreter with its own GIL",
    "shared-gil": "in a sub-interpreter",
    "two-modules": "beside a second module object",
}
PLACES_PARALLEL = {
    "own-gil": "in interpreters with their own GILs",
    "shared-gil": "in sub-interpreters",
}
TIME_FACTOR = 20  # how much longer than the first run the second one may take,
TIME_BASE = 60  # and seconds in addition, unless told
MOST_INTERPRETERS = 64

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
        "--insulate-parallel", metavar="N", type=int, default=1,
        help="run each test in N interpreters at once, in as many threads (1 to "
             f"{MOST_INTERPRETERS}, default: 1; own-gil and shared-gil)")
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


def refuse_what_cannot_go_along(config, mode):
    n = config.getoption("--insulate-parallel")
    if not 1 <= n <= MOST_INTERPRETERS:
        raise pytest.UsageError(f"--insulate-parallel requires a number from 1 to "
                                f"{MOST_INTERPRETERS}, got {n}")
    if n > 1 and mode == "two-modules":
        raise pytest.UsageError("--insulate-parallel cannot be used with "
                                "--insulate=two-modules, which has one interpreter")
    # pytest-xdist tells of each test once for each of its processes.
    if config.getoption("dist", "no") == "each":
        raise pytest.UsageError("--insulate cannot be used with --dist=each: a test has "
                                "several results")
    for option, name in (("usepdb", "--pdb"), ("trace", "--trace")):
        if config.getoption(option, False):
            raise pytest.UsageError(f"--insulate cannot be used with {name}: the "
                                    "second run has no terminal for a debugger")


def pytest_configure(config):
    mode = config.getoption("--insulate")
    if mode is None or is_child():
        return
    module = config.getoption("--insulate-module")
    if hasattr(config, "workerinput"):
        config.pluginmanager.register(Worker(config, module), "insulate-worker")
        return
    if not module or not all(part.isidentifier() for part in module.split(".")):
        raise pytest.UsageError(
            f"--insulate={mode} requires the name of an extension module directly behind it"
            + (f", got {module!r}" if module else ""))
    if mode == "own-gil" and sys.version_info < (3, 12):
        raise pytest.UsageError("--insulate=own-gil requires CPython 3.12 or newer")
    refuse_what_cannot_go_along(config, mode)
    config.pluginmanager.register(Insulation(config, mode, module), "insulate-run")


def is_child():
    return bool(os.environ.get("INSULATE_PYTEST_CHILD"))


def users_arguments(config):
    """The words of the command line without ours."""
    words = [str(word) for word in config.invocation_params.args]
    take_module(words)
    kept = []
    skip = False
    for word in words:
        if skip:
            skip = False
        elif word in ("--insulate", "--insulate-module", "--insulate-parallel",
                      "--insulate-time-limit"):
            skip = True
        elif not word.startswith(("--insulate=", "--insulate-")):
            kept.append(word)
    return kept


def is_there(module_name):
    """Can it be imported, as far as that is seen without importing more than there is?"""
    parent, _, _ = module_name.rpartition(".")
    if parent and parent not in sys.modules:
        return is_there(parent)
    try:
        return importlib.util.find_spec(module_name) is not None
    except Exception:  # whatever finders raise: not known to be missing
        return True


def find_file(module_name):
    """The extension's file; raises LookupError where there is nothing to show."""
    module = sys.modules.get(module_name)
    spec = getattr(module, "__spec__", None)
    if module is None:
        raise LookupError(f"the tests do not import {module_name}" if is_there(module_name)
                          else f"there is no module {module_name} in {sys.executable}: pass "
                          "the name of the extension module, such as package._ext")
    if not isinstance(getattr(spec, "loader", None), ExtensionFileLoader):
        raise LookupError(f"{module_name} is not an extension module: pass the "
                          "name of the compiled module")
    return os.path.realpath(spec.origin)


class Worker:
    """In a process of pytest-xdist: tells the first one what that cannot see."""

    def __init__(self, config, module):
        self.config, self.module = config, module

    def pytest_sessionfinish(self):
        try:
            seen = {"file": find_file(self.module)}
        except LookupError as error:
            seen = {"why_not": str(error)}
        self.config.workeroutput["insulate"] = {**seen, "path": list(sys.path)}


class Insulation:
    """The first run is watched; at its end the second one is made and compared."""

    def __init__(self, config, mode, module):
        self.config, self.mode, self.module = config, mode, module
        self.n_interpreters = config.getoption("--insulate-parallel")
        self.path = list(sys.path)
        self.begin = time.monotonic()
        self.first = pytest_runs.Run()
        self.recorder = pytest_child.Recorder(lambda kind, *fields: self.first.note(kind, 0, *fields))
        self.workers = []  # what those of pytest-xdist said
        self.result = None  # pytest_report.Result

    def pytest_runtest_logstart(self, nodeid):
        self.recorder.pytest_runtest_logstart(nodeid)

    def pytest_runtest_logreport(self, report):
        self.recorder.pytest_runtest_logreport(report)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        self.workers.append(getattr(node, "workeroutput", {}).get("insulate", {}))

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session):
        if self.config.getoption("collectonly", False):
            return
        self.result = pytest_report.Result(self.module, self.mode, self.place())
        if session.exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            self.result.reason = f"no test ran: nothing is known of {self.module}"
        elif session.exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            self.result.reason = "the first run did not end: there is no second one"
        else:
            self.compare()
            if not self.result.is_alike() and session.exitstatus == pytest.ExitCode.OK:
                session.exitstatus = pytest.ExitCode.TESTS_FAILED
        junit = self.config.getoption("xmlpath", None)
        if junit:
            self.result.add_to_junit(junit)

    def pytest_terminal_summary(self, terminalreporter):
        if self.result is None:
            return
        terminalreporter.section(f"insulate: {self.module} {self.place()}")
        for line in self.result.lines():
            terminalreporter.line(line)

    def place(self):
        if self.n_interpreters == 1:
            return PLACES[self.mode]
        return f"{PLACES_PARALLEL[self.mode]}, {self.n_interpreters} at once"

    # --- the second run ---

    def limit(self):
        given = self.config.getoption("--insulate-time-limit")
        taken = time.monotonic() - self.begin
        return given if given else TIME_BASE + TIME_FACTOR * taken * self.n_interpreters

    def request(self, mode, file, only=None):
        # Folders that conftest files added are behind those that were there.
        paths = [sys.path, *(worker["path"] for worker in self.workers if worker)]
        path = list(dict.fromkeys([*self.path, *(each for path in paths for each in path)]))
        return {"mode": mode, "module": self.module, "file": file, "path": path,
                "arguments": users_arguments(self.config), "only": only,
                "interpreters": self.n_interpreters if mode != "main" else 1, "place": None}

    def second_run(self, file, limit):
        """Of all tests; those of pytest-xdist are distributed by their files."""
        request = self.request(self.mode, file)
        files = {}
        for name in self.first.outcomes:
            files.setdefault(name.partition("::")[0], []).append(name)
        n_parts = min(len(self.workers), len(files))
        if n_parts < 2 or self.n_interpreters > 1:
            return pytest_runs.run_children(self.config, request, limit)
        parts = [[] for _ in range(n_parts)]
        for names in sorted(files.values(), key=len, reverse=True):
            min(parts, key=len).extend(names)
        return pytest_runs.run_parts(self.config, request, limit, parts)

    def find_file(self):
        """The extension's file; raises LookupError where there is nothing to show."""
        if not self.workers:
            return find_file(self.module)
        found = {worker["file"] for worker in self.workers if "file" in worker}
        if len(found) == 1:
            return found.pop()
        if found:
            raise LookupError(f"the processes of pytest-xdist use several files: {sorted(found)}")
        raise LookupError(next((worker["why_not"] for worker in self.workers
                                if "why_not" in worker), "no process of pytest-xdist ended"))

    def compare(self):
        """Make the second run, and compare each test."""
        try:
            file = self.find_file()
        except LookupError as error:
            self.result.reason = str(error)
            return
        limit = self.limit()
        second = self.second_run(file, limit)
        self.result.reason = self.refusal(second, file)
        if not self.result.reason:
            self.compare_tests(second, file, limit)

    def refusal(self, second, file):
        """Why the second run shows nothing of the module, or ""."""
        if second.refused:
            return f"{self.module} refuses a second module object: {second.refused}"
        if second.death and not second.died and not second.outcomes:
            return f"{second.death} before the first test:\n{second.last_words}"
        if second.notes:
            return f"pytest fails in the second run: {second.notes[0]}"
        other = second.other_file(file) if second.ended else None
        if other is None:
            return ""
        if other[0] is not None:
            return f"the second run uses another file: {other[0]}"
        match = REFUSES.search(other[1])
        is_own = match is None or self.is_ours(match.group(1))
        if other[1].startswith("ImportError: ") and is_own:
            return f"{self.module} refuses: {other[1]}"
        return f"the second run does not use {self.module}: {other[1]}"

    def is_ours(self, name):
        """Is it our module that CPython's message names?"""
        return name in (self.module, self.module.rpartition(".")[2])

    def compare_tests(self, second, file, limit):
        worse = []
        for name in self.first.outcomes:
            outcome, other = self.first.of(name).outcome, second.of(name)
            kind = "not compared"
            if outcome == "passed" and other.outcome == "passed":
                kind = "same"
            elif outcome == "passed" and other.outcome == "skipped":
                kind = "skipped"
            elif outcome == "passed" and self.is_limit(other.message):
                kind = "limit"
            elif outcome == "passed" and other.outcome == "failed" and name in second.shared:
                kind = "shares"
                other = other._replace(message=f"{second.shared[name]}; {other.message}")
            elif outcome == "passed":
                kind = "differs"
                worse.append(name)
            elif outcome == "failed" and other.outcome == "passed":
                kind = "better"
            self.result.tests[name] = pytest_report.Compared(kind, *other)
        for name in self.control(worse, file, limit) if worse else []:
            self.result.tests[name] = self.result.tests[name]._replace(kind="unstable")
        if not self.result.count("differs", "same"):
            self.result.reason = "no test passed in both runs: nothing is compared"

    def is_limit(self, message):
        """No module can do that in a sub-interpreter, or another module refuses."""
        if self.mode == "two-modules":
            return False
        match = REFUSES.search(message)
        if match:
            return not self.is_ours(match.group(1))
        return any(words in message for words in LIMITS)

    def control(self, worse, file, limit):
        """Those that fail in the main interpreter of such a process as well; with
        --insulate-parallel, of one of as many processes at once."""
        request = self.request("main", file, worse)
        runs = pytest_runs.run_alike(self.config, request, limit, self.n_interpreters)
        return [name for name in worse if any(run.of(name).outcome != "passed" for run in runs)]
