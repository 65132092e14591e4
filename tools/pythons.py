#!/usr/bin/env python3
"""Finds the Pythons of this machine and fetches those that the project wants.

    pythons.py                     one line each: version, kind, path of the executable
    pythons.py --json              the same with origin and header folder
    pythons.py --fetch [X.Y ...]   fetch what is missing (default: 3.13 3.14 3.15)
    pythons.py --free-threaded     build a free-threaded one if there is none

Fetched Pythons lie in the project's cache (`--cache DIR`, else `$INSULATE_CACHE`, else
`insulate` in the user's cache folder).  docs/pythons.md describes how they are made.
Needs nothing but the standard library of Python 3.9.
"""

import argparse
import contextlib
import fcntl
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from apt_mirror import (MirrorError, PrivateApt, carrying_suites, find_mirrors,
                        machine_sources)
from free_threaded import build_free_threaded
from python_tree import (Tree, TreeError, host_libc_version, libc_version,
                         package_names, unpack)

WANTED = ("3.13", "3.14", "3.15")
KINDS = ("release", "debug")
FREE_THREADED = "free-threaded"
OLDEST = (3, 9)
FREE_THREADED_VERSIONS = ("3.14", "3.13")  # the first whose source can be had

# Packages that a host with a newer libc replaces with its own: an extension compiled
# there may need symbols that the packaged ones lack.
LIBC_PACKAGES = ("libc6", "libc-gconv-modules-extra", "libgcc-s1", "libstdc++6")

QUERY = """\
import json, sys, sysconfig
if sys.implementation.name != "cpython":
    raise SystemExit(1)
print(json.dumps({
    "executable": getattr(sys, "_base_executable", None) or sys.executable,
    "version": "%d.%d.%d" % sys.version_info[:3],
    "debug": hasattr(sys, "gettotalrefcount"),
    "free_threaded": bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    "include": sysconfig.get_path("include"),
}))
"""
QUERY_TIMEOUT_S = 30


def say(text):
    """One line to the reader, beside the machine-readable output."""
    print(f"pythons: {text}", file=sys.stderr, flush=True)


def default_cache():
    """The project's cache folder, shared by all clones of this user."""
    if os.environ.get("INSULATE_CACHE"):
        return Path(os.environ["INSULATE_CACHE"])
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(
        os.path.expanduser("~"), ".cache")
    return Path(base) / "insulate"


def ask(executable):
    """What `executable` says about itself, or None if it is no CPython."""
    try:
        done = subprocess.run([str(executable), "-I", "-S", "-c", QUERY], text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=QUERY_TIMEOUT_S)
        return json.loads(done.stdout) if done.returncode == 0 else None
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None


def mark_of(executable):
    """What changes when an executable is replaced, as a JSON list; None if it is gone."""
    try:
        status = os.stat(executable)
    except OSError:
        return None
    return [os.path.realpath(executable), status.st_mtime_ns, status.st_size,
            status.st_ino]


class Answers:
    """What executables said before, in the cache: to ask a dozen of them takes longer
    than many a test.  The headers, which come and go without the executable, are looked
    for each time."""

    def __init__(self, cache):
        self.path = cache / "pythons" / "answers.json"
        self.is_changed = False
        try:
            self.known = json.loads(self.path.read_text())
        except (OSError, ValueError):
            self.known = {}

    def of(self, executable):
        mark = mark_of(executable)
        known = self.known.get(str(executable))
        if known is not None and known["mark"] == mark:
            return known["answer"]
        answer = ask(executable)
        if answer is not None:
            self.known[str(executable)] = {"mark": mark, "answer": answer}
            self.is_changed = True
        return answer

    def save(self):
        """In one step, because other processes look for Pythons, too; a cache that
        cannot be written is no fault."""
        if not self.is_changed:
            return
        new = self.path.with_name(f"answers.{os.getpid()}.new")
        with contextlib.suppress(OSError):
            self.path.parent.mkdir(parents=True, exist_ok=True)
            new.write_text(json.dumps(self.known, indent=1))
            os.replace(new, self.path)


def query(answers, executable, origin):
    """What `executable` is, or None if it is no CPython we can use."""
    answer = answers.of(executable)
    if answer is None:
        return None
    if tuple(map(int, answer["version"].split("."))) < OLDEST:
        return None
    kind = (FREE_THREADED if answer["free_threaded"] else
            "debug" if answer["debug"] else "release")
    include = answer["include"]
    has_headers = include and os.path.exists(os.path.join(include, "Python.h"))
    return {"version": answer["version"], "kind": kind,
            "executable": answer["executable"], "origin": origin,
            "include": include if has_headers else None}


