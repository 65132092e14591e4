"""A free-threaded CPython built from a distribution's source package.

The distributions' binary packages are built with the GIL.  The build is made to be quick,
not fast: little optimisation, no debug information, and only the modules of the standard
library that building, proving and testing an extension module needs.
"""

import os
import shutil
import subprocess

from python_tree import TreeError, run

CONFIGURE = ("--quiet", "--disable-gil", "--without-ensurepip", "--disable-test-modules",
             "OPT=-O1 -g0 -fwrapv")
# Not built: they take a third of the time, or need headers that not every host has.
LEFT_OUT = ("_bz2", "_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr",
            "_codecs_tw", "_curses", "_curses_panel", "_dbm", "_decimal", "_elementtree",
            "_gdbm", "_hashlib", "_lsprof", "_lzma", "_multibytecodec", "_sqlite3", "_ssl",
            "_tkinter", "_uuid", "_zstd", "readline")
# Folders of the standard library whose byte code nothing here reads.
NOT_COMPILED = r"/(ensurepip|idlelib|pydoc_data|site-packages|test|tkinter|turtledemo)/"
NICENESS = 15
JOBS = 2

CHECK = """\
import sys, sysconfig, threading, json, unittest, venv
import _interpreters
assert sysconfig.get_config_var("Py_GIL_DISABLED") == 1
assert not sys._is_gil_enabled()
interpreter = _interpreters.create("isolated")
assert _interpreters.exec(interpreter, "import json") is None
_interpreters.destroy(interpreter)
print(sys.version.split()[0])
"""


def run_steps(steps, work, log):
    """Run the commands `steps` in the folder `work`; TreeError with the end of `log` if
    one fails."""
    with open(log, "w") as stream:
        for step in steps:
            done = subprocess.run(["nice", "-n", str(NICENESS), *map(str, step)], cwd=work,
                                  stdin=subprocess.DEVNULL, stdout=stream, stderr=stream,
                                  env=dict(os.environ, PYTHONDONTWRITEBYTECODE=""))
            if done.returncode != 0:
                tail = log.read_text(errors="replace")[-2000:]
                raise TreeError(f"{step[0]} failed:\n{tail}")


def build_free_threaded(files, version, root):
    """Build CPython `version` from the source package `files` into `root`; returns the
    full version."""
    originals = [path for path in files if ".orig.tar." in path.name
                 and not path.name.endswith(".asc")]
    if len(originals) != 1:
        raise TreeError("the source package has no single .orig.tar")
    work = root / "build"
    work.mkdir()
    run(["tar", "-x", "-f", originals[0], "-C", work, "--strip-components=1",
         "--no-same-owner"])
    python = root / "bin" / f"python{version}t"
    run_steps([
        ["./configure", f"--prefix={root}", *CONFIGURE,
         *(f"py_cv_module_{name}=n/a" for name in LEFT_OUT)],
        ["make", "-s", f"-j{JOBS}"],
        # What the Makefile compiles here it compiles three times, for each level.
        ["make", "-s", "install", "COMPILEALL_OPTS=-q -x ."],
        [python, "-I", "-m", "compileall", "-q", "-j", JOBS, "-x", NOT_COMPILED,
         root / "lib" / f"python{version}t"],
    ], work, root / "build.log")
    shutil.rmtree(work)
    return run([python, "-I", "-c", CHECK]).strip()
