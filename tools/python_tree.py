"""One CPython made from a distribution's packages, in a folder of its own.

The packages are unpacked, never installed.  The executable is a launcher that the
host's compiler links against the unpacked libpython; it names the unpacked dynamic
linker and library folder, so that a Python built for a newer libc runs on an older
system.  DT_RPATH (not DT_RUNPATH) is set because it also serves the libraries that
dlopen brings in.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

LAUNCHER_SOURCE = """\
extern int Py_BytesMain(int argc, char **argv);

int
main(int argc, char **argv)
{
    return Py_BytesMain(argc, argv);
}
"""

# Appended to _sysconfigdata: the packages record /usr as the prefix, and build tools
# take the header folder from there.
RELOCATION = """

def _relocate(variables):
    import os
    for key, value in variables.items():
        if isinstance(value, str) and value.startswith("/usr/"):
            here = {root!r} + value
            if os.path.exists(here):
                variables[key] = here


_relocate(build_time_vars)
"""

# What a Python must be able to do before it counts.  The extension named on the
# command line proves the headers.
VERIFICATION = """\
import sys, sysconfig
import ctypes, hashlib, lzma, bz2, sqlite3, ssl, uuid, zlib
ssl.create_default_context()
assert sqlite3.connect(":memory:").execute("select 1").fetchone() == (1,)
import _interpreters
interpreter = _interpreters.create("isolated")
failure = _interpreters.exec(interpreter, "import json; json.dumps([1])")
assert failure is None, failure
_interpreters.destroy(interpreter)
sys.path.insert(0, sys.argv[1])
import insulate_tree_check
assert insulate_tree_check.answer == 42
assert hasattr(sys, "gettotalrefcount") == (sys.argv[2] == "debug")
print(sys.version.split()[0])
"""

EXTENSION_SOURCE = """\
#include <Python.h>

static int
check_exec(PyObject *module)
{
    return PyModule_AddIntConstant(module, "answer", 42);
}

static PyModuleDef_Slot check_slots[] = {
    {Py_mod_exec, (void *)check_exec},
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
    {0, NULL},
};

static struct PyModuleDef check_module = {
    PyModuleDef_HEAD_INIT, .m_name = "insulate_tree_check", .m_slots = check_slots,
};

PyMODINIT_FUNC
PyInit_insulate_tree_check(void)
{
    return PyModuleDef_Init(&check_module);
}
"""

UNWANTED = ("*.a", "./usr/share/*", "./usr/lib/debug/*", "./etc/*", "./var/*")


class TreeError(Exception):
    """The tree cannot be made or does not work; the text says why."""


def package_names(version):
    """(roots of the dependency closure, further packages) for CPython `version`."""
    return ([f"libpython{version}", f"libpython{version}-stdlib", "libstdc++6"],
            [f"libpython{version}-dev", f"libpython{version}-dbg"])


def run(arguments, **options):
    """Run a program; TreeError with what it said if it fails."""
    done = subprocess.run([str(a) for a in arguments], stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          **options)
    if done.returncode != 0:
        raise TreeError(f"{arguments[0]}: status {done.returncode}: "
                        f"{(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


def unpack(packages, root):
    """Unpack the .deb files `packages` into `root`, without what a Python never reads."""
    root.mkdir(parents=True, exist_ok=True)
    exclude = [f"--exclude={pattern}" for pattern in UNWANTED]
    for package in packages:
        reader = subprocess.Popen(["dpkg-deb", "--fsys-tarfile", str(package)],
                                  stdout=subprocess.PIPE)
        try:
            writer = subprocess.run(["tar", "-x", "-C", str(root), "--no-same-owner",
                                     *exclude], stdin=reader.stdout)
        finally:
            reader.stdout.close()
            status = reader.wait()
        if status != 0 or writer.returncode != 0:
            raise TreeError(f"cannot unpack {package.name}")


def host_libc_version():
    """The version of the host's glibc as a tuple, or () for another libc."""
    try:
        name = os.confstr("CS_GNU_LIBC_VERSION") or ""
    except (ValueError, OSError):
        name = ""
    match = re.match(r"glibc (\d+)\.(\d+)", name)
    return tuple(map(int, match.groups())) if match else ()


