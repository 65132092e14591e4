"""Whether `convert` is right about a module: what holds before must hold after.

Failures name a stage and a reason; the reason without numbers and names is their kind.
"""

import collections
import dataclasses
import json
import os
import re
import resource
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "tools"))

from pythons import minor_of, with_headers  # noqa: E402

FLAGS = ["-O0", "-fPIC", "-Wall", "-Wextra"]
# Kinds of warnings that real modules have, too: only their number counts.
TOLERATED = {"-Wunused-parameter", "-Wmissing-field-initializers"}
TIMEOUT_S = 120
OTHER_BRANCHES = ("-DHAVE_EXTRA", "-DNDEBUG")  # they are converted as those of the build
NEWEST_MINOR = 14  # of those that the oracle takes by itself

# How thorough the checks are: all of them; with only one configuration a module and a second
# run for each third one; without compare and prove, and the rest by turns.
LEVELS = ("all", "turns", "quick")

RUN = """
import gc, importlib, sys
import exercise
m = importlib.import_module(sys.argv[1])
exercise.exercise(m)
del m
gc.collect()
"""

# How many references and bytes each use of fresh modules, or of one, takes and none gives
# back: the least of four.
LEAKS = """
import contextlib, ctypes, gc, importlib.util, io, sys
import exercise
name, path, fresh = sys.argv[1], sys.argv[2], sys.argv[3] == "fresh"

def load():
    spec = importlib.util.spec_from_file_location(name, path)
    m = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(m)
    return m

def cycle(m):
    with contextlib.redirect_stdout(io.StringIO()):
        exercise.exercise(m)
    del m
    for _ in range(3):
        gc.collect()
    # Both hold references, to as many names as there is room for.
    sys._clear_type_cache()
    getattr(sys, "_clear_internal_caches", int)()

one = None if fresh else load()
for _ in range(4):
    cycle(one or load())
size = getattr(ctypes.CDLL(None), "__sanitizer_get_current_allocated_bytes", int)
size.restype = ctypes.c_size_t
counts, sizes = (ctypes.c_ssize_t * 5)(), (ctypes.c_ssize_t * 5)()
for i in range(5):
    cycle(one or load())
    counts[i], sizes[i] = sys.gettotalrefcount(), size()
print(*[min(a[i + 1] - a[i] for i in range(4)) for a in (counts, sizes)])
"""


class Failure(Exception):
    def __init__(self, stage, reason):
        super().__init__(f"{stage}: {reason}")
        self.stage, self.reason = stage, reason


class Expired(Exception):
    """A step took longer than its limit: no answer, neither good nor bad."""


@dataclasses.dataclass
class Outcome:
    kind: str              # whole, partly, refused, failed, invalid, timeout
    stage: str = ""
    reason: str = ""
    causes: tuple = ()     # (rule, message) of each refusal
    unchecked: tuple = ()  # checks that were not possible
    times: dict = dataclasses.field(default_factory=dict)  # processor seconds by step

    @property
    def signature(self):
        """What a smaller module must share with this one to have the same fault."""
        words = re.sub(r"‘[^’]*’|'[^']*'|`[^`]*`|\d+|\"[^\"]*\"", "_", self.reason)
        return f"{self.stage}: {words.splitlines()[0][:100] if words else ''}"


