#!/usr/bin/env python3
"""`prove --all`: every extension module of an environment, whatever its state.

Status 77 (skipped) where no Python here has its own headers.
"""

import argparse
import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from environment import MODULES, SKIPPED, build, check, make_environment
from pythons import find_python

EXPECTED = {
    "clean_state": "isolated",
    "fails_always": "broken",
    "garbage": "broken",
    "linked.clean_undeclared": "isolated",
    "once_slot": "refuses",
    "package.inner.static_counter": "not-isolated",
    "package.static_counter": "not-isolated",
    "sad.clean_state": "broken",
    "sour.clean_state": "broken",
    "twice": "isolated",
}
ENDED = 15  # seconds within which an interrupted run is over


def fill(python, site):
    """Modules of every kind, and files that are none."""
    asked = subprocess.run(
        [python["executable"], "-c",
         "import sysconfig; print(sysconfig.get_config_var('EXT_SUFFIX'))"],
        capture_output=True, text=True, check=True)
    suffix = asked.stdout.strip()
    for name in ("clean_state", "fails_always", "once_slot"):
        build(name, python, site / f"{name}.so")
    texts = {"package": "", "package/inner": "",
             "sad": "import a_module_that_is_not_there\n",
             "sour": "raise ValueError('not on this machine')\n"}
    for package, text in texts.items():
        (site / package).mkdir()
        (site / package / "__init__.py").write_text(text)
    build("static_counter", python, site / "package/static_counter.abi3.so")
    build("static_counter", python, site / "package/inner/static_counter.so")
    build("clean_state", python, site / "sad/clean_state.so")
    build("clean_state", python, site / "sour/clean_state.so")
    # Of two files with one name the more special one is imported.
    source = (MODULES / "clean_state.c").read_text()
    (site / "twice.c").write_text(source.replace("clean_state", "twice"))
    include = Path(python["include"])
    subprocess.run(["cc", "-shared", "-fPIC", site / "twice.c", "-o",
                    site / f"twice{suffix}", f"-I{include}", f"-I{include.parent}",
                    f"-I{MODULES}"], check=True)
    (site / "twice.so").write_text("never looked at")
    # A package that lies elsewhere; and a link that never ends.
    store = site.parent / "store/linked"
    store.mkdir(parents=True)
    build("clean_undeclared", python, store / "clean_undeclared.so")
    (site / "linked").symlink_to(store)
    (site / "again").symlink_to(site)
    # Not importable: for another Python, in a folder that is no package, no module.
    build("fails_always", python, site / "fails_always.cpython-38-x86_64-linux-gnu.so")
    (site / "some.libs").mkdir()
    build("fails_always", python, site / "some.libs/fails_always.so")
    (site / "library.c").write_text("int answer(void) { return 42; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", site / "library.c", "-o",
                    site / "library.so"], check=True)
    (site / "garbage.so").write_text("this is no shared library\n")


def command(insulate, executable, *arguments):
    return [insulate, "prove", "--all", "--python", executable,
            "--scenario", "import", "--scenario", "globals",
            "--scenario", "two-modules", "--scenario", "shared-gil", *arguments]


def run(insulate, executable, folder, *arguments):
    return subprocess.run(command(insulate, executable, *arguments), cwd=folder,
                          capture_output=True, text=True)


def check_json(insulate, executable, folder):
    answers = []
    for jobs in ("1", "3"):
        done = run(insulate, executable, folder, "--format", "json", "--jobs", jobs)
        check(done.returncode == 1, f"not all are isolated, {jobs} jobs",
              done.returncode, done.stderr)
        check("\r" not in done.stderr, "no progress without a terminal", done.stderr)
        answers.append(json.loads(done.stdout))
    for answer in answers:
        verdicts = {each["module"]: each["verdict"] for each in answer["modules"]}
        wanted = dict(EXPECTED)
        # With some scenarios left out nothing can be called isolated.
        wanted.update({name: "unproved" for name, verdict in EXPECTED.items()
                       if verdict == "isolated"})
        check(verdicts == wanted, "every module has its verdict", verdicts)
        for module in answer["modules"]:
            check(module["verdict"] == "isolated" or module["reason"],
                  "whatever is not isolated has a reason", module)
            module["seconds"] = 0
            for scenario in module["scenarios"]:
                scenario["seconds"] = 0
    names = [[each["module"] for each in answer["modules"]] for answer in answers]
    check(names[0] == names[1] == sorted(EXPECTED),
          "the order does not depend on the jobs", names)
    check([each["rule"] for each in answers[0]["findings"]]
          == [each["rule"] for each in answers[1]["findings"]],
          "nor do the findings")


def check_text(insulate, executable, folder):
    done = run(insulate, executable, folder)
    lines = done.stdout.splitlines()
    table = lines[-len(EXPECTED) - 1:]
    check(table[0].split() == ["module", "declares", "supports", "verdict", "first",
                               "reason"], "the answer ends with a table", table)
    rows = {line.split()[0]: line for line in table[1:]}
    check(sorted(rows) == sorted(EXPECTED), "it has a row for each module", rows)
    check("ValueError: never" in rows["fails_always"]
          and "a_module_that_is_not_there" in rows["sad.clean_state"]
          and "ValueError: not on this machine" in rows["sour.clean_state"],
          "and says why", rows)
    check("1 module refuses: " in done.stderr and "MODULE" in done.stderr,
          "what to do with each verdict is said", done.stderr)
    column = table[0].index("verdict")
    check(all(line[column - 2:column] == "  " and line[column] != " "
              for line in table[1:]), "the columns stand below each other", table)


