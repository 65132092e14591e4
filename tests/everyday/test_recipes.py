"""The files and commands of docs/recipes, taken from the pages and executed.

usage: test_recipes.py SOURCE PROGRAM VERSION

"File `NAME`:" and "Run:" stand before an indented block.  Build tools come from PyPI; a
recipe whose tools cannot be fetched is skipped, and named on stderr.
"""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree
import zipfile
from pathlib import Path

from test_action import METADATA, WHEEL

SOURCE = PROGRAM = VERSION = None
SPAM = """\
#include <Python.h>

static int n_calls;

static PyObject *
count(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return PyLong_FromLong(++n_calls);
}

static PyMethodDef methods[] = {{"count", count, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModuleDef_Init(&definition);
}
"""
FINDING = "src/spam.c:3:12: error:"


class Page:
    def __init__(self, name):
        text = (SOURCE / "docs/recipes" / f"{name}.md").read_text()
        block = r"\n\n((?:    .*\n|\n)+)"
        self.files = {path: self.dedent(body) for path, body in
                      re.findall(r"^File `([^`]+)`:" + block, text, re.M)}
        self.commands = [self.dedent(body) for body in
                         re.findall(r"^Run:" + block, text, re.M)]

    @staticmethod
    def dedent(body):
        return re.sub(r"^    ", "", body.strip("\n"), flags=re.M) + "\n"


def items_of(text, key):
    """The words of a YAML list "KEY:" whose items are "- word"."""
    body = re.search(rf"^( *){key}:\n((?:\1 +- .*\n)+)", text, re.M).group(2)
    return [line.strip()[2:] for line in body.splitlines()]


def make_wheel(folder):
    """What PyPI would give for insulate==VERSION: a wheel whose program is ours."""
    info = f"insulate-{VERSION}.dist-info"
    files = {f"{info}/METADATA": METADATA.format(VERSION), f"{info}/WHEEL": WHEEL,
             f"insulate-{VERSION}.data/scripts/insulate": f'#!/bin/sh\nexec {PROGRAM} "$@"\n'}
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    with zipfile.ZipFile(folder / f"insulate-{VERSION}-py3-none-any.whl", "w") as out:
        for name, text in files.items():
            member = zipfile.ZipInfo(name)
            member.external_attr = 0o100755 << 16
            out.writestr(member, text)


