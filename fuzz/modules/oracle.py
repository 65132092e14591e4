"""Whether `convert` is right about a module: what holds before must hold after.

Failures name a stage and a reason; the reason without numbers and names is their kind.
"""

import collections
import dataclasses
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(PROJECT / "tools"))

from pythons import minor_of, with_headers  # noqa: E402

FLAGS = ["-Wall", "-Wextra"]
# Kinds of warnings that real modules have, too: only their number counts.
TOLERATED = {"-Wunused-parameter", "-Wmissing-field-initializers"}
TIMEOUT_S = 120

RUN = """
import gc, importlib, sys
import exercise
m = importlib.import_module(sys.argv[1])
exercise.exercise(m)
del m
gc.collect()
"""

# Growth of all reference counts in five uses: of fresh modules, or of one.
LEAKS = """
import contextlib, gc, importlib.util, io, sys
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
before = sys.gettotalrefcount()
for _ in range(5):
    cycle(one or load())
print(sys.gettotalrefcount() - before)
"""


class Failure(Exception):
    def __init__(self, stage, reason):
        super().__init__(f"{stage}: {reason}")
        self.stage, self.reason = stage, reason


@dataclasses.dataclass
class Outcome:
    kind: str              # whole, partly, refused, failed, invalid
    stage: str = ""
    reason: str = ""
    causes: tuple = ()     # (rule, message) of each refusal

    @property
    def signature(self):
        """What a smaller module must share with this one to have the same fault."""
        words = re.sub(r"‘[^’]*’|'[^']*'|`[^`]*`|\d+|\"[^\"]*\"", "_", self.reason)
        return f"{self.stage}: {words.splitlines()[0][:100] if words else ''}"


