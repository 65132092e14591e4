#!/usr/bin/env python3
"""Other releases of libclang than the system's: the oldest and newest that are supported, and
the wheel of PyPI.

    libclangs.py           print what there is, one line each
    libclangs.py --fetch   get what is missing

Everything goes to the cache; nothing is installed on the system.  The releases are Debian's
or Ubuntu's packages, with the compiler's own headers; the wheel has none.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from apt_mirror import (MachineApt, MirrorError, PrivateApt, carrying_suites, find_mirrors,
                        machine_sources)
from python_tree import TreeError, unpack
from pythons import default_cache, publish

RELEASES = ("14", "22")
WHEEL = "18.1.1"
LIBRARY = "usr/lib/llvm-{}/lib/libclang*.so.*"
# Those of the host are newer, or as good.
OF_HOST = {"gcc-12-base", "libc6", "libgcc-s1", "libstdc++6"}


def say(text):
    print(f"libclangs: {text}", file=sys.stderr, flush=True)


def folder_of(cache, name):
    return cache / "libclangs" / name


def library_of(cache, name):
    """The library file of `name`, or None."""
    root = folder_of(cache, name)
    pattern = "clang/native/libclang.so" if name == "wheel" else \
        LIBRARY.format(name)
    return next(iter(sorted(root.glob(pattern))), None)


def environment_of(cache, name):
    """What a program's environment needs for libclang `name`; None if it is not there."""
    library = library_of(cache, name)
    if library is None:
        return None
    folders = [str(path) for path in folder_of(cache, name).glob("usr/lib/*-linux-*")]
    known = os.environ.get("LD_LIBRARY_PATH")
    return {"INSULATE_LIBCLANG": str(library),
            "LD_LIBRARY_PATH": ":".join(folders + ([known] if known else []))}


def verify(root, library):
    """Raise TreeError if the library cannot be loaded here."""
    folders = ":".join(str(path) for path in root.glob("usr/lib/*-linux-*"))
    done = subprocess.run([sys.executable, "-c", "import ctypes, sys; ctypes.CDLL(sys.argv[1])",
                           str(library)], text=True, stderr=subprocess.PIPE,
                          env={**os.environ, "LD_LIBRARY_PATH": folders})
    if done.returncode != 0:
        raise TreeError(done.stderr.strip().splitlines()[-1])


def make_release(apt, release, folder):
    """Fetch and unpack libclang `release` of apt's suite."""
    roots = [f"libclang1-{release}", f"libclang-common-{release}-dev"]
    have = apt.packages(*roots)
    if any(name not in have for name in roots):
        raise MirrorError("not there")
    closure = apt.packages(*apt.closure(roots[0]))
    names = {name for name, package in closure.items()
             if package.multi_arch == "same" and name not in OF_HOST}
    root = Path(tempfile.mkdtemp(prefix=f"{release}-", dir=folder))
    try:
        packages = apt.download(sorted(names | set(roots)), root / "packages")
        unpack(packages, root)
        shutil.rmtree(root / "packages")
        library = next(iter(sorted(root.glob(LIBRARY.format(release)))), None)
        if library is None:
            raise TreeError("there is no library in the packages")
        verify(root, library)
    except BaseException:
        shutil.rmtree(root)
        raise
    publish(folder, root, release)
    say(f"libclang {release} from {apt.suite}")


def try_releases(apt, folder, lacking):
    """Take those of `lacking` away that apt's sources have."""
    apt.update()
    for release in sorted(lacking):
        try:
            make_release(apt, release, folder)
            lacking.discard(release)
        except (MirrorError, TreeError, OSError) as error:
            say(f"libclang {release} from {apt.suite}: {error}")


def fetch_releases(folder, releases):
    """Fetch what there is of `releases`; returns what stays missing."""
    lacking = set(releases)
    with tempfile.TemporaryDirectory(prefix="apt-", dir=folder) as private:
        try_releases(MachineApt(private), folder, lacking)
    for family, uri, signed_by in find_mirrors(machine_sources()):
        for suite in carrying_suites(family):
            if not lacking:
                return lacking
            with tempfile.TemporaryDirectory(prefix="apt-", dir=folder) as private:
                try:
                    try_releases(PrivateApt(private, family, uri, signed_by, suite),
                                 folder, lacking)
                except MirrorError as error:
                    say(f"{suite}: {error}")
    return lacking


def fetch_wheel(cache, folder):
    root = Path(tempfile.mkdtemp(prefix="wheel-", dir=folder))
    done = subprocess.run([cache / "environment/bin/python", "-m", "pip", "install", "-q",
                           "--disable-pip-version-check", "--no-deps", "--target", root,
                           f"libclang=={WHEEL}"], stdin=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        say(f"the wheel: {done.stderr.strip()}")
        shutil.rmtree(root)
        return False
    publish(folder, root, "wheel")
    say(f"libclang {WHEEL} from PyPI")
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cache", type=Path, default=default_cache())
    parser.add_argument("--fetch", action="store_true", help="get what is missing")
    options = parser.parse_args()
    folder = options.cache / "libclangs"
    complete = True
    if options.fetch:
        folder.mkdir(parents=True, exist_ok=True)
        missing = [name for name in RELEASES if library_of(options.cache, name) is None]
        complete = not missing or not fetch_releases(folder, missing)
        if library_of(options.cache, "wheel") is None:
            complete = fetch_wheel(options.cache, folder) and complete
    for name in (*RELEASES, "wheel"):
        print(f"{name}: {library_of(options.cache, name) or 'not there'}")
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
