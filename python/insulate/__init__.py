"""Finds the `insulate` program and its C header, from Python.

    insulate.program()       path of the program
    insulate.get_include()   folder of insulate.h, for a compiler's -I
    python -m insulate ...   the program itself

All analysis is the program's; the pytest plugin (insulate.pytest_plugin) runs it, too.
"""

import os
import sys

# What only looking for the program needs is imported there: it takes longer than all of
# this file, which each run of pytest reads.

__all__ = ["get_include", "program"]

_HERE = os.path.dirname(os.path.abspath(__file__))
_NAME = "insulate"


def _is_program(path):
    return os.path.isfile(path) and os.access(path, os.X_OK)


def _recorded():
    """The program as this very distribution was installed, whatever the scheme."""
    from importlib import metadata

    try:
        files = metadata.files("insulate") or []
    except metadata.PackageNotFoundError:
        return
    for file in files:
        if file.name == _NAME:
            yield os.path.abspath(str(file.locate()))


def _places():
    given = os.environ.get("INSULATE_PROGRAM")
    if given:
        yield os.path.abspath(given)
        return  # a wrong one is not passed over
    yield from _recorded()
    import sysconfig

    yield os.path.join(sysconfig.get_path("scripts"), _NAME)
    yield os.path.join(os.path.dirname(sys.executable or ""), _NAME)
    import shutil

    found = shutil.which("insulate")
    if found:
        yield found


def program():
    """The path of the program: $INSULATE_PROGRAM, or what was installed with this
    package, or what PATH has.

    Raises FileNotFoundError if there is none.
    """
    for path in _places():
        if _is_program(path):
            return path
    given = os.environ.get("INSULATE_PROGRAM")
    raise FileNotFoundError(
        f"INSULATE_PROGRAM is {given}, which is not an executable file" if given else
        "the program `insulate` is neither installed with this package nor on PATH")


def get_include():
    """The folder of insulate.h, installed beside this file or in a source tree.

    Raises FileNotFoundError if it is not there.
    """
    for folder in (os.path.join(_HERE, "include"),
                   os.path.join(_HERE, os.pardir, os.pardir, "include")):
        if os.path.isfile(os.path.join(folder, "insulate.h")):
            return os.path.abspath(folder)
    raise FileNotFoundError(f"insulate.h is not installed in {_HERE}")
