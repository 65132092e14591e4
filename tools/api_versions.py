"""Write src/model/api.inc: since when CPython's headers have each name.

usage: api_versions.py FOLDER...

Each FOLDER holds the Python.h of one minor version, 3.9 to the newest without a gap.
A name is there if the preprocessed headers mention it or define a macro of that name;
it is in the limited API of 3.N if the newest headers do so with Py_LIMITED_API of 3.N.
Of a name that the newest headers no longer have, the last ones that do are asked: what the
limited API had, the stable ABI keeps.
"""

import pathlib
import re
import subprocess
import sys

OLDEST = 9
NAME = re.compile(r"\b(?:_?Py[A-Z_]\w*|METH_[A-Z]+)\b")
# What modules include by name: Python.h took some of it in only later.
HEADERS = "".join(f"#include <{name}.h>\n"
                  for name in ("Python", "structmember", "frameobject", "datetime", "marshal"))


def version_of(folder):
    text = (pathlib.Path(folder) / "patchlevel.h").read_text()
    return int(re.search(r"#define PY_MINOR_VERSION\s+(\d+)", text).group(1))


def names_of(folder, *options):
    words = ["cc", "-E", "-dD", "-P", "-I", folder, *options, "-x", "c", "-"]
    run = subprocess.run(words, input=HEADERS, capture_output=True, text=True, check=True)
    names = set()
    for line in run.stdout.splitlines():
        if line.startswith("#undef"):
            continue
        # A macro's body may name what is not declared.
        defined = re.match(r"#define (\w+)", line)
        names.update(NAME.findall(defined.group(1) if defined else line))
    return names


def main():
    folders = {version_of(folder): folder for folder in sys.argv[1:]}
    versions = sorted(folders)
    if versions != list(range(OLDEST, OLDEST + len(versions))) or not versions:
        raise SystemExit(f"need 3.{OLDEST} and all that follow, not {versions}")
    newest = versions[-1]
    added, limited = {}, {}
    last = {}
    for version in versions:
        for name in names_of(folders[version]):
            added.setdefault(name, version)
            last[name] = version
    for headers in reversed(versions):
        for version in range(2, headers + 1):
            option = f"-DPy_LIMITED_API=0x03{version:02x}0000"
            for name in names_of(folders[headers], option):
                is_removed = last.get(name) == headers and name[0] != "_"
                if headers == newest or is_removed:
                    limited.setdefault(name, version)
                    added.setdefault(name, headers)
    options = ("Py_BUILD_CORE", "Py_LIMITED_API", "Py_GIL_DISABLED")
    names = sorted(
        name
        for name in added
        if not name.startswith(options) and (name[0] != "_" or name in limited)
    )
    print(f"""/* API(name, minor version of Python 3 whose headers have it first ({OLDEST}: that or an
 * older one), minor version since which the limited API has it (0: it has not)); sorted
 * by name.  From the headers of 3.{OLDEST} to 3.{newest}, by tools/api_versions.py. */""")
    for name in names:
        print(f"API({name}, {added[name]}, {limited.get(name, 0)})")


if __name__ == "__main__":
    main()
