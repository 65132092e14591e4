"""The real packages: their sdists, the Pythons they are built for, builds and own tests."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tools"))

import pythons  # noqa: E402

# Another table can be tried without changing this one.
TABLE = json.loads(Path(os.environ.get("REAL_PACKAGES", HERE / "packages.json")).read_text())
# Packages that need no conversion: only checked.
ISOLATED = json.loads((HERE / "isolated.json").read_text())
CACHE = pythons.default_cache().absolute()
CFLAGS = "-O2 -g -Wall -Wextra"
BUILD_TIMEOUT_S = 600
TESTS_TIMEOUT_S = 600

# setuptools reads pyproject.toml alone where there is no setup.py.
BUILD = """\
import os, sys
sys.path.insert(0, os.getcwd())
sys.argv = ["setup.py", "build_ext", "--inplace"]
if os.path.exists("setup.py"):
    import runpy
    runpy.run_path("setup.py", run_name="__main__")
else:
    import setuptools
    setuptools.setup()
"""

WARNING = re.compile(r"^(?P<path>[^\s:][^:]*):\d+:(?:\d+:)? warning: (?P<text>.*)$")


class StepError(Exception):
    """A step of the main job did not do what it must; the text says what happened."""


def run(arguments, timeout=600, **options):
    """Run a program to its end, output captured, nothing on its stdin."""
    try:
        return subprocess.run([str(a) for a in arguments], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              errors="replace", timeout=timeout, **options)
    except subprocess.TimeoutExpired:
        raise StepError(f"{Path(str(arguments[0])).name}: over {timeout} s") from None


def pip(*arguments):
    """Run the pip of the private environment that ./setup made."""
    done = run([CACHE / "environment/bin/python", "-m", "pip",
                "--disable-pip-version-check", *arguments])
    if done.returncode != 0:
        raise StepError(f"pip {' '.join(map(str, arguments[:2]))}: {done.stderr.strip()}")


def clean_environment(**further):
    """The caller's environment without what changes how Python or setuptools work."""
    kept = {key: value for key, value in os.environ.items()
            if not key.startswith(("PYTHON", "PYTEST", "SETUPTOOLS", "DISTUTILS"))
            and key not in ("CPPFLAGS", "LDFLAGS", "CXXFLAGS")}
    kept.update(CC="gcc", CXX="g++", LDSHARED="gcc -shared", CFLAGS=CFLAGS)
    kept.update(further)
    return kept


class Python:
    """A CPython with an environment that can build and test the packages.

    version: as the table has it, "3.14" or, for a debug build, "3.14-debug", or
    "3-free-threaded" for the newest one.
    """

    def __init__(self, version, found):
        self.version = version
        self.minor = ".".join(found["version"].split(".")[:2])
        self.has_own_gil = tuple(map(int, self.minor.split("."))) >= (3, 12)
        self.include = found["include"]
        self.base = executable = found["executable"]
        requirements = sorted({*TABLE["requirements"], *(
            r for package in TABLE["packages"] for r in package.get("requirements", []))})
        self.requirements = requirements
        # The same Python has several names, and PATH says which is found.
        key = repr((os.path.realpath(executable), requirements)).encode()
        key = hashlib.sha256(key).hexdigest()[:12]
        self.folder = CACHE / "real" / f"python-{version}-{key}"
        self.executable = self.folder / "bin/python"

    def is_ready(self):
        return (self.folder / "complete").exists()

    def can_fetch(self):
        """Can pip fetch when it runs in this Python?  A free-threaded one has no ssl."""
        return run([self.base, "-I", "-c", "import ssl"]).returncode == 0

    def prepare(self):
        """Make the environment (needs the network)."""
        if self.is_ready():
            return
        shutil.rmtree(self.folder, ignore_errors=True)
        done = run([self.base, "-I", "-m", "venv", "--without-pip", self.folder])
        if done.returncode != 0:
            raise StepError(f"venv of {self.base}: {done.stderr}")
        if not self.can_fetch():
            # The pip of another Python has to fetch for it.
            pip("install", "-q", "--target", *self.folder.glob("lib/*/site-packages"),
                "--python-version", self.minor,
                "--only-binary", ":all:", *self.requirements)
        else:
            pip("--python", self.executable, "install", "-q", *self.requirements)
        (self.folder / "complete").touch()


def find_pythons(versions=None):
    """The Pythons of `versions` (default: the table's) on this machine, as [Python]."""
    found = []
    listed = pythons.find(CACHE)
    for version in TABLE["pythons"] if versions is None else versions:
        number, _, kind = version.partition("-")
        fitting = [p for p in listed if p["kind"] == (kind or "release") and p["include"]
                   and p["version"].startswith(number + ".")]
        if "." not in number:
            fitting.reverse()
        fitting.sort(key=lambda p: p["origin"] != "fetched")
        if fitting:
            found.append(Python(version, fitting[0]))
    return found


