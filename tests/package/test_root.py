#!/usr/bin/env python3
"""The wheel on a machine with nothing: every command in a fresh Debian root.

    test_root.py [--wheel FILE] [--release bookworm] [--keep FOLDER] [--machine aarch64]

Makes the root with debootstrap (the packages of `minbase`, and python3), installs the
wheel there with pip, from an archive of the wheels that it depends on, and runs each
command by its path: first as it is, then with the headers of Python, which `check` reads.
Needs root's rights, debootstrap, a mirror and PyPI; status 77 (skipped) where one is
missing.  Without --wheel or an $INSULATE_WHEEL for the machine, packaging/run builds one.

With --machine aarch64, on another one: packages are unpacked, not configured, and run
under qemu-aarch64-static, which a user namespace of its own registers (Linux 6.7); the
modules are built by aarch64-linux-gnu-gcc.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tools"))

import apt_mirror  # noqa: E402
from pythons import find_python  # noqa: E402

SKIPPED = 77
HERE = os.uname().machine
TOOL = "/opt/tool/bin/insulate"
PLACE = "/work"  # where commands run
ENVIRONMENT = ["env", "-i", "PATH=/usr/bin:/bin:/usr/sbin:/sbin", "HOME=/root", "LC_ALL=C.UTF-8",
               "DEBIAN_FRONTEND=noninteractive"]
DEBIAN_NAMES = {"aarch64": "arm64", "x86_64": "amd64"}
# The ELF header of an AArch64 program, and which of its bits count; "F": the interpreter
# is opened now, outside the root.
AARCH64 = (r":insulate:M::\x7fELF\x02\x01\x01" + r"\x00" * 9 + r"\x02\x00\xb7\x00:"
           + r"\xff" * 7 + r"\x00" + r"\xff" * 8 + r"\xfe\xff\xff\xff:{qemu}:F")
# $1 is that line, $2 the root; the rest is run.
FOREIGN = """\
mount -t binfmt_misc none /proc/sys/fs/binfmt_misc &&
printf '%s' "$1" > /proc/sys/fs/binfmt_misc/register &&
mount -t proc proc "$2/proc" && shift 2 && exec "$@"
"""
SPAM = """\
#include <Python.h>

static int counter;

static PyObject *
count(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return PyLong_FromLong(++counter);
}

static PyMethodDef methods[] = {{"count", count, METH_NOARGS, NULL}, {0}};
static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "spam", .m_methods = methods};

