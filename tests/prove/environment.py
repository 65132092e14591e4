"""Virtual environments with modules of ours, for tests that need a whole one."""

import json
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
MODULES = PROJECT / "tests/modules"
SKIPPED = 77


def find_python(minor, kind="release"):
    """A Python of the project with headers, or None."""
    listed = subprocess.run([sys.executable, PROJECT / "tools/pythons.py", "--json"],
                            capture_output=True, text=True, check=True)
    for python in json.loads(listed.stdout)["pythons"]:
        if (python["version"].startswith(f"3.{minor}.") and python["kind"] == kind
                and python["include"]):
            return python
    return None


def newest_python(least):
    """The newest release Python from 3.`least` on, or None."""
    for minor in range(20, least - 1, -1):
        python = find_python(minor)
        if python is not None:
            return python
    return None


def build(name, python, target, *arguments):
    """Compile a module of tests/modules; `target` is its file."""
    include = Path(python["include"])
    subprocess.run(["cc", "-shared", "-fPIC", "-g", MODULES / f"{name}.c", "-o", target,
                    f"-I{include}", f"-I{include.parent}", *arguments], check=True)


def make_environment(python, folder):
    """A virtual environment without packages: (executable, its site-packages)."""
    subprocess.run([python["executable"], "-m", "venv", "--without-pip", folder],
                   check=True)
    executable = folder / "bin/python"
    asked = subprocess.run(
        [executable, "-c", "import sysconfig; print(sysconfig.get_path('platlib'))"],
        capture_output=True, text=True, check=True)
    return executable, Path(asked.stdout.strip())


def check(condition, what, *seen):
    if not condition:
        raise SystemExit(f"not ok: {what}: {seen}")
    print(f"ok: {what}", flush=True)
