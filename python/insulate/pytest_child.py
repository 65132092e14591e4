"""Runs pytest once more, in a process of its own: in another interpreter or in several at
once, beside a second module object, or plainly, as the control.

Started by pytest_plugin.py as a script with the file of a request, which holds:

    mode        "own-gil", "shared-gil", "two-modules" or "main"
    interpreters  how many run the tests at once, each in a thread of its own
    arguments   of pytest, for each interpreter
    path        sys.path of the first run
    module      name of the extension module
    file        the extension's own file
    only        tests to run, or null for all
    done        tests not to run again
    place       mode "main": where it meets other processes (Meeting.place_of), or null
    answer      file that gets one JSON array a line; the second element is the number of the
                interpreter, and the others are: ["start", test], ["test", test, outcome,
                message], ["shares", test, what], ["collect", file, message], ["note", text],
                ["refused", text], ["end", the module's file or null, why not]

Nothing but the standard library is imported before sys.path is the first run's.
"""

import importlib
import json
import os
import sys
import threading

CUT = 2000  # characters of a message that are kept
LEAVES = 128  # what an interpreter that does not come again adds to its number


class Answer:
    """One line a record, written at once: the process may not live to see more."""

    def __init__(self, path, interpreter=0):
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT
        self.descriptor = os.open(path, flags, 0o600)
        self.interpreter = interpreter

    def say(self, kind, *fields):
        line = json.dumps([kind, self.interpreter, *fields], ensure_ascii=True) + "\n"
        os.write(self.descriptor, line.encode("ascii"))


def words_of(report):
    """What a report says of its failure, in one line."""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is not None:
        text = crash.message
    elif isinstance(report.longrepr, tuple):  # a skip: (file, line, reason)
        text = report.longrepr[2]
    else:
        text = str(report.longrepr or "")
    return " ".join(text.split())[:CUT]


class Recorder:
    """The outcome of each test: the worst of its three parts."""

    def __init__(self, say):
        self.say = say
        self.seen = {}

    def pytest_runtest_logstart(self, nodeid):
        self.say("start", nodeid)

    def pytest_collectreport(self, report):
        if report.failed:
            self.say("collect", report.nodeid, words_of(report))

    def pytest_runtest_logreport(self, report):
        name = report.nodeid
        known = self.seen.get(name, ("passed", ""))
        if report.failed and known[0] != "failed":
            self.seen[name] = ("failed", words_of(report))
        elif report.skipped and known[0] == "passed":
            # An expected failure that failed has the outcome "skipped", too.
            self.seen[name] = ("skipped", words_of(report))
        if report.when == "teardown":
            self.say("test", name, *self.seen.pop(name, ("passed", "")))


class Choice:
    """Leaves out tests by their whole names."""

    def __init__(self, request):
        self.only, self.done = request["only"], set(request["done"])

    def is_wanted(self, name):
        return name not in self.done and (self.only is None or name in self.only)

    def pytest_collection_modifyitems(self, items):
        items[:] = [item for item in items if self.is_wanted(item.nodeid)]


class Meeting:
    """Where runs wait for each other, in threads of one process or in several: each says on
    one pipe that it is there, and gets an answer on its own when all are."""

    def __init__(self, n):
        self.hear, self.say = os.pipe()
        self.answers = [os.pipe() for _ in range(n)]
        self.present = set(range(n))

    def place_of(self, number):
        """For Together: the number, and the descriptors to write to and to read from."""
        return number, self.say, self.answers[number][0]

    def leave(self, number):
        os.write(self.say, bytes([number + LEAVES]))

    def hold(self):
        """Let them go on together, until all have left."""
        waiting = set()
        while self.present:
            (number,) = os.read(self.hear, 1)
            if number >= LEAVES:
                self.present.discard(number - LEAVES)
            else:
                waiting.add(number)
            if waiting and waiting >= self.present:
                for each in waiting:
                    os.write(self.answers[each][1], b"!")
                waiting.clear()

    def close(self):
        for descriptor in (self.hear, self.say, *sum(self.answers, ())):
            os.close(descriptor)


class Together:
    """Begins each test, and its call, when the other runs do, too.

    Registered behind Recorder, so its hooks run first."""

    def __init__(self, place, say):
        (self.number, self.there, self.answer), self.say = place, say
        self.is_met = True
        self.test = None  # that is called now
        sys.addaudithook(self.audit)

    def meet(self):
        os.write(self.there, bytes([self.number]))
        os.read(self.answer, 1)

    def audit(self, event, arguments):
        if event == "os.chdir" and self.test is not None:
            self.say("shares", self.test, "it changes the working directory of the process")

    def pytest_runtest_logstart(self, nodeid):
        self.meet()
        self.is_met, self.test = False, nodeid

    def pytest_runtest_call(self, item):
        if {"capfd", "capfdbinary"} & set(getattr(item, "fixturenames", ())):
            self.say("shares", item.nodeid, "it captures the descriptors of the process")
        if item.get_closest_marker("thread_unsafe"):
            self.say("shares", item.nodeid, "it is marked thread_unsafe")
        self.is_met = True
        self.meet()

    def pytest_runtest_logfinish(self, nodeid):
        self.test = None
        if not self.is_met:  # it is skipped, or its setup fails
            self.is_met = True
            self.meet()