class Oracle:
    """Checks at one of the LEVELS, on Python 3.`minor`; `patience` multiplies time limits.
    Precompiled headers are kept in `headers` if it is given."""

    def __init__(self, program, level="all", minor=None, headers=None):
        self.program = Path(program).resolve()
        self.level = level
        self.headers = Headers(headers) if headers else None
        found = with_headers()
        self.release = {minor_of(python): python for python in found
                        if python["kind"] == "release"}
        self.debug = {minor_of(python): python for python in found
                      if python["kind"] == "debug"}
        self.minor = minor or self._default_minor()
        if self.minor not in self.release:
            raise LookupError(f"no release build of Python 3.{self.minor} was found")
        libraries = sorted(Path("/usr/lib").glob("gcc/*/*/libasan.so"))
        self.asan = str(libraries[-1].resolve()) if libraries else None
        self.patience = 1
        self.unchecked, self.times = [], collections.Counter()

    def _default_minor(self):
        """The newest that has a debug build, too, else the newest."""
        minors = [minor for minor in self.release if minor <= NEWEST_MINOR] or self.release
        return max([minor for minor in minors if minor in self.debug] or minors)

    def check(self, module, folder, patience=1):
        """The outcome for the module; its files and builds are left in the folder."""
        self.patience = patience
        self.unchecked, self.times = [], collections.Counter()
        self.tells_of_memory = False
        try:
            outcome = self._check(module, Path(folder))
        except Failure as failure:
            kind = "invalid" if failure.stage.startswith("original") else "failed"
            outcome = Outcome(kind, failure.stage, failure.reason)
        except Expired as expired:
            outcome = Outcome("timeout", "timeout", str(expired))
        outcome.unchecked, outcome.times = tuple(self.unchecked), dict(self.times)
        return outcome

    # One module.

    def _check(self, module, folder):
        before, after = folder / "before", folder / "after"
        place(module, before)
        python = self.release[self.minor]
        kinds = self._build(module, before, python, "plain")
        unwanted = set(kinds) - TOLERATED
        if unwanted:
            raise Failure("original warns", " ".join(sorted(unwanted)))
        said = self._run(module, before, python, "plain", "original run")
        shutil.copytree(before, after, ignore=shutil.ignore_patterns("plain"))
        code, causes = self._convert(module, after, python)
        if texts_of(before) == texts_of(after):
            if code:
                return Outcome("refused", causes=causes)
            if not any(b"PyModuleDef_Init" in text for text in texts_of(before).values()):
                raise Failure("nothing done", "exit status 0 and no change")
            return Outcome("whole")
        self._compare_warnings(kinds, self._build(module, after, python, "plain"), "as is")
        self._same_output(said, self._run(module, after, python, "plain", "run"), "run")
        turn, is_all, is_quick = module.recipe.seed, self.level == "all", self.level == "quick"
        if is_all or turn % 2 == 0:
            self._configuration(module, before, after, 1, "-DNDEBUG", "-DWITHOUT_EXTRA")
        if is_all or turn % 2 == 1:
            self._configuration(module, before, after, 2, "-DHAVE_EXTRA")
        if is_all or turn % 3 == 1:
            self._convert_again(module, after, python, code)
        if not is_quick or turn % 3 != 1:
            self._debug(module, before, after, is_whole=code == 0)
        if not is_quick:
            plan = self._plan(module, before, python) if is_all or turn % 3 == 2 else None
            self._compare(module, before, after, python, plan)
            self._prove(module, after, python, plan, is_whole=code == 0)
        return Outcome("partly" if code else "whole", causes=causes)

    def _turn(self, module, n):
        """The n-th Python for the module; all get their turn."""
        minors = sorted(self.release)
        return self.release[minors[(module.recipe.seed * n + n) % len(minors)]]

    # Stages.

    def _convert(self, module, folder, python, *flags):
        code, answer = self._conversion(module, folder, python, "--write", *flags)
        causes = []
        for finding in answer["findings"]:
            if finding["rule"] in MEMORY_RULES:
                self.tells_of_memory = True
            if finding["level"] == "note":
                continue
            if not finding.get("path") or not finding.get("line") or not finding["message"]:
                raise Failure("a finding without place or cause", json.dumps(finding))
            causes.append((finding["rule"], finding["message"]))
        if (code == 1) != bool(causes):
            raise Failure("exit status", f"{code} with {len(causes)} findings")
        return code, tuple(causes)

    def _plan(self, module, folder, python):
        """What the plan says about the module."""
        _, answer = self._conversion(module, folder, python, "--plan")
        (plan,) = answer["plan"]["modules"]
        return plan

    def _conversion(self, module, folder, python, option, *flags):
        run = self._program(folder, "convert", option, "--format", "json", ".", "--",
                            f"-I{python['include']}", *language(module), *flags)
        if run.returncode not in (0, 1):
            raise Failure(f"convert ends with {run.returncode}", run.stderr[-2000:])
        try:
            return run.returncode, json.loads(run.stdout)
        except ValueError:
            raise Failure("convert's answer", run.stdout[-500:])

    def _convert_again(self, module, folder, python, code):
        before = texts_of(folder)
        again, _ = self._convert(module, folder, python)
        if texts_of(folder) != before:
            raise Failure("second run", "changes the result")
        if again > code:  # what stays process-wide is reported while something else moves
            raise Failure("second run", f"exit status {again}, first {code}")
        for flag in OTHER_BRANCHES if code == 0 else ():
            again, causes = self._convert(module, folder, python, flag)
            if again or texts_of(folder) != before:
                raise Failure(f"run with {flag}", f"finds what the first one did not: {causes}")

    def _build(self, module, folder, python, name, *flags):
        """A build in the folder's sub-folder `name`; the warnings by kind."""
        (folder / name).mkdir(exist_ok=True)
        flags = [*FLAGS, *["-g"] * (self.level != "quick"), *language(module), *flags]
        folders = [python["include"]]
        if self.headers:
            folders.insert(0, self.headers.folder(compiler(module), python["include"], flags))
        run = self._spawn("build", [compiler(module), *flags, *[f"-I{one}" for one in folders],
                                    "-shared", *sources(module), "-o",
                                    Path(name) / f"{module.name}.so"], folder)
        if run.returncode != 0:
            stage = "compile" if folder.name == "after" else "original compile"
            raise Failure(f"{stage} {name}", first_error(run.stderr))
        return warnings(run.stderr)

    def _configuration(self, module, before, after, n, *flags):
        """Other headers and other macros: as many warnings as before, and the same output."""
        python = self._turn(module, n)
        name = f"on 3.{minor_of(python)} with {' '.join(flags)}"
        try:
            old = self._build(module, before, python, f"other-{n}", *flags)
            said = self._run(module, before, python, f"other-{n}", "original run")
        except Failure as failure:
            self.unchecked.append(f"{name}: {failure.stage}")
            return
        try:
            new = self._build(module, after, python, f"other-{n}", *flags)
        except Failure as failure:
            raise Failure(f"compile {name}", failure.reason)
        self._compare_warnings(old, new, name)
        self._same_output(said, self._run(module, after, python, f"other-{n}", f"run {name}"),
                          f"run {name}")

    def _compare_warnings(self, old, new, name):
        more = new - old
        if more:
            raise Failure(f"new warnings {name}", " ".join(sorted(more)))

    def _run(self, module, folder, python, name, stage):
        run = self._spawn(
            "run", [python["executable"], "-X", "faulthandler", "-c", RUN, module.name], folder,
            PYTHONPATH=f"{name}:.", PYTHONDONTWRITEBYTECODE="1", PYTHONHASHSEED="0")
        if run.returncode != 0:
            raise Failure(stage, f"exit status {run.returncode}\n{run.stderr[-3000:]}")
        return run.stdout

    def _same_output(self, old, new, stage):
        if old != new:
            pairs = zip(old.splitlines() + [""], new.splitlines() + [""])
            one, two = next(((a, b) for a, b in pairs if a != b), ("", "more lines"))
            raise Failure(stage, f"prints {two!r}, was {one!r}")

    def _debug(self, module, before, after, is_whole):
        """The result under ASan and a debug Python; its references afterwards.  What keeps
        statics is loaded once, as before."""
        python = self.debug.get(self.minor)
        if python is None:
            self.unchecked.append(f"no debug build of Python 3.{self.minor}")
            return
        if self.asan is None:
            self.unchecked.append("no ASan library")
        references, size = self._growth(module, after, python, "fresh" if is_whole else "same",
                                        "run in a debug Python")
        if self.tells_of_memory:
            size = 0
        if references <= 0 and size <= 0:
            return
        old, old_size = self._growth(module, before, python, "same",
                                     "original run in a debug Python")
        if references > max(old, 0):
            raise Failure("leak", f"{references} references of each module are lost; {old} before")
        if size > max(old_size, 0):
            raise Failure("memory", f"{size} bytes of each module are lost; {old_size} before")

    def _growth(self, module, folder, python, mode, stage):
        flags, environment = (), {}
        if self.asan:
            flags = ("-fsanitize=address",)
            environment = {"LD_PRELOAD": self.asan, "PYTHONMALLOC": "malloc_debug",
                           "ASAN_OPTIONS": "detect_leaks=0"}
        self._build(module, folder, python, "debug", *flags)
        path = Path("debug") / f"{module.name}.so"
        run = self._spawn("debug run", [python["executable"], "-c", LEAKS, module.name, path, mode],
                          folder, PYTHONDONTWRITEBYTECODE="1", **environment)
        if run.returncode != 0:
            said = (first_match(run.stderr, "ERROR: AddressSanitizer")
                    or run.stderr.strip().rpartition("\n")[2])
            raise Failure(stage, f"exit status {run.returncode} {said}\n{run.stderr[-6000:]}")
        references, size = run.stdout.split()[-2:]
        return int(references), int(size)

    def _compare(self, module, before, after, python, plan):
        run = self._program(after.parent, "compare", "--python", python["executable"],
                            "--module", module.name, "before/plain", "after/plain",
                            "--format", "json")
        if run.returncode not in (0, 1):
            raise Failure("compare", f"exit status {run.returncode}\n{run.stderr[-1000:]}")
        for finding in json.loads(run.stdout)["findings"]:
            message = finding["message"]
            if finding["level"] == "note" or is_class_method(message):
                continue
            if any(size in message for size in SIZES):  # a cost that the plan names
                plan = plan or self._plan(module, before, python)
                if plan["cost"]["holding_types"] > 0:
                    continue
            raise Failure("compare", f"[{finding['rule']}] {message}")

    def _prove(self, module, after, python, plan, is_whole):
        """No error, and a verdict that bears out what the module declares.  What stays
        process-wide must be refused."""
        limit = () if self.patience == 1 else ("--time-limit", str(TIMEOUT_S))
        run = self._program(after, "prove", module.name, "--path", "plain", "--python",
                            python["executable"], "--exercise", "exercise.py", "--format",
                            "json", "-j", "1", *limit)
        if run.returncode not in (0, 1):
            raise Failure("prove", f"exit status {run.returncode}\n{run.stderr[-1000:]}")
        proof = json.loads(run.stdout)
        for finding in proof["findings"]:
            if finding["level"] == "error":
                raise Failure("prove", f"[{finding['rule']}] {finding['message']}")
        (said,) = proof["modules"]
        if said["verdict"] == "unproved":
            raise Expired("prove: " + ", ".join(
                scenario["name"] for scenario in said["scenarios"]
                if scenario["outcome"] not in ("pass", "refused", "skip")))
        claim = f"{said['verdict']}, declares {said['declares']}, supports {said['supports']}"
        if said["verdict"] not in (("isolated",) if is_whole else ("isolated", "refuses")):
            raise Failure("verdict", claim)
        if said["declares"] != said["supports"]:
            raise Failure("verdict", claim)
        if plan and plan["declares"] != said["declares"]:
            raise Failure("declaration", f"{claim}; the plan says {plan['declares']}")

    # Processes.

    def _program(self, folder, command, *words):
        return self._spawn(command, [self.program, command, *words], folder)

    def _spawn(self, step, command, folder, **environment):
        """Runs a command in the folder; its processor time counts for the step."""
        start = children_s()
        try:
            return subprocess.run(command, cwd=folder, capture_output=True, text=True,
                                  timeout=TIMEOUT_S * self.patience,
                                  env={**os.environ, **environment})
        except subprocess.TimeoutExpired as expired:
            raise Expired(f"{step}: {' '.join(map(str, expired.cmd[:3]))}") from None
        finally:
            self.times[step] += children_s() - start


