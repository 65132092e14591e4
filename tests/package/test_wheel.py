#!/usr/bin/env python3
"""One wheel with the program, the probe, the package and the header.

Makes the sdist, builds the wheel from it with pip where git fails, installs it in a fresh
environment and uses it there.  Status 77 (skipped), with the reason, where pip cannot
fetch meson-python.
"""

import argparse
import os
import re
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from email import message_from_bytes
from pathlib import Path

SKIPPED = 77
QUIET = ["--quiet", "--disable-pip-version-check"]
SPAM = """\
#include <Python.h>
static int counter;
static PyObject *count(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return PyLong_FromLong(++counter);
}
static PyMethodDef methods[] = {{"count", count, METH_NOARGS, NULL}, {0}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods};
PyMODINIT_FUNC PyInit_spam(void) { return PyModule_Create(&definition); }
"""


def check(condition, what, *seen):
    if not condition:
        raise SystemExit(f"not ok: {what}: {seen}")
    print(f"ok: {what}", flush=True)


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True,
                          text=True, **options)


def make_environment(folder):
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    return folder / "bin/python"


def make_sdist(source, folder, builder, path):
    """The sdist unpacked; of a tree without git, a copy of it."""
    sys.path.insert(0, str(source / "packaging"))
    from publication import prepare
    tree = folder / "tree"
    if not prepare(source, tree, "", "0"):
        return tree
    for words in (["init", "-q"], ["add", "-A", "-f"],
                  ["-c", "user.name=test", "-c", "user.email=test", "-c",
                   "commit.gpgsign=false", "commit", "-q", "-m", "all"]):
        subprocess.run(["git", "-C", tree, *words], check=True)
    (folder / "sdist").mkdir()
    made = run(builder, "-c", "import mesonpy, sys; mesonpy.build_sdist(sys.argv[1])",
               folder / "sdist", cwd=tree, env={**os.environ, "PATH": path})
    check(made.returncode == 0, "the sdist is made", made.stdout, made.stderr)
    (archive,) = (folder / "sdist").glob("*.tar.gz")
    with tarfile.open(archive) as stream:
        stream.extractall(folder / "unpacked")
    (top,) = (folder / "unpacked").iterdir()
    tracked = {path.relative_to(tree) for path in tree.rglob("*")
               if path.is_file() and ".git" not in path.parts}
    there = {path.relative_to(top) for path in top.rglob("*") if path.is_file()}
    check(tracked <= there and there - tracked == {Path("PKG-INFO")},
          "the sdist holds what git has", sorted(tracked ^ there)[:20])
    return top


def build_wheel(source, folder):
    """The wheel's path, or None where its tools cannot be fetched."""
    builder = make_environment(folder / "builder")
    fetched = run(builder, "-m", "pip", "install", *QUIET, "meson-python", "ninja",
                  "capstone>=5,<6")
    if fetched.returncode != 0:
        print("SKIPPED: pip cannot fetch meson-python:", fetched.stderr.strip()[-500:])
        return None
    path = f"{builder.parent}{os.pathsep}{os.environ['PATH']}"
    source = make_sdist(source, folder, builder, path)
    git = folder / "failing/git"
    git.parent.mkdir()
    git.write_text("#!/bin/sh\necho 'git is not here' >&2\nexit 127\n")
    git.chmod(0o755)
    path = f"{git.parent}{os.pathsep}{path}"
    built = run(builder, "-m", "pip", "wheel", *QUIET, "--no-build-isolation",
                "--no-deps", "--wheel-dir", folder / "wheels",
                f"--config-settings=build-dir={folder / 'build'}", source,
                env={**os.environ, "PATH": path})
    check(built.returncode == 0, "pip builds a wheel", built.stdout, built.stderr)
    (wheel,) = (folder / "wheels").iterdir()
    return wheel