class Package:
    """One real package, as the table describes it."""

    def __init__(self, row):
        self.name = row["name"]
        self.version = row["version"]
        self.sha256 = row["sha256"]
        self.sources = row["sources"]
        self.flags = row["flags"]
        self.path = row.get("path", ".")
        self.modules = row.get("modules", [])
        self.tests = row.get("tests", [])
        self.environment = row.get("environment", {})
        # Where the package's own -Werror does not bear ours.
        if "cflags" in row:
            self.environment = {**self.environment, "CFLAGS": row["cflags"]}
        # The Pythons for which the original works at all, if not all of the table.
        self.pythons = row.get("pythons", TABLE["pythons"])
        # {Debian package: one of its headers}, of libraries that the sources need.
        self.system = row.get("system", {})
        # Tests that tell a difference which conversion cannot avoid, and why.
        self.differ = row.get("differ", {})
        # Further words for `convert`: which limited API the package builds for.
        self.convert_words = row.get("convert", [])
        # {kind of warning: why the result may bring it, where the package asks for it}.
        self.new_warnings = row.get("new_warnings", {})
        # {Python: why prove's verdict is not asked for there}.
        self.skipped_pythons = row.get("skipped_pythons", {})
        # Python code must not tell original and converted build apart.
        self.is_lossless = row.get("lossless", False)
        # {rule of prove: what the original does wrong that conversion leaves as it is}.
        self.defect = row.get("defect", {})
        # Why prove's built-in exercise is not for it, if so: what the original does wrong.
        self.exercise_only = row.get("exercise_only", "")
        self.exercise = HERE / "exercise" / f"{self.name}.py"
        self.sdist = CACHE / "real" / f"{self.name}-{self.version}-{self.sha256[:12]}.tar.gz"

    def fetch(self, python):
        """Put the sdist into the cache, checked against its hash (needs the network).

        pip runs in `python`, because packages refuse Pythons that are too old for them.
        """
        if self.sdist.exists():
            return
        self.sdist.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.sdist.parent) as folder:
            wanted = Path(folder) / "requirements.txt"
            wanted.write_text(f"{self.name}=={self.version} --hash=sha256:{self.sha256}\n")
            pip("--python", python.executable, "download", "-q", "--no-deps",
                f"--no-binary={self.name}",
                "--require-hashes", "-r", wanted, "-d", folder)
            files = list(Path(folder).glob("*.tar.gz"))
            if len(files) != 1:
                raise StepError(f"{self.name}: pip brought {len(files)} archives")
            os.replace(files[0], self.sdist)

    def unpack(self, folder):
        """Unpack the sdist into the new `folder`, without its own top folder."""
        data = self.sdist.read_bytes()
        if hashlib.sha256(data).hexdigest() != self.sha256:
            raise StepError(f"{self.sdist} is not the archive that the table names")
        with tempfile.TemporaryDirectory(dir=folder.parent) as work:
            with tarfile.open(self.sdist) as archive:
                if hasattr(tarfile, "data_filter"):
                    archive.extractall(work, filter="data")
                else:
                    archive.extractall(work)
            (top,) = Path(work).iterdir()
            shutil.move(str(top), folder)

    def lacking_libraries(self):
        """Debian's names of the libraries whose headers the compiler does not find."""
        return [name for name, header in self.system.items()
                if run(["gcc", "-E", "-include", header, "-x", "c", os.devnull]).returncode]

    def line_count(self, folder):
        """Lines of the files that are checked and converted."""
        return sum(len((folder / name).read_bytes().splitlines()) for name in self.sources)

    def build_command(self, python):
        return [python.executable, "-c", BUILD]

    def build(self, folder, python, recorder=()):
        """Build in place; returns the compiler's warnings, normalised and counted.

        recorder: a command put before the build command.
        """
        done = run([*recorder, *self.build_command(python)], cwd=folder,
                   env=clean_environment(**self.environment), timeout=BUILD_TIMEOUT_S)
        output = done.stdout + done.stderr
        if done.returncode != 0:
            raise StepError(f"the build in {folder} failed:\n{output[-6000:]}")
        return warnings_of(output)

    def run_tests(self, folder, python):
        """Run the package's own tests; returns {test: outcome}.

        The modules are first shown to come from `folder`, because packages fall back
        silently to pure Python when the compiled part does not import.
        """
        path = folder / self.path
        env = clean_environment(PYTHONPATH=f"{path}:{HERE / 'support' / self.name}")
        names = ", ".join(self.modules)
        probe = run([python.executable, "-c",
                     f"import {names}\nfor m in ({names},): print(m.__file__)"],
                    cwd=folder, env=env)
        files = probe.stdout.split()
        if probe.returncode != 0 or not all(
                f.startswith(str(path)) and f.endswith(".so") for f in files):
            raise StepError(f"{names} is not the compiled one: {probe.stdout}{probe.stderr}")
        if not self.tests:
            return {}
        junit = folder / f"junit-{python.version}.xml"
        done = run([python.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider",
                    "-o", "addopts=", f"--junitxml={junit}", *self.tests],
                   cwd=folder, env=env, timeout=TESTS_TIMEOUT_S)
        # 0: all passed, 1: some failed; anything else means that pytest did not run.
        if done.returncode not in (0, 1) or not junit.exists():
            raise StepError(f"pytest in {folder}: status {done.returncode}\n"
                            f"{(done.stdout + done.stderr)[-6000:]}")
        return outcomes_of(junit)


def package(name):
    """The package `name` of the table."""
    for row in TABLE["packages"]:
        if row["name"] == name:
            return Package(row)
    raise StepError(f"the table has no package {name}")


def packages():
    """All packages of the table, and those that are only checked."""
    return [Package(row) for row in TABLE["packages"] + ISOLATED["packages"]]


def warnings_of(output):
    """gcc's warnings in `output` as a Counter of (file name, text), without positions."""
    found = Counter()
    for line in output.splitlines():
        match = WARNING.match(line)
        if match:
            found[os.path.normpath(match["path"]), match["text"]] += 1
    return found


def outcomes_of(junit):
    """{test: "passed" | "failed" | "skipped"} of a JUnit file."""
    outcomes = {}
    for case in ElementTree.parse(junit).getroot().iter("testcase"):
        outcome = "passed"
        for child in case:
            if child.tag in ("failure", "error"):
                outcome = "failed"
            elif child.tag == "skipped" and outcome == "passed":
                outcome = "skipped"
        outcomes[f"{case.get('classname')}.{case.get('name')}"] = outcome
    return outcomes
