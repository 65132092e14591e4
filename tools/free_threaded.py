"""A free-threaded CPython built from a distribution's source package.

The distributions' binary packages are built with the GIL.  The build is plain: no
profile-guided optimisation and no test modules, so that it takes minutes; it uses the
libraries whose headers the host has, and leaves out the modules of the others.
"""

import os
import shutil
import subprocess

from python_tree import TreeError, run

CONFIGURE = ("--disable-gil", "--without-ensurepip", "--disable-test-modules")
NICENESS = 15
JOBS = 2

CHECK = """\
import sys, sysconfig, threading, json
import _interpreters
assert sysconfig.get_config_var("Py_GIL_DISABLED") == 1
assert not sys._is_gil_enabled()
interpreter = _interpreters.create("isolated")
assert _interpreters.exec(interpreter, "import json") is None
_interpreters.destroy(interpreter)
print(sys.version.split()[0])
"""


def build_free_threaded(files, version, root, say):
    """Build CPython `version` from the source package `files` into `root`.

    `say` takes one line of progress.  Returns the full version.
    """
    originals = [path for path in files if ".orig.tar." in path.name
                 and not path.name.endswith(".asc")]
    if len(originals) != 1:
        raise TreeError("the source package has no single .orig.tar")
    work = root / "build"
    work.mkdir()
    run(["tar", "-x", "-f", originals[0], "-C", work, "--strip-components=1",
         "--no-same-owner"])
    log = root / "build.log"
    steps = (["./configure", f"--prefix={root}", *CONFIGURE], ["make", f"-j{JOBS}"],
             ["make", "install"])
    with open(log, "w") as stream:
        for step in steps:
            say(f"free-threaded {version}: {' '.join(step[:2])}")
            done = subprocess.run(["nice", "-n", str(NICENESS), *step], cwd=work,
                                  stdin=subprocess.DEVNULL, stdout=stream, stderr=stream,
                                  env=dict(os.environ, PYTHONDONTWRITEBYTECODE=""))
            if done.returncode != 0:
                tail = log.read_text(errors="replace")[-2000:]
                raise TreeError(f"{step[0]} failed:\n{tail}")
    shutil.rmtree(work)
    return run([root / "bin" / f"python{version}t", "-I", "-c", CHECK]).strip()