class Headers:
    """Precompiled Python.h, one for each compiler, set of flags and Python.  They are shared
    by processes: the first that needs one makes it."""

    # Macros that Python.h does not mention need no header of their own.
    OTHER_MACROS = {"-DHAVE_EXTRA", "-DWITHOUT_EXTRA"}

    def __init__(self, folder):
        self.root = Path(folder)

    def folder(self, compiler, include, flags):
        """A folder for -I whose Python.h is the precompiled one; a file that cannot use it
        gets the original from there."""
        flags = [flag for flag in flags if flag not in self.OTHER_MACROS]
        key = re.sub(r"[^\w.+-]+", "-", "_".join([compiler, include, *flags])).strip("-")
        made = self.root / key
        if not made.exists():
            self._make(made, compiler, include, flags)
        return made

    def _make(self, made, compiler, include, flags):
        new = made.with_name(f"{made.name}.{os.getpid()}")
        new.mkdir(parents=True)
        text = "#include_next <Python.h>\n"
        source = new / "source.h"
        source.write_text("#include <Python.h>\n")
        subprocess.run([compiler, *flags, f"-I{include}", "-DPY_SSIZE_T_CLEAN=", "-x",
                        "c++-header" if compiler == "g++" else "c-header", source,
                        "-o", new / "Python.h.gch"], check=True, capture_output=True)
        source.unlink()
        (new / "Python.h").write_text(text)
        try:
            new.rename(made)
        except OSError:  # another process was faster
            shutil.rmtree(new)