class SecondModule:
    """Another module object from the same file around each test.

    It is initialised while the first one is there and dies before the next test, so
    what the first one lost to it shows in the tests, which use the first one.
    """

    def __init__(self, request, say):
        self.name, self.file, self.say = request["module"], request["file"], say
        self.is_refused = False

    def load(self):
        from importlib.machinery import ExtensionFileLoader
        from importlib.util import module_from_spec, spec_from_file_location

        loader = ExtensionFileLoader(self.name, self.file)
        spec = spec_from_file_location(self.name, self.file, loader=loader)
        first = sys.modules.get(self.name)
        try:
            second = module_from_spec(spec)
            loader.exec_module(second)
        finally:
            # Single-phase initialisation puts what it makes there.
            if first is not None:
                sys.modules[self.name] = first
        if second is first:
            raise ImportError("loading it again returns the same module object")
        return second

    def refuse(self, error):
        self.is_refused = True
        self.say("refused", f"{type(error).__name__}: {error}")

    def pytest_runtest_setup(self, item):
        if self.is_refused or self.name not in sys.modules:
            return
        try:
            item.insulate_second = self.load()
        except Exception as error:  # whatever the module raises
            self.refuse(error)

    def pytest_runtest_teardown(self, item):
        import gc

        if hasattr(item, "insulate_second"):
            del item.insulate_second
            gc.collect()


def extension_file(name):
    """(file that sys.modules' module was loaded from, or None; why)."""
    from importlib.machinery import ExtensionFileLoader

    module = sys.modules.get(name)
    if module is None:
        try:
            module = importlib.import_module(name)
        except Exception as error:
            return None, f"{type(error).__name__}: {error}"
        if not isinstance(getattr(module.__spec__, "loader", None), ExtensionFileLoader):
            return None, "it is not an extension module"
        return None, "the tests do not import it"
    spec = getattr(module, "__spec__", None)
    if not isinstance(getattr(spec, "loader", None), ExtensionFileLoader):
        return None, "sys.modules contains another module of that name"
    return os.path.realpath(spec.origin), ""


def run(request, interpreter=0, place=None):
    """Run the tests in this very interpreter.

    place: in a Meeting with other runs, if there are any.
    """
    sys.path[:] = request["path"]
    answer = Answer(request["answer"], interpreter)
    import pytest

    plugins = [Recorder(answer.say), Choice(request)]
    if place is not None:
        plugins.append(Together(place, answer.say))
    if request["mode"] == "two-modules":
        plugins.append(SecondModule(request, answer.say))
    status = pytest.main(list(request["arguments"][interpreter]), plugins=plugins)
    sys.stdout.flush()
    sys.stderr.flush()
    if status in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        answer.say("note", f"exit status {int(status)}")
        return
    answer.say("end", *extension_file(request["module"]))


def make_interpreter(own):
    """(module of interpreters, a new one)."""
    try:
        import _interpreters as interpreters
    except ImportError:
        import _xxsubinterpreters as interpreters
    if hasattr(interpreters, "new_config"):  # from 3.13
        config = interpreters.new_config("isolated" if own else "legacy")
        config.allow_daemon_threads = True
        return interpreters, interpreters.create(config)
    return interpreters, interpreters.create(isolated=own)


def run_there(request, number, made, place):
    """Run the tests in the interpreter `made`, from a thread of the main one."""
    code = (f"import json\nimport runpy\n"
            f"request = json.loads({json.dumps(request)!r})\n"
            f"runpy.run_path({__file__!r})['run'](request, {number}, {place!r})\n")
    interpreters, interpreter = made
    failure = interpreters.run_string(interpreter, code)  # raises before 3.13
    if failure is not None:
        raise RuntimeError(getattr(failure, "formatted", failure))


def run_elsewhere(request):
    """Run the tests in new interpreters.  Their end is left to the process: threads that
    tests left behind would be waited for."""
    n = request["interpreters"]
    sys.path[:] = request["path"]
    try:  # the main interpreter has the module first, as in a real program
        importlib.import_module(request["module"])
    except Exception:
        pass  # it may need what the tests set up
    made = [make_interpreter(request["mode"] == "own-gil") for _ in range(n)]
    if n == 1:
        run_there(request, 0, made[0], None)
        return
    meeting = Meeting(n)

    def work(number):
        try:
            run_there(request, number, made[number], meeting.place_of(number))
        except BaseException as error:
            say_failure(request, error, number)
        finally:
            meeting.leave(number)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(n)]
    for thread in threads:
        thread.start()
    meeting.hold()
    for thread in threads:
        thread.join()


def say_failure(request, error, interpreter=0):
    Answer(request["answer"], interpreter).say("note", f"{type(error).__name__}: {error}")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        request = json.load(file)
    try:
        if request["mode"] in ("own-gil", "shared-gil"):
            run_elsewhere(request)
        else:
            run(request, place=request["place"])
    except BaseException as error:
        say_failure(request, error)
    os._exit(0)


if __name__ == "__main__":
    main()