def check_options(insulate, executable, folder):
    for words in (["clean_state"], ["--tests", "x"], ["--exercise", "library.c"]):
        site = next(folder.glob("venv/lib/*/site-packages"))
        done = run(insulate, executable, site, *words)
        check(done.returncode == 2 and not done.stdout, f"--all with {words} is refused",
              done.stderr)
    done = subprocess.run([insulate, "prove", "clean_state", "--stdlib", "--python",
                           executable], capture_output=True, text=True)
    check(done.returncode == 2, "--stdlib without --all is refused", done.stderr)


def read_terminal(descriptor):
    seen = b""
    while True:
        try:
            chunk = os.read(descriptor, 65536)
        except OSError:  # the other end is closed
            return seen.decode()
        if not chunk:
            return seen.decode()
        seen += chunk


def check_progress(insulate, executable, folder):
    ours, theirs = pty.openpty()
    child = subprocess.Popen(command(insulate, executable, "--jobs", "2"), cwd=folder,
                             stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    seen = read_terminal(ours)
    child.wait()
    os.close(ours)
    check(f"[0/{len(EXPECTED)}]" in seen and "twice" in seen,
          "progress on a terminal", seen)


def processes_of(marker):
    """Processes whose environment has `marker`."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit() and int(entry.name) != os.getpid():
            try:
                environment = (entry / "environ").read_bytes()
            except OSError:  # it has ended
                continue
            if marker.encode() in environment:
                found.append(entry.name)
    return found


def maps(process, library):
    """Has the process loaded it?"""
    try:
        return library in Path(f"/proc/{process}/maps").read_text()
    except OSError:  # it has ended
        return False


class SlowRun:
    """A run over two modules that is in the second, which never comes back."""

    def __init__(self, insulate, python, folder, number):
        self.executable, site = make_environment(python, folder / f"slow{number}")
        build("clean_state", python, site / "clean_state.so")
        build("hangs_in_exec", python, site / "hangs_in_exec.so")
        self.temporary = folder / f"tmp{number}"
        self.temporary.mkdir()
        self.marker = f"INSULATE_TEST_MARK={folder.name}-{number}"
        name, _, value = self.marker.partition("=")
        self.environment = {**os.environ, "TMPDIR": str(self.temporary), name: value}
        self.child = subprocess.Popen(
            command(insulate, self.executable, "--format", "json", "--jobs", "1"),
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL))
        self.wait_for_second()  # nohup, for one, lets SIGHUP be ignored

    def wait_for_second(self):
        while not any(maps(each, "hangs_in_exec.so")
                      for each in processes_of(self.marker)):
            check_alive(self.child)
            time.sleep(0.05)


def check_interrupt(insulate, python, folder, number):
    """A run that is stopped says what it has, and leaves nothing."""
    slow = SlowRun(insulate, python, folder, number)
    child, marker, temporary = slow.child, slow.marker, slow.temporary
    begin = time.monotonic()
    child.send_signal(number)
    out, errors = child.communicate(timeout=60)
    took = time.monotonic() - begin
    check(child.returncode == 2 and "interrupted after 1 of 2 modules" in errors,
          f"{signal.Signals(number).name} ends the run", child.returncode, errors)
    check([each["module"] for each in json.loads(out)["modules"]] == ["clean_state"],
          "what was proved is told", out)
    check(took < ENDED, "at once", took)
    check(not processes_of(marker), "no process is left")
    check(not list(temporary.iterdir()), "and no file", list(temporary.iterdir()))


def check_kill(insulate, python, folder):
    """A run that is killed cannot clean up: its processes end with it, its folder goes
    with the next run, even one whose reader goes away."""
    slow = SlowRun(insulate, python, folder, signal.SIGKILL)
    slow.child.kill()
    slow.child.communicate()
    for _ in range(100):
        if not processes_of(slow.marker):
            break
        time.sleep(0.1)
    check(not processes_of(slow.marker), "no process is left after SIGKILL",
          processes_of(slow.marker))
    check(len(list(slow.temporary.iterdir())) == 1, "but the folder",
          list(slow.temporary.iterdir()))
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run([insulate, "prove", "--scenario", "import", "--python",
                           slow.executable, "clean_state"], env=slow.environment,
                          stdout=write, stderr=subprocess.DEVNULL)
    os.close(write)
    check(done.returncode == -signal.SIGPIPE, "a reader that is gone ends a run",
          done.returncode)
    check(not list(slow.temporary.iterdir()), "the next run removes it, and its own",
          list(slow.temporary.iterdir()))


def check_alive(child):
    if child.poll() is not None:
        raise SystemExit(f"not ok: ended early: {child.communicate()}")


def check_nothing(insulate, python, folder):
    executable, _ = make_environment(python, folder / "empty")
    done = run(insulate, executable, folder, "--format", "json")
    check(done.returncode == 0 and json.loads(done.stdout)["modules"] == []
          and "no extension module found" in done.stderr,
          "an environment without extension modules", done.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--insulate", required=True, type=os.path.abspath)
    options = parser.parse_args()
    python = find_python("3.14") or find_python("3.13")
    if python is None:
        print("SKIPPED: no Python 3.13 or 3.14 here has its headers")
        return SKIPPED
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        executable, site = make_environment(python, folder / "venv")
        fill(python, site)
        check_options(options.insulate, executable, folder)
        check_json(options.insulate, executable, folder)
        check_text(options.insulate, executable, folder)
        check_progress(options.insulate, executable, folder)
        check_nothing(options.insulate, python, folder)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            check_interrupt(options.insulate, python, folder, number)
        check_kill(options.insulate, python, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
