#!/usr/bin/env python3
"""Looks at installed modules in plain Pythons, without insulate.

    recheck.py --python EXE MODULE... > rechecks.json

For each module, each in a process of its own:

- `second`: importlib loads the module's file again: "same", "other", or the exception;
- `references`: classes of the module whose reference count grows with instances that are
  made without arguments and dropped, with the growth for 100 of them;
- `shared`, `own`: an interpreter with one GIL for all, or one of its own, imports it
  after the main one did: "ok", or the exception;
- `loop`: Python initialised, the module imported, classes made, and Python finalised,
  three times (loop.c): "ok", or the cycle and what happened there.

A process that dies is told by its signal.  What prove says can be held to this.
"""

import argparse
import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SECONDS = 120  # for one look, on a busy machine, too

USE = """
import copy, importlib, pickle, sys
module = importlib.import_module({name!r})
kept = []
for each in list(vars(module).values()):
    if not isinstance(each, type) or each.__module__ != module.__name__:
        continue
    for words in ((), ("a",), (b"a",), ([1],)):
        try:
            kept.append(each(*words))
            break
        except Exception:
            pass
LEFT = ("abort", "crash", "exit", "fork", "input", "kill", "loop", "main", "quit", "read",
        "reboot", "run", "serve", "shut", "sig", "sleep", "stop", "term", "wait")
for place in [module, *kept]:
    for name in dir(place):
        function = getattr(place, name, None)
        if callable(function) and not isinstance(function, type) and name[0] != "_" \\
                and not any(word in name.lower() for word in LEFT):
            try:
                kept.append(function())
            except Exception as error:
                kept.append(error)
for each in list(kept):
    for use in (copy.copy, pickle.dumps, hash, str, list, bool):
        try:
            kept.append(use(each))
        except Exception:
            pass
"""

LOOKS = {
    "second": """
import importlib, importlib.util, sys
module = importlib.import_module({name!r})
spec = importlib.util.spec_from_file_location(module.__name__, module.__file__)
try:
    other = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(other)
    print("same" if other is module else "other")
except BaseException as error:
    print(f"{{type(error).__name__}}: {{error}}")
""",
    "references": """
import gc, importlib, json, sys
module = importlib.import_module({name!r})
grown = {{}}
for name, cls in list(vars(module).items()):
    if not isinstance(cls, type) or name.startswith("__"):
        continue
    try:
        for i in range(5):
            cls()
        gc.collect()
        before = sys.getrefcount(cls)
        for i in range(100):
            cls()
        gc.collect()
        if sys.getrefcount(cls) - before:
            grown[name] = sys.getrefcount(cls) - before
    except Exception:
        pass
print(json.dumps(grown))
""",
    "shared": USE + """
import _interpreters
other = _interpreters.create("legacy")
wrong = _interpreters.exec(other, {use!r})
print(wrong.formatted.splitlines()[0] if wrong else "ok")
sys.stdout.flush()
_interpreters.destroy(other)
print("ended")
""",
    "own": USE + """
import _interpreters
other = _interpreters.create("isolated")
wrong = _interpreters.exec(other, {use!r})
print(wrong.formatted.splitlines()[0] if wrong else "ok")
sys.stdout.flush()
_interpreters.destroy(other)
print("ended")
""",
}


def ending(done):
    """How a process ended badly, or ''."""
    if done.returncode < 0:
        return signal.Signals(-done.returncode).name
    return f"status {done.returncode}" if done.returncode else ""


def run(arguments, **options):
    try:
        return subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace", timeout=SECONDS, **options)
    except subprocess.TimeoutExpired:
        return None


def look(python, text, folder):
    done = run([python, "-c", text], cwd=folder)
    if done is None:
        return "hangs"
    lines = [line for line in done.stdout.splitlines() if line]
    bad = ending(done)
    if bad:
        last = (done.stderr.strip().splitlines() or [""])[-1]
        return f"{bad}: {' '.join([*lines[-1:], last])}".strip()
    return " ".join(lines[-1:] if lines[-1:] != ["ended"] else lines[-2:-1])


def path_of(python):
    """Its sys.path: only the first Python of a process finds out by itself."""
    done = run([python, "-c", "import os, sys; print(os.pathsep.join(sys.path[1:]))"])
    return done.stdout.strip()


def look_in_loop(python, text, folder, preload):
    program = Path(folder) / "use.py"
    program.write_text(text)
    done = run([python, program], cwd=folder, env={
        "LD_PRELOAD": str(preload), "PYTHONPATH": path_of(python), "PATH": "/usr/bin:/bin"})
    if done is None:
        return "hangs"
    lines = done.stdout.split("\n")
    if "done" in lines:
        return "ok" if not ending(done) else f"{ending(done)} at the end"
    cycle = [line for line in lines if line.startswith("cycle")][-1:]
    said = (done.stderr.strip().splitlines() or [""])[-1]
    return f"{' '.join(cycle)}: {ending(done) if done.returncode < 0 else said}"


def recheck(python, name, preload):
    found = {"module": name}
    use = USE.format(name=name)
    with tempfile.TemporaryDirectory(prefix="insulate-recheck-") as folder:
        for what, text in LOOKS.items():
            found[what] = look(python, text.format(name=name, use=use), folder)
        found["loop"] = look_in_loop(python, use, folder, preload)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--python", required=True)
    parser.add_argument("modules", nargs="+", metavar="MODULE")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="insulate-recheck-") as folder:
        preload = Path(folder) / "loop.so"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", HERE / "loop.c", "-o", preload],
                       check=True)
        for name in options.modules:
            print(json.dumps(recheck(options.python, name, preload)), flush=True)


if __name__ == "__main__":
    sys.exit(main())
