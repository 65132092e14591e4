"""Pages whose commands are executed: their blocks, a reader who follows them, and the
comparison of what a command prints with what the page shows.

In a block `console`, a line "$ COMMAND" is executed in a shell; the lines below it are its
output.  "…" stands for any text of a line, alone on a line for any number of lines.
A block with a file name behind its language (```python parse.py) is that file.
"""

import difflib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/real"))

from package import CACHE, StepError, clean_environment, find_pythons, package  # noqa: E402

FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIMEOUT_S = 300


class Block(NamedTuple):
    """A fenced block of a page."""

    language: str
    file: str  # "" if the block names none
    text: str
    line: int


def blocks_of(path):
    text = path.read_text()
    return [Block(*(group or "" for group in match.groups()), text.count("\n", 0, match.start()) + 1)
            for match in FENCE.finditer(text)]


def steps_of(console):
    """(command, output) of a block `console`."""
    steps = []
    for line in console.splitlines(keepends=True):
        if line.startswith("$ "):
            steps.append([line[2:].rstrip("\n"), ""])
        else:
            steps[-1][1] += line
    return steps


def is_shown(shown, output):
    """Does OUTPUT say what the page shows?"""
    def pattern(line):
        if line == "…\n":
            return r"(?:.*\n)*?"
        return ".*?".join(re.escape(part) for part in line.split("…"))
    return re.fullmatch("".join(map(pattern, shown.splitlines(keepends=True))), output) is not None


def make_wheel(folder, program):
    """What PyPI would give for `insulate`: our package, and a program that is PROGRAM."""
    (version,) = re.findall(r"^  version: '(\d[\d.]*)',", (ROOT / "meson.build").read_text(), re.M)
    info = f"insulate-{version}.dist-info"
    points = re.search(r"^\[project\.entry-points\.pytest11\]\n((?:.+\n)+)",
                       (ROOT / "pyproject.toml").read_text(), re.M).group(1)
    files = {
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: insulate\nVersion: {version}\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\n"
                         "Tag: py3-none-any\n",
        f"{info}/entry_points.txt": "[pytest11]\n" + points.replace('"', ""),
        f"insulate-{version}.data/scripts/insulate": f'#!/bin/sh\nexec {program} "$@"\n'}
    for path in (ROOT / "python/insulate").glob("*.py"):
        files[f"insulate/{path.name}"] = path.read_text()
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"insulate-{version}-py3-none-any.whl", "w") as out:
        for name, text in files.items():
            member = zipfile.ZipInfo(name)
            member.external_attr = 0o100755 << 16
            out.writestr(member, text)


class Reader:
    """Somebody with an activated virtual environment in an empty folder, and an index
    that has `insulate` and PACKAGES; needs no network.

    Raises StepError where ./setup could not fetch what is needed.
    """

    def __init__(self, folder, program, packages, version="3.14"):
        self.python = next((each for each in find_pythons([version]) if each.is_ready()), None)
        if self.python is None:
            raise StepError(f"./setup has no Python {version} with setuptools and pytest")
        folder = Path(folder).resolve()
        self.work, self.shelf, environment = (folder / name for name in ("work", "index", "env"))
        self.work.mkdir()
        self.shelf.mkdir()
        self.where = folder / "where"
        self.folder = self.work
        make_wheel(self.shelf, program)
        for chosen in map(package, packages):
            if not chosen.sdist.exists():
                raise StepError(f"./setup has not fetched {chosen.name}")
            os.symlink(chosen.sdist, self.shelf / f"{chosen.name}-{chosen.version}.tar.gz")
        self.make_environment(environment)
        self.environment = clean_environment(
            PATH=f"{environment / 'bin'}{os.pathsep}{os.environ['PATH']}", HOME=str(folder),
            PIP_CONFIG_FILE=os.devnull, PIP_NO_INDEX="1", PIP_FIND_LINKS=str(self.shelf),
            PIP_NO_BUILD_ISOLATION="0", PIP_DISABLE_PIP_VERSION_CHECK="1",
            PIP_ROOT_USER_ACTION="ignore", INSULATE_CACHE=str(CACHE), LC_ALL="C.UTF-8",
            COLUMNS="80", PYTHONDONTWRITEBYTECODE="1")
        for name in ("CC", "CXX", "LDSHARED", "CFLAGS"):
            del self.environment[name]

    def make_environment(self, environment):
        """A virtual environment with pip, where the build tools are installed already."""
        subprocess.run([self.python.executable, "-I", "-m", "venv", "--without-pip", environment],
                       check=True)
        tools = environment / "tools"
        tools.mkdir()
        for path in (CACHE / "environment").glob("lib/*/site-packages/pip*"):
            os.symlink(path, tools / path.name)
        (mine,) = environment.glob("lib/*/site-packages")
        (theirs,) = self.python.folder.glob("lib/*/site-packages")
        (mine / "base.pth").write_text(f"{tools}\n{theirs}\n")

    def run(self, command):
        """(status, output) of a command in the folder where the last one ended."""
        done = subprocess.run(
            ["bash", "-c", f'{command}\nstatus=$?; pwd > "$WHERE"; exit $status'],
            cwd=self.folder, env={**self.environment, "WHERE": str(self.where)},
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, timeout=TIMEOUT_S)
        self.folder = Path(self.where.read_text().rstrip("\n"))
        return done.returncode, done.stdout

    def follow(self, page):
        """Do what the page says; yields (line, command, what is not as shown, or "")."""
        for block in blocks_of(page):
            if block.file:
                (self.folder / block.file).write_text(block.text)
            elif block.language == "console":
                for command, shown in steps_of(block.text):
                    status, output = self.run(command)
                    yield block.line, command, self.difference(shown, status, output)

    def difference(self, shown, status, output):
        if status not in (0, 1):
            return f"exit status {status}\n{output}"
        if is_shown(shown, output):
            return ""
        return "".join(difflib.unified_diff(
            shown.splitlines(keepends=True), output.splitlines(keepends=True),
            "shown", "printed"))