def check_contents(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    check("-py3-none-" in wheel.name, "it serves all Pythons", wheel.name)
    for end in ("scripts/insulate", "share/insulate/insulate-probe.so",
                "insulate/__init__.py", "insulate/include/insulate.h",
                "insulate/include/insulate/backports.h",
                "insulate/pkgconfig/insulate.pc"):
        check(any(name.endswith(end) for name in names), f"it has {end}", names)
    check(not any("/test" in name for name in names), "and no tests", names)
    info = next(name for name in names if name.endswith("/METADATA"))
    fields = message_from_bytes(zipfile.ZipFile(wheel).read(info))
    licences = [name for name in fields.get_all("License-File") or []
                if info.replace("METADATA", f"licenses/{name}") in names]
    check(fields["License-Expression"] == "MIT" and licences == ["LICENSE"],
          "it has its licence", fields.items())
    links = re.findall(r"\]\(([^)]+)\)", fields.get_payload())
    check(links and all(re.match("https?:", link) for link in links),
          "the long description has no relative links", links)


def check_program(python, folder):
    program = python.parent / "insulate"
    version = run(program, "--version")
    check(version.returncode == 0 and version.stdout.startswith("insulate "),
          "insulate --version", version)
    as_module = run(python, "-m", "insulate", "--version")
    check(as_module.stdout == version.stdout, "python -m insulate --version", as_module)
    (folder / "spam.c").write_text(SPAM)
    include = run(python, "-c", "import sysconfig; print(sysconfig.get_path('include'))")
    headers = Path(include.stdout.strip())
    if not (headers / "Python.h").exists():
        print("SKIPPED: this Python has no headers: no module to scan and prove")
        return
    subprocess.run(["cc", "-shared", "-fPIC", folder / "spam.c", "-o",
                    folder / "spam.so", f"-I{headers}", f"-I{headers.parent}"],
                   check=True)
    scanned = run(python, "-m", "insulate", "scan", folder / "spam.so")
    check(scanned.returncode == 1 and "init-single-phase" in scanned.stdout
          and "counter" in scanned.stdout, "python -m insulate scan", scanned)
    proved = run(python, "-m", "insulate", "prove", "spam", "--path", folder,
                 "--scenario", "import", "--scenario", "globals", "--format", "json")
    asked = run(python, "-c", "import platform; print(platform.python_version())")
    check(proved.returncode == 1 and '"state-static-data"' in proved.stdout
          and f'"python": "{asked.stdout.strip()}"' in proved.stdout,
          "the probe is found, and the Python is the one that runs the package", proved)


def check_package(python, source):
    asked = run(python, "-c", "import insulate; print(insulate.program())")
    check(asked.stdout.strip() == str(python.parent / "insulate"),
          "insulate.program()", asked)
    asked = run(python, "-c", "from importlib import metadata as m\n"
                "files = {f.name for f in m.files('insulate')}\n"
                "lists = m.distribution('insulate').entry_points\n"
                "print([e.value for e in lists if e.group == 'pytest11'],"
                " {'pytest_plugin.py', 'pytest_child.py', 'pytest_report.py',"
                " 'pytest_runs.py'} <= files)")
    check(asked.stdout.strip() == "['insulate.pytest_plugin'] True",
          "the pytest plugin is offered", asked)
    wrong = run(python, "-m", "insulate", "--version",
                env={**os.environ, "INSULATE_PROGRAM": "/nowhere"})
    check(wrong.returncode == 1 and "/nowhere" in wrong.stderr,
          "a wrong INSULATE_PROGRAM is told", wrong)
    asked = run(python, "-c", "import insulate; print(insulate.get_include())")
    folder = Path(asked.stdout.strip())
    there = {path.relative_to(folder): path.read_bytes() for path in folder.rglob("*.h")}
    wanted = {path.relative_to(source / "include"): path.read_bytes()
              for path in (source / "include").rglob("*.h")}
    check(there == wanted, "insulate.get_include()", asked, sorted(there), sorted(wanted))
    flags = run("pkg-config", "--cflags", "insulate",
                env={**os.environ,
                     "PKG_CONFIG_PATH": str(folder.parent / "pkgconfig")})
    shown = Path(flags.stdout.strip().removeprefix("-I"))
    check((shown / "insulate.h").exists(), "pkg-config finds it", flags)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", required=True, type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name).resolve()
        wheel = build_wheel(options.source, folder)
        if wheel is None:
            return SKIPPED
        check_contents(wheel)
        python = make_environment(folder / "user")
        subprocess.run([python, "-m", "pip", "install", *QUIET, "--no-index", "--no-deps", wheel],
                       check=True)
        check_program(python, folder)
        check_package(python, options.source)
    return 0


if __name__ == "__main__":
    sys.exit(main())