class Recipes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="insulate-recipes-")
        cls.addClassCleanup(folder.cleanup)
        cls.shared = Path(folder.name)
        cls.shelf = cls.shared / "shelf"
        cls.shelf.mkdir()
        make_wheel(cls.shelf)
        cls.environment = cls.shared / "environment"
        subprocess.run([sys.executable, "-m", "venv", cls.environment], check=True)

    def setUp(self):
        self.folder = self.shared / self._testMethodName
        (self.folder / "src").mkdir(parents=True)
        (self.folder / "src/spam.c").write_text(SPAM)
        (self.folder / "state").mkdir()

    def need(self, *packages):
        done = subprocess.run([self.environment / "bin/python", "-m", "pip", "install", "-q",
                               "--disable-pip-version-check", *packages],
                              capture_output=True, text=True)
        if done.returncode != 0:
            print(f"SKIPPED: pip cannot fetch {' '.join(packages)}: {done.stderr[-300:]}",
                  file=sys.stderr)
            self.skipTest("no build tools")

    def write(self, page):
        for name, text in page.files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            if text.startswith("#!"):
                path.chmod(0o755)

    def shell(self, text, status=0, program=True, **variables):
        """Run TEXT as a script of a user with the environment, and insulate, on PATH."""
        folders = [str(self.environment / "bin")] + [str(PROGRAM.parent)] * program
        environment = {**os.environ, "PIP_FIND_LINKS": str(self.shelf),
                       "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INDEX": "1",
                       "PATH": os.pathsep.join([*folders, os.environ["PATH"]]), **variables}
        done = subprocess.run(["sh", "-ec", text], cwd=self.folder, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, status, f"{text}\n{done.stdout}")
        return done.stdout

    def build(self, name):
        """Commands that build, then `check` and `scan`, which find the same variable."""
        page = Page(name)
        self.write(page)
        (commands,) = page.commands
        *first, check, scan = commands.splitlines()
        self.assertTrue(check.startswith("insulate check -p ") and
                        scan.startswith("insulate scan "), commands)
        self.shell("\n".join(first))
        found = self.shell(check, status=1)
        self.assertIn(FINDING, found)
        self.assertNotIn("parse-error", found)
        self.assertIn("spam: not-isolated", self.shell(scan, status=1))

    def test_setuptools(self):
        self.need("setuptools>=74.1", "wheel")
        self.build("setuptools")

    def test_meson_python(self):
        self.need("meson-python", "ninja")
        self.build("meson-python")

    def test_scikit_build_core(self):
        self.need("scikit-build-core", "cmake", "ninja")
        self.build("scikit-build-core")

    def test_cmake(self):
        self.need("cmake", "ninja")
        page = Page("cmake")
        self.write(page)
        (commands,) = page.commands
        found = self.shell(commands, status=8, CMAKE_GENERATOR="Ninja")
        self.assertIn(FINDING, found)
        self.assertRegex(found, r"isolation-source \.*\*+Failed")
        self.assertRegex(found, r"isolation-binary \.* +Passed")

    def make_wheel_of_spam(self, tag="cp312-cp312", name="spam.so"):
        """A wheel, and its file on its own, built by the compiler of this machine."""
        include = subprocess.run([self.environment / "bin/python", "-c", "import sysconfig;"
                                  "print(sysconfig.get_paths()['include'])"],
                                 capture_output=True, text=True, check=True).stdout.strip()
        site = self.folder / "site"
        site.mkdir(exist_ok=True)
        subprocess.run(["cc", "-shared", "-fPIC", f"-I{include}", "src/spam.c", "-o",
                        site / name], cwd=self.folder, check=True)
        wheel = self.folder / f"spam-1.0-{tag}-manylinux2014_x86_64.whl"
        with zipfile.ZipFile(wheel, "w") as out:
            out.write(site / name, name)
        return wheel

    def test_cibuildwheel(self):
        page = Page("cibuildwheel")
        text = page.files["pyproject.toml"]
        self.assertIn(f'audit-requires = ["insulate=={VERSION}"]', text)
        command = re.search(r'audit-command = "(.*)"', text).group(1)
        wheel = self.make_wheel_of_spam()
        self.shell(command.format(wheel=shlex.quote(str(wheel))))
        # The tag promises CPython 3.6, which has no such function.
        (self.folder / "src/spam.c").write_text(
            SPAM.replace("PyLong_FromLong(++n_calls)", "PyObject_CallNoArgs(self)"))
        wheel = self.make_wheel_of_spam("cp36-abi3", "spam.abi3.so")
        self.assertIn("claim-abi3-false", self.shell(
            command.format(wheel=shlex.quote(str(wheel))), status=1))

    def test_gitlab(self):
        self.need("setuptools>=74.1", "wheel")
        page = Page("gitlab")
        self.write(page)
        self.write(Page("setuptools"))
        *first, check = items_of(page.files[".gitlab-ci.yml"], "script")
        # Build isolation would fetch setuptools once more.
        self.shell("\n".join(first).replace("pip wheel", "pip wheel --no-build-isolation"),
                   program=False)
        self.shell(check, status=1, program=False)
        issues = json.loads((self.folder / "codequality.json").read_text())
        self.assertIn("src/spam.c", {issue["location"]["path"] for issue in issues})
        tree = xml.etree.ElementTree.parse(self.folder / "junit.xml")
        self.assertTrue(tree.findall(".//failure"))

    def test_conda_forge(self):
        page = Page("conda-forge")
        self.make_wheel_of_spam()
        self.shell("\n".join(items_of(page.files["recipe.yaml"], "script")), program=False,
                   SP_DIR=str(self.folder / "site"))

    def test_debian(self):
        page = Page("debian")
        self.write(page)
        names = re.search(r"^Tests: (.*)$", page.files["debian/tests/control"], re.M).group(1)
        self.assertEqual([f"debian/tests/{name}" for name in names.split()],
                         [name for name in page.files if not name.endswith("control")])
        suffix = subprocess.run([self.environment / "bin/python", "-c", "import sysconfig;"
                                 "print(sysconfig.get_config_var('EXT_SUFFIX'))"],
                                capture_output=True, text=True, check=True).stdout.strip()
        self.make_wheel_of_spam(name=f"spam{suffix}")
        self.assertIn("no broken promises", self.shell(
            "debian/tests/isolation", program=False, AUTOPKGTEST_TMP=str(self.folder),
            PYTHONPATH=str(self.folder / "site")))

    def test_container(self):
        """No image can be fetched here: what pip installs, and the words of the page."""
        text = (SOURCE / "packaging/Containerfile").read_text().replace("\\\n", "")
        runs = re.findall(r"^RUN (.*)$", text, re.M)
        pip = [run for run in runs if run.startswith("pip ")]
        self.assertEqual(len(pip), 1)
        self.shell(pip[0], program=False)
        (entry,) = re.findall(r'^ENTRYPOINT \["(.*)"\]$', text, re.M)
        (default,) = re.findall(r'^CMD \["(.*)"\]$', text, re.M)
        self.assertIn("usage: insulate", self.shell(f"{entry} {default}", program=False))
        commands = "".join(Page("container").commands)
        image, *words = re.search(r"podman run .* (insulate check src)", commands).group(1).split()
        self.assertIn(FINDING, self.shell(" ".join([entry, *words]), program=False, status=1))
        if shutil.which("podman") is None:
            print("SKIPPED: podman is not installed; the image was not built", file=sys.stderr)

    def test_thread_sanitizer(self):
        """Reports what races, and nothing where convert --threads guards it."""
        library = subprocess.run(["gcc", "-print-file-name=libtsan.so"], capture_output=True,
                                 text=True).stdout.strip()
        found = subprocess.run([sys.executable, SOURCE / "tools/pythons.py", "--json"],
                               capture_output=True, text=True, check=True).stdout
        free = [each["executable"] for each in json.loads(found)["pythons"]
                if each["kind"] == "free-threaded" and each.get("include")]
        if not os.path.isabs(library) or not free:
            print("SKIPPED: no libtsan, or no free-threaded Python", file=sys.stderr)
            self.skipTest("no thread sanitizer")
        page = Page("thread-sanitizer")
        self.write(page)
        commands, proof = page.commands
        case = SOURCE / "tests/convert/threads-module"
        shutil.copy(case / "before.c", self.folder / "src/spam.c")
        races = re.findall(r"SUMMARY: .* in (\w+)", self.shell(commands, 66, PYTHON=free[0]))
        self.assertIn("note_value", races)
        # A shell does not start with the library in it, and the wheel's program is a script.
        proof = proof.replace("insulate prove", f"{PROGRAM} prove")
        is_fixed = subprocess.run(["setarch", "-R", "true"], stderr=subprocess.DEVNULL
                                  ).returncode == 0
        if is_fixed:
            found = self.shell(proof, 1, PYTHON=free[0])
            self.assertRegex(found, r"spam\.c:\d+:.* a thread sanitizer sees a data race in "
                                    r"\w+: .*\[claim-gil-not-used\]")
            self.assertIn("threads: unsafe: ", found)
        shutil.copy(case / "after.c", self.folder / "src/spam.c")
        self.assertNotIn("WARNING", self.shell(commands, PYTHON=free[0]))
        if is_fixed:
            found = self.shell(proof, 1, PYTHON=free[0])  # two scenarios prove no isolation
            self.assertIn("note: data races that the thread sanitizer reports are left out",
                          found)
            self.assertNotIn("error: ", found)
        else:
            print("SKIPPED: addresses stay random here; prove was not run", file=sys.stderr)

    def test_pages_are_listed_and_name_this_version(self):
        index = (SOURCE / "docs/recipes/README.md").read_text()
        for path in (SOURCE / "docs/recipes").glob("*.md"):
            self.assertTrue(path.name == "README.md" or f"({path.name})" in index, path.name)
            for version in re.findall(r"insulate==([\d.]+)", path.read_text()):
                self.assertEqual(version, VERSION, path.name)
        containers = (SOURCE / "packaging/Containerfile").read_text()
        self.assertIn(f"insulate=={VERSION}\n", containers)


def main():
    global SOURCE, PROGRAM, VERSION
    SOURCE, PROGRAM, VERSION = (Path(sys.argv.pop(1)).resolve(),
                                Path(sys.argv.pop(1)).resolve(), sys.argv.pop(1))
    return 0 if unittest.main(exit=False, verbosity=2).result.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
