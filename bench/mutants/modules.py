"""The modules that are mutated: fetched, pinned by hash, unpacked, and built."""

import glob
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1] / "tests/real"), str(HERE.parents[1] / "tools")]

from apt_mirror import (MirrorError, PrivateApt, carrying_suites,  # noqa: E402
                        find_mirrors, machine_sources)
from package import CACHE, Package, StepError, find_pythons  # noqa: E402

CFLAGS = ["-O1", "-g", "-fPIC", "-w"]
BUILD_TIMEOUT_S = 300
# struct PyExpat_CAPI begins with `const char *magic; int size, major, minor, micro;`.
EXPAT_NUMBERS = """
from ctypes import *
import pyexpat
pointer = pythonapi.PyCapsule_GetPointer
pointer.argtypes, pointer.restype = (py_object, c_char_p), c_void_p
place = pointer(pyexpat.expat_CAPI, b"pyexpat.expat_CAPI") + sizeof(c_void_p)
print(*(c_int * 4).from_address(place)[1:])
"""


class Module:
    """One extension module: its tree, its main source, and how it is built.

    rename: a built-in module of CPython cannot be imported from elsewhere under its own
    name, so its init function gets another one.
    """

    def __init__(self, row, python, rename=None):
        self.name = row["name"]
        self.row = row
        self.python = python
        self.source = row["source"]
        self.path = row.get("path", ".")
        self.module = row.get("module", row["name"])
        self.rename = rename
        self.exercise = (HERE.parents[1] / "tests/real/exercise" / f"{row['exercise']}.py"
                         if "exercise" in row else None)
        self.tree = None
        self.objects = []

    @property
    def flags(self):
        """What the compiler, libclang and `check` need, relative to the tree."""
        include = str(self.python.include)
        flags = [f"-I{include}", *self.row.get("flags", []),
                 *(f"-D{d}" for d in self.row.get("defines", []))]
        if self.rename:
            flags += [f"-I{include}/internal", "-IModules", "-DPy_BUILD_CORE_MODULE",
                      f"-DPyInit_{self.name}=PyInit_{self.rename}"]
        return flags

    @property
    def target(self):
        name = self.rename or self.module
        return Path(self.path) / (name.replace(".", "/") + ".so")

    def compile(self, tree, name, output):
        done = subprocess.run(
            ["gcc", *CFLAGS, *self.flags, "-c", name, "-o", str(output)], cwd=tree,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=BUILD_TIMEOUT_S)
        if done.returncode != 0:
            raise StepError(f"{self.name}: {name} does not compile:\n{done.stdout[-1500:]}")

    def compile_further(self, tree):
        """Compile, once, what no mutant changes."""
        if self.objects:
            return
        for pattern in self.row.get("further", []):
            for name in sorted(glob.glob(pattern, root_dir=tree)):
                output = Path(tree) / (name.replace("/", "-") + ".o")
                if not output.exists():
                    self.compile(tree, name, output)
                self.objects.append(output)

    def compile_internal(self, tree):
        """Functions that CPython keeps to itself: a module that is built in may call them,
        one that is loaded cannot."""
        output = Path(tree) / "internal.o"
        if self.row.get("internal") and output not in self.objects:
            self.compile(tree, str(HERE / "internal.c"), output)
            self.objects.append(output)

    def build(self, tree):
        """Compile the main source and link; returns the file."""
        self.compile_further(tree)
        self.compile_internal(tree)
        main = Path(tree) / "main.o"
        self.compile(tree, self.source, main)
        target = Path(tree) / self.target
        target.parent.mkdir(parents=True, exist_ok=True)
        target.unlink(missing_ok=True)
        done = subprocess.run(
            ["gcc", "-shared", "-o", str(target), str(main), *map(str, self.objects),
             *self.row.get("libraries", []), "-lm"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=BUILD_TIMEOUT_S)
        if done.returncode != 0:
            raise StepError(f"{self.name}: does not link:\n{done.stdout[-1500:]}")
        return target


def cpython_archive(table):
    """The source of CPython, from a Debian archive that has it; None if none has."""
    wanted = CACHE / "mutants" / table["archive"]
    if not wanted.exists():
        wanted.parent.mkdir(parents=True, exist_ok=True)
        for family, uri, signed_by in find_mirrors(machine_sources()):
            for suite in carrying_suites(family):
                with tempfile.TemporaryDirectory(dir=wanted.parent) as private:
                    apt = PrivateApt(private, family, uri, signed_by, suite,
                                     with_sources=True)
                    try:
                        apt.update()
                        files = apt.source(f"python{table['version']}",
                                           Path(private) / "source")
                    except MirrorError:
                        continue
                    for file in files:
                        if file.name == table["archive"]:
                            shutil.move(str(file), wanted)
                if wanted.exists():
                    break
            if wanted.exists():
                break
    if not wanted.exists():
        return None
    digest = hashlib.sha256(wanted.read_bytes()).hexdigest()
    if digest != table["sha256"]:
        raise StepError(f"{wanted} is not the archive that the table names")
    return wanted


def match_expat(tree, python):
    """_elementtree asks whether it and pyexpat were built with the same Expat; the functions
    that it calls are the same in both."""
    done = subprocess.run([str(python.base), "-c", EXPAT_NUMBERS], text=True, check=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    numbers = done.stdout.split()
    wanted = dict(zip(("XML_MAJOR_VERSION", "XML_MINOR_VERSION", "XML_MICRO_VERSION"), numbers))
    header = Path(tree) / "Modules/expat/expat.h"
    lines = header.read_text().splitlines()
    for i, line in enumerate(lines):
        words = line.replace("#", " ").split()
        if len(words) == 3 and words[0] == "define" and words[1] in wanted:
            lines[i] = f"#define {words[1]} {wanted[words[1]]}"
    header.unlink()  # a hard link
    header.write_text("\n".join(lines) + "\n")


def modules(work, names):
    """Yield each Module of the table (only `names`, if any), unpacked below `work`."""
    table = json.loads((HERE / "modules.json").read_text())
    versions = {row.get("python", table["python"]) for row in table["packages"]}
    pythons = {p.version: p for p in find_pythons(
        [*sorted(versions), table["cpython"]["version"] + "-debug"])}
    for row in table["packages"]:
        if names and row["name"] not in names:
            continue
        version = row.get("python", table["python"])
        python = pythons.get(version)
        if python is None:
            print(f"SKIPPED: {row['name']}: no CPython {version}; run ./setup")
            continue
        package = Package({**row, "sources": [row["source"]], "flags": []})
        package.fetch(python)
        module = Module(row, python)
        tree = Path(work) / row["name"]
        if not tree.exists():
            package.unpack(tree)
        module.tree = tree
        yield module
    wanted = [row for row in table["cpython"]["modules"]
              if not names or row["name"] in names]
    if not wanted:
        return
    python = pythons.get(table["cpython"]["version"] + "-debug")
    archive = cpython_archive(table["cpython"]) if python else None
    if archive is None:
        print(f"SKIPPED: {len(wanted)} modules of CPython: no {table['cpython']['archive']}"
              f" in Debian's archives, or no CPython {table['cpython']['version']}")
        return
    tree = Path(work) / "cpython"
    if not tree.exists():
        tree.mkdir()
        with tarfile.open(archive) as stream:
            members = [m for m in stream if "/Modules/" in m.name]
            for member in members:
                member.name = member.name.partition("/")[2]
            options = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
            stream.extractall(tree, members=members, **options)
    for row in wanted:
        module = Module(row, python, rename=f"own_{row['name']}")
        own = Path(work) / row["name"]
        if not own.exists():
            shutil.copytree(tree, own, copy_function=os.link)
            if row.get("expat"):
                match_expat(own, python)
        module.tree = own
        yield module