def place(module, folder):
    folder.mkdir(parents=True)
    for name, text in module.files.items():
        (folder / name).write_bytes(text.encode())
    (folder / "exercise.py").write_text(module.script)


def texts_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()
            if path.suffix in (".c", ".cpp", ".h")}


# Findings and notes about memory that no module gives back.
MEMORY_RULES = ("lifetime-resource-kept", "lifetime-not-converted")

SIZES = ("__basicsize__", "sys.getsizeof", "__weakrefoffset__", "__dictoffset__")


def is_class_method(message):
    """A static method that becomes a class method: `convert` has a note for it."""
    return ("was a builtins.staticmethod" in message
            and "is a builtins.classmethod" in message)


def children_s():
    """Processor seconds of this process's children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def sources(module):
    return [name for name in module.files if not name.endswith(".h")]


def compiler(module):
    return "g++" if module.is_cpp else "gcc"


def language(module):
    return ["-std=gnu++17"] if module.is_cpp else []


def warnings(text):
    return collections.Counter(re.findall(r"warning: .*\[(-W[^]=]+)", text))


def first_match(text, word):
    return next((line for line in text.splitlines() if word in line), "")


def first_error(text):
    lines = text.splitlines()
    return next((line for line in lines if "error:" in line or "undefined" in line),
                lines[-1] if lines else "")
