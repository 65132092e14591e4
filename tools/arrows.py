"""List the #includes that cross the arrows and fences of ARCHITECTURE.md, and circles.

usage: arrows.py [PROJECT]

A room is a folder of src/, or a folder in one that has a row of its own ("convert/plan");
a file belongs to the nearest.  x.c and x.h are one file here: a circle of files is a
mistake if they stand in different folders, or are more than MOST_IN_CIRCLE.

Prints a line for each crossing and each circle, and exits with 1 if there is one.
"""

import pathlib
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s+(["<])([^">]+)[">]', re.MULTILINE)
MOST_IN_CIRCLE = 4


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


def read_includes(source):
    """Of each file of src/, by its path there: ((kind, name), ...)."""
    return {path.relative_to(source).as_posix(): INCLUDE.findall(path.read_text())
            for path in sorted(source.rglob("*.[ch]"))}


def room_of(path, arrows):
    """The nearest folder of PATH that has a row; "main" for src/main.c."""
    folders = path.split("/")[:-1]
    for n in range(len(folders), 0, -1):
        if "/".join(folders[:n]) in arrows:
            return "/".join(folders[:n])
    return folders[0] if folders else "main"


def is_within(path, folders):
    """Is the file one of FOLDERS, or does it stand in one, or below one?"""
    return path in folders or any(
        path.startswith(folder + "/") or (folder == "main" and "/" not in path)
        for folder in folders)


def way_to(path, target, includes):
    """The files through which PATH includes TARGET, both among them; [] if it does not."""
    ways, seen = [[path]], {path}
    for way in ways:
        if way[-1] == target:
            return way
        for kind, name in includes.get(way[-1], []):
            if kind == '"' and name not in seen:
                seen.add(name)
                ways.append([*way, name])
    return []


def crossings(source, includes, arrows, fences):
    rooms = {path.name for path in source.iterdir() if path.is_dir()}
    for room in sorted(rooms - arrows.keys()):
        yield f"src/{room}: not in the arrows of ARCHITECTURE.md"
    for room in sorted(arrows.keys() - {"main"}):
        if not (source / room).is_dir():
            yield f"ARCHITECTURE.md: there is no room src/{room}"
    for path, names in includes.items():
        room = room_of(path, arrows)
        for kind, name in names:
            place = f"src/{path}: includes {name}"
            if kind == '"':
                target = room_of(name, arrows)
                if target != room and target not in arrows.get(room, set()):
                    yield (f"{place}: {room} may not see {target}; move the code, or "
                           "add the arrow in this change")
            for fenced, allowed in fences.items():
                if name.startswith(fenced) and not is_within(path, allowed):
                    yield f"{place}: only {', '.join(sorted(allowed)) or 'no room'} may"
        for fenced, allowed in fences.items():
            if fenced in includes and path != fenced and not is_within(path, allowed):
                way = way_to(path, fenced, includes)
                if len(way) > 2:
                    yield (f"src/{path}: {way[1]} hands it {fenced}, by way of "
                           f"{', '.join(way[1:-1])}")


def stem(path):
    return path.rsplit(".", 1)[0]


def circles(includes):
    """The sets of files, without .c and .h, that include each other (Tarjan)."""
    graph = {stem(path): set() for path in includes}
    for path, names in includes.items():
        for kind, name in names:
            if kind == '"' and stem(name) in graph and stem(name) != stem(path):
                graph[stem(path)].add(stem(name))
    number, low, path, found = {}, {}, [], []
    for root in sorted(graph):
        if root in number:
            continue
        work = [(root, iter(sorted(graph[root])))]
        number[root] = low[root] = len(number)
        path.append(root)
        while work:
            node, rest = work[-1]
            for other in rest:
                if other not in number:
                    number[other] = low[other] = len(number)
                    path.append(other)
                    work.append((other, iter(sorted(graph[other]))))
                    break
                if other in path:
                    low[node] = min(low[node], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[node])
                if low[node] == number[node]:
                    begin = path.index(node)
                    found.append(sorted(path[begin:]))
                    del path[begin:]
    return [circle for circle in found if len(circle) > 1]


def bad_circles(includes):
    for circle in circles(includes):
        folders = {name.rpartition("/")[0] for name in circle}
        if len(circle) > MOST_IN_CIRCLE:
            yield (f"{len(circle)} files include each other, more than "
                   f"{MOST_IN_CIRCLE}: {', '.join(circle)}")
        elif len(folders) > 1:
            yield f"files of different folders include each other: {', '.join(circle)}"


def main():
    project = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    arrows, fences = read_rules(project)
    includes = read_includes(project / "src")
    found = [*crossings(project / "src", includes, arrows, fences),
             *bad_circles(includes)]
    print("\n".join(found) if found else "no include crosses an arrow, no circle")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