class Oracle:
    """`is_full`: all checks; else each seed has its turn of those that need most time."""

    def __init__(self, program, is_full=True):
        self.program = Path(program).resolve()
        self.is_full = is_full
        found = with_headers()
        self.release = {minor_of(python): python for python in found
                        if python["kind"] == "release"}
        self.debug = {minor_of(python): python for python in found
                      if python["kind"] == "debug"}
        newest = [minor for minor in self.release if minor <= 14 and minor in self.debug]
        self.minor = 13 if 13 in newest else max(newest or self.release)
        libraries = sorted(Path("/usr/lib").glob("gcc/*/*/libasan.so"))
        self.asan = str(libraries[-1].resolve()) if libraries else None

    def check(self, module, folder):
        """The outcome for the module; its files and builds are left in the folder."""
        try:
            return self._check(module, Path(folder))
        except Failure as failure:
            kind = "invalid" if failure.stage.startswith("original") else "failed"
            return Outcome(kind, failure.stage, failure.reason)
        except subprocess.TimeoutExpired as expired:
            return Outcome("failed", "timeout", str(expired.cmd[:3]))

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
        shutil.copytree(before, after, ignore=shutil.ignore_patterns("*.so.d", "plain"))
        code, causes = self._convert(module, after, python)
        changed = texts_of(before) != texts_of(after)
        if not changed:
            if code == 0:
                raise Failure("nothing done", "exit status 0 and no change")
            return Outcome("refused", causes=causes)
        self._compare_warnings(kinds, self._build(module, after, python, "plain"), "as is")
        self._same_output(said, self._run(module, after, python, "plain", "run"), "run")
        turn = module.recipe.seed % 3
        if self.is_full or turn == 0:
            self._configurations(module, before, after)
        if self.is_full or turn == 1:
            self._convert_again(module, after, python, code)
        if self.minor in self.debug and (self.is_full or turn != 1):
            self._debug(module, before, after, self.debug[self.minor], code == 0)
        if self.is_full:
            self._compare(module, before, after, python)
            self._prove(module, after, python, causes)
        return Outcome("partly" if code else "whole", causes=causes)

    def _turn(self, module, n):
        """The n-th Python for the module; all get their turn."""
        minors = sorted(self.release)
        return self.release[minors[(module.recipe.seed * n + n) % len(minors)]]

    # Stages.

    def _convert(self, module, folder, python):
        run = self._program(folder, "convert", "--write", "--format", "json", ".", "--",
                            f"-I{python['include']}", *language(module))
        if run.returncode not in (0, 1):
            raise Failure(f"convert ends with {run.returncode}", run.stderr[-2000:])
        try:
            answer = json.loads(run.stdout)
        except ValueError:
            raise Failure("convert's answer", run.stdout[-500:])
        causes = []
        for finding in answer["findings"]:
            if finding["level"] == "note":
                continue
            if not finding.get("path") or not finding.get("line") or not finding["message"]:
                raise Failure("a finding without place or cause", json.dumps(finding))
            causes.append((finding["rule"], finding["message"]))
        if (run.returncode == 1) != bool(causes):
            raise Failure("exit status", f"{run.returncode} with {len(causes)} findings")
        return run.returncode, tuple(causes)

    def _convert_again(self, module, folder, python, code):
        before = texts_of(folder)
        again, _ = self._convert(module, folder, python)
        if texts_of(folder) != before:
            raise Failure("second run", "changes the result")
        if again > code:  # what stays process-wide is reported while something else moves
            raise Failure("second run", f"exit status {again}, first {code}")

    def _build(self, module, folder, python, name, *flags):
        """A build in the folder's sub-folder `name`; the warnings by kind."""
        place_of(folder, name).mkdir(exist_ok=True)
        run = subprocess.run(
            [compiler(module), *["-g"] * self.is_full, "-O0", "-shared", "-fPIC", *FLAGS, *language(module),
             f"-I{python['include']}", *flags, *sources(module), "-o",
             place_of(folder, name) / f"{module.name}.so"],
            cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S)
        if run.returncode != 0:
            stage = "compile" if folder.name == "after" else "original compile"
            raise Failure(f"{stage} {name}", first_error(run.stderr))
        return warnings(run.stderr)

    def _syntax(self, module, folder, python, *flags):
        """The warnings by kind, None if it does not compile, and the messages."""
        counts, said = collections.Counter(), ""
        for source in sources(module):
            run = subprocess.run(
                [compiler(module), "-fsyntax-only", *FLAGS, *language(module),
                 f"-I{python['include']}", *flags, source],
                cwd=folder, capture_output=True, text=True, timeout=TIMEOUT_S)
            if run.returncode != 0:
                return None, first_error(run.stderr)
            counts += warnings(run.stderr)
            said += run.stderr
        return counts, said

    def _configurations(self, module, before, after):
        """Other headers and other macros: as many warnings as before, and the same output."""
        python, flags = self._turn(module, 1), ("-DNDEBUG", "-DWITHOUT_EXTRA")
        name = f"on 3.{minor_of(python)} with {' '.join(flags)}"
        old, _ = self._syntax(module, before, python, *flags)
        if old is not None:
            new, said = self._syntax(module, after, python, *flags)
            if new is None:
                raise Failure(f"compile {name}", said)
            self._compare_warnings(old, new, name, said)
        python, flags = self._turn(module, 2), ("-DHAVE_EXTRA",)
        name = f"on 3.{minor_of(python)} with {' '.join(flags)}"
        if self._syntax(module, before, python, *flags)[0] is None:
            return
        kinds, said = [], []
        for folder, stage in ((before, "original run"), (after, "run")):
            kinds.append(self._build(module, folder, python, "other", *flags))
            said.append(self._run(module, folder, python, "other", f"{stage} {name}"))
        self._compare_warnings(*kinds, name)
        self._same_output(*said, f"run {name}")

    def _compare_warnings(self, old, new, name, said=""):
        more = new - old
        if more:
            line = next((line for line in said.splitlines() if "warning:" in line and
                         any(kind in line for kind in more)), "")
            raise Failure(f"new warnings {name}", " ".join(sorted(more)) + "\n" + line)

    def _run(self, module, folder, python, name, stage, **environment):
        run = subprocess.run(
            [python["executable"], "-X", "faulthandler", "-c", RUN, module.name], cwd=folder,
            capture_output=True, text=True, timeout=TIMEOUT_S,
            env={**os.environ, "PYTHONPATH": f"{name}:.", "PYTHONDONTWRITEBYTECODE": "1",
                 "PYTHONHASHSEED": "0", **environment})
        if run.returncode != 0:
            raise Failure(stage, f"exit status {run.returncode}\n{run.stderr[-3000:]}")
        return run.stdout

    def _same_output(self, old, new, stage):
        if old != new:
            pairs = zip(old.splitlines() + [""], new.splitlines() + [""])
            one, two = next(((a, b) for a, b in pairs if a != b), ("", "more lines"))
            raise Failure(stage, f"prints {two!r}, was {one!r}")

    def _debug(self, module, before, after, python, is_whole):
        """The result under ASan and a debug Python; its references afterwards.  What keeps
        statics is loaded once, as before."""
        growth = self._growth(module, after, python, "fresh" if is_whole else "same",
                              "run in a debug Python")
        if growth is None or growth < 5:
            return
        old = self._growth(module, before, python, "same", "original run in a debug Python")
        if growth - old >= 5:
            raise Failure("leak", f"{growth} references in 5 modules; {old} in 5 uses before")

    def _growth(self, module, folder, python, mode, stage):
        flags, environment = (), {}
        if self.asan:
            flags = ("-fsanitize=address",)
            environment = {"LD_PRELOAD": self.asan, "PYTHONMALLOC": "malloc",
                           "ASAN_OPTIONS": "detect_leaks=0"}
        self._build(module, folder, python, "debug", *flags)
        path = Path("debug") / f"{module.name}.so"
        run = subprocess.run(
            [python["executable"], "-c", LEAKS, module.name, path, mode], cwd=folder,
            capture_output=True, text=True, timeout=TIMEOUT_S,
            env={**os.environ, **environment, "PYTHONDONTWRITEBYTECODE": "1"})
        if run.returncode != 0:
            if "ImportError" in run.stderr.splitlines()[-1]:
                return None  # one module object at a time
            said = first_match(run.stderr, "ERROR: AddressSanitizer") or run.stderr[-3000:]
            raise Failure(stage, f"exit status {run.returncode} {said}\n{run.stderr[-6000:]}")
        return int(run.stdout.split()[-1])

    def _compare(self, module, before, after, python):
        run = self._program(after.parent, "compare", "--python", python["executable"],
                            "--module", module.name, "before/plain", "after/plain",
                            "--format", "json")
        if run.returncode not in (0, 1):
            raise Failure("compare", f"exit status {run.returncode}\n{run.stderr[-1000:]}")
        for finding in json.loads(run.stdout)["findings"]:
            message = finding["message"]
            becomes_class_method = ("was a builtins.staticmethod" in message
                                    and "is a builtins.classmethod" in message)
            if finding["level"] != "note" and not becomes_class_method:  # a note of convert's
                raise Failure("compare", f"[{finding['rule']}] {finding['message']}")

    def _prove(self, module, after, python, causes):
        run = self._program(after, "prove", module.name, "--path", "plain", "--python",
                            python["executable"], "--exercise", "exercise.py", "--format",
                            "json", "-j", "1")
        if run.returncode not in (0, 1):
            raise Failure("prove", f"exit status {run.returncode}\n{run.stderr[-1000:]}")
        answer = json.loads(run.stdout)
        for finding in answer["findings"]:
            if finding["level"] == "error":
                raise Failure("prove", f"[{finding['rule']}] {finding['message']}")

    def _program(self, folder, *words):
        return subprocess.run([self.program, *words], cwd=folder, capture_output=True,
                              text=True, timeout=TIMEOUT_S)


def place(module, folder):
    folder.mkdir(parents=True)
    for name, text in module.files.items():
        (folder / name).write_bytes(text.encode())
    (folder / "exercise.py").write_text(module.script)


def place_of(folder, name):
    return folder / name


def texts_of(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()
            if path.suffix in (".c", ".cpp", ".h")}


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