PyMODINIT_FUNC
PyInit_spam(void)
{
    return PyModule_Create(&definition);
}
"""
OTHER = SPAM.replace('"count"', '"number"')


class Absent(Exception):
    """Something that this machine does not have; the text says what."""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          errors="replace", **options)


def need(done, what):
    if done.returncode != 0:
        raise Absent(f"{what}: {(done.stderr or done.stdout).strip()[-600:]}")


class Root:
    """A folder with a system, in which commands run without anything of this one."""

    def __init__(self, folder):
        self.folder = folder

    def run(self, *command, cwd=PLACE, text=None, timeout=300):
        inside = ["chroot", self.folder, *ENVIRONMENT, "sh", "-c", f'cd {cwd} && exec "$@"',
                  "sh", *command]
        return run("unshare", "--mount", "--pid", "--fork",
                   f"--mount-proc={self.folder}/proc", *inside, input=text, timeout=timeout)


    def install(self, *names):
        need(self.run("sh", "-c", "apt-get -q update && apt-get -q install -y "
                      "--no-install-recommends " + " ".join(names), timeout=900),
             f"apt-get install {' '.join(names)}")

    def header_options(self, version):
        """Options of a compiler for headers of CPython VERSION, those of this machine."""
        python = find_python(version)
        if python is None:
            raise Absent(f"no CPython {version} with headers to build a module with")
        return [f"-I{python['include']}"]


class ForeignRoot(Root):
    """The same for a processor that only qemu has."""

    def __init__(self, folder, release, mirror):
        super().__init__(folder)
        self.qemu = shutil.which("qemu-aarch64-static")
        (folder / "etc/apt/sources.list").write_text(f"deb {mirror} {release} main\n")
        self.unpack()

    def unpack(self):
        for package in sorted((self.folder / "var/cache/apt/archives").glob("*.deb")):
            need(run("dpkg", "-x", package, self.folder), "dpkg -x")
            package.unlink()

    def header_options(self, version):
        """… those of the root's machine, beside the root: there they are to be missing."""
        name = f"libpython{version}-dev"
        need(self.run("apt-get", "-q", "-o", "APT::Sandbox::User=root", "download", name),
             f"apt-get download {name}")
        (package,) = (self.folder / PLACE[1:]).glob(f"{name}_*.deb")
        headers = self.folder.with_name("headers")
        need(run("dpkg", "-x", package, headers), "dpkg -x")
        package.unlink()
        return [f"-I{headers}/usr/include/python{version}", f"-I{headers}/usr/include"]

    def run(self, *command, cwd=PLACE, text=None, timeout=300):
        inside = ["chroot", self.folder, *ENVIRONMENT, "sh", "-c", f'cd {cwd} && exec "$@"',
                  "sh", *command]
        return run("unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork",
                   "sh", "-c", FOREIGN, "sh", AARCH64.format(qemu=self.qemu), self.folder,
                   *inside, input=text, timeout=timeout)

    def install(self, *names):
        # debootstrap left the lists; apt's own user is not in the namespace.
        need(self.run("apt-get", "-q", "-y", "-o", "APT::Sandbox::User=root",
                      "--no-install-recommends", "--download-only", "install", *names,
                      timeout=900), f"apt-get install {' '.join(names)}")
        self.unpack()


def make_root(folder, release, machine):
    mirrors = [uri for family, uri, _ in apt_mirror.find_mirrors(apt_mirror.machine_sources())
               if family == "debian"]
    if os.geteuid() != 0 or not shutil.which("debootstrap") or not mirrors:
        raise Absent("root's rights, debootstrap and a Debian mirror are needed")
    is_foreign = machine != HERE
    if is_foreign and not (machine == "aarch64" and shutil.which("qemu-aarch64-static")):
        raise Absent(f"{machine} cannot be run here: qemu-{machine}-static is needed")
    start = time.monotonic()
    need(run("debootstrap", "--variant=minbase", "--include=python3",
             *([f"--arch={DEBIAN_NAMES[machine]}", "--foreign"] if is_foreign else []),
             release, folder, mirrors[0]), "debootstrap")
    (folder / "work").mkdir()
    root = ForeignRoot(folder, release, mirrors[0]) if is_foreign else Root(folder)
    need(root.run("true"), f"a root for {machine}")
    print(f"root: {release}, {megabytes(folder):.0f} MB in {time.monotonic() - start:.0f} s",
          flush=True)
    return root


def megabytes(folder):
    return sum(path.lstat().st_size for path in Path(folder).rglob("*")
               if not path.is_symlink() and path.is_file()) / 1e6


def build_wheel(folder, machine):
    done = run(SOURCE / "packaging/run", f"{machine}-linux-gnu.2.28", "--output", folder)
    if done.returncode != 0:
        raise SystemExit(f"not ok: the wheel cannot be built: {done.stdout}{done.stderr}")
    (wheel,) = folder.glob("*.whl")
    return wheel


