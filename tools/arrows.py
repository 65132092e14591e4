"""List the #includes that cross the arrows and fences of ARCHITECTURE.md.

usage: arrows.py [PROJECT]

Prints a line for each crossing and exits with 1 if there is one.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)


def read_block(text, name):
    """The rows of a fenced block, each split into words."""
    match = re.search(rf"^```{name}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    if match is None:
        sys.exit(f"ARCHITECTURE.md has no block ```{name}")
    return [line.split() for line in match.group(1).splitlines() if line.strip()]


def read_rules(project):
    text = (project / "ARCHITECTURE.md").read_text()
    arrows = {}
    for row in read_block(text, "arrows"):
        if row[1] != "->":
            sys.exit(f"not an arrow: {' '.join(row)}")
        arrows[row[0]] = set(row[2:])
    fences = {row[0]: set(row[1:]) for row in read_block(text, "fences")}
    return arrows, fences


def crossings(project):
    arrows, fences = read_rules(project)
    source = project / "src"
    rooms = {path.name for path in source.iterdir() if path.is_dir()}
    for room in sorted(rooms - arrows.keys()):
        yield f"src/{room}: not in the arrows of ARCHITECTURE.md"
    for room in sorted(arrows.keys() - rooms - {"main"}):
        yield f"ARCHITECTURE.md: there is no room src/{room}"
    for path in sorted(source.rglob("*.[ch]")):
        parts = path.relative_to(source).parts
        room = parts[0] if len(parts) > 1 else "main"
        for kind, name in INCLUDE.findall(path.read_text()):
            place = f"{path.relative_to(project)}: includes {name}"
            if kind == '"':
                target = name.split("/")[0]
                if target != room and target not in arrows.get(room, set()):
                    yield f"{place}: move the code, or add the arrow in this change"
            for fenced, allowed in fences.items():
                if name.startswith(fenced) and room not in allowed:
                    yield f"{place}: only {', '.join(sorted(allowed)) or 'no room'} may"


def main():
    project = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    found = list(crossings(project))
    print("\n".join(found) if found else "no include crosses an arrow")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
