"""Compiles the modules of this folder for one Python; its warnings are errors."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tools"))  # for all that import this module
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wcast-function-type",
            "-Wmissing-field-initializers", "-Wunused-function", "-Werror"]


def includes(python):
    """The last one is where Debian keeps pyconfig.h of the architecture."""
    include = Path(python["include"])
    return ["-I", ROOT / "include", "-isystem", include, "-isystem", include.parent]


# The C files of a module that has more than one.
SOURCES = {"shared": ("shared.c", "shared_part.c")}


def language(standard):
    return ["-x", "c++" if standard.startswith("c++") else "c", f"-std={standard}"]


def build(name, python, folder, suffix="", flags=(), compiler="cc", standard="c11"):
    """The module `name` in `folder`, named `suffix`.so."""
    target = Path(folder) / f"{name}{suffix}.so"
    sources = [HERE / source for source in SOURCES.get(name, (f"{name}.c",))]
    subprocess.run(
        [compiler, *language(standard), "-O1", "-g", "-fPIC", "-shared", *WARNINGS,
         *flags, *includes(python), *sources, "-o", target], check=True)
    return target
