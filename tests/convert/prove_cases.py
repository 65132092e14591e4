"""Converted cases are built, and `prove` must find them isolated with what they declare.

    prove_cases.py PROGRAM

The text is that of after.c, or of the files in after/, which run_cases.py compares with what
the program writes.  A file use.py of the case is the exercise, which must also pass with the
module as it was.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))

from pythons import minor_of, with_headers  # noqa: E402

# Each case with the minor versions of Python that it is proved on, and what it declares, if
# that is not a GIL of its own.
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
    ("user-data-member", (13, 14), "shared-gil"),
    ("late-callback", (13,), "shared-gil"),
]
SKIP = 77


def build(case, side, python, folder):
    """What the compiler says of this side of the case, if it is no module; or None."""
    folder.mkdir()
    files = HERE / case / side
    sources = sorted(files.rglob("*.c")) if files.is_dir() else [files.with_suffix(".c")]
    run = subprocess.run(
        ["gcc", "-shared", "-fPIC", "-g", "-pthread", f"-I{python['include']}",
         f"-I{HERE.parents[1] / 'include'}", *sources, "-o", folder / "spam.so"],
        capture_output=True, text=True)
    return run.stderr if run.returncode != 0 else None


def use_before(case, python, folder):
    """How the exercise fails with the module as it was, or None."""
    said = build(case, "before", python, folder)
    if said is not None:
        return said
    run = subprocess.run(
        [python["executable"], "-c", "import use, spam; use.exercise(spam)"], cwd=folder,
        env={**os.environ, "PYTHONPATH": str(HERE / case)}, capture_output=True, text=True,
        timeout=120)
    return run.stderr if run.returncode != 0 else None


def fault(program, case, python, work, declares):
    """What is wrong with the case on this Python, or None."""
    said = build(case, "after", python, work / "after")
    exercise = HERE / case / "use.py"
    words = ["--exercise", exercise] if exercise.exists() else []
    if said is None and words:
        said = use_before(case, python, work / "before")
    if said is not None:
        return said
    run = subprocess.run(
        [program, "prove", "spam", "--path", work / "after", "--python",
         python["executable"], "--format", "json", *words], capture_output=True, text=True,
        timeout=300)
    if run.returncode not in (0, 1):
        return run.stderr
    module = json.loads(run.stdout)["modules"][0]
    wanted = {"verdict": "isolated", "declares": declares, "supports": declares}
    if case.startswith("export") and minor_of(python) >= 15:
        wanted["init"] = "export"
    said = {key: module[key] for key in wanted}
    return None if said == wanted else f"{said}, wanted {wanted}: {run.stdout}"


def main():
    program = pathlib.Path(sys.argv[1]).resolve()
    pythons = {minor_of(python): python for python in with_headers()
               if python["kind"] == "release"}
    n_proved = faults = 0
    for case, minors, *declares in CASES:
        for minor in minors:
            if minor not in pythons:
                continue
            with tempfile.TemporaryDirectory() as work:
                said = fault(program, case, pythons[minor], pathlib.Path(work),
                             *declares or ["own-gil"])
            n_proved += 1
            if said is not None:
                faults += 1
                print(f"{case} on 3.{minor}: {said}")
    print(f"{n_proved} proved, {faults} fail")
    return 1 if faults else 0 if n_proved else SKIP


if __name__ == "__main__":
    sys.exit(main())
