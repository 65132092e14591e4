"""What csource/clang_c.h declares is what each installed clang-c/Index.h declares.

Both are read together, so the compiler compares the functions; and each alone, in a
program that prints every number and every struct's layout.  Status 77 (skipped) without
any such header.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

SKIPPED = 77
HEADER = Path(sys.argv[2]) / "src/csource/clang_c.h"
LAYOUTS = {
    "CXString": "data private_flags",
    "CXCursor": "kind xdata data",
    "CXType": "kind data",
    "CXSourceLocation": "ptr_data int_data",
    "CXSourceRange": "ptr_data begin_int_data end_int_data",
    "CXToken": "int_data ptr_data",
    "CXSourceRangeList": "count ranges",
    "struct CXUnsavedFile": "Filename Contents Length",
}
# Ends of ranges, which grow; what lies between is what counts.
GROWING = {"CXCursor_LastAttr", "CXCursor_LastRef", "CXType_LastBuiltin"}


def headers():
    found = sorted(Path("/usr/lib").glob("llvm-*/include")) + [
        Path("/usr/include"), Path("/usr/local/include")]
    return [folder for folder in found if (folder / "clang-c/Index.h").exists()]


def numbers(text):
    return sorted(set(re.findall(r"\b(CX\w+_\w+) = \d+", text)))


def program(includes, names):
    lines = [f"#include {name}" for name in includes]
    lines += ["#include <stddef.h>", "#include <stdio.h>", "int main(void) {"]
    lines += [f'printf("{name} %d\\n", (int){name});' for name in names]
    for struct, members in LAYOUTS.items():
        lines.append(f'printf("{struct} %zu\\n", sizeof({struct}));')
        lines += [f'printf("{struct}.{member} %zu\\n", offsetof({struct}, {member}));'
                  for member in members.split()]
    return "\n".join([*lines, "return 0;", "}"])


def printed(compiler, text, folder, *flags):
    (folder / "print.c").write_text(text)
    subprocess.run([*compiler, *flags, "-Werror", folder / "print.c", "-o",
                    folder / "print"], check=True)
    done = subprocess.run([folder / "print"], check=True, capture_output=True, text=True)
    return dict(line.rsplit(" ", 1) for line in done.stdout.splitlines())


def main():
    compiler = sys.argv[1].split()
    folders = headers()
    if not folders:
        print("SKIPPED: no clang-c/Index.h is installed")
        return SKIPPED
    names = numbers(HEADER.read_text())
    assert len(names) > 100, names
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        ours = printed(compiler, program([f'"{HEADER}"'], names), work)
        for folder in folders:
            system = ["-isystem", folder]
            known = [n for n in names if re.search(
                rf"\b{n}\b", "".join(p.read_text() for p in (folder / "clang-c").glob("*.h")))]
            theirs = printed(compiler, program(["<clang-c/Index.h>"], known), work, *system)
            for entry, number in theirs.items():
                if entry in GROWING:
                    assert int(number) <= int(ours[entry]) < int(number) + 40, (entry, number)
                else:
                    assert number == ours[entry], (folder, entry, number, ours[entry])
            both = "#include <clang-c/Index.h>\n" f'#include "{HEADER}"\n'
            (work / "both.c").write_text(both)
            subprocess.run([*compiler, *system, "-fsyntax-only", work / "both.c"], check=True)
            # A function that is declared otherwise must be seen.
            (work / "both.c").write_text(both + "int clang_disposeIndex(CXIndex index);\n")
            wrong = subprocess.run([*compiler, *system, "-fsyntax-only", work / "both.c"],
                                   capture_output=True, text=True)
            assert "conflicting types" in wrong.stderr, wrong
            print(f"ok: {folder}: {len(theirs)} numbers")
    return 0


if __name__ == "__main__":
    sys.exit(main())
