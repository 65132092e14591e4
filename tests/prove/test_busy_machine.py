#!/usr/bin/env python3
"""`prove` where others take the processor: what waits for it does not hang, and what
hangs is found all the same.

Status 77 (skipped) where no Python from 3.12 on with headers is here.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import environment
from environment import check

HOGS = 4
# Seconds: far less than the scenarios take of wall time beside so many others.
LIMIT = 0.3
SCENARIOS = ["types", "failing-exec"]


def prove(insulate, python, folder, name, scenarios, limit):
    words = [word for each in scenarios for word in ("--scenario", each)]
    done = subprocess.run(
        [insulate, "prove", "--format", "json", "--python", python["executable"],
         "--path", folder, "--time-limit", str(limit), "--jobs", "2", *words, name],
        capture_output=True, text=True)
    module = json.loads(done.stdout)["modules"][0]
    return {each["name"]: each for each in module["scenarios"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--insulate", required=True, type=os.path.abspath)
    options = parser.parse_args()
    python = environment.newest_python(12)
    if python is None:
        print("SKIPPED: no Python from 3.12 on with headers here")
        return environment.SKIPPED
    # Everything shares one processor, and most of it goes to others.
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory(prefix="insulate-busy-") as work:
        folder = Path(work)
        for name in ("clean_class", "hangs_second"):
            environment.build(name, python, folder / f"{name}.so")
        hogs = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
                for _ in range(HOGS)]
        try:
            fine = prove(options.insulate, python, folder, "clean_class", SCENARIOS,
                         LIMIT)
            hanging = prove(options.insulate, python, folder, "hangs_second",
                            ["shared-gil"], 1)
        finally:
            for hog in hogs:
                hog.kill()
                hog.wait()
    outcomes = {name: fine[name]["outcome"] for name in SCENARIOS}
    check(set(outcomes.values()) == {"pass"}, "no false hang beside busy processes",
          outcomes)
    if max(fine[name]["seconds"] for name in SCENARIOS) <= LIMIT:
        print("the machine was so quick that nothing had to wait")
    check(hanging["shared-gil"]["outcome"] == "timeout",
          "a hang is found beside busy processes", hanging["shared-gil"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
