"""The runs of the pytest plugin that are processes of their own (pytest_child.py): how they
are started, what they said, and how they ended."""

import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from insulate import pytest_child

DEATHS = 5  # tests that may end the process before the others are given up
OUTCOMES = ("passed", "skipped", "failed")  # from good to bad


class Tested(NamedTuple):
    """What became of a test: the worst of all interpreters that ran it."""

    outcome: str
    message: str


class Run:
    """What the interpreters of one run said.

    n_interpreters: how many run each test.
    """

    def __init__(self, n_interpreters=1):
        self.n_interpreters = n_interpreters
        self.outcomes = {}  # test -> {interpreter: Tested}
        self.uncollected = {}  # file -> message
        self.notes = []
        self.refused = None  # two-modules: why there is no second module object
        self.files = {}  # interpreter that ended -> (file of the module or None, why not)
        self.shared = {}  # test -> what it uses that all interpreters share
        self.running = {}  # interpreter -> the test that began last and did not end
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
                kind, interpreter, *fields = json.loads(line)
            except ValueError:  # cut short by its death
                continue
            self.note(kind, interpreter, *fields)

    def note(self, kind, interpreter, *fields):
        getattr(self, f"on_{kind}")(interpreter, *fields)

    def on_start(self, interpreter, name):
        self.running[interpreter] = name

    def on_test(self, interpreter, name, outcome, message):
        self.outcomes.setdefault(name, {})[interpreter] = Tested(outcome, message)
        self.running.pop(interpreter, None)

    def on_collect(self, interpreter, file, message):
        self.uncollected[file] = message

    def on_note(self, interpreter, text):
        self.notes.append(text)

    def on_refused(self, interpreter, text):
        self.refused = text

    def on_shares(self, interpreter, name, what):
        self.shared[name] = what

    def on_end(self, interpreter, file, why_not):
        self.files[interpreter] = file, why_not

    @property
    def ended(self):
        return len(self.files) == self.n_interpreters

    def other_file(self, file):
        """(file or None, why not) of an interpreter that did not load FILE, or None."""
        return next((each for each in self.files.values() if each[0] != file), None)

    def done(self):
        """Tests that need not run again."""
        return [*(name for name, seen in self.outcomes.items()
                  if len(seen) == self.n_interpreters), *self.died]

    def merge(self, other):
        """Add another run, of other tests, in interpreters of the same numbers."""
        for name in ("outcomes", "uncollected", "shared", "died"):
            getattr(self, name).update(getattr(other, name))
        self.notes += other.notes
        self.refused = self.refused or other.refused
        if other.death and not self.death:
            self.death, self.last_words = other.death, other.last_words
        for interpreter, seen in other.files.items():
            known = self.files.get(interpreter)
            # One of the two that shows the module, where there is one.
            self.files[interpreter] = seen if known is None or known[0] is None else known

    def of(self, name):
        """What became of a test, whatever it is."""
        seen = self.outcomes.get(name, {})
        if name in self.died:
            return Tested("died", self.died[name])
        if len(seen) == self.n_interpreters:
            worst = max(seen.values(), key=lambda each: OUTCOMES.index(each.outcome))
            if self.n_interpreters == 1 or worst.outcome == "passed":
                return worst
            n = sum(each.outcome == worst.outcome for each in seen.values())
            where = f"in {n} of {self.n_interpreters} interpreters"
            return Tested(worst.outcome, f"{where}: {worst.message}" if worst.message else where)
        for file, message in self.uncollected.items():
            if name == file or name.startswith((file + "::", file + "/")):
                return Tested("not collected", message)
        return Tested("not run", "")


def last_words(path):
    with open(path, "rb") as file:
        file.seek(0, os.SEEK_END)
        file.seek(max(0, file.tell() - 2000))
        return file.read().decode(errors="replace").strip()


def run_children(config, request, time_limit):
    """Run the tests in a child; where one of them ends it, the others in another."""
    end = time.monotonic() + time_limit
    n = request["interpreters"]
    result = Run(n)
    with tempfile.TemporaryDirectory(prefix="insulate-pytest-") as folder:
        arguments = []
        for i in range(n):
            own = os.path.join(folder, str(i))
            os.mkdir(own)
            arguments.append(request["arguments"] + own_arguments(config, own))
        request = {**request, "arguments": arguments,
                   "answer": os.path.join(folder, "answer")}
        for _ in range(DEATHS):
            request["done"] = result.done()
            result.running, result.death, result.files = {}, None, {}
            run_child(config, request, folder, end, time_limit, result)
            request["place"] = None  # the others wait until all its children have ended
            if not result.running or time.monotonic() > end:
                break
    return result


def run_parts(config, request, time_limit, parts):
    """Run parts of the tests (lists of names) in as many children at once."""
    def run_part(part):
        return run_children(config, {**request, "only": part}, time_limit)
    with ThreadPoolExecutor(len(parts)) as pool:
        first, *others = pool.map(run_part, parts)
    for each in others:
        first.merge(each)
    return first


def run_alike(config, request, time_limit, n):
    """Run the same tests in N children at once, each test when all do: [Run]."""
    if n == 1:
        return [run_children(config, request, time_limit)]
    meeting = pytest_child.Meeting(n)

    def run_one(number):
        place = meeting.place_of(number)
        try:
            return run_children(config, {**request, "place": place}, time_limit)
        finally:
            meeting.leave(number)
    with ThreadPoolExecutor(n + 1) as pool:
        held = pool.submit(meeting.hold)
        runs = list(pool.map(run_one, range(n)))
        held.result()
    meeting.close()
    return runs


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
            pass_fds=(request["place"] or ())[1:],
            stdout=out, stderr=subprocess.STDOUT, start_new_session=True,
            env={**os.environ, "INSULATE_PYTEST_CHILD": "1"})
        try:
            status = child.wait(max(1, end - time.monotonic()))
        except subprocess.TimeoutExpired:
            status = None
        finally:
            end_group(child)
    result.read(request["answer"])
    if not result.ended and not result.notes:
        result.death = death_of(status, time_limit)
        result.last_words = last_words(output)
        for name in result.running.values():
            result.died[name] = result.death


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
    the first run wrote is not written over, and tests are distributed by this plugin."""
    has = config.pluginmanager.hasplugin
    words = ["-p", "no:faulthandler", "--capture=sys",
             f"--basetemp={os.path.join(folder, 'tmp')}", "--maxfail=0"]
    if has("cacheprovider"):
        words += ["-o", f"cache_dir={os.path.join(folder, 'cache')}"]
    if has("junitxml"):
        words.append(f"--junitxml={os.path.join(folder, 'junit.xml')}")
    if has("pytest_cov"):
        words.append("--no-cov")
    if hasattr(config.option, "numprocesses"):  # pytest-xdist, under any name
        words += ["-n0", "--dist=no"]
    return words
