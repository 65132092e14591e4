#!/usr/bin/env python3
"""insulate.h with each compiler, language standard, CPython and limited API that is here:
no error, no warning; what cannot be had is refused.

    test_compile.py
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from shutil import which

from build import HERE, WARNINGS, includes, language
from pythons import minor_of, with_headers

JOBS = 2
C_STANDARDS = ("c99", "c11", "c17", "c++11", "c++20")
# Between the ends of the matrix the standards that differ most.
FEW_STANDARDS = ("c99", "c++11")
REFUSED = (
    ("refused.c", lambda minor: minor == 9, [], "no_immutable_heap_types"),
    ("refused.c", lambda minor: True, ["-DPy_LIMITED_API=0x03090000"],
     "no_immutable_heap_types"),
    ("refused_table.c", lambda minor: True, [], "belongs_to_one_class"),
    ("once.c", lambda minor: True, ["-DPy_LIMITED_API=0x03080000"], "0x03090000"),
)


def compilers():
    found = [name for name in ("gcc", "clang") if which(name)]
    newest = max((int(path.name.split("-")[1]) for directory in ("/usr/bin",)
                  for path in Path(directory).glob("clang-[0-9]*")
                  if path.name.split("-")[1].isdigit()), default=None)
    if "clang" not in found and newest:
        found.append(f"clang-{newest}")
    return found


def apis(python):
    """(flags, whether it is an end of the matrix)"""
    newest = minor_of(python)
    yield [], True
    if python["kind"] == "free-threaded" and newest < 15:
        return
    for minor in range(9, newest + 1):
        private = ["-DINSULATE_USE_PRIVATE_LAYOUT"] if minor < 12 else []
        yield ([f"-DPy_LIMITED_API=0x03{minor:02x}0000", *private], minor in (9, newest))
    if newest >= 15:
        yield ["-DPy_TARGET_ABI3T=0x030f0000"], True


def command(compiler, standard, python, flags, source):
    return [compiler, *language(standard), "-fsyntax-only", *WARNINGS, *includes(python),
            *flags, HERE / source]


def cases():
    """(command, the words an error must have or None, its name)"""
    seen = set()
    for python in with_headers():
        minor = minor_of(python)
        if (minor, python["kind"]) in seen:
            continue
        seen.add((minor, python["kind"]))
        for compiler in compilers():
            for flags, end in apis(python):
                for standard in C_STANDARDS if end else FEW_STANDARDS:
                    for source in ("everything.c", "spam.c")[:1 if end else 2]:
                        yield (command(compiler, standard, python, flags, source), None,
                               f"{compiler} {standard} {python['version']} {flags}")
            if python["kind"] == "free-threaded":
                continue
            for source, applies, flags, words in REFUSED:
                if applies(minor):
                    yield (command(compiler, "c11", python, flags, source), words,
                           f"{compiler} refuses {source} {python['version']} {flags}")


def run(case):
    """What is wrong with one case, or None."""
    words, wanted, name = case
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if wanted is None:
        return None if done.returncode == 0 else f"{name}\n{done.stdout[:2000]}"
    if done.returncode == 0:
        return f"{name}: it compiles"
    return None if wanted in done.stdout else f"{name}\n{done.stdout[:2000]}"


def main():
    all_cases = list(cases())
    with ThreadPoolExecutor(JOBS) as pool:
        faults = [fault for fault in pool.map(run, all_cases) if fault]
    print("\n".join(faults) or f"{len(all_cases)} compilations, {len(compilers())} compilers")
    return 1 if faults or len(compilers()) < 1 else 0


if __name__ == "__main__":
    sys.exit(main())
