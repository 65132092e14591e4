#!/usr/bin/env python3
"""insulate.h beside what its users have: pythoncapi_compat.h included before and after
it, the names of when it was one file, and the compilers of Windows.

    test_compat.py beside      with gcc, each Python and standard
    test_compat.py windows     with clang for MinGW and for MSVC

Status 77 (skipped) where clang or MinGW's headers (Debian's mingw-w64-x86-64-dev) are not
on this machine.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from build import HERE, WARNINGS, includes, language
from pythons import minor_of, with_headers
from test_compile import compilers

SKIPPED = 77
COMPAT, WINDOWS = HERE / "compat", HERE / "windows"
LIMITED = ["-DPy_LIMITED_API=0x03090000"]
MINGW = Path("/usr/x86_64-w64-mingw32/include")
PRIVATE = "-DINSULATE_USE_PRIVATE_LAYOUT"
MSVC = ["--target=x86_64-pc-windows-msvc", "-fms-extensions", "-fms-compatibility",
        "-isystem", WINDOWS / "msvc", "-isystem", MINGW,
        # MinGW's headers take __attribute__ away.
        "-Wno-unused-function", "-Wno-builtin-macro-redefined"]
GNU = ["--target=x86_64-w64-windows-gnu", "-isystem", MINGW]


def releases():
    """One release build of each minor version."""
    found = {}
    for python in with_headers():
        if python["kind"] == "release":
            found.setdefault(minor_of(python), python)
    return [found[minor] for minor in sorted(found)]


def faults_of(name, words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return [] if done.returncode == 0 else [f"{name}\n{done.stdout[:2000]}"]


def beside():
    """(name, command) with gcc."""
    for python in releases():
        for standard in ("c99", "c++11"):
            words = ["gcc", *language(standard), "-fsyntax-only", *WARNINGS,
                     *includes(python)]
            name = f"{python['version']} {standard}"
            for order in (["-DCOMPAT_FIRST"], []):
                yield (f"{name} pythoncapi_compat.h {order or 'after'}",
                       [*words, "-isystem", COMPAT, *order, COMPAT / "uses.c"])
            for api in ([PRIVATE], [], LIMITED):
                yield f"{name} old names {api}", [*words, *api, COMPAT / "old_names.c"]


def windows(clang, folder):
    """(name, command) with clang; Python.h finds the pyconfig.h of this folder."""
    for python in releases():
        headers = Path(folder) / python["version"]
        headers.mkdir()
        for path in Path(python["include"]).iterdir():
            if path.name != "pyconfig.h":
                (headers / path.name).symlink_to(path)
        (headers / "pyconfig.h").symlink_to(WINDOWS / "pyconfig.h")
        is_end = minor_of(python) in (9, 13, 15)
        for standard in ("c99", "c++14", "c11", "c++20")[:4 if is_end else 1]:
            words = [clang, *language(standard), "-fsyntax-only", *WARNINGS,
                     "-Wno-ignored-attributes", PRIVATE, "-I", HERE.parents[1] / "include",
                     "-isystem", headers]
            name = f"{python['version']} {standard}"
            yield f"MinGW {name}", [*words, *GNU, HERE / "everything.c"]
            yield f"MSVC's dialect {name}", [*words, *MSVC, HERE / "everything.c"]
            yield f"as MSVC {name}", [*words, *MSVC, WINDOWS / "msvc/msvc.c"]


def main():
    faults, n_cases = [], 0
    with tempfile.TemporaryDirectory() as folder:
        if sys.argv[1] == "beside":
            cases = beside()
        else:
            clang = [name for name in compilers() if name.startswith("clang")]
            if not clang or not MINGW.exists():
                print(f"SKIPPED: no clang, or no {MINGW} (apt: mingw-w64-x86-64-dev)")
                return SKIPPED
            cases = windows(clang[0], folder)
        for name, words in cases:
            n_cases += 1
            faults += faults_of(name, words)
    print("\n".join(faults) or f"{n_cases} compilations")
    return int(bool(faults) or not n_cases)


if __name__ == "__main__":
    sys.exit(main())
