#!/usr/bin/env python3
"""Builds the wheels: one for each system, each for all Pythons.

    packaging/wheel.py x86_64-linux-gnu.2.28 aarch64-linux-musl ... [--output dist]
    packaging/wheel.py --sdist ...                 and the sdist that they are built from

Needs the packages of packaging/requirements.txt.  zig is the compiler: it links against
the glibc that the name ends with, or musl, on any machine.  auditwheel says which systems
the result runs on, and refuses it if that is not what was asked for.  inspection.py then
reads each wheel, and one that runs here is installed and tried.
"""

import argparse
import base64
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

import inspection
import libraries
from bill_of_materials import bill
from publication import prepare, project_version
from libraries import CACHE, HERE, Failure, run

TARGETS = ("x86_64-linux-gnu.2.28", "aarch64-linux-gnu.2.28", "x86_64-linux-musl",
           "aarch64-linux-musl")
MUSL = "musllinux_1_2"
NATIVE = f"{os.uname().machine}-linux-gnu.2.28"
CROSS_FILE = """\
[binaries]
c = {cc!r}
ar = {ar!r}
pkg-config = 'pkg-config'
[properties]
pkg_config_libdir = {pkg_config!r}
needs_exe_wrapper = {foreign}
[built-in options]
c_args = ['-ffunction-sections', '-fdata-sections']
c_link_args = {link!r}
[host_machine]
system = 'linux'
cpu_family = {machine!r}
cpu = {machine!r}
endian = 'little'
"""


def platform_tag(target):
    machine, _, libc = target.split("-")
    return f"{MUSL if libc == 'musl' else 'manylinux_' + libc[4:].replace('.', '_')}_{machine}"


def is_native(target):
    return target.split("-")[0] == os.uname().machine


def runs_here(target):
    """musl's loader is rarely where glibc's is."""
    loader = Path(f"/lib/ld-musl-{os.uname().machine}.so.1")
    return is_native(target) and (not target.endswith("musl") or loader.exists())


def system_of(name):
    """(libc, major, minor) that the last tag of NAME asks for, or None."""
    found = re.search(r"(manylinux|musllinux)_(\d+)_(\d+)_\w+$", name)
    return (found[1], int(found[2]), int(found[3])) if found else None


def library_prefix(target, sources):
    """The libraries for TARGET, built once for each state of their recipe."""
    recipe = b"".join((HERE / name).read_bytes() for name in ("libraries.py", "sources.json"))
    prefix = CACHE / "libraries" / f"{target}-{hashlib.sha256(recipe).hexdigest()[:12]}"
    if not (prefix / "complete").exists():
        command = [sys.executable, HERE / "libraries.py", prefix, "--target", target]
        command += ["--sources", sources] if sources else []
        if subprocess.run([str(word) for word in command]).returncode != 0:
            raise Failure(f"the libraries for {target} could not be built")
        (prefix / "complete").touch()
    return prefix


def cross_file(target, prefix, folder):
    tools = libraries.zig_tools(folder / "tools", target)
    machine = target.split("-")[0]
    # A program that loads libclang cannot be static, also with musl.
    link = ["-Wl,--gc-sections", "-s"] + (["-dynamic"] if target.endswith("musl") else [])
    path = folder / "cross.ini"
    path.write_text(CROSS_FILE.format(
        cc=tools["CC"], ar=tools["AR"], link=link, machine=machine,
        foreign="false" if runs_here(target) else "true",
        pkg_config=str(prefix / "lib/pkgconfig")))
    return path


def native_file(program, folder):
    """Tells the build a program that prints its pages, where its own cannot run."""
    path = folder / "native.ini"
    path.write_text(f"[binaries]\ninsulate = {str(program)!r}\n")
    return path


def extract(wheel, end, folder):
    """The one file of WHEEL whose name ends with END, executable in FOLDER."""
    with zipfile.ZipFile(wheel) as stream:
        (name,) = (each for each in stream.namelist() if each.endswith(end))
        path = Path(stream.extract(name, folder))
    path.chmod(0o755)
    return path


def amend(wheel, files, change):
    """Adds to WHEEL {name below dist-info: bytes}, and what CHANGE makes of each file."""
    name, version = wheel.name.split("-")[:2]
    info = f"{name}-{version}.dist-info"
    part = wheel.with_suffix(".new")
    rows = ""
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(part, "w",
                                                        zipfile.ZIP_DEFLATED) as new:
        entries = [(entry, change(old.read(entry))) for entry in old.infolist()
                   if entry.filename != f"{info}/RECORD"]
        entries += [(f"{info}/{name}", data) for name, data in files.items()]
        for entry, data in entries:
            new.writestr(entry, data)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
            rows += (f"{getattr(entry, 'filename', entry)},sha256={digest.decode()},"
                     f"{len(data)}\n")
        new.writestr(f"{info}/RECORD", rows + f"{info}/RECORD,,\n")
    part.replace(wheel)


def with_musl_name(target):
    """What makes a program need musl by the name that musl's systems give it, and that
    auditwheel knows; zig calls it libc.so."""
    name = f"libc.musl-{target.split('-')[0]}.so.1"

    def change(data):
        if data[:4] != b"\x7fELF":
            return data
        with tempfile.NamedTemporaryFile() as stream:
            stream.write(data)
            stream.flush()
            run("patchelf", "--replace-needed", "libc.so", name, stream.name)
            return Path(stream.name).read_bytes()
    return change


