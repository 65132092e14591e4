"""What tools/arrows.py finds in small projects."""

import pathlib
import subprocess
import sys
import tempfile

ARROWS = pathlib.Path(sys.argv[1])
RULES = """# Architecture

```arrows
main -> low
high -> low high/deep
high/deep -> low
low ->
```

```fences
elf.h low
glibc.h low/port.h
```
"""


def found(files):
    """What the tool says of a project with these files below src/."""
    with tempfile.TemporaryDirectory() as place:
        project = pathlib.Path(place)
        (project / "ARCHITECTURE.md").write_text(RULES)
        for folder in {"low", "high/deep", *(str(pathlib.Path(f).parent) for f in files)}:
            (project / "src" / folder).mkdir(parents=True, exist_ok=True)
        for path, includes in files.items():
            (project / "src" / path).write_text(
                "".join(f"#include {name}\n" for name in includes))
        run = subprocess.run([sys.executable, ARROWS, project], capture_output=True,
                             text=True)
        assert run.returncode == (run.stdout != "no include crosses an arrow, no circle\n")
        return run.stdout


def ring(n, folder="low"):
    return {f"{folder}/f{i}.h": [f'"{folder}/f{(i + 1) % n}.h"'] for i in range(n)}


def check(files, *wanted):
    said = found(files)
    for words in wanted:
        assert words in said, f"wanted {words!r}, got {said}"
    assert wanted or said.startswith("no include"), said


check({"high/a.c": ['"low/b.h"', '"high/deep/c.h"'], "low/b.h": ["<elf.h>"],
       "high/deep/c.h": ['"low/b.h"']})
check({"low/a.c": ['"high/b.h"']}, "low may not see high")
# A room in a room has arrows of its own, and may not look up.
check({"high/deep/a.c": ['"high/b.h"'], "high/b.h": []}, "high/deep may not see high")
check({"low/a.c": ['"high/deep/b.h"']}, "low may not see high/deep")
check({"high/a.c": ["<elf.h>"]}, "only low may")
# A header may be one file's, which the others of its room go through.
check({"low/a.c": ['"low/port.h"'], "low/port.h": ["<glibc.h>"]})
check({"low/a.c": ["<glibc.h>"], "low/port.h": ["<glibc.h>"]}, "only low/port.h may")
# x.c and x.h are one file.
check({"low/a.c": ['"low/a.h"', '"low/b.h"'], "low/a.h": [], "low/b.c": ['"low/b.h"'],
       "low/b.h": []})
check(ring(4))
check(ring(5), "5 files include each other")
check({"low/a.c": ['"low/b.h"'], "low/a.h": [], "low/b.h": [], "low/b.c": ['"low/a.h"']})
# Folders in one room need no arrow, but may not be in one circle.
check({"low/a.h": ['"low/in/b.h"'], "low/in/b.h": ['"low/a.h"']},
      "files of different folders include each other: low/a, low/in/b")
print("arrows and circles are found")
