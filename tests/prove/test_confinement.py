#!/usr/bin/env python3
"""`prove` and `compare` where the kernel reports no system calls, and what a fork bomb
leaves behind where it does.

Status 77 (skipped) where no Python from 3.12 on with headers is here.
"""

import argparse
import ctypes
import json
import os
import platform
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import environment
from environment import check

NUMBERS = {"x86_64": 317, "aarch64": 277}  # of seccomp()
MOST = 520  # processes at once, of all that a run starts: 240 for each of two jobs


def forbid_seccomp():
    """Lets seccomp() fail in this process, as some containers do."""
    libc = ctypes.CDLL(None, use_errno=True)
    number = NUMBERS[platform.machine()]
    instructions = [(0x20, 0, 0, 0),                 # load the number
                    (0x15, 0, 1, number),            # seccomp?
                    (0x06, 0, 0, 0x00050000 | 38),   # ENOSYS
                    (0x06, 0, 0, 0x7FFF0000)]        # allow
    text = b"".join(struct.pack("HBBI", *each) for each in instructions)
    buffer = ctypes.create_string_buffer(text)
    program = struct.pack("HxxxxxxQ", len(instructions), ctypes.addressof(buffer))
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, ctypes.c_char_p(program), 0, 0):
        raise OSError(ctypes.get_errno(), "prctl")


def prove(insulate, python, folder, *words, **more):
    return subprocess.run(
        [insulate, "prove", "--format", "json", "--python", python["executable"],
         "--path", folder, *words], capture_output=True, text=True, **more)


def verdict_of(done):
    return json.loads(done.stdout)["modules"][0]["verdict"]


def check_without(insulate, python, folder):
    words = ["--scenario", "import", "--scenario", "types", "clean_class"]
    plain = prove(insulate, python, folder, *words)
    bare = prove(insulate, python, folder, *words, preexec_fn=forbid_seccomp)
    check("seccomp" not in plain.stderr, "nothing to say here", plain.stderr)
    check("warning: this system does not report system calls" in bare.stderr,
          "what cannot be prevented is said", bare.stderr)
    outcomes = [{each["name"]: each["outcome"]
                 for each in json.loads(done.stdout)["modules"][0]["scenarios"]}
                for done in (plain, bare)]
    check(outcomes[0] == outcomes[1], "the scenarios run all the same", outcomes)
    forged = prove(insulate, python, folder, "forges_results",
                   preexec_fn=forbid_seccomp)
    check(verdict_of(forged) == "broken", "no forged verdict without seccomp",
          forged.stdout)


def processes_like(marker):
    found = 0
    for entry in Path("/proc").iterdir():
        try:
            found += (entry.name.isdigit()
                      and marker.encode() in (entry / "environ").read_bytes())
        except OSError:
            pass
    return found


def watch(command, marker):
    """The most processes at once, and how many are left."""
    name, _, value = marker.partition("=")
    run = subprocess.Popen(command, env={**os.environ, name: value},
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0
    while run.poll() is None:
        most = max(most, processes_like(marker))
        time.sleep(0.05)
    return most, processes_like(marker)


def check_bombs(insulate, python, folder):
    for name in ("forks_raw", "forks_past_us"):
        library = folder / f"{name}.so"
        commands = {
            "prove": [insulate, "prove", "--jobs", "2", "--python",
                      python["executable"], "--path", folder, name],
            "compare": [insulate, "compare", "--python", python["executable"], library,
                        library]}
        for command, words in commands.items():
            most, left = watch(words, f"INSULATE_TEST_BOMB={os.getpid()}-{name}")
            check(most < MOST and left == 0, f"{command} of {name} is bounded", most,
                  left)


def check_other_job(insulate, python, folder):
    """Processes that hold whatever was open when the module started them: no scenario waits
    for their end, and only that module is blamed, not the one in the job beside it."""
    done = subprocess.run(
        [insulate, "prove", "--jobs", "4", "--format", "json", "--scenario", "import",
         "--scenario", "failing-exec", "--python", python["executable"], "--path", folder,
         "forks_many", "failure_leaks_block"], capture_output=True, text=True, timeout=300)
    findings = json.loads(done.stdout)["findings"]
    blamed = {each["module"] for each in findings if each["rule"] == "global-fork"}
    check(blamed == {"forks_many"}, "only the module that forks is blamed", findings)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--insulate", required=True, type=os.path.abspath)
    options = parser.parse_args()
    python = environment.newest_python(12)
    if python is None or platform.machine() not in NUMBERS:
        print("SKIPPED: no Python from 3.12 on with headers here, or another processor")
        return environment.SKIPPED
    with tempfile.TemporaryDirectory(prefix="insulate-confined-") as work:
        folder = Path(work)
        for name in ("clean_class", "forges_results", "forks_raw", "forks_past_us",
                     "forks_many", "failure_leaks_block"):
            environment.build(name, python, folder / f"{name}.so")
        check_without(options.insulate, python, folder)
        check_bombs(options.insulate, python, folder)
        check_other_job(options.insulate, python, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