def about_libraries(prefix):
    """The bill of materials, and the licences of what is linked in."""
    files = {"sboms/insulate.cdx.json": (json.dumps(bill(prefix), indent=2) + "\n").encode()}
    for path in sorted((prefix / "licences").rglob("*")):
        if path.is_file():
            name = path.relative_to(prefix / "licences")
            files[f"licenses/libraries/{name}"] = path.read_bytes()
    return files


def build(target, source, options, program=None):
    """The wheel for TARGET, in the folder of results.  PROGRAM is one that runs here, for
    a target that does not."""
    prefix = library_prefix(target, options.sources)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        setup = [f"--cross-file={cross_file(target, prefix, folder)}",
                 "-Dprefer_static=true", "-Dbuildtype=release", "-Db_pie=true"]
        if program:
            setup.append(f"--native-file={native_file(program, folder)}")
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation",
            "--wheel-dir", folder / "raw", *(f"--config-settings=setup-args={word}"
                                             for word in setup),
            source,
            _PYTHON_HOST_PLATFORM=f"linux-{target.split('-')[0]}")
        (raw,) = (folder / "raw").iterdir()
        is_musl = target.endswith("musl")
        amend(raw, about_libraries(prefix), with_musl_name(target) if is_musl else bytes)
        # auditwheel knows the names of its own machine's systems only; asked for none, it
        # finds the oldest that the wheel runs on.
        run(sys.executable, "-m", "auditwheel", "repair", "--only-plat", "--plat",
            platform_tag(target) if is_native(target) and not is_musl else "auto",
            "--wheel-dir", folder / "repaired", raw)
        (wheel,) = (folder / "repaired").iterdir()
        system, asked = system_of(wheel.name[:-4]), system_of(platform_tag(target))
        if system is None or system[0] != asked[0] or system > asked:
            raise Failure(f"{wheel.name} is not for {platform_tag(target)}")
        faults = list(inspection.faults(wheel, options.home))
        if faults:
            raise Failure(f"{wheel.name} is not fit:\n  " + "\n  ".join(faults))
        how = "inspected"
        if is_native(target) and not is_musl:
            attempt(wheel, folder / "user")
            how = "inspected, installed and tried"
        options.output.mkdir(parents=True, exist_ok=True)
        result = Path(shutil.copy(wheel, options.output))
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.2f} MB, {how}", flush=True)
        return result


def attempt(wheel, folder):
    """Installs WHEEL, without what it depends on, and uses it: it must find its probe."""
    venv.create(folder, with_pip=True)
    python, program = folder / "bin/python", folder / "bin/insulate"
    run(python, "-m", "pip", "install", "-q", "--no-deps", "--no-index", wheel)
    run(program, "--version")
    run(program, "man", "check")
    done = subprocess.run([program, "prove", "--python", python, "no_such_module"],
                          capture_output=True, text=True)
    if done.returncode != 2 or "no module 'no_such_module'" not in done.stderr:
        raise Failure(f"{wheel.name}: the program does not find its probe:\n{done.stderr}")


def make_sdist(tree, options):
    """The sdist of TREE, a copy in which all that is there belongs to the project."""
    prefix = library_prefix(NATIVE, options.sources)
    git = ["git", "-C", tree, "-c", "user.name=insulate", "-c", "user.email=insulate",
           "-c", "commit.gpgsign=false"]
    run("git", "init", "-q", tree)
    run(*git, "add", "-A", "-f")
    run(*git, "commit", "-q", "-m", "sdist")
    with tempfile.TemporaryDirectory() as name:
        cross = cross_file(NATIVE, prefix, Path(name))
        run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir",
            Path(name) / "sdist", f"--config-setting=setup-args=--cross-file={cross}", tree)
        (sdist,) = (Path(name) / "sdist").iterdir()
        options.output.mkdir(parents=True, exist_ok=True)
        result = Path(shutil.copy(sdist, options.output))
    print(f"{result.name}: {result.stat().st_size / 1e6:.2f} MB", flush=True)
    return result


def build_all(options, folder):
    source = options.source.resolve()
    if source.is_file():
        # An sdist was prepared when it was made.
        tree = libraries.unpack(source, folder)
    else:
        tree = folder / "insulate"
        prepare(source, tree, options.home, project_version(source))
        if options.sdist:
            place = folder / "sdist"
            place.mkdir()
            tree = libraries.unpack(make_sdist(tree, options), place)
    needs_program = [target for target in options.targets if not runs_here(target)]
    targets = sorted(options.targets, key=needs_program.__contains__)
    program = None
    for target in targets:
        if target in needs_program and not program:
            hidden = argparse.Namespace(**{**vars(options), "output": folder / "native"})
            program = extract(build(NATIVE, tree, hidden), "scripts/insulate", folder)
        wheel = build(target, tree, options, program if target in needs_program else None)
        if target == NATIVE:
            program = extract(wheel, "scripts/insulate", folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--output", type=Path, default=Path("dist"))
    parser.add_argument("--source", type=Path, default=HERE.parent, help="sdist or tree")
    parser.add_argument("--sources", type=Path, help="folder with the libraries' archives")
    parser.add_argument("--sdist", action="store_true", help="make the sdist, too")
    parser.add_argument("--home", default="", metavar="URL",
                        help="where this project is published: for the metadata's URLs")
    options = parser.parse_args()
    if not options.targets and not options.sdist:
        parser.error("no TARGET")
    with tempfile.TemporaryDirectory() as folder:
        try:
            build_all(options, Path(folder))
        except (Failure, OSError, ValueError) as error:
            sys.exit(f"wheel: {error}")


if __name__ == "__main__":
    main()