def candidates(cache, given):
    """Executables that may be Pythons, each with its origin, most wanted first."""
    for executable in given:
        yield Path(executable), "given"
    folder = cache / "pythons"
    for link in sorted(folder.glob("3.*")):
        if link.is_symlink():
            root = link.resolve()
            for executable in sorted([*root.glob("usr/bin/python3.*"),
                                      *root.glob("bin/python3.[0-9]*t")]):
                if re.fullmatch(r"python3\.\d+[dt]?", executable.name):
                    yield executable, "fetched"
    pyenv = Path(os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv"))
    for directory in os.environ.get("PATH", "").split(os.pathsep):
        # What lies there starts one of the versions below, or nothing.
        if Path(directory) == pyenv / "shims":
            continue
        for executable in sorted(Path(directory or ".").glob("python3*")):
            if re.fullmatch(r"python3(\.\d+[dt]?(-dbg)?)?", executable.name):
                yield executable, "path"
    for executable in sorted(pyenv.glob("versions/*/bin/python3")):
        yield executable, "pyenv"


def find(cache, given=()):
    """All Pythons found, sorted by version and kind, each once."""
    found = {}
    answers = Answers(cache)
    for executable, origin in candidates(cache, given):
        if not os.access(executable, os.X_OK):
            if origin == "given":
                say(f"{executable}: not an executable file")
            continue
        python = query(answers, executable, origin)
        if python is None:
            if origin == "given":
                say(f"{executable}: not a CPython {OLDEST[0]}.{OLDEST[1]} or newer")
            continue
        found.setdefault(os.path.realpath(python["executable"]), python)
    answers.save()
    return sorted(found.values(), key=lambda p: (
        tuple(map(int, p["version"].split("."))), p["kind"], p["executable"]))


def minor_of(python):
    """15 of 3.15.0."""
    return int(python["version"].split(".")[1])


def with_headers():
    """The Pythons here for which extensions can be built, oldest first."""
    return [python for python in find(default_cache()) if python["include"]]


def find_python(version, kind="release", headers=True):
    """The first Python of a version like "3.14", with its headers, or the newest of "3";
    None if there is none."""
    found = find_pythons(version, kind, headers)
    return found[0 if "." in version else -1] if found else None


def find_pythons(version, kind="release", headers=True):
    """All Pythons of a version like "3.14"."""
    return [python for python in (with_headers() if headers else find(default_cache()))
            if python["version"].startswith(version + ".") and python["kind"] == kind]


def missing(cache, versions=WANTED):
    """(version, kind) pairs of `versions` that are not in the cache."""
    lacking = []
    for version in versions:
        tree = Tree(cache / "pythons" / version, version)
        lacking += [(version, kind) for kind in KINDS
                    if not os.access(tree.executable(kind), os.X_OK)]
    return lacking


@contextlib.contextmanager
def locked(cache):
    """Only one process at a time changes the folder of Pythons."""
    folder = cache / "pythons"
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "lock", "w") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield folder


def remove_leftovers(folder):
    """Delete what an interrupted run left: folders that no link points to."""
    used = {link.resolve() for link in folder.iterdir() if link.is_symlink()}
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink() and path.resolve() not in used:
            shutil.rmtree(path, ignore_errors=True)


def publish(folder, root, name):
    """Make `name` in `folder` point to the finished tree `root`, in one step."""
    link = folder / f"{name}.new"
    link.unlink(missing_ok=True)
    link.symlink_to(root.name)
    os.replace(link, folder / name)


def choose_packages(apt, version):
    """The packages of CPython `version` in apt's suite; MirrorError if one lacks."""
    roots, further = package_names(version)
    have = apt.packages(*roots, *further)
    if not have:
        raise MirrorError("not there")
    lacking = [name for name in (*roots, *further) if name not in have]
    if lacking:
        raise MirrorError(f"lacks {' '.join(lacking)}")
    # Of the dependencies only libraries are wanted; those are marked "same".
    closure = apt.packages(*apt.closure(*roots))
    chosen = {name for name, package in closure.items() if package.multi_arch == "same"}
    libc = closure.get("libc6")
    if libc and host_libc_version() >= libc_version(libc.version):
        chosen -= set(LIBC_PACKAGES)
    return sorted(chosen | set(further) | {f"libpython{version}",
                                           f"libpython{version}-stdlib"})


def make_tree(apt, version, folder):
    """Fetch, unpack, finish and verify CPython `version`; returns what it reports."""
    start = time.monotonic()
    names = choose_packages(apt, version)
    root = Path(tempfile.mkdtemp(prefix=f"{version}-", dir=folder))
    root.chmod(0o755)
    packages = apt.download(names, root / "packages")
    unpack(packages, root)
    shutil.rmtree(root / "packages")
    tree = Tree(root, version)
    tree.finish()
    for kind in KINDS:
        full = tree.verify(kind)
        say(f"CPython {full} {kind} from {apt.suite}, verified")
    publish(folder, root, version)
    say(f"CPython {version} ready in {time.monotonic() - start:.0f} s")