def libc_version(text):
    """The glibc version in a package version such as "2.41-12", as a tuple."""
    match = re.match(r"(?:\d+:)?(\d+)\.(\d+)", text)
    return tuple(map(int, match.groups())) if match else ()


class Tree:
    """An unpacked CPython `version` ("3.14") below `root`."""

    def __init__(self, root, version):
        self.root = Path(root)
        self.version = version

    def executable(self, kind):
        """The launcher of this kind, "release" or "debug"."""
        return self.root / "usr/bin" / f"python{self.version}{self._suffix(kind)}"

    @staticmethod
    def _suffix(kind):
        return "d" if kind == "debug" else ""

    def _library_folder(self):
        found = list(self.root.glob(f"usr/lib/*/libpython{self.version}.so.1.0"))
        if len(found) != 1:
            raise TreeError(f"the packages hold no shared libpython{self.version}")
        return found[0].parent

    def kinds(self):
        """The kinds whose shared library was in the packages."""
        folder = self._library_folder()
        return [kind for kind in ("release", "debug")
                if (folder / f"libpython{self.version}{self._suffix(kind)}.so.1.0").exists()]

    def finish(self):
        """Make a Python of what `unpack` left: launchers, headers, byte code."""
        folder = self._library_folder()
        self._join_headers(folder.name)
        self._relocate_sysconfig()
        for kind in self.kinds():
            self._link_launcher(folder, kind)
        run([self.executable("release"), "-I", "-m", "compileall", "-q",
             self.root / "usr/lib" / f"python{self.version}"])

    def _link_launcher(self, folder, kind):
        source = self.root / "launcher.c"
        source.write_text(LAUNCHER_SOURCE)
        output = self.executable(kind)
        output.parent.mkdir(parents=True, exist_ok=True)
        # Where /lib is not yet a link to /usr/lib, the libc lies there.
        search = [folder, self.root / "lib" / folder.name]
        linkers = [linker for where in search if where.is_dir()
                   for linker in sorted(where.glob("ld-linux*.so.*"))]
        library = f"libpython{self.version}{self._suffix(kind)}.so.1.0"
        arguments = ["gcc", source, "-o", output, f"-L{folder}", f"-l:{library}",
                     "-Wl,--disable-new-dtags", "-Wl,--allow-shlib-undefined",
                     "-Wl,-rpath=" + ":".join(str(s) for s in search if s.is_dir())]
        if linkers:
            arguments.append(f"-Wl,--dynamic-linker={linkers[0]}")
        run(arguments)

    def _join_headers(self, triplet):
        # The packaged pyconfig.h only forwards to <TRIPLET/python3.14/pyconfig.h>, which
        # would need a second -I; put the real one in its place.
        include = self.root / "usr/include"
        for kind in self.kinds():
            name = f"python{self.version}{self._suffix(kind)}"
            real = include / triplet / name / "pyconfig.h"
            shown = include / name / "pyconfig.h"
            if not real.exists() or not shown.parent.exists():
                raise TreeError(f"the packages hold no headers of {name}")
            if shown.parent.is_symlink():
                target = shown.parent.resolve()
                shown.parent.unlink()
                shutil.copytree(target, shown.parent, symlinks=True)
            shown.unlink(missing_ok=True)
            shutil.copyfile(real, shown)

    def _relocate_sysconfig(self):
        pattern = f"usr/lib/python{self.version}/_sysconfigdata*.py"
        for path in self.root.glob(pattern):
            with open(path, "a", encoding="utf-8") as stream:
                stream.write(RELOCATION.format(root=str(self.root)))

    def verify(self, kind):
        """Run it: libraries, a sub-interpreter, a compiled extension; returns its version."""
        python = self.executable(kind)
        work = self.root / f"verify-{kind}"
        work.mkdir(exist_ok=True)
        (work / "insulate_tree_check.c").write_text(EXTENSION_SOURCE)
        include = run([python, "-I", "-c",
                       "import sysconfig; print(sysconfig.get_path('include'))"]).strip()
        run(["gcc", "-shared", "-fPIC", work / "insulate_tree_check.c",
             "-o", work / "insulate_tree_check.so", f"-I{include}"])
        version = run([python, "-I", "-c", VERIFICATION, work, kind], timeout=120).strip()
        shutil.rmtree(work)
        return version
