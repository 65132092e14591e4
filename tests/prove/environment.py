"""Virtual environments with modules of ours, for tests that need a whole one."""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(PROJECT / "tools"))

from pythons import minor_of, with_headers  # noqa: E402

MODULES = PROJECT / "tests/modules"
SKIPPED = 77


def newest_python(least):
    """The newest release Python from 3.`least` on, or None."""
    fitting = [python for python in with_headers()
               if python["kind"] == "release" and minor_of(python) >= least]
    return fitting[-1] if fitting else None


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
