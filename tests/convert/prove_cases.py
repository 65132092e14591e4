"""Converted cases are built, and `prove` must find them isolated with a GIL each.

    prove_cases.py PROGRAM

The text is that of after.c, which run_cases.py compares with what the program writes.
"""

import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))

from pythons import minor_of, with_headers  # noqa: E402

# Each case with the minor versions of Python that it is proved on.
CASES = [
    ("use-header", (13,)),
    ("use-header-instances", (13,)),
    ("export", (14, 15)),
    ("export-only", (15,)),
    ("export-multi-phase", (15,)),
    ("released-members", (13,)),
    ("surplus-references", (13, 15)),
    ("forward-attribute", (15,)),
    ("early-type", (13,)),
    ("path-references", (13,)),
    ("unused-state", (14,)),
    ("unused-label", (14,)),
]
SKIP = 77


def fault(program, case, python, work):
    """What is wrong with the case on this Python, or None."""
    library = work / "spam.so"
    build = subprocess.run(
        ["gcc", "-shared", "-fPIC", "-g", f"-I{python['include']}",
         f"-I{HERE.parents[1] / 'include'}", HERE / case / "after.c", "-o", library],
        capture_output=True, text=True)
    if build.returncode != 0:
        return build.stderr
    run = subprocess.run(
        [program, "prove", "spam", "--path", work, "--python", python["executable"],
         "--format", "json"], capture_output=True, text=True, timeout=300)
    if run.returncode not in (0, 1):
        return run.stderr
    module = json.loads(run.stdout)["modules"][0]
    wanted = {"verdict": "isolated", "declares": "own-gil", "supports": "own-gil"}
    if case.startswith("export") and minor_of(python) >= 15:
        wanted["init"] = "export"
    said = {key: module[key] for key in wanted}
    return None if said == wanted else f"{said}, wanted {wanted}: {run.stdout}"


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    pythons = {minor_of(python): python for python in with_headers()
               if python["kind"] == "release"}
    n_proved = faults = 0
    for case, minors in CASES:
        for minor in minors:
            if minor not in pythons:
                continue
            with tempfile.TemporaryDirectory() as work:
                said = fault(program, case, pythons[minor], pathlib.Path(work))
            n_proved += 1
            if said is not None:
                faults += 1
                print(f"{case} on 3.{minor}: {said}")
    print(f"{n_proved} proved, {faults} fail")
    return 1 if faults else 0 if n_proved else SKIP


if __name__ == "__main__":
    sys.exit(main())
