#!/usr/bin/env python3
"""Builds the wheels: one for each system, each for all Pythons.

    packaging/wheel.py x86_64-linux-gnu.2.28 aarch64-linux-musl ... [--output dist]

Needs the packages of packaging/requirements.txt.  zig is the compiler: it links against
the glibc that the name ends with, or musl, on any machine.  auditwheel says which systems
the result runs on, and refuses it if that is not what was asked for.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import libraries
from libraries import CACHE, HERE, Failure, run

TARGETS = ("x86_64-linux-gnu.2.28", "aarch64-linux-gnu.2.28", "x86_64-linux-musl",
           "aarch64-linux-musl")
MUSL = "musllinux_1_2"
LIMIT_MB = 6
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
        foreign="false" if is_native(target) else "true",
        pkg_config=str(prefix / "lib/pkgconfig")))
    return path


def build(target, source, output, sources):
    prefix = library_prefix(target, sources)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        setup = [f"--cross-file={cross_file(target, prefix, folder)}",
                 "-Dprefer_static=true", "-Dbuildtype=release"]
        run(sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation",
            "--wheel-dir", folder / "raw", *(f"--config-settings=setup-args={word}"
                                             for word in setup),
            source,
            _PYTHON_HOST_PLATFORM=f"linux-{target.split('-')[0]}")
        (raw,) = (folder / "raw").iterdir()
        # auditwheel knows the names of its own machine's systems only; asked for none, it
        # finds the oldest that the wheel runs on.
        run(sys.executable, "-m", "auditwheel", "repair", "--only-plat", "--plat",
            platform_tag(target) if is_native(target) else "auto",
            "--wheel-dir", folder / "repaired", raw)
        (wheel,) = (folder / "repaired").iterdir()
        system, asked = system_of(wheel.name[:-4]), system_of(platform_tag(target))
        if system is None or system[0] != asked[0] or system > asked:
            raise Failure(f"{wheel.name} is not for {platform_tag(target)}")
        size = wheel.stat().st_size / 1e6
        if size > LIMIT_MB:
            raise Failure(f"{wheel.name}: {size:.1f} MB, more than {LIMIT_MB}")
        output.mkdir(parents=True, exist_ok=True)
        shutil.copy(wheel, output)
        print(f"{wheel.name}: {size:.2f} MB")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="+", metavar="TARGET", help=", ".join(TARGETS))
    parser.add_argument("--output", type=Path, default=Path("dist"))
    parser.add_argument("--source", type=Path, default=HERE.parent, help="sdist or tree")
    parser.add_argument("--sources", type=Path, help="folder with the libraries' archives")
    options = parser.parse_args()
    try:
        for target in options.targets:
            build(target, options.source.resolve(), options.output, options.sources)
    except (Failure, OSError) as error:
        sys.exit(f"wheel: {error}")


if __name__ == "__main__":
    main()
