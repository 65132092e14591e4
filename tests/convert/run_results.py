"""Cases with a file proof.py: the result of `convert` is built and used.

proof.py has a function exercise(module).  It must pass with the module as it was and as
it is after conversion, on a debug Python if there is one; and the converted module must
be isolated, as `prove` finds it with the same exercise.  It refuses the scenarios that
proof.py names in REFUSED with an ImportError, and no others.

    run_results.py PROGRAM [CASE...]
"""

import json
import pathlib
import runpy
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PYTHONS = HERE.parent.parent / "tools/pythons.py"
SCENARIOS = ["import", "two-modules", "own-gil", "cycles", "leaks", "types",
             "after-free", "failing-exec"]
USE = "import gc, proof, spam; proof.exercise(spam); del spam; gc.collect()"


def newest(kind):
    """The newest Python of the kind that has headers and own-GIL interpreters, or None."""
    run = subprocess.run([sys.executable, PYTHONS, "--json"], capture_output=True,
                         text=True, check=True)
    found = [python for python in json.loads(run.stdout)["pythons"]
             if python.get("include") and python["kind"] == kind
             and python["version"].startswith(("3.12", "3.13", "3.14"))]
    return max(found, key=lambda python: [int(part) for part in
                                          python["version"].split(".")[:2]],
               default=None)


def build(case, side, python, folder):
    """The sources of one side of the case as a module that the Python can import."""
    folder.mkdir()
    source = case / side
    if source.is_dir():
        shutil.copytree(source, folder, dirs_exist_ok=True)
    else:
        source = next(case.glob(f"{side}.c*"))
        shutil.copyfile(source, folder / f"spam{source.suffix}")
    shutil.copyfile(case / "proof.py", folder / "proof.py")
    plus = any(folder.glob("*.cpp"))
    sources = sorted(path.name for path in folder.glob("*.cpp" if plus else "*.c"))
    subprocess.run(["g++" if plus else "gcc", "-g", "-O1", "-shared", "-fPIC",
                    f"-I{python['include']}", "-o", "spam.so", *sources],
                   cwd=folder, check=True)


def use(python, folder):
    run = subprocess.run([python["executable"], "-X", "dev", "-W", "ignore", "-c", USE],
                         cwd=folder, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, f"{folder.name}: {run.stderr}"


def prove(program, python, folder):
    words = [word for name in SCENARIOS for word in ("--scenario", name)]
    run = subprocess.run([program, "prove", "spam", "--python", python["executable"],
                          "--path", ".", "--exercise", "proof.py", "--format", "json",
                          *words], cwd=folder, capture_output=True, text=True,
                         timeout=300)
    answer = json.loads(run.stdout)
    errors = [f"[{f['rule']}] {f['message']}" for f in answer["findings"]
              if f["level"] == "error"]
    refused = runpy.run_path(folder / "proof.py").get("REFUSED", ())
    failed = [f"{s['name']}: {s['outcome']}" for s in answer["modules"][0]["scenarios"]
              if s["outcome"] not in (("refused",) if s["name"] in refused
                                      else ("pass", "skip"))]
    assert not errors and not failed, f"not isolated: {errors} {failed}"
    assert answer["modules"][0]["declares"] == "own-gil", "does not declare own GIL"


def main():
    program, *names = sys.argv[1:]
    program = pathlib.Path(program).resolve()
    release, debug = newest("release"), newest("debug")
    if release is None:
        print("no Python from 3.12 on with headers was found")
        return 77
    cases = [path.parent for path in sorted(HERE.glob("*/proof.py"))
             if not names or path.parent.name in names]
    faults = 0
    for case in cases:
        with tempfile.TemporaryDirectory() as work:
            try:
                for python in filter(None, (debug or release,)):
                    for side in ("before", "after"):
                        build(case, side, python, pathlib.Path(work) / side)
                        use(python, pathlib.Path(work) / side)
                if debug is not None:
                    build(case, "after", release, pathlib.Path(work) / "result")
                    prove(program, release, pathlib.Path(work) / "result")
                else:
                    prove(program, release, pathlib.Path(work) / "after")
            except (AssertionError, subprocess.SubprocessError) as fault:
                faults += 1
                print(f"{case.name}: {fault}")
    print(f"{len(cases)} cases, {faults} fail")
    return 1 if faults or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
