#!/usr/bin/env python3
"""Builds the libraries that a wheel's program holds: static, and no more than it uses.

    packaging/libraries.py PREFIX                     with the system's compiler
    packaging/libraries.py PREFIX --target TARGET     for another system, with zig:
                                                      x86_64-linux-gnu.2.28,
                                                      aarch64-linux-musl, ...

Their sources are named in sources.json, by SHA-256.  They come from --sources FOLDER, the
cache, the mirror that apt is set to, or their authors' sites, in this order.  PREFIX gets
headers, libraries, files for pkg-config, and the licences in PREFIX/licences.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

import apt_mirror  # noqa: E402

SOURCES = json.loads((HERE / "sources.json").read_text())
CACHE = Path(os.environ.get("INSULATE_CACHE") or Path.home() / ".cache/insulate")
TIMEOUT_S = 120
# For one position-independent program: what it does not call goes when it is linked.
FLAGS = "-O2 -g0 -fPIC -fvisibility=hidden -ffunction-sections -fdata-sections"


class Failure(Exception):
    """A step that failed; the text says which, and what it printed last."""


def run(*command, cwd=None, **variables):
    done = subprocess.run([str(word) for word in command], cwd=cwd, text=True,
                          env={**os.environ, **variables}, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, errors="replace")
    if done.returncode != 0:
        raise Failure(f"{' '.join(map(str, command))}: status {done.returncode}\n"
                      + done.stdout[-3000:])


# --- sources ---------------------------------------------------------------------------

def is_wanted(path, source):
    return (path.is_file()
            and hashlib.sha256(path.read_bytes()).hexdigest() in source["sha256"])


def addresses(source):
    """Where the source may be had, the mirror that this machine uses first."""
    for family, uri, _ in apt_mirror.find_mirrors(apt_mirror.machine_sources()):
        if family == "debian":
            yield f"{uri.rstrip('/')}/pool/main/{source['debian']}"
    yield source["url"]


def identity(name, path):
    """Which of the archives of NAME is PATH: its name, hash and authors' address; Debian's
    repacked ones have none."""
    source = SOURCES[name]
    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    is_original = sha256 == source["sha256"][0]
    return {"sha256": sha256, "url": source["url"] if is_original else None,
            "archive": Path(source["url" if is_original else "debian"]).name}


def fetch(name, folder):
    """The path of the source archive of NAME."""
    source = SOURCES[name]
    cache = CACHE / "sources"
    names = {Path(source["url"]).name, Path(source["debian"]).name}
    for place in [folder, cache] if folder else [cache]:
        for path in (place / file for file in sorted(names)):
            if is_wanted(path, source):
                return path
    cache.mkdir(parents=True, exist_ok=True)
    tried = []
    for address in addresses(source):
        path = cache / address.rsplit("/", 1)[1]
        part = path.with_name(f"{path.name}.{os.getpid()}")
        try:
            with urllib.request.urlopen(address.replace("+", "%2B"),
                                        timeout=TIMEOUT_S) as answer, part.open("wb") as out:
                shutil.copyfileobj(answer, out)
        except OSError as error:
            tried.append(f"{address}: {error}")
            part.unlink(missing_ok=True)
            continue
        if is_wanted(part, source):
            part.replace(path)
            return path
        part.unlink()
        tried.append(f"{address}: another file than the one that sources.json names")
    raise Failure(f"{name} {source['version']} cannot be had; put it into --sources "
                  "FOLDER:\n" + "\n".join(tried))


def unpack(archive, folder):
    """The one folder that ARCHIVE holds, unpacked into FOLDER."""
    with tarfile.open(archive) as stream:
        if hasattr(tarfile, "data_filter"):
            stream.extractall(folder, filter="data")
        else:
            stream.extractall(folder)
    (top,) = folder.iterdir()
    return top


# --- building --------------------------------------------------------------------------

class Builder:
    """A compiler, and where its results go."""

    def __init__(self, prefix, target, work):
        self.prefix, self.target, self.work = prefix, target, work
        self.tools = {"CC": os.environ.get("CC", "cc"), "AR": os.environ.get("AR", "ar"),
                      "RANLIB": os.environ.get("RANLIB", "ranlib")}
        if target:
            self.tools = zig_tools(work / "tools", target)
        system = target or subprocess.run([self.tools["CC"], "-dumpmachine"], text=True,
                                          capture_output=True).stdout
        self.is_musl = "musl" in system

    def cmake(self, source, name, *options):
        build = self.work / f"{name}-build"
        run("cmake", "-S", source, "-B", build, "-G", "Ninja",
            *(["-DCMAKE_SYSTEM_NAME=Linux"] if self.target else []),
            f"-DCMAKE_C_COMPILER={self.tools['CC']}", f"-DCMAKE_AR={self.tools['AR']}",
            f"-DCMAKE_RANLIB={self.tools['RANLIB']}", f"-DCMAKE_INSTALL_PREFIX={self.prefix}",
            "-DCMAKE_INSTALL_LIBDIR=lib", f"-DCMAKE_FIND_ROOT_PATH={self.prefix}",
            "-DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY",
            "-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY", f"-DCMAKE_C_FLAGS={FLAGS}",
            "-DCMAKE_BUILD_TYPE=None", "-DBUILD_SHARED_LIBS=OFF",
            "-DCMAKE_POLICY_VERSION_MINIMUM=3.5", *options)
        run("cmake", "--build", build, "--target", "install")

    def make(self, folder, *words):
        run("make", "-s", f"-j{os.cpu_count()}", "-C", folder, *words)


def zig_tools(folder, target):
    """Commands that call zig as a compiler for TARGET; it knows each glibc and musl."""
    import ziglang
    zig = Path(ziglang.__file__).parent / "zig"
    folder.mkdir(parents=True)
    tools = {}
    for name, words in {"CC": f"cc -target {target}", "AR": "ar", "RANLIB": "ranlib"}.items():
        path = folder / name.lower()
        path.write_text(f'#!/bin/sh\nexec "{zig}" {words} "$@"\n')
        path.chmod(0o755)
        tools[name] = str(path)
    return tools


def build_zlib(builder, source):
    host = {"CHOST": builder.target.split("-")[0]} if builder.target else {}
    run("./configure", "--static", f"--prefix={builder.prefix}", cwd=source, CFLAGS=FLAGS,
        **builder.tools, **host)
    builder.make(source, "libz.a")
    builder.make(source, "install")


def build_zstd(builder, source):
    builder.cmake(source / "build/cmake", "zstd", "-DZSTD_BUILD_PROGRAMS=OFF",
                  "-DZSTD_BUILD_SHARED=OFF", "-DZSTD_BUILD_TESTS=OFF",
                  "-DZSTD_MULTITHREAD_SUPPORT=OFF", "-DZSTD_LEGACY_SUPPORT=OFF")


def build_jansson(builder, source):
    builder.cmake(source, "jansson", "-DJANSSON_BUILD_DOCS=OFF", "-DJANSSON_WITHOUT_TESTS=ON",
                  "-DJANSSON_EXAMPLES=OFF")


def build_libarchive(builder, source):
    """zip and tar, with zlib and zstd: what wheels, sdists and conda packages are."""
    without = ("NETTLE OPENSSL MBEDTLS LIBB2 LZ4 LZO LZMA BZip2 LIBXML2 EXPAT PCREPOSIX "
               "PCRE2POSIX CNG ICONV ACL XATTR TEST TAR CPIO CAT UNZIP WERROR").split()
    builder.cmake(source, "libarchive", "-DPOSIX_REGEX_LIB=NONE",
                  *(f"-DENABLE_{feature}=OFF" for feature in without))


# They serve programs of elfutils, and want what musl does not have: argp and fts.
UNUSED_IN_ELFUTILS = ("lib/color.c", "lib/printversion.c", "libdwfl/argp-std.c",
                      "libdwfl/linux-kernel-modules.c")
# What only glibc's headers have, as far as libelf and libdw name it.
ABSENT_FROM_MUSL = {
    "glibc.h": """\
