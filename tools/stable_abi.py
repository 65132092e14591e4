"""Write src/binary/stable_abi.inc from CPython's Misc/stable_abi.toml.

usage: stable_abi.py STABLE_ABI_TOML|abi3info [> src/binary/stable_abi.inc]

`abi3info` stands for the installed Python package of that name, which carries the same
table.  Symbols for Windows and for debug builds of Python are left out.
"""

import sys

SKIPPED = {"MS_WINDOWS", "Py_REF_DEBUG", "Py_TRACE_REFS", "USE_STACKCHECK"}


def from_toml(path):
    import tomllib

    with open(path, "rb") as file:
        table = tomllib.load(file)
    for kind in ("function", "data"):
        for name, entry in table[kind].items():
            if entry.get("ifdef") not in SKIPPED:
                yield name, int(entry["added"].split(".")[1])


def from_package():
    import abi3info

    for symbols in (abi3info.FUNCTIONS, abi3info.DATAS):
        for symbol, entry in symbols.items():
            if entry.ifdef is None or entry.ifdef.name not in SKIPPED:
                yield symbol.name, entry.added.minor


def main():
    source = sys.argv[1]
    rows = sorted(from_package() if source == "abi3info" else from_toml(source))
    print("/* STABLE_ABI(symbol, minor version of Python 3 since which the limited API has")
    print(" * it); sorted by symbol.  From CPython's Misc/stable_abi.toml of 3.15 (abi3info")
    print(" * 2026.9.25), by tools/stable_abi.py. */")
    for name, minor in rows:
        print(f'STABLE_ABI("{name}", {minor})')


if __name__ == "__main__":
    main()