def install(root, wheel, machine):
    """pip itself is not there either: its wheel runs as it is."""
    place = root.folder / "wheels"
    place.mkdir()
    version = root.run("python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
    number = version.stdout.strip()
    need(run(sys.executable, "-m", "pip", "download", "-q", "-d", place, "--only-binary",
             ":all:", "--python-version", number, "--platform",
             f"manylinux2014_{machine}", "--platform", f"manylinux2010_{machine}", "pip",
             "libclang>=14"), "pip download")
    shutil.copy(wheel, place)
    start = time.monotonic()
    (pip,) = place.glob("pip-*.whl")
    need(root.run("python3", "-m", "venv", "--without-pip", "/opt/tool"), "venv")
    done = root.run("python3", f"/wheels/{pip.name}/pip", "--python", "/opt/tool/bin/python",
                    "install", "--no-index", "--find-links", "/wheels", "insulate[source]")
    check(done.returncode == 0, "pip installs the wheel and what it depends on", done)
    print(f"installed: insulate {wheel.stat().st_size / 1e6:.2f} MB, with libclang "
          f"{megabytes(root.folder / 'opt/tool'):.0f} MB on disk, in "
          f"{time.monotonic() - start:.0f} s: Python {number}", flush=True)


def check(condition, what, *seen):
    if not condition:
        raise SystemExit("not ok: " + what + "\n" + "\n".join(
            f"status {each.returncode}\n{each.stdout[-3000:]}\n{each.stderr[-3000:]}"
            if hasattr(each, "returncode") else str(each) for each in seen))
    print(f"ok: {what}", flush=True)


def build_modules(root, work, machine):
    """Two builds of a module for the root's Python, with a compiler of this machine."""
    asked = root.run("python3", "-c", "import sys; print('%d.%d' % sys.version_info[:2])")
    compiler = ["cc" if machine == HERE else f"{machine}-linux-gnu-gcc",
                *root.header_options(asked.stdout.strip())]
    if not shutil.which(compiler[0]):
        raise Absent(f"{compiler[0]} is needed to build a module with")
    for name, text in (("before", SPAM), ("after", OTHER)):
        (work / name).mkdir()
        source = work / f"{name}/spam.c"
        source.write_text(text)
        need(run(*compiler, "-shared", "-fPIC", "-g", source, "-o", work / name / "spam.so"),
             "cc")
        source.unlink()
    (work / "src").mkdir()
    (work / "src/spam.c").write_text(SPAM)


def expect(root, what, words, status, *wanted, text=None):
    """Run the program: it ends with STATUS, and all of WANTED is in what it prints."""
    done = root.run(TOOL, *words, text=text)
    shown = done.stdout + done.stderr
    check(done.returncode == status and all(each in shown for each in wanted), what, done)
    return done


def try_bare(root):
    """Nothing but Python: what reads no C works, what does says in one line what to do."""
    expect(root, "--version", ["--version"], 0, "insulate ")
    listed = expect(root, "--help", ["--help"], 0, "doctor")
    commands = [line.split()[0] for line in listed.stdout.splitlines() if line[:2] == "  "]
    for command in commands:
        expect(root, f"{command} --help", [command, "--help"], 0, f"usage: insulate {command}")
        expect(root, f"man {command}", ["man", command], 0, ".TH")
    for shell in ("bash", "zsh", "fish"):
        expect(root, f"completion {shell}", ["completion", shell], 0, "insulate")
    expect(root, "rule", ["rule"], 0, "state-static-object")
    expect(root, "rule NAME", ["rule", "state-static-object"], 0, "state-static-object")
    doctor = expect(root, "doctor finds libclang and the probe",
                    ["doctor", "--format", "json"], 0, "equipment")
    states = {each["name"]: each["state"] for each in json.loads(doctor.stdout)["equipment"]}
    check(states["libclang"] != "missing" and states["probe"] == "found",
          "doctor: libclang of PyPI, the probe of the wheel", doctor)
    expect(root, "inspect binary", ["inspect", "binary", "before/spam.so"], 0, "PyInit_spam")
    expect(root, "scan", ["scan", "before/spam.so"], 1, "init-single-phase", "counter")
    expect(root, "scan --python", ["scan", "--python", "/opt/tool/bin/python"], 1)
    proved = expect(root, "prove", ["prove", "spam", "--path", "before", "--scenario",
                                    "import", "--scenario", "globals"], 1, "counter")
    check("state-static-data" in proved.stdout, "prove names the variable", proved)
    expect(root, "compare", ["compare", "before", "after", "--module", "spam"], 1)
    expect(root, "record", ["record", "--", "true"], 2, "did not run a compiler")
    for command in ("check", "convert"):
        done = expect(root, f"{command} without Python.h", [command, "src"], 2, "Python.h",
                      "python3-dev")
        lines = done.stderr.strip().splitlines()
        check(done.stdout == "" and len(lines) == 1, f"{command}: one line", done)


def message(**fields):
    text = json.dumps({"jsonrpc": "2.0", **fields})
    return f"Content-Length: {len(text.encode())}\r\n\r\n{text}"


def try_server(root):
    text = (message(id=1, method="initialize", params={
        "processId": None, "rootUri": f"file://{PLACE}", "capabilities": {}})
            + message(method="initialized", params={})
            + message(method="textDocument/didOpen", params={"textDocument": {
                "uri": f"file://{PLACE}/src/spam.c", "languageId": "c", "version": 1,
                "text": SPAM}}))
    ending = message(id=2, method="shutdown") + message(method="exit")
    # The findings come by themselves: the end is sent when they did, or after a minute.
    (root.folder / "work/begin").write_text(text)
    (root.folder / "work/end").write_text(ending)
    script = (f"(cat begin; n=0; until grep -q publishDiagnostics answer || [ $n = 60 ]; do "
              f"sleep 1; n=$((n + 1)); done; cat end) | {TOOL} lsp --stdio > answer; "
              "status=$?; cat answer; exit $status")
    done = root.run("sh", "-c", script)
    check(done.returncode == 0 and '"capabilities"' in done.stdout
          and "state-static-data" in done.stdout, "lsp: handshake, findings, end", done)


def try_with_headers(root):
    """With what the messages asked for."""
    root.install("libpython3-dev")
    done = expect(root, "check without stddef.h", ["check", "src"], 2, "stddef.h", "gcc")
    check(len(done.stderr.strip().splitlines()) == 1, "check without stddef.h: one line", done)
    root.install("gcc", "libc6-dev")
    (root.folder / "work/build.sh").write_text(
        'set -- /usr/include/python3.*/Python.h\n'
        'gcc -c -I"${1%/*}" src/spam.c -o spam.o\n')
    expect(root, "record", ["record", "--", "sh", "build.sh"], 0)
    check((root.folder / "work/compile_commands.json").exists(), "the commands are recorded")
    expect(root, "check -p", ["check", "-p", ".", "src"], 1, "state-static-data")
    (root.folder / "work/compile_commands.json").unlink()
    expect(root, "check", ["check", "src"], 1, "state-static-data", "init-single-phase")
    planned = expect(root, "convert --plan", ["convert", "--plan", "src"], 0, "counter")
    check("counter" in planned.stdout, "the plan names what moves", planned)
    patch = expect(root, "convert", ["convert", "src"], 0, "PyModuleDef_Init")
    check(patch.stdout.startswith("--- "), "convert prints a patch", patch)
    expect(root, "convert --write", ["convert", "--write", "src"], 0)
    expect(root, "check finds no state after the conversion",
           ["check", "--select", "state,init", "src"], 0)
    (root.folder / "work/src/spam.c").write_text(SPAM)
    try_server(root)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wheel", type=Path)
    parser.add_argument("--release", default="bookworm", help="of Debian")
    parser.add_argument("--machine", default=HERE, choices=sorted({HERE, "aarch64"}))
    parser.add_argument("--keep", type=Path, help="make the root here, and leave it there")
    options = parser.parse_args()
    named = os.environ.get("INSULATE_WHEEL", "")
    if not options.wheel and named.endswith(f"_{options.machine}.whl"):
        options.wheel = Path(named)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        folder = Path(name).resolve()
        try:
            root = make_root((options.keep or folder / "root").resolve(), options.release,
                             options.machine)
            wheel = options.wheel or build_wheel(folder / "dist", options.machine)
            install(root, wheel, options.machine)
            build_modules(root, root.folder / "work", options.machine)
            try_bare(root)
            try_with_headers(root)
        except Absent as absent:
            print(f"SKIPPED: {absent}", file=sys.stderr)
            return SKIPPED
    return 0


if __name__ == "__main__":
    sys.exit(main())