#define FNM_EXTMATCH 0
#define ACCESSPERMS 0777
#define ALLPERMS 07777
#define TEMP_FAILURE_RETRY(call)                                                         \\
    ({                                                                                   \\
        __typeof__(call) result;                                                         \\
        do {                                                                             \\
            result = (call);                                                             \\
        } while (result == -1 && errno == EINTR);                                        \\
        result;                                                                          \\
    })
""",
    "error.h": """\
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define error(status, number, ...)                                                     \\
    do {                                                                               \\
        fprintf(stderr, __VA_ARGS__);                                                  \\
        fprintf(stderr, "%s%s\\n", (number) ? ": " : "", (number) ? strerror(number) : ""); \\
        if (status) {                                                                  \\
            exit(status);                                                              \\
        }                                                                              \\
    } while (0)
""",
}


def build_elfutils(builder, source):
    """libelf, and of libdw what reads: no debuginfod, no disassembler, no C++ names."""
    build = builder.work / "elfutils-build"
    build.mkdir()
    flags = f"{FLAGS} -Wno-error"
    cache = {}
    if builder.is_musl:
        shims = builder.work / "musl"
        shims.mkdir()
        for name in UNUSED_IN_ELFUTILS:
            (source / name).write_text("typedef int unused;\n")
        for name, text in ABSENT_FROM_MUSL.items():
            (shims / name).write_text(text)
        flags += f" -I{shims} -include {shims / 'glibc.h'}"
        # They serve the programs of elfutils, which are not built.
        cache = {"ac_cv_search_argp_parse": "none required", "ac_cv_search_fts_close":
                 "none required", "ac_cv_search__obstack_free": "none required"}
    options = ["--disable-debuginfod", "--disable-libdebuginfod",
               "--disable-symbol-versioning", "--disable-demangler", "--disable-nls",
               "--without-bzlib", "--without-lzma", "--without-zstd",
               "--disable-maintainer-mode", "--enable-deterministic-archives"]
    host = [f"--host={builder.target.split('.')[0]}"] if builder.target else []
    run(source / "configure", *host, f"--prefix={builder.prefix}", *options, cwd=build,
        CFLAGS=flags, CPPFLAGS=f"-I{builder.prefix}/include",
        LDFLAGS=f"-L{builder.prefix}/lib", **builder.tools, **cache)
    for folder, target in (("lib", "libeu.a"), ("libelf", "libelf.a"), ("libebl", "libebl.a"),
                           ("libdwelf", "libdwelf.a"), ("libdwfl", "libdwfl.a"),
                           ("backends", "libebl_backends.a"),
                           ("libdw", "libdw.a")):
        # libdw.a is made of its own objects; of all parts, it would want the disassembler.
        builder.make(build / folder, target, "libdw_a_LIBADD=", "libdw_a_DEPENDENCIES=")
    install_elfutils(builder, source, build)


def install_elfutils(builder, source, build):
    include, lib = builder.prefix / "include", builder.prefix / "lib"
    (include / "elfutils").mkdir(parents=True, exist_ok=True)
    for name in ("libelf/libelf.h", "libelf/gelf.h", "libelf/nlist.h", "libdw/dwarf.h"):
        shutil.copy(source / name, include)
    for name in ("libdw/libdw.h", "libdwelf/libdwelf.h", "libdwfl/libdwfl.h",
                 "libebl/libebl.h", "libelf/elf-knowledge.h"):
        shutil.copy(source / name, include / "elfutils")
    shutil.copy(build / "version.h", include / "elfutils")
    archives = {"elf": ["libelf/libelf.a", "lib/libeu.a"],
                "dw": ["libdw/libdw.a", "libdwelf/libdwelf.a", "libdwfl/libdwfl.a",
                       "libebl/libebl.a", "backends/libebl_backends.a"]}
    for paths in archives.values():
        for path in paths:
            shutil.copy(build / path, lib)
    needed = {"elf": "-lelf -leu -lz", "dw": "-ldw -ldwelf -ldwfl -lebl -lebl_backends -lelf -leu -lz"}
    for name, libraries in needed.items():
        (lib / f"pkgconfig/lib{name}.pc").write_text(
            f"libdir={lib}\nincludedir={include}\nName: lib{name}\n"
            f"Description: of elfutils, static\nVersion: {SOURCES['elfutils']['version']}\n"
            f"Libs: -L${{libdir}} {libraries}\nCflags: -I${{includedir}}\n")


BUILDS = {"zlib": build_zlib, "zstd": build_zstd, "jansson": build_jansson,
          "libarchive": build_libarchive, "elfutils": build_elfutils}
LICENCES = ("COPYING*", "LICENSE*", "LICENCE*")


def build_all(prefix, target, folder, work):
    builder = Builder(prefix, target, work)
    built = {}
    for name, build in BUILDS.items():
        print(f"libraries: {name} {SOURCES[name]['version']}", file=sys.stderr, flush=True)
        place = work / name
        place.mkdir()
        archive = fetch(name, folder)
        built[name] = identity(name, archive)
        source = unpack(archive, place)
        build(builder, source)
        licences = prefix / "licences" / name
        licences.mkdir(parents=True, exist_ok=True)
        for pattern in LICENCES:
            for path in source.glob(pattern):
                if path.is_file():
                    shutil.copy(path, licences)
    (prefix / "sources-built.json").write_text(json.dumps(built, indent=2) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("prefix", type=Path)
    parser.add_argument("--target", default="", help="zig's name of the system")
    parser.add_argument("--sources", type=Path, help="folder with the source archives")
    options = parser.parse_args()
    prefix = options.prefix.resolve()
    prefix.mkdir(parents=True, exist_ok=True)
    work = prefix / "work"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    try:
        build_all(prefix, options.target, options.sources, work)
    except (Failure, OSError, ImportError) as error:
        sys.exit(f"libraries: {error}")
    shutil.rmtree(work)


if __name__ == "__main__":
    main()
