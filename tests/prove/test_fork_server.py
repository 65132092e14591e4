#!/usr/bin/env python3
"""Scenarios are forked from one started Python, and from none where that cannot be.

Status 77 (skipped) where no Python from 3.12 on with headers is here.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import environment
from environment import check

SCENARIOS = ("import", "shared-gil", "cycles", "globals")  # all use the module

# Told by each scenario: which process it is a copy of.  A copy has its environment.
TELL = """\
import os, sys

def exercise(module):
    text = open("/proc/self/environ").read().split("\\0")
    line = [each for each in text if each.startswith("INSULATE_PROBE_SCENARIO=")][0]
    with open({log!r}, "a") as log:
        log.write(line + "\\n")
"""

# Tries to end the fork server in the manner of a module that makes system calls of its
# own.
KILL = TELL + """
    import subprocess
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            environ = open(f"/proc/{{pid}}/environ").read()
            parent = int(open(f"/proc/{{pid}}/stat").read().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if "INSULATE_PROBE_SCENARIO=fork-server" in environ and parent == os.getppid() \\
                and int(pid) != os.getpid():
            subprocess.run(["kill", "-9", pid])
"""

# Asks the test to end it, and waits until that is done; on a busy machine, too.
ASK = TELL + """
    import time
    open({log!r} + ".asked", "w").close()
    while not os.path.exists({log!r} + ".ended"):
        time.sleep(0.02)
"""

THREAD = """\
import threading, time
threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
"""


def is_fork_server(pid):
    """It, or a copy of it."""
    try:
        environ = Path(f"/proc/{pid}/environ").read_text()
    except OSError:
        return False
    return "INSULATE_PROBE_SCENARIO=fork-server" in environ


def kill_fork_server(folder, parent):
    """Once an exercise asks for it, from outside."""
    asked = folder / "log.asked"
    while not asked.exists() and parent.poll() is None:
        time.sleep(0.02)
    children = Path(f"/proc/{parent.pid}/task/{parent.pid}/children").read_text().split()
    servers = sorted(filter(is_fork_server, children), key=int)  # copies came later
    if servers:
        os.kill(int(servers[0]), signal.SIGKILL)
    (folder / "log.ended").touch()


def prove(insulate, python, folder, exercise, *paths):
    """The outcomes, and what the scenarios are copies of."""
    log = folder / "log"
    log.write_text("")
    (folder / "exercise.py").write_text(exercise.format(log=str(log)))
    words = [word for each in SCENARIOS for word in ("--scenario", each)]
    words += [word for each in (folder, *paths) for word in ("--path", each)]
    run = subprocess.Popen(
        [insulate, "prove", "--format", "json", "--jobs", "2", "--exercise",
         folder / "exercise.py", "--python", python["executable"], *words,
         "clean_state"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if exercise == ASK:
        kill_fork_server(folder, run)
    out, errors = run.communicate()
    check(run.returncode in (0, 1), "prove answers", errors)
    module = json.loads(out)["modules"][0]
    outcomes = {each["name"]: each["outcome"] for each in module["scenarios"]}
    return ({name: outcomes[name] for name in SCENARIOS},
            {line.partition("=")[2] for line in log.read_text().splitlines()})


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--insulate", required=True, type=os.path.abspath)
    options = parser.parse_args()
    python = environment.newest_python(12)
    if python is None:
        print("SKIPPED: no Python from 3.12 on with headers here")
        return environment.SKIPPED
    fine = dict.fromkeys(SCENARIOS, "pass")
    with tempfile.TemporaryDirectory(prefix="insulate-fork-server-") as work:
        folder = Path(work)
        environment.build("clean_state", python, folder / "clean_state.so")
        outcomes, origins = prove(options.insulate, python, folder, TELL)
        check(outcomes == fine, "all scenarios pass", outcomes)
        check(origins == {"fork-server"}, "each is a copy of the fork server", origins)

        site = folder / "site"
        site.mkdir()
        (site / "sitecustomize.py").write_text(THREAD)
        outcomes, origins = prove(options.insulate, python, folder, TELL, site)
        check(outcomes == fine, "a Python that starts threads does, too", outcomes)
        check(origins == set(SCENARIOS), "with a Python for each scenario", origins)

        outcomes, origins = prove(options.insulate, python, folder, KILL)
        check(outcomes == fine and origins == {"fork-server"},
              "no scenario can kill the fork server", outcomes, origins)

        outcomes, origins = prove(options.insulate, python, folder, ASK)
        check(outcomes == fine, "nor does it matter that the fork server is killed",
              outcomes)
        check("fork-server" in origins and origins & set(SCENARIOS),
              "what comes later has a Python of its own", origins)
    return 0


if __name__ == "__main__":
    sys.exit(main())