def fetch(cache, versions):
    """Fetch what is missing of `versions`; returns what stays missing."""
    if not missing(cache, versions):
        return []
    with locked(cache) as folder:
        remove_leftovers(folder)
        # Another process may have fetched them while this one waited for the lock.
        lacking = {version for version, _ in missing(cache, versions)}
        mirrors = find_mirrors(machine_sources())
        if lacking and not mirrors:
            say("no Debian or Ubuntu mirror among this machine's apt sources")
        for family, uri, signed_by in mirrors:
            for suite in carrying_suites(family):
                if not lacking:
                    break
                with tempfile.TemporaryDirectory(prefix="apt-", dir=folder) as private:
                    apt = PrivateApt(private, family, uri, signed_by, suite)
                    try:
                        if not apt.update():
                            say(f"suite {suite}: signed, but past its date; used all the same")
                    except MirrorError as error:
                        say(f"suite {suite} not usable: {str(error).splitlines()[-1]}")
                        continue
                    for version in sorted(lacking):
                        try:
                            make_tree(apt, version, folder)
                            lacking.discard(version)
                        except (MirrorError, TreeError) as error:
                            say(f"CPython {version} from suite {suite}: {error}")
        remove_leftovers(folder)
    return missing(cache, versions)


def fetch_free_threaded(cache, versions):
    """Build the first free-threaded CPython of `versions` whose source can be had; True if
    there is one of them then."""
    with locked(cache) as folder:
        remove_leftovers(folder)
        return (any((folder / f"{version}t").exists() for version in versions)
                or any(fetch_free_threaded_version(folder, version)
                       for version in versions))


def fetch_free_threaded_version(folder, version):
    """Build a free-threaded CPython `version` from source; True if that could be done."""
    name = f"{version}t"
    start = time.monotonic()
    for family, uri, signed_by in find_mirrors(machine_sources()):
        for suite in carrying_suites(family):
            with tempfile.TemporaryDirectory(prefix="apt-", dir=folder) as private:
                apt = PrivateApt(private, family, uri, signed_by, suite,
                                 with_sources=True)
                root = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=folder))
                root.chmod(0o755)
                try:
                    apt.update()
                    files = apt.source(f"python{version}", Path(private) / "source")
                    say(f"building a free-threaded CPython {version}: about two minutes")
                    full = build_free_threaded(files, version, root)
                except (MirrorError, TreeError) as error:
                    say(f"CPython {name} from suite {suite}: {error}")
                    shutil.rmtree(root, ignore_errors=True)
                    continue
                publish(folder, root, name)
                say(f"CPython {full} free-threaded from {suite} ready "
                    f"in {time.monotonic() - start:.0f} s")
                return True
    return False


def report_missing(pairs):
    """The loud line for each Python that is wanted and not there."""
    for version, kind in pairs:
        say(f"MISSING: no CPython {version} {kind}; what needs it is skipped")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cache", type=Path, default=default_cache(), metavar="DIR")
    parser.add_argument("--python", action="append", default=[], metavar="EXE",
                        help="list this Python too (may repeat)")
    parser.add_argument("--json", action="store_true", help="list as JSON")
    parser.add_argument("--fetch", nargs="*", metavar="X.Y",
                        help=f"fetch what is missing (default: {' '.join(WANTED)})")
    parser.add_argument("--free-threaded", nargs="*", metavar="X.Y",
                        help="build the first free-threaded one that can be had (two "
                        f"minutes; default: {' '.join(FREE_THREADED_VERSIONS)})")
    options = parser.parse_args()
    cache = options.cache.absolute()
    for version in [*(options.fetch or []), *(options.free_threaded or [])]:
        if not re.fullmatch(r"3\.\d+", version):
            parser.error(f"not a version: {version}")

    if options.free_threaded is not None:
        versions = options.free_threaded or FREE_THREADED_VERSIONS
        if fetch_free_threaded(cache, versions):
            return 0
        report_missing([(" or ".join(versions), FREE_THREADED)])
        return 2
    if options.fetch is not None:
        lacking = fetch(cache, options.fetch or WANTED)
        report_missing(lacking)
        return 2 if lacking else 0

    pythons = find(cache, options.python)
    if options.json:
        print(json.dumps({"format": 1, "pythons": pythons}, indent=1))
    else:
        for python in pythons:
            print(python["version"], python["kind"], python["executable"])
    report_missing(missing(cache))
    return 0


if __name__ == "__main__":
    sys.exit(main())
